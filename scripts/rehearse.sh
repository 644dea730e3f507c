#!/usr/bin/env bash
# Builds and runs the image in a clean chroot, or follows the README or CI there:
#
#   bash scripts/rehearse.sh image          builds the Dockerfile's image and checks it, running as compose.yaml runs it
#   bash scripts/rehearse.sh start          times the README's first commands on a Debian with Node and nothing else
#   bash scripts/rehearse.sh ci [--whole]   runs .ci/run as far as `npm ci`, or all of it
#
# Needs root, Linux and debootstrap. --cache FOLDER keeps the Debian roots for the next run.
set -euo pipefail

repository=$(cd "$(dirname "$0")/.." && pwd)
programs=(chroot curl debootstrap git ip mount npm nsenter pgrep setpriv tar unshare)

# Mounts and processes live in namespaces that end with this script, however it ends.
if [ -z "${REHEARSAL_FOLDER:-}" ]; then
  [ "$(id -u)" = 0 ] || { echo "This needs root: it mounts file systems and creates devices."; exit 1; }
  for program in "${programs[@]}"; do
    command -v "$program" > /dev/null || { echo "This needs $program, which is not installed."; exit 1; }
  done
  folder=$(mktemp -d "${TMPDIR:-/tmp}/lumiglyph-rehearsal-XXXXXX")
  trap 'rm -rf "$folder"' EXIT
  REHEARSAL_FOLDER=$folder setpriv --pdeathsig KILL -- \
    unshare --mount --pid --fork --kill-child --mount-proc -- bash "$0" "$@"
  exit
fi

work=$REHEARSAL_FOLDER cache=$REHEARSAL_FOLDER/cache whole=false rehearsal=image
while [ $# -gt 0 ]; do
  case $1 in
    --cache) cache=$2; shift ;;
    --whole) whole=true ;;
    image | start | ci) rehearsal=$1 ;;
    *) echo "Unknown: $1. Use image, start or ci."; exit 1 ;;
  esac
  shift
done
mkdir -p "$cache" "$work/network"
log=$work/log current="" failed=0
exec 3>&1
trap 'code=$?; if [ "$code" != 0 ] && [ -n "$current" ]; then { echo "FAILED  $current"; tail -n 40 "$log"; } >&3; fi' EXIT

seconds_since() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

# step NAME COMMAND…: runs a command into the log and prints how long it took
step() {
  local begun=$EPOCHREALTIME
  current=$1
  "${@:2}" < /dev/null >> "$log" 2>&1
  printf '%8s s  %.110s\n' "$(seconds_since "$begun")" "${1//$'\n'/ }"
  current=""
}

# check NAME COMMAND…
check() {
  if "${@:2}"; then echo "holds  $1"; else echo "FAILS  $1"; failed=$((failed + 1)); fi
}

# ── The network of this machine, for the roots: npm's registry and authorities, apt's sources and proxies ──

network=(APT_CONFIG=/run/apt.conf "npm_config_registry=$(npm config get registry 2> /dev/null)")
authorities=${NODE_EXTRA_CA_CERTS:-$(npm config get cafile 2> /dev/null)}
if [ -f "$authorities" ]; then
  cp "$authorities" "$work/network/authorities.pem"
  network+=(npm_config_cafile=/run/authorities.pem NODE_EXTRA_CA_CERTS=/run/authorities.pem)
fi
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
  if [ -n "${!name:-}" ]; then network+=("$name=${!name}"); fi
done
apt-config dump --no-empty 2> /dev/null | grep -i '^Acquire::[a-z]*::Proxy' > "$work/network/apt.conf" || true
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(ORIGIN)' 'Created-By: Packages' 2> /dev/null |
  sed -n 's/^\(.* bookworm[^ ]*\) Debian$/deb \1 main/p' | sort -u > "$work/sources" || true

# ── Roots ──

path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

home_of() { if [ "$1" = root ]; then echo /root; else echo "/home/$1"; fi; }

