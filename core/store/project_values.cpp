// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/project_values.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <set>
#include <span>
#include <sstream>
#include <utility>

#include "core/io/scenario_parts.h"
#include "core/io/scenario_reader.h"
#include "core/io/scenario_writer.h"
#include "core/model/validate.h"
#include "core/store/canonical.h"
#include "core/store/failure.h"
#include "core/store/price_values.h"
#include "core/store/value_json.h"
#include "core/store/work_json.h"

namespace apportion::store {

namespace {

PolicyChange changeFrom(const Json& value) {
    auto event = parseEvent(value.dump());
    if (!event || !std::holds_alternative<PolicyEvent>(event->action))
        throw std::invalid_argument("no policy");
    return std::get<PolicyEvent>(event->action).change;
}

Json changeJson(const std::string& quota, const PolicyChange& change) {
    return Json::parse(partText(Event{0, PolicyEvent{quota, change}}));
}

ProjectUser userFrom(const Json& value) {
    ProjectUser user{value.at("name").get<std::string>(), {}};
    for (const Json& grant : value.at("grants"))
        user.grants.push_back(
            {wordAt<ProjectRole>(grant, "role"), grant.value("quota", std::string())});
    return user;
}

TemporaryChange temporaryFrom(const Json& value) {
    TemporaryChange change{
        value.at("name").get<std::string>(), value.at("ends").get<Moment>(), {}, {}};
    for (const Json& size : value.at("sizes"))
        change.sizes.push_back({size.at("quota").get<std::string>(), size.at("before").get<Gpu>(),
                                size.at("during").get<Gpu>()});
    for (const Json& policy : value.at("policies"))
        change.policies.push_back({policy.at("quota").get<std::string>(),
                                   changeFrom(policy.at("before")),
                                   changeFrom(policy.at("during"))});
    return change;
}

Timetable::Step stepFrom(const Json& value) {
    Timetable::Step step;
    step.minute = value.at("minute").get<int>();
    step.days = value.at("days").get<unsigned>();
    step.mode = wordAt<ScaleMode>(value, "mode");
    for (const Json& size : value.at("sizes"))
        step.sizes.emplace_back(size.at("quota").get<std::string>(), size.at("gpu").get<Gpu>());
    step.once = value.value("once", Moment{0});
    step.after = value.value("after", Duration{0});
    return step;
}

Timetable timetableFrom(const Json& value) {
    Timetable timetable{value.at("name").get<std::string>(), {}, value.at("applied").get<Moment>()};
    for (const Json& each : value.at("steps"))
        timetable.steps.push_back(stepFrom(each));
    if (const auto missed = value.find("missed"); missed != value.end())
        for (const Json& each : *missed)
            timetable.missed.push_back({each.at("at").get<Moment>(), stepFrom(each)});
    timetable.zone = value.value("zone", std::string());
    return timetable;
}

RestorePoint restorePointFrom(const Json& value) {
    return {value.at("name").get<std::string>(), value.at("revision").get<Revision>()};
}

// All that a scenario can say, as one: it is read and checked like any other.
std::string scenarioText(const Objects& objects,
                         std::span<const ObjectMap::value_type* const> workloads) {
    const Object* pool = objects.find(ObjectKind::pool, "pool");
    if (pool == nullptr)
        throw std::invalid_argument("the pool itself is missing");
    std::string text = withoutPrices(pool->body);
    text.pop_back();
    const auto list = [&](std::string_view name, const auto& listed, const auto& bodyOf) {
        text.append(",\"").append(name).append("\":[");
        const char* separator = "";
        for (const auto* each : listed) {
            text.append(separator).append(bodyOf(each->second.body));
            separator = ",";
        }
        text += "]";
    };
    const auto whole = [](const std::string& body) -> const std::string& { return body; };
    list("nodes", objects.inOrder(ObjectKind::nodes), whole);
    list("quotas", objects.inOrder(ObjectKind::quota), whole);
    list("workspaces", objects.inOrder(ObjectKind::workspace), whole);
    list("workloads", workloads, withoutCommand);
    return text + "}";
}

// What makes no sense in the body of an object is told of that object.
template <typename From>
auto readObject(ObjectKind kind, const std::string& key, const std::string& body, From&& from) {
    try {
        return from(Json::parse(body));
    } catch (const std::exception& failure) {
        throw std::invalid_argument("the " + std::string(word(kind)) + " '" + key +
                                    "': " + detailOf(failure));
    }
}

template <typename T, typename From>
void readAll(const Objects& objects, ObjectKind kind, std::vector<T>& target, From&& from) {
    for (const auto* each : objects.inOrder(kind))
        target.push_back(readObject(kind, each->first, each->second.body, from));
}

constexpr auto kNameOf = [](const auto& value) -> std::string_view { return value.name; };
constexpr auto kNameOfGroup = [](const NodeGroup& group) -> std::string_view {
    return group.node.name;
};

void readRest(const Objects& objects, Project& project) {
    for (const auto& [node, object] : objects.of(ObjectKind::nodeState))
        project.nodeStates[node] =
            readObject(ObjectKind::nodeState, node, object.body,
                       [](const Json& value) { return wordAt<NodeState>(value, "state"); });
    readAll(objects, ObjectKind::user, project.users, userFrom);
    readAll(objects, ObjectKind::temporary, project.temporary, temporaryFrom);
    readAll(objects, ObjectKind::timetable, project.timetables, timetableFrom);
    readAll(objects, ObjectKind::restorePoint, project.restorePoints, restorePointFrom);
}

using Listed = std::span<const ObjectMap::value_type* const>;

// The workloads by place, and the run of each; null = it has none.
struct WorkObjects {
    std::vector<const ObjectMap::value_type*> specs;
    std::vector<const Object*> runs;
};

// Both maps are by name: to look for each run in a crowd takes much longer.
WorkObjects workIn(const Objects& objects) {
    struct Placed {
        std::int64_t place;
        const ObjectMap::value_type* spec;
        const Object* run;
    };
    const ObjectMap& specs = objects.of(ObjectKind::workload);
    const ObjectMap& runs = objects.of(ObjectKind::run);
    std::vector<Placed> all;
    all.reserve(specs.size());
    auto run = runs.begin();
    for (const auto& spec : specs) {
        while (run != runs.end() && run->first < spec.first)
            ++run;
        const bool isThere = run != runs.end() && run->first == spec.first;
        all.push_back({spec.second.place, &spec, isThere ? &run->second : nullptr});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Placed& a, const Placed& b) { return a.place < b.place; });
    WorkObjects work;
    work.specs.reserve(all.size());
    work.runs.reserve(all.size());
    for (const Placed& each : all) {
        work.specs.push_back(each.spec);
        work.runs.push_back(each.run);
    }
    return work;
}

// What became of each workload, and its command, without what a scenario says of it.
std::vector<ProjectWorkload> readRuns(const WorkObjects& objects) {
    std::vector<ProjectWorkload> work(objects.specs.size());
    // What came at once stands there in the same words.
    const std::string* body = nullptr;
    for (std::size_t i = 0; i < work.size(); ++i) {
        const auto& [name, own] = *objects.specs[i];
        const Object* run = objects.runs[i];
        if (run == nullptr)
            throw std::invalid_argument("workload '" + name + "' has no state");
        if (mayHaveCommand(own.body)) {
            Json value = Json::parse(own.body);
            work[i].command = takeCommand(value);
        }
        work[i].run = body != nullptr && *body == run->body
                          ? work[i - 1].run
                          : readObject(ObjectKind::run, name, run->body,
                                       [](const Json& value) { return runFrom(value); });
        body = &run->body;
    }
    return work;
}

void checkNames(Listed listed, const std::vector<Workload>& specs) {
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (specs[i].name != listed[i]->first)
            throw std::invalid_argument("workload '" + specs[i].name +
                                        "' stands under another name");
}

// Adds them; false where one of them is not as plain as this program writes them.
bool readPlainSpecs(Listed listed, std::vector<Workload>& specs) {
    WorkloadReader reader;
    for (const auto* each : listed) {
        Workload& spec = specs.emplace_back();
        if (const std::string& body = each->second.body;
            mayHaveCommand(body) || !reader.read(body, spec)) {
            auto read = parseWorkload(withoutCommand(body));
            if (!read)
                return false;
            spec = std::move(*read);
        }
    }
    return true;
}

// Where there are so many workloads a second thread is worth it.
constexpr std::size_t kManyWorkloads = 10'000;

struct Work {
    std::vector<Workload> specs;
    std::vector<ProjectWorkload> rest;  // without those
};

// Nobody is told where the general way has to be asked what is wrong.
void tellFirst(Listed listed, const std::vector<ProjectWorkload>& runs, const FirstLook& look) {
    const std::vector<std::size_t> chosen = firstOf(runs, look.most);
    std::vector<const ObjectMap::value_type*> objects;
    FirstWork first{{}, runs.size() - chosen.size()};
    for (const std::size_t i : chosen) {
        objects.push_back(listed[i]);
        first.work.push_back(runs[i]);
    }
    std::vector<Workload> specs;
    if (!readPlainSpecs(objects, specs))
        return;
    checkNames(objects, specs);
    for (std::size_t i = 0; i < specs.size(); ++i)
        first.work[i].spec = std::move(specs[i]);
    look.tell(std::move(first));
}

// The pool with all its work, as it would be read from the text of a scenario; nothing where that
// has to be asked what is wrong. Threads share the work: what became of it and half of the specs
// are read beside the quotas and the rest of them.
std::optional<Scenario> readCrowd(const Objects& objects, const WorkObjects& listed,
                                  const FirstLook& look, Work& work) {
    const Listed specs = listed.specs;
    const std::size_t half = specs.size() / 2;
    std::vector<Workload> later;
    auto other = std::async(std::launch::async, [&] {
        work.rest = readRuns(listed);
        if (look.tell)
            tellFirst(specs, work.rest, look);
        later.reserve(specs.size() - half);
        return readPlainSpecs(specs.subspan(half), later);
    });
    auto pool = parseScenario(scenarioText(objects, {}), {});
    Scenario whole = pool ? std::move(pool->scenario) : Scenario();
    whole.workloads.reserve(specs.size());
    const bool plain = readPlainSpecs(specs.first(half), whole.workloads);
    if (!other.get() || !plain || !pool)
        return {};
    std::move(later.begin(), later.end(), std::back_inserter(whole.workloads));
    if (hasErrors(validate(whole)))
        return {};
    work.specs = std::exchange(whole.workloads, {});
    checkNames(specs, work.specs);
    return whole;
}

Scenario readPool(const Objects& objects, const std::string& file, const FirstLook& look,
                  Work& work, Problems& wrong) {
    const WorkObjects listed = workIn(objects);
    if (listed.specs.size() >= kManyWorkloads)
        if (auto pool = readCrowd(objects, listed, look, work))
            return std::move(*pool);
    auto pool = parseScenario(scenarioText(objects, listed.specs), file);
    if (!pool) {
        wrong = std::move(pool.error());
        return {};
    }
    work.specs = std::exchange(pool->scenario.workloads, {});
    checkNames(listed.specs, work.specs);
    work.rest = readRuns(listed);
    return std::move(pool->scenario);
}

// The facts of one kind: `after` in its order, with what `bodyOf` gives for each.
template <typename T, typename Name, typename Body>
void differences(const Objects& objects, ObjectKind kind, const std::vector<T>& before,
                 const std::vector<T>& after, Name&& nameOf, Body&& body,
                 std::vector<Fact>& facts) {
    const auto add = [&](const T& each, std::int64_t place, const Object* object) {
        facts.push_back({kind, std::string(nameOf(each)), object ? object->place : place,
                         object ? object->body : std::string{},
                         canonicalText(body(each)).value_or("")});
        // A body that reads as something else and is written as the same changes nothing.
        if (facts.back().before == facts.back().after)
            facts.pop_back();
    };
    // Mostly nothing comes or goes.
    if (std::equal(before.begin(), before.end(), after.begin(), after.end(),
                   [&](const T& a, const T& b) { return nameOf(a) == nameOf(b); })) {
        for (std::size_t i = 0; i < after.size(); ++i)
            if (!(before[i] == after[i]))
                add(after[i], 0, objects.find(kind, nameOf(after[i])));
        return;
    }
    std::map<std::string_view, const T*> old;
    for (const T& each : before)
        old.emplace(nameOf(each), &each);
    std::set<std::string_view> kept;
    for (const T& each : after)
        kept.insert(nameOf(each));
    // Order counts: what came under another name into the place of something keeps that place.
    std::int64_t next = objects.nextPlace(kind);
    const auto placeOf = [&](std::size_t index) {
        if (before.size() == after.size() && !kept.contains(nameOf(before[index])))
            if (const Object* object = objects.find(kind, nameOf(before[index])))
                return object->place;
        return next++;
    };
    for (const T& each : after) {
        const auto found = old.find(nameOf(each));
        const bool fresh = found == old.end();
        if (!fresh && *found->second == each) {
            old.erase(found);
            continue;
        }
        const Object* object = objects.find(kind, nameOf(each));
        add(each, object ? 0 : placeOf(static_cast<std::size_t>(&each - after.data())), object);
        if (!fresh)
            old.erase(found);
    }
    for (const auto& [name, each] : old)
        if (const Object* object = objects.find(kind, name))
            facts.push_back({kind, std::string(name), object->place, object->body, {}});
}

struct NamedState {
    std::string name;
    NodeState state;
    friend bool operator==(const NamedState&, const NamedState&) = default;
};

std::vector<NamedState> listOf(const Project& project) {
    std::vector<NamedState> list;
    for (const auto& [node, state] : project.nodeStates)
        list.push_back({node, state});
    return list;
}

// In the place of what has its name, behind all others where nothing has.
template <typename T>
bool put(std::vector<T>& list, const Objects& objects, const Fact& fact, T value) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const T& each) { return each.name == fact.key; });
    const bool last = fact.place + 1 == objects.nextPlace(fact.kind);
    if (value.name != fact.key || (found == list.end() && !last))
        return false;
    if (found == list.end())
        list.push_back(std::move(value));
    else
        *found = std::move(value);
    return true;
}

