// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl: the console without a screen.
#include <iostream>

#include "app/ctl/command.h"
#include "app/ctl/help.h"
#include "app/ctl/output.h"
#include "app/ctl/signals.h"
#include "core/model/scenario.h"

int main(int argc, char** argv) {
    using namespace apportion;
    ctl::holdStandardStreams();
    ctl::prepareSignals();
    const ctl::VisibleErrors errors;
    CLI::App app{
        "Apportion divides a pool of GPUs among teams. On the command line: check a scenario,\n"
        "run it, ask why something waits, compare outcomes, replay or convert a trace, try a "
        "plan;\n"
        "keep a pool with its history in a project file, and submit work to it.",
        "apportionctl"};
    app.set_version_flag("--version", "apportionctl " APPORTION_VERSION "\nscenario format " +
                                          std::to_string(kScenarioFormat) + "\nrules revision " +
                                          std::to_string(kRulesRevision));
    app.require_subcommand(1);
    app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
        return ctl::usageError(*failed, error);
    });
    app.formatter(std::make_shared<ctl::Help>());
    app.get_formatter()->column_width(32);
    app.footer(
        "Exit codes: 0 done, 1 an error at run time, 2 wrong usage, 3 the input is invalid,\n"
        "4 a negative answer (refused, different, or damaged), 130 interrupted,\n"
        "141 the reader of the answer went away.\n\n"
        "Examples:\n"
        "  apportionctl simulate pool.json\n"
        "  apportionctl explain pool.json serve --at 60");
    ctl::Action run;
    ctl::addValidate(app, run);
    ctl::addSimulate(app, run);
    ctl::addExplain(app, run);
    ctl::addCompare(app, run);
    ctl::addReplay(app, run);
    ctl::addPlan(app, run);
    ctl::addConvert(app, run);
    ctl::addProject(app, run);
    ctl::addKeep(app, run);
    try {
        app.parse(ctl::takeTrailingWords(argc, argv), argv);
    } catch (const CLI::ParseError& error) {
        // The help and the version are answers, too.
        int code = ctl::kDone;
        const int written = ctl::answer("-", ctl::Form::text, [&](std::ostream& out) {
            code = app.exit(error, out, std::cerr) == 0 ? ctl::kDone : ctl::kUsage;
        });
        return ctl::endOf(code == ctl::kDone ? written : code);
    }
    return ctl::endOf(run());
}
