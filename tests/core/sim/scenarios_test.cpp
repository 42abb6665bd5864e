// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every tests/scenarios/NAME.json and compares what comes of it with NAME.expect.json:
//   {…}                       the document of simulate: an object must have the keys that are
//   named,
//                             an array as many elements, each of them the same way
//   {"checkpoints": [{"until": T, "expect": {…}}, …]}   the same at several moments
//   {"errors": [{"code", "pointer"}, …]}                the file is refused, for these reasons
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/io/answers/outcome_writer.h"
#include "core/io/answers/problems_writer.h"
#include "core/io/scenario_reader.h"
#include "core/sim/simulation.h"

namespace apportion {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const fs::path kFolder = fs::path(APPORTION_SOURCE_DIR) / "tests/scenarios";
constexpr std::string_view kExpect = ".expect.json";

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        const std::string name = entry.path().filename().string();
        if (name.size() > kExpect.size() && name.substr(name.size() - kExpect.size()) == kExpect)
            all.push_back(name.substr(0, name.size() - kExpect.size()));
    }
    std::sort(all.begin(), all.end());
    return all;
}

Json read(const fs::path& path) {
    std::ifstream file(path);
    return Json::parse(file);
}

void expectMatch(const Json& expected, const Json& actual, const std::string& pointer) {
    if (expected.is_object()) {
        ASSERT_TRUE(actual.is_object()) << pointer << " is " << actual;
        for (const auto& [key, value] : expected.items()) {
            const std::string below = pointer + "/" + key;
            ASSERT_TRUE(actual.contains(key)) << below << " is missing";
            expectMatch(value, actual[key], below);
        }
    } else if (expected.is_array()) {
        ASSERT_TRUE(actual.is_array()) << pointer << " is " << actual;
        ASSERT_EQ(actual.size(), expected.size()) << pointer << " is " << actual;
        for (std::size_t i = 0; i < expected.size(); ++i)
            expectMatch(expected[i], actual[i], pointer + "/" + std::to_string(i));
    } else {
        EXPECT_EQ(actual, expected) << pointer;
    }
}

class Scenarios : public ::testing::TestWithParam<std::string> {};

TEST_P(Scenarios, EndAsTheRulesSay) {
    const Json expected = read(kFolder / (GetParam() + std::string(kExpect)));
    const auto file = readScenario((kFolder / (GetParam() + ".json")).string());
    if (expected.contains("errors")) {
        ASSERT_FALSE(file);
        std::ostringstream document;
        writeProblems(document, file.error());
        expectMatch(expected["errors"], Json::parse(document.str())["errors"], "/errors");
        return;
    }
    ASSERT_TRUE(file) << problemText(file.error().front());
    const Json checkpoints =
        expected.contains("checkpoints") ? expected["checkpoints"] : Json{{{"expect", expected}}};
    for (const Json& checkpoint : checkpoints) {
        auto scenario = std::make_shared<Scenario>(file->scenario);
        if (checkpoint.contains("until"))
            scenario->until = checkpoint["until"].get<std::int64_t>() * kSecond;
        SCOPED_TRACE("until " +
                     (checkpoint.contains("until") ? checkpoint["until"].dump() : "the end"));
        Simulation simulation(scenario);
        simulation.runToEnd();
        std::ostringstream document;
        writeOutcome(document, simulation.outcome());
        expectMatch(checkpoint["expect"], Json::parse(document.str()), "");
    }
}

INSTANTIATE_TEST_SUITE_P(, Scenarios, ::testing::ValuesIn(names()), [](const auto& name) {
    std::string text = name.param;
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return text;
});

}  // namespace
}  // namespace apportion
