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

TEST(EntryModel, NamesTheDevicesOfARun) {
    EntryChange devices;
    devices.kind = ObjectKind::run;
    devices.name = "w";
    devices.after = "0, 1";
    for (const char* key : {"devices", "run.devices"}) {
        devices.key = key;
        EntryModel model;
        model.set({{devices}, 0});
        QStringList told;
        for (int column = 0; column < model.columnCount(); ++column)
            told << model.index(0, column).data().toString();
        EXPECT_TRUE(told.contains(QStringLiteral("Devices")))
            << qPrintable(told.join(QLatin1Char('|')));
    }
}

}  // namespace
}  // namespace apportion::ui
