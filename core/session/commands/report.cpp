// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/report.h"

#include <algorithm>
#include <filesystem>

#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/change/day_clock.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/io/traces/read_trace.h"
#include "core/model/date_text.h"
#include "core/model/message_moments.h"
#include "core/report/sources.h"
#include "core/session/project/desk.h"
#include "core/sim/simulation.h"
#include "core/store/price_values.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

constexpr const char* kUtc = "UTC";

std::string nameOfFile(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

// Nodes of a trace's pool; null = not known.
Result<std::shared_ptr<const Scenario>> poolOf(const std::string& pool, Problems& warnings) {
    if (pool.empty())
        return std::shared_ptr<const Scenario>();
    if (const std::optional<PoolShape> shape = poolShape(pool)) {
        Scenario nodes;
        NodeGroup& group = nodes.nodes.emplace_back();
        group.node.name = "node";
        group.node.gpu = shape->gpus * kOneGpu;
        group.count = static_cast<int>(shape->nodes);
        return std::make_shared<const Scenario>(std::move(nodes));
    }
    auto loaded = loadScenario(pool);
    if (!loaded)
        return tl::unexpected(std::move(loaded.error()));
    warnings.insert(warnings.end(), loaded->warnings.begin(), loaded->warnings.end());
    return loaded->scenario;
}

Result<report::Usage> usageOfTrace(const ReportRequest& request, const report::Calendar& calendar,
                                   Problems& warnings) {
    std::string format = request.format;
    if (format.empty()) {
        auto guessed = formatOf(request.trace);
        if (!guessed)
            return tl::unexpected(std::move(guessed.error()));
        format = std::move(*guessed);
    }
    TraceOptions columns = request.columns;
    columns.open = true;
    const auto trace = readTrace(request.trace, format, columns);
    if (!trace)
        return tl::unexpected(trace.error());
    warnings.insert(warnings.end(), trace->warnings.begin(), trace->warnings.end());
    const auto pool = poolOf(request.pool, warnings);
    if (!pool)
        return tl::unexpected(pool.error());
    return report::usageOf(*trace, pool->get(), calendar);
}

constexpr Duration kDay = 24 * 3600 * kSecond;

// As far as that moment, with what waits asked about.
Engine engineAt(const std::shared_ptr<const Scenario>& scenario, Instant at) {
    Course course = courseOf(scenario);
    if (course.until)
        course.until = std::max(*course.until, at);
    Simulation simulation(scenario, std::move(course));
    simulation.runTo(at);
    return simulation.engine();
}

PreparedFairness fairnessOf(const std::shared_ptr<const Scenario>& scenario,
                            std::optional<Instant> at) {
    report::Usage usage = report::usageOf(scenario, at, 1);
    const Moment zero = usage.from;
    const Moment moment = usage.to - 1;
    report::Fairness fairness = report::fairnessOf(usage, moment);
    if (!fairness.pairs.empty())
        report::findReasons(usage, engineAt(scenario, moment - zero), fairness);
    auto day = report::fairDayOf(usage, std::max(zero, moment - kDay), moment);
    return {std::move(usage), std::move(fairness), std::move(day), zero, {}};
}

// The fair shares of that moment. Of quotas whose names are hidden their sum is shown, so the first
// root among them has it: all of their roots less what visible quotas below them have.
void setShares(const Project& project, const std::string& who, const Engine& engine, Moment now,
               report::Usage& usage) {
    usage.entitled.clear();
    const auto shareOf = [&](const std::string& name) {
        const auto id = engine.findQuota(name);
        return id ? engine.numbers(*id).fairShare : 0;
    };
    const auto isHidden = [&](std::uint32_t quota) {
        return quota != report::kNone && usage.quotas[quota].hidden;
    };
    std::uint32_t first = report::kNone;
    Gpu others = 0;
    const Roster roster(project);
    for (const Quota& quota : project.pool.quotas)
        if (quota.parent.empty() && !roster.may(who, Right::readQuota, {quota.name}))
            others += shareOf(quota.name);
    for (std::uint32_t i = 0; i < usage.quotas.size(); ++i) {
        const report::UsageQuota& quota = usage.quotas[i];
        if (quota.hidden) {
            if (first == report::kNone && quota.parent == report::kNone)
                first = i;
            else
                usage.entitled.push_back({now, i, 0});
            continue;
        }
        usage.entitled.push_back({now, i, shareOf(quota.name)});
        if (isHidden(quota.parent) && quota.parent != first)
            others -= shareOf(quota.name);
    }
    if (first != report::kNone)
        usage.entitled.push_back({now, first, others});
}

// As somebody may hear of the reasons, in times that are later by this.
void tellTo(const Alias& alias, Duration shift, report::Fairness& fairness) {
    for (report::FairPair& pair : fairness.pairs) {
        if (pair.reason) {
            redact(pair.reason->message, alias);
            shiftMoments(pair.reason->message, shift);
        }
        redact(pair.waits, alias);
    }
}

Result<PreparedReport> finished(Result<report::Report> made, Problems warnings) {
    if (!made)
        return tl::unexpected(std::move(made.error()));
    for (Problem& warning : report::budgetWarnings(made->usage, report::budgetsOf(*made)))
        warnings.push_back(std::move(warning));
    for (Problem& warning : report::priceWarnings(*made))
        warnings.push_back(std::move(warning));
    return PreparedReport{std::move(*made), std::move(warnings)};
}

}  // namespace

