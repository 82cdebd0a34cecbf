#!/bin/bash
# Turns Raspberry Pi OS (64-bit, Lite or Desktop, Bookworm or newer) into the box on the table.
# Safe to run again: it changes only what is not yet as it should be. See docs/kiosk.md.
set -eu -o pipefail
here=$PWD
cd "$(dirname "$0")"
# shellcheck source=lib/words.sh
. lib/words.sh
# shellcheck source=lib/release.sh
. lib/release.sh
# shellcheck source=lib/machine.sh
. lib/machine.sh

usage() {
    cat <<'END'
setup.sh [--from FOLDER] [--panel screen|gpio|serial[:PORT]] [--dry-run]
setup.sh --uninstall [--purge] [--dry-run]

  --from FOLDER  without internet: a folder or stick made by bundle.sh
  --panel PANEL  buttons and lights beside the screen's (can be changed later in box.conf)
  --dry-run      says every step and changes nothing
  --uninstall    gives the machine back; the games stay in /var/lib/companion
  --purge        the games and the settings go too
END
}

FROM="" PANEL="" UNINSTALL="" PURGE=""
again="$0 $*"
while [ $# -gt 0 ]; do
    case "$1" in
        --from | --panel)
            [ $# -gt 1 ] || fail "$1 needs a word behind it; see $0 --help."
            if [ "$1" = --from ]; then FROM=$2; else PANEL=$2; fi
            shift
            ;;
        --dry-run) DRY=yes ;;
        --uninstall) UNINSTALL=yes ;;
        --purge) PURGE=yes ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && exit 2 ;;
    esac
    shift
done
case "$PANEL" in
    "" | screen | gpio | serial | serial:?*) ;;
    *) fail "'$PANEL' is no panel; say --panel screen, gpio, serial or serial:PORT." ;;
esac
[ -z "$PURGE" ] || [ -n "$UNINSTALL" ] || fail "--purge deletes the games and only goes with --uninstall; nothing was changed."
case "$FROM" in "" | /*) ;; *) FROM=$here/$FROM ;; esac
[ -z "$FROM" ] || [ -d "$FROM" ] || fail "there is no folder $FROM; perhaps the stick is not plugged in; name the folder bundle.sh made."

if [ -n "$UNINSTALL" ]; then
    [ -n "$DRY" ] || must_be_root "$again"
    uninstall
    summary
    exit 0
fi

check_machine
[ -n "$DRY" ] || must_be_root "$again"
[ -n "$DRY" ] || take_charge
tree=$(tree_in "${FROM:-../..}")
wheels="" debs=""
if [ -n "$FROM" ]; then
    [ ! -d "$FROM/wheels" ] || wheels=$(cd "$FROM/wheels" && pwd)
    [ ! -d "$FROM/debs" ] || debs=$(cd "$FROM/debs" && pwd)
fi
remember_machine
step "Packages: what draws, hears touches and makes sound without a desktop."
install_packages "$debs"
step "User: $BOX_USER runs the app and may use screen, touch, pins, USB and sound, nothing else."
make_user
step "Release: the program with a Python environment of its own."
build_release "$tree" "$wheels"
step "Box: service, device rules, log, settings and the command companion-box."
make_conf
old=$(name_of current)
if [ -z "$DRY" ] || [ -d "$BASE/releases/$RELEASE" ]; then
    check_new_release
    if [ -n "$DRY" ] || [ -z "$old" ] || [ "$old" = "$RELEASE" ]; then
        switch_to "$RELEASE"
    else
        try_release "$RELEASE" "$old"
    fi
else
    install_files "$tree/hardware/pi"
fi
step "Console: the table instead of a login or a desktop on the screen."
take_console
step "Boot: the console does not darken the screen; the app does that itself."
edit_boot
step "Start: with the power, and now."
start_box
summary
[ "$CHANGES" = 0 ] || [ -n "$DRY" ] || tell "Restart once, so that everything counts: sudo reboot"
