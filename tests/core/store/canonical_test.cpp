// SPDX-License-Identifier: GPL-3.0-or-later
// Entries as texts, with and without what they say.
#include "core/store/canonical.h"

#include <gtest/gtest.h>

namespace apportion::store {
namespace {

JournalEntry entryWith(std::string arguments, std::vector<std::string> bodies) {
    JournalEntry entry;
    entry.n = 7;
    entry.at = 1'000'000;
    entry.who = "ana";
    entry.action = "scale";
    entry.subject = R"(A "],"n":9)";
    entry.arguments = std::move(arguments);
    entry.why = R"(so that "facts":[ are short)";
    entry.undoes = 5;
    for (std::string& body : bodies)
        entry.facts.push_back({ObjectKind::quota, "q", 3, {}, std::move(body)});
    return entry;
}

void expectSameHead(const JournalEntry& entry) {
    const auto read = entryWithoutFacts(entryText(entry));
    ASSERT_TRUE(read.has_value());
    EXPECT_TRUE(read->facts.empty());
    EXPECT_EQ(read->n, entry.n);
    EXPECT_EQ(read->at, entry.at);
    EXPECT_EQ(read->who, entry.who);
    EXPECT_EQ(read->action, entry.action);
    EXPECT_EQ(read->subject, entry.subject);
    EXPECT_EQ(read->arguments, entry.arguments);
    EXPECT_EQ(read->why, entry.why);
    EXPECT_EQ(read->undoes, entry.undoes);
}

TEST(StoreCanonical, ReadsAnEntryWithoutItsFacts) {
    expectSameHead(entryWith({}, {}));
    expectSameHead(entryWith(R"({"sizes":["A=4"]})", {R"({"name":"A"})", R"({"name":"B"})"}));
}

TEST(StoreCanonical, IsNotMisledByFactsThatLookLikeTheEntry) {
    expectSameHead(entryWith({}, {R"({"facts":[1,2],"n":3})", R"({"list":[],"n":4})"}));
    expectSameHead(entryWith(R"({"facts":["x"],"n":1})", {R"({"name":"A"})"}));
}

TEST(StoreCanonical, AnEntryWithoutFactsIsReadAsTheWhole) {
    EXPECT_FALSE(entryWithoutFacts("").has_value());
    EXPECT_FALSE(entryWithoutFacts(R"({"facts":[],"n":1})").has_value());
    EXPECT_FALSE(entryWithoutFacts(R"(,"facts":[],"n":1)").has_value());
}

}  // namespace
}  // namespace apportion::store
