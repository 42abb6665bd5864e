// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of apportionctl. Each add function describes its command to the parser; once the
// arguments are read, `run` does it and returns the exit code.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/ctl/exit_code.h"
#include "core/model/problem.h"

namespace apportion::ctl {

using Action = std::function<int()>;

// All of them below one program.
std::unique_ptr<CLI::App> makeProgram(Action& run);

void addValidate(CLI::App& app, Action& run);
void addSimulate(CLI::App& app, Action& run);
void addExplain(CLI::App& app, Action& run);
void addCompare(CLI::App& app, Action& run);
void addReplay(CLI::App& app, Action& run);
void addReport(CLI::App& app, Action& run);
void addFairness(CLI::App& app, Action& run);
void addPlan(CLI::App& app, Action& run);
// A verb of plan.
void addPlanAdvise(CLI::App& plan, Action& run);
void addPlanResults(CLI::App& plan, Action& run);
void addConvert(CLI::App& app, Action& run);
void addCluster(CLI::App& app, Action& run);
void addProject(CLI::App& app, Action& run);
void addKeep(CLI::App& app, Action& run);

// What stands behind "--" on the command line of `submit`: the command that a workload runs, word
// by word. The parser never sees it. Nothing = there are no such dashes.
const std::optional<std::vector<std::string>>& trailingWords();
// Takes it off the arguments; gives how many are left.
int takeTrailingWords(int argc, char** argv);

// Errors and warnings on standard error, each with its place and remedy.
// One line each, with long numbers in groups.
void printNotes(const std::vector<Message>& notes);
void printProblems(const Problems& problems);
// The same for input that cannot be used, as validate's document on standard output under --json.
int refuseInput(const Problems& problems, bool json);
// Wrong arguments: one sentence on standard error.
int refuseUsage(const std::string& sentence);
// Accepts what secondsArgument() does, from `least` to the longest that a file may say.
CLI::Validator secondsValidator(Instant least = 0);

}  // namespace apportion::ctl
