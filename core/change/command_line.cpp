// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/command_line.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/change/command.h"

namespace apportion {

namespace {

constexpr std::array<std::string_view, 4> kAboutWork{"submit", "cancel", "finish", "priority"};

void add(std::string& line, const std::string& word) {
    line += ' ';
    line += word;
}

}  // namespace

bool isAboutWork(std::string_view command) {
    return std::find(kAboutWork.begin(), kAboutWork.end(), command) != kAboutWork.end();
}

std::string shellWord(const std::string& text) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_./=:,@%+-").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), plain))
        return text;
    std::string quoted = "'";
    for (const char c : text)
        if (c == '\'')
            quoted += R"('\'')";
        else
            quoted += c;
    return quoted += '\'';
}

std::string commandLineOf(const Change& change, const std::string& file) {
    const CommandInfo& info = infoOf(change);
    std::string line = isAboutWork(info.id) ? "apportionctl" : "apportionctl project";
    const std::size_t dot = info.id.find('.');
    add(line, std::string(info.id.substr(0, dot)));
    add(line, shellWord(file));
    if (dot != std::string_view::npos)
        add(line, std::string(info.id.substr(dot + 1)));
    std::string trailing;
    for (const ArgumentInfo& argument : info.arguments) {
        if (argument.help.empty() || argument.write == nullptr)
            continue;  // filled in by the program
        const bool option = argument.place == ArgumentInfo::Place::option;
        std::string& to = argument.place == ArgumentInfo::Place::trailing ? trailing : line;
        for (const std::string& text : argument.write(change)) {
            if (option)
                add(to, "--" + std::string(argument.name));
            if (argument.kind != ArgumentKind::flag)
                add(to, shellWord(text));
        }
    }
    return trailing.empty() ? line : line + " --" + trailing;
}

}  // namespace apportion
