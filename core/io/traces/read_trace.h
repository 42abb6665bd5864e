// SPDX-License-Identifier: GPL-3.0-or-later
// Traces by the name of their format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// Of the readers: "philly", "openb", "pai", "helios", "swf", "sacct", "csv".
std::vector<std::string> traceFormats();

// "-" is standard input; gzip is known by its content. A problem with the code "trace-format" if
// no reader has that name.
Result<Trace> readTrace(const std::string& path, std::string_view format,
                        const TraceOptions& options = {});

// The format that a file is without doubt in, by its name or its first line, "scenario" too; empty
// = it cannot be told. Does not read what can be read but once.
std::string guessFormat(const std::string& path);
// The same, with why nothing can be told where nothing can be read: an empty file, a damaged one.
Result<std::string> formatOf(const std::string& path);
// The same of the text of a file, by its first line.
std::string guessFormatOf(std::string_view text);
// Whether a first line is that of a list of nodes, which is no trace.
bool namesNodes(std::string_view line);
// By the name alone: of a file that is to be written.
std::string formatByName(std::string_view path);

}  // namespace apportion
