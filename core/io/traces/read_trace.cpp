// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/read_trace.h"

#include <array>
#include <vector>

#include "core/io/traces/philly.h"

namespace apportion {

namespace {

struct Format {
    std::string_view name;
    Result<Trace> (*read)(const std::string& path);
};

constexpr std::array kFormats{Format{"philly", readPhilly}};

}  // namespace

Result<Trace> readTrace(const std::string& path, std::string_view format) {
    std::vector<std::string> known;
    for (const Format& candidate : kFormats) {
        if (candidate.name == format)
            return candidate.read(path);
        known.emplace_back(candidate.name);
    }
    Problem problem;
    problem.file = path;
    problem.message = {"trace-format",
                       {{"format", Value::ofText(std::string(format))},
                        {"known", Value::ofList(std::move(known))}}};
    return tl::unexpected(Problems{problem});
}

}  // namespace apportion
