// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/make_readable.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>

#include "core/store/project_values.h"
#include "core/store/unseated.h"

namespace apportion::store {

namespace {

struct Named {
    ObjectKind kind;
    std::string key;
};

bool isReadable(const Objects& objects) {
    return projectFrom(objects, {}).has_value();
}

class Readable {
public:
    Readable(const Objects& from, std::vector<Dropped>& dropped) : from_(from), dropped_(dropped) {}

    // Adds them all, or the halves that go: whoever makes no sense is found in few steps.
    void add(std::span<const Named> names) {
        for (const Named& each : names)
            put(each);
        if (names.empty() || isReadable(result))
            return;
        for (const Named& each : names)
            take(each);
        if (names.size() == 1) {
            dropped_.push_back({"recover-object-lost", names.front().kind, names.front().key});
            return;
        }
        add(names.first(names.size() / 2));
        add(names.subspan(names.size() / 2));
    }
    void add(ObjectKind kind) {
        std::vector<Named> names;
        for (const auto* each : from_.inOrder(kind))
            names.push_back({kind, each->first});
        add(names);
    }

    Objects result;

private:
    // A workload is nothing without its run.
    void put(const Named& name) {
        result.of(name.kind)[name.key] = *from_.find(name.kind, name.key);
        if (name.kind == ObjectKind::workload)
            if (const Object* run = from_.find(ObjectKind::run, name.key))
                result.of(ObjectKind::run)[name.key] = *run;
    }
    void take(const Named& name) {
        result.of(name.kind).erase(name.key);
        if (name.kind == ObjectKind::workload)
            result.of(ObjectKind::run).erase(name.key);
    }

    const Objects& from_;
    std::vector<Dropped>& dropped_;
};

// A quota stands behind the one above it, whatever became of their places.
std::vector<Named> quotasFromAbove(const Objects& objects) {
    std::vector<Named> names;
    std::set<std::string, std::less<>> above{{}};  // a root stands below nothing
    struct Waiting {
        std::string key;
        std::string parent;
    };
    std::vector<Waiting> rest;
    for (const auto* each : objects.inOrder(ObjectKind::quota))
        rest.push_back({each->first, parentOf(each->second.body)});
    const auto floats = [&](const Waiting& each) { return !above.contains(each.parent); };
    for (auto level = rest.begin(); level != rest.end();) {
        level = std::stable_partition(rest.begin(), rest.end(), floats);
        if (level == rest.end())
            level = rest.begin();  // all of them below one that is lost
        for (auto each = level; each != rest.end(); ++each) {
            above.insert(each->key);
            names.push_back({ObjectKind::quota, std::move(each->key)});
        }
        rest.erase(level, rest.end());
        level = rest.begin();
    }
    return names;
}

void waitAgain(WorkloadRun& run) {
    run.state = WorkloadState::pending;
    run.waitingSince = run.start.value_or(run.submitted);
    run.placements.clear();
    run.devices.clear();
    run.replicas.clear();
    run.stopping.reset();
}

// What has no room where it is said to run waits again.
void unseat(Objects& objects, std::vector<Dropped>& dropped) {
    const auto project = projectFrom(objects, {});
    if (!project)
        return;
    const std::set<std::string> names = unseated(*project);
    for (const ProjectWorkload& work : project->work) {
        if (!names.contains(work.spec.name))
            continue;
        WorkloadRun run = work.run;
        waitAgain(run);
        objects.of(ObjectKind::run).at(work.spec.name).body = bodyOf(run);
        dropped.push_back({"recover-unseated", ObjectKind::run, work.spec.name});
    }
}

}  // namespace

std::vector<Dropped> makeReadable(Objects& objects, const std::string& who,
                                  const std::string& name) {
    std::vector<Dropped> dropped;
    // Mostly all of it is.
    if (!isReadable(objects) ||
        objects.of(ObjectKind::run).size() != objects.of(ObjectKind::workload).size()) {
        Readable readable(objects, dropped);
        readable.result.revision = objects.revision;
        readable.add(ObjectKind::pool);
        if (!isReadable(readable.result)) {
            Scenario pool;
            pool.name = name;
            readable.result.of(ObjectKind::pool)["pool"] = {0, 0, bodyOf(pool)};
            dropped.push_back({"recover-object-made", ObjectKind::pool, "pool"});
        }
        for (const ObjectKind kind : {ObjectKind::nodes, ObjectKind::nodeState})
            readable.add(kind);
        readable.add(quotasFromAbove(objects));
        for (const ObjectKind kind :
             {ObjectKind::workspace, ObjectKind::user, ObjectKind::temporary, ObjectKind::timetable,
              ObjectKind::restorePoint, ObjectKind::workload})
            readable.add(kind);
        for (const auto& [key, run] : objects.of(ObjectKind::run))
            if (objects.find(ObjectKind::workload, key) == nullptr)
                dropped.push_back({"recover-object-lost", ObjectKind::run, key});
        // What is over stands in nobody's way.
        for (const ObjectKind kind : {ObjectKind::eviction, ObjectKind::ended})
            readable.result.of(kind) = objects.of(kind);
        objects = std::move(readable.result);
    }
    unseat(objects, dropped);
    const auto project = projectFrom(objects, {});
    const auto isAdministrator = [](const ProjectUser& user) {
        return std::any_of(user.grants.begin(), user.grants.end(), [](const Grant& grant) {
            return grant.role == ProjectRole::administrator && grant.quota.empty();
        });
    };
    if (project && std::none_of(project->users.begin(), project->users.end(), isAdministrator)) {
        objects.of(ObjectKind::user)[who] = {
            objects.nextPlace(ObjectKind::user), 0,
            bodyOf(ProjectUser{who, {{ProjectRole::administrator, {}}}})};
        dropped.push_back({"recover-object-made", ObjectKind::user, who});
    }
    return dropped;
}

std::vector<Dropped> letWait(Objects& objects, const Objects& tables, const Objects& journal,
                             const std::function<Moment(Revision)>& momentOf) {
    std::vector<Dropped> dropped;
    ObjectMap& runs = objects.of(ObjectKind::run);
    for (const auto& [key, workload] : objects.of(ObjectKind::workload)) {
        if (runs.contains(key) || tables.find(ObjectKind::workload, key) == nullptr)
            continue;
        WorkloadRun run;
        run.submitted = momentOf(workload.changed);
        if (const Object* known = journal.find(ObjectKind::run, key))
            if (auto read = runFrom(known->body))
                run = std::move(*read);
        if (run.state != WorkloadState::pending || !run.waitingSince)
            waitAgain(run);
        runs[key] = {workload.place, workload.changed, bodyOf(run)};
        dropped.push_back({"recover-run-lost", ObjectKind::run, key});
    }
    return dropped;
}

std::vector<Fact> factsBetween(const Objects& before, const Objects& after) {
    std::vector<Fact> facts;
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        for (const auto& [key, object] : after.of(kind)) {
            const Object* old = before.find(kind, key);
            if (old == nullptr)
                facts.push_back({kind, key, object.place, {}, object.body});
            else if (old->body != object.body)
                facts.push_back({kind, key, object.place, old->body, object.body});
        }
        for (const auto& [key, object] : before.of(kind))
            if (after.find(kind, key) == nullptr)
                facts.push_back({kind, key, object.place, object.body, {}});
    }
    return facts;
}

}  // namespace apportion::store
