// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fairness/fairness_tables.h"

#include <limits>

#include <QCoreApplication>

#include "core/model/date_text.h"
#include "core/model/short_reason.h"
#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

namespace {

using report::FairTeam;

QString say(const char* source, int count = -1) {
    return QCoreApplication::translate("apportion::ui::FairnessTables", source, nullptr, count);
}
#define FAIR_TEXT(source) say(QT_TRANSLATE_NOOP("apportion::ui::FairnessTables", source))

double amountOf(Gpu gpu) {
    return static_cast<double>(gpu) / static_cast<double>(kOneGpu);
}

// Of a quota whose name is not for the reader: "other teams".
Cell teamCell(const PreparedFairness& shown, const FairTeam& team) {
    if (team.quota == report::kNone)
        return Cell::name(FAIR_TEXT("other teams")).withRole(Role::text2);
    const report::UsageQuota& quota = shown.usage.quotas[team.quota];
    const QString name = qt(report::teamName(shown.usage, team));
    return Cell::name(name, qt(quota.name) == name ? QString() : qt(quota.name))
        .withTeam(quota.colour);
}

UsageBar barOf(const PreparedFairness& shown, const FairTeam& team) {
    UsageBar bar;
    bar.team = team.quota == report::kNone ? -1 : shown.usage.quotas[team.quota].colour;
    bar.guarantee = amountOf(team.guaranteed);
    bar.own = amountOf(team.used);
    bar.lent = amountOf(team.lent);
    bar.scale = amountOf(shown.fairness.free + team.used);
    return bar;
}

QString signedNumber(Gpu difference) {
    return difference > 0   ? QLatin1Char('+') + gpuNumber(difference)
           : difference < 0 ? QChar(0x2212) + gpuNumber(-difference)
                            : QStringLiteral("0");
}

Cell amount(Gpu gpu) {
    return gpu == 0 ? Cell::number(QStringLiteral("–"), Role::text3) : Cell::number(gpuNumber(gpu));
}

Cell unknown() {
    return Cell::number(QStringLiteral("–"), Role::text3);
}

Cell partCell(const std::optional<std::int64_t>& millionths) {
    return millionths ? Cell::number(percent(static_cast<Gpu>(*millionths), 1'000'000)) : unknown();
}

KeyNumber keptNumber(const PreparedFairness& shown, const report::FairDay* day) {
    KeyNumber number;
    number.label = FAIR_TEXT("Share kept, 24 h");
    number.toolTip = FAIR_TEXT(
        "Over 24 hours: min(used, entitled) / min(wanted, entitled), by time. Wanted: used or "
        "waiting");
    if (day == nullptr || !day->keptByAll) {
        number.value = QStringLiteral("–");
        return number;
    }
    number.value = percent(static_cast<Gpu>(*day->keptByAll), 1'000'000);
    const FairTeam* lowest = nullptr;
    std::int64_t least = 1'000'000;
    for (const FairTeam& team : shown.fairness.teams)
        if (const auto kept = report::keptBy(shown.usage, team, *day); kept && *kept < least) {
            least = *kept;
            lowest = &team;
        }
    if (lowest != nullptr)
        number.note = FAIR_TEXT("lowest: %1, %2")
                          .arg(qt(report::teamName(shown.usage, *lowest)),
                               percent(static_cast<Gpu>(least), 1'000'000));
    return number;
}

}  // namespace

QList<KeyNumber> fairNumbers(const PreparedFairness& shown, const report::FairDay* day) {
    Gpu below = 0, above = 0, idle = 0;
    int starving = 0, beyond = 0;
    for (const FairTeam& team : shown.fairness.teams) {
        below += team.below();
        above += team.above();
        starving += team.below() > 0 ? 1 : 0;
        beyond += team.above() > 0 ? 1 : 0;
    }
    for (const report::IdleGuarantee& each : shown.fairness.idle)
        idle += each.gpu;
    const QString gpus = FAIR_TEXT("GPUs");
    const auto teams = [](int count) {
        return count == 0
                   ? FAIR_TEXT("no team")
                   : say(QT_TRANSLATE_N_NOOP("apportion::ui::FairnessTables", "%n team(s)"), count);
    };
    const bool known = shown.fairness.sharesKnown();
    const auto share = [&](Gpu gpu) { return known ? gpuNumber(gpu) : QStringLiteral("–"); };
    const auto ofShare = [&](int count) {
        return known ? teams(count) : FAIR_TEXT("not recorded");
    };
    return {{FAIR_TEXT("Below the fair share"), share(below), gpus, ofShare(starving),
             below > 0 ? Role::warn : Role::text3,
             FAIR_TEXT("GPUs that teams lack of their fair shares while their workloads wait")},
            {FAIR_TEXT("Above the fair share"), share(above), gpus, ofShare(beyond), Role::text3,
             FAIR_TEXT("GPUs that teams use above their fair shares")},
            {FAIR_TEXT("Free"), gpuNumber(shown.fairness.free), gpus, QString(), Role::text3,
             FAIR_TEXT("GPUs that no team uses")},
            {FAIR_TEXT("Idle guarantees"), gpuNumber(idle), gpus,
             teams(static_cast<int>(shown.fairness.idle.size())), Role::text3,
             FAIR_TEXT("Guaranteed GPUs that their own quota does not use, lent or free")},
            keptNumber(shown, day)};
}

