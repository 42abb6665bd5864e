// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario files, format 1, into the model. Strict: unknown keys, wrong types, numbers with too
// many places and everything validate() finds are errors, all of them at once, each with file,
// JSON pointer, line and column. From a file with an error nothing is taken.
#pragma once

#include <string>
#include <string_view>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

struct ScenarioFile {
    Scenario scenario;  // valid: the engine can load it
    Problems warnings;
};

// `path` may be "-" for standard input; gzip is recognised by content. The error holds at least
// one error, and the warnings found beside it.
Result<ScenarioFile> readScenario(const std::string& path);

// The same from UTF-8 text; `file` is the name that problems carry.
Result<ScenarioFile> parseScenario(std::string_view text, const std::string& file = {});

}  // namespace apportion
