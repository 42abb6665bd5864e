// SPDX-License-Identifier: GPL-3.0-or-later
// Reads how busy the GPUs of this machine are, on a thread of its own: a driver that hangs keeps
// nobody waiting but those who asked it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/cluster/local/device_watch.h"
#include "core/view/nodes/device_uses.h"

namespace apportion {

DeviceUses usesOf(const std::vector<DeviceReading>& readings, std::string node, Instant at);

class DeviceReader {
public:
    using Then = std::function<void(const std::vector<DeviceReading>&)>;

    explicit DeviceReader(std::string library = Nvml::kLibrary) : library_(std::move(library)) {}
    ~DeviceReader();

    // Called on the other thread, in the order they asked. The driver is opened by the first.
    void read(Then then);

private:
    void run(const std::stop_token& stop);

    const std::string library_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<Then> asked_;  // guarded by mutex_
    std::jthread thread_;     // last: begins with the first question
};

}  // namespace apportion
