// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/burst.h"

#include "core/session/live/live_pool.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

namespace {

constexpr const char* kScenario = R"({"apportion": 1, "name": "busy",
 "nodes": [{"name": "node", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "a", "parent": "all", "guaranteed": {"gpu": 8}, "priorityPreemption": true},
            {"name": "b", "parent": "all", "guaranteed": {"gpu": 8}}]})";

using Random = std::mt19937_64;

std::uint64_t below(Random& random, std::uint64_t bound) {
    return bound == 0 ? 0 : random() % bound;
}

template <typename T>
std::string anyName(Random& random, const std::vector<T>& of) {
    return of.empty() ? "nobody" : of[below(random, of.size())].name;
}

std::string numbered(const char* word, Random& random, std::uint64_t most) {
    return word + std::to_string(below(random, most));
}

std::string anyWork(Random& random, const Project& project) {
    return project.work.empty() ? "nothing"
                                : project.work[below(random, project.work.size())].spec.name;
}

CommandRequest aboutQuotas(Random& random, const Project& project) {
    const std::string quota = anyName(random, project.pool.quotas);
    switch (below(random, 5)) {
        case 0:
            return command("quota.add", {{"name", {numbered("q", random, 12)}},
                                         {"parent", {quota}},
                                         {"gpu", {std::to_string(below(random, 2))}}});
        case 1:
            return command("quota.delete", {{"name", {quota}}});
        case 2:
            return command("quota.rename",
                           {{"name", {quota}}, {"to", {numbered("q", random, 12)}}});
        case 3:
            return command(
                "policy",
                {{"quota", {quota}},
                 {"set", {R"({"weight":)" + std::to_string(1 + below(random, 9)) + "}"}}});
        default:
            break;
    }
    const std::uint64_t size = below(random, 8);
    std::map<std::string, std::vector<std::string>> scale{
        {"sizes", {"a=" + std::to_string(size), "b=" + std::to_string(8 - size)}},
        {"mode", {size % 2 == 0 ? "drain" : "reclaim"}}};
    if (below(random, 3) == 0)
        scale["for"] = {"5s"};
    return command("scale", scale);
}

CommandRequest aboutPeople(Random& random, const Project& project) {
    const std::string user = numbered("user", random, 3);
    const std::string workspace = anyName(random, project.pool.workspaces);
    switch (below(random, 5)) {
        case 0:
            return command("user.grant", {{"user", {user}}, {"role", {"viewer"}}});
        case 1:
            return command("user.revoke", {{"user", {user}}});
        case 2:
            return command("workspace.add", {{"name", {numbered("w", random, 4)}},
                                             {"quota", {anyName(random, project.pool.quotas)}}});
        case 3:
            return command("workspace.delete", {{"name", {workspace}}});
        default:
            return command("workspace.member",
                           {{"name", {workspace}}, {"user", {user}}, {"role", {"member"}}});
    }
}

CommandRequest aboutThePool(Random& random) {
    switch (below(random, 3)) {
        case 0:
            return command(
                "nodes.state",
                {{"node", {"node-2"}}, {"state", {below(random, 2) == 0 ? "ready" : "cordoned"}}});
        case 1:
            return command("timetable.set", {{"name", {numbered("t", random, 2)}},
                                             {"steps", {"20:00,a=3,b=5", "08:00,a=5,b=3"}}});
        default:
            return command("restore-point", {{"name", {numbered("p", random, 90)}}});
    }
}

CommandRequest aboutWork(Random& random, const Project& project) {
    const std::string work = anyWork(random, project);
    switch (below(random, 5)) {
        case 0:
            return command(below(random, 2) == 0 ? "cancel" : "finish", {{"name", {work}}});
        case 1:
            return command("priority", {{"name", {work}},
                                        {"priority", {std::to_string(1 + below(random, 9))}}});
        default:
            return command("submit", {{"quota", {anyName(random, project.pool.quotas)}},
                                      {"gpu", {std::to_string(1 + below(random, 4))}},
                                      {"priority", {std::to_string(1 + below(random, 9))}},
                                      {"duration", {"4s"}}});
    }
}

}  // namespace

Result<ProjectDesk> newProject(const std::string& path, WallClock clock) {
    const TemporaryFolder folder;
    writeBytes(folder / "busy.json", kScenario);
    Problems notes;
    return ProjectDesk::init(path, folder / "busy.json", notes, "ana", std::move(clock));
}

