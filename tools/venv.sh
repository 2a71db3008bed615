#!/bin/sh
# tools/venv.sh PYTHON FOLDER: a virtual environment, on a machine that may lack ensurepip, pip or both.
set -eu
python=$1 venv=$2

die() {
    echo "strikerank: $*" >&2
    exit 1
}

command -v "$python" >/dev/null ||
    die "no $python here; install Python 3.11 or newer, or say make PYTHON=/path/to/python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "Python 3.11 or newer is needed, $("$python" -V) found; say make PYTHON=/path/to/python3.11"

rm -rf "$venv"
"$python" -m venv "$venv" >/dev/null 2>&1 && exit 0
rm -rf "$venv" # a failed venv leaves a half-made folder behind, which make would take for done

if "$python" -m pip --version >/dev/null 2>&1; then
    "$python" -m venv --without-pip "$venv"
    "$python" -m pip --python "$venv/bin/python" install --quiet --require-hashes -r tools/pip.lock && exit 0
    rm -rf "$venv"
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends python3-venv >/dev/null 2>&1 || true
    "$python" -m venv "$venv" >/dev/null 2>&1 && exit 0
    rm -rf "$venv"
fi
die "this Python cannot make virtual environments; run: sudo apt-get install python3-venv"
