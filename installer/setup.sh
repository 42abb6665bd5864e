# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What app/run, tests/run and .ci/run share. Sourced, after `set -euo pipefail`; leaves the caller in
# the project's top folder.

project_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$project_root" || exit

# A user's own CMAKE_BUILD_PARALLEL_LEVEL wins.
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

say() { printf '== %s\n' "$*"; }
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

is_installed() {
    # A package may be named by what it provides too, so ask for the state of exactly this one.
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# install_packages KIND...: installs what installer/packages.txt lists for these kinds and the machine
# lacks. Does nothing, and asks the network nothing, when all is there or APPORTION_NO_INSTALL is set.
install_packages() {
    [[ -z ${APPORTION_NO_INSTALL:-} ]] || return 0
    command -v apt-get >/dev/null ||
        fail "this is not a Debian system: install what installer/packages.txt lists and run again with --no-install"

    local name kind why missing=()
    while read -r name kind why; do
        [[ -n $name && $name != \#* && " $* " == *" $kind "* ]] || continue
        is_installed "$name" && continue
        [[ ${#missing[@]} -gt 0 ]] || say "Installing with apt what is missing:"
        printf '   %-20s %s\n' "$name" "$why"
        missing+=("$name")
    done <installer/packages.txt
    [[ ${#missing[@]} -gt 0 ]] || return 0

    local as_root=()
    if [[ $(id -u) -ne 0 ]]; then
        command -v sudo >/dev/null ||
            fail "installing needs root, and there is no sudo. As root: apt-get install --no-install-recommends ${missing[*]}"
        as_root=(sudo)
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    "${apt[@]}" update
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
}

# configure PRESET [CMAKE OPTION...]
configure() {
    say "Configuring: cmake --preset $*"
    cmake --preset "$@"
}

# build PRESET [TARGET...]; everything without a target.
build() {
    local command=(cmake --build --preset "$1")
    [[ $# -eq 1 ]] || command+=(--target "${@:2}")
    say "Building: ${command[*]}"
    "${command[@]}"
}