Result<report::Usage> usageOf(ProjectDesk& desk, Moment from, Moment to) {
    const auto project = desk.project();
    if (!project)
        return tl::unexpected(project.error());
    const auto holder = desk.holder();
    if (!holder)
        return tl::unexpected(holder.error());
    const QuotaNames& names = desk.quotaNames();
    return report::usageOf(
        {desk.file(), **project, desk.who(), desk.now(), *holder ? desk.now() : 0,
         [&](std::string quota, Moment at) { return names.nameNow(std::move(quota), at); }},
        from, to);
}

Result<report::Report> reportOf(ProjectDesk& desk, const report::ReportTexts& given) {
    if (const auto project = desk.project(); !project)
        return tl::unexpected(project.error());
    report::ReportTexts texts = given;
    const PriceSetting kept = store::pricesOf(desk.objects());
    if (texts.prices.empty())
        texts.prices = kept.prices;
    if (texts.currency.empty())
        texts.currency = kept.currency;
    if (texts.cost.empty())
        texts.cost = kept.cost;
    const std::string here = zoneHere();
    auto asked = report::askedOf(texts, here.empty() ? kUtc : here);
    if (!asked)
        return tl::unexpected(std::move(asked.error()));
    if (!asked->period)
        asked->period = asked->calendar.containing(desk.now(), report::PeriodUnit::week, -1);
    auto usage =
        usageOf(desk, report::readFrom(asked->calendar, *asked->period), asked->period->to);
    if (!usage)
        return tl::unexpected(std::move(usage.error()));
    auto made = report::reportOf(std::move(*usage), std::move(*asked));
    if (made) {
        made->file = nameOfFile(desk.file().path());
        made->author = desk.who();
        made->made = desk.now();
    }
    return made;
}

Result<PreparedFairness> fairnessOf(ProjectDesk& desk, std::optional<Moment> at, bool withDay) {
    const auto project = desk.project();
    if (!project)
        return tl::unexpected(project.error());
    const auto holder = desk.holder();
    if (!holder)
        return tl::unexpected(holder.error());
    const auto begun = desk.begin();
    if (!begun)
        return tl::unexpected(begun.error());
    const Moment now = desk.now();
    const Moment moment = at.value_or(now);
    if (moment < *begun || moment > now)
        return refuse("fairness-at", {textArgument("value", momentText(moment))});
    const QuotaNames& names = desk.quotaNames();
    const Moment from = withDay ? std::max(*begun, moment - kDay) : moment;
    // Until a millisecond later, in which what runs now still does. Work from the beginning on:
    // its last use tells since when a guarantee is idle.
    auto usage = report::usageOf(
        {desk.file(), **project, desk.who(), now + 1, *holder || moment == now ? now + 1 : 0,
         [&](std::string quota, Moment when) { return names.nameNow(std::move(quota), when); }},
        *begun, moment + 1, from);
    if (!usage)
        return tl::unexpected(std::move(usage.error()));
    std::optional<report::FairDay> day;
    if (withDay)
        day = report::fairDayOf(*usage, from, moment);
    if (moment == now) {
        // What samples say is up to a minute old, and of a pool that rests there are none.
        usage->gaps.clear();
        setShares(**project, desk.who(), engineOf(**project, now), now, *usage);
    }
    report::Fairness fairness = report::fairnessOf(*usage, moment);
    if (moment == now && !fairness.pairs.empty()) {
        Engine asked = engineOf(afterWhatIsDue(**project, now), now);
        asked.step(0, {});
        report::findReasons(*usage, asked, fairness);
        tellTo(desk.alias(), now - *begun, fairness);
    }
    return PreparedFairness{std::move(*usage), std::move(fairness), std::move(day), *begun,
                            desk.notices()};
}

