// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <cstdlib>

#include <sys/wait.h>

namespace apportion::testing {

namespace {

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

}  // namespace

Ran shell(const std::string& line) {
    const TemporaryFolder folder;
    const std::string script = "CTL=" + quoted(APPORTION_BIN_DIR "/apportionctl") + "\n" + line;
    const std::string command = "bash -c " + quoted(script) + " >" + quoted(folder / "out") +
                                " 2>" + quoted(folder / "err");
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            bytesOf(folder / "out"), bytesOf(folder / "err")};
}

Ran ctl(const std::vector<std::string>& arguments, const std::string& input) {
    const TemporaryFolder folder;
    writeBytes(folder / "in", input);
    std::string line = "\"$CTL\"";
    for (const std::string& argument : arguments)
        line += " " + quoted(argument);
    return shell(line + " <" + quoted(folder / "in"));
}

std::string smallScenario() {
    return R"({"apportion": 1, "name": "small",
 "nodes": [{"name": "node", "gpu": 2}],
 "quotas": [{"name": "team", "guaranteed": {"gpu": 2}, "priorityPreemption": true}],
 "workloads": [
  {"name": "low", "quota": "team", "gpu": 2, "priority": 2, "duration": 20},
  {"name": "high", "quota": "team", "gpu": 2, "priority": 8, "submit": 10},
  {"name": "third", "quota": "team", "gpu": 1, "priority": 1, "submit": 11, "user": "ana, or b"}]}
)";
}

std::string sourceFile(const std::string& path) {
    return std::string(APPORTION_SOURCE_DIR) + "/" + path;
}

}  // namespace apportion::testing