std::vector<CellTable::Head> fairTeamHeads() {
    return {{FAIR_TEXT("Team")},
            {FAIR_TEXT("Guaranteed and used")},
            {FAIR_TEXT("Guaranteed"), true},
            {FAIR_TEXT("Entitled"), true},
            {FAIR_TEXT("Used"), true},
            {FAIR_TEXT("Difference"), true},
            {FAIR_TEXT("Borrowed"), true},
            {FAIR_TEXT("Lent"), true},
            {FAIR_TEXT("Waiting"), true},
            {FAIR_TEXT("Saturation"), true},
            {FAIR_TEXT("Share kept"), true}};
}

std::vector<CellTable::Row> fairTeamRows(const PreparedFairness& shown,
                                         const report::FairDay* day) {
    std::vector<CellTable::Row> rows;
    rows.reserve(shown.fairness.teams.size() + 1);
    FairTeam sum;
    for (const FairTeam& team : shown.fairness.teams) {
        const Gpu difference = team.used - team.entitled.value_or(0);
        rows.push_back(
            {{teamCell(shown, team), Cell::usage(barOf(shown, team)), amount(team.guaranteed),
              team.entitled ? amount(*team.entitled) : unknown(), amount(team.used),
              team.entitled ? Cell::number(signedNumber(difference),
                                           team.below() > 0 ? Role::warn : Role::text)
                            : unknown(),
              amount(team.borrowed), amount(team.lent), amount(team.pending),
              partCell(team.saturationMillionths),
              partCell(day != nullptr ? report::keptBy(shown.usage, team, *day) : std::nullopt)},
             {}});
        for (Gpu FairTeam::*part : {&FairTeam::guaranteed, &FairTeam::used, &FairTeam::borrowed,
                                    &FairTeam::lent, &FairTeam::pending})
            sum.*part += team.*part;
        sum.entitled = sum.entitled && team.entitled ? std::optional(*sum.entitled + *team.entitled)
                                                     : std::nullopt;
    }
    rows.push_back(
        {{Cell::name(FAIR_TEXT("All teams")), Cell(), amount(sum.guaranteed),
          sum.entitled ? amount(*sum.entitled) : unknown(), amount(sum.used),
          sum.entitled ? Cell::number(signedNumber(sum.used - *sum.entitled)) : unknown(),
          amount(sum.borrowed), amount(sum.lent), amount(sum.pending), Cell(),
          partCell(day != nullptr ? day->keptByAll : std::nullopt)},
         {}});
    return rows;
}

std::vector<CellTable::Head> fairPairHeads() {
    return {{FAIR_TEXT("Below its fair share")},
            {FAIR_TEXT("Above its fair share")},
            {FAIR_TEXT("GPUs"), true},
            {FAIR_TEXT("Waiting")},
            {FAIR_TEXT("Reason")}};
}

std::vector<CellTable::Row> fairPairRows(const PreparedFairness& shown) {
    std::vector<CellTable::Row> rows;
    const TimeText time(shown.usage.dates ? momentText(shown.zero) : std::string());
    const Cell unknown = Cell::words(QStringLiteral("–")).withRole(Role::text3);
    rows.reserve(shown.fairness.pairs.size());
    for (const report::FairPair& pair : shown.fairness.pairs)
        rows.push_back({{teamCell(shown, shown.fairness.teams[pair.starves]),
                         pair.borrows ? teamCell(shown, shown.fairness.teams[*pair.borrows])
                                      : Cell::words(FAIR_TEXT("free")).withRole(Role::text2),
                         amount(pair.gpu), pair.reason ? Cell::words(qt(pair.waits)) : unknown,
                         pair.reason ? Cell::reason(reasonBadge(qt(badgeCode(*pair.reason))),
                                                    messageText(shortReason(*pair.reason), time))
                                     : unknown},
                        pair.reason ? messageText(pair.reason->message, time)
                                    : FAIR_TEXT("Reasons are known only for now")});
    return rows;
}

std::vector<CellTable::Head> idleHeads() {
    return {{FAIR_TEXT("Team")}, {FAIR_TEXT("Idle for")}, {FAIR_TEXT("GPUs"), true}};
}

std::vector<CellTable::Row> idleRows(const PreparedFairness& shown) {
    std::vector<CellTable::Row> rows;
    rows.reserve(shown.fairness.idle.size());
    for (const report::IdleGuarantee& each : shown.fairness.idle)
        rows.push_back(
            {{teamCell(shown, shown.fairness.teams[each.team]),
              Cell::words(TimeText::duration(shown.fairness.at - each.since)), amount(each.gpu)},
             {}});
    return rows;
}

ChartData fairChart(const PreparedFairness& shown, const report::FairDay& day, const View& view) {
    ChartData data;
    data.unit = FAIR_TEXT("GPUs");
    data.whole = true;
    data.emptyText = FAIR_TEXT("Nothing was recorded yet");
    data.unknownText = FAIR_TEXT("not recorded");
    // Since 1970 where there are dates.
    const Moment origin = shown.usage.dates ? 0 : shown.zero;
    Series below;
    below.name = FAIR_TEXT("below the fair shares");
    below.look = Series::Look::neutral;
    below.filled = true;
    for (const auto& [at, gpu] : day.below) {
        below.at.append(at - origin);
        below.values.append(gpu < 0 ? std::numeric_limits<double>::quiet_NaN() : amountOf(gpu));
    }
    data.series = {below};
    for (auto each = view.evictions.rbegin(); each != view.evictions.rend(); ++each)
        if (const Moment at = each->record.at + shown.zero; at >= day.from && at < day.to)
            data.marks.append({at - origin, MarkKind::preemption,
                               FAIR_TEXT("%1 was evicted").arg(qt(each->record.victim)), 1});
    data.until = day.to - origin;
    return data;
}

}  // namespace apportion::ui
