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

// As a refusal says what is meant: "a whole number".
std::string_view formOf(ArgumentKind kind);

struct ArgumentInfo {
    std::string_view name;
    ArgumentKind kind = ArgumentKind::text;
    enum class Place { positional, rest, option, trailing } place = Place::option;
    bool required = false;
    std::string_view help = {};
    std::string_view words = {};  // of kind word: those allowed, separated by blanks
    // What it is the name of: a word of ObjectKind, "node", or "sizes", which begin with the name
    // of a quota; empty = of nothing that is there.
    std::string_view names = {};
    bool repeated = false;  // may be given several times, as the rest may
    // Of the member of the change that it is (core/change/fields.h): whether a text is a value of
    // it; its value from texts that are; its value as texts, none where it is not given.
    bool (*fits)(const std::string& text) = nullptr;
    void (*read)(Change& change, std::string_view name,
                 const std::vector<std::string>& texts) = nullptr;
    std::vector<std::string> (*write)(const Change& change) = nullptr;
    void (*clear)(Change& change) = nullptr;
};

struct CommandCall {
    const Project& project;         // as it is
    const store::Objects& objects;  // the same, as the file has it
    const Change& change;
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
    std::vector<Fact> work = {};  // what becomes of workloads, and of prices
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
    Change none = {};  // with nothing given
    std::function<std::vector<Need>(const CommandCall& call)> needs = {};
    std::function<Result<CommandEffect>(const CommandCall& call)> apply = {};
    // What else is told of who lacks a right; nothing of what they may not read. Of a command that
    // has it all that is wrong is told at once, also beside arguments that cannot be read.
    std::function<Problems(const CommandCall& call)> alsoWrong = {};
};

// All commands, by subject.
std::span<const CommandInfo> projectCommands();
const CommandInfo* findCommand(std::string_view id);

const CommandInfo& infoOf(const Change& change);
inline std::string_view idOf(const Change& change) {
    return infoOf(change).id;
}

// From the words of a command line, or of the journal. What cannot be read of them is in `typed`;
// pointers are "/NAME".
CommandRequest requestOf(std::string_view id, Arguments arguments);
// What of a request is missing, or is not of its kind.
Problems checkArguments(const CommandRequest& request);
// Without what such problems are about.
Change withoutUnread(Change change, const Problems& unread);

Arguments argumentsOf(const Change& change);
// For the journal. What the program filled in is in the facts, and so is a command.
std::string journalText(const CommandRequest& request);

}  // namespace apportion
