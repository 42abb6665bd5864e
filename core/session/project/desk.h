// SPDX-License-Identifier: GPL-3.0-or-later
// One open project and who sits at it. Everything that reads or changes a project goes through
// here: the rights are asked, what is due is done, and each change is one entry of the journal. Not
// thread-safe; each thread opens its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/access/redaction.h"
#include "core/change/command.h"
#include "core/change/command_request.h"
#include "core/change/next_state.h"
#include "core/change/renamed.h"
#include "core/change/undo_stack.h"
#include "core/change/visible_entry.h"
#include "core/change/wall_clock.h"
#include "core/model/explanation.h"
#include "core/model/journal.h"
#include "core/model/outcome.h"
#include "core/model/problem.h"
#include "core/session/project/turned_facts.h"
#include "core/store/first_work.h"
#include "core/store/project_file.h"
#include "core/view/earlier_work.h"
#include "core/view/explain/priority_rise.h"
#include "core/view/explain/work_question.h"
#include "core/view/snapshot.h"

namespace apportion {

class ProjectDesk {
public:
    // Called with a file that has just been opened, before anything takes long. An error ends
    // opening.
    using AtFirst = std::function<Result<void>(ProjectFile& file)>;
    // As the operating system's user. Opened for writing, an unclean end is followed by the full
    // check.
    static Result<ProjectDesk> open(const std::string& path, OpenMode mode,
                                    const std::optional<std::string>& who = {},
                                    WallClock clock = systemClock(), const AtFirst& atFirst = {});
    // The same, and of a crowd of work what is seen first is told while the rest is being read.
    static Result<ProjectDesk> open(const std::string& path, OpenMode mode,
                                    const std::optional<std::string>& who, WallClock clock,
                                    const AtFirst& atFirst, const store::FirstLook& look);
    // To look at it: what is due is done first where the file may be written to, and the file only
    // read where not.
    static Result<ProjectDesk> openToLook(const std::string& path,
                                          const std::optional<std::string>& who = {},
                                          const WallClock& clock = systemClock());
    // A new project of what a scenario says of moment 0.
    static Result<ProjectDesk> init(const std::string& path, const std::string& scenario,
                                    Problems& notes, const std::optional<std::string>& who = {},
                                    WallClock clock = systemClock());

    static Result<ProjectDesk> create(const std::string& path, const Scenario& scenario,
                                      Problems& notes, const std::optional<std::string>& who = {},
                                      WallClock clock = systemClock());
    // Of whatever is there at the moment in which it is made.
    using Start = std::function<Project(Moment now)>;
    static Result<ProjectDesk> create(const std::string& path, const Start& start,
                                      const std::optional<std::string>& who = {},
                                      WallClock clock = systemClock());

    const std::string& who() const { return who_; }
    ProjectFile& file() { return *file_; }
    const ProjectFile& file() const { return *file_; }
    Moment now() const { return clock_(); }
    const WallClock& clock() const { return clock_; }
    // Of whoever runs the engine (LiveClock).
    void setClock(WallClock clock) { clock_ = std::move(clock); }
    // Reading the state may add to them.
    const Problems& notices();

    // The present state; read anew only if somebody wrote.
    Result<const Project*> project();
    const store::Objects& objects() const { return objects_; }

    Result<CommandAnswer> run(const CommandRequest& request);
    // Of dry runs, each as if those before it that were not refused had been written.
    std::vector<Result<CommandAnswer>> run(const std::vector<CommandRequest>& dry);
    // The last change that is in effect, or that one; refused where something depends on it. What
    // a timetable has set since stays; a last change of which nothing else is left is passed over.
    // The last of their own for people who do not administer the pool.
    Result<CommandAnswer> undo(std::optional<Revision> which = {}, bool dryRun = false);
    Result<CommandAnswer> redo(bool dryRun = false);
    // What the next undo and redo are about; nothing = there is none.
    struct Turns {
        std::optional<std::string> undo;
        std::optional<std::string> redo;
    };
    Result<Turns> turns();
    // All changes since a restore point, as one.
    Result<CommandAnswer> restore(const std::string& name, bool dryRun = false);
    // Temporary changes and timetables whose moment has come. Done by itself before each command;
    // needs no right.
    Result<void> doWhatIsDue();

