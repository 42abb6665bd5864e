// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a project file that keeps samples over time.
#include <SQLiteCpp/Transaction.h>

#include "core/store/project_file_open.h"

namespace apportion {

using store::guarded;

Result<void> ProjectFile::recordHistory(Moment at, const std::vector<HistorySample>& samples) {
    return guarded(*this, *open_, [&]() -> Result<void> {
        std::optional<SQLite::Transaction> transaction;
        if (!open_->writing)
            transaction.emplace(open_->database, SQLite::TransactionBehavior::IMMEDIATE);
        if (!open_->history)
            open_->history.emplace(open_->database);
        std::vector<store::Sample> known;
        known.reserve(samples.size());
        for (const HistorySample& each : samples)
            known.push_back(
                {open_->history->series(each.kind, each.name, each.measure), each.value});
        open_->history->record(at, known);
        if (transaction)
            transaction->commit();
        return {};
    });
}

Result<bool> ProjectFile::tidyHistory(Moment now) {
    return guarded(*this, *open_,
                   [&]() -> Result<bool> { return open_->history && open_->history->tidy(now); });
}

void ProjectFile::stopHistory(Moment at) {
    try {
        if (open_->history && damage().empty())
            open_->history->stop(at);
    } catch (const SQLite::Exception&) {
        // What follows is told as a gap.
    }
    open_->history.reset();
}

void ProjectFile::renameHistory(store::SubjectKind kind, const std::string& from,
                                const std::string& to) {
    if (open_->history)
        open_->history->renameSubject(kind, from, to);
    else
        store::HistoryWriter(open_->database).renameSubject(kind, from, to);
}

Result<store::HistoryChart> ProjectFile::chart(const HistorySample& of, Moment from, Moment to,
                                               int mostPoints, Moment aliveUntil) {
    return guarded(*this, *open_, [&]() -> Result<store::HistoryChart> {
        store::HistoryReader reader(open_->database);
        const auto series = reader.find(of.kind, of.name, of.measure);
        return series ? reader.points({*series, from, to, mostPoints, aliveUntil})
                      : store::HistoryChart{};
    });
}

}  // namespace apportion
