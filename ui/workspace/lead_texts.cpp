// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/lead_texts.h"

#include <algorithm>
#include <array>

#include <QLocale>

#include "core/model/short_reason.h"
#include "core/report/accounts.h"
#include "ui/start_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

namespace {

QString dash() {
    return QStringLiteral("–");
}

const QuotaRow* quotaOf(const View& view, const std::string& name) {
    const auto found = std::find_if(view.quotas.begin(), view.quotas.end(),
                                    [&](const QuotaRow& row) { return row.name == name; });
    return found == view.quotas.end() ? nullptr : &*found;
}

bool isOf(const LeadView& lead, const WorkloadRow& row) {
    return row.workspace == lead.row.spec.name;
}

KeyNumber running(const LeadView& lead) {
    KeyNumber number;
    number.label = LeadText::tr("Running");
    const Gpu own = lead.row.work.held;
    number.value = gpuNumber(own);
    number.note = LeadText::tr("%n workload(s)", nullptr, lead.row.work.running);
    number.noteRole = Role::text2;
    number.toolTip = LeadText::tr("GPUs that workloads of this workspace hold now");
    if (lead.look == nullptr)
        return number;
    number.unit = LeadText::tr("of %1 entitled").arg(gpuNumber(lead.look->entitled));
    if (const Gpu others = lead.look->running - own; others > 0) {
        number.note = LeadText::tr("others in these quotas: %1").arg(gpuNumber(others));
        number.toolTip +=
            QLatin1Char('\n') +
            LeadText::tr("All workloads of these quotas and of the quotas below hold %1")
                .arg(gpusText(lead.look->running));
    }
    return number;
}

KeyNumber entitled(const LeadView& lead) {
    KeyNumber number;
    number.label = LeadText::tr("Entitled now");
    number.value = lead.look != nullptr ? gpuNumber(lead.look->entitled) : dash();
    number.unit = LeadText::tr("GPUs");
    number.noteRole = Role::text2;
    if (lead.look != nullptr && lead.look->entitledWhy) {
        number.note = messageText(*lead.look->entitledWhy);
        number.briefs = {LeadText::tr("%1 guaranteed").arg(gpuNumber(lead.look->guaranteed))};
    }
    number.toolTip = LeadText::tr(
        "The fair share: the guarantee as far as it is needed, and a part of the surplus. Rule 5");
    if (!number.note.isEmpty())
        number.toolTip = number.note + QLatin1Char('\n') + number.toolTip;
    return number;
}

KeyNumber waiting(const LeadView& lead) {
    KeyNumber number;
    const WorkspaceRow::Work& work = lead.row.work;
    number.label = LeadText::tr("Waiting");
    number.value = QLocale().toString(work.waiting);
    number.unit = LeadText::tr("workload(s)", nullptr, work.waiting);
    Duration longest = 0;
    for (const WorkloadRow& each : lead.view.waiting)
        if (isOf(lead, each))
            longest = std::max(longest, each.status.waited);
    number.note =
        work.waiting == 0
            ? LeadText::tr("none waits")
            : LeadText::tr("%1 · oldest %2").arg(gpusText(work.asked), TimeText::duration(longest));
    if (work.waiting > 0)
        number.briefs = {gpusText(work.asked)};
    number.noteRole = work.waiting == 0 ? Role::text2 : Role::warn;
    return number;
}

// Where the start of none is known: the first that can start.
const StartRange& firstNotNever(const StartRanges& ranges) {
    const auto found = std::find_if(ranges.waiting.begin(), ranges.waiting.end(),
                                    [](const StartRange& each) { return !each.never; });
    return found != ranges.waiting.end() ? *found : ranges.waiting.front();
}

QString openStart(const View& view, const StartRange& range) {
    return range.never ? LeadText::tr("never") : startText(view, range);
}

KeyNumber nextStart(const LeadView& lead) {
    KeyNumber number;
    number.label = LeadText::tr("Next start");
    number.value = dash();
    number.noteRole = Role::text2;
    if (lead.look == nullptr) {
        number.note = LeadText::tr("being estimated");
        return number;
    }
    const StartRanges& ranges = lead.look->ranges;
    const StartRange* next = ranges.next();
    if (next == nullptr) {
        number.note = ranges.waiting.empty() ? LeadText::tr("none waits")
                      : ranges.resting       ? LeadText::tr("the pool is not live")
                                             : openStart(lead.view, firstNotNever(ranges));
        return number;
    }
    number.value = momentText(lead.view, *next->from);
    if (next->to && *next->to != *next->from)
        number.unit = LeadText::tr("to %1").arg(momentText(lead.view, *next->to));
    number.note = qt(next->workload);
    number.toolTip = rangeText(lead.view, ranges, *next).about;
    return number;
}

KeyNumber hours(const LeadView& lead) {
    KeyNumber number;
    const auto* usage = lead.usage();
    number.label = usage != nullptr ? hoursTitle(*usage) : LeadText::tr("GPU hours this week");
    number.value = usage != nullptr ? wholeHours(usage->used) : dash();
    number.noteRole = Role::text2;
    if (usage == nullptr)
        return number;
    number.unit = LeadText::tr("of %1").arg(wholeHours(usage->allowance));
    const report::Amount used = usage->inQuotas;
    const bool over = used > usage->even;
    const report::Amount by = over ? used - usage->even : usage->even - used;
    const bool inPart = usage->recordedInPart();
    number.note =
        inPart ? LeadText::tr("recorded: %1 of %2")
                     .arg(TimeText::duration(usage->recorded), TimeText::duration(usage->passed))
        : used > usage->used
            ? LeadText::tr("others in these quotas: %1").arg(wholeHours(used - usage->used))
        : over ? LeadText::tr("%1 more than even pace").arg(wholeHours(by))
               : LeadText::tr("%1 less than even pace").arg(wholeHours(by));
    number.noteRole = !usage->isBudget || inPart ? Role::text2 : over ? Role::warn : Role::good;
    number.toolTip = usage->isBudget
                         ? LeadText::tr("Of the budget. Even pace: the same amount each hour")
                         : LeadText::tr(
                               "Of the guarantee over the whole period. These quotas have "
                               "no budget");
    return number;
}

KeyNumber shareKept(const LeadView& lead) {
    KeyNumber number;
    const auto* usage = lead.usage();
    number.label = LeadText::tr("Share kept");
    number.value = usage != nullptr && usage->shareKept
                       ? QLocale().toString(*usage->shareKept / 10'000) + LeadText::tr("%")
                       : dash();
    number.note =
        usage == nullptr || usage->shareKept ? LeadText::tr("so far") : LeadText::tr("not known");
    number.noteRole = Role::text2;
    number.toolTip = LeadText::tr(
        "Over time: the smaller of used and entitled, divided by the smaller of wanted and "
        "entitled. 100% means that the quotas always had what they wanted and were entitled to");
    return number;
}

struct HandRow {
    ReasonCode code;
    bool yours;
    const char* action;
};

// A lead cannot change sizes and policies; those of the own workload and of the workspace are
// theirs.
constexpr std::array kHands{
    HandRow{ReasonCode::forbidden, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Add the member")},
    HandRow{ReasonCode::maxPriority, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Change the user cap")},
    HandRow{ReasonCode::neverFits, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Submit a smaller one")},
    HandRow{ReasonCode::gpuType, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Submit with another type")},
    HandRow{ReasonCode::blockedByHead, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: policy")},
    HandRow{ReasonCode::cap, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Stop one, or raise the cap")},
    HandRow{ReasonCode::overLimit, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: limit")},
    HandRow{ReasonCode::nonPreemptibleOverQuota, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Submit it as preemptible")},
    HandRow{ReasonCode::overQuotaOff, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: borrowing")},
    HandRow{ReasonCode::keptBack, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: lending")},
    HandRow{ReasonCode::waitingForVictims, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "starts soon")},
    HandRow{ReasonCode::fragmented, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Use smaller replicas")},
    HandRow{ReasonCode::aboveFairShare, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: size")},
    HandRow{ReasonCode::noEligibleVictims, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: policy")},
    HandRow{ReasonCode::noCapacity, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: nodes")},
    HandRow{ReasonCode::needsApproval, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: approval")},
    HandRow{ReasonCode::commandFailed, true,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "Submit it again")},
    HandRow{ReasonCode::notLive, false,
            QT_TRANSLATE_NOOP("apportion::ui::LeadText", "administrator: go live")},
};

// Work that stands outside of its queue has no place in it.
QString aheadText(const StartRange& range, bool queued) {
    if (range.never || !queued)
        return dash();
    if (range.ahead == 0)
        return LeadText::tr("first");
    const std::int64_t whole = report::hours(range.aheadTime, 0);
    // What is not known to take long has no time.
    if (whole == 0 && !range.aheadTimeWhole)
        return gpusText(range.aheadGpu);
    const QString hours = QLocale().toString(whole);
    return (range.aheadTimeWhole ? LeadText::tr("%1, %2 GPU h") : LeadText::tr("%1, over %2 GPU h"))
        .arg(gpusText(range.aheadGpu), hours);
}

Fact fact(const QString& label, const QString& value, Role role = Role::text,
          const QString& about = {}) {
    return {label, value, role, about};
}

constexpr std::size_t kMostEvents = 8;

}  // namespace

QString hoursTitle(const report::WorkspaceUsage& usage) {
    return !usage.dates                                       ? LeadText::tr("GPU hours so far")
           : usage.period.text.find('W') != std::string::npos ? LeadText::tr("GPU hours this week")
           : usage.period.text.find('Q') != std::string::npos
               ? LeadText::tr("GPU hours this quarter")
               : LeadText::tr("GPU hours this month");
}

qint64 LeadView::onAxis(Instant at) const {
    const TimeText time(view.document.epoch);
    return (time.hasEpoch() ? time.moment(0).toMSecsSinceEpoch() : 0) + at;
}

QString wholeHours(report::Amount amount) {
    return QLocale().toString(report::hours(amount, 0));
}

QList<KeyNumber> leadNumbers(const LeadView& lead) {
    return {running(lead),   entitled(lead), waiting(lead),
            nextStart(lead), hours(lead),    shareKept(lead)};
}

RangeText rangeText(const View& view, const StartRanges& ranges, const StartRange& range) {
    RangeText text;
    if (range.never) {
        text.text = LeadText::tr("never");
        text.isNever = true;
        text.about = LeadText::tr("Whatever ends, this workload does not start");
        return text;
    }
    text.text = startBrief(view, range);
    const QString alone =
        range.start
            ? LeadText::tr("Without new submissions: by %1").arg(momentText(view, *range.start))
        : range.alone ? LeadText::tr("Without new submissions: not before %1")
                            .arg(momentText(view, *range.alone))
                      : QString();
    if (range.from)
        text.about = LeadText::tr("In 8 of 10 futures, drawn from %1 of this pool's past.")
                         .arg(TimeText::duration(ranges.past)) +
                     (alone.isEmpty() ? QString() : QLatin1Char('\n') + alone);
    else if (ranges.resting)
        text.about = LeadText::tr("The pool is not live.");
    else if (!range.ask.empty())
        text.about = LeadText::tr("No workload ever ran so long. State how long %1 will run.")
                         .arg(namesText(range.ask));
    else if (range.askMore > 0)
        text.about =
            LeadText::tr("It depends on workloads of other teams without a stated duration");
    else
        text.about = range.unknown ? messageText(*range.unknown) : alone;
    const QString whole = startText(view, range);
    if (!range.from && whole != text.text)
        text.about = text.about.isEmpty() ? whole : whole + QLatin1Char('\n') + text.about;
    return text;
}

std::vector<CellTable::Head> queueHeads() {
    return {{LeadText::tr("#"), true},        {LeadText::tr("Workload")},
            {LeadText::tr("Owner")},          {LeadText::tr("GPUs"), true},
            {LeadText::tr("Waits"), true},    {LeadText::tr("Starts"), true},
            {LeadText::tr("Ahead"), true},    {LeadText::tr("Why")},
            {LeadText::tr("Yours to change")}};
}

Hand handOf(const LeadView& lead, const WorkloadRow& waiting) {
    if (!waiting.status.reason)
        return {};
    for (const HandRow& row : kHands)
        if (row.code == waiting.status.reason->code)
            return {row.yours && (lead.row.submits || lead.row.manages), LeadText::tr(row.action)};
    return {};
}

std::vector<CellTable::Row> queueRows(const LeadView& lead, QStringList& workloads) {
    std::vector<CellTable::Row> rows;
    workloads.clear();
    const TimeText time(lead.view.document.epoch);
    for (const WorkloadRow& each : lead.view.waiting) {
        if (!isOf(lead, each))
            continue;
        const StartRange* range = lead.look != nullptr ? lead.look->ranges.of(each.name) : nullptr;
        const RangeText starts = range != nullptr ? rangeText(lead.view, lead.look->ranges, *range)
                                                  : RangeText{dash(), {}, false};
        CellTable::Row row;
        // Of the list: workloads of several quotas have the same positions in their queues.
        row.cells.push_back(
            Cell::number(QLocale().toString(static_cast<int>(rows.size()) + 1), Role::text2));
        row.cells.push_back(Cell::name(qt(each.name)));
        row.cells.push_back(Cell::words(qt(each.user)).withRole(Role::text2));
        row.cells.push_back(Cell::number(gpuNumber(each.gpu)));
        row.cells.push_back(Cell::number(TimeText::duration(each.status.waited)));
        row.cells.push_back(Cell::number(starts.text, starts.isNever ? Role::err : Role::text));
        row.cells.push_back(Cell::number(
            range != nullptr ? aheadText(*range, each.status.position.has_value()) : dash(),
            Role::text2));
        if (each.status.reason) {
            row.cells.push_back(Cell::reason(reasonBadge(qt(badgeCode(*each.status.reason))),
                                             messageText(shortReason(*each.status.reason), time)));
            const Hand hand = handOf(lead, each);
            row.cells.push_back(Cell::reason({hand.yours ? LeadText::tr("yes") : LeadText::tr("no"),
                                              hand.yours ? Tone::good : Tone::neutral},
                                             hand.action));
        } else {
            row.cells.push_back(Cell::words(LeadText::tr("being checked")).withRole(Role::text3));
            row.cells.push_back(Cell::words({}));
        }
        row.toolTip = starts.about;
        row.name = qt(each.name);
        workloads << qt(each.name);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CellTable::Head> userHeads() {
    return {{LeadText::tr("User")},
            {LeadText::tr("Now"), true},
            {LeadText::tr("Waits"), true},
            {LeadText::tr("GPU h"), true},
            {LeadText::tr("Lost"), true}};
}

std::vector<CellTable::Row> userRows(const LeadView& lead) {
    struct Line {
        QString name;
        WorkspaceRow::Work work;
        report::Amount used = 0, lost = 0;
    };
    std::vector<Line> lines;
    for (const WorkspaceRow::User& user : lead.row.users)
        lines.push_back({qt(user.name), user.work});
    if (const auto* usage = lead.usage())
        for (const auto& user : usage->users) {
            auto found = std::find_if(lines.begin(), lines.end(),
                                      [&](const Line& each) { return each.name == qt(user.name); });
            if (found == lines.end())
                found = lines.insert(lines.end(), {qt(user.name), {}});
            found->used = user.used;
            found->lost = user.lost;
        }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
        return a.used != b.used ? a.used > b.used : a.work.held > b.work.held;
    });
    std::vector<CellTable::Row> rows;
    rows.reserve(lines.size());
    for (const Line& each : lines) {
        const bool named = !each.name.isEmpty();
        CellTable::Row row;
        row.cells.push_back(named ? Cell::name(each.name)
                                  : Cell::words(LeadText::tr("no user")).withRole(Role::text3));
        row.cells.push_back(
            Cell::number(gpuNumber(each.work.held), each.work.held > 0 ? Role::text : Role::text2));
        row.cells.push_back(
            Cell::number(each.work.waiting > 0 ? QLocale().toString(each.work.waiting) : dash(),
                         each.work.waiting > 0 ? Role::warn : Role::text2));
        row.cells.push_back(Cell::number(lead.usage() != nullptr ? wholeHours(each.used) : dash()));
        row.cells.push_back(Cell::number(each.lost > 0 ? wholeHours(each.lost) : dash(),
                                         each.lost > 0 ? Role::err : Role::text2));
        row.toolTip =
            named ? LeadText::tr("GPUs now, workloads that wait, and GPU hours of the period")
                  : LeadText::tr("Workloads without a user");
        row.name = named ? each.name : LeadText::tr("others");
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CellTable::Head> eventHeads() {
    return {{LeadText::tr("When"), true}, {LeadText::tr("What")}};
}

std::vector<CellTable::Row> eventRows(const LeadView& lead) {
    struct Event {
        Instant at;
        QString text;
        Role role;
    };
    std::vector<Event> events;
    for (const EvictionRow& each : lead.view.evictions)
        if (each.victim.workspace == lead.row.spec.name)
            events.push_back({each.record.at,
                              LeadText::tr("%1 was evicted, %2 lost")
                                  .arg(qt(each.record.victim), gpuHours(each.record.lost)),
                              Role::err});
    for (const WorkloadRow& each : lead.view.ended)
        if (isOf(lead, each) && each.status.end)
            events.push_back({*each.status.end,
                              LeadText::tr("%1: %2", "a workload, how it ended")
                                  .arg(qt(each.name), stateName(each.status.state)),
                              Role::text});
    for (const WorkloadRow& each : lead.view.running)
        if (isOf(lead, each) && each.status.start)
            events.push_back(
                {*each.status.start,
                 LeadText::tr("%1 started on %2").arg(qt(each.name), gpusText(each.gpu)),
                 Role::text});
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.at > b.at; });
    if (events.size() > kMostEvents)
        events.resize(kMostEvents);
    std::vector<CellTable::Row> rows;
    rows.reserve(events.size());
    for (const Event& each : events) {
        CellTable::Row row;
        row.cells.push_back(Cell::number(momentText(lead.view, each.at), Role::text2));
        row.cells.push_back(Cell::words(each.text).withRole(each.role));
        row.name = each.text;
        rows.push_back(std::move(row));
    }
    return rows;
}

QList<Fact> hoursFacts(const LeadView& lead) {
    const auto* usage = lead.usage();
    if (usage == nullptr)
        return {};
    QList<Fact> facts{
        fact(LeadText::tr("Used"),
             LeadText::tr("%1 of %2").arg(wholeHours(usage->used), wholeHours(usage->allowance))),
        fact(LeadText::tr("Even pace to now"), wholeHours(usage->even))};
    if (usage->inQuotas > usage->used)
        facts.insert(1, fact(LeadText::tr("Others in these quotas"),
                             wholeHours(usage->inQuotas - usage->used)));
    if (usage->recordedInPart())
        facts.append(fact(
            LeadText::tr("Recorded"),
            LeadText::tr("%1 of %2")
                .arg(TimeText::duration(usage->recorded), TimeText::duration(usage->passed)),
            Role::text, LeadText::tr("GPU hours of the time that was not recorded are missing")));
    if (usage->dates && !usage->end)
        facts.append(fact(LeadText::tr("At the end, at this pace"),
                          LeadText::tr("too little recorded"), Role::text2));
    else if (usage->dates) {
        const QString low = wholeHours(usage->end->first);
        const QString high = wholeHours(usage->end->second);
        facts.append(
            {LeadText::tr("At the end, at this pace"),
             low == high ? low : LeadText::tr("%1 to %2").arg(low, high),
             usage->isBudget && usage->end->first > usage->allowance ? Role::warn : Role::text,
             LeadText::tr("At the pace of the recorded time, and of its last day")});
    }
    facts.append(fact(LeadText::tr("Lost by eviction"), wholeHours(usage->lost),
                      usage->lost > 0 ? Role::err : Role::text));
    return facts;
}

QList<Fact> limitFacts(const LeadView& lead) {
    QList<Fact> facts;
    for (const std::string& name : lead.row.spec.quotas)
        if (const QuotaRow* row = quotaOf(lead.view, name))
            facts.append(
                fact(LeadText::tr("Limit of %1").arg(qt(name)),
                     row->numbers.limit ? gpusText(*row->numbers.limit) : LeadText::tr("none")));
    for (const Cap& cap : lead.row.spec.caps)
        facts.append(fact(
            cap.user ? LeadText::tr("User cap of %1").arg(qt(*cap.user)) : LeadText::tr("User cap"),
            gpusText(cap.gpu)));
    if (lead.look == nullptr)
        return facts;
    facts.append(fact(LeadText::tr("Largest node"), gpusText(lead.look->largestNode)));
    facts.append(fact(LeadText::tr("Largest workload that fits"),
                      lead.look->largestNodes > 1
                          ? LeadText::tr("%1 on %n node(s)", nullptr, lead.look->largestNodes)
                                .arg(gpusText(lead.look->largestWork))
                          : gpusText(lead.look->largestWork)));
    return facts;
}

QString evidenceText(const LeadView& lead) {
    const WorkspaceRow::Work& work = lead.row.work;
    const WorkloadRow* oldest = nullptr;
    for (const WorkloadRow& each : lead.view.waiting)
        if (isOf(lead, each) && (oldest == nullptr || each.status.waited > oldest->status.waited))
            oldest = &each;
    QStringList sentences;
    if (work.waiting > 0 && oldest != nullptr)
        sentences << LeadText::tr("Waiting on %1: %n workload(s) for %2.", nullptr, work.waiting)
                         .arg(TimeText(lead.view.document.epoch).date(lead.view.clock),
                              gpusText(work.asked))
                  << LeadText::tr("%1 has waited longest: %2.")
                         .arg(qt(oldest->name), TimeText::duration(oldest->status.waited));
    if (lead.look == nullptr)
        return sentences.join(QLatin1Char(' '));
    const StartRange* start = oldest != nullptr ? lead.look->ranges.of(oldest->name) : nullptr;
    if (start != nullptr && (start->when || start->unknown))
        sentences << LeadText::tr("It starts: %1.").arg(startText(lead.view, *start));
    sentences << LeadText::tr("In use: %1 of %2 entitled, %3 guaranteed.")
                     .arg(gpusText(lead.look->running), gpuNumber(lead.look->entitled),
                          gpuNumber(lead.look->guaranteed));
    if (const auto* usage = lead.usage())
        sentences << LeadText::tr("%1: %2 of %3, lost by eviction: %4.")
                         .arg(hoursTitle(*usage), wholeHours(usage->inQuotas),
                              wholeHours(usage->allowance), wholeHours(usage->lost));
    return sentences.join(QLatin1Char(' '));
}

}  // namespace apportion::ui
