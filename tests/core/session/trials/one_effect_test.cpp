// SPDX-License-Identifier: GPL-3.0-or-later
// One change, told by a dry run of the command line and by the console's forms: the same.
#include <gmock/gmock.h>

#include "core/plan/effect.h"
#include "core/session/session.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

std::string listed(const char* what, const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? std::string(what) + " " : ", ") + name;
    return text.empty() ? text : text + "; ";
}

std::string told(const Effect& effect) {
    std::vector<std::string> evicted;
    for (const Effect::Hit& hit : effect.evicted) {
        evicted.push_back(hit.workload);
        if (hit.fate == Effect::Hit::Fate::runsOn)
            evicted.back() += " (on " + hit.nodes.front() + ")";
        if (hit.fate == Effect::Hit::Fate::shrinks)
            evicted.back() += " (shrinks)";
    }
    // A dry run lists what is submitted among what starts.
    std::vector<std::string> started = effect.started;
    std::erase(started, "new");
    std::string text = listed("evicted", evicted) + listed("moved", namesIn(effect.moved)) +
                       listed("started", started) + listed("waits on", effect.waitsOn) +
                       listed("rejected", effect.rejected);
    if (effect.delay > 0)
        text += "after " + std::to_string(effect.delay / kSecond) + " s; ";
    if (!effect.submitted.empty())
        text += effect.submitted.front().fate == Effect::Submitted::Fate::starts
                    ? "submitted starts; "
                    : "submitted waits; ";
    if (!effect.submitted.empty() && effect.submitted.front().reason)
        text += std::string(codeText(effect.submitted.front().reason->code)) + "; ";
    return text;
}

// Two nodes of 4. On each runs one workload of 1 GPU that checkpoints each minute; `wide` waits for
// a whole node, and its quota is guaranteed too little for it.
constexpr const char* kPool = R"({"apportion": 1, "name": "effects",
 "settings": {"consolidation": true, "moveLoss": 3600},
 "nodes": [{"name": "n1", "gpu": 4}, {"name": "n2", "gpu": 4}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
  {"name": "a", "parent": "all", "guaranteed": {"gpu": 6}, "overQuota": "off"},
  {"name": "b", "parent": "all", "guaranteed": {"gpu": 2}, "overQuota": "off"}],
 "workloads": [
  {"name": "one", "quota": "a", "gpu": 1, "running": {"since": -9, "placements": [{"node": "n1", "gpu": 1}]}},
  {"name": "two", "quota": "a", "gpu": 1, "running": {"since": -9, "placements": [{"node": "n2", "gpu": 1}]}},
  {"name": "wide", "quota": "b", "gpu": 4, "submit": 0}]})";

struct Told {
    const char* id;
    Given given;
    const char* effect;
};

class OneEffect : public SmallProject {};

