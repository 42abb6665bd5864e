#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands of Slurm as recorded answers: linked under each of their names beside the texts. `down` beside it: the
# controller is dead; `refused`: it takes no token; `slow`: it answers late; `dbdown`: accounting is
# dead; `changed-NAME`: what a change puts in place of NAME.
here=$(dirname "$0")
name=$(basename "$0")
if [ -e "$here/slow" ]; then
    sleep 30
fi
if [ -e "$here/down" ] && [ "$name" != sacctmgr ]; then
    echo "$name: error: Unable to contact slurm controller (connect failure)" >&2
    exit 1
fi
if [ -e "$here/dbdown" ] && [ "$name" = sacctmgr ]; then
    echo "sacctmgr: error: _open_persist_conn: failed to open persistent connection to host:localhost" >&2
    exit 1
fi
if [ -e "$here/refused" ]; then
    echo "$name: error: Protocol authentication error" >&2
    exit 1
fi
change() {
    echo "$*" >>"$here/told"
    for changed in "$here"/changed-*; do
        [ -e "$changed" ] && mv "$changed" "$here/${changed##*/changed-}"
    done
    exit 0
}
case $name in
squeue | sinfo)
    mark=$(printf '%s' "$*" | sed 's/.*\(~[0-9]*~\).*/\1/')
    sed "s/~mark~/$mark/" "$here/$name.txt"
    ;;
scontrol)
    case $1 in
    token) exit 1 ;;
    show)
        case $2 in
        assoc_mgr) cat "$here/assoc_mgr.txt" ;;
        *) cat "$here/config.txt" ;;
        esac
        ;;
    *) change "$@" ;;
    esac
    ;;
sbatch)
    cat >"$here/script"
    echo 31
    change "$name" "$@"
    ;;
sdiag) cat "$here/sdiag.txt" ;;
sacctmgr)
    case "$*" in
    -i*) change "$@" ;;
    *=defaultaccount) cat "$here/default.txt" ;;
    *' assoc'*) cat "$here/assoc.txt" ;;
    *' qos'*) cat "$here/qos.txt" ;;
    *' account'*) cat "$here/account.txt" ;;
    *) echo "$(id -un)|Operator|" ;;
    esac
    ;;
esac