CommandRequest command(const std::string& id,
                       const std::map<std::string, std::vector<std::string>>& given) {
    Arguments arguments;
    for (const auto& [name, values] : given)
        arguments.set(name, values);
    return requestOf(id, std::move(arguments));
}

CommandRequest anyCommand(Random& random, const Project& project) {
    switch (below(random, 8)) {
        case 0:
            return aboutPeople(random, project);
        case 1:
            return aboutThePool(random);
        case 2:
        case 3:
        case 4:
            return aboutQuotas(random, project);
        default:
            return aboutWork(random, project);
    }
}

namespace {

// One who works on the file, with the engine beside.
class Worker {
public:
    Worker(const Burst& burst, BurstEnd& end) : burst_(burst), end_(end), random_(burst.seed) {}

    void open(const std::string& path) {
        auto desk =
            ProjectDesk::open(path, OpenMode::readWrite, "ana", [this] { return end_.now; });
        if (!desk)
            return refused(desk.error());
        desk_ = std::make_unique<ProjectDesk>(std::move(*desk));
        if (!burst_.live)
            return;
        auto pool = LivePool::start(*desk_);
        if (pool)
            pool_ = std::make_unique<LivePool>(std::move(*pool));
        else
            refused(pool.error());
    }
    void close() {
        pool_.reset();
        desk_.reset();
    }
    void step() {
        if (!desk_)
            return;
        end_.now += 300;
        const auto project = desk_->project();
        if (!project)
            return refused(project.error());
        switch (below(random_, 10)) {
            case 0:
                return answered(desk_->undo());
            case 1:
                return answered(desk_->redo());
            default:
                answered(desk_->run(anyCommand(random_, **project)));
        }
        if (pool_) {
            auto ticked = pool_->tick();
            if (!ticked)
                return refused(ticked.error());
            for (const JournalEntry& entry : ticked->written)
                acknowledged(entry);
        }
    }

private:
    void refused(const Problems& problems) {
        end_.refused.insert(end_.refused.end(), problems.begin(), problems.end());
    }
    void acknowledged(const JournalEntry& entry) {
        end_.acknowledged.push_back({entry.n, entry.hash});
        if (burst_.written)
            burst_.written(entry);
    }
    void answered(const Result<CommandAnswer>& answer) {
        if (!answer)
            refused(answer.error());
        else if (answer->entry)
            acknowledged(*answer->entry);
    }

    const Burst& burst_;
    BurstEnd& end_;
    Random random_;
    std::unique_ptr<ProjectDesk> desk_;
    std::unique_ptr<LivePool> pool_;
};

}  // namespace

BurstEnd run(const Burst& burst, const std::string& path, Moment begin) {
    BurstEnd end;
    end.now = begin;
    Worker worker(burst, end);
    worker.open(path);
    for (int step = 1; step <= burst.steps; ++step) {
        worker.step();
        if (step % burst.reopenAfter == 0) {
            worker.close();
            worker.open(path);
        }
    }
    worker.close();
    return end;
}

std::string sentencesOf(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems)
        text += problem.message.code + ": " + render(problem.message) + "\n";
    return text;
}

std::string lost(const std::string& path, const std::vector<Acknowledged>& acknowledged,
                 Moment now) {
    auto desk = ProjectDesk::open(path, OpenMode::readWrite, "ana", [now] { return now; });
    if (!desk)
        return "it does not open: " + sentencesOf(desk.error());
    if (const Problems wrong = desk->file().verify(); !wrong.empty())
        return "it is not whole: " + sentencesOf(wrong);
    auto entries = desk->file().entriesFrom(1, 1'000'000);
    if (!entries)
        return sentencesOf(entries.error());
    for (const Acknowledged& each : acknowledged)
        if (each.n > static_cast<Revision>(entries->size()) ||
            (*entries)[static_cast<std::size_t>(each.n) - 1].hash != each.hash)
            return "entry " + std::to_string(each.n) + " is lost";
    const auto more = desk->run(
        command("restore-point", {{"name", {"crash " + std::to_string(entries->size())}}}));
    if (!more)
        return "it cannot be written to: " + sentencesOf(more.error());
    return sentencesOf(desk->file().verify());
}

}  // namespace apportion::testing
