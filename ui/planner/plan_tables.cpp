// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/plan_tables.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>

#include "ui/planner/plan_texts.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

QString text(const char* source, int count = -1) {
    return QCoreApplication::translate("apportion::ui::PlanTables", source, nullptr, count);
}
#define TABLE_TEXT(source) text(QT_TRANSLATE_NOOP("apportion::ui::PlanTables", source))

Role markRole(PlanMark mark) {
    return mark == PlanMark::better  ? Role::good
           : mark == PlanMark::worse ? Role::err
                                     : Role::text2;
}

Badge markBadge(PlanMark mark, const QString& delta) {
    switch (mark) {
        case PlanMark::better:
            return {delta.isEmpty() ? TABLE_TEXT("better") : TABLE_TEXT("better %1").arg(delta),
                    Tone::good, Icon::check};
        case PlanMark::worse:
            return {delta.isEmpty() ? TABLE_TEXT("worse") : TABLE_TEXT("worse %1").arg(delta),
                    Tone::err, Icon::arrowUp};
        case PlanMark::same:
            break;
    }
    return {TABLE_TEXT("same"), Tone::neutral, Icon::minus};
}

std::size_t shownSets(const PlanResults& results) {
    return std::min(results.sets.size(), kSideBySide);
}

const PlanRun* runOf(const PlanResults& results, std::size_t set) {
    const auto& run = results.runs[set + 1];
    return run ? &*run : nullptr;
}

// What stands where a variant has no number.
Cell noNumber(const PlanResults& results, std::size_t set) {
    const PlanRun* run = runOf(results, set);
    return run != nullptr && run->refused
               ? Cell::label({TABLE_TEXT("refused"), Tone::err, Icon::forbidden})
               : Cell::words(TABLE_TEXT("runs…")).withRole(Role::text3);
}

QString betterText(const PlanResults& results, const PlanVerdict& verdict) {
    if (!results.drawn)
        return verdict.mark == PlanMark::better  ? TABLE_TEXT("better, as recorded")
               : verdict.mark == PlanMark::worse ? TABLE_TEXT("worse, as recorded")
                                                 : TABLE_TEXT("same, as recorded");
    return TABLE_TEXT("%1 of %2 futures")
        .arg(QLocale().toString(static_cast<qlonglong>(verdict.better)),
             QLocale().toString(static_cast<qlonglong>(verdict.futures)));
}

CellTable::Row verdictRow(const PlanResults& results, std::size_t set, const QString& quota,
                          const std::vector<std::string>& teams) {
    Cell name = Cell::name(qt(results.sets[set].name));
    name.withTeam(colourOf(results, set));
    const PlanRun* run = runOf(results, set);
    if (run != nullptr && !run->refusedEvents.empty())
        name.withMarks({Icon::warning});
    const auto verdict = verdictOf(results.bands, set, quota.toStdString(), teams);
    if (!verdict) {
        CellTable::Row row{{name, noNumber(results, set), Cell(), Cell(), Cell()}, {}};
        if (run != nullptr && run->refused)
            row.cells[2] = Cell::words(messageText(run->refused->reason)).withRole(Role::text2);
        return row;
    }
    constexpr PlanMetric kWait = PlanMetric::p95Wait;
    const Duration most = std::max(verdict->before.p90, verdict->after.p90);
    const auto told = [&](const Band& band, bool isAtLeast) {
        const QString words = bandText(kWait, band, most);
        return isAtLeast ? TABLE_TEXT("≥ %1").arg(words) : words;
    };
    const Cell wait =
        Cell::change(told(verdict->before, verdict->beforeAtLeast),
                     told(verdict->after, verdict->afterAtLeast), markRole(verdict->mark));
    Cell better = results.drawn ? Cell::tally(static_cast<int>(verdict->better),
                                              static_cast<int>(verdict->futures),
                                              betterText(results, *verdict))
                                : Cell::words(betterText(results, *verdict)).withRole(Role::text2);
    better.iconRole = verdict->worse > 0 ? Role::err : Role::trough;  // of the other futures
    const Cell pays =
        verdict->payer.empty()
            ? Cell::words(TABLE_TEXT("No team"), TABLE_TEXT("waits longer"))
            : Cell::words(
                  qt(verdict->payer),
                  TABLE_TEXT("waits up to %1 longer").arg(TimeText::duration(verdict->longer)));
    const std::int64_t evictions = verdict->evictions.p50;
    const Cell more =
        Cell::number(deltaText(PlanMetric::evictions, evictions), evictions > 0   ? Role::err
                                                                  : evictions < 0 ? Role::good
                                                                                  : Role::text2);
    CellTable::Row row{{name, wait, better, pays, more}, {}};
    row.toolTip = TABLE_TEXT("%1: the wait goes from %2 to %3. Better in %4. %5 %6.")
                      .arg(qt(results.sets[set].name), wait.text, wait.second,
                           betterText(results, *verdict), pays.text, pays.second);
    if (run != nullptr && !run->refusedEvents.empty())
        row.toolTip += QLatin1Char(' ') + TABLE_TEXT("The variant refuses events of the base.");
    if (verdict->refused > 0)
        row.toolTip += QLatin1Char(' ') +
                       TABLE_TEXT("Refused in %1 futures.")
                           .arg(QLocale().toString(static_cast<qlonglong>(verdict->refused)));
    return row;
}

