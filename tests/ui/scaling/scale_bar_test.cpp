// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/scale_bar.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

// The last label stands at the end, and the one before it leaves it room.
TEST(ScaleBar, LabelsOfTheAxisDoNotTouch) {
    for (const Gpu whole : {128, 1000, 1024, 2048, 99'999})
        for (const int width : {400, 700, 1000, 1038, 1400}) {
            ScaleBar bar;
            ScaleLevel level;
            level.whole = whole * kOneGpu;
            level.rows.resize(1);
            level.rows.front().quota = "a";
            level.rows.front().target = level.whole;
            bar.setLevel(level, {ScaleName{}});
            bar.resize(width, bar.sizeHint().height());
            const auto labels = bar.axisLabels();
            ASSERT_GE(labels.size(), 2U);
            EXPECT_EQ(labels.back().at, level.whole);
            for (std::size_t i = 1; i < labels.size(); ++i)
                EXPECT_GE(labels[i].left, labels[i - 1].left + labels[i - 1].width + 4)
                    << whole << " GPUs in " << width << " pixels";
        }
}

}  // namespace
}  // namespace apportion::ui
