// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/writer.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include "core/store/savepoint.h"

namespace apportion::store {
namespace {

// Stands in Held::written for what no caller can say, so that it is written again in any case.
constexpr std::int64_t kLost = kNoValue + 1;

// Series are numbered from 1 in the order they come; a greater number is no series.
constexpr SeriesId kMostSeries = 10'000'000;

}  // namespace

HistoryWriter::HistoryWriter(SQLite::Database& database)
    : database_(database),
      tidy_(database),
      find_(database, "SELECT id FROM history_series WHERE kind = ? AND name = ? AND measure = ?"),
      make_(database, "INSERT INTO history_series (kind, name, measure) VALUES (?, ?, ?)"),
      last_(database, "SELECT id, at FROM history_tail ORDER BY id DESC LIMIT 1"),
      insert_(database, "INSERT INTO history_tail (id, at, heard, data) VALUES (?, ?, ?, ?)") {}

SeriesId HistoryWriter::series(SubjectKind kind, std::string_view name, Measure measure) {
    const std::string text(name);
    for (SQLite::Statement* statement : {&find_, &make_}) {
        statement->tryReset();  // also after one that failed
        statement->bind(1, static_cast<int>(kind));
        statement->bind(2, text);
        statement->bind(3, static_cast<int>(measure));
    }
    if (find_.executeStep()) {
        const SeriesId id = find_.getColumn(0).getInt64();
        find_.reset();  // else it would keep the file from being written to
        return id;
    }
    find_.reset();
    make_.exec();
    return database_.getLastInsertRowid();
}

std::optional<HistoryWriter::LastRow> HistoryWriter::lastRow() {
    std::optional<LastRow> row;
    if (last_.executeStep())
        row = LastRow{last_.getColumn(0).getInt64(), last_.getColumn(1).getInt64()};
    last_.reset();
    return row;
}

void HistoryWriter::hold(const Sample& sample) {
    if (sample.series <= 0 || sample.series > kMostSeries)
        throw std::out_of_range("no series of the history");
    const auto index = static_cast<std::size_t>(sample.series);
    if (index >= held_.size())
        held_.resize(index + 1);
    Held& held = held_[index];
    held.value = sample.value;
    if (held.value != held.written && !held.waits) {
        held.waits = true;
        waiting_.push_back(sample.series);
    }
}

void HistoryWriter::forgetWritten(std::int64_t written) {
    waiting_.clear();
    for (std::size_t series = 1; series < held_.size(); ++series) {
        Held& held = held_[series];
        held.written = written;
        held.waits = held.value != written;
        if (held.waits)
            waiting_.push_back(static_cast<SeriesId>(series));
    }
}

// Compares what the tail says with what this writer believes, and the time with the last call.
void HistoryWriter::look(Second now) {
    const std::optional<LastRow> row = lastRow();
    if (row != believed_ || !started_) {
        const std::int64_t rows = row ? row->id : 0;
        const bool rolledBack = started_ && believed_ && rows < believed_->id;
        if (!rolledBack) {  // a start, or another program has written since
            held_.clear();
            lastCall_.reset();
            silentFrom_ = row ? std::optional(row->at + 1) : std::nullopt;
        } else if (told_.row > rows) {
            silentFrom_ = told_.from;
        }
        forgetWritten(kLost);
        started_ = true;
        believed_ = row;
    }
    if (lastCall_ && now - *lastCall_ > kLongestSilence && !silentFrom_)
        silentFrom_ = *lastCall_ + 1;
    if (silentFrom_)
        forgetWritten(kNoValue);
}

HistoryWriter::Recorded HistoryWriter::record(WallTime at, std::span<const Sample> samples) {
    look(secondOf(at));
    for (const Sample& sample : samples)
        hold(sample);
    return write(secondOf(at), false);
}

void HistoryWriter::stop(WallTime at) {
    look(secondOf(at));
    if (lastCall_ && !silentFrom_)
        write(secondOf(at), true);
}

HistoryWriter::Recorded HistoryWriter::write(Second now, bool force) {
    if (believed_ && now < believed_->at)
        return Recorded::clockBehind;
    // Of a start of which nothing is known nothing need be told.
    const bool news = !waiting_.empty() || (believed_ && silentFrom_) ||
                      (believed_ && now - believed_->at >= kBeat) ||
                      (force && believed_ && now > believed_->at);
    lastCall_ = std::max(now, lastCall_.value_or(now));
    if (!news)
        return Recorded::nothingNew;

    Values values;
    std::sort(waiting_.begin(), waiting_.end());
    for (const SeriesId series : waiting_) {
        Held& held = held_[static_cast<std::size_t>(series)];
        held.waits = false;
        if (held.value != held.written)
            values.push_back({series, held.value});
        held.written = held.value;
    }
    waiting_.clear();

    const LastRow row{believed_ ? believed_->id + 1 : 1, now};
    insert_.bind(1, row.id);
    insert_.bind(2, row.at);
    if (silentFrom_) {
        told_ = {row.id, *silentFrom_};
        insert_.bind(3, std::min(*silentFrom_, now));
    } else {
        insert_.bind(3);
    }
    const Bytes data = packValues(values, placeOfTail(row.id, row.at));
    insert_.bindNoCopy(4, data.data(), static_cast<int>(data.size()));
    insert_.exec();
    insert_.reset();
    believed_ = row;
    silentFrom_.reset();
    return Recorded::written;
}

bool HistoryWriter::tidy(WallTime now) {
    if (sqlite3_get_autocommit(database_.getHandle()) != 0) {
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        const bool more = tidy_.step(secondOf(now));
        transaction.commit();
        return more;
    }
    Savepoint savepoint(database_, "history_tidy");
    const bool more = tidy_.step(secondOf(now));
    savepoint.release();
    return more;
}

bool HistoryWriter::renameSubject(SubjectKind kind, std::string_view from, std::string_view to) {
    SQLite::Statement taken(database_,
                            "SELECT 1 FROM history_series WHERE kind = ? AND name = ? LIMIT 1");
    taken.bind(1, static_cast<int>(kind));
    taken.bind(2, std::string(to));
    if (taken.executeStep())
        return false;
    SQLite::Statement rename(database_,
                             "UPDATE history_series SET name = ? WHERE kind = ? AND name = ?");
    rename.bind(1, std::string(to));
    rename.bind(2, static_cast<int>(kind));
    rename.bind(3, std::string(from));
    rename.exec();
    return true;
}

}  // namespace apportion::store
