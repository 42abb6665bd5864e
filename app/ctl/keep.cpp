// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl keep DIR: not for people; the program that runs the engine starts it.
#include "core/session/commands/keep.h"

#include "app/ctl/command.h"

namespace apportion::ctl {

void addKeep(CLI::App& app, Action& run) {
    auto folder = std::make_shared<std::string>();
    CLI::App* command =
        app.add_subcommand("keep", "Keep one running command (started by the scheduler)");
    command->group("");  // hidden
    command->add_option("DIR", *folder, "The folder of the run")->required();
    command->footer(
        "Starts the command of DIR, waits for it, and records how it ended. SIGTERM is passed "
        "on:\nthe command stops, and is killed when its grace period ends.");
    command->callback([&run, folder] { run = [folder] { return keep(*folder); }; });
}

}  // namespace apportion::ctl