Result<PreparedFairness> prepareFairness(const std::string& file, std::optional<Instant> at,
                                         std::optional<Moment> date) {
    if (isProjectFile(file)) {
        auto desk = ProjectDesk::openToLook(file);
        if (!desk)
            return tl::unexpected(std::move(desk.error()));
        const auto begun = desk->begin();
        if (!begun)
            return tl::unexpected(begun.error());
        return fairnessOf(*desk, at ? std::optional(*begun + *at) : date, true);
    }
    auto loaded = loadScenario(file);
    if (!loaded)
        return tl::unexpected(std::move(loaded.error()));
    if (date) {
        const auto epoch = epochValue(loaded->scenario->epoch);
        if (!epoch || *date < *epoch)
            return refuse(epoch ? "fairness-at" : "fairness-at.no-dates",
                          {textArgument("value", dateText(*date))});
        at = *date - *epoch;
    }
    PreparedFairness made = fairnessOf(loaded->scenario, at);
    made.warnings = std::move(loaded->warnings);
    return made;
}

Result<PreparedReport> prepareReport(const ReportRequest& request) {
    Problems warnings;
    Result<report::Report> made = tl::unexpected(Problems{});
    if (request.trace.empty() && isProjectFile(request.file)) {
        auto desk = ProjectDesk::openToLook(request.file);
        if (!desk)
            return tl::unexpected(std::move(desk.error()));
        made = reportOf(*desk, request.texts);
        warnings = desk->notices();
    } else {
        auto asked = report::askedOf(request.texts, kUtc);
        if (!asked)
            return tl::unexpected(std::move(asked.error()));
        Result<report::Usage> usage = tl::unexpected(Problems{});
        if (request.trace.empty()) {
            auto loaded = loadScenario(request.file);
            if (!loaded)
                return tl::unexpected(std::move(loaded.error()));
            warnings = std::move(loaded->warnings);
            usage = report::usageOf(loaded->scenario, request.until, 0);
        } else {
            usage = usageOfTrace(request, asked->calendar, warnings);
        }
        if (!usage)
            return tl::unexpected(std::move(usage.error()));
        made = report::reportOf(std::move(*usage), std::move(*asked));
        if (made)
            made->file = nameOfFile(request.trace.empty() ? request.file : request.trace);
    }
    return finished(std::move(made), std::move(warnings));
}

ReportSource reportSource(const std::string& project, const std::string& who, Moment epoch) {
    const auto open = [project, who] {
        return ProjectDesk::open(project, OpenMode::readOnly, who);
    };
    return {[open](const report::ReportTexts& texts) -> Result<PreparedReport> {
                auto desk = open();
                if (!desk)
                    return tl::unexpected(std::move(desk.error()));
                auto made = finished(reportOf(*desk, texts), desk->notices());
                if (made)
                    made->kept = store::pricesOf(desk->objects());
                return made;
            },
            [open, epoch](std::optional<Instant> at, bool withDay) -> Result<PreparedFairness> {
                auto desk = open();
                if (!desk)
                    return tl::unexpected(std::move(desk.error()));
                return fairnessOf(*desk, at ? std::optional(epoch + *at) : std::nullopt, withDay);
            }};
}

ReportSource reportSource(const std::shared_ptr<const Scenario>& scenario, std::string name,
                          Instant clock) {
    return {[scenario, clock,
             name = std::move(name)](const report::ReportTexts& texts) -> Result<PreparedReport> {
                auto asked = report::askedOf(texts, kUtc);
                if (!asked)
                    return tl::unexpected(std::move(asked.error()));
                auto made =
                    report::reportOf(report::usageOf(scenario, clock, 0), std::move(*asked));
                if (made)
                    made->file = name;
                return finished(std::move(made), {});
            },
            [scenario, clock](std::optional<Instant> at, bool) -> Result<PreparedFairness> {
                return fairnessOf(scenario, at.value_or(clock));
            }};
}

}  // namespace apportion
