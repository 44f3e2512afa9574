#!/bin/sh
# The main job, to watch: three replicas of one store, edited at the same time, synced until equal.
# Usage: demo.sh PROGRAM. Everything happens in a temporary folder, which is removed at the end.
set -eu
program=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/slots-demo-XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 HOME="$work"

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$(printf '\033[1m') off=$(printf '\033[0m'); else bold='' off=''; fi
title() { printf '\n%s== %s%s\n' "$bold" "$1" "$off"; }
# Runs a command and shows what it prints, indented; a failure ends the demonstration.
shown() {
  if "$@" >output 2>&1; then status=0; else status=$?; fi
  sed 's/^/  /' output
  [ "$status" = 0 ] || { echo "the command ended with status $status"; exit 1; }
}
# at REPLICA COMMAND…: shows what is typed, and runs it.
at() {
  replica=$1
  shift
  printf '%s%s$ slots %s%s\n' "$bold" "$replica" "$*" "$off"
  shown "$program" -C "$replica" "$@"
}
everyone() { for replica in "$@"; do "$program" -C "$replica" sync --quiet >/dev/null; done; }
tree() { git -C "$1" rev-parse 'HEAD^{tree}'; }

title "a bare folder as remote, and three replicas, seeded from the factory set"
git init -q --bare hub.git
for replica in phone tablet tv; do
  printf '%sslots init %s --remote hub.git --replica %s%s\n' "$bold" "$replica" "$replica" "$off"
  shown "$program" init "$replica" --remote hub.git --replica "$replica"
done
everyone phone tablet tv
at tv list

title "the phone saves two presets"
cat >borealis.json <<'JSON'
{"name": "Borealis", "params": {"speed": 0.35, "hue": 0.47, "bloom": 0.8, "palette": "ice"}, "tagSignal": "calm"}
JSON
cat >stageglow.json <<'JSON'
{"name": "Stage glow", "params": {"speed": 0.6, "hue": 0.02, "bloom": 0.9, "palette": "ember"}, "tagSignal": "lively"}
JSON
at phone save 12 --file borealis.json
at phone save 13 --file stageglow.json
everyone phone tablet tv

title "all three edit at once, nobody has synced: the same slots and different ones; pins on two"
at phone set 12 speed=0.7
at tablet set 12 hue=0.6
at tablet set 13 bloom=0.4
at phone set 13 hue=0.05
at tv set 3 bloom=0.9
printf '%stablet$ %s%s\n' "$bold" "edit slot.05.json in an editor (speed 0.6 → 0.65)" "$off"
sed -i.bak 's/"speed": 0.6/"speed": 0.65/' tablet/slot.05.json && rm tablet/slot.05.json.bak
at tablet diff
at phone pin 12
at tv pin 13
at tv unpin 2

title "synced until equal: each write is sent, received, or has won or lost"
for replica in tablet phone tv tablet phone; do at "$replica" sync; done
[ "$(tree phone)" = "$(tree tablet)" ] && [ "$(tree tablet)" = "$(tree tv)" ] || {
  echo "the replicas differ"
  exit 1
}
printf 'all three have one tree: %s\n' "$(tree tv)"

title "one edit, as a diff for review"
edit=$(git -C phone log -1 --format=%h -- slot.05.json)
at phone diff 5 "$edit~1..$edit"
printf '%sphone$ git log -1 -p -- slot.05.json%s\n' "$bold" "$off"
git -C phone log -1 -p --format='  %s' -- slot.05.json | sed -n '1,/^$/d;p' | sed 's/^/  /' | head -20

title "slot 12 was written on two replicas: the loser is kept, and comes back"
at phone log 12
lost=$("$program" -C phone log 12 | awk '$1 == "×" { print $2; exit }')
at phone restore 12 --from "$lost" --yes
everyone phone tablet tv
at tv show 12

at tv why 12

title "the phone takes its last sync back, and then thinks again"
at tablet set 13 zoom=2
everyone tablet
at phone sync
at phone undo --list --limit 3
at phone undo
at phone status
at phone redo
everyone phone tablet tv

title "what is other than the factory set; one preset goes by mail"
at tv diff --factory --stat
at tv export 13 --file stageglow.json --yes
at tv import stageglow.json --into 20

title "what the tv plays"
at tv rotation

title "a small fleet: two boxes that are not there, put into the store on the phone"
: >boxes
"$program" simulate --count 2 --profile p4,touch --outage 3000 >boxes &
simulator=$!
trap 'kill $simulator 2>/dev/null || true; rm -rf "$work"' EXIT INT TERM
while [ "$(wc -l <boxes)" -lt 2 ]; do sleep 0.1; done
sed 's/^/  /' boxes
at phone device add stage --address "$(awk 'NR == 1 { print $2 }' boxes)"
at phone device add bar --address "$(awk 'NR == 2 { print $2 }' boxes)"
at phone device list
everyone phone tablet tv

title "edited on the tablet, synced, applied from the tv: nothing restarts"
at tablet device set stage metro_vol=65 clk1_swing=60 metronome=on
at tablet device set bar clk0_phase=-15
at tablet sync
at tv sync
at tv device diff
at tv device apply --all
sleep 1
at tv device status

title "one restart, on purpose"
at tv device apply stage --reboot stage
at tv device check