template <typename T>
bool take(std::vector<T>& list, const Fact& fact) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const T& each) { return each.name == fact.key; });
    if (found == list.end())
        return false;
    list.erase(found);
    return true;
}

bool followFact(Project& project, const Objects& objects, const Fact& fact) {
    const auto follow = [&](auto& list, auto from) {
        return fact.after.empty() ? take(list, fact)
                                  : put(list, objects, fact, from(Json::parse(fact.after)));
    };
    switch (fact.kind) {
        case ObjectKind::quota:  // work may hang on one that goes
            return !fact.after.empty() &&
                   put(project.pool.quotas, objects, fact, parseQuota(fact.after).value());
        case ObjectKind::user:
            return follow(project.users, userFrom);
        case ObjectKind::temporary:
            return follow(project.temporary, temporaryFrom);
        case ObjectKind::timetable:
            return follow(project.timetables, timetableFrom);
        case ObjectKind::restorePoint:
            return follow(project.restorePoints, restorePointFrom);
        default:
            return false;
    }
}

}  // namespace

bool followFacts(Project& project, const Objects& objects, const std::vector<Fact>& facts) {
    try {
        for (const Fact& fact : facts)
            if (!followFact(project, objects, fact))
                return false;
        project.revision = objects.revision;
        return true;
    } catch (const std::exception&) {  // it cannot be read
        return false;
    }
}

