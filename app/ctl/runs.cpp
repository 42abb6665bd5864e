// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project approve|log: commands that run on this machine.
#include <algorithm>
#include <fstream>
#include <iostream>

#include <unistd.h>

#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/cluster/local/run_loss.h"
#include "core/model/visible_text.h"
#include "core/plan/draft/command_line.h"
#include "core/session/commands/project_answers.h"
#include "core/session/local/ask_approval.h"
#include "core/session/local/run_logs.h"

namespace apportion::ctl {

namespace {

struct RunsOptions {
    std::string file;
    std::string name;
    std::string digest;
    int replica = -1;
    bool list = false;
};

std::string shown(const std::string& word) {
    return commandLineOf({word});
}

int approve(ProjectDesk& desk, const RunsOptions& options) {
    auto asked = approvalOf(desk, options.name);
    if (!asked)
        return refuseProject(asked.error(), false);
    if (!options.digest.empty()) {
        if (auto done = approveThere(desk, options.name, options.digest); !done)
            return refuseProject(done.error(), false);
        return answer("-", Form::text,
                      [&](std::ostream& out) { out << options.name << " is approved.\n"; });
    }
    return answer("-", Form::text, [&](std::ostream& out) {
        out << "Command:  " << commandLineOf(asked->command.arguments)
            << "\nFolder:   " << shown(asked->command.directory)
            << "\nUser:     " << shown(asked->user) << ", "
            << plural(asked->replicas, "replica", "replicas") << " of "
            << formatValue(Value::ofGpu(asked->gpu)) << "\n";
        if (!asked->approvedBy.empty())
            out << "Approved: by " << shown(asked->approvedBy) << "\n";
        else if (!asked->runner.empty() && asked->runner != desk.who())
            out << "\nIt would run as " << shown(asked->runner)
                << ", who runs the scheduler. Only that user can approve it.\n";
        else
            out << "\nIt would run as you" << (asked->runner.empty() ? ", after you go live" : "")
                << ". To approve it:\n  "
                << commandLineOf({"apportionctl", "project", "approve", options.file, options.name,
                                  "--digest", asked->digest})
                << "\n";
    });
}

// A status that says that it runs is as old as its keeper.
std::string endText(const RunLog& log) {
    const KeeperStatus& status = log.status;
    if (!status.failure.empty())
        return status.failure;
    if (status.exitCode)
        return "exit code " + std::to_string(*status.exitCode);
    if (status.signal)
        return "signal " + std::to_string(*status.signal);
    if (const auto loss = lossOf(log.folder))
        return render(*loss);
    return status.running && status.started != 0 ? "running" : "-";
}

// Of what bore the name before, each says by which it goes now.
int list(const std::vector<NamedRunLog>& logs, const std::string& name) {
    const bool several = std::any_of(
        logs.begin(), logs.end(), [&](const NamedRunLog& each) { return each.workload != name; });
    TextTable table({{"workload", Align::left, true},
                     {"started (UTC)", Align::left},
                     {"replica", Align::right},
                     {"devices", Align::left},
                     {"end", Align::left, true},
                     {"log", Align::left, true}});
    for (const auto& [workload, each] : logs) {
        std::string devices;
        for (const HeldDevice& device : each.job.devices)
            devices += (devices.empty() ? "" : ",") + device.name;
        table.row({several ? workload : "-",
                   each.status.started != 0 ? dateText(each.status.started) : "-",
                   std::to_string(each.job.replica), devices.empty() ? "-" : devices,
                   endText(each) + (each.status.stopped ? ", asked to stop" : ""),
                   logPath(each.folder)});
    }
    return answer("-", Form::text, [&](std::ostream& out) { out << table.text(); });
}

int log(ProjectDesk& desk, const RunsOptions& options) {
    auto logs = runLogsNamed(desk, options.name, options.list);
    if (!logs)
        return refuseProject(logs.error(), false);
    if (options.list && !logs->empty())
        return list(*logs, options.name);
    for (const NamedRunLog& named : *logs) {
        const RunLog& each = named.log;
        if (options.replica >= 0 && each.job.replica != options.replica)
            continue;
        if (!each.status.failure.empty())
            std::cerr << each.status.failure << "\n";
        if (each.status.dropped > 0)
            std::cerr << each.status.dropped << " earlier bytes are not kept.\n";
        // A log holds what a program wrote: it must not give orders to a terminal.
        return answer("-", textOrData(isatty(STDOUT_FILENO) == 0), [&](std::ostream& out) {
            for (const std::string& part : {previousLogPath(each.folder), logPath(each.folder)})
                if (std::ifstream text(part, std::ios::binary);
                    text.peek() != std::ifstream::traits_type::eof())
                    out << text.rdbuf();
        });
    }
    const auto asked = approvalOf(desk, options.name);
    if (asked && !asked->approvedBy.empty() && asked->approvedBy != desk.who())
        std::cerr << "The command of " << visibleText(options.name) << " runs as "
                  << visibleText(asked->approvedBy) << ". Only that user can read its log.\n";
    else
        std::cerr << "No command of " << visibleText(options.name)
                  << " has run on this machine for this user.\n";
    return kNo;
}

}  // namespace

void addRuns(CLI::App& project, Action& run) {
    const auto add = [&](const char* name, const char* help,
                         int (*work)(ProjectDesk&, const RunsOptions&)) {
        auto options = std::make_shared<RunsOptions>();
        CLI::App* command = project.add_subcommand(name, help);
        command->add_option("FILE", options->file, "The project file")->required();
        command->add_option("WORKLOAD", options->name, "The workload")->required();
        command->callback([&run, options, work] {
            run = [options, work] {
                return withPool(options->file, Opens::readOnly, false,
                                [&](ProjectPool& pool) { return work(pool.desk(), *options); });
            };
        });
        return std::pair(command, options);
    };
    {
        auto [command, options] =
            add("approve", "Show and approve the command of a workload", approve);
        command->add_option("--digest", options->digest, "Approve this command, as it was shown")
            ->option_text("DIGEST");
        command->footer(
            "Users who can write to the file can add commands to it. A command runs, as the user "
            "who\nruns the scheduler, only after that user approves it. Without --digest it is "
            "shown.");
    }
    {
        auto [command, options] = add("log", "Show the output of the command of a workload", log);
        command->add_option("--replica", options->replica, "Replica, from 0")
            ->option_text("N")
            ->check(CLI::NonNegativeNumber);
        command->add_flag("--list", options->list, "All runs: devices, ends and logs");
        command->footer(
            "\"WORKLOAD #1\" is the first of several workloads of a name. A terminal shows "
            "control\n"
            "characters as escapes. A pipe and a file get every byte.");
    }
}

}  // namespace apportion::ctl