TEST_F(OneEffect, ADryRunAndTheConsoleTellTheSame) {
    writeBytes(folder_ / "pool.json", kPool);
    Problems notes;
    ASSERT_TRUE(ProjectDesk::init(path_, folder_ / "pool.json", notes));
    const Told table[] = {
        {"scale", {{"sizes", "a=4"}, {"sizes", "b=4"}}, "moved one; started wide; "},
        {"scale", {{"sizes", "a=5"}, {"sizes", "b=3"}}, ""},
        {"policy",
         {{"quota", "b"}, {"set", R"({"overQuota": "on"})"}},
         "moved one; started wide; "},
        {"scale", {{"sizes", "a=1"}, {"mode", "reclaim"}}, "evicted one; "},
        {"nodes.state", {{"node", "n1"}, {"state", "down"}}, "evicted one (on n2); started one; "},
        {"nodes.state",
         {{"node", "n1"}, {"state", "draining"}},
         "evicted one (on n2); started one; "},
        {"nodes.state", {{"node", "n1"}, {"state", "cordoned"}}, ""},
        {"policy",
         {{"quota", "b"},
          {"set", R"({"selfPreemption": {"high": [5, 9], "low": [1, 4], "scope": "siblings",
                                         "modules": ["training"]}})"}},
         ""},
        {"cancel", {{"name", "one"}}, ""},
        {"scale",
         {{"sizes", "a=1"}, {"mode", "reclaim"}, {"after", "60"}},
         "evicted one; after 60 s; "},
        {"submit", {{"name", "new"}, {"quota", "a"}, {"gpu", "1"}}, "submitted starts; "},
        {"submit",
         {{"name", "run"}, {"quota", "a"}, {"gpu", "1"}, {"directory", "/"}, {"command", "true"}},
         "submitted waits; needs-approval; "}};
    Session session;
    ASSERT_TRUE(session.open(path_).get());
    for (const Told& each : table) {
        const CommandRequest request = command(each.id, each.given);
        auto opened = ProjectDesk::open(path_, OpenMode::readWrite);
        ASSERT_TRUE(opened);
        const auto preview = previewed(*opened, request);
        ASSERT_TRUE(preview) << each.id;
        const auto form = session.tryCommand(request).get();
        ASSERT_TRUE(form && form->refusal.empty()) << each.id;
        EXPECT_EQ(told(preview->effect), told(*form)) << each.id;
        EXPECT_EQ(told(preview->effect), each.effect) << each.id;
        EXPECT_EQ(preview->effect.lost() > 0, form->lost() > 0);
        EXPECT_EQ(lostIn(preview->effect.moved) > 0, lostIn(form->moved) > 0) << each.id;
        const auto* scale = std::get_if<ScaleQuotas>(&request.change);
        if (scale == nullptr)
            continue;
        ScaleRequest wizard{{}, scale->mode.value_or(ScaleMode::refuse), scale->after.value_or(0)};
        for (const auto& size : scale->sizes)
            wizard.targets.push_back(*size);
        const auto page = session.draftScale(wizard).get();
        ASSERT_TRUE(page && page->outlook) << each.id;
        EXPECT_EQ(told(*page), each.effect) << "the wizard";
    }
}

// The reader's pool: two workloads of `a` hold the node, and the owner of half of it waits.
constexpr const char* kOwed = R"({"apportion": 1, "name": "owed",
 "nodes": [{"name": "n1", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
  {"name": "a", "parent": "all", "guaranteed": {"gpu": 6}},
  {"name": "b", "parent": "all", "guaranteed": {"gpu": 2}}],
 "workloads": [
  {"name": "a1", "quota": "a", "gpu": 4, "running": {"since": -9, "placements": [{"node": "n1", "gpu": 4}]}},
  {"name": "a2", "quota": "a", "gpu": 4, "running": {"since": -5, "placements": [{"node": "n1", "gpu": 4}]}},
  {"name": "b1", "quota": "b", "gpu": 4, "submit": 0}]})";

TEST_F(OneEffect, AtRestWhatWouldHappenAnywayIsNotTheEffect) {
    writeBytes(folder_ / "pool.json", kOwed);
    Problems notes;
    ASSERT_TRUE(ProjectDesk::init(path_, folder_ / "pool.json", notes));
    auto opened = ProjectDesk::open(path_, OpenMode::readWrite);
    ASSERT_TRUE(opened);
    ASSERT_TRUE(opened->run(command("scale", {{"sizes", "a=4"}, {"sizes", "b=4"}})));
    // Going live, b1 starts in the place of a2; without the change it does not.
    const auto planned = opened->undo({}, true);
    ASSERT_TRUE(planned);
    const auto preview = previewed(*opened, *planned);
    ASSERT_TRUE(preview);
    EXPECT_EQ(told(preview->effect), "waits on b1; ");
    for (const Effect::Numbers& each : preview->effect.quotas) {
        if (each.quota == "b") {
            EXPECT_EQ(each.before.subtree, 4 * kOneGpu) << "as it would be without the undo";
        }
    }
    Session session;
    ASSERT_TRUE(session.open(path_).get());
    const auto form = session.tryTurn({true, {}}).get();
    ASSERT_TRUE(form);
    EXPECT_EQ(told(form->trial), "waits on b1; ");
    const auto cancel = session.tryCommand(command("cancel", {{"name", "b1"}})).get();
    ASSERT_TRUE(cancel);
    EXPECT_EQ(told(*cancel), "") << "a2 runs already";
}

}  // namespace
}  // namespace apportion::testing
