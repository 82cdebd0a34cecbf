# shellcheck shell=bash
# Releases: each in a folder of its own with its own Python environment, `current` points at one.

BASE=$ROOT/opt/companion
GAMES=$ROOT/var/lib/companion
# shellcheck disable=SC2034 # setup.sh and companion-box read it
CONF=$ROOT/etc/companion/box.conf
BOX_USER=companion
PARTS="companion hardware/pi docs/kiosk.md pyproject.toml README.md LICENSE CHANGELOG.md"
# Made by `make lock`.
LOCK=hardware/pi/requirements.txt
START_S=60
SETTLE_S=5
RELEASE=""

# What a release puts on the machine: file, place, mode.
box_files() {
    cat <<'END'
files/companion.service /etc/systemd/system/companion.service 644
files/companion-given-up.service /etc/systemd/system/companion-given-up.service 644
files/companion-trouble.service /etc/systemd/system/companion-trouble.service 644
files/companion-stick@.service /etc/systemd/system/companion-stick@.service 644
files/60-companion.rules /etc/udev/rules.d/60-companion.rules 644
files/50-companion.rules /etc/polkit-1/rules.d/50-companion.rules 644
files/90-companion.conf /etc/systemd/journald.conf.d/90-companion.conf 644
lib/words.sh /usr/local/lib/companion/words.sh 644
lib/release.sh /usr/local/lib/companion/release.sh 644
lib/trouble.sh /usr/local/lib/companion/trouble.sh 644
companion-stick /usr/local/lib/companion/companion-stick 755
companion-box /usr/local/bin/companion-box 755
END
}

# install_files PI_FOLDER
install_files() {
    local file place mode
    while read -r file place mode; do
        put_file "$1/$file" "$place" "$mode"
    done < <(box_files)
}

remove_files() {
    local file place mode
    while read -r file place mode; do
        remove_file "$place"
    done < <(box_files)
}

# tree_in FOLDER: where in it the program lies; a stick made by bundle.sh has it in repo/.
tree_in() {
    local tree
    for tree in "$1/repo" "$1"; do
        if [ -f "$tree/companion/__init__.py" ] && [ -d "$tree/hardware/pi" ]; then
            (cd "$tree" && pwd)
            return 0
        fi
    done
    fail "there is no Companion in $1; perhaps the stick is not plugged in; name the folder that holds companion/ or was made by bundle.sh."
}

# release_name TREE: the version, and what tells two states of the same version apart.
release_name() {
    local version hash
    version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$1/companion/__init__.py")
    # shellcheck disable=SC2086 # a list of words
    hash=$(cd "$1" && find $PARTS -type f ! -path '*/__pycache__/*' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-8)
    printf '%s-%s\n' "$version" "$hash"
}

copy_tree() {
    mkdir -p "$2"
    # shellcheck disable=SC2086 # a list of words
    tar -C "$1" --exclude=__pycache__ -cf - $PARTS | tar -C "$2" --no-same-owner -xf -
}

