// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/cluster_text.h"

#include <algorithm>
#include <map>

#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/cluster/slurm/accounts.h"
#include "core/model/date_text.h"
#include "core/model/told.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

constexpr std::size_t kLongestCell = 24;  // columns; names of jobs are as long as users like

std::string shortCell(std::string_view text) {
    std::string visible = visibleText(text);
    if (visible.empty())
        return "-";
    if (displayWidth(visible) <= kLongestCell)
        return visible;
    std::string cut;
    for (std::size_t at = 0; at < visible.size();) {
        std::size_t end = at + 1;
        while (end < visible.size() && (static_cast<unsigned char>(visible[end]) & 0xC0) == 0x80)
            ++end;
        const std::string more = cut + visible.substr(at, end - at);
        if (displayWidth(more) >= kLongestCell)
            break;
        cut = more;
        at = end;
    }
    return cut + "…";
}

const char* mark(slurm::Fact::State state) {
    switch (state) {
        case slurm::Fact::State::good:
            return "✓";
        case slurm::Fact::State::warning:
            return "!";
        case slurm::Fact::State::error:
            break;
    }
    return "✗";
}

const char* title(slurm::Fact::Group group) {
    switch (group) {
        case slurm::Fact::Group::reach:
            return "Reach";
        case slurm::Fact::Group::you:
            return "You";
        case slurm::Fact::Group::scheduling:
            break;
    }
    return "Scheduling";
}

std::string foundCell(const slurm::Fact& fact) {
    std::string cell = fact.found.empty() ? "-" : shortCell(fact.found);
    if (fact.took)
        cell += ", " + grouped(*fact.took) + " ms";
    return cell;
}

// A table for each group would be as wide as its own facts.
std::size_t widest(const std::vector<slurm::Fact>& facts, std::string (*cell)(const slurm::Fact&)) {
    std::size_t most = 0;
    for (const slurm::Fact& each : facts)
        most = std::max(most, displayWidth(cell(each)));
    return most;
}

std::string padded(const std::string& cell, std::size_t width) {
    const std::size_t has = displayWidth(cell);
    return cell + std::string(width > has ? width - has : 0, ' ');
}

std::string minutesCell(const slurm::Account& account) {
    if (!account.gpuMinutes)
        return "-";
    const std::string limit = grouped(*account.gpuMinutes);
    return account.gpuMinutesUsed ? grouped(*account.gpuMinutesUsed) + " of " + limit : limit;
}

std::string accountsSection(const slurm::Accounts& accounts, bool limitsAreKnown) {
    TextTable table({{"account"},
                     {"running", Align::right},
                     {"limit", Align::right},
                     {"waiting", Align::right},
                     {"waiting jobs", Align::right},
                     {"shares", Align::right},
                     {"GPU minutes", Align::right, true},
                     {"state", Align::left, true}});
    for (const slurm::Account& each : accounts.inOrder()) {
        std::string state = "-";
        if (each.limit && each.running > *each.limit)
            state = "above its limit by " + grouped(each.running - *each.limit);
        else if (each.isFull())
            state = "at its limit";
        else if (each.gpuMinutes && each.gpuMinutesUsed.value_or(0) >= *each.gpuMinutes)
            state = "GPU minutes are used";
        table.row(
            {std::string(static_cast<std::size_t>(each.depth) * 2, ' ') + visibleText(each.name),
             grouped(each.running),
             !limitsAreKnown ? "?"
             : each.limit    ? grouped(*each.limit)
                             : "-",
             grouped(each.pending), grouped(each.pendingJobs),
             limitsAreKnown ? grouped(each.shares) : "?", minutesCell(each), state});
    }
    return heading("Accounts, GPUs") + table.text();
}

// Of more jobs than are listed.
std::string reasonsSection(const std::vector<const slurm::ClusterJob*>& waiting) {
    if (waiting.size() <= kMostListed)
        return {};
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> reasons;  // jobs and their GPUs
    for (const slurm::ClusterJob* job : waiting) {
        auto& [jobs, gpus] = reasons[job->reason];
        jobs += job->tasks;
        gpus += job->gpus * job->tasks;
    }
    std::vector<std::pair<std::string, std::pair<std::int64_t, std::int64_t>>> rows(reasons.begin(),
                                                                                    reasons.end());
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
    TextTable table({{"Slurm's reason"}, {"jobs", Align::right}, {"GPUs", Align::right}});
    for (const auto& [reason, sums] : rows)
        table.row(
            {reason.empty() ? "-" : shortCell(reason), grouped(sums.first), grouped(sums.second)});
    return heading("Why jobs wait") + table.text();
}

