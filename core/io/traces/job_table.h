// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose rows are jobs: what the readers of all formats share. Values that cannot be read
// become problems, rows that are left out are counted by cause.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/field_values.h"
#include "core/io/traces/interner.h"
#include "core/io/traces/job_blocks.h"
#include "core/io/traces/mapped_words.h"
#include "core/io/traces/names_twice.h"
#include "core/io/traces/row_counts.h"
#include "core/io/traces/table.h"
#include "core/io/traces/trace_options.h"
#include "core/model/trace.h"

namespace apportion {

class JobTable {
public:
    static Result<JobTable> open(const std::string& path, TableShape shape,
                                 const TraceOptions& options);

    bool next() {
        if (table_.isSkipped() || !remarked_.empty())
            settleRow();
        return table_.next();
    }
    std::string_view value(std::size_t column) const { return table_.value(column); }
    bool has(std::size_t column) const { return table_.has(column); }
    const std::string& nameOf(std::size_t column) const { return table_.nameOf(column); }
    void require(std::size_t column) { table_.require(column); }
    // Tells that none of the columns is there that say how long a job ran.
    void refuseNoDuration(std::string columns) { table_.refuseNoDuration(std::move(columns)); }
    // Of the present row; nothing, and a problem, if the value is none.
    std::optional<Duration> seconds(std::size_t column);
    // Since a beginning of the trace's own, or since 1970.
    std::optional<Instant> moment(std::size_t column);
    std::optional<Gpu> gpus(std::size_t column);       // rounded up to a hundredth, with a remark
    std::optional<Gpu> exactGpus(std::size_t column);  // more places than two are a problem
    bool missing(std::size_t column) const { return table_.missing(column); }
    std::optional<Instant> date(std::size_t column);  // a date and nothing else
    std::optional<Instant> time(std::size_t column);  // a date, or seconds
    // From one time to another; nothing, and a problem, if they are the wrong way round or too far
    // apart.
    std::optional<Duration> between(std::size_t start, std::size_t end);
    // The same where it is only looked at: nothing if there is none, below 0 if they are the wrong
    // way round; what is no time is a problem all the same.
    std::optional<Duration> span(std::size_t start, std::size_t end);
    // A start that stands beside a run time, where it and the submission can be read; nothing is
    // refused.
    std::optional<Instant> startBeside(std::size_t submit, std::size_t start) {
        const auto from = order_.read(value(submit));
        const auto to = order_.read(value(start));
        if (!from || !to)
            return {};
        lookAtStart(*from, *to);
        return to;
    }
    // Before the submission it is a remark.
    void lookAtStart(Instant submit, Instant start) {
        if (start < submit)
            remark("trace-remark-start-before-submit");
    }
    // A run time that does not count; what is none is a problem all the same.
    void lookAt(std::size_t seconds) {
        if (!missing(seconds))
            this->seconds(seconds);
    }
    // The number of the group; a problem if it cannot name a quota.
    std::uint32_t group(std::size_t column);
    // At least 0. A missing value is 0.
    std::int64_t amount(std::size_t column, std::int64_t scale, std::int64_t most);
    void refuse(std::size_t column, std::string code, std::vector<Argument> more = {}) {
        table_.refuse(column, std::move(code), std::move(more));
    }

    // The present row is left out, counted under a code with {count} and {line}.
    void drop(std::string_view code) {
        remarked_.clear();
        leftOut_ = true;
        if (!table_.isSkipped())
            drops_.add(code, table_.lineNumber(), {}, 0);
    }
    // The same, but that moments in these columns which cannot be read are problems of the row.
    using Read = std::optional<Instant> (JobTable::*)(std::size_t column);
    void drop(std::string_view code, std::initializer_list<std::size_t> moments,
              Read read = &JobTable::time) {
        bool all = true;
        for (const std::size_t column : moments)
            all = (missing(column) || (this->*read)(column)) && all;
        if (all)
            drop(code);
    }
    // The present row was read otherwise than it stands there.
    void remark(std::string_view code) { remarked_.push_back({code, kNoColumn}); }
    // The same with what stands in a column; the code has {value}, that of the first such row.
    void remark(std::string_view code, std::size_t column) { remarked_.push_back({code, column}); }
    // A start and an end that stand beside a run time, which counts: where they tell another, that
    // is a remark. Nothing is refused, also where there are none.
    void compareSpan(std::size_t start, std::size_t end, Duration duration);
    // The same of the whole file; the code has no arguments.
    void note(std::string code) { notes_.push_back({std::move(code), {}}); }
    // A place of the file that was passed over.
    void warn(int column, int line, Message message);

