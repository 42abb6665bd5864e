// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl: the console without a screen.
#include <iostream>
#include <string_view>

#include "app/ctl/command.h"
#include "app/ctl/complete.h"
#include "app/ctl/output.h"
#include "app/ctl/signals.h"

int main(int argc, char** argv) {
    using namespace apportion;
    ctl::holdStandardStreams();
    ctl::prepareSignals();
    const ctl::VisibleErrors errors;
    ctl::Action run;
    const auto app = ctl::makeProgram(run);
    // Asked by a shell, on behalf of a person who types a command.
    if (argc > 1 && std::string_view(argv[1]) == "complete")
        return ctl::printCompletions(*app, {argv + 2, argv + argc});
    try {
        app->parse(ctl::takeTrailingWords(argc, argv), argv);
    } catch (const CLI::ParseError& error) {
        // The help and the version are answers, too.
        int code = ctl::kDone;
        const int written = ctl::answer("-", ctl::Form::text, [&](std::ostream& out) {
            code = app->exit(error, out, std::cerr) == 0 ? ctl::kDone : ctl::kUsage;
        });
        return ctl::endOf(code == ctl::kDone ? written : code);
    }
    return ctl::endOf(run());
}