std::string waitingSection(const slurm::Picture& picture, const slurm::Accounts& accounts,
                           const JobFilter& filter, const std::map<std::string, Message>& queued) {
    std::vector<const slurm::ClusterJob*> waiting;
    for (const slurm::ClusterJob& job : picture.jobs)
        if (job.isPending() && filter.takes(job))
            waiting.push_back(&job);
    if (waiting.empty())
        return filter.isSet() ? heading("Waiting jobs") + "  None of these waits.\n"
                              : std::string();
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const slurm::ClusterJob* a, const slurm::ClusterJob* b) {
                         return a->priority != b->priority ? a->priority > b->priority
                                                           : a->submitted < b->submitted;
                     });
    TextTable table({{"job"},
                     {"name"},
                     {"account"},
                     {"user"},
                     {"GPUs", Align::right},
                     {"waits", Align::right},
                     {"Slurm's reason"},
                     {"why"}});
    std::string remedy;
    for (std::size_t i = 0; i < std::min(waiting.size(), kMostListed); ++i) {
        const slurm::ClusterJob& job = *waiting[i];
        Message why = slurm::waitOf(job, accounts, picture);
        if (why.code == "cluster-wait-gate.queue") {
            if (const auto ours = queued.find(job.id); ours != queued.end())
                why = ours->second;
            else
                remedy = "  " + toldRemedy(why) + "\n";
        }
        const std::int64_t since = job.submitted > 0 ? picture.asOf - job.submitted : 0;
        table.row({shortCell(job.id), shortCell(job.name), shortCell(job.account),
                   shortCell(job.user), grouped(job.gpus),
                   durationWords(std::max<std::int64_t>(0, since) * kSecond), shortCell(job.reason),
                   visibleText(told(why))});
    }
    return reasonsSection(waiting) + heading("Waiting jobs") + table.text() +
           moreText(waiting.size()) + remedy;
}

}  // namespace

std::string connectionsText(const std::vector<slurm::Connection>& connections) {
    if (connections.empty())
        return "No clusters. Add one with apportionctl cluster add NAME PLACE.\n";
    TextTable table(
        {{"name"}, {"place"}, {"user", Align::left, true}, {"token", Align::left, true}});
    for (const slurm::Connection& each : connections)
        table.row({each.name, visibleText(slurm::placeText(each)),
                   each.user.empty() ? "-" : visibleText(each.user),
                   each.tokenFile.empty() ? "-" : visibleText(each.tokenFile)});
    return table.text();
}

std::string checkText(const slurm::Checked& checked) {
    std::string text = visibleText(checked.place);
    if (!checked.cluster.empty())
        text += ", cluster " + visibleText(checked.cluster);
    text += ": " + grouped(static_cast<std::int64_t>(checked.count(slurm::Fact::State::good))) +
            " good, " +
            plural(static_cast<std::int64_t>(checked.count(slurm::Fact::State::warning)), "warning",
                   "warnings") +
            ", " +
            plural(static_cast<std::int64_t>(checked.count(slurm::Fact::State::error)), "error",
                   "errors") +
            "\n";
    const auto name = [](const slurm::Fact& fact) { return fact.name; };
    const std::size_t names = widest(checked.facts, name);
    const std::size_t founds = widest(checked.facts, foundCell);
    for (const slurm::Fact::Group group :
         {slurm::Fact::Group::reach, slurm::Fact::Group::you, slurm::Fact::Group::scheduling}) {
        bool first = true;
        for (const slurm::Fact& each : checked.facts) {
            if (each.group != group)
                continue;
            if (first)
                text += heading(title(group));
            first = false;
            text += std::string("  ") + mark(each.state) + " " + padded(each.name, names) + "  " +
                    padded(foundCell(each), founds) + "  " + visibleText(told(each.means)) + "\n";
            if (const std::string remedy = toldRemedy(each.means);
                each.state != slurm::Fact::State::good && !remedy.empty())
                text += std::string(names + 6, ' ') + visibleText(remedy) + "\n";
        }
    }
    if (!checked.reads.empty())
        text += "\nReads by " + checked.reads + ". " +
                (checked.writes.empty() ? "Writes need the commands, which REST cannot replace.\n"
                                        : "Writes by " + checked.writes + ".\n");
    return text;
}