Result<Project> projectFrom(const Objects& objects, const std::string& file) {
    return projectFrom(objects, file, {});
}

Result<Project> projectFrom(const Objects& objects, const std::string& file,
                            const FirstLook& look) {
    try {
        Project project;
        project.revision = objects.revision;
        Work work;
        Problems wrong;
        project.pool = readPool(objects, file, look, work, wrong);
        if (!wrong.empty() && file.empty())
            return tl::unexpected(std::move(wrong));
        if (!wrong.empty()) {  // nobody has the text in hand to mend it there
            std::string detail = render(wrong.front().message);
            if (detail.ends_with('.'))
                detail.pop_back();
            throw std::runtime_error(detail);
        }
        readRest(objects, project);
        project.work = std::move(work.rest);
        for (std::size_t i = 0; i < work.specs.size(); ++i)
            project.work[i].spec = std::move(work.specs[i]);
        return project;
    } catch (const std::exception& failure) {
        return tl::unexpected(Problems{contradiction(failure, file)});
    }
}

Problems damageOf(const Problems& wrong, ObjectKind kind, const std::string& key,
                  const std::string& file) {
    std::string detail = "the " + std::string(word(kind)) + " '" + key + "'";
    for (const Argument& each :
         wrong.empty() ? std::vector<Argument>{} : wrong.front().message.arguments)
        if (each.name == "detail")
            detail += ": " + each.value.text;
    return {projectProblem("project-damaged", file, {{"detail", Value::ofText(detail)}})};
}

