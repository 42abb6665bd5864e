// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/command_line.h"

#include "core/change/refuse.h"
#include "core/model/visible_text.h"

namespace apportion {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
// Without quotes a shell would do something about them.
constexpr std::string_view kOfAShell = "|&;<>()$`*?[]#";

class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) {}

    Result<CommandLine> read() {
        for (at_ = 0; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (kBlanks.find(c) != std::string_view::npos) {
                endWord();
            } else if (c == '\'' || c == '"') {
                if (!readQuoted(c))
                    return refuse("command-line-quote", {textArgument("quote", {&c, 1})});
            } else if (c == '\\') {
                if (++at_ == text_.size())
                    return refuse("command-line-backslash");
                take(text_[at_]);
            } else {
                shell_ =
                    shell_ || kOfAShell.find(c) != std::string_view::npos || (c == '~' && !begun_);
                assigns_ = assigns_ || (c == '=' && begun_);
                take(c);
            }
        }
        endWord();
        return std::move(line_);
    }

private:
    void take(char c) {
        word_ += c;
        begun_ = true;
    }

    bool readQuoted(char quote) {
        begun_ = true;
        for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
            // Between double quotes a backslash speaks for these alone.
            if (quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() &&
                (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\'))
                ++at_;
            word_ += text_[at_];
        }
        return at_ < text_.size();
    }

    void note(const char* code) {
        Problem problem;
        problem.warning = true;
        problem.message = {code, {textArgument("word", word_)}};
        line_.notes.push_back(std::move(problem));
    }

    void endWord() {
        if (!begun_)
            return;
        if (assigns_ && line_.arguments.empty())
            note("command-line-variable");
        else if (shell_)
            note("command-line-shell");
        line_.arguments.push_back(std::move(word_));
        word_.clear();
        begun_ = shell_ = assigns_ = false;
    }

    const std::string& text_;
    std::size_t at_ = 0;
    CommandLine line_;
    std::string word_;
    bool begun_ = false;
    bool shell_ = false;    // the word has something that only a shell understands
    bool assigns_ = false;  // NAME=value
};

// With each of these bytes behind a backslash.
std::string behindBackslashes(const std::string& word, std::string_view bytes) {
    std::string text;
    for (const char c : word) {
        if (bytes.find(c) != std::string_view::npos)
            text += '\\';
        text += c;
    }
    return text;
}

// Of the first word a shell would make a variable.
std::string quoted(const std::string& word, bool first) {
    if (const std::string escaped = behindBackslashes(word, "\\'"); visibleText(word) != word)
        return "$'" + visibleText(escaped) + "'";
    const bool plain =
        !word.empty() && !(first && word.find('=') != std::string::npos) && word.front() != '~' &&
        word.find_first_of(" \t\r\n'\"\\{}!" + std::string(kOfAShell)) == std::string::npos;
    std::string text = plain ? "" : "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + (plain ? "" : "'");
}

}  // namespace

Result<CommandLine> readCommandLine(const std::string& text) {
    return Reader(text).read();
}

std::string commandLineOf(const std::vector<std::string>& arguments) {
    std::string line;
    for (const std::string& word : arguments)
        line += (line.empty() ? "" : " ") + quoted(word, line.empty());
    return line;
}

}  // namespace apportion
