// SPDX-License-Identifier: GPL-3.0-or-later
// Which devices of this machine each replica has: those that the engine booked for it, so that what
// the pool shows is what the command got. Where it names none, or fewer than are asked for, it is
// decided here as rule 13 does: a part on the fullest shared device that has room, whole ones on
// the lowest free.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/keeper/run_files.h"

namespace apportion {

class DeviceBook {
public:
    // Names as CUDA_VISIBLE_DEVICES takes them, by number.
    explicit DeviceBook(std::vector<std::string> names) : names_(std::move(names)) {
        parts_.resize(names_.size());
    }

    // What runs already; what is not of this machine is passed over. `leaving`: it was told to
    // stop, and the engine may have booked its devices for another.
    void hold(const std::vector<int>& devices, Gpu gpu, bool leaving = false);
    // Nothing if there is no room now, or somebody has yet to leave what is booked. What is given
    // is held from then on. `booked`: from 0; empty = nobody knows.
    std::optional<std::vector<HeldDevice>> take(Gpu gpu, const std::vector<int>& booked = {});
    // The first of what is booked that is not there: nobody ever gets it, and none instead of it.
    std::optional<int> missing(const std::vector<int>& booked) const;
    int count() const { return static_cast<int>(names_.size()); }

private:
    struct Part {
        Gpu used = 0;
        bool shared = false;
        bool leaving = false;
    };
    static bool hasRoom(const Part& part, Gpu gpu);
    std::vector<std::string> names_;
    std::vector<Part> parts_;
};

}  // namespace apportion
