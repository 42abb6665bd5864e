// SPDX-License-Identifier: GPL-3.0-or-later
// Workloads, what became of them, and evictions as bodies.
#include "core/io/scenario_parts.h"
#include "core/store/canonical.h"
#include "core/store/failure.h"
#include "core/store/project_values.h"
#include "core/store/value_json.h"
#include "core/store/work_json.h"

namespace apportion::store {

namespace {

constexpr const char* kCommand = "command";

Json placementsJson(const std::vector<Placement>& placements) {
    Json list = Json::array();
    for (const Placement& placement : placements)
        list.push_back({{"node", placement.node}, {"gpu", placement.gpu}});
    return list;
}

std::vector<Placement> placementsFrom(const Json& list) {
    std::vector<Placement> placements;
    for (const Json& each : list)
        placements.push_back({each.at("node").get<std::string>(), each.at("gpu").get<Gpu>()});
    return placements;
}

Json specJson(const Workload& spec, const std::optional<WorkCommand>& command) {
    Workload bare = spec;
    bare.submit = 0;
    bare.running.reset();
    bare.accepted = false;  // as all work of a project
    Json value = Json::parse(partText(bare));
    if (command)
        value[kCommand] = {{"arguments", command->arguments}, {"directory", command->directory}};
    return value;
}

Result<ProjectWorkload> specFrom(Json value) {
    auto command = takeCommand(value);
    auto spec = parseWorkload(value.dump());
    if (!spec)
        return tl::unexpected(std::move(spec.error()));
    return ProjectWorkload{std::move(*spec), {}, std::move(command)};
}

template <typename T, typename From>
Result<T> read(const std::string& body, From&& from) {
    try {
        return from(Json::parse(body));
    } catch (const std::exception& failure) {
        return tl::unexpected(Problems{contradiction(failure, {})});
    }
}

Json replicaJson(const WorkloadRun::Replica& replica) {
    Json value{{"place", replica.place}, {"since", replica.since}};
    if (replica.stopping)
        value["stopping"] = *replica.stopping;
    if (!replica.eviction.empty())
        value["eviction"] = replica.eviction;
    return value;
}

}  // namespace

Json runJson(const WorkloadRun& run) {
    Json value{{"state", stateText(run.state)}, {"submitted", run.submitted}};
    // What has its default is left out.
    const auto moment = [&](const char* key, const std::optional<Moment>& at) {
        if (at)
            value[key] = *at;
    };
    const auto number = [&](const char* key, std::int64_t amount) {
        if (amount != 0)
            value[key] = amount;
    };
    moment("waitingSince", run.waitingSince);
    moment("start", run.start);
    moment("end", run.end);
    moment("stopping", run.stopping);
    number("waited", run.waited);
    number("besideQueue", run.besideQueue);
    number("done", run.done);
    number("preemptions", run.preemptions);
    moment("firstStart", run.firstStart);
    number("lost", run.lost);
    number("used", run.used);
    number("counted", run.counted);
    if (!run.placements.empty())
        value["placements"] = placementsJson(run.placements);
    if (!run.devices.empty())
        value["devices"] = run.devices;
    for (const WorkloadRun::Replica& replica : run.replicas)
        value["replicas"].push_back(replicaJson(replica));
    moment("inWindow", run.ties.inWindow);
    if (!run.ties.lastTaker.empty())
        value["lastTaker"] = {{"name", run.ties.lastTaker}, {"submitted", run.ties.takerSubmitted}};
    if (!run.ties.booked.empty())
        value["booked"] = run.ties.booked;
    if (run.reason)
        value["reason"] = messageJson(*run.reason);
    if (!run.approvedBy.empty())
        value["approvedBy"] = run.approvedBy;
    return value;
}

bool mayHaveCommand(const std::string& body) {
    // Without the quotation mark in front: a body is full of those, and each would be looked at.
    return body.find("command\":") != std::string::npos;
}

std::optional<WorkCommand> takeCommand(Json& spec) {
    const auto found = spec.find(kCommand);
    if (found == spec.end())
        return {};
    WorkCommand command{found->at("arguments").get<std::vector<std::string>>(),
                        found->at("directory").get<std::string>()};
    if (command.arguments.empty())
        throw std::invalid_argument("a command without a program");
    spec.erase(found);
    return command;
}

WorkloadRun runFrom(const Json& value) {
    WorkloadRun run;
    const auto state = stateFromText(value.at("state").get<std::string>());
    if (!state)
        throw std::invalid_argument("unknown state of a workload");
    run.state = *state;
    run.submitted = value.at("submitted").get<Moment>();
    run.waitingSince = optionalAt<Moment>(value, "waitingSince");
    run.start = optionalAt<Moment>(value, "start");
    run.end = optionalAt<Moment>(value, "end");
    run.stopping = optionalAt<Moment>(value, "stopping");
    run.waited = value.value("waited", Duration{0});
    run.besideQueue = value.value("besideQueue", Duration{0});
    run.done = value.value("done", Duration{0});
    run.preemptions = value.value("preemptions", 0);
    run.firstStart = optionalAt<Moment>(value, "firstStart");
    run.lost = value.value("lost", GpuTime{0});
    run.used = value.value("used", GpuTime{0});
    run.counted = value.value("counted", Moment{0});
    if (const auto found = value.find("placements"); found != value.end())
        run.placements = placementsFrom(*found);
    run.devices = value.value("devices", run.devices);
    if (const auto found = value.find("replicas"); found != value.end())
        for (const Json& each : *found)
            run.replicas.push_back({each.at("place").get<int>(), each.at("since").get<Moment>(),
                                    optionalAt<Moment>(each, "stopping"),
                                    each.value("eviction", std::string())});
    run.ties.inWindow = optionalAt<Moment>(value, "inWindow");
    if (const auto found = value.find("lastTaker"); found != value.end()) {
        run.ties.lastTaker = found->at("name").get<std::string>();
        run.ties.takerSubmitted = found->at("submitted").get<Moment>();
    }
    run.ties.booked = value.value("booked", std::vector<std::string>());
    if (const auto found = value.find("reason"); found != value.end())
        run.reason = messageFrom(*found);
    run.approvedBy = value.value("approvedBy", std::string());
    return run;
}

std::string bodyOf(const Workload& spec, const std::optional<WorkCommand>& command) {
    return specJson(spec, command).dump();
}

std::string bodyOf(const WorkloadRun& run) {
    return runJson(run).dump();
}

std::string endedBodyOf(const ProjectWorkload& workload) {
    return Json{{"workload", specJson(workload.spec, workload.command)},
                {"run", runJson(workload.run)}}
        .dump();
}

Result<ProjectWorkload> endedFrom(const std::string& body) {
    return read<ProjectWorkload>(body, [](const Json& value) -> Result<ProjectWorkload> {
        auto work = specFrom(value.at("workload"));
        if (work)
            work->run = runFrom(value.at("run"));
        return work;
    });
}

Result<WorkloadRun> runFrom(const std::string& body) {
    return read<WorkloadRun>(
        body, [](const Json& value) -> Result<WorkloadRun> { return runFrom(value); });
}

Result<ProjectWorkload> workloadFrom(const std::string& body) {
    return read<ProjectWorkload>(body, [](const Json& value) { return specFrom(value); });
}

std::string withoutCommand(const std::string& body) {
    if (!mayHaveCommand(body))
        return body;
    Json value = Json::parse(body, nullptr, false);
    if (!value.is_object())
        return {};
    value.erase(kCommand);
    if (const auto spec = value.find("workload"); spec != value.end() && spec->is_object())
        spec->erase(kCommand);
    return value.dump();
}

std::string bodyOf(const Eviction& eviction, Moment at) {
    Json value{{"at", at},
               {"victim", eviction.victim},
               {"rule", ruleText(eviction.rule)},
               {"quota", eviction.quota},
               {"gpu", eviction.gpu},
               {"lost", eviction.lost},
               {"why", messageJson(eviction.why)},
               {"proven", eviction.proven}};
    if (!eviction.preemptor.empty())
        value["preemptor"] = eviction.preemptor;
    if (!eviction.runnerUp.empty()) {
        value["runnerUp"] = eviction.runnerUp;
        value["worseBy"] = eviction.worseBy;
    }
    return value.dump();
}

Result<Eviction> evictionFrom(const std::string& body) {
    return read<Eviction>(body, [](const Json& value) -> Result<Eviction> {
        Eviction eviction;
        eviction.at = value.at("at").get<Moment>();
        eviction.victim = value.at("victim").get<std::string>();
        eviction.preemptor = value.value("preemptor", std::string());
        const auto rule = evictionRuleFromText(value.at("rule").get<std::string>());
        if (!rule)
            throw std::invalid_argument("unknown rule of an eviction");
        eviction.rule = *rule;
        eviction.quota = value.at("quota").get<std::string>();
        eviction.gpu = value.at("gpu").get<Gpu>();
        eviction.lost = value.at("lost").get<GpuTime>();
        eviction.why = messageFrom(value.at("why"));
        eviction.proven = value.at("proven").get<bool>();
        eviction.runnerUp = value.value("runnerUp", std::vector<std::string>());
        eviction.worseBy = value.value("worseBy", std::string());
        return eviction;
    });
}

}  // namespace apportion::store
