// SPDX-License-Identifier: GPL-3.0-or-later
#include <sstream>
#include <string_view>

#include "app/console/option_table.h"
#include "app/manual/pages.h"

namespace apportion::manual {

namespace {

using console::OptionInfo;

std::vector<std::string> wordsOf(const OptionInfo& option) {
    const std::string value = option.value;
    std::vector<std::string> words;
    std::istringstream all(value.find('|') == std::string::npos ? "" : value);
    for (std::string word; std::getline(all, word, '|');)
        words.push_back(word);
    return words;
}

// A shell command that prints the values.
std::string valuesOf(const OptionInfo& option) {
    if (std::string_view(option.name) == "view")
        return "apportion --list-views 2>/dev/null";
    std::string words;
    for (const std::string& word : wordsOf(option))
        words += " " + word;
    return words.empty() ? "" : "printf '%s\\n'" + words;
}

bool takesFile(const OptionInfo& option) {
    const std::string_view value = option.value;
    return value == "DIR" || value == "OUT.png" || value == "OUT.pdf";
}

std::string bashCompletion() {
    std::string text = "_apportion() {\n    local word=$2\n    COMPREPLY=()\n    case $3 in\n";
    std::string names;
    for (const OptionInfo& option : console::kOptions) {
        names += std::string(names.empty() ? "" : " ") + "--" + option.name;
        if (*option.value == 0)
            continue;
        text += std::string("    --") + option.name + ")\n";
        if (const std::string values = valuesOf(option); !values.empty())
            text +=
                "        mapfile -t COMPREPLY < <(compgen -W \"$(" + values + ")\" -- \"$word\")\n";
        else if (takesFile(option))
            text += "        compopt -o default\n";
        text += "        return\n        ;;\n";
    }
    return text +
           "    esac\n    if [[ $word == -* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"" +
           names +
           "\" -- \"$word\")\n"
           "    else\n        compopt -o default\n    fi\n}\ncomplete -F _apportion apportion\n";
}

// Of zsh, in which brackets and colons end a part.
std::string quoted(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += c == '\''                          ? "'\\''"
                  : c == '[' || c == ']' || c == ':' ? std::string("\\") + c
                                                     : std::string(1, c);
    return result;
}

std::string zshCompletion() {
    std::string text = "_arguments -S \\\n";
    for (const OptionInfo& option : console::kOptions) {
        text += std::string("    '--") + option.name + (*option.value == 0 ? "" : "=") + "[" +
                quoted(option.help) + "]";
        if (const std::string values = valuesOf(option); !values.empty())
            text += ":" + quoted(option.value) + ":($(" + quoted(values) + "))";
        else if (*option.value != 0)
            text += ":" + quoted(option.value) + ":" + (takesFile(option) ? "_files" : "");
        text += "' \\\n";
    }
    return text + "    '*:FILE:_files'\n";
}

std::string fishCompletion() {
    std::string text;
    for (const OptionInfo& option : console::kOptions) {
        text +=
            std::string("complete -c apportion -l ") + option.name + " -d \"" + option.help + "\"";
        if (const std::string values = valuesOf(option); !values.empty())
            text += " -x -a \"(" + values + ")\"";
        else if (*option.value != 0)
            text += takesFile(option) ? " -r" : " -x";
        text += "\n";
    }
    return text;
}

}  // namespace

Page consolePage(const Release& release) {
    Page page("apportion", '1', "divide a pool of GPUs among teams", release);
    page.heading("SYNOPSIS");
    page.paragraph("apportion [OPTIONS] [FILE]");
    page.heading("DESCRIPTION");
    page.paragraph(console::kSummary);
    page.heading("OPTIONS");
    page.item("FILE", console::kFileHelp);
    for (const OptionInfo& option : console::kOptions)
        page.item(std::string("--") + option.name + (*option.value == 0 ? "" : " ") + option.value,
                  option.help);
    page.heading("SEE ALSO");
    page.paragraph(
        "apportionctl(1), apportion-scenario(5), apportion-project(5), apportion-plan(5), "
        "apportion-exit-status(7)");
    return page;
}

std::string consoleCompletion(const std::string& shell) {
    const std::string head = "# SPDX-License-Identifier: GPL-3.0-or-later\n";
    return shell == "bash"  ? head + bashCompletion()
           : shell == "zsh" ? "#compdef apportion\n" + head + zshCompletion()
                            : head + fishCompletion();
}

}  // namespace apportion::manual
