// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas that get another name by turning entries of the journal round, and what refers to them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/journal.h"
#include "core/store/objects.h"
#include "core/store/project_file.h"

namespace apportion {

// The name is what everything else refers to: all of it follows, but for the work.
void renameQuota(Project& project, const std::string& from, const std::string& to);

// Quotas that an entry gives another name, also by undoing that: one goes, and another comes to its
// place.
std::vector<std::pair<std::string, std::string>> renamedQuotas(const JournalEntry& entry);

// The present names of quotas, with those that they had before these entries.
std::map<std::string, std::string> earlierNames(const std::vector<JournalEntry>& latestFirst);

// The names that quotas bear now, as the journal tells: work that is over keeps in its file the one
// that its quota had then.
class QuotaNames {
public:
    // Entries of a file that change its configuration, each once and in order, as far as they can
    // be read.
    void follow(ProjectFile& file, std::span<const ProjectFile::Action> actions);
    // The last that it was given; 0 = none.
    Revision followed() const { return followed_; }
    // The present name of the quota that bore `name` at `at`, or its last one if it was removed.
    std::string nameNow(std::string name, Moment at) const;
    // The same of work that is over.
    void nameNow(ProjectWorkload& work) const;

private:
    struct Change {
        Moment at = 0;
        std::string from;  // empty = it came back, its removal undone
        std::string to;    // empty = it was removed
    };
    void note(const JournalEntry& entry);

    Revision followed_ = 0;
    std::vector<Change> changes_;
};

// Work that refers to a quota under its present name, where the facts do not speak of it.
std::vector<Fact> workUnderNames(const Project& project, const store::Objects& objects,
                                 const std::map<std::string, std::string>& names,
                                 const std::vector<Fact>& facts);

}  // namespace apportion
