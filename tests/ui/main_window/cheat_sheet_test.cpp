// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet of all keys: nothing that has keys is left out, and all of it is in sight.
#include "ui/main_window/cheat_sheet.h"

#include <algorithm>

#include <QAction>

#include "tests/ui/main_window/console_fixture.h"

namespace apportion::ui {
namespace {

class CheatSheetTest : public ConsoleTest {
protected:
    CheatSheet& sheet() { return *window->findChild<CheatSheet*>(); }
    void show() {
        action(ActionId::cheatSheet)->trigger();
        ASSERT_TRUE(sheet().isVisible());
    }
};

TEST_F(CheatSheetTest, HoldsEveryActionThatHasKeys) {
    action(ActionId::openSample128)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_9));
    show();
    const std::vector<CheatSheet::Line> lines = sheet().lines();
    int withKeys = 0;
    for (const ActionRow& row : window->actions().rows()) {
        const QAction* one = action(row.name);
        if (one->shortcuts().isEmpty())
            continue;
        ++withKeys;
        const QString text = one->text().remove(QLatin1Char('&'));
        const QString keys = one->shortcut().toString(QKeySequence::NativeText);
        EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const CheatSheet::Line& line) {
            return line.text == text && line.keys.contains(keys);
        })) << row.name;
        EXPECT_TRUE(sheet().accessibleDescription().contains(text)) << row.name;
    }
    EXPECT_EQ(withKeys, std::count_if(lines.begin(), lines.end(),
                                      [](const auto& line) { return !line.keys.isEmpty(); }));
}

TEST_F(CheatSheetTest, AllOfItIsInSight) {
    for (const QSize size : {QSize(1440, 900), QSize(1280, 800)}) {
        window->resize(size);
        show();
        const QRectF box = sheet().box();
        EXPECT_TRUE(QRectF(sheet().rect()).contains(box)) << size.width();
        const std::vector<CheatSheet::Line> lines = sheet().lines();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            EXPECT_TRUE(box.contains(lines[i].place)) << lines[i].text.toStdString();
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(lines[j].place.intersects(lines[i].place))
                    << lines[i].text.toStdString();
        }
        QTest::keyClick(&sheet(), Qt::Key_Escape);
    }
}

// What stands at the top of a column would else belong to nothing.
TEST_F(CheatSheetTest, EveryColumnBeginsWithTheNameOfItsMenu) {
    window->resize(1440, 900);
    show();
    const std::vector<CheatSheet::Line> lines = sheet().lines();
    double left = -1;
    double top = lines.front().place.top();
    int columns = 0;
    for (const CheatSheet::Line& line : lines) {
        if (line.place.left() == left)
            continue;
        left = line.place.left();
        ++columns;
        EXPECT_TRUE(line.keys.isEmpty()) << line.text.toStdString();
        EXPECT_EQ(line.place.top(), top) << line.text.toStdString();
    }
    EXPECT_EQ(columns, 3);
}

}  // namespace
}  // namespace apportion::ui
