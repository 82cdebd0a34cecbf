# shellcheck shell=bash
# What setup.sh does to the machine around the release, and how it gives it back.

BEFORE=$ROOT/opt/companion/before
GROUPS_WANTED="dialout gpio input video render audio"
# Alternatives are separated by |, the first that Debian has counts. libinput is not among them:
# without a desktop SDL reads the touchscreen itself.
PACKAGES="python3-venv libgl1 libegl1 libgles2 libgl1-mesa-dri libgbm1 libdrm2
    libmtdev1t64|libmtdev1 libasound2t64|libasound2 alsa-utils dbus polkitd udev"
# From Raspberry Pi OS; plain Debian 12 has none. Only --panel gpio needs it.
PACKAGES_IF_THERE="python3-lgpio"

check_machine() {
    local word python
    word=$(dpkg --print-architecture 2>/dev/null) || word="no Debian"
    case "$word" in
        arm64 | amd64) ;;
        *) fail "this system is $word, but Kivy is made for 64 bits only; write Raspberry Pi OS (64-bit) to the card and run this again." ;;
    esac
    python=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || python="missing"
    case "$python" in
        3.11 | 3.12 | 3.13) ;;
        *) fail "Python is $python here and has to be 3.11 to 3.13; usually the system is too old or too new; use Raspberry Pi OS Bookworm or Trixie." ;;
    esac
    command -v systemctl >/dev/null || fail "this system has no systemd; use Raspberry Pi OS Bookworm or Trixie."
    word=$({ tr -d '\0' <"$ROOT/proc/device-tree/model"; } 2>/dev/null) || word=""
    tell "This is ${word:-no Raspberry Pi} with Python $python."
}

# remember NAME COMMAND...: what the machine was like before the first setup.
remember() {
    local file=$BEFORE/$1
    shift
    [ -n "$DRY" ] || [ -e "$file" ] || { mkdir -p "$BEFORE" && "$@" >"$file"; }
}

remember_machine() {
    remember default-target readlink_or_none "$ROOT/etc/systemd/system/default.target"
    remember getty state_of getty@tty1.service
    remember user has_user
    remember journal exists "$ROOT/var/log/journal"
    remember packages true
    remember cmdline-words true
}

readlink_or_none() { readlink "$1" || echo none; }
state_of() { systemctl is-enabled "$1" 2>/dev/null || true; }
has_user() { if getent passwd "$BOX_USER" >/dev/null; then echo yes; else echo no; fi; }
exists() { if [ -e "$1" ]; then echo yes; else echo no; fi; }

# Every installed package with what it provides, read once: on a Pi that takes its time.
read_installed() {
    INSTALLED=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides},\n' 2>/dev/null | grep '^installed ')
}

# Also as another package that provides it.
is_installed() { grep -qE "^installed (.*[ ,])?${1//./\\.}( \([^)]*\))?," <<<"$INSTALLED"; }

# Looking is no change: apt would otherwise write its cache.
has_candidate() {
    apt-cache -o Dir::Cache::pkgcache="" -o Dir::Cache::srcpkgcache="" policy "$1" 2>/dev/null |
        grep -E 'Candidate: [^(]' >/dev/null
}

# choose_package A|B: nothing where one of them is installed, else the first that can be had.
choose_package() {
    local name names
    IFS='|' read -r -a names <<<"$1"
    for name in "${names[@]}"; do ! is_installed "$name" || return 0; done
    for name in "${names[@]}"; do
        if has_candidate "$name"; then
            printf '%s\n' "$name"
            return 0
        fi
    done
    printf '%s\n' "${names[-1]}"
}

install_packages() {
    local missing=() wanted name
    read_installed
    for wanted in $PACKAGES; do
        name=$(choose_package "$wanted")
        [ -z "$name" ] || missing+=("$name")
    done
    for name in $PACKAGES_IF_THERE; do
        if is_installed "$name"; then continue; fi
        if has_candidate "$name"; then
            missing+=("$name")
        else
            tell "$name is not to be had here; only --panel gpio needs it."
        fi
    done
    if [ "${#missing[@]}" = 0 ]; then return 0; fi
    change "installs ${missing[*]}" apt_install "$1" "${missing[@]}" ||
        fail "apt-get could not install ${missing[*]}; usually the network is missing; connect the machine once, or use --from with a folder that has debs/."
}

