// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/device_book.h"

#include <algorithm>

namespace apportion {

void DeviceBook::hold(const std::vector<int>& devices, Gpu gpu, bool leaving) {
    for (const int device : devices)
        if (device >= 0 && device < count()) {
            Part& part = parts_[static_cast<std::size_t>(device)];
            part.used += std::min(gpu, kOneGpu);
            part.shared = gpu < kOneGpu;
            part.leaving = part.leaving || leaving;
        }
}

bool DeviceBook::hasRoom(const Part& part, Gpu gpu) {
    return part.used == 0 || (gpu < kOneGpu && part.shared && part.used + gpu <= kOneGpu);
}

std::optional<int> DeviceBook::missing(const std::vector<int>& booked) const {
    const auto found = std::find_if(booked.begin(), booked.end(),
                                    [this](int number) { return number >= count(); });
    return found == booked.end() ? std::nullopt : std::optional(*found);
}

std::optional<std::vector<HeldDevice>> DeviceBook::take(Gpu gpu, const std::vector<int>& booked) {
    if (missing(booked))
        return {};
    std::vector<HeldDevice> taken;
    const auto add = [&](std::size_t number) {
        taken.push_back({static_cast<int>(number), names_[number]});
    };
    const auto wanted = static_cast<std::size_t>((gpu + kOneGpu - 1) / kOneGpu);
    const auto part = [&](int number) -> const Part& {
        return parts_[static_cast<std::size_t>(number)];
    };
    const bool known =
        booked.size() == wanted &&
        std::all_of(booked.begin(), booked.end(), [](int number) { return number >= 0; });
    if (known && std::all_of(booked.begin(), booked.end(),
                             [&](int number) { return hasRoom(part(number), gpu); })) {
        for (const int number : booked)
            add(static_cast<std::size_t>(number));
        hold(numbersOf(taken), gpu);
        return taken;
    }
    if (known &&
        std::any_of(booked.begin(), booked.end(), [&](int number) { return part(number).leaving; }))
        return {};
    if (gpu > 0 && gpu < kOneGpu) {
        std::optional<std::size_t> fullest;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (parts_[i].shared && parts_[i].used > 0 && parts_[i].used + gpu <= kOneGpu &&
                (!fullest || parts_[i].used > parts_[*fullest].used))
                fullest = i;
        if (fullest)
            add(*fullest);
    }
    for (std::size_t i = 0; i < parts_.size() && taken.size() < wanted; ++i)
        if (parts_[i].used == 0)
            add(i);
    if (taken.size() < wanted)
        return {};
    hold(numbersOf(taken), gpu);
    return taken;
}

}  // namespace apportion