# in_root ROOT USER FOLDER [NAME=VALUE…] COMMAND…: runs a command in a root that has this machine's devices and network
in_root() {
  unshare --mount -- bash -euc '
    mount -t proc proc "$1/proc"
    mount --rbind /sys "$1/sys"
    mount --rbind /dev "$1/dev"
    mount -t tmpfs tmpfs "$1/run"
    mkdir "$1/run/lock"
    cp "$0"/* "$1/run/"
    for file in hosts resolv.conf; do touch "$1/etc/$file"; mount --bind "/etc/$file" "$1/etc/$file"; done
    exec chroot "--userspec=$2" "$1" env -i -C "${@:3}"' \
    "$work/network" "$1" "$2" "$3" "PATH=$path" "HOME=$(home_of "$2")" "${network[@]}" "${@:4}"
}

copy_root() { cp -ax --reflink=auto "$1" "$2"; }

# The smallest Debian with apt, then Node, npm and the user `node`, as in the official slim image.
make_node_root() { # node version, npm version, root
  debootstrap --variant=minbase bookworm "$3" $(sed -n 's/^deb \(.*\) bookworm main$/\1/p' "$work/sources" | head -n 1)
  if [ -s "$work/sources" ]; then cp "$work/sources" "$3/etc/apt/sources.list"; fi
  in_root "$3" root / DEBIAN_FRONTEND=noninteractive sh -ec '
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends libatomic1
    rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb /usr/share/doc /usr/share/info /usr/share/locale /usr/share/man
    groupadd --gid 1000 node
    useradd --uid 1000 --gid node --shell /bin/bash --create-home node'
  unpack "node-linux-$("$node" -p process.arch)@$1" "$work/node"
  install -m 755 "$work/node/bin/node" "$3/usr/local/bin/node"
  unpack "npm@$2" "$3/usr/local/lib/node_modules/npm"
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$3/usr/local/bin/$name"; done
}

unpack() { # package of the registry, folder
  mkdir -p "$2" "$work/parcel"
  (cd "$work" && npm pack "$1" --silent --pack-destination "$work/parcel")
  tar -xzf "$work"/parcel/*.tgz -C "$2" --strip-components=1 --no-same-owner
  rm -r "$work/parcel"
}

# node_root NODE NPM: sets `base` to a root for copying; an unfinished one is made again
node_root() {
  base=$cache/node-$1
  if [ -d "$base" ]; then return; fi
  rm -rf "$base.unfinished"
  step "Debian with Node $1" make_node_root "$1" "$2" "$base.unfinished"
  mv "$base.unfinished" "$base"
}

# Copies the repository as a clone has it, plus uncommitted files.
check_out() { # folder
  mkdir -p "$1"
  git -C "$repository" ls-files --cached --others --exclude-standard -z |
    (cd "$repository" && while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\0' "$file"; fi; done) |
    tar -C "$repository" --null -T - -c | tar -C "$1" -x --no-same-owner
}

# ── A container: no capabilities, its own processes and network, read-only by default ──

# start_container ROOT USER FOLDER read-only|writable [NAME=VALUE…] COMMAND…: sets `pid`; output goes to $work/output
start_container() {
  local dev=$work/container/dev device
  mkdir "$work/container"
  mount --bind "$1" "$work/container"
  mount -t tmpfs -o mode=755 tmpfs "$dev"
  for device in "null 3" "zero 5" "full 7" "random 8" "urandom 9"; do mknod -m 666 "$dev/${device% *}" c 1 "${device#* }"; done
  ln -s /proc/self/fd "$dev/fd"
  ln -s /proc/self/fd/0 "$dev/stdin"
  ln -s /proc/self/fd/1 "$dev/stdout"
  ln -s /proc/self/fd/2 "$dev/stderr"
  mkdir "$dev/shm"
  mount -t tmpfs -o size=64m tmpfs "$dev/shm"
  if [ "$4" = read-only ]; then mount -o remount,bind,ro "$work/container"; fi
  stance=(setpriv "--reuid=$2" "--regid=$2" --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs --
    env -i -C "$3" "PATH=$path" "HOME=$(home_of "$2")")
  unshare --pid --fork --kill-child --net "--mount-proc=$work/container/proc" -- \
    sh -ec 'ip link set lo up; exec chroot "$@"' sh "$work/container" "${stance[@]}" "${@:5}" > "$work/output" 2>&1 &
  container=$!
  for _ in {1..100}; do
    pid=$(pgrep -P "$container") && return
    sleep 0.02
  done
  echo "The container has not started."
  return 1
}

in_container() { nsenter "--target=$pid" --mount --pid --net --root -- "${stance[@]}" "$@"; }
in_its_network() { nsenter "--target=$pid" --net -- "$@"; }

# ── image: the Dockerfile's instructions are functions ──

FROM() {
  [[ $1 =~ ^node:([0-9]+)[0-9.]*-bookworm-slim(@sha256:[0-9a-f]{64})?$ ]] || { echo "$1 is not a supported base image."; exit 1; }
  printf '\nFROM %s %s\n' "$1" "$2"
  node_root "${BASH_REMATCH[1]}" 11
  root=$work/stage-$2 user=root folder=/ variables=()
  step "copy of the base" copy_root "$base" "$root"
}
WORKDIR() { folder=$1; mkdir -p "$root$folder"; }
ENV() { variables+=("$@"); }
USER() { user=$1; }
EXPOSE() { port=$1; }
STOPSIGNAL() { signal=$1; }
HEALTHCHECK() { health=("$@"); }
ENTRYPOINT() { entry=("$@"); }
CMD() { command=("$@"); }
RUN() { step "RUN $1" in_root "$root" "$user" "$folder" "${variables[@]}" /bin/sh -c "$1"; }
COPY() { step "COPY $*" copy_into "$([ -z "$1" ] && echo "$work/context" || echo "$work/stage-$1")" "${@:2}"; }

copy_into() { # origin, sources…, target: a folder's content, or files into a folder
  local target=${!#} source
  if [[ $target != /* ]]; then target=$root$folder/$target; else target=$root$target; fi
  mkdir -p "$target"
  for source in "${@:2:$#-2}"; do
    if [ -d "$1/$source" ]; then source=$source/.; fi
    cp -R --no-dereference --preserve=mode,timestamps "$1/$source" "$target/"
  done
}

# The build context, filtered by .dockerignore. tar needs `**/a` as `a` and `*/a`.
send_context() {
  mkdir "$work/context"
  sed '/^#/d; /^$/d; s|^\*\*/\(.*\)|\1\n*/\1|' "$repository/.dockerignore" > "$work/ignored"
  (cd "$repository" && tar --anchored --wildcards --wildcards-match-slash -X "$work/ignored" -c -- $(ls -A)) |
    tar -C "$work/context" -x --no-same-owner
}

rehearse_image() {
  local steps begun=$EPOCHREALTIME grace
  steps=$("$node" "$repository/scripts/rehearse/steps.ts" image)
  step "context" send_context
  eval "$steps"
  size() { du -sxm "$1" | cut -f 1; }
  printf '\nBuilt in %s s: %s MiB, of which the base has %s and the service %s.\n\n' \
    "$(seconds_since "$begun")" "$(size "$root")" "$(size "$base")" "$(size "$root$folder")"
  check "it contains only what it needs to run" \
    "$node" "$repository/scripts/rehearse/contents.ts" "$root$folder" "$repository/package-lock.json"
  start_container "$root" "$user" "$folder" read-only "${variables[@]}" "${entry[@]}" "${command[@]}"
  stance+=("${variables[@]}")
  check "its health check passes" healthy
  check "it renders an uploaded image" renders
  check "it serves the studio" serves_studio
  check "jemalloc is loaded in all Node processes" uses_jemalloc
  check "no process is root or has a capability" powerless
  # the write to memory proves that the others fail for the right reason
  check "its files cannot be written to" in_container sh -c 'touch /dev/shm/a && ! touch ./a && ! touch ~/a' 2> /dev/null
  grace=$(sed -n 's/.*stop_grace_period: \([0-9]*\)s.*/\1/p' "$repository/compose.yaml")
  check "$signal ends it within $grace s, with exit code 0" stops_within "$grace"
  if [ "$failed" != 0 ]; then echo "The service printed:"; cat "$work/output"; fi
}

healthy() {
  for _ in {1..20}; do
    if in_container "${health[@]}" 2> /dev/null; then return 0; fi
    sleep 1
  done
  return 1
}
renders() {
  local art
  art=$(in_its_network curl -sS -F "image=@$repository/fixtures/koi.png" "http://127.0.0.1:$port/api/v1/render?columns=100")
  [ "$(grep -cxE '.{100}' <<< "$art")" -ge 20 ]
}
serves_studio() { in_its_network curl -sS "http://127.0.0.1:$port/" | tr '\n' ' ' | grep -q '<title>.*assets/'; }
processes() { pgrep --ns "$pid" --nslist pid "$@"; }
uses_jemalloc() {
  local nodes process
  nodes=$(processes node)
  [ "$(wc -w <<< "$nodes")" -ge 2 ] || return 1
  for process in $nodes; do grep -q libjemalloc "/proc/$process/maps" || return 1; done
}
powerless() {
  local process
  for process in $(processes); do
    if grep -qE '^Uid:.*\s0(\s|$)' "/proc/$process/status"; then return 1; fi
    [ "$(grep -cE '^Cap(Eff|Bnd):\s+0+$' "/proc/$process/status")" = 2 ] || return 1
  done
}
stops_within() {
  kill -s "$signal" "$pid"
  for ((tries = 0; tries < 10 * $1; tries++)); do
    if ! kill -0 "$container" 2> /dev/null; then wait "$container"; return; fi
    sleep 0.1
  done
  return 1
}

# ── start ──

rehearse_start() {
  local home=/home/node/lumiglyph most=120 begun install start ask answer took
  eval "$("$node" "$repository/scripts/rehearse/steps.ts" start)"
  node_root 26 11
  root=$work/newcomer
  step "copy of the base" copy_root "$base" "$root"
  step "clone" check_out "$root$home"
  in_root "$root" root / chown -R node:node "$home"
  step "$install, with all downloads" in_root "$root" node "$home" sh -ec "$install"
  rm -rf "$root$home/node_modules"
  begun=$EPOCHREALTIME
  step "$install, from npm's cache" in_root "$root" node "$home" npm_config_prefer_offline=true sh -ec "$install"
  start_container "$root" node "$home" writable sh -c "$start"
  while answer=$(cd "$root$home" && in_its_network sh -c "$ask" 2>&1) || true; do
    took=$(seconds_since "$begun")
    if [ "$(grep -cE '^.{20,}$' <<< "$answer")" -ge 10 ] || [ "${took%.*}" -ge "$most" ]; then break; fi
    sleep 0.1
  done
  echo "$answer"
  echo "From a clone to a first render: $took s of at most $most, without downloads."
  if [ "${took%.*}" -ge "$most" ]; then failed=1; cat "$work/output"; fi
}

# ── ci: the superuser of a Debian with Node 20 ──

rehearse_ci() {
  local clone=/root/lumiglyph
  node_root 20 10
  root=$work/ci
  step "copy of the base" copy_root "$base" "$root"
  step "clone" check_out "$root$clone"
  if $whole; then
    in_root "$root" root "$clone" bash .ci/run
  else
    sed '/^npm ci/q' "$repository/.ci/run" > "$root$clone/.ci/install"
    step ".ci/run as far as npm ci" in_root "$root" root "$clone" bash .ci/install
  fi
  in_root "$root" root "$clone" npx --no -- node --version
  if [ -e "$root/usr/sbin/policy-rc.d" ]; then
    echo "The policy that keeps servers from starting was not removed."
    failed=1
  fi
}

node=$repository/node_modules/.bin/node
"rehearse_$rehearsal"
[ "$failed" = 0 ]