installed_list() { dpkg-query -W -f '${binary:Package}\n' | LC_ALL=C sort; }

apt_install() {
    local debs=$1 before
    shift
    before=$(installed_list)
    export DEBIAN_FRONTEND=noninteractive
    if [ -n "$debs" ]; then
        apt-get install -y -qq --no-install-recommends "$debs"/*.deb >/dev/null || return
    else
        apt-get update -qq || return
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null || return
    fi
    comm -13 <(printf '%s\n' "$before") <(installed_list) >>"$BEFORE/packages"
}

apt_purge() { DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq "$@" >/dev/null; }

make_user() {
    local name groups=()
    for name in $GROUPS_WANTED; do
        if getent group "$name" >/dev/null; then
            groups+=("$name")
        else
            tell "There is no group $name here, so it is left out."
        fi
    done
    if ! getent passwd "$BOX_USER" >/dev/null; then
        change "adds the user $BOX_USER, who cannot log in" useradd --system --user-group \
            --home-dir /var/lib/companion --no-create-home --shell /usr/sbin/nologin "$BOX_USER"
    fi
    for name in "${groups[@]}"; do
        id -nG "$BOX_USER" 2>/dev/null | tr ' ' '\n' | grep -x "$name" >/dev/null ||
            change "adds $BOX_USER to the group $name" usermod -aG "$name" "$BOX_USER"
    done
    if [ ! -d "$GAMES" ] || [ "$(stat -c %U "$GAMES")" != "$BOX_USER" ]; then
        change "makes /var/lib/companion for games and settings" make_games_folder
    fi
}

make_games_folder() {
    mkdir -p "$GAMES" && chown -R "$BOX_USER:$BOX_USER" "$GAMES" && chmod 750 "$GAMES"
}

make_conf() {
    [ -e "$CONF" ] || put_file files/box.conf /etc/companion/box.conf 644
    if [ -n "$PANEL" ] && ! grep -qx "PANEL=$PANEL" "$CONF" 2>/dev/null; then
        change "sets PANEL=$PANEL in /etc/companion/box.conf" sed -i "s|^PANEL=.*|PANEL=$PANEL|" "$CONF"
    fi
}

# A set-up machine keeps its release when the one beside it cannot start.
check_new_release() {
    [ "$(name_of current)" != "$RELEASE" ] || return 0
    if [ -n "$DRY" ]; then return 0; fi
    check_release "$RELEASE" ||
        fail "release $RELEASE does not pass its check, so it is not used; what is wrong stands above."
}

take_console() {
    if [ "$(state_of getty@tty1.service)" = enabled ]; then
        change "no login on the first console; the others (Alt+F2) keep theirs" \
            systemctl disable --quiet getty@tty1.service
    fi
    if [ -e "$ROOT/etc/systemd/system/display-manager.service" ] &&
        [ "$(systemctl get-default)" != multi-user.target ]; then
        change "no desktop at power-on; it is there after leaving the kiosk" \
            systemctl set-default multi-user.target
    fi
}

# The folder of the boot files, where this is a Raspberry Pi's card.
boot_folder() {
    local folder
    for folder in /boot/firmware /boot; do
        if [ -f "$ROOT$folder/cmdline.txt" ]; then printf '%s\n' "$ROOT$folder"; return; fi
    done
}

edit_boot() {
    local folder
    folder=$(boot_folder)
    if [ -z "$folder" ]; then
        SKIPPED+=("the kernel's command line: there is no /boot/firmware/cmdline.txt")
        return 0
    fi
    if ! grep -qw 'consoleblank=[0-9]*' "$folder/cmdline.txt"; then
        change "adds consoleblank=0 to ${folder#"$ROOT"}/cmdline.txt" add_word "$folder/cmdline.txt"
    fi
    grep -qE '^ *dtoverlay=vc4-kms-v3d' "$folder/config.txt" 2>/dev/null ||
        tell "config.txt has no dtoverlay=vc4-kms-v3d: without it there is no picture without a desktop; add that line."
}

# The command line is one line, and the Pi does not start with two.
add_word() {
    sed '1s/ *$/ consoleblank=0/' "$1" >"$1.new" && mv "$1.new" "$1"
    echo consoleblank=0 >"$BEFORE/cmdline-words"
}

start_box() {
    if [ "$(state_of companion.service)" != enabled ]; then
        change "starts the table with the power" systemctl enable --quiet companion.service
    fi
    if [ "$CHANGES" -gt 0 ] || ! is_up; then
        on_a_running_machine "starting the kiosk" "starts the kiosk" start_and_see
    fi
}

is_up() { running && systemctl is-active --quiet companion.service; }

start_and_see() {
    systemctl restart systemd-journald.service
    comes_up || tell "The kiosk does not come up yet; usually a restart is missing; after it see: companion-box status"
}

uninstall() {
    step "Stops the kiosk and gives login and desktop back."
    on_a_running_machine "stopping the kiosk" "stops the kiosk" stop_box
    [ "$(state_of companion.service)" != enabled ] ||
        change "starts no table with the power" systemctl disable --quiet companion.service
    give_console_back
    give_boot_back
    step "Removes what setup.sh put here."
    remove_files
    drop_empty_folders
    on_a_running_machine "reading the units anew" "reads the units and device rules anew" reload_system
    give_journal_back
    give_packages_back
    remove_user
    on_a_running_machine "the login on the screen" "shows the login or the desktop" give_login_back
    remove_file /etc/companion
    remove_file /opt/companion
    if [ -n "$PURGE" ]; then
        remove_file /var/lib/companion
    elif [ -d "$GAMES" ]; then
        tell "The games are kept in /var/lib/companion."
    fi
}

stop_box() {
    systemctl stop companion.service companion-trouble.service || true
    systemctl reset-failed companion.service 2>/dev/null || true
}

was() { cat "$BEFORE/$1" 2>/dev/null || true; }

give_console_back() {
    local target
    if [ "$(was getty)" = enabled ] && [ "$(state_of getty@tty1.service)" != enabled ]; then
        change "login on the first console again" systemctl enable --quiet getty@tty1.service
    fi
    target=$(was default-target)
    if [ -z "$target" ] || [ "$target" = "$(readlink_or_none "$ROOT/etc/systemd/system/default.target")" ]; then
        return 0
    elif [ "$target" = none ]; then
        remove_file /etc/systemd/system/default.target
    else
        change "starts into $(basename "$target") again" ln -sfn "$target" "$ROOT/etc/systemd/system/default.target"
    fi
}

give_boot_back() {
    local folder word
    folder=$(boot_folder)
    word=$(was cmdline-words)
    [ -n "$folder" ] && [ -n "$word" ] && grep -qw -- "$word" "$folder/cmdline.txt" || return 0
    change "takes $word out of cmdline.txt" sed -i "s/ $word\b//" "$folder/cmdline.txt"
}

drop_empty_folders() {
    local folder
    for folder in /usr/local/lib/companion /etc/systemd/journald.conf.d; do
        [ ! -d "$ROOT$folder" ] || [ -n "$DRY" ] || rmdir --ignore-fail-on-non-empty "$ROOT$folder"
    done
}

give_journal_back() {
    if [ "$(was journal)" = no ]; then remove_file /var/log/journal; fi
    on_a_running_machine "restarting the log" "restarts the log" systemctl restart systemd-journald.service
}

# Only what came with setup.sh, and only while nothing else has come to need it.
give_packages_back() {
    local packages=() gone
    mapfile -t packages < <(was packages)
    if [ "${#packages[@]}" = 0 ]; then return 0; fi
    gone=$(apt-get -s purge "${packages[@]}" 2>/dev/null | sed -nE 's/^(Purg|Remv) ([^ ]+) .*/\2/p' |
        grep -vxFf <(printf '%s\n' "${packages[@]}" "${packages[@]%%:*}") || true)
    if [ -n "$gone" ]; then
        tell "The packages stay, since these need them by now: ${gone//$'\n'/ }"
        return 0
    fi
    change "removes the ${#packages[@]} packages that came with it" apt_purge "${packages[@]}" ||
        tell "Some packages could not be removed; try: sudo apt-get -f install"
}

remove_user() {
    # Who was here before, such as a person who logs in under this name, stays.
    [ "$(was user)" = yes ] || ! getent passwd "$BOX_USER" >/dev/null || change "removes the user $BOX_USER" userdel "$BOX_USER"
    [ -n "$PURGE" ] || [ ! -d "$GAMES" ] || change "leaves the games to root" chown -R root:root "$GAMES"
}
