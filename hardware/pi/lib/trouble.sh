# shellcheck shell=bash
# The screen after a crash loop: what is wrong, in both languages, and a way on without a keyboard.

RETRY_S=300

# The sentence in English, then in German.
trouble_reason() {
    if findmnt --fstab /var/lib/companion >/dev/null && ! mountpoint -q /var/lib/companion; then
        printf '%s\n' "The stick or partition with the games is missing: plug it in." \
            "Der Stick oder die Partition mit den Spielen fehlt: steckt sie ein."
    elif ! ls "$ROOT"/dev/dri/card* >/dev/null 2>&1; then
        printf '%s\n' "The graphics driver is off: config.txt needs dtoverlay=vc4-kms-v3d." \
            "Der Grafiktreiber fehlt: in config.txt muss dtoverlay=vc4-kms-v3d stehen."
    elif [ "$(grep -hxE '(dis)?connected' "$ROOT"/sys/class/drm/*/status 2>/dev/null | sort -u)" = disconnected ]; then
        printf '%s\n' "No screen was found: check its cable and its power." \
            "Es wurde kein Bildschirm gefunden: prüft Kabel und Strom."
    else
        printf '%s\n' "The program ended several times in a row; the reason stands below." \
            "Das Programm ist mehrmals hintereinander beendet worden; der Grund steht unten."
    fi
}

trouble_screen() {
    local english german
    { read -r english; read -r german; } < <(trouble_reason)
    printf '\033c\n'
    cat <<END
  The trading unit does not start.  Your games are kept.
  $english
  Try this: pull the plug, wait ten seconds, plug it in again.

  Die Handelseinheit startet nicht.  Eure Spiele sind da.
  $german
  Das hilft oft: Stecker ziehen, zehn Sekunden warten, wieder einstecken.

  It tries again by itself in 5 minutes, or with Enter.  L and Enter: log in.
  Sie versucht es in 5 Minuten selbst wieder, oder mit Enter.  L und Enter: anmelden.

END
    journalctl -b -t companion -p 4 -n 12 -o cat --no-pager 2>/dev/null | uniq | tail -n 5 | cut -c1-96 | sed 's/^/  /'
}

# An update that was cut off by a pulled plug before it was seen to work is taken back first.
take_back_unproven() {
    local old
    old=$(cat "$BASE/trial" 2>/dev/null) || return 1
    (take_charge 2>/dev/null) || return 0
    rm -f "$BASE/trial"
    [ -n "$old" ] && [ -d "$BASE/releases/$old" ] && [ "$old" != "$(name_of current)" ] || return 1
    tell "The new release $(name_of current) does not start; going back to $old."
    switch_to "$old"
    start_again
}

start_again() {
    systemctl reset-failed companion.service
    systemctl --no-block start companion.service
}

trouble() {
    local typed=""
    take_back_unproven && return 0
    trouble_screen
    read -r -t "$RETRY_S" typed || true
    case "$typed" in
        [lL]*) give_login_back ;;
        *) start_again ;;
    esac
}
