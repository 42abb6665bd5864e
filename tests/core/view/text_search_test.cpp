// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/text_search.h"

#include <gtest/gtest.h>

#include "core/view/quota_order.h"

namespace apportion {
namespace {

bool finds(std::string_view part, std::string_view text) {
    return TextSearch(part).isIn(text);
}

TEST(TextSearch, CaseAndAccentsAreNoDifference) {
    for (const auto& [part, text] : std::initializer_list<std::pair<const char*, const char*>>{
             {"ação", "acao"},
             {"ACAO", "equipe-ação"},
             {"ünal", "job-Unal-3"},
             {"unal", "ÜNAL"},
             {"ÜNAL", "u\u0308nal"},  // two code points
             {"strasse", "Hauptstraße"},
             {"ΣΊΣΥΦΟΣ", "σίσυφος"},
             {"ёлка", "ЕЛКА"},
             {"gpu 4", "ＧＰＵ ４"},  // wide letters
             {"视觉", "上海视觉团队"},
             {"한", "한국"},
             {"Quota1", "QUOTA1.2"}}) {
        EXPECT_TRUE(finds(part, text)) << part << " in " << text;
    }
}

TEST(TextSearch, OtherLettersAreADifference) {
    EXPECT_FALSE(finds("ação", "acto"));
    EXPECT_FALSE(finds("视觉", "plain"));
    EXPECT_FALSE(finds("की", "का")) << "vowels are no accents";
    EXPECT_FALSE(finds("long", "lon"));
    EXPECT_TRUE(finds("", "anything"));
    EXPECT_TRUE(finds("", ""));
    EXPECT_FALSE(finds("x", "")) << "of nothing";
    EXPECT_FALSE(finds("x", "\xff\xfe")) << "of what is no text";
}

TEST(TextSearch, TellsThePlaceAsWritten) {
    using Place = TextSearch::Place;
    EXPECT_EQ(TextSearch("acao").placeIn(u"a ação!"), (Place{2, 6}));
    EXPECT_EQ(TextSearch("ss").placeIn(u"Maße"), (Place{2, 3}));
    EXPECT_EQ(TextSearch("un").placeIn(u"u\u0308nal"), (Place{0, 3}));
    EXPECT_EQ(TextSearch("u").placeIn(u"u\u0308nal"), (Place{0, 2})) << "with its accent";
    EXPECT_EQ(TextSearch("b").placeIn(u"\U0001F600b"), (Place{2, 3})) << "in units";
    EXPECT_EQ(TextSearch("z").placeIn(u"u\u0308nal"), std::nullopt);
}

TEST(TextSearch, QuotasAreFilteredByIt) {
    std::vector<QuotaRow> quotas(3);
    quotas[0].name = "Ação";
    quotas[1].name = "b";
    quotas[1].team = "Équipe ACAO";
    quotas[2].name = "c";
    QuotaQuery query;
    query.text = "acao";
    EXPECT_EQ(orderQuotas(quotas, query).matches, 2);
    query.text = "éq";
    EXPECT_EQ(orderQuotas(quotas, query).matches, 1);
}

}  // namespace
}  // namespace apportion
