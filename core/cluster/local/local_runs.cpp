// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/local_runs.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <poll.h>

#include "core/change/refuse.h"
#include "core/cluster/local/keeper/private_folder.h"
#include "core/cluster/local/run_verdict.h"

namespace apportion {

namespace {

namespace fs = std::filesystem;

// For what is ended by hand where the pool has no grace period: nobody waits for it.
constexpr Duration kGraceOfCancel = 10 * kSecond;

// What the system said.
std::string detailOf(const Problems& problems) {
    for (const Argument& argument : problems.front().message.arguments)
        if (argument.name == "detail")
            return argument.value.text;
    return problems.front().message.code;
}

// As a shell takes it.
std::string inShell(const std::string& text) {
    constexpr const char* kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
        return text;
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string commandLine(const KeeperJob& job) {
    std::string devices;
    for (const HeldDevice& device : job.devices)
        devices += (devices.empty() ? "" : ",") + device.name;
    std::string line = job.directory.empty() ? "" : "cd " + inShell(job.directory) + " && ";
    line += "CUDA_VISIBLE_DEVICES=" + inShell(devices);
    for (const std::string& argument : job.arguments)
        line += " " + inShell(argument);
    return line;
}

std::string secondsText(Duration time) {
    return std::to_string((time + kSecond - 1) / kSecond);
}

}  // namespace

Duration graceOf(const Project& project) {
    const Duration grace = project.pool.settings.gracePeriod;
    return grace > 0 ? grace : kGraceOfCancel;
}

bool LocalRuns::needed(ProjectFile& file, const Project& project) {
    if (std::any_of(project.work.begin(), project.work.end(),
                    [](const ProjectWorkload& work) { return work.command.has_value(); }))
        return true;
    const auto folder = poolFolder(file);
    std::error_code ignored;
    return folder && fs::exists(*folder + "/runs", ignored);
}

Result<LocalRuns> LocalRuns::open(ProjectFile& file, const Project& project, LocalMachine machine) {
    auto held = holdPoolFolder(file);
    if (!held)
        return tl::unexpected(std::move(held.error()));
    auto socket = ApprovalSocket::listen(held->path, machine.peer);
    if (!socket)
        return tl::unexpected(std::move(socket.error()));
    LocalRuns local(std::move(*held), std::move(machine), std::move(*socket));
    local.removeWhatNeverStarted();
    local.unknown_ = runsUnknown(local.folder_, file, project);
    return local;
}

// Of a program that was killed in between: its command is started again.
void LocalRuns::removeWhatNeverStarted() {
    std::error_code ignored;
    for (const std::string& run : std::exchange(neverStarted_, {}))
        fs::remove_all(run, ignored);
    for (const auto& workload : fs::directory_iterator(folder_ + "/runs", ignored))
        fs::remove(workload.path(), ignored);  // if it is empty
}

bool LocalRuns::isUnknown(const std::string& run) const {
    return std::any_of(unknown_.begin(), unknown_.end(),
                       [&](const ForeignRun& each) { return each.id == run; });
}

std::vector<ForeignRun> LocalRuns::others() const {
    std::vector<ForeignRun> all = runsElsewhere(folder_);
    all.insert(all.end(), unknown_.begin(), unknown_.end());
    return all;
}

bool LocalRuns::mayRun(const ProjectWorkload& work, const std::string& here) const {
    return isApproved(work) && !failures_.contains(work.spec.name) && !work.run.stopping &&
           std::all_of(work.run.placements.begin(), work.run.placements.end(),
                       [&](const Placement& placement) { return placement.node == here; });
}

// Not sooner, however old it is: what counts as running is known by its folder alone, and would
// run a second time.
void LocalRuns::letGo(Keeper& keeper) {
    // Of one whose keeper was killed it is not known when it ended.
    const KeeperStatus& status = keeper.status();
    if (const Moment last = status.running ? status.started : status.ended; last > 0)
        old_.add(keeper.folder(), last);
}

std::map<std::string, LocalRuns::Wanted> LocalRuns::wanted(const Project& project) const {
    std::map<std::string, Wanted> wanted;
    if (keepers_.empty())
        return wanted;
    for (const ProjectWorkload& work : project.work) {
        auto folders = runFolders(folder_, work);
        for (std::size_t i = 0; i < folders.size(); ++i)
            wanted.emplace(std::move(folders[i]),
                           Wanted{&work, stoppingAlone(work.run, i) ? work.run.replicas[i].stopping
                                                                    : work.run.stopping});
    }
    return wanted;
}

KeptRuns::Seen LocalRuns::look(const Project& project, Moment now) {
    Seen seen = KeptRuns::look(project);
    const auto wanted = this->wanted(project);
    for (auto each = keepers_.begin(); each != keepers_.end();) {
        if (each->second.look() == Keeper::State::alive || wanted.contains(each->first)) {
            ++each;
            continue;
        }
        letGo(each->second);
        deadlines_.erase(each->first);
        std::erase_if(unknown_, [&](const ForeignRun& other) { return other.id == each->first; });
        each = keepers_.erase(each);
    }
    old_.tidy(now);
    return seen;
}

void LocalRuns::planStop(Keeper& keeper, std::optional<Moment> until, Duration grace, Steps& plan) {
    const std::string& run = keeper.folder();
    const Moment deadline = std::max(until.value_or(planOf_ + grace), planOf_);
    if (const auto asked = deadlines_.find(run);
        asked != deadlines_.end() && asked->second <= deadline)
        return;
    const KeeperJob& job = keeper.job();
    const auto status = readStatus(run);
    Step step;
    step.key = "stop " + run.substr(folder_.size());
    if (until)
        step.key += " " + std::to_string(*until);
    // Before its keeper has begun it goes by its folder alone.
    if (status && status->pid != 0) {
        const std::string process = std::to_string(status->pid);
        step.text = "kill -TERM " + process + "; sleep " + secondsText(deadline - planOf_) +
                    "; kill -KILL " + process + " ";
    }
    step.text += "# " + run;
    step.danger = Step::Danger::endsRun;
    step.workload = job.workload;
    planned_[step.key] = {run, deadline};
    plan.steps.push_back(std::move(step));
}

void LocalRuns::planStops(const Project& project, Steps& plan) {
    if (keepers_.empty())
        return;
    std::set<std::string_view> there;
    for (const ProjectWorkload& work : project.work)
        there.insert(work.spec.name);
    const auto wanted = this->wanted(project);
    for (auto& [run, keeper] : keepers_) {
        if (keeper.look() != Keeper::State::alive)
            continue;
        const auto found = wanted.find(run);
        if (found == wanted.end()) {
            // Taken from, its grace is over; or somebody has ended it.
            if (!isUnknown(run))
                planStop(keeper, {}, there.contains(keeper.job().workload) ? 0 : graceOf(project),
                         plan);
        } else if (failures_.contains(found->second.work->spec.name)) {
            planStop(keeper, {}, graceOf(project), plan);
        } else if (found->second.until) {
            planStop(keeper, found->second.until, 0, plan);
        }
    }
}

DeviceBook LocalRuns::devicesNow(const std::vector<ForeignRun>& elsewhere) {
    std::set<std::string_view> leaving;  // also what this plan ends
    for (const auto& [key, planned] : planned_)
        leaving.insert(planned.run);
    DeviceBook book = devices_;
    for (auto& [run, keeper] : keepers_)
        if (keeper.look() == Keeper::State::alive)
            book.hold(numbersOf(keeper.job().devices), keeper.job().gpu,
                      deadlines_.contains(run) || leaving.contains(run) || isUnknown(run));
    for (const ForeignRun& each : elsewhere)
        if (!each.pool.empty())
            book.hold(each.devices, each.gpu, true);
    return book;
}

Steps LocalRuns::plan(const Project& project, Moment now) {
    Steps plan;
    planned_.clear();
    planOf_ = now;
    planStops(project, plan);
    if (std::none_of(project.work.begin(), project.work.end(),
                     [](const ProjectWorkload& work) { return work.command.has_value(); }))
        return plan;
    const std::string here = nodeHere(project, machine_);
    std::vector<const ProjectWorkload*> toStart;
    for (const ProjectWorkload& work : project.work)
        if (isToStart(work, here))
            toStart.push_back(&work);
    if (toStart.empty())
        return plan;
    devices_ = deviceBook(project, here, machine_);
    const std::vector<ForeignRun> elsewhere = others();
    DeviceBook book = devicesNow(elsewhere);
    for (const ProjectWorkload* work : toStart) {
        const std::string& name = work->spec.name;
        Placing placing = placingOf(*work, elsewhere, book);
        if (placing.fails)
            failures_.emplace(name,
                              SeenRun{name, SeenRun::State::failed, std::move(placing.fails)});
        else if (placing.waits)
            plan.waiting.emplace(name, std::move(*placing.waits));
        if (placing.jobs.empty())
            continue;
        Step step;
        step.key = "start " + name + " " + std::to_string(work->run.submitted) + "-" +
                   std::to_string(work->run.start.value_or(0));
        for (const KeeperJob& job : placing.jobs)
            step.text += (step.text.empty() ? "" : "\n") + commandLine(job);
        step.workload = name;
        planned_[step.key] = {{}, 0, *work};
        plan.steps.push_back(std::move(step));
    }
    return plan;
}

Result<StepDone> LocalRuns::apply(const Step& step) {
    const auto found = planned_.find(step.key);
    if (found == planned_.end())
        return refuse("step-unknown", {textArgument("step", step.text)});
    Planned& planned = found->second;
    if (planned.done)
        return StepDone{};
    const StepDone done = planned.run.empty() ? start(planned.work) : stop(planned);
    planned.done = done.state == StepDone::State::done;
    return done;
}

StepDone LocalRuns::stop(Planned& planned) {
    const auto keeper = keepers_.find(planned.run);
    // What cannot be written down is planned again.
    if (keeper != keepers_.end() && !keeper->second.stop(planned.deadline - planOf_))
        return {StepDone::State::failed, {}};
    deadlines_[planned.run] = planned.deadline;
    return {};
}

Problems LocalRuns::elsewhere(const Project& project) const {
    const DeviceBook book = deviceBook(project, nodeHere(project, machine_), machine_);
    return tellElsewhere(others(), project, book.count());
}

bool LocalRuns::isToStart(const ProjectWorkload& work, const std::string& here) const {
    if (!isRunning(work) || !mayRun(work, here))
        return false;
    const auto folders = runFolders(folder_, work);
    for (std::size_t i = 0; i < folders.size(); ++i)
        if (!keepers_.contains(folders[i]) && !stoppingAlone(work.run, i))
            return true;
    return false;
}

std::optional<Message> LocalRuns::awaited(const ProjectWorkload& work,
                                          const std::vector<ForeignRun>& elsewhere,
                                          const std::vector<int>& booked) {
    const std::string& workload = work.spec.name;
    for (auto& [folder, keeper] : keepers_) {
        if (keeper.look() != Keeper::State::alive || isUnknown(folder))
            continue;
        for (const HeldDevice& held : keeper.job().devices)
            if (std::find(booked.begin(), booked.end(), held.number) != booked.end())
                return awaitsDevice(workload, keeper.job().workload, held.number);
    }
    return waitsForElsewhere(elsewhere, work, booked);
}

LocalRuns::Placing LocalRuns::placingOf(const ProjectWorkload& work,
                                        const std::vector<ForeignRun>& elsewhere,
                                        DeviceBook& book) {
    const std::string& name = work.spec.name;
    if (sameRun(elsewhere, work) != nullptr)
        return {{}, awaited(work, elsewhere, {}), {}};
    const auto folders = runFolders(folder_, work);
    Gpu all = 0;
    Placing placing;
    placing.jobs.reserve(folders.size());
    // All of a gang or none: what is still held by what ends is waited for.
    DeviceBook after = book;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const Gpu gpu = work.run.placements[i].gpu;
        all += std::max(gpu, gpu > 0 ? Gpu{1} : Gpu{0});
        if (keepers_.contains(folders[i]) || stoppingAlone(work.run, i))
            continue;
        const std::vector<int> booked =
            i < work.run.devices.size() ? work.run.devices[i] : std::vector<int>();
        auto devices = after.take(gpu, booked);
        if (!devices) {
            if (all > book.count() * kOneGpu)
                return {{},
                        {},
                        Message{"command-failed.devices",
                                {textArgument("workload", name),
                                 {"declared", Value::ofCount((all + kOneGpu - 1) / kOneGpu)},
                                 {"found", Value::ofCount(book.count())}}}};
            if (const auto missing = book.missing(booked))
                return {{},
                        {},
                        Message{"command-failed.missing-device",
                                {textArgument("workload", name),
                                 textArgument("node", work.run.placements[i].node),
                                 {"device", Value::ofCount(*missing)},
                                 {"found", Value::ofCount(book.count())}}}};
            return {{}, awaited(work, elsewhere, booked), {}};
        }
        KeeperJob job;
        job.workload = name;
        job.replica =
            i < work.run.replicas.size() ? work.run.replicas[i].place : static_cast<int>(i);
        job.replicas = work.spec.replicas;
        job.arguments = work.command->arguments;
        job.directory = work.command->directory;
        job.devices = std::move(*devices);
        job.gpu = gpu;
        job.grace = kGraceOfCancel;
        placing.jobs.push_back(std::move(job));
    }
    book = std::move(after);
    return placing;
}

// Between looking what runs elsewhere and starting, nobody else starts anything.
StepDone LocalRuns::start(const ProjectWorkload& work) {
    if (!isApproved(work))
        return {StepDone::State::failed, {}};  // it was withdrawn since the plan
    const std::string& name = work.spec.name;
    const store::Descriptor alone = lockStarts(folder_);
    const std::vector<ForeignRun> elsewhere = others();
    DeviceBook book = devicesNow(elsewhere);
    Placing placing = placingOf(work, elsewhere, book);
    if (placing.waits)
        return {StepDone::State::waiting, std::move(placing.waits)};
    if (placing.fails)
        return {StepDone::State::failed, {}};  // as the next plan finds
    std::size_t next = 0;
    const auto folders = runFolders(folder_, work);
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const std::string& folder = folders[i];
        if (keepers_.contains(folder) || stoppingAlone(work.run, i))
            continue;
        auto keeper = Keeper::start(folder, std::move(placing.jobs[next++]), machine_.keeper);
        if (!keeper) {
            failures_.emplace(name, SeenRun{name, SeenRun::State::failed,
                                            notStarted(name, static_cast<int>(next) - 1,
                                                       detailOf(keeper.error()))});
            return {StepDone::State::failed, {}};
        }
        keepers_.emplace(folder, std::move(*keeper));
    }
    return {};
}

void LocalRuns::wait(Duration most) const {
    std::vector<pollfd> all;
    const auto descriptors = socket_.descriptors();
    all.reserve(descriptors.size() + keepers_.size());
    for (const int descriptor : descriptors)
        all.push_back({descriptor, POLLIN, 0});
    for (const auto& [folder, keeper] : keepers_)
        if (keeper.descriptor() >= 0)
            all.push_back({keeper.descriptor(), POLLIN, 0});
    constexpr Duration kLongest = 60 * kSecond;
    poll(all.data(), all.size(), static_cast<int>(std::clamp<Duration>(most, 0, kLongest)));
}

Message awaitsDevice(const std::string& workload, const std::string& holder, int device) {
    return {"waiting-for-victims.device",
            {textArgument("workload", workload),
             textArgument("victim", holder),
             {"device", Value::ofCount(device)}}};
}

}  // namespace apportion
