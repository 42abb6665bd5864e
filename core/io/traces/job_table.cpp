// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/job_table.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/io/traces/word_values.h"
#include "core/model/bounds.h"
#include "core/model/utf8.h"

namespace apportion {

namespace {

// While a file is read, of rows that leave the column empty: no other group has an empty name.
constexpr std::string_view kNoGroup;

// What the group of jobs without one is called beside those that the file names.
std::string noGroupBeside(const std::vector<std::string>& groups) {
    std::string name = "(none)";
    for (int number = 1; std::find(groups.begin(), groups.end(), name) != groups.end(); ++number)
        name = number == 1 ? "(no group)" : "(no group " + std::to_string(number) + ")";
    return name;
}

void mark(std::vector<RowMark>& marks, std::uint32_t row, int value) {
    if (marks.empty() || marks.back().value != value)
        marks.push_back({row, value});
}

}  // namespace

bool isTraceName(std::string_view text) {
    std::size_t characters = 0;
    bool ascii = true;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte == '/' || byte == 0x7F || byte < 0x20)
            return false;
        ascii &= byte < 0x80;
        characters += (byte & 0xC0) != 0x80;
    }
    if (characters < 1 || characters > kLongestName)
        return false;
    if (ascii)
        return true;
    // The control characters of C1 are U+0080 to U+009F: C2 80 to C2 9F.
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
        if (text[i] == '\xC2' && static_cast<unsigned char>(text[i + 1]) < 0xA0)
            return false;
    return !firstBadUtf8(text);
}

JobTable::JobTable(Table table, std::string format, std::size_t firstOption,
                   const TraceOptions& options)
    : table_(std::move(table)),
      firstOption_(firstOption),
      options_(options),
      words_(options.words) {
    trace_.format = std::move(format);
}

Result<JobTable> JobTable::open(const std::string& path, TableShape shape,
                                const TraceOptions& options) {
    const std::size_t own = shape.columns.size();
    // In the order of Option.
    for (const auto& [option, name] :
         {std::pair("team", &options.team), std::pair("module", &options.module),
          std::pair("priority", &options.priority), std::pair("preemptible", &options.preemptible),
          std::pair("idle", &options.idle)}) {
        for (Column& column : shape.columns)
            column.needed = column.needed && (column.replacedBy != option || name->empty());
        shape.columns.push_back({*name, !name->empty(), option});
    }
    shape.skipBadRows = options.skipBadRows;
    shape.mostBytes = options.limits.bytes;
    if (options.separator != 0 && options.separator != shape.separator) {
        shape.separator = options.separator;
        shape.cells = TableShape::Cells::quoted;
    }
    shape.separatorIsChosen = options.separator != 0;
    const std::string format = shape.format;
    Result<Table> table = Table::open(path, std::move(shape));
    if (!table)
        return tl::unexpected(table.error());
    return JobTable(std::move(*table), format, own, options);
}

std::optional<Duration> JobTable::seconds(std::size_t column) {
    const auto value = secondsValue(table_.value(column));
    if (!value)
        refuse(column, "trace-bad-seconds");
    return value;
}

std::optional<Instant> JobTable::moment(std::size_t column) {
    const auto value = momentSeconds(table_.value(column));
    if (!value)
        refuse(column, "trace-bad-seconds.moment");
    return value;
}

std::optional<Gpu> JobTable::gpus(std::size_t column) {
    const std::string_view text = table_.value(column);
    const auto value = gpuValue(text);
    if (!value)
        refuse(column, "trace-bad-count");
    else if (hasPlacesBeyond(text, 2))
        remark("trace-remark-rounded");
    return value;
}

std::optional<Gpu> JobTable::exactGpus(std::size_t column) {
    const auto value = gpuValue(table_.value(column));
    if (value && !hasPlacesBeyond(table_.value(column), 2))
        return value;
    refuse(column, value ? "trace-too-many-places" : "trace-bad-count");
    return {};
}

std::optional<Instant> JobTable::date(std::size_t column) {
    const auto value = dates_.read(table_.value(column));
    if (!value) {
        const bool isOfOtherKind = DateReader().read(table_.value(column)).has_value();
        refuse(column, isOfOtherKind ? "trace-bad-date.kind" : "trace-bad-date");
        otherKind_ += isOfOtherKind ? 1 : 0;
    }
    return value;
}

std::optional<Instant> JobTable::time(std::size_t column) {
    const auto value = times_.read(table_.value(column));
    if (!value)
        otherKind_ += refuseTime(column) ? 1 : 0;
    return value;
}

