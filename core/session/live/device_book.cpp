// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/device_book.h"

#include <algorithm>

namespace apportion {

void DeviceBook::hold(const std::vector<HeldDevice>& devices, Gpu gpu) {
    for (const HeldDevice& device : devices)
        if (device.number >= 0 && device.number < count()) {
            Part& part = parts_[static_cast<std::size_t>(device.number)];
            part.used += std::min(gpu, kOneGpu);
            part.shared = gpu < kOneGpu;
        }
}

std::optional<std::vector<HeldDevice>> DeviceBook::take(Gpu gpu) {
    std::vector<HeldDevice> taken;
    const auto add = [&](std::size_t number) {
        taken.push_back({static_cast<int>(number), names_[number]});
    };
    if (gpu > 0 && gpu < kOneGpu) {
        std::optional<std::size_t> fullest;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (parts_[i].shared && parts_[i].used > 0 && parts_[i].used + gpu <= kOneGpu &&
                (!fullest || parts_[i].used > parts_[*fullest].used))
                fullest = i;
        if (fullest)
            add(*fullest);
    }
    const auto wanted = static_cast<std::size_t>((gpu + kOneGpu - 1) / kOneGpu);
    for (std::size_t i = 0; i < parts_.size() && taken.size() < wanted; ++i)
        if (parts_[i].used == 0)
            add(i);
    if (taken.size() < wanted)
        return {};
    hold(taken, gpu);
    return taken;
}

}  // namespace apportion
