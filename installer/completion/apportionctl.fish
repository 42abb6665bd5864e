# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of apportionctl for fish. The program itself says what can come next.

function __apportionctl_complete
    set -l words (commandline -opc)
    set -l begun (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for index in (seq (count $words))
        set words[$index] (string replace -r '^~/' "$HOME/" -- $words[$index])
    end
    for line in ($program complete $words "$begun" 2>/dev/null)
        if test "$line" = \t
            __fish_complete_path "$begun"
        else
            echo -- $line
        end
    end
end
complete -c apportionctl -f -a '(__apportionctl_complete)'