    // The moment of the first entry, from which answers count their times.
    Result<Moment> begin();

    // What quotas are called now that had another name when work ended, as far as the journal can
    // be read.
    const QuotaNames& quotaNames();

    // Queries; each asks for its right.
    struct Shown {
        Outcome outcome;
        Revision revision = 0;
        std::optional<store::Lease> holder;
        std::vector<Message> reclaims;  // what scales will take back, one a quota
        bool inPart = false;  // the asker may not see all: totals are of the work that stands there
    };
    Result<Shown> show();
    // The program that runs the engine; nothing = none.
    Result<std::optional<store::Lease>> holder();
    // Also of work that is over.
    Result<Explanation> explain(const std::string& name);
    // By the name that a workload goes by: what it was submitted with, and all that bore that, the
    // earliest first.
    struct Named {
        std::string given;
        std::vector<Bearer> bearers;
        bool known = false;  // one that goes by it now is there, and may be read
    };
    Result<Named> workNamed(const std::string& name);
    // Its parts, for whoever has engines already and answers on another thread.
    Result<WorkQuestion> askAbout(const std::string& name);
    // About one whose name was given again, which goes by another.
    Result<WorkQuestion> askAboutEarlier(const std::string& given, Moment submitted,
                                         const std::string& goesBy);
    Result<std::vector<JournalEntry>> entriesAbout(const WorkQuestion& question);
    // `known`: the names of what is over, for whoever has found them already.
    Result<Explanation> visible(const std::string& name, std::optional<WorkQuestion::Answer> answer,
                                const EarlierWork* known = nullptr);
    // None for who may not change it.
    PriorityRises riseThatStarts(const std::string& name);
    // What apportion::riseThatStarts() is asked with; nothing = it is not.
    std::optional<Project> toRaise(const std::string& name);
    void hideNames(PriorityRises& rises) const;
    // Latest first. Who may not see the whole pool sees what is about the own quotas, workspaces
    // and work.
    struct Recorded {
        JournalEntry entry;
        bool undone = false;
        // Why it cannot be undone as the next; nothing = it can.
        std::optional<Message> notUndoable;
    };
    Result<std::vector<Recorded>> history(std::size_t most, std::optional<Revision> before = {},
                                          const FactFilter& facts = {});
    // What was changed since keeps it from being undone; nothing = that does not. Not looked at
    // where the entry changed so much that telling would be long. After history(), which follows
    // the file.
    std::optional<Message> overtaken(const JournalEntry& entry);
    struct Audit {
        Revision entries = 0;
        std::string head;  // hash of the last entry
        bool verified = false;
        Problems problems;
    };
    Result<Audit> audit(bool verify);
    // Samples over time of a quota or workspace; `of.value` is not looked at.
    Result<store::HistoryChart> chart(const ProjectFile::HistorySample& of, Moment from, Moment to,
                                      int mostPoints);
    Result<void> backup(const std::string& path, bool history);
    // Everything of the configuration, for who may see the whole pool.
    Result<const Project*> readAll();
    // Of quotas, workspaces, users, nodes (with their states), temporary changes or timetables
    // those that the asker may see, and nothing else; refused to who may see no quota, and nodes to
    // who may not see the whole pool.
    Result<Project> list(ObjectKind kind);
    // Of temporary changes that will not return as they are to, for who may see the whole pool.
    Problems temporaryOutlook() const;
    // Of steps that did not fit or will not.
    Problems timetableOutlook() const;
    // The name under which the asker may hear of a workload; nothing = its own. What the planned
    // entry would bring is the asker's, and not there yet; what is over is known as `over` says.
    Alias alias(const JournalEntry* planned = nullptr,
                std::shared_ptr<const PastWork> over = {}) const;

private:
    ProjectDesk(ProjectFile file, std::string who, WallClock clock);

