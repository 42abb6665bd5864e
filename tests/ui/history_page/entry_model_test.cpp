// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/entry_model.h"

#include <gtest/gtest.h>

#include "core/model/outcome.h"

namespace apportion::ui {
namespace {

QString ruleTold(const char* code) {
    EntryChange rule;
    rule.kind = ObjectKind::eviction;
    rule.name = "w";
    rule.key = "rule";
    rule.after = ruleText(EvictionRule::node);
    EntryChange why = rule;
    why.key = "why";
    why.after = "a sentence";
    why.messageAfter = Message{code, {}};
    EntryModel model;
    model.set({{rule, why}, 0});
    return model.index(0, 3).data().toString();
}

TEST(EntryModel, TellsADrainedNodeFromOneThatWentDown) {
    EXPECT_EQ(ruleTold("evicted-node"), QStringLiteral("node down"));
    EXPECT_EQ(ruleTold("evicted-node.drained"), QStringLiteral("drained"));
}

}  // namespace
}  // namespace apportion::ui
