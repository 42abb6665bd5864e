# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of apportionctl for bash. The program itself says what can come next.

_apportionctl() {
    local words=() part line index
    # Bash takes "QUOTA=8" apart at "=".
    for ((index = 1; index <= COMP_CWORD; index++)); do
        part=${COMP_WORDS[index]}
        if [[ ${#words[@]} -gt 0 && ($part == =* || ${words[-1]} == *=) ]]; then
            words[-1]+=$part
        else
            words+=("$part")
        fi
    done
    # As the shell would read them: without quotes, with the home folder.
    for index in "${!words[@]}"; do
        part=${words[index]}
        [[ $part == \~/* ]] && part=$HOME/${part#\~/}
        part=${part//\\/}
        part=${part//\"/}
        words[index]=${part//\'/}
    done
    local begun=${words[-1]} typed=
    [[ $begun == *=* ]] && typed=${begun%%=*}=
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        if [[ -z $line ]]; then
            compopt -o default
            continue
        fi
        [[ $line == *= ]] && compopt -o nospace
        [[ $line == "$typed" ]] && continue
        printf -v part %q "${line#"$typed"}"
        COMPREPLY+=("${part//\\=/=}")
    done < <("$1" complete "${words[@]}" 2>/dev/null)
}
complete -F _apportionctl apportionctl
