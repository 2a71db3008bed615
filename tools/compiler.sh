#!/bin/sh
# tools/compiler.sh PYTHON: can C extensions be built for this Python?  As root on Debian, install what is missing;
# elsewhere say in one line what it is, and fail.
set -eu
python=$1
cc=${CC:-$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}
headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
try=$(mktemp -d)
trap 'rm -rf "$try"' EXIT
echo '#include <stdio.h>' >"$try/try.c"

compiles() { $cc -shared -fPIC -o "$try/try.so" "$try/try.c" >/dev/null 2>&1; } # $cc may carry options
missing() {
    compiles || echo gcc libc6-dev
    [ -f "$headers/Python.h" ] || echo python3-dev
}

lacking=$(missing | xargs)
[ -n "$lacking" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086 # a list of packages
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $lacking; } \
        >/dev/null 2>&1 || true
    [ -n "$(missing)" ] || exit 0
fi
echo "no C compiler ($cc) or no Python.h in $headers; on Debian: sudo apt-get install $lacking"
exit 1