std::string bodyOf(const Scenario& pool) {
    Scenario bare;
    bare.name = pool.name;
    bare.epoch = pool.epoch;
    bare.settings = pool.settings;
    std::ostringstream out;
    writeScenario(out, bare);
    return canonicalText(out.str()).value_or("{}");
}

std::string parentOf(const std::string& quotaBody) {
    const Json value = Json::parse(quotaBody, nullptr, false);
    const auto parent = value.is_object() ? value.find("parent") : value.end();
    return parent != value.end() && parent->is_string() ? parent->get<std::string>()
                                                        : std::string();
}

std::string bodyOf(const ProjectUser& user) {
    Json grants = Json::array();
    for (const Grant& grant : user.grants) {
        grants.push_back({{"role", word(grant.role)}});
        if (!grant.quota.empty())
            grants.back()["quota"] = grant.quota;
    }
    return Json{{"name", user.name}, {"grants", std::move(grants)}}.dump();
}

std::string bodyOf(const TemporaryChange& change) {
    Json sizes = Json::array();
    for (const auto& size : change.sizes)
        sizes.push_back({{"quota", size.quota}, {"before", size.before}, {"during", size.during}});
    Json policies = Json::array();
    for (const auto& policy : change.policies)
        policies.push_back({{"quota", policy.quota},
                            {"before", changeJson(policy.quota, policy.before)},
                            {"during", changeJson(policy.quota, policy.during)}});
    return Json{{"name", change.name},
                {"ends", change.ends},
                {"sizes", std::move(sizes)},
                {"policies", std::move(policies)}}
        .dump();
}

