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
    const auto read = entryFromText(entryText(entry), kNoFacts);
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

TEST(StoreCanonical, WhatIsNoEntryIsNotRead) {
    for (const char* text : {"", "{}", R"({"args":)", R"({"args":null)", R"({"facts":[],"n":1})",
                             R"(,"facts":[],"n":1)", R"({"args":null,"facts":[],"n":1})"}) {
        EXPECT_FALSE(entryFromText(text).has_value()) << text;
        EXPECT_FALSE(entryFromText(text, kNoFacts).has_value()) << text;
    }
}

TEST(StoreCanonical, ReadsTheFactsThatAreWanted) {
    JournalEntry entry = entryWith({}, {R"({"a":"\\"})", R"({"b":",\"kind\":\"user\""})", "{}"});
    entry.facts.push_back({ObjectKind::user, R"(ana\)", 0, R"({"roles":[{},[]]})", {}});
    entry.facts.push_back({ObjectKind::quota, "r", 4, "{}", R"({"kind":"user"})"});
    const std::string text = entryText(entry);

    const auto all = entryFromText(text);
    ASSERT_TRUE(all.has_value());
    EXPECT_EQ(all->facts, entry.facts);
    EXPECT_EQ(all->factsLeftOut, 0U);

    std::vector<Fact> taken;
    ASSERT_TRUE(entryFromText(text, [&](Fact&& fact) {
        taken.push_back(std::move(fact));
        return true;
    }));
    EXPECT_FALSE(entryFromText(text, [](Fact&&) { return false; })) << "that was enough";
    EXPECT_EQ(taken, entry.facts);

    const auto two = entryFromText(text, FactFilter{2});
    ASSERT_TRUE(two.has_value());
    EXPECT_EQ(two->facts, std::vector<Fact>(entry.facts.begin(), entry.facts.begin() + 2));
    EXPECT_EQ(two->factsLeftOut, 3U);

    const auto users = entryFromText(text, FactFilter{.kind = ObjectKind::user});
    ASSERT_TRUE(users.has_value());
    EXPECT_EQ(users->facts, std::vector<Fact>{entry.facts[3]});
    EXPECT_EQ(users->factsLeftOut, 4U);
}

// Every change of one character, and every text cut off, is found.
TEST(StoreCanonical, AnEntryIsInItsFormToTheLastCharacter) {
    JournalEntry entry = entryWith(R"({"facts":[{"x":1}],"n":2})", {R"({"a":[1,2]})", "{}"});
    const std::string text = entryText(entry);
    for (std::size_t i = 0; i <= text.size(); ++i) {
        EXPECT_FALSE(i < text.size() && entryFromText(text.substr(0, i))) << i;
        for (const char each : {' ', ',', '{', '}', '[', ']', '"', '\\', 'x', '1'}) {
            const std::string longer = text.substr(0, i) + each + text.substr(i);
            if (const auto read = entryFromText(longer)) {
                EXPECT_EQ(entryText(*read), longer);
            }
            std::string other = text;
            if (i < text.size())
                other[i] = each;
            if (const auto read = entryFromText(other)) {
                EXPECT_EQ(entryText(*read), other);
            }
        }
    }
}

}  // namespace
}  // namespace apportion::store
