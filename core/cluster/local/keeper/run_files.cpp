// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/run_files.h"

#include <nlohmann/json.hpp>

#include "core/cluster/local/keeper/private_folder.h"

namespace apportion {

namespace {

using Json = nlohmann::json;

template <typename T, typename From>
std::optional<T> readFile(const std::string& path, From&& from) {
    const std::string text = smallFile(path);
    if (text.empty())
        return {};
    try {
        return from(Json::parse(text));
    } catch (const std::exception&) {
        return {};
    }
}

// Arguments of a program are bytes; they came out of JSON, so they are UTF-8.
Result<void> writeJson(const std::string& path, const Json& value) {
    return replaceFile(path, value.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

template <typename T>
std::optional<T> optionalOf(const Json& value, const char* key) {
    const auto found = value.find(key);
    return found == value.end() ? std::nullopt : std::optional(found->get<T>());
}

}  // namespace

std::vector<int> numbersOf(const std::vector<HeldDevice>& devices) {
    std::vector<int> numbers;
    numbers.reserve(devices.size());
    for (const HeldDevice& device : devices)
        numbers.push_back(device.number);
    return numbers;
}

Result<void> writeJob(const std::string& folder, const KeeperJob& job) {
    Json devices = Json::array();
    for (const HeldDevice& device : job.devices)
        devices.push_back({{"number", device.number}, {"name", device.name}});
    return writeJson(folder + "/command", {{"workload", job.workload},
                                           {"replica", job.replica},
                                           {"replicas", job.replicas},
                                           {"arguments", job.arguments},
                                           {"directory", job.directory},
                                           {"devices", std::move(devices)},
                                           {"gpu", job.gpu},
                                           {"grace", job.grace},
                                           {"boot", job.boot}});
}

std::optional<KeeperJob> readJob(const std::string& folder) {
    return readFile<KeeperJob>(folder + "/command", [](const Json& value) {
        KeeperJob job;
        job.workload = value.at("workload").get<std::string>();
        job.replica = value.at("replica").get<int>();
        job.replicas = value.at("replicas").get<int>();
        job.arguments = value.at("arguments").get<std::vector<std::string>>();
        job.directory = value.at("directory").get<std::string>();
        for (const Json& device : value.at("devices"))
            job.devices.push_back(
                {device.at("number").get<int>(), device.at("name").get<std::string>()});
        job.gpu = value.at("gpu").get<Gpu>();
        job.grace = value.at("grace").get<Duration>();
        job.boot = value.at("boot").get<std::string>();
        return job;
    });
}

Result<void> writeStatus(const std::string& folder, const KeeperStatus& status) {
    Json value{{"state", status.running ? "running" : "ended"},
               {"keeper",
                {{"machine", status.keeper.machine},
                 {"boot", status.keeper.boot},
                 {"pid", status.keeper.pid},
                 {"started", status.keeper.started}}},
               {"started", status.started}};
    if (status.pid != 0)
        value["process"] = {{"pid", status.pid}, {"started", status.pidStarted}};
    if (!status.running)
        value["ended"] = status.ended;
    if (status.exitCode)
        value["exit"] = *status.exitCode;
    if (status.signal)
        value["signal"] = *status.signal;
    if (status.stopped)
        value["stopped"] = true;
    if (status.dropped > 0)
        value["dropped"] = status.dropped;
    if (!status.failure.empty())
        value["failure"] = status.failure;
    if (!status.error.empty())
        value["error"] = status.error;
    return writeJson(folder + "/status", value);
}

std::optional<KeeperStatus> readStatus(const std::string& folder) {
    return readFile<KeeperStatus>(folder + "/status", [](const Json& value) {
        KeeperStatus status;
        status.running = value.at("state").get<std::string>() == "running";
        const Json& keeper = value.at("keeper");
        status.keeper = {keeper.at("machine").get<std::string>(),
                         keeper.at("boot").get<std::string>(), keeper.at("pid").get<std::int64_t>(),
                         keeper.at("started").get<std::int64_t>()};
        if (const auto process = value.find("process"); process != value.end()) {
            status.pid = process->at("pid").get<std::int64_t>();
            status.pidStarted = process->at("started").get<std::int64_t>();
        }
        status.started = value.at("started").get<Moment>();
        status.ended = value.value("ended", Moment{0});
        status.exitCode = optionalOf<int>(value, "exit");
        status.signal = optionalOf<int>(value, "signal");
        status.stopped = value.value("stopped", false);
        status.dropped = value.value("dropped", std::int64_t{0});
        status.failure = value.value("failure", std::string());
        status.error = value.value("error", std::string());
        return status;
    });
}

Result<void> writeStop(const std::string& folder, Duration grace) {
    return writeJson(folder + "/stop", {{"grace", grace}});
}

std::optional<Duration> readStop(const std::string& folder) {
    return readFile<Duration>(folder + "/stop",
                              [](const Json& value) { return value.at("grace").get<Duration>(); });
}

std::string lockPath(const std::string& folder) {
    return folder + "/lock";
}

std::string logPath(const std::string& folder) {
    return folder + "/log";
}

std::string previousLogPath(const std::string& folder) {
    return folder + "/log.1";
}

}  // namespace apportion
