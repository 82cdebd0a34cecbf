#!/bin/sh
# Makes .venv with everything `make run` and `make test` need. Safe to run again: it does
# nothing when nothing is missing. Usage: tools/setup.sh [run|test]
set -eu
cd "$(dirname "$0")/.."
what=${1:-run}

# What a machine needs beside Python's own packages, as "probe:package".
run_apt="python3-venv libgl1 libegl1 libgles2 libgl1-mesa-dri libmtdev1 xvfb xdotool"
test_apt="chromium xclip gcc libc6-dev gcc-avr avr-libc simavr libsimavr-dev libelf-dev openscad shellcheck"

wanted=$run_apt
[ "$what" = test ] && wanted="$run_apt $test_apt"

missing=""
if command -v dpkg-query >/dev/null 2>&1; then
    for package in $wanted; do
        # A Python that brings its own venv module needs no package for it.
        [ "$package" = python3-venv ] && python3 -c 'import ensurepip, venv' 2>/dev/null && continue
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing="$missing $package"
    done
fi
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ]; then sudo=""; else sudo="sudo"; fi
    if [ -n "$sudo" ] && ! command -v sudo >/dev/null 2>&1; then
        echo "These packages are missing and only root can install them: apt-get install$missing" >&2
        exit 1
    fi
    echo "Installing$missing"
    $sudo apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null || {
        echo "apt-get could not install$missing; check the network connection and run this again." >&2
        exit 1
    }
fi

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Companion needs Python 3.11 or newer; this is $(python3 --version)." >&2
    exit 1
}

extra="phones"
sees=""
[ "$what" = test ] && extra="phones,dev"
case "$({ tr -d '\0' </proc/device-tree/model; } 2>/dev/null)" in
    *"Raspberry Pi"*) extra="$extra,pi" sees=--system-site-packages ;;
esac
stamp=".venv/ready-$what"
# shellcheck disable=SC3013 # every sh of ours has -nt
if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ] || [ tools/setup.sh -nt "$stamp" ]; then
    # On a Pi the system's lgpio is the one that fits the system's Python.
    # shellcheck disable=SC2086 # nothing, or one word
    [ -x .venv/bin/python ] || python3 -m venv $sees .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -e ".[$extra]" || {
        echo "pip could not install the Python packages; check the network connection and run this again." >&2
        exit 1
    }
    touch "$stamp"
fi
