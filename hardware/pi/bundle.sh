#!/bin/bash
# bundle.sh FOLDER: everything setup.sh --from and `companion-box update` need without internet:
# the program in repo/, the Python packages in wheels/ and, on the machine's own kind, debs/.
set -eu -o pipefail
[ $# = 1 ] || { echo "usage: bundle.sh FOLDER, such as a stick" >&2; exit 2; }
mkdir -p "$1"
target=$(cd "$1" && pwd)
cd "$(dirname "$0")"
# shellcheck source=lib/words.sh
. lib/words.sh
# shellcheck source=lib/release.sh
. lib/release.sh
# shellcheck source=lib/machine.sh
. lib/machine.sh

MARK=companion-bundle

# download VERSION PLATFORM: the wheels for one Python on one machine.
download() {
    python3 -m pip download --quiet --disable-pip-version-check --only-binary=:all: \
        --python-version "$1" --platform "manylinux2014_$2" --platform "manylinux_2_28_$2" \
        --implementation cp --dest "$target/wheels" --require-hashes --requirement "../../$LOCK"
}

for folder in repo wheels debs; do
    [ ! -e "$target/$folder" ] || [ -e "$target/$MARK" ] ||
        fail "$1 has a folder $folder already that no bundle.sh made, and it would be overwritten; name an empty folder."
done
touch "$target/$MARK"
step "The program, in repo/."
rm -rf "$target/repo" "$target/wheels"
copy_tree ../.. "$target/repo"
step "The Python packages for Bookworm and Trixie, in wheels/."
for machine in ${BUNDLE_MACHINES:-aarch64}; do
    for version in ${BUNDLE_PYTHONS:-3.11 3.13}; do
        download "$version" "$machine" || fail "the Python packages for $version on $machine cannot be had; usually the network is missing; connect this computer and try again."
    done
done
if [ "$(dpkg --print-architecture 2>/dev/null)" = arm64 ] && [ "$(id -u)" = 0 ]; then
    step "Debian's packages that are missing on this Pi, in debs/."
    rm -rf "$target/debs" && mkdir -p "$target/debs/partial"
    read_installed
    missing=()
    for wanted in $PACKAGES $PACKAGES_IF_THERE; do
        name=$(choose_package "$wanted")
        [ -z "$name" ] || missing+=("$name")
    done
    [ "${#missing[@]}" = 0 ] || apt-get install -y -qq --no-install-recommends --download-only \
        -o "Dir::Cache::archives=$target/debs" "${missing[@]}" >/dev/null
    rm -rf "$target/debs/partial" "$target/debs/lock"
fi
step "$target is ready: sudo bash $target/repo/hardware/pi/setup.sh --from $target"
