# shellcheck shell=bash
# What setup.sh and companion-box share: how they speak, and the one door through which they
# change anything.

# A folder that stands for the machine's root, for tests; empty on a real machine.
ROOT=${BOX_ROOT:-}
DRY=${DRY:-}
CHANGES=0
SKIPPED=()
umask 022

step() { printf '\n%s\n' "$1"; }
tell() { printf '  %s\n' "$1"; }

# One sentence: what is wrong, the usual cause, what to do.
fail() {
    printf 'companion: %s\n' "$1" >&2
    exit 1
}

# change SENTENCE COMMAND...: says it and does it, or with --dry-run only says it.
change() {
    local sentence=$1
    shift
    CHANGES=$((CHANGES + 1))
    if [ -n "$DRY" ]; then
        tell "would: $sentence"
        return 0
    fi
    tell "$sentence"
    "$@"
}

running() { [ -d "$ROOT/run/systemd/system" ]; }

# on_a_running_machine NAME SENTENCE COMMAND...: skipped by name where systemd does not run.
on_a_running_machine() {
    local name=$1
    shift
    if running; then
        change "$@"
    else
        SKIPPED+=("$name")
    fi
}

must_be_root() {
    [ "$(id -u)" = 0 ] || fail "this changes the machine and needs root; run it with: sudo $1"
}

write_file() {
    install -D -m "$3" "$1" "$2.new"
    mv -T "$2.new" "$2"
}

# put_file FROM TO MODE: TO is a place on the machine, written only where it differs.
put_file() {
    local target=$ROOT$2
    if [ -f "$target" ] && cmp -s "$1" "$target" && [ "$(stat -c %a "$target")" = "$3" ]; then
        return 0
    fi
    change "writes $2" write_file "$1" "$target" "$3"
}

remove_file() {
    if [ -e "$ROOT$1" ] || [ -L "$ROOT$1" ]; then change "removes $1" rm -rf "$ROOT$1"; fi
}

summary() {
    local part
    step "Done."
    if [ "${#SKIPPED[@]}" -gt 0 ]; then
        tell "Left out, because this machine is not running under systemd:"
        for part in "${SKIPPED[@]}"; do tell "- $part"; done
    fi
    if [ "$CHANGES" = 0 ]; then
        tell "Nothing had to be changed."
    elif [ -n "$DRY" ]; then
        tell "Nothing was changed: this was a dry run of $CHANGES changes."
    else
        tell "$CHANGES changes were made."
    fi
}
