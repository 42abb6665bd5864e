// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as JSON has them.
#include <sstream>

#include <gtest/gtest.h>

#include "core/io/json/writer.h"

namespace apportion {
namespace {

std::string written(std::string_view text) {
    std::ostringstream out;
    json::Writer writer(out);
    writer.text(text);
    writer.finish();
    return out.str();
}

// JSON is UTF-8, and two texts stay two.
TEST(JsonWriter, ShowsBytesThatAreNoUtf8) {
    EXPECT_EQ(written("caf\xC3\xA9 \"a\"\n"), "\"caf\xC3\xA9 \\\"a\\\"\\n\"\n");
    EXPECT_EQ(written("caf\xE9"), R"("caf\\xE9")"
                                  "\n");
    EXPECT_EQ(written("\xFF\xC3"), R"("\\xFF\\xC3")"
                                   "\n");
}

}  // namespace
}  // namespace apportion