// A wait that is at least as long: some of its workloads still wait.
QString atLeast(const OutcomeBands& bands, PlanMetric metric, const std::string& quota,
                const QString& number) {
    return isAtLeast(bands, metric, quota) ? TABLE_TEXT("≥ %1").arg(number) : number;
}

CellTable::Row metricRow(const PlanResults& results, PlanMetric metric, const std::string& quota,
                         const QString& name) {
    CellTable::Row row;
    row.toolTip = metricAbout(metric);
    row.cells.push_back(Cell::words(name));
    const auto base = bandOf(results.bands.base, metric, quota);
    std::vector<std::optional<Band>> bands;
    std::int64_t most = base ? base->p90 : 0;
    for (std::size_t i = 0; i < shownSets(results); ++i) {
        std::optional<Band> band;
        if (i < results.bands.sets.size() && results.bands.sets[i].futures > 0)
            band = bandOf(results.bands.sets[i].bands, metric, quota);
        if (band)
            most = std::max(most, band->p90);
        bands.push_back(band);
    }
    const auto at = [&](std::int64_t value) {
        return most > 0 ? static_cast<double>(value) / static_cast<double>(most) : 0.0;
    };
    QList<CellSpan> spans;
    for (std::size_t i = 0; i < bands.size(); ++i)
        if (bands[i])
            spans.append({at(bands[i]->p10), at(bands[i]->p90), colourOf(results, i)});
    row.cells.push_back(Cell::bands(spans, base ? at(base->p50) : -1));
    row.cells.push_back(
        base ? Cell::number(atLeast(results.bands.base, metric, quota, bandText(metric, *base)))
             : Cell());
    for (std::size_t i = 0; i < bands.size(); ++i) {
        if (!bands[i]) {
            row.cells.push_back(noNumber(results, i));
            row.cells.emplace_back();
            continue;
        }
        const auto delta = bandOf(results.bands.sets[i].delta, metric, quota);
        row.cells.push_back(Cell::number(atLeast(results.bands.sets[i].bands, metric, quota,
                                                 bandText(metric, *bands[i])))
                                .withType(Type::name));
        row.cells.push_back(
            delta ? Cell::number(deltaText(metric, delta->p50), markRole(markOf(*delta, metric)))
                  : Cell());
    }
    return row;
}

// A count that no future draws: of the one run on what is recorded.
CellTable::Row pastEndRow(const PlanResults& results) {
    CellTable::Row row;
    row.toolTip = TABLE_TEXT(
        "Workloads that still run at the end, as recorded: their ends are not "
        "in the numbers.");
    row.cells.push_back(Cell::words(TABLE_TEXT("Run past the end")));
    row.cells.emplace_back();
    const auto count = [](const std::optional<PlanRun>& run) {
        return run && !run->refused
                   ? Cell::number(QLocale().toString(static_cast<qlonglong>(run->pastEnd)))
                   : Cell();
    };
    row.cells.push_back(count(results.runs[0]));
    for (std::size_t i = 0; i < shownSets(results); ++i) {
        row.cells.push_back(count(results.runs[i + 1]));
        row.cells.emplace_back();
    }
    return row;
}

}  // namespace

int colourOf(const PlanResults& results, std::size_t set) {
    return static_cast<int>(results.places[set]);
}

std::vector<CellTable::Head> verdictHeads(const QString& quota) {
    return {{TABLE_TEXT("Verdict")},
            {quota.isEmpty() ? TABLE_TEXT("Wait of all, p95")
                             : TABLE_TEXT("Wait of %1, p95").arg(quota),
             true},
            {TABLE_TEXT("Better than base in")},
            {TABLE_TEXT("Who pays")},
            {TABLE_TEXT("Evictions"), true}};
}

std::vector<CellTable::Row> verdictRows(const PlanResults& results, const QString& quota) {
    const std::vector<std::string> teams = teamsOf(*results.scenario);
    std::vector<CellTable::Row> rows;
    rows.reserve(results.sets.size());
    for (std::size_t i = 0; i < results.sets.size(); ++i)
        rows.push_back(verdictRow(results, i, quota, teams));
    return rows;
}