// A job of an array has the array's number too: 7 is 7_[1-5].
bool JobFilter::takes(const slurm::ClusterJob& each) const {
    return (job.empty() || each.id == job || each.id.starts_with(job + "_")) &&
           (account.empty() || each.account == account) && (user.empty() || each.user == user);
}

std::string pictureText(const slurm::Picture& picture, const std::vector<Message>& notRepresented,
                        const JobFilter& filter, const std::map<std::string, Message>& queued) {
    const slurm::Accounts accounts(picture);
    std::int64_t total = 0, used = 0, closed = 0;
    for (const slurm::ClusterNode& each : picture.nodes) {
        total += each.gpus;
        used += each.gpusUsed;
        if (slurm::isClosed(each))
            closed += std::max<std::int64_t>(0, each.gpus - each.gpusUsed);
    }
    std::string text = "Cluster " + visibleText(picture.cluster) + ", as of " +
                       dateText(picture.asOf * kSecond) + ", read by " + picture.jobsBy + "\n";
    text += "  " + plural(total, "GPU", "GPUs") + " on " +
            plural(static_cast<std::int64_t>(picture.nodes.size()), "node", "nodes") + ": " +
            grouped(used) + " in use, " + grouped(slurm::freeGpus(picture)) + " free, " +
            grouped(closed) + " out of service\n";
    if (const auto missing = slurm::missingOf(picture))
        text += wrapped(visibleText(told(*missing)) + " " + toldRemedy(*missing), 2);
    const bool known = picture.accountsBy != slurm::Picture::AccountsBy::jobs;
    text += accountsSection(accounts, known) + waitingSection(picture, accounts, filter, queued);
    return text + notRepresentedText(notRepresented);
}

std::string linesText(const std::vector<slurm::Line>& lines) {
    std::string text;
    std::int64_t number = 0;
    for (const slurm::Line& each : lines) {
        text += "  " + grouped(++number) + ". " + slurm::lineText(each) + "\n     " +
                (each.danger == slurm::Line::Danger::none ? "" : "Danger: ") +
                visibleText(told(each.note)) + "\n";
    }
    return text;
}

std::string planText(const slurm::NativePlan& plan, const std::vector<slurm::Judged>& judged,
                     const slurm::Imitated& next) {
    std::string text = heading("What Slurm can hold");
    TextTable table({{"policy"}, {"in Slurm"}, {"verdict"}, {"quotas"}, {"what differs"}});
    for (const slurm::Judged& each : judged)
        table.row(
            {std::string(each.capability->key),
             each.capability->construct.empty() ? "-" : std::string(each.capability->construct),
             std::string(slurm::verdictText(each.capability->verdict)),
             each.quotas.empty() ? "-" : visibleText(formatValue(Value::ofList(each.quotas))),
             std::string(messageTemplate(each.capability->code))});
    text += table.text();
    text += "\n  " + told(slurm::recommendedFor(judged).why) + "\n";
    text += heading("Lines: " + grouped(static_cast<std::int64_t>(plan.lines.size())));
    if (plan.lines.empty())
        text += plan.refused.empty() ? "  The cluster is as the scenario wants it.\n"
                                     : "  No lines, apart from what is left alone below.\n";
    text += linesText(plan.lines);
    if (!plan.refused.empty())
        text += heading("Left alone");
    for (const Message& each : plan.refused) {
        const std::string remedy = toldRemedy(each);
        text += listed(visibleText(told(each)) + (remedy.empty() ? "" : " " + remedy), 2);
    }
    text += heading("Dry run");
    for (const Message& each : slurm::sentencesOf(next))
        text += listed(visibleText(told(each)), 2);
    return text;
}

std::string appliedText(const slurm::Applied& applied) {
    return "Applied lines: " + grouped(static_cast<std::int64_t>(applied.done)) +
           ". Left: " + grouped(static_cast<std::int64_t>(applied.left.lines.size())) + ".\n";
}

std::string notRepresentedText(const std::vector<Message>& messages) {
    if (messages.empty())
        return {};
    std::string text = heading("Not represented in a scenario: " +
                               grouped(static_cast<std::int64_t>(messages.size())));
    for (const Message& each : messages)
        text += listed(visibleText(told(each)), 2);
    return text;
}

}  // namespace apportion::ctl
