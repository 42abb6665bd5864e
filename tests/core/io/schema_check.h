// SPDX-License-Identifier: GPL-3.0-or-later
// Asks python3-jsonschema about documents.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace apportion::testing {

enum class Verdict { accepted, refused };

// Whether every one of these files meets its verdict under resources/schema/NAME.schema.json.
::testing::AssertionResult meets(Verdict verdict, const std::string& schema,
                                 const std::vector<std::string>& files);
// The same for a text that should be accepted.
::testing::AssertionResult accepts(const std::string& schema, const std::string& text);

}  // namespace apportion::testing
