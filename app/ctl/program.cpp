// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/help.h"
#include "core/model/version.h"

namespace apportion::ctl {

namespace {

std::string exitCodes() {
    std::string text = "Exit codes:";
    for (const ExitCodeInfo& each : kExitCodes)
        text += (each.code == kDone ? " " : ", ") + std::to_string(each.code) + " " +
                std::string(each.meaning);
    return text + ".";
}

}  // namespace

std::unique_ptr<CLI::App> makeProgram(Action& run) {
    auto program = std::make_unique<CLI::App>(
        "Apportion divides a pool of GPUs among teams. On the command line: check a scenario,\n"
        "run it, ask why something waits, compare outcomes, replay or convert a trace, try a "
        "plan;\n"
        "keep a pool with its history in a project file, and submit work to it; read a Slurm "
        "cluster.",
        "apportionctl");
    CLI::App& app = *program;
    app.set_version_flag("--version", versionText("apportionctl"));
    app.require_subcommand(1);
    app.failure_message(
        [](const CLI::App* failed, const CLI::Error& error) { return usageError(*failed, error); });
    app.formatter(std::make_shared<Help>());
    app.get_formatter()->column_width(32);
    app.footer(exitCodes() +
               "\n\nExamples:\n"
               "  apportionctl simulate pool.json\n"
               "  apportionctl explain pool.json serve --at 60");
    addValidate(app, run);
    addSimulate(app, run);
    addExplain(app, run);
    addCompare(app, run);
    addReplay(app, run);
    addReport(app, run);
    addFairness(app, run);
    addPlan(app, run);
    addConvert(app, run);
    addCluster(app, run);
    addProject(app, run);
    addKeep(app, run);
    return program;
}

}  // namespace apportion::ctl
