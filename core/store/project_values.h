// SPDX-License-Identifier: GPL-3.0-or-later
// Between the objects of a project file and the model: each object's body is JSON in the words of
// the scenario format where that has them.
#pragma once

#include <string>
#include <vector>

#include "core/model/journal.h"
#include "core/model/problem.h"
#include "core/store/first_work.h"
#include "core/store/objects.h"

namespace apportion::store {

// Errors: those of a scenario file, with `file` as its name; they mean that the file is damaged.
Result<Project> projectFrom(const Objects& objects, const std::string& file);
// The same, and of a crowd of work what is seen first is told while the rest is being read.
Result<Project> projectFrom(const Objects& objects, const std::string& file, const FirstLook& look);

// Brings a project up to date with an entry that is about work alone, without reading all the rest
// again. False, and nothing done, if it is about more, or is not what it seems.
bool followWork(Project& project, const JournalEntry& entry);

// The same for facts that change or add quotas, users, and what happens by itself; `objects` has
// them already. What each says is read, and not whether it makes sense with the rest. False if it
// takes reading everything: the project is of no use then.
bool followFacts(Project& project, const Objects& objects, const std::vector<Fact>& facts);

// Name, epoch and settings: a scenario without anything in it.
std::string bodyOf(const Scenario& pool);
// The quota above one, of its body; empty if there is none.
std::string parentOf(const std::string& quotaBody);
std::string bodyOf(const ProjectUser& user);
std::string bodyOf(const TemporaryChange& change);
std::string bodyOf(const Timetable& timetable);
std::string bodyOf(const RestorePoint& point);
// Without submit and running; with the command, which a scenario has no word for.
std::string bodyOf(const Workload& spec, const std::optional<WorkCommand>& command);
std::string bodyOf(const WorkloadRun& run);
std::string bodyOf(const Eviction& eviction, Moment at);
std::string endedBodyOf(const ProjectWorkload& workload);
// The reverse of the above. Of a workload that has not ended its run is left empty.
Result<ProjectWorkload> workloadFrom(const std::string& body);
// The same body without its command, for who may not read it.
std::string withoutCommand(const std::string& body);
Result<ProjectWorkload> endedFrom(const std::string& body);
Result<WorkloadRun> runFrom(const std::string& body);
Result<Eviction> evictionFrom(const std::string& body);
// What one of these found wrong, told of the object and the file.
Problems damageOf(const Problems& wrong, ObjectKind kind, const std::string& key,
                  const std::string& file);

// The facts that lead from one configuration to another; work is not looked at. `objects` is what
// `before` was made of.
std::vector<Fact> difference(const Objects& objects, const Project& before, const Project& after);

}  // namespace apportion::store
