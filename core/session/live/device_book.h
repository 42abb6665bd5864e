// SPDX-License-Identifier: GPL-3.0-or-later
// Which devices of this machine each replica has. The engine counts GPUs of a node; which ones they
// are is decided here, as rule 13 does: a part on the fullest shared device that has room, whole
// ones on the lowest free.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/keeper/run_files.h"

namespace apportion {

class DeviceBook {
public:
    // Names as CUDA_VISIBLE_DEVICES takes them, by number.
    explicit DeviceBook(std::vector<std::string> names) : names_(std::move(names)) {
        parts_.resize(names_.size());
    }

    // What runs already; what is not of this machine is passed over.
    void hold(const std::vector<HeldDevice>& devices, Gpu gpu);
    // Nothing if there is no room now. What is given is held from then on.
    std::optional<std::vector<HeldDevice>> take(Gpu gpu);
    int count() const { return static_cast<int>(names_.size()); }

private:
    struct Part {
        Gpu used = 0;
        bool shared = false;
    };
    std::vector<std::string> names_;
    std::vector<Part> parts_;
};

}  // namespace apportion