std::optional<Duration> JobTable::between(std::size_t start, std::size_t end) {
    const auto from = time(start);
    const auto to = time(end);
    if (!from || !to)
        return {};
    if (*from <= *to && *to - *from <= kMostTime)
        return *to - *from;
    refuse(end, *from > *to ? "trace-ends-before-start" : "trace-bad-time.too-long");
    return {};
}

std::optional<Duration> JobTable::span(std::size_t start, std::size_t end) {
    const auto read = [&](std::size_t column) -> std::optional<Instant> {
        if (missing(column))
            return {};
        const auto value = spans_.read(table_.value(column));
        if (!value)
            refuseTime(column);
        return value;
    };
    const auto from = read(start);
    const auto to = read(end);
    return from && to ? std::optional(*to - *from) : std::nullopt;
}

void JobTable::compareSpan(std::size_t start, std::size_t end, Duration duration) {
    if (!has(start) || !has(end))
        return;
    const auto from = order_.read(value(start));
    const auto to = order_.read(value(end));
    if (from && to && *to - *from != duration)
        remark(*to < *from ? "trace-remark-end-before-start.duration" : "trace-remark-duration");
}

bool JobTable::refuseTime(std::size_t column) {
    const bool isOfOtherKind = TimeReader().read(table_.value(column)).has_value();
    refuse(column, isOfOtherKind ? "trace-bad-time.kind" : "trace-bad-time");
    return isOfOtherKind;
}

std::int64_t JobTable::amount(std::size_t column, std::int64_t scale, std::int64_t most) {
    if (missing(column))
        return 0;
    const auto value = amountValue(table_.value(column), scale, most);
    if (!value)
        refuse(column, "trace-bad-amount");
    return value.value_or(0);
}

void JobTable::warn(int column, int line, Message message) {
    Problem problem = table_.problemAt(line, column, std::move(message));
    problem.warning = true;
    trace_.warnings.push_back(std::move(problem));
}

void JobTable::countRemark(const Remark& what) {
    const bool valued = what.column != kNoColumn;
    remarks_.add(what.code, table_.lineNumber(),
                 valued ? std::optional(table_.value(what.column)) : std::nullopt,
                 table_.skipsBadRows() ? static_cast<std::uint32_t>(table_.row()) : 0);
}

TraceJob& JobTable::add() {
    if (blocks_.count() == options_.limits.jobs)
        table_.stop({"trace-too-many-jobs",
                     {{"most", Value::ofCount(options_.limits.jobs)},
                      {"value", Value::ofText(std::to_string(options_.limits.jobs * 2))}}});
    TraceJob& job = blocks_.add(table_.row(), blocks_.isFull() ? table_.expectedRows() : 0,
                                options_.limits.jobs);
    job.row = static_cast<std::uint32_t>(table_.row());
    mark(trace_.lines, job.row, table_.lineNumber() - static_cast<int>(job.row));
    return job;
}

// Of a trace that no replay could span it is kept where the outermost jobs stand.
void JobTable::widen(std::size_t column, Instant at) {
    const bool isFirst = latest_ < earliest_;
    const bool isLatest = at > latest_, isEarliest = at < earliest_;
    earliest_ = std::min(earliest_, at);
    latest_ = std::max(latest_, at);
    if (!isFirst && latest_ - earliest_ <= kMostTime)
        return;
    const Table::Place place = table_.placeOf(table_.columnOf(column));
    const FarJob here{static_cast<std::uint32_t>(table_.row()),
                      std::max(table_.lineNumber(), 1) + place.breaks, place.column,
                      shownValue(table_.value(column))};
    trace_.submitColumn = table_.nameOf(column);
    if (isEarliest)
        trace_.earliest = here;
    if (isLatest)
        trace_.latest = here;
}

void JobTable::setName(TraceJob& job, std::size_t column) {
    const std::string_view name = table_.value(column);
    if (!isTraceName(name))
        return refuse(column, "trace-bad-name");
    const Table::Place place = table_.placeOf(table_.columnOf(column));
    mark(trace_.nameColumns, job.row, place.column);
    mark(trace_.nameBreaks, job.row, place.breaks);
    if (trace_.nameColumn.empty()) {
        trace_.nameColumn = table_.nameOf(column);
        nameColumn_ = column;
    }
    blocks_.setName(job, name);
}

void JobTable::setStart(TraceJob& job, std::optional<Instant> start) {
    if (!start)
        return;
    job.start = *start;
    if (job.nameLength == 0)
        return;
    starts_.resize(static_cast<std::size_t>(blocks_.count() - 1), kNoStart);
    starts_.push_back(startSecond(*start));
}

