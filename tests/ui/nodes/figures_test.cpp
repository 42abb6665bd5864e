// SPDX-License-Identifier: GPL-3.0-or-later
// The overview and the page of the nodes count the same.
#include <gtest/gtest.h>

#include "core/view/nodes/node_room.h"
#include "ui/nodes/node_texts.h"
#include "ui/overview/key_figures.h"

namespace apportion::ui {
namespace {

// Two nodes of eight, one of them away.
View pool(NodeState state, Gpu used, Gpu capacity) {
    View view;
    view.quotas.resize(1);
    view.key.used = used;
    view.key.capacity = capacity;
    for (int i = 0; i < 2; ++i) {
        NodeRow& node = view.nodes.rows.emplace_back();
        node.name = "n-" + std::to_string(i);
        node.devices = 8;
    }
    view.nodes.rows[0].used = used;
    view.nodes.rows[1].state = state;
    if (state == NodeState::down)
        view.nodes.room.downGpu = 8 * kOneGpu;
    return view;
}

TEST(PoolFigures, WhatIsFreeBehindACordonCountsOnNeitherPage) {
    const View view = pool(NodeState::cordoned, 6 * kOneGpu, 8 * kOneGpu);
    const KeyNumber overview = keyFigures(view)[0];
    const KeyNumber nodes = nodeFigures(view, TimeText())[0];
    EXPECT_EQ(nodes.label, overview.label);
    EXPECT_EQ(nodes.value, overview.value);
    EXPECT_EQ(nodes.unit, overview.unit);
    EXPECT_EQ(nodes.unit, QStringLiteral("of 8"));
}

// Of a pool that is not live: nobody has taken it from there yet.
TEST(PoolFigures, WhatStandsOnANodeThatIsDownIsNoShareOfWhatIsThere) {
    View view = pool(NodeState::down, 9 * kOneGpu, 8 * kOneGpu);
    view.nodes.rows[0].used = 8 * kOneGpu;
    view.nodes.rows[1].used = kOneGpu;
    EXPECT_EQ(heldOnDown(view), kOneGpu);
    for (const KeyNumber& each : {keyFigures(view)[0], nodeFigures(view, TimeText())[0]}) {
        EXPECT_TRUE(each.note.startsWith(QStringLiteral("1 on what is down")))
            << qPrintable(each.note);
        EXPECT_FALSE(each.note.contains(QLatin1Char('%')));
    }
}

}  // namespace
}  // namespace apportion::ui