namespace {

Json jsonOf(const Timetable::Step& step) {
    Json sizes = Json::array();
    for (const auto& [quota, gpu] : step.sizes)
        sizes.push_back({{"quota", quota}, {"gpu", gpu}});
    Json body{{"minute", step.minute},
              {"days", step.days},
              {"mode", word(step.mode)},
              {"sizes", std::move(sizes)}};
    if (step.once != 0)
        body["once"] = step.once;
    if (step.after != 0)
        body["after"] = step.after;
    return body;
}

}  // namespace

std::string bodyOf(const Timetable& timetable) {
    Json body{{"name", timetable.name}, {"steps", Json::array()}, {"applied", timetable.applied}};
    for (const Timetable::Step& step : timetable.steps)
        body["steps"].push_back(jsonOf(step));
    for (const Timetable::Missed& each : timetable.missed) {
        Json missed = jsonOf(each.step);
        missed["at"] = each.at;
        body["missed"].push_back(std::move(missed));
    }
    if (!timetable.zone.empty())
        body["zone"] = timetable.zone;
    return body.dump();
}

std::string bodyOf(const RestorePoint& point) {
    return Json{{"name", point.name}, {"revision", point.revision}}.dump();
}

std::vector<Fact> difference(const Objects& objects, const Project& before, const Project& after) {
    std::vector<Fact> facts;
    const Object* pool = objects.find(ObjectKind::pool, "pool");
    const bool same = pool != nullptr && before.pool.name == after.pool.name &&
                      before.pool.epoch == after.pool.epoch &&
                      before.pool.settings == after.pool.settings;
    std::string whole = same ? pool->body : bodyOf(after.pool);
    if (!same && pool != nullptr)
        whole = withPricesOf(std::move(whole), pool->body);
    if (!pool || pool->body != whole)
        facts.push_back(
            {ObjectKind::pool, "pool", 0, pool ? pool->body : std::string{}, std::move(whole)});
    const auto part = [](const auto& value) { return partText(value); };
    const auto body = [](const auto& value) { return bodyOf(value); };
    differences(objects, ObjectKind::nodes, before.pool.nodes, after.pool.nodes, kNameOfGroup, part,
                facts);
    differences(
        objects, ObjectKind::nodeState, listOf(before), listOf(after), kNameOf,
        [](const NamedState& state) {
            return Json{{"state", word(state.state)}}.dump();
        },
        facts);
    differences(objects, ObjectKind::quota, before.pool.quotas, after.pool.quotas, kNameOf, part,
                facts);
    differences(objects, ObjectKind::workspace, before.pool.workspaces, after.pool.workspaces,
                kNameOf, part, facts);
    differences(objects, ObjectKind::user, before.users, after.users, kNameOf, body, facts);
    differences(objects, ObjectKind::temporary, before.temporary, after.temporary, kNameOf, body,
                facts);
    differences(objects, ObjectKind::timetable, before.timetables, after.timetables, kNameOf, body,
                facts);
    differences(objects, ObjectKind::restorePoint, before.restorePoints, after.restorePoints,
                kNameOf, body, facts);
    return facts;
}

}  // namespace apportion::store