std::vector<CellTable::Head> gainHeads(const PlanResults& results) {
    std::vector<CellTable::Head> heads{{TABLE_TEXT("Team")}};
    for (std::size_t i = 0; i < shownSets(results); ++i)
        heads.push_back({qt(results.sets[i].name)});
    return heads;
}

std::vector<CellTable::Row> gainRows(const PlanResults& results) {
    std::vector<std::string> teams = teamsOf(*results.scenario);
    teams.insert(teams.begin(), std::string());
    std::vector<CellTable::Row> rows;
    // Of more variants the words alone have room.
    constexpr std::size_t kMostWithDelta = 2;
    for (const std::string& team : teams) {
        CellTable::Row row;
        QStringList told;
        row.cells.push_back(team.empty() ? Cell::name(TABLE_TEXT("All teams"))
                                         : Cell::words(qt(team)));
        for (std::size_t i = 0; i < shownSets(results); ++i) {
            const bool there = i < results.bands.sets.size() && results.bands.sets[i].futures > 0;
            const auto delta = there
                                   ? bandOf(results.bands.sets[i].delta, PlanMetric::p95Wait, team)
                                   : std::nullopt;
            const QString more = delta ? deltaText(PlanMetric::p95Wait, delta->p50) : QString();
            if (delta)
                told.append(TABLE_TEXT("%1: %2").arg(qt(results.sets[i].name), more));
            const bool wide = shownSets(results) <= kMostWithDelta;
            row.cells.push_back(delta   ? Cell::label(markBadge(markOf(*delta, PlanMetric::p95Wait),
                                                              wide ? more : QString()))
                                  : there ? Cell()
                                        : noNumber(results, i));
        }
        row.toolTip = told.join(QLatin1Char('\n'));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CellTable::Head> metricHeads(const PlanResults& results) {
    std::vector<CellTable::Head> heads{{TABLE_TEXT("Metric")},
                                       {TABLE_TEXT("Base and bands, each row from 0")},
                                       {TABLE_TEXT("Base"), true}};
    for (std::size_t i = 0; i < shownSets(results); ++i) {
        heads.push_back({qt(results.sets[i].name), true});
        heads.push_back({QString(), true});
    }
    return heads;
}

std::vector<CellTable::Row> metricRows(const PlanResults& results, const QString& quota) {
    std::vector<CellTable::Row> rows;
    for (const PlanMetric metric :
         {PlanMetric::p95Started, PlanMetric::p95Wait, PlanMetric::meanWait,
          PlanMetric::neverStarted, PlanMetric::evictions, PlanMetric::lost,
          PlanMetric::utilization})
        rows.push_back(metricRow(results, metric, {}, metricName(metric)));
    rows.push_back(pastEndRow(results));
    if (!quota.isEmpty())
        for (const PlanMetric metric : {PlanMetric::p95Wait, PlanMetric::neverStarted})
            rows.push_back(metricRow(results, metric, quota.toStdString(),
                                     TABLE_TEXT("%1: %2").arg(quota, metricName(metric))));
    return rows;
}

Badge refusedBadge(const PlanResults& results) {
    Badge badge{{}, Tone::warn, Icon::warning};
    int variants = 0, events = 0;
    for (std::size_t i = 0; i < shownSets(results); ++i) {
        const PlanRun* run = runOf(results, i);
        if (run == nullptr || run->refusedEvents.empty())
            continue;
        ++variants;
        events += static_cast<int>(run->refusedEvents.size());
        badge.text = qt(results.sets[i].name);
    }
    if (variants == 1)
        badge.text = TABLE_TEXT("%1: %2 refused").arg(badge.text).arg(events);
    else if (variants > 1)
        badge.text = TABLE_TEXT("%1 variants with refused events").arg(variants);
    return badge;
}

QString refusedText(const PlanResults& results) {
    const TimeText time(results.scenario->epoch);
    QStringList texts;
    for (std::size_t i = 0; i < results.sets.size(); ++i) {
        const PlanRun* run = runOf(results, i);
        if (run == nullptr || run->refusedEvents.empty())
            continue;
        const auto count = static_cast<int>(run->refusedEvents.size());
        const RefusedEvent& first = run->refusedEvents.front();
        const PlanEdit event{first.at, results.scenario->events[first.event].action};
        const QString name = qt(results.sets[i].name);
        texts.append(
            count == 1
                ? TABLE_TEXT("“%1” refuses the base event %2.").arg(name, editText(event, time))
                : QCoreApplication::translate("apportion::ui::PlanTables",
                                              "“%1” refuses %n event(s) of the base.", nullptr,
                                              count)
                      .arg(name));
    }
    return texts.join(QLatin1Char(' '));
}

}  // namespace apportion::ui
