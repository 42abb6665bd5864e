// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of this machine and how busy they are, for pages that show them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/devices/nvml.h"

namespace apportion {

struct DeviceReading {
    FoundDevice device;
    std::optional<DeviceUse> use;  // nothing = it does not tell
};

// Holds the driver's library open. Not thread-safe; a reading takes a few milliseconds a device.
class DeviceWatch {
public:
    explicit DeviceWatch(const std::string& library = Nvml::kLibrary);

    // Empty where there is no driver.
    std::vector<DeviceReading> read();
    // Why there is nothing to read: nvml-missing, nvml-failed.
    const Problems& obstacles() const { return obstacles_; }

private:
    std::optional<Nvml> nvml_;
    std::vector<FoundDevice> devices_;
    Problems obstacles_;
};

}  // namespace apportion
