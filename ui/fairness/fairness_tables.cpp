// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fairness/fairness_tables.h"

#include <QCoreApplication>

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

}  // namespace

QList<KeyNumber> fairNumbers(const PreparedFairness& shown) {
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
    return {{FAIR_TEXT("Below the fair share"), gpuNumber(below), gpus, teams(starving),
             below > 0 ? Role::warn : Role::text3,
             FAIR_TEXT("What teams lack of their fair shares while work of theirs waits")},
            {FAIR_TEXT("Above the fair share"), gpuNumber(above), gpus, teams(beyond), Role::text3,
             FAIR_TEXT("What teams use beyond their fair shares")},
            {FAIR_TEXT("Free"), gpuNumber(shown.fairness.free), gpus, QString(), Role::text3,
             FAIR_TEXT("GPUs that no team uses")},
            {FAIR_TEXT("Idle guarantees"), gpuNumber(idle), gpus,
             teams(static_cast<int>(shown.fairness.idle.size())), Role::text3,
             FAIR_TEXT("Guaranteed GPUs that their own quota does not use, lent or free")}};
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
            {FAIR_TEXT("Saturation"), true}};
}

std::vector<CellTable::Row> fairTeamRows(const PreparedFairness& shown) {
    std::vector<CellTable::Row> rows;
    rows.reserve(shown.fairness.teams.size() + 1);
    FairTeam sum;
    for (const FairTeam& team : shown.fairness.teams) {
        const Gpu difference = team.used - team.entitled;
        rows.push_back(
            {{teamCell(shown, team), Cell::usage(barOf(shown, team)), amount(team.guaranteed),
              amount(team.entitled), amount(team.used),
              Cell::number(signedNumber(difference), team.below() > 0 ? Role::warn : Role::text),
              amount(team.borrowed), amount(team.lent), amount(team.pending),
              team.saturationMillionths
                  ? Cell::number(percent(static_cast<Gpu>(*team.saturationMillionths), 1'000'000))
                  : Cell::number(QStringLiteral("–"), Role::text3)},
             {}});
        for (Gpu FairTeam::*part : {&FairTeam::guaranteed, &FairTeam::entitled, &FairTeam::used,
                                    &FairTeam::borrowed, &FairTeam::lent, &FairTeam::pending})
            sum.*part += team.*part;
    }
    rows.push_back(
        {{Cell::name(FAIR_TEXT("All teams")), Cell(), amount(sum.guaranteed), amount(sum.entitled),
          amount(sum.used), Cell::number(signedNumber(sum.used - sum.entitled)),
          amount(sum.borrowed), amount(sum.lent), amount(sum.pending), Cell()},
         {}});
    return rows;
}

std::vector<CellTable::Head> fairPairHeads() {
    return {{FAIR_TEXT("Below its fair share")},
            {FAIR_TEXT("Above its fair share")},
            {FAIR_TEXT("GPUs"), true}};
}

std::vector<CellTable::Row> fairPairRows(const PreparedFairness& shown) {
    std::vector<CellTable::Row> rows;
    rows.reserve(shown.fairness.pairs.size());
    for (const report::FairPair& pair : shown.fairness.pairs)
        rows.push_back({{teamCell(shown, shown.fairness.teams[pair.starves]),
                         pair.borrows ? teamCell(shown, shown.fairness.teams[*pair.borrows])
                                      : Cell::words(FAIR_TEXT("free")).withRole(Role::text2),
                         amount(pair.gpu)},
                        {}});
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

}  // namespace apportion::ui
