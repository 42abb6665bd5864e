// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document.h"

#include <algorithm>
#include <array>
#include <functional>

#include "core/model/number_text.h"
#include "core/model/told.h"
#include "core/report/document_parts.h"

namespace apportion::report {

namespace {

// Colors of the light theme, as screens give them to teams.
constexpr std::array<std::string_view, 8> kColours{"#3f86f2", "#e06c14", "#087f7a", "#7a2a72",
                                                   "#889976", "#c065c4", "#8b542c", "#4a4318"};
constexpr int kMostGaps = 5;
constexpr std::size_t kMostInBar = 15;

std::string titleOf(const Report& report) {
    const std::string& name = report.usage.name.empty() ? report.file : report.usage.name;
    return "GPU use of " + name;
}

std::string lengthOf(Duration length) {
    constexpr Duration kHour = 3600 * kSecond;
    return length % kHour == 0 ? withThousands(length / kHour) + " h" : durationWords(length);
}

void addHead(const Report& report, Document& document) {
    const Calendar& calendar = report.calendar;
    const Period& period = report.period;
    document.title = titleOf(report);
    const bool dates = report.usage.dates;
    const std::string zone = calendar.zoneText(period.from);
    const std::string span = dates ? calendar.dayText(period.from, true) + " to " +
                                         calendar.dayText(period.to, true) + " " + zone
                                   : std::string();
    document.subtitle = (period.text.empty() ? "" : period.text + ": ") + span +
                        (dates ? ", " : "") + lengthOf(period.to - period.from) + ".";
    if (const auto colon = report.scope.find(':'); colon != std::string::npos)
        document.subtitle += " Only " + report.scope.substr(0, colon) + " " +
                             report.scope.substr(colon + 1) + " by name.";
    if (!report.author.empty())
        document.subtitle +=
            " Made by " + report.author + " on " + calendar.dayText(report.made, true) + ".";
    document.head = document.title + (period.text.empty() ? "" : ", " + period.text);
    const std::string first = calendar.dayText(period.from, false);
    const std::string last = calendar.dayText(period.to - 1, false);
    document.headRight = dates ? (first == last ? first : first + " to " + last) + ", " + zone
                               : lengthOf(period.to - period.from);
    document.foot = report.usage.head.empty()
                        ? "Source: " + report.file
                        : "File head " + report.usage.head.substr(0, 8) +
                              ". Check with: apportionctl project audit --verify " + report.file;
}

void addSentences(const Numbers& numbers, const Report& report, const Accounts& accounts,
                  Document& document) {
    const CapacityColumns capacity = accounts.capacityInAll();
    const auto text = [&](const char* name, std::string value) {
        return Argument{name, Value::ofText(std::move(value))};
    };
    const Usage& usage = report.usage;
    if (usage.dates && capacity.total == 0 && capacity.used == 0 &&
        (usage.from >= report.period.to || usage.to <= report.period.from)) {
        document.sentences.push_back(
            render({"report-sentence-none",
                    {text("from", report.calendar.dayText(usage.from, false)),
                     text("to", report.calendar.dayText(usage.to, false))}}));
        return;
    }
    if (!report.usage.capacityKnown) {
        document.sentences.push_back(render({"report-sentence.used",
                                             {text("used", numbers.hours(capacity.used)),
                                              text("jobs", withThousands(accounts.total.jobs))}}));
        document.sentences.push_back(render({"report-no-capacity", {}}));
        return;
    }
    document.sentences.push_back(
        render({report.usage.guaranteesKnown ? "report-sentence" : "report-sentence.plain",
                {text("capacity", numbers.hours(capacity.total)),
                 text("used", numbers.hours(capacity.used)),
                 text("percent", percentText(capacity.used, capacity.total)),
                 text("borrowed", numbers.rest(capacity.used, {accounts.total.quota->within}))}}));
    document.sentences.push_back(render({"report-sentence-lost",
                                         {text("lost", numbers.hours(accounts.total.lost)),
                                          text("free", capacityTexts(numbers, capacity)[1]),
                                          text("waited", numbers.hours(capacity.freeWaited))}}));
}

void addBar(const Numbers& numbers, const Report& report, const Accounts& accounts,
            Document& document) {
    const CapacityColumns capacity = accounts.capacityInAll();
    if (capacity.total == 0)
        return;
    std::vector<Amount> amounts;
    const auto add = [&](CapacityPart::Kind kind, const std::string& name, Amount amount,
                         int colour) {
        amounts.push_back(amount);
        document.bar.push_back({kind,
                                name,
                                {},
                                static_cast<std::int64_t>(amount * 1'000'000 / capacity.total),
                                colour});
    };
    // The largest, as people can tell apart, and the others together.
    std::vector<Amount> uses;
    for (const AccountRow& row : accounts.rows)
        if (!row.subtotal && row.key[0] < kOthers)
            uses.push_back(row.used);
    std::sort(uses.begin(), uses.end(), std::greater<>());
    const Amount least = uses.size() > kMostInBar ? uses[kMostInBar - 1] : Amount{1};
    Amount others = 0;
    for (const AccountRow& row : accounts.rows) {
        if (row.subtotal)
            continue;
        const std::uint32_t quota = row.key[0];
        if (quota >= kOthers || row.used < least)
            others += row.used;
        else
            add(CapacityPart::Kind::team, report.usage.quotas[quota].team, row.used,
                report.usage.quotas[quota].colour);
    }
    if (others > 0)
        add(CapacityPart::Kind::team, "others", others, -1);
    add(CapacityPart::Kind::free, "free", capacity.free, -1);
    add(CapacityPart::Kind::down, "down", capacity.down, -1);
    add(CapacityPart::Kind::unknown, "unknown", capacity.unknown, -1);
    const auto hours = numbers.thatAddUp(amounts);
    for (std::size_t i = 0; i < hours.size(); ++i)
        document.bar[i].hours = numbers.text(hours[i]);
    std::erase_if(document.bar, [](const CapacityPart& part) { return part.share == 0; });
    const std::array amounts4{capacity.used, capacity.free, capacity.down, capacity.unknown};
    const auto texts = capacityTexts(numbers, capacity);
    constexpr std::array<const char*, 4> kNames{"Used", "Free", "Down", "Unknown"};
    for (std::size_t i = 0; i < amounts4.size(); ++i)
        document.figures.push_back(
            {kNames.at(i), texts[i], percentText(amounts4[i], capacity.total)});
    const Amount length = report.period.to - report.period.from;
    const bool constant = capacity.total % (length * kOneGpu) == 0;
    document.figures.push_back(
        {"Capacity, GPU h", "= " + numbers.hours(capacity.total),
         constant ? withThousands(static_cast<std::int64_t>(capacity.total / (length * kOneGpu))) +
                        " GPUs \xC3\x97 " + lengthOf(report.period.to - report.period.from)
                  : std::string()});
}

void addCoverage(const Numbers& numbers, const Report& report, const CapacityColumns& capacity,
                 Document& document) {
    const Usage& usage = report.usage;
    const auto text = [](const char* name, std::string value) {
        return Argument{name, Value::ofText(std::move(value))};
    };
    const std::int64_t covered = coverage(usage, report.period.from, report.period.to);
    document.coverage.push_back(
        render({"report-coverage", {text("percent", percentText(covered, 1'000'000))}}));
    const auto gaps = gapsIn(usage, report.period.from, report.period.to);
    int told = 0;
    for (const auto& [from, to] : gaps)
        if (told++ < kMostGaps)
            document.coverage.push_back(render({"report-gap",
                                                {text("from", report.calendar.dayText(from, true)),
                                                 text("to", report.calendar.dayText(to, true))}}));
    if (gaps.size() > kMostGaps)
        document.coverage.push_back(render(
            {"report-gaps-more",
             {{"count", Value::ofCount(static_cast<std::int64_t>(gaps.size()) - kMostGaps)}}}));
    if (capacity.unknown > 0)
        document.coverage.push_back(
            render({"report-unknown", {text("unknown", capacityTexts(numbers, capacity)[3])}}));
    for (const Message& note : usage.notes)
        document.coverage.push_back(toldExactly(note));
}

void addMethod(const Report& report, Document& document) {
    const auto add = [&](const char* term, const Message& message) {
        document.method.push_back({term, render(message)});
    };
    const bool trace = report.usage.source == UsageSource::trace;
    add("Used", {"report-define-used", {}});
    if (report.usage.guaranteesKnown) {
        add("Within, borrowed", {"report-define-within", {}});
        add("Lent, idle, wanted", {"report-define-lent", {}});
    }
    add("Lost", {trace ? "report-define-lost.trace" : "report-define-lost", {}});
    add("Wait", {"report-define-wait", {}});
    if (!report.usage.entitled.empty())
        add("Of fair share", {"report-define-entitled", {}});
    if (!report.prices.empty())
        add("Cost", report.prices.by == CostBy::use ? Message{"report-define-cost", {}}
                    : report.prices.by == CostBy::guarantee
                        ? Message{"report-define-cost.guarantee", {}}
                        : Message{"report-define-cost.both",
                                  {{"percent", Value::ofCount(report.prices.borrowedPercent)}}});
    add("Source", {report.usage.source == UsageSource::journal ? "report-define-source"
                   : trace                                     ? "report-define-source.trace"
                                                               : "report-define-source.scenario",
                   {}});
}

}  // namespace

std::string_view colourOf(int colour) {
    return colour < 0 ? "#9aa2ae" : kColours.at(static_cast<std::size_t>(colour) % kColours.size());
}

std::array<std::string, 4> capacityTexts(const Numbers& numbers, const CapacityColumns& capacity) {
    const std::array parts{capacity.used, capacity.free, capacity.down, capacity.unknown};
    const auto rounded = numbers.thatAddUp(parts);
    return {numbers.text(rounded[0]), numbers.text(rounded[1]), numbers.text(rounded[2]),
            numbers.text(rounded[3])};
}

Document documentOf(const Report& report) {
    Document document;
    const Accounts teams = report.accounts(*groupingOf("quota"));
    const CapacityColumns capacity = teams.capacityInAll();
    const Numbers numbers(std::max(capacity.total, teams.total.used));
    addHead(report, document);
    addSentences(numbers, report, teams, document);
    addBar(numbers, report, teams, document);
    addTeams(numbers, report, teams, document);
    addService(numbers, report, teams, document);
    addBudgets(numbers, report, document);
    addWeeks(numbers, report, document);
    addUsers(numbers, report, document);
    addRanking(numbers, report, document);
    addGrouping(numbers, report, document);
    addChanges(report, document);
    addCoverage(numbers, report, capacity, document);
    addMethod(report, document);
    return document;
}

}  // namespace apportion::report
