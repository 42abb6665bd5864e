// SPDX-License-Identifier: GPL-3.0-or-later
// Which requests could never run, even on an empty pool: a warning, since nodes and limits may be
// changed while the scenario runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/findings.h"
#include "core/model/validation/index.h"

namespace apportion::validation {

class Fitting {
public:
    explicit Fitting(const Index& index);
    // Warns if a workload, submitted on that quota and with values within all bounds, never fits.
    void warn(const Workload& workload, std::size_t quota, const std::string& pointer,
              Findings& findings) const;

private:
    // Nodes that differ in name only count as one shape.
    struct Shape {
        Node node;
        std::int64_t count = 0;
    };
    struct Bound {
        std::optional<Gpu> gpu;
        std::string quota;  // whose limit it is
    };
    void findLimits();
    bool warnOfNodes(const Workload& workload, const std::vector<Shape>& shapes,
                     const std::string& quota, const std::string& pointer,
                     Findings& findings) const;

    const Index& index_;
    std::map<const Pool*, std::vector<Shape>> shapes_;
    std::vector<Bound> limits_;  // the lowest from each quota upwards
};

}  // namespace apportion::validation