std::uint32_t JobTable::group(std::size_t column) {
    const std::string_view name = table_.value(column);
    groupColumn_ = column;
    const std::size_t known = groups_.texts().size();
    const bool none = missing(column);
    const std::uint32_t group = groups_.index(none ? kNoGroup : name);
    if (group == known && !none && !isTraceName(name)) {
        groups_.takeBack();
        refuse(column, "trace-bad-group");
    }
    return group;
}

void JobTable::setGroup(TraceJob& job, std::span<const std::size_t> columns) {
    if (groupColumns_.empty())
        for (const std::size_t column : columns)
            groupColumns_.push_back(nameOf(column));
    const auto teller = std::find_if(columns.begin(), columns.end(), [&](std::size_t column) {
        return has(column) && !missing(column);
    });
    const auto place = static_cast<std::size_t>(teller - columns.begin());
    groupText_.assign(1, static_cast<char>(place));
    if (teller != columns.end())
        groupText_ += value(*teller);
    const std::size_t known = groups_.texts().size();
    job.group = groups_.index(groupText_);
    if (job.group != known)
        return;
    groupTellers_.push_back(place);
    if (teller != columns.end() && !isTraceName(value(*teller))) {
        groups_.takeBack();
        groupTellers_.pop_back();
        refuse(*teller, "trace-bad-group");
    }
}

// Of the columns that may tell the group the first that does for any job; those that others tell
// are none.
void JobTable::chooseGroups(const GroupNamer& nameOf) {
    std::vector<std::int64_t> jobs(groupTellers_.size());
    for (const TraceJob& job : trace_.jobs)
        ++jobs[job.group];
    std::size_t chosen = groupColumns_.size();
    for (std::size_t i = 0; i < jobs.size(); ++i)
        if (jobs[i] > 0)
            chosen = std::min(chosen, groupTellers_[i]);
    Interner named;
    std::vector<std::uint32_t> numbers(jobs.size());
    std::int64_t without = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i] == 0)
            continue;
        const bool told = chosen < groupColumns_.size() && groupTellers_[i] == chosen;
        const std::string_view group = std::string_view(groups_.texts()[i]).substr(1);
        if (told && nameOf)
            numbers[i] = named.index(nameOf(groupColumns_[chosen], group));
        else
            numbers[i] = named.index(told ? group : kNoGroup);
        without += told ? 0 : jobs[i];
    }
    for (TraceJob& job : trace_.jobs)
        job.group = numbers[job.group];
    trace_.groups = named.texts();
    nameNoGroup();
    if (chosen == groupColumns_.size())
        return;
    trace_.groupColumn = groupColumns_[chosen];
    if (groupColumns_.size() == 1)
        return noteJobsWithoutGroup(trace_.groupColumn, without);
    Message note{"trace-remark-groups",
                 {{"column", Value::ofText(trace_.groupColumn)},
                  {"known", Value::ofText(wholeList(groupColumns_))}}};
    if (without > 0) {
        note.code += ".some";
        note.arguments.push_back({"count", Value::ofCount(without)});
        note.arguments.push_back({"value", Value::ofText(trace_.noGroup)});
    }
    notes_.push_back(std::move(note));
}

void JobTable::nameNoGroup() {
    const auto none = std::find(trace_.groups.begin(), trace_.groups.end(), kNoGroup);
    if (none == trace_.groups.end())
        return;
    trace_.noGroup = noGroupBeside(trace_.groups);
    *none = trace_.noGroup;
}

void JobTable::noteJobsWithoutGroup(const std::string& column, std::int64_t jobs) {
    if (jobs > 0)
        notes_.push_back({"trace-remark-no-group",
                          {{"count", Value::ofCount(jobs)},
                           {"column", Value::ofText(column)},
                           {"value", Value::ofText(trace_.noGroup)}}});
}

void JobTable::noteJobsWithoutGroup() {
    const std::vector<std::string>& names = trace_.groups;
    if (trace_.noGroup.empty() || groupColumn_ == kNoColumn)
        return;
    const auto none = std::find(names.begin(), names.end(), trace_.noGroup);
    const auto group = static_cast<std::uint32_t>(none - names.begin());
    noteJobsWithoutGroup(nameOf(groupColumn_),
                         std::count_if(trace_.jobs.begin(), trace_.jobs.end(),
                                       [&](const TraceJob& job) { return job.group == group; }));
}

