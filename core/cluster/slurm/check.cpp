// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/check.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>

#include <nlohmann/json.hpp>
#include <pwd.h>
#include <unistd.h>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/texts.h"
#include "core/model/date_text.h"

namespace apportion::slurm {

namespace {

using Json = nlohmann::json;
using Group = Fact::Group;
using State = Fact::State;

constexpr std::int64_t kMostSkew = 5;  // seconds
constexpr std::int64_t kUsualCredentialLife = 120;

Fact fact(Group group, State state, std::string name, std::string found, std::string code,
          std::vector<Argument> arguments = {}) {
    Fact made;
    made.group = group;
    made.state = state;
    made.name = std::move(name);
    made.found = std::move(found);
    made.means = {std::move(code), std::move(arguments)};
    return made;
}

Fact failed(std::string name, const Problems& problems) {
    Fact made = fact(Group::reach, State::error, std::move(name), {}, {});
    made.means = problems.front().message;
    return made;
}

// A call with the time that it took.
template <typename Call>
auto timed(Duration& took, const Call& call) {
    using namespace std::chrono;
    const auto begun = steady_clock::now();
    auto answer = call();
    took = duration_cast<milliseconds>(steady_clock::now() - begun).count();
    return answer;
}

bool lists(const std::string& text, std::string_view word) {
    const auto words = split(text, ',');
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string setting(const std::map<std::string, std::string>& settings, const char* name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
}

Fact clockFact(std::int64_t theirs, std::int64_t ours) {
    const std::int64_t skew = theirs - ours;
    const bool good = std::abs(skew) <= kMostSkew;
    return fact(Group::reach, good ? State::good : State::warning, "clock",
                std::to_string(skew) + " s", good ? "cluster-fact-clock" : "cluster-fact-clock.off",
                {{"skew", Value::ofSeconds(std::abs(skew) * kSecond)}});
}

std::string userHere() {
    const passwd* entry = getpwuid(geteuid());  // NOLINT(concurrency-mt-unsafe)
    return entry != nullptr ? entry->pw_name : std::string();
}

Fact tokenFact(const Token& token) {
    const auto expires = token.expires();
    return fact(Group::you, State::good, "token", token.user(),
                expires ? "cluster-fact-token" : "cluster-fact-token.endless",
                {{"source", Value::ofText(token.from())},
                 {"until", Value::ofText(expires ? dateText(*expires * kSecond) : "")}});
}

Fact levelFact(const std::string& level, const std::vector<std::string>& coordinates) {
    if (level == "Administrator" || level == "Operator")
        return fact(Group::you, State::good, "administrator level", level, "cluster-fact-level");
    std::string found = level.empty() ? "None" : level;
    if (!coordinates.empty())
        return fact(Group::you, State::warning, "administrator level", std::move(found),
                    "cluster-fact-level.coordinator", {{"accounts", Value::ofList(coordinates)}});
    return fact(Group::you, State::warning, "administrator level", std::move(found),
                "cluster-fact-level.reader");
}

Fact tresFact(bool counted) {
    return fact(Group::scheduling, counted ? State::good : State::error, "AccountingStorageTRES",
                counted ? "gres/gpu" : "", counted ? "cluster-fact-tres" : "cluster-fact-tres.no");
}

void checkCommands(const Commands& commands, Checked& checked) {
    Duration took = 0;
    const auto config = timed(took, [&] { return commands.run({"scontrol", "show", "config"}); });
    const std::int64_t now = std::time(nullptr);
    if (!config && codeOf(config.error()) == "cluster-no-conf") {
        // No other command would know where to ask.
        checked.facts.push_back(failed("slurm.conf", config.error()));
        return;
    }
    std::map<std::string, std::string> settings;
    if (!config)
        checked.facts.push_back(failed("slurmctld", config.error()));
    else {
        settings = settingsOf(*config);
        checked.cluster = setting(settings, "ClusterName");
        Fact& made = checked.facts.emplace_back(fact(Group::reach, State::good, "slurmctld",
                                                     setting(settings, "SLURM_VERSION"),
                                                     "cluster-fact-controller"));
        made.took = took;
    }
    std::string user = commands.token().exists() ? commands.token().user() : userHere();
    if (const auto who = commands.run({"id", "-un"}); who && !commands.token().exists())
        user = std::string(split(*who, '\n').empty() ? user : split(*who, '\n').front());
    const auto rights = timed(took, [&] {
        return commands.run(
            {"sacctmgr", "-nP", "show", "user", "withcoord", "format=user,adminlevel,coord"});
    });
    if (!rights)
        checked.facts.push_back(failed("slurmdbd", rights.error()));
    else
        checked.facts
            .emplace_back(
                fact(Group::reach, State::good, "slurmdbd", "answers", "cluster-fact-accounting"))
            .took = took;
    if (config) {
        constexpr std::string_view asOf = "as of ";
        const std::string_view line = std::string_view(*config).substr(0, config->find('\n'));
        if (const auto at = line.find(asOf); at != std::string_view::npos)
            if (const auto theirs = wholeNumber(line.substr(at + asOf.size())))
                checked.facts.push_back(clockFact(*theirs, now));
    }
    if (commands.token().exists())
        checked.facts.push_back(tokenFact(commands.token()));
    else
        checked.facts.push_back(fact(Group::you, State::good, "user", user, "cluster-fact-user"));
    if (rights) {
        std::string level;
        std::vector<std::string> coordinates;
        for (const std::string_view row : split(*rights, '\n')) {
            const auto parts = split(row, '|');
            if (parts.size() < 3 || parts[0] != user)
                continue;
            level = parts[1];
            for (const std::string_view each : split(parts[2], ','))
                coordinates.emplace_back(each);
        }
        checked.facts.push_back(levelFact(level, coordinates));
    }
    if (config)
        for (Fact& each : schedulingFacts(settings))
            checked.facts.push_back(std::move(each));
    checked.reads = "squeue, sinfo, sacctmgr, scontrol";
}

void checkRest(Rest& rest, Checked& checked) {
    Duration took = 0;
    const auto diag = timed(took, [&] { return rest.controller("diag"); });
    checked.facts.push_back(
        fact(Group::reach, State::good, "slurmrestd", rest.version(), "cluster-fact-rest"));
    if (!diag)
        checked.facts.push_back(failed("slurmctld", diag.error()));
    else {
        const auto& slurm = diag->value("/meta/Slurm/release"_json_pointer, std::string());
        Fact& made = checked.facts.emplace_back(
            fact(Group::reach, State::good, "slurmctld", slurm, "cluster-fact-controller"));
        made.took = took;
    }
    const auto user = timed(took, [&] { return rest.accounting("user/" + rest.token().user()); });
    // A user without a row is no failure of the daemon.
    const bool unknown = !user && codeOf(user.error()) == "cluster-failed";
    if (!user && !unknown)
        checked.facts.push_back(failed("slurmdbd", user.error()));
    else
        checked.facts
            .emplace_back(
                fact(Group::reach, State::good, "slurmdbd", "answers", "cluster-fact-accounting"))
            .took = took;
    if (diag)
        if (const auto at = diag->find("statistics"); at != diag->end() && at->is_object())
            if (const auto theirs = at->value("req_time", std::int64_t{0}); theirs > 0)
                checked.facts.push_back(clockFact(theirs, std::time(nullptr)));
    checked.facts.push_back(tokenFact(rest.token()));
    if (user || unknown) {
        std::string level;
        std::vector<std::string> coordinates;
        if (user && user->contains("users") && !(*user)["users"].empty()) {
            const Json& who = (*user)["users"].front();
            level = who.value("administrator_level", std::string());
            if (const auto list = who.find("coordinators"); list != who.end() && list->is_array())
                for (const Json& each : *list)
                    coordinates.push_back(each.value("name", std::string()));
        }
        checked.facts.push_back(levelFact(level, coordinates));
    }
    if (const auto tres = rest.accounting("tres")) {
        bool counted = false;
        for (const char* name : {"TRES", "tres"})
            if (const auto list = tres->find(name); list != tres->end() && list->is_array())
                for (const Json& each : *list)
                    counted |= each.value("type", std::string()) == "gres" &&
                               each.find("name") != each.end() && each["name"] == "gpu";
        checked.facts.push_back(tresFact(counted));
    }
    checked.facts.push_back(
        fact(Group::scheduling, State::warning, "slurm.conf", {}, "cluster-fact-config"));
    checked.reads = "REST " + rest.version();
}

}  // namespace

bool Checked::hasErrors() const {
    return count(State::error) > 0;
}

std::size_t Checked::count(Fact::State state) const {
    return static_cast<std::size_t>(std::count_if(
        facts.begin(), facts.end(), [&](const Fact& each) { return each.state == state; }));
}

std::int64_t requeueWait(const std::map<std::string, std::string>& settings) {
    std::int64_t life = kUsualCredentialLife;
    constexpr std::string_view key = "cred_expire=";
    const std::string info = setting(settings, "AuthInfo");  // outlives the views of its parts
    for (const std::string_view each : split(info, ','))
        if (each.starts_with(key))
            life = wholeNumber(each.substr(key.size())).value_or(life);
    return life + 1;
}

std::vector<Fact> schedulingFacts(const std::map<std::string, std::string>& settings) {
    std::vector<Fact> facts;
    const auto add = [&](const char* name, bool good, const std::string& code,
                         State otherwise = State::error) {
        facts.push_back(fact(Group::scheduling, good ? State::good : otherwise, name,
                             setting(settings, name), good ? code : code + ".no"));
    };
    facts.push_back(tresFact(lists(setting(settings, "AccountingStorageTRES"), "gres/gpu")));
    const std::string enforced = setting(settings, "AccountingStorageEnforce");
    add("AccountingStorageEnforce",
        lists(enforced, "limits") && lists(enforced, "qos") && lists(enforced, "associations"),
        "cluster-fact-enforce");
    add("PreemptType", setting(settings, "PreemptType") == "preempt/qos", "cluster-fact-preempt",
        State::warning);
    add("PreemptMode", lists(setting(settings, "PreemptMode"), "REQUEUE"), "cluster-fact-requeue",
        State::warning);
    add("SelectType", setting(settings, "SelectType") == "select/cons_tres", "cluster-fact-select");
    const auto weight = [&](const char* name) {
        return wholeNumber(setting(settings, name)).value_or(0);
    };
    add("PriorityWeightQOS",
        setting(settings, "PriorityType") == "priority/multifactor" &&
            weight("PriorityWeightQOS") > weight("PriorityWeightFairShare") +
                                              weight("PriorityWeightAge") +
                                              weight("PriorityWeightJobSize"),
        "cluster-fact-weight", State::warning);
    if (setting(settings, "SchedulerParameters").find("preempt_youngest_first") !=
        std::string::npos)
        facts.push_back(fact(Group::scheduling, State::warning, "SchedulerParameters",
                             "preempt_youngest_first", "cluster-fact-youngest"));
    const std::int64_t wait = requeueWait(settings);
    facts.push_back(fact(Group::scheduling, State::good, "cred_expire",
                         std::to_string(wait - 1) + " s", "cluster-fact-requeue-wait",
                         {{"wait", Value::ofSeconds(wait * kSecond)}}));
    return facts;
}

Checked check(const Connection& connection) {
    Checked checked;
    checked.place = placeText(connection);
    checked.writes = connection.way == Connection::Way::rest ? "" : "sacctmgr, scontrol";
    auto access = openAccess(connection);
    if (!access) {
        const bool token = codeOf(access.error()).starts_with("cluster-token") ||
                           codeOf(access.error()) == "cluster-no-token";
        checked.facts.push_back(failed(token ? "token" : "slurmrestd", access.error()));
        if (token)
            checked.facts.back().group = Group::you;
        return checked;
    }
    if (access->commands)
        checkCommands(*access->commands, checked);
    else
        checkRest(*access->rest, checked);
    return checked;
}

}  // namespace apportion::slurm
