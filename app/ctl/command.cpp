// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"

#include <iostream>

#include "app/ctl/output.h"
#include "app/ctl/words.h"
#include "core/model/bounds.h"
#include "core/model/number_text.h"
#include "core/model/one_cause.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

// One, or those that are counted in place of being told.
std::int64_t problemsIn(const Problem& problem) {
    if (problem.message.code == "trace-more-problems" || problem.message.code == "more-problems")
        for (const Argument& argument : problem.message.arguments)
            if (argument.name == "count")
                return argument.value.number;
    return 1;
}

std::optional<std::vector<std::string>>& words() {
    static std::optional<std::vector<std::string>> all;
    return all;
}

}  // namespace

const std::optional<std::vector<std::string>>& trailingWords() {
    return words();
}

int takeTrailingWords(int argc, char** argv) {
    if (argc < 2 || std::string_view(argv[1]) != "submit")
        return argc;
    for (int i = 2; i < argc; ++i)
        if (std::string_view(argv[i]) == "--") {
            words().emplace(argv + i + 1, argv + argc);
            return i;
        }
    return argc;
}

void printNotes(const std::vector<Message>& notes) {
    for (const Message& note : notes)
        std::cerr << toldExactly(note) << '\n';
}

void printProblems(const Problems& problems) {
    std::int64_t errors = 0;
    for (const Problem& problem : firstOfEachKind(foldedByCause(problems))) {
        if (!problem.warning)
            errors += problemsIn(problem);
        std::cerr << problemText(problem) << "\n";
    }
    if (errors > 1)
        std::cerr << grouped(errors) << " errors.\n";
}

int refuseInput(const Problems& problems, bool json) {
    printProblems(problems);
    if (json)
        answer("-", Form::data, [&](std::ostream& out) { writeProblems(out, problems); });
    return kInvalid;
}

int refuseUsage(const std::string& sentence) {
    std::cerr << "error: " << visibleText(sentence) << "\nRun with --help for more information.\n";
    return kUsage;
}

CLI::Validator secondsValidator(Instant least) {
    return {[least](const std::string& text) {
                const std::optional<Instant> value = secondsArgument(text);
                if (value && *value >= least && *value <= kMostTime)
                    return std::string{};
                return "'" + text + "' is not a time in seconds from " + decimalText(least, 3) +
                       " to " + grouped(kMostTime / kSecond) + ", with at most 3 decimal places";
            },
            "SECONDS"};
}

}  // namespace apportion::ctl