void JobTable::setUser(TraceJob& job, std::size_t column) {
    const std::string_view name = table_.value(column);
    const std::size_t known = users_.texts().size();
    job.user = missing(column) ? 0 : users_.index(name);
    if (job.user == known && !isTraceName(name)) {
        users_.takeBack();
        refuse(column, "trace-bad-name");
    }
}

void JobTable::setGpuType(TraceJob& job, std::size_t column, std::string_view type) {
    const std::size_t known = types_.texts().size();
    const std::uint32_t index = isMissing(type) ? 0 : types_.index(type);
    if (index == known &&
        (index > std::numeric_limits<std::uint16_t>::max() || !isTraceName(type))) {
        types_.takeBack();
        return refuse(column, "trace-bad-type");
    }
    job.gpuType = static_cast<std::uint16_t>(index);
}

std::string_view JobTable::valueFor(Option option, std::size_t column) {
    if (!has(column))
        return {};
    return words_.valueOf(wordsOf(option), value(column), missing(column));
}

void JobTable::setModule(TraceJob& job, std::size_t column) {
    const std::string_view text = valueFor(kModule, column);
    if (text.empty())
        return;
    if (const auto module = moduleValue(text))
        job.module = *module;
    else
        refuse(column, "trace-bad-module");
}

void JobTable::setPriority(TraceJob& job, std::size_t column) {
    const std::string_view text = valueFor(kPriority, column);
    if (text.empty())
        return;
    if (const auto priority = priorityValue(text))
        job.priority = *priority;
    else
        refuse(column, "trace-bad-priority");
}

// A word that has no value in a mapping is as good as none: it is told.
std::optional<bool> JobTable::flag(Option option, std::size_t column) {
    const std::string_view text = valueFor(option, column);
    if (text.empty())
        return {};
    const std::optional<bool> value = flagValue(text);
    const bool idle = option == kIdle;
    if (!value && words_.maps(wordsOf(option)))
        remark(idle ? "trace-remark-word.idle" : "trace-remark-word", column);
    else if (!value)
        refuse(column, idle ? "trace-bad-flag.idle" : "trace-bad-flag");
    return value;
}

void JobTable::setPreemptible(TraceJob& job, std::size_t column) {
    if (const auto preemptible = flag(kPreemptible, column))
        job.preemptible = *preemptible ? TraceJob::Preemptible::yes : TraceJob::Preemptible::no;
}

void JobTable::setIdle(TraceJob& job, std::size_t column) {
    if (const auto idle = flag(kIdle, column))
        job.idle = *idle;
}

void JobTable::applyOptions(TraceJob& job) {
    if (table_.has(column(kTeam)))
        job.group = group(column(kTeam));
    if (table_.has(column(kModule))) {
        setModule(job, column(kModule));
        job.preemptible = TraceJob::Preemptible::byModule;
    }
    if (table_.has(column(kPriority)))
        setPriority(job, column(kPriority));
    if (table_.has(column(kPreemptible)))
        setPreemptible(job, column(kPreemptible));
    if (table_.has(column(kIdle)))
        setIdle(job, column(kIdle));
}

void JobTable::settleRow() {
    if (!table_.isSkipped()) {
        for (const Remark& remark : remarked_)
            countRemark(remark);
    } else if (const TraceJob* last = blocks_.last();
               last != nullptr && last->row == table_.row()) {
        blocks_.dropLast();
        starts_.resize(std::min(starts_.size(), static_cast<std::size_t>(blocks_.count())));
    }
    remarked_.clear();
    leftOut_ = leftOut_ || table_.isSkipped();
    // The kind of the moments is that of the first row that counts.
    if (table_.isSkipped() && blocks_.count() == 0) {
        dates_ = {};
        times_ = {};
    }
}

void JobTable::settleNames() {
    std::vector<NameTwice> twice = namesTwice(trace_);
    if (const std::vector<std::uint32_t> runs = nameRuns(trace_, starts_, twice); !runs.empty()) {
        const TraceJob& first = trace_.jobs[runs.front()];
        notes_.push_back({"trace-remark-runs",
                          {{"count", Value::ofCount(static_cast<std::int64_t>(runs.size()))},
                           {"line", Value::ofCount(trace_.lineOf(first.row))},
                           {"value", Value::ofText(std::string(trace_.nameOf(first)))}}});
    }
    starts_ = {};
    refuseNamesTwice(twice);
}

