// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done to a project: one table of commands, from which the command line is made and the
// console takes its actions. A command is a function from a state to a changed state; who may, how
// it is recorded and how it is undone is the same for all.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/access/access.h"
#include "core/change/command_request.h"
#include "core/change/engine_rules.h"
#include "core/model/journal.h"
#include "core/model/problem.h"
#include "core/store/objects.h"

namespace apportion {

// How an argument is given and what it may be. Amounts are texts as people write them: "0.25",
// "8", "2h". A trailing argument is what stands behind "--", word by word and taken as it is.
enum class ArgumentKind { text, gpu, number, amount, memory, seconds, moment, flag, json, word };

struct ArgumentInfo {
    std::string_view name;
    ArgumentKind kind = ArgumentKind::text;
    enum class Place { positional, rest, option, trailing } place = Place::option;
    bool required = false;
    std::string_view help;
    std::string_view words = {};  // of kind word: those allowed, separated by blanks
    bool repeated = false;        // may be given several times, as the rest may
};

struct CommandCall {
    const Project& project;         // as it is
    const store::Objects& objects;  // the same, as the file has it
    const Arguments& arguments;
    const EngineRules& engine;
    std::string who;
    Moment now = 0;
    // Whether the command of work that has its place never had a process, as far as `who` can know.
    std::function<bool(const ProjectWorkload& work)> neverRan = {};
    // Whether work of that name has ended, at any time.
    std::function<bool(const std::string& name)> hasEnded = {};
};

struct CommandEffect {
    // Begins with the configuration as it is. Without the work: that may be much, and no command
    // changes it here.
    explicit CommandEffect(const Project& before);

    Project after;
    std::vector<Fact> work = {};  // what becomes of workloads
    std::string subject = {};     // for people
    std::optional<Revision> undoes = {};
    std::string why = {};  // where the command itself has something to say
    Problems notes = {};   // warnings to show
};

// A right that the command needs, for one of the things it is about.
struct Need {
    Right right = Right::administer;
    Subject subject = {};
};

struct CommandInfo {
    std::string_view id;  // "quota.add": a group and a verb; or a verb alone
    std::vector<ArgumentInfo> arguments;
    Right right = Right::administer;  // the least that somebody needs for any subject
    bool undoable = true;
    std::string_view help;
    std::vector<Need> (*needs)(const CommandCall& call) = nullptr;
    Result<CommandEffect> (*apply)(const CommandCall& call) = nullptr;
    // What else is told of who lacks a right; nothing of what they may not read. Of a command that
    // has it all that is wrong is told at once, also beside arguments that cannot be read.
    Problems (*alsoWrong)(const CommandCall& call) = nullptr;
};

// All commands, by subject.
std::span<const CommandInfo> projectCommands();
const CommandInfo* findCommand(std::string_view id);

// Whether each argument is one of the command's and of its kind, and none is missing; pointers are
// "/NAME".
Problems checkArguments(const CommandInfo& command, const Arguments& arguments);

}  // namespace apportion
