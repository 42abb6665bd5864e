// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/read_parts.h"

#include <utility>

#include "core/io/answers/recall.h"
#include "core/io/scenario/parts.h"
#include "core/model/number_text.h"

namespace apportion::answers {

using json::Field;
using json::Object;
using json::Type;

namespace {

constexpr std::int64_t kGpuTimeUnits = 100'000;  // in a GPU-second
constexpr std::int64_t kMillion = 1'000'000;

bool readGpuObject(const Field& field, Gpu& gpu) {
    constexpr std::array<std::string_view, 1> kKeys{"gpu"};
    if (!field)
        return false;
    const Object object(field, kKeys);
    return object.valid() && json::readGpu(object.required("gpu"), gpu);
}

void readTime(const Field& field, std::optional<Instant>& target) {
    if (Instant time = 0; json::readSeconds(field, time))
        target = time;
}

void readCount(const Field& field, std::int64_t& target) {
    json::readWhole(field, target);
}

// A number of `details`, in a kind that writes the same text again: seconds always show a dot,
// counts never do, memory has up to ten places.
Value numberOf(std::string_view digits) {
    if (digits.find('.') == std::string_view::npos) {
        if (const auto count = scaledNumber(digits, 1))
            return Value::ofCount(*count);
    } else if (const auto seconds = scaledNumber(digits, kSecond)) {
        return Value::ofSeconds(*seconds);
    } else if (const auto memory = scaledNumber(digits, kOneGib)) {
        return Value::ofMemory(*memory);
    }
    return Value::ofText(std::string{digits});
}

void readDetails(const Field& field, std::vector<Argument>& arguments) {
    json::readMembers(field, [&](const Field& member, std::string_view key) {
        Value value;
        if (member.value.type() == Type::number) {
            value = numberOf(member.value.text());
        } else if (member.value.type() == Type::array) {
            value.kind = Value::Kind::list;
            json::readArray(member, [&](const Field& element) {
                json::readText(element, value.list.emplace_back());
            });
        } else if (member.value.type() == Type::boolean) {
            value = Value::ofFlag(member.value.flag());
        } else {
            json::readText(member, value.text);
        }
        arguments.push_back({std::string{key}, std::move(value)});
    });
}

bool readMessage(const Field& field, Message& message) {
    constexpr std::array<std::string_view, 3> kKeys{"code", "message", "details"};
    if (!field)
        return false;
    const Object object(field, kKeys);
    if (!object.valid() || !json::readText(object.required("code"), message.code))
        return false;
    json::readText(object.required("message"), message.told);
    readDetails(object["details"], message.arguments);
    return true;
}

void readReason(const Field& field, std::optional<Reason>& target) {
    Reason reason;
    if (!readMessage(field, reason.message))
        return;
    if (const auto code = reasonFromText(reason.message.code)) {
        reason.code = *code;
        target = std::move(reason);
        return;
    }
    field.error("unknown-word", {{"value", Value::ofText(reason.message.code)},
                                 {"nearest", Value::ofText("no-capacity")},
                                 {"words", Value::ofText("the codes of waiting reasons")}});
}

void readWait(const Field& field, WaitNumbers& wait) {
    constexpr std::array<std::string_view, 8> kKeys{"mean", "p50", "p90",    "p95",
                                                    "p99",  "max", "atOnce", "atLeast"};
    if (!field)
        return;
    const Object object(field, kKeys);
    json::readSeconds(object["mean"], wait.mean);
    json::readSeconds(object["p50"], wait.p50);
    json::readSeconds(object["p90"], wait.p90);
    json::readSeconds(object["p95"], wait.p95);
    json::readSeconds(object["p99"], wait.p99);
    json::readSeconds(object["max"], wait.max);
    json::readWhole(object["atOnce"], wait.atOnce);
    json::readWhole(object["atLeast"], wait.atLeast);
}

// Documents of earlier versions have the waits of those that started alone.
void readWaits(const Object& object, WaitNumbers& wait, WaitNumbers& all) {
    readWait(object["wait"], wait);
    all = wait;
    readWait(object["waitAll"], all);
}

}  // namespace

void readQuotaNumbers(const Field& field, QuotaNumbers& numbers) {
    constexpr std::array<std::string_view, 14> kKeys{
        "guaranteed", "limit",   "fairShare",        "own",      "below",
        "above",      "subtree", "borrowed",         "lent",     "unassigned",
        "idle",       "pending", "pendingWorkloads", "overQuota"};
    const Object object(field, kKeys);
    readGpuObject(object["guaranteed"], numbers.guaranteed);
    if (Gpu limit = 0; readGpuObject(object.given("limit"), limit))
        numbers.limit = limit;
    readGpuObject(object["fairShare"], numbers.fairShare);
    readGpuObject(object["own"], numbers.own);
    readGpuObject(object["below"], numbers.below);
    readGpuObject(object["above"], numbers.above);
    readGpuObject(object["subtree"], numbers.subtree);
    readGpuObject(object["borrowed"], numbers.borrowed);
    readGpuObject(object["lent"], numbers.lent);
    readGpuObject(object["unassigned"], numbers.unassigned);
    readGpuObject(object["idle"], numbers.idle);
    readGpuObject(object["pending"], numbers.pending);
    json::readWhole(object["pendingWorkloads"], numbers.pendingWorkloads);
    readGpuObject(object["overQuota"], numbers.overQuota);
}

void readWorkloadOutcome(const Field& field, WorkloadOutcome& workload) {
    constexpr std::array<std::string_view, 9> kKeys{"state",  "placements", "start",
                                                    "end",    "position",   "preemptions",
                                                    "waited", "stopping",   "reason"};
    constexpr std::array<std::string_view, 6> kStates{"pending",   "running",  "finished",
                                                      "cancelled", "rejected", "failed"};
    const Object object(field, kKeys);
    if (const auto state = json::readWord(object.required("state"), kStates))
        workload.state = *stateFromText(kStates[*state]);
    json::readArray(object["placements"], [&](const Field& element) {
        scenario::readPlacement(element, workload.placements.emplace_back());
    });
    readTime(object.given("start"), workload.start);
    readTime(object.given("end"), workload.end);
    if (int position = 0; json::readWhole(object.given("position"), position))
        workload.position = position;
    if (const Field preemptions = object["preemptions"];
        json::readWhole(preemptions, workload.preemptions) && workload.preemptions < 0)
        preemptions.error("too-small",
                          {{"value", Value::ofText(std::string(preemptions.value.text()))},
                           {"least", Value::ofCount(0)}});
    json::readSeconds(object["waited"], workload.waited);
    readTime(object.given("stopping"), workload.stopping);
    readReason(object.given("reason"), workload.reason);
}

void readEviction(const Field& field, Eviction& eviction) {
    constexpr std::array<std::string_view, 7> kKeys{"at",    "victim",         "preemptor", "rule",
                                                    "quota", "lostGpuSeconds", "why"};
    constexpr std::array<std::string_view, 8> kRules{"reclaim", "self-level", "child-level",
                                                     "idle",    "elastic",    "consolidation",
                                                     "scale",   "node"};
    const Object object(field, kKeys);
    json::readSeconds(object.required("at"), eviction.at);
    json::readText(object.required("victim"), eviction.victim);
    json::readText(object.given("preemptor"), eviction.preemptor);
    if (const auto rule = json::readWord(object.required("rule"), kRules)) {
        eviction.rule = *evictionRuleFromText(kRules[*rule]);
        eviction.why.code.append("evicted-").append(kRules[*rule]);
    }
    json::readText(object.given("quota"), eviction.quota);
    json::readDecimal(object["lostGpuSeconds"], kGpuTimeUnits, 3, eviction.lost);
    json::readText(object["why"], eviction.why.told);
    recallArguments(eviction);
}

void readEventOutcome(const Field& field, EventOutcome& event) {
    constexpr std::array<std::string_view, 4> kKeys{"at", "do", "applied", "reason"};
    const Object object(field, kKeys);
    json::readSeconds(object.required("at"), event.at);
    json::readText(object.required("do"), event.action);
    json::readFlag(object.required("applied"), event.applied);
    if (Message reason; readMessage(object.given("reason"), reason))
        event.reason = std::move(reason);
}

std::optional<std::int64_t> readSummary(const Field& field, Summary& summary) {
    constexpr std::array<std::string_view, 11> kKeys{
        "workloads",        "finished",    "evictions", "gpuSeconds",
        "wastedGpuSeconds", "utilization", "wait",      "waitAll",
        "makespan",         "byQuota",     "rules"};
    constexpr std::array<std::string_view, 3> kQuotaKeys{"gpuSeconds", "wait", "waitAll"};
    const Object object(field, kKeys);
    readCount(object["workloads"], summary.workloads);
    readCount(object["finished"], summary.finished);
    readCount(object["evictions"], summary.evictions);
    json::readDecimal(object["gpuSeconds"], kGpuTimeUnits, 3, summary.gpuTime);
    json::readDecimal(object["wastedGpuSeconds"], kGpuTimeUnits, 3, summary.wastedGpuTime);
    json::readDecimal(object["utilization"], kMillion, 6, summary.utilizationMillionths);
    readWaits(object, summary.wait, summary.waitAll);
    json::readSeconds(object["makespan"], summary.makespan);
    json::readMembers(object["byQuota"], [&](const Field& member, std::string_view quota) {
        const Object numbers(member, kQuotaKeys);
        auto& entry = summary.byQuota.emplace_back(std::string{quota}, QuotaSummary{}).second;
        json::readDecimal(numbers["gpuSeconds"], kGpuTimeUnits, 3, entry.gpuTime);
        readWaits(numbers, entry.wait, entry.waitAll);
    });
    std::int64_t rules = 0;
    if (!object["rules"] || !json::readWhole(object["rules"], rules))
        return {};
    return rules;
}

}  // namespace apportion::answers