// Of those that are left out the first stays.
void JobTable::refuseNamesTwice(const std::vector<NameTwice>& twice) {
    for (const NameTwice& each : twice) {
        const TraceJob& job = trace_.jobs[each.job];
        table_.refuseAt(
            trace_.nameLineOf(job.row), trace_.nameColumnOf(job.row), nameColumn_,
            {"replay-name-twice",
             {{"column", Value::ofText(trace_.nameColumn)},
              {"value", Value::ofText(std::string(trace_.nameOf(job)))},
              {"first", Value::ofCount(trace_.nameLineOf(trace_.jobs[each.first].row))}}});
    }
    if (table_.failed() || twice.empty())
        return;
    leftOut_ = true;
    auto next = twice.begin();
    std::uint32_t place = 0;
    std::vector<std::uint32_t> rows;
    std::erase_if(trace_.jobs, [&](const TraceJob& job) {
        const bool taken = next != twice.end() && next->job == place++;
        if (taken)
            rows.push_back(job.row);
        next += taken ? 1 : 0;
        return taken;
    });
    remarks_.takeBack(rows, trace_);
}

// What lies around the job in the middle stays: one wrong year says nothing of the others.
void JobTable::leaveOutFarAway() {
    std::vector<Instant> moments;
    moments.reserve(trace_.jobs.size());
    for (const TraceJob& job : trace_.jobs)
        moments.push_back(job.submit);
    const auto [first, last] = std::minmax_element(moments.begin(), moments.end());
    if (moments.empty() || *last - *first <= kMostTime)
        return;
    const auto middle = moments.begin() + static_cast<std::ptrdiff_t>(moments.size() / 2);
    std::nth_element(moments.begin(), middle, moments.end());
    leftOut_ = true;
    std::vector<std::uint32_t> rows;
    std::erase_if(trace_.jobs, [&, at = *middle](const TraceJob& job) {
        const bool far = std::abs(job.submit - at) > kMostTime / 2;
        if (far) {
            table_.leaveOut(trace_.lineOf(job.row), {"replay-too-long", {}});
            rows.push_back(job.row);
        }
        return far;
    });
    remarks_.takeBack(rows, trace_);
}

void JobTable::refuseUnasked() {
    for (const std::string& field :
         trace_.jobs.empty() ? std::vector<std::string>() : words_.unasked())
        table_.refuseColumns({"trace-map-no-column", {{"field", Value::ofText(field)}}});
}

// One row that is otherwise than all that follow leaves all of them out.
void JobTable::warnOfFirstKind() {
    const auto jobs = static_cast<std::int64_t>(trace_.jobs.size());
    if (jobs == 0 || otherKind_ <= jobs)
        return;
    warn(1, trace_.lineOf(trace_.jobs.front().row),
         {"trace-first-kind", {{"count", Value::ofCount(otherKind_)}}});
}

Result<Trace> JobTable::finish(bool dates, const GroupNamer& groupName) {
    settleRow();
    blocks_.moveTo(trace_);
    settleNames();
    refuseUnasked();
    if (table_.failed())
        return tl::unexpected(table_.problems());
    if (table_.skipsBadRows())
        leaveOutFarAway();
    trace_.dates = dates;
    trace_.local = dates_.local() || times_.local();
    trace_.rows = table_.row();
    if (groupColumns_.empty())
        trace_.groups = groups_.take();
    else
        chooseGroups(groupName);
    trace_.users = users_.take();
    trace_.gpuTypes = types_.take();
    if (leftOut_)
        keepUsedNames(trace_);
    // A column that no job has a value in is as good as none.
    if (groupColumns_.empty())
        nameNoGroup();
    if (trace_.groups.size() == 1 && trace_.groups.front() == trace_.noGroup) {
        trace_.groups.clear();
        trace_.noGroup.clear();
    }
    if (groupColumns_.empty())
        noteJobsWithoutGroup();
    warnOfFirstKind();
    trace_.dropped = drops_.told();
    if (const std::int64_t headers = table_.repeatedHeaders(); headers > 0)
        trace_.dropped.push_back({"trace-dropped-headers",
                                  {{"count", Value::ofCount(headers)},
                                   {"line", Value::ofCount(table_.firstRepeatedHeader())}}});
    for (Message& skipped : table_.skipped())
        trace_.dropped.push_back(std::move(skipped));
    trace_.remarks = table_.remarks();
    for (Message& remark : remarks_.told())
        trace_.remarks.push_back(std::move(remark));
    trace_.remarks.insert(trace_.remarks.end(), notes_.begin(), notes_.end());
    return std::move(trace_);
}

}  // namespace apportion