# make_release TREE RELEASE_FOLDER WHEELS_OR_NOTHING
make_release() {
    local offline=() pip=("$2/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir)
    [ -z "$3" ] || offline=(--no-index --find-links "$3")
    # Without the mark it was cut off half-way, by a pulled plug for instance.
    rm -rf "$2"
    copy_tree "$1" "$2/source" || return
    # The system's lgpio is the one that fits the system's Python.
    python3 -m venv --system-site-packages "$2/.venv" || return
    # Nothing but the packages the release was made with, to the bit; and nothing fetched besides.
    "${pip[@]}" "${offline[@]}" --only-binary=:all: --require-hashes \
        --requirement "$2/source/$LOCK" || return
    "${pip[@]}" --no-index --no-deps --no-build-isolation "$2/source" || return
    rm -rf "$2/source/build" "$2"/source/*.egg-info
    touch "$2/complete"
}

# build_release TREE WHEELS_OR_NOTHING: sets RELEASE to its name.
build_release() {
    RELEASE=$(release_name "$1")
    if [ -e "$BASE/releases/$RELEASE/complete" ]; then
        tell "Release $RELEASE is already built."
        return 0
    fi
    change "builds release $RELEASE beside what is there" \
        make_release "$1" "$BASE/releases/$RELEASE" "$2" || {
        rm -rf "${BASE:?}/releases/$RELEASE"
        fail "release $RELEASE could not be built, what was there is untouched; usually the network is missing, or a wheel is missing or was changed; connect the machine or use --from with a folder made by bundle.sh."
    }
}

as_box_user() { runuser -u "$BOX_USER" -- "$@"; }

# check_release NAME: can it start, read the data folder, and bank? What is unplugged just now,
# screen or panel, is no fault of the release and only told.
check_release() {
    local program=$BASE/releases/$1/.venv/bin/companion found answer
    as_box_user "$program" --version >/dev/null || return
    found=$(as_box_user "$program" doctor --data "$GAMES" || true)
    printf '%s\n' "$found" | sed 's/^/    /'
    grep -q '^versions *ok' <<<"$found" && grep -q '^data *ok' <<<"$found" || return
    answer=$(printf '{"do":"state"}\n' |
        as_box_user "$program" pipe --edition classic_us --players A,B) || return
    grep -q '"ok": *true' <<<"$answer"
}

# name_of LINK: the release it points at, or nothing.
name_of() { [ ! -L "$BASE/$1" ] || basename "$(readlink "$BASE/$1")"; }

# point LINK NAME: a rename, so that at no moment there is none.
point() {
    ln -sfn "releases/$2" "$BASE/$1.new"
    mv -T "$BASE/$1.new" "$BASE/$1"
}

# While setup or update are at work, the trouble screen leaves it to them to go back.
take_charge() {
    mkdir -p "$BASE"
    exec 9>"$BASE/lock"
    flock --nonblock 9 ||
        fail "another setup or update is at work; wait until it has ended, then run this again."
}

# switch_to NAME: its files on the machine and `current` at it; nothing is restarted.
switch_to() {
    local before=$CHANGES
    install_files "$BASE/releases/$1/source/hardware/pi"
    [ "$(name_of current)" = "$1" ] || change "points current at release $1" point current "$1"
    [ "$CHANGES" = "$before" ] || on_a_running_machine "reading the new units and device rules" \
        "reads the new units and device rules" reload_system
}

reload_system() {
    systemctl daemon-reload
    udevadm control --reload || true
}

# Starts what `current` points at; true once it drew its first picture and then stayed.
comes_up() {
    local waited=0 starts
    systemctl reset-failed companion.service 2>/dev/null || true
    systemctl --no-block restart companion.service
    until systemctl is-active --quiet companion.service; do
        if [ "$waited" -ge "$START_S" ] || systemctl is-failed --quiet companion.service; then
            return 1
        fi
        waited=$((waited + 1))
        sleep 1
    done
    starts=$(systemctl show -p NRestarts --value companion.service)
    sleep "$SETTLE_S"
    systemctl is-active --quiet companion.service &&
        [ "$(systemctl show -p NRestarts --value companion.service)" = "$starts" ]
}

# The service stands still meanwhile, so the copy is of whole journals. Its user makes it: in a
# folder of his, root would write through a link to any place.
keep_games() {
    local copy=$GAMES/before-update.tar
    [ -d "$GAMES" ] || return 0
    as_box_user rm -f "$copy.new" &&
        as_box_user tar -C "$GAMES" --exclude='./before-update.tar*' -cf "$copy.new" . &&
        as_box_user mv -T "$copy.new" "$copy"
}

# try_release NEW OLD: NEW runs, or OLD does again and it is an error.
try_release() {
    printf '%s\n' "$2" >"$BASE/trial"
    if running; then
        systemctl stop companion.service
        keep_games || {
            rm -rf "$BASE/trial" "$GAMES/before-update.tar.new"
            comes_up || true
            fail "the games could not be copied before the change; usually the card is full; free some space and repeat. $2 runs again and nothing was changed."
        }
    fi
    switch_to "$1"
    if running && ! comes_up; then
        step "$1 did not come up within $START_S seconds; going back to $2."
        journalctl -b -t companion -n 8 -o cat --no-pager 2>/dev/null | sed 's/^/    /' || true
        switch_to "$2"
        rm -f "$BASE/trial"
        comes_up || fail "$2 does not come up either, so the screen or the data folder is to blame; see: companion-box logs"
        fail "$1 does not start on this machine; $2 runs again and no game was touched; see: companion-box logs"
    fi
    rm -f "$BASE/trial"
    [ "$1" = "$2" ] || point previous "$2"
}

# Only the release that runs and the one before it are kept.
drop_old_releases() {
    local folder name
    for folder in "$BASE"/releases/*; do
        name=$(basename "$folder")
        [ "$name" = "$(name_of current)" ] || [ "$name" = "$(name_of previous)" ] ||
            change "removes the old release $name" rm -rf "$folder"
    done
}

# What the screen shows when the kiosk does not: the desktop where there is one, else a login.
give_login_back() {
    if systemctl cat display-manager.service >/dev/null 2>&1; then
        systemctl --no-block start display-manager.service
    else
        systemctl --no-block start getty@tty1.service
    fi
}
