// SPDX-License-Identifier: GPL-3.0-or-later
// Which requests could never run, even on an empty pool: a warning, since nodes and limits may be
// changed while the scenario runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/findings.h"
#include "core/model/validation/index.h"
#include "core/model/validation/place.h"

namespace apportion::validation {

class Fitting {
public:
    // May change: they are bounds of the moment, which the reason of a workload tells. Stay: what
    // they forbid will never run, as in a replay, whose quotas are cut for it.
    enum class Guarantees { mayChange, stay };
    explicit Fitting(const Index& index, Guarantees guarantees = Guarantees::mayChange);
    // Warns if a workload, submitted on that quota and with values within all bounds, never fits.
    void warn(const Workload& workload, std::size_t quota, const Place& place,
              Findings& findings) const;

private:
    // Nodes that differ in name only count as one shape.
    struct Shape {
        Node node;
        std::int64_t count = 0;
    };
    struct Bound {
        std::optional<Gpu> gpu;
        std::string quota;  // whose it is
    };
    // The lowest from a quota upwards.
    struct Bounds {
        Bound limit;
        Bound guarantee;      // of those that may not go beyond it
        Bound anyGuarantee;   // which work that cannot be preempted never exceeds
        std::string idleOff;  // the first that lets no idle work run; empty = none
    };
    void findBounds();
    // Whether one of the quota's bounds is below what the workload needs to start.
    bool warnOfBounds(const Workload& workload, const Bounds& bounds, const Place& place,
                      Findings& findings) const;
    // None of which the quota's root divides.
    void warnOfNoNode(const Workload& workload, std::size_t quota, const Place& place,
                      Findings& findings) const;
    bool warnOfNodes(const Workload& workload, const std::vector<Shape>& shapes,
                     const std::string& quota, const Place& place, Findings& findings) const;

    const Index& index_;
    Guarantees guarantees_;
    std::map<const Pool*, std::vector<Shape>> shapes_;
    std::vector<Bounds> bounds_;  // by quota
};

}  // namespace apportion::validation
