// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_layout.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

using Shape = NodeLayout::Shape;
using Spot = NodeLayout::Spot;

NodeLayout of(int nodes, int devices, double width, int all = 0) {
    return {{nodes, devices, 110, width, 1}, all == 0 ? nodes : all};
}

TEST(NodeLayout, ChangesItsShapeWithTheNumberOfNodes) {
    EXPECT_EQ(of(1, 8, 700).shape(), Shape::rows);
    EXPECT_EQ(of(64, 8, 700).shape(), Shape::rows);
    EXPECT_EQ(of(65, 8, 700).shape(), Shape::compact);
    EXPECT_EQ(of(1000, 8, 700).shape(), Shape::compact);
    EXPECT_EQ(of(1001, 8, 700).shape(), Shape::tiles);
    EXPECT_EQ(of(3, 8, 700, 200).shape(), Shape::compact) << "a filter does not change it";
}

TEST(NodeLayout, FindsEachDeviceWhereItIsDrawn) {
    for (const int nodes : {1, 16, 64, 65, 500, 1000, 1500}) {
        for (const double width : {620.0, 700.0, 1400.0}) {
            const NodeLayout layout = of(nodes, 8, width);
            for (const int node : {0, nodes / 2, nodes - 1}) {
                for (const int device : {0, 3, 7}) {
                    const QRectF box = layout.device(node, device);
                    EXPECT_GE(box.left(), 16);
                    EXPECT_LE(box.right(), width - 15) << nodes << " in " << width;
                    EXPECT_LE(box.bottom(), layout.height());
                    EXPECT_GE(box.top(), layout.headerHeight() + 4) << "the ring around it";
                    const int expected = layout.shape() == Shape::tiles ? 0 : device;
                    EXPECT_EQ(layout.at(box.center()), (Spot{node, expected}));
                }
            }
        }
    }
}

TEST(NodeLayout, SmallCellsAreTenPixelsAndShareWhatIsLeftOfTheWidth) {
    for (double width = 400; width < 1600; width += 13) {
        const NodeLayout layout = of(200, 8, width);
        const QRectF cell = layout.device(0, 0);
        EXPECT_EQ(cell.height(), 10);
        EXPECT_GE(cell.width(), 10);
        const int last = layout.columns() - 1;
        const double left = width - 16 - layout.device(last, 7).right();
        EXPECT_GE(left, 0) << width;
        if (cell.width() < 24) {  // the widest
            EXPECT_LT(left, 8 + layout.columns()) << width;
        }
    }
    EXPECT_GT(of(200, 8, 700).columns(), 1);
    EXPECT_TRUE(of(200, 8, 700).number(0).isEmpty());
    EXPECT_FALSE(of(16, 8, 700).number(0).isEmpty());
}

TEST(NodeLayout, KnowsWhatIsInSight) {
    const NodeLayout layout = of(1500, 8, 700);
    const auto [first, last] = layout.within(100, 300);
    EXPECT_GT(first, 0);
    EXPECT_LT(last, 1500);
    EXPECT_LE(layout.item(first).top(), 100);
    EXPECT_GE(layout.item(last - 1).bottom(), 295);
    EXPECT_EQ(layout.within(-50, -10).second, 0);
    EXPECT_EQ(layout.within(0, 1e6), (std::pair{0, 1500}));
}

TEST(NodeLayout, NothingIsWhereNothingIsDrawn) {
    const NodeLayout layout = of(3, 8, 700);
    EXPECT_FALSE(layout.at({2, 40}));
    EXPECT_FALSE(layout.at({100, 10})) << "the numbers of the devices";
    EXPECT_FALSE(layout.at({100, 2000}));
    EXPECT_EQ(layout.at({20, layout.device(2, 0).center().y()}), (Spot{2, 0})) << "its name";
    const NodeLayout small = of(100, 8, 700);
    EXPECT_FALSE(small.at(small.device(0, 6).center(), 4)) << "it has four devices only";
}

}  // namespace
}  // namespace apportion::ui
