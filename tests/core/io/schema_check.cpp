// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/io/schema_check.h"

#include <cstdio>

#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

::testing::AssertionResult meets(Verdict verdict, const std::string& schema,
                                 const std::vector<std::string>& files) {
    const std::string source = APPORTION_SOURCE_DIR;
    // The system's own Python has Debian's jsonschema; one that a user installed need not.
    std::string command = "/usr/bin/python3 '" + source + "/tests/core/io/check_schema.py' ";
    if (verdict == Verdict::refused)
        command += "--refuse ";
    command += "'" + source + "/resources/schema/" + schema + ".schema.json'";
    for (const auto& file : files)
        command += " '" + file + "'";
    command += " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe)
        return ::testing::AssertionFailure() << "cannot start " << command;
    std::string said;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
        said += static_cast<char>(c);
    if (pclose(pipe) == 0)
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << said;
}

::testing::AssertionResult accepts(const std::string& schema, const std::string& text) {
    const TemporaryFolder folder;
    writeBytes(folder / "document.json", text);
    return meets(Verdict::accepted, schema, {folder / "document.json"});
}

}  // namespace apportion::testing
