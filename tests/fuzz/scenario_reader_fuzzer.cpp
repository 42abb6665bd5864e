// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a scenario file: the reader refuses them in words, or what it took is written and
// read again as the same scenario.
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "core/io/scenario_reader.h"
#include "core/io/scenario_writer.h"
#include "core/model/validate.h"

namespace apportion {
namespace {

void fail(const char* what, const std::string& written) {
    std::fprintf(stderr, "%s:\n%s\n", what, written.c_str());
    std::abort();
}

void readWriteRead(std::string_view text) {
    const auto file = parseScenario(text);
    if (!file) {
        if (!hasErrors(file.error()))
            fail("refused without an error", std::string(text));
        return;
    }
    std::ostringstream out;
    writeScenario(out, file->scenario);
    const auto again = parseScenario(out.str());
    if (!again)
        fail("the reader refuses what the writer wrote", out.str());
    if (again->scenario != file->scenario)
        fail("another scenario comes back", out.str());
}

}  // namespace
}  // namespace apportion

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    apportion::readWriteRead({reinterpret_cast<const char*>(data), size});
    return 0;
}
