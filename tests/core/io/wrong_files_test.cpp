// SPDX-License-Identifier: GPL-3.0-or-later
// Every file of tests/data/wrong is refused with exactly the errors that expected.txt lists.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"

namespace apportion {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path{APPORTION_SOURCE_DIR} / "tests/data/wrong";

std::map<std::string, std::vector<std::string>> expected() {
    std::map<std::string, std::vector<std::string>> files;
    std::ifstream list(kFolder / "expected.txt");
    std::string line;
    while (std::getline(list, line)) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream words(line);
        std::string file, pointer, code;
        words >> file >> pointer >> code;
        files[file].push_back((pointer == "." ? "" : pointer) + " " + code);
    }
    return files;
}

TEST(WrongFiles, AreAllListed) {
    const auto listed = expected();
    EXPECT_GE(listed.size(), 50U);
    std::set<std::string> there;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder))
        if (const auto name = entry.path().filename().string(); name != "expected.txt")
            there.insert(name);
    for (const auto& name : there)
        EXPECT_EQ(listed.count(name), 1U) << name << " has no line in expected.txt";
    for (const auto& [name, errors] : listed)
        EXPECT_EQ(there.count(name), 1U) << name << " is not there";
}

TEST(WrongFiles, AreRefusedWithEveryErrorAtItsPlace) {
    for (const auto& [name, errors] : expected()) {
        SCOPED_TRACE(name);
        const auto path = (kFolder / name).string();
        const auto read = readScenario(path);
        ASSERT_FALSE(read);
        std::vector<std::string> told;
        std::pair<int, int> before{0, 0};
        for (const auto& problem : read.error()) {
            EXPECT_EQ(problem.file, path);
            EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
            EXPECT_FALSE(renderRemedy(problem.message).empty()) << problem.message.code;
            const std::pair<int, int> place{problem.line, problem.column};
            EXPECT_LE(before, place) << problem.pointer;
            before = place;
            if (!problem.warning)
                told.push_back(problem.pointer + " " + problem.message.code);
        }
        EXPECT_EQ(told, errors);
    }
}

}  // namespace
}  // namespace apportion