    Result<void> refresh();
    Result<void> refresh(const store::FirstLook& look);
    bool mayRead(const Workload& spec) const;
    std::function<bool(const Workload&)> readable() const;
    Result<WorkQuestion> question(const std::string& name);
    // Who may not write sees what is due as done.
    void lookAhead();
    // By the timer; nothing = nothing is due.
    std::optional<JournalEntry> dueEntry();
    using Make = std::function<Result<std::optional<JournalEntry>>(Problems& notes)>;
    Result<CommandAnswer> write(const Make& make, bool dryRun, const CommandRequest& request = {});
    // As the asker may hear of them.
    Problems visible(Problems problems, const CommandRequest& request) const;
    Moment commandMoment();
    CommandCall callOf(const Change& change);
    // What the command would do for who may give it.
    Result<CommandEffect> effectOf(const CommandCall& call);
    // What is wrong beside the arguments that cannot be read.
    Problems alsoWrong(const Change& change, const Problems& unread);
    Result<std::optional<JournalEntry>> entryOf(const CommandRequest& request, Problems& notes);
    Result<std::optional<JournalEntry>> turnRound(const JournalEntry& entry, bool undoing,
                                                  Problems& notes);
    TurnedFacts turned(const JournalEntry& entry, bool undoing);
    // A rename turned round, whatever else became of the quota; nothing = it is none, or the names
    // are no longer so.
    std::optional<Project> renamedBack(const JournalEntry& entry, bool undoing) const;
    // What began with the entry and still lasts is ended: others may return to another value than
    // they did then. Nothing = it does not, or nothing of it changed, or it would not return whole.
    std::optional<Project> endedNow(const JournalEntry& entry) const;
    // A temporary change that begins again with the facts of its entry returns to what is there
    // now.
    void beginAnew(const JournalEntry& entry, std::vector<Fact>& facts) const;
    // The timetable that has set this key of an object since an entry.
    std::optional<std::string> timetableThatSet(Revision since, const Fact& fact,
                                                std::string_view key);
    // Their bodies.
    std::vector<std::string> temporariesEndedSince(Revision since);
    // What the next undo and redo are about.
    Result<JournalEntry> nextUndo(const UndoStack& stack);
    Result<JournalEntry> nextRedo(const UndoStack& stack);
    // Without being asked for by number: everybody's to who administers the pool, else one's own.
    bool isTheirs(const JournalEntry& entry) const;
    std::optional<Message> refusalToTurn(const JournalEntry& entry, const Project& state) const;
    // The entry with which a temporary change began.
    std::optional<Revision> beginOf(const std::string& temporary);
    // What is over, the latest last: all of it, or what bore one of these names. Its quotas go by
    // their present names.
    Result<std::vector<ProjectWorkload>> endedWork();
    Result<std::vector<ProjectWorkload>> endedWork(const std::set<std::string>& names);
    Result<PastWork> pastWork();
    Result<std::vector<JournalEntry>> visibleEntries(Revision to, std::size_t most,
                                                     const FactFilter& facts);
    // Follows the entries since the last call.
    Result<const UndoStack*> undoStack();
    // Those that change the configuration, after an entry; as far as the stack was followed.
    std::span<const ProjectFile::Action> configuredSince(Revision since) const;
    // Onto the present state, with everything checked; gives what is to be told. What goes back to
    // before `since` brings no evicted run back. What does not fit any more goes on, or is taken
    // back.
    Result<Problems> checkFacts(const std::vector<Fact>& facts, std::optional<Moment> since,
                                bool reclaims);
    Result<void> checkNext(const std::vector<Fact>& facts, const Scenario* valid = nullptr);

    std::unique_ptr<ProjectFile> file_;
    std::string who_;
    WallClock clock_;
    Problems notices_;
    std::size_t heard_ = 0;  // of those of the file
    store::Objects objects_;
    Project project_;
    bool loaded_ = false;
    bool ahead_ = false;           // of the file, by what was due
    std::optional<Moment> begun_;  // of the first entry
    UndoStack stack_;
    std::vector<ProjectFile::Action> configured_;  // the entries that change the configuration
    Revision stackAt_ = 0;                         // the last entry that both followed
    QuotaNames quotaNames_;
    std::optional<NextState> next_;  // what the entry at hand leads to
};

}  // namespace apportion