    // A job of the present row; the calls below are about it. Module, priority and group as the
    // options say, once everything else is told.
    TraceJob& add();
    void setSubmit(TraceJob& job, std::size_t column, Instant at) {
        job.submit = at;
        if (at < earliest_ || at > latest_)
            widen(column, at);
    }
    // When it started in the record, behind setSubmit(): jobs of one name are runs if they started
    // at different moments.
    void setStart(TraceJob& job, std::optional<Instant> start);
    void setName(TraceJob& job, std::size_t column);
    // Unless the options name a column for it.
    void setGroup(TraceJob& job, std::size_t column) {
        if (!teamIsChosen())
            job.group = group(column);
    }
    // Of the columns that may tell it the first in which any job has a value.
    void setGroup(TraceJob& job, std::span<const std::size_t> columns);
    void setUser(TraceJob& job, std::size_t column);
    void setGpuType(TraceJob& job, std::size_t column, std::string_view type);
    void setModule(TraceJob& job, std::size_t column);
    void setPriority(TraceJob& job, std::size_t column);
    void setPreemptible(TraceJob& job, std::size_t column);
    void setIdle(TraceJob& job, std::size_t column);
    void applyOptions(TraceJob& job);
    bool teamIsChosen() const { return table_.has(column(kTeam)); }
    bool moduleIsChosen() const { return table_.has(column(kModule)); }
    bool priorityIsChosen() const { return table_.has(column(kPriority)); }

    // What a group is called that a column has so; empty = as it stands there.
    using GroupNamer =
        std::function<std::string(const std::string& column, std::string_view group)>;
    // Everything that was read, or every problem. `dates`: submit times were dates. `groupName` is
    // asked where several columns may tell the group.
    Result<Trace> finish(bool dates, const GroupNamer& groupName = {});
    bool timesWereDates() const { return times_.dates(); }

private:
    static constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();
    struct Remark {
        std::string_view code;
        std::size_t column = kNoColumn;
    };
    // The columns of the options, behind those of the format.
    enum Option : std::size_t { kTeam, kModule, kPriority, kPreemptible, kIdle, kOptions };
    JobTable(Table table, std::string format, std::size_t firstOption, const TraceOptions& options);
    std::size_t column(Option option) const { return firstOption_ + option; }
    // What stands in a column, or what its word stands for in the field of the option.
    std::string_view valueFor(Option option, std::size_t column);
    static MappedWords::Field wordsOf(Option option) {
        return static_cast<MappedWords::Field>(option - kModule);
    }
    // Words that --map gives values and that are in no column.
    void refuseUnasked();
    // Nothing if there is none.
    std::optional<bool> flag(Option option, std::size_t column);
    void countRemark(const Remark& what);
    void widen(std::size_t column, Instant at);
    bool refuseTime(std::size_t column);  // whether it is one of the other kind
    // Of a row that is left out nothing stays.
    void settleRow();
    void settleNames();
    void refuseNamesTwice(const std::vector<NameTwice>& twice);
    // Jobs so far from the others that no replay could span them.
    void leaveOutFarAway();
    void chooseGroups(const GroupNamer& nameOf);
    void nameNoGroup();
    void noteJobsWithoutGroup();
    void noteJobsWithoutGroup(const std::string& column, std::int64_t jobs);
    void warnOfFirstKind();

    Table table_;
    Trace trace_;
    Instant earliest_ = std::numeric_limits<Instant>::max();
    Instant latest_ = std::numeric_limits<Instant>::min();
    std::size_t nameColumn_ = 0;  // if the jobs have names
    std::size_t firstOption_;
    TraceOptions options_;
    MappedWords words_;
    JobBlocks blocks_;                   // the jobs, until all are read
    std::vector<std::uint32_t> starts_;  // by job that has a name
    Interner groups_;
    std::vector<std::string> groupColumns_;  // where several may tell the group
    std::vector<std::size_t> groupTellers_;  // by group the place in them of the one that does
    std::string groupText_;
    std::size_t groupColumn_ = kNoColumn;  // where one alone tells it
    Interner users_{{std::string()}};
    Interner types_{{std::string()}};
    DateReader dates_;
    TimeReader times_, spans_, order_;
    RowCounts drops_, remarks_;
    std::vector<Remark> remarked_;  // of the present row
    bool leftOut_ = false;          // some row was, and may have told a group first
    std::int64_t otherKind_ = 0;    // moments that are not of the first row's kind
    std::vector<Message> notes_;
};

// A name of the model: 1 to 63 characters of UTF-8, no "/", no control characters.
bool isTraceName(std::string_view text);

}  // namespace apportion
