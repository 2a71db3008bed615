#!/bin/sh
# tools/chromium.sh: is there a Chromium for the browser tests?  As root on Debian, install what is missing; elsewhere
# say in one line what it is, and fail.
set -eu

found() { [ -x "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null; }

found && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } \
        >/dev/null 2>&1 || true
    found && exit 0
fi
echo "no Chromium; on Debian: sudo apt-get install chromium, elsewhere say CHROMIUM=/path/to/it"
exit 1
