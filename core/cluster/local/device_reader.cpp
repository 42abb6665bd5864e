// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/device_reader.h"

#include <utility>

namespace apportion {

DeviceUses usesOf(const std::vector<DeviceReading>& readings, std::string node, Instant at) {
    DeviceUses uses;
    if (readings.empty())
        return uses;
    uses.node = std::move(node);
    uses.at = at;
    uses.percent.reserve(readings.size());
    for (const DeviceReading& reading : readings)
        uses.percent.push_back(reading.use ? std::optional(reading.use->percent) : std::nullopt);
    return uses;
}

DeviceReader::~DeviceReader() {
    thread_.request_stop();
    wake_.notify_all();
}

void DeviceReader::read(Then then) {
    {
        const std::lock_guard lock(mutex_);
        asked_.push_back(std::move(then));
    }
    wake_.notify_all();
    if (!thread_.joinable())
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void DeviceReader::run(const std::stop_token& stop) {
    std::optional<DeviceWatch> watch;
    while (!stop.stop_requested()) {
        std::deque<Then> asked;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, stop, [this] { return !asked_.empty(); });
            asked = std::exchange(asked_, {});
        }
        if (asked.empty())
            continue;
        // A driver may be loaded later.
        if (!watch || !watch->obstacles().empty())
            watch.emplace(library_);
        const std::vector<DeviceReading> readings = watch->read();
        for (const Then& then : asked)
            then(readings);
    }
}

}  // namespace apportion
