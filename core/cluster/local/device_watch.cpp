// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/device_watch.h"

#include <utility>

namespace apportion {

DeviceWatch::DeviceWatch(const std::string& library) {
    auto nvml = Nvml::open(library);
    if (!nvml) {
        obstacles_ = std::move(nvml.error());
        return;
    }
    auto devices = nvml->devices();
    if (!devices) {
        obstacles_ = std::move(devices.error());
        return;
    }
    devices_ = std::move(*devices);
    nvml_.emplace(std::move(*nvml));
}

std::vector<DeviceReading> DeviceWatch::read() {
    std::vector<DeviceReading> readings;
    if (!nvml_)
        return readings;
    const auto uses = nvml_->use();
    readings.reserve(devices_.size());
    for (std::size_t i = 0; i < devices_.size(); ++i)
        readings.push_back({devices_[i], i < uses.size() ? uses[i] : std::nullopt});
    return readings;
}

}  // namespace apportion
