#!/bin/bash
# Stands for the commands that would change the machine. Its name says which one it is; what it is
# told is written down, and what must be remembered lies in $FAKE.
name=${0##*/}
echo "$name $*" >>"$FAKE/told"

systemctl() {
    local unit=${!#} current=$BOX_ROOT/opt/companion/current
    case "$*" in
        is-enabled*)
            [ -e "$FAKE/enabled/$unit" ] || return 1
            echo enabled
            ;;
        enable*) touch "$FAKE/enabled/$unit" ;;
        disable*) rm -f "$FAKE/enabled/$unit" ;;
        get-default) cat "$FAKE/default" ;;
        set-default*)
            echo "$unit" >"$FAKE/default"
            ln -sfn "/lib/systemd/system/$unit" "$BOX_ROOT/etc/systemd/system/default.target"
            ;;
        *is-active*) [ -e "$FAKE/active" ] ;;
        *is-failed*companion.service) [ -e "$FAKE/failed" ] ;;
        *is-failed*) return 1 ;;
        *show*NRestarts*--value*) echo 0 ;;
        *show*ActiveState*--value*) cat "$FAKE/state" ;;
        *show*Job*) cat "$FAKE/job" 2>/dev/null || echo 0 ;;
        show*) echo "ActiveState=$([ -e "$FAKE/active" ] && echo active || echo inactive)" ;;
        cat*display-manager*) [ -e "$FAKE/desktop" ] ;;
        stop*) rm -f "$FAKE/active" ;;
        *start*companion.service)
            rm -f "$FAKE/active" "$FAKE/failed"
            if grep -qs start "$current/source/companion/fault"; then touch "$FAKE/failed"; else touch "$FAKE/active"; fi
            ;;
    esac
}

getent() {
    case "$1" in
        passwd) [ -e "$FAKE/user" ] ;;
        group) grep -qx "$2" "$FAKE/groups" ;;
    esac
}

id() {
    case "$*" in
        -u) cat "$FAKE/uid" ;;
        -[ug]*companion) echo 999 ;;
        *) [ -e "$FAKE/user" ] && cat "$FAKE/user" ;;
    esac
}

dpkg-query() {
    while read -r package; do
        case "$*" in
            *Status*) echo "installed $package, ," ;;
            *) echo "$package" ;;
        esac
    done <"$FAKE/installed"
}

apt-get() {
    local word
    case "$*" in
        *-s*purge*)
            for word in "${@:3}"; do echo "Purg $word [1.0]"; done
            [ ! -e "$FAKE/needed" ] || echo "Remv kodi [1.0]"
            ;;
        *purge*) for word in "${@:4}"; do sed -i "/^$word$/d" "$FAKE/installed"; done ;;
        *install*) printf '%s\n' "${@:5}" >>"$FAKE/installed" ;;
    esac
}

# An environment whose program does what the file `fault` of the release says.
python3() {
    case "$*" in
        *version_info*) cat "$FAKE/python" ;;
        *venv*)
            local place=${!#}
            mkdir -p "$place/bin"
            cat >"$place/bin/python" <<'END'
#!/bin/bash
echo "$*" >>"$FAKE/pip"
for source; do :; done
grep -qs build "$source/companion/fault" && exit 1
cat >"${0%/*}/companion" <<'PROGRAM'
#!/bin/bash
fault=${0%/*}/../../source/companion/fault
case "$*" in
    *doctor*) echo "versions ok  here"; grep -qs data "$fault" || echo "data     ok  here" ;;
    *pipe*) grep -qs bank "$fault" && exit 1; echo '{"ok":true}' ;;
esac
PROGRAM
chmod +x "${0%/*}/companion"
END
            chmod +x "$place/bin/python"
            ;;
    esac
}

case "$name" in
    systemctl | getent | id | dpkg-query | apt-get | python3) "$name" "$@" ;;
    dpkg) cat "$FAKE/architecture" ;;
    apt-cache) echo "  Candidate: 1.0" ;;
    useradd) touch "$FAKE/user" ;;
    usermod) echo "$2" >>"$FAKE/user" ;;
    userdel) rm "$FAKE/user" ;;
    chown) echo "${2%%:*}" >"$FAKE/owner" ;;
    stat)
        case "$*" in
            *%U*) cat "$FAKE/owner" ;;
            *) exec /usr/bin/stat "$@" ;;
        esac
        ;;
    runuser)
        while [ "$1" != -- ]; do shift; done
        shift && exec "$@"
        ;;
    journalctl) cat "$FAKE/journal" 2>/dev/null ;;
    blkid)
        case "$*" in
            *LABEL*) cat "$FAKE/label" ;;
            *) cat "$FAKE/kind" ;;
        esac
        ;;
    findmnt) [ -e "$FAKE/own-disk" ] ;;
    mountpoint) grep -qsx "${!#}" "$FAKE/mounted" ;;
    mount)
        ! grep -qs "^mount $1 $2$" "$FAKE/damaged" || exit 32
        echo "${!#}" >>"$FAKE/mounted"
        ;;
    umount)
        grep -vx "${!#}" "$FAKE/mounted" >"$FAKE/mounted.new"
        mv "$FAKE/mounted.new" "$FAKE/mounted"
        rm -rf "${!#:?}"/*
        ;;
    install)
        words=()
        while [ $# -gt 0 ]; do
            case "$1" in -o | -g) shift ;; *) words+=("$1") ;; esac
            shift
        done
        exec /usr/bin/install "${words[@]}"
        ;;
esac
