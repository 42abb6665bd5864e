// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/half_file.h"

#include <array>
#include <atomic>
#include <climits>
#include <cstring>

#include <unistd.h>

namespace apportion {

namespace {

enum class Slot { free, taken, used };

// Plain memory: a signal handler can neither allocate nor lock.
struct Remembered {
    std::atomic<Slot> state{Slot::free};
    std::array<char, PATH_MAX> path{};
};
std::array<Remembered, 32> remembered;

}  // namespace

HalfFile::HalfFile(const std::string& path) {
    if (path.empty() || path.size() >= PATH_MAX)
        return;
    for (std::size_t i = 0; i < remembered.size(); ++i) {
        Slot expected = Slot::free;
        if (!remembered[i].state.compare_exchange_strong(expected, Slot::taken))
            continue;
        std::memcpy(remembered[i].path.data(), path.c_str(), path.size() + 1);
        remembered[i].state.store(Slot::used);
        slot_ = static_cast<int>(i);
        return;
    }
}

HalfFile::~HalfFile() {
    if (slot_ >= 0)
        remembered[static_cast<std::size_t>(slot_)].state.store(Slot::free);
}

void removeHalfFiles() {
    for (const Remembered& each : remembered)
        if (each.state.load() == Slot::used)
            unlink(each.path.data());
}

}  // namespace apportion
