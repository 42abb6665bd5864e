// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is kept in another form than as workloads, which are large, and told one by one: a
// replay has millions of jobs, of which few wait or run at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/model/workload.h"

namespace apportion {

class RecordedWork {
public:
    virtual ~RecordedWork() = default;
    virtual std::size_t size() const = 0;
    // Every time the same; from any thread. None runs at moment 0.
    virtual Workload at(std::size_t index) const = 0;
    // As at() says, and cheaper.
    virtual std::string nameOf(std::size_t index) const { return at(index).name; }
    // The same; ascending.
    virtual Instant submitOf(std::size_t index) const = 0;
    virtual std::optional<Duration> durationOf(std::size_t index) const = 0;
    // Work of one kind differs in name, user, workspace and these two times alone. Kinds are
    // numbered from 0.
    virtual std::uint32_t kindOf(std::size_t index) const = 0;
};

}  // namespace apportion
