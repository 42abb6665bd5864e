// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/read_trace.h"

#include <array>

#include "core/io/traces/generic.h"
#include "core/io/traces/helios.h"
#include "core/io/traces/openb.h"
#include "core/io/traces/pai.h"
#include "core/io/traces/philly.h"
#include "core/io/traces/sacct.h"
#include "core/io/traces/swf.h"

namespace apportion {

namespace {

struct Format {
    std::string_view name;
    Result<Trace> (*read)(const std::string& path, const TraceOptions& options);
};

constexpr std::array kFormats{Format{"philly", readPhilly}, Format{"openb", readOpenb},
                              Format{"pai", readPai},       Format{"helios", readHelios},
                              Format{"swf", readSwf},       Format{"sacct", readSacct},
                              Format{"csv", readGeneric}};

}  // namespace

std::vector<std::string> traceFormats() {
    std::vector<std::string> names;
    names.reserve(kFormats.size());
    for (const Format& format : kFormats)
        names.emplace_back(format.name);
    return names;
}

Result<Trace> readTrace(const std::string& path, std::string_view format,
                        const TraceOptions& options) {
    Problem problem;
    problem.file = path;
    const bool swf = format == "swf";
    if (swf && options.separator != 0) {
        problem.message = {"trace-no-separator", {{"format", Value::ofText(std::string(format))}}};
        return tl::unexpected(Problems{problem});
    }
    if (!swf && format != "sacct" && options.gpus != GpuChoice::byFormat) {
        problem.message = {"trace-one-gpus", {{"format", Value::ofText(std::string(format))}}};
        return tl::unexpected(Problems{problem});
    }
    for (const Format& candidate : kFormats)
        if (candidate.name == format)
            return candidate.read(path, options);
    problem.message = {"trace-format",
                       {{"format", Value::ofText(std::string(format))},
                        {"known", Value::ofText(wholeList(traceFormats()))}}};
    return tl::unexpected(Problems{problem});
}

}  // namespace apportion
