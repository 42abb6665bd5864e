// SPDX-License-Identifier: GPL-3.0-or-later
// Where the focus is after the palette, and after what was opened from it.
#include <QLineEdit>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/palette/palette.h"

namespace apportion::ui {
namespace {

class PaletteFocusTest : public ConsoleTest {
protected:
    void SetUp() override {
        open(sample("four-teams.json"));
        QApplication::setActiveWindow(window.get());
        ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
    }
    void openAndLeave(const char* words) {
        QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* field = window->findChild<Palette*>()->findChild<QLineEdit*>();
        QTest::keyClicks(field, QString::fromLatin1(words));
        QTest::keyClick(field, Qt::Key_Return);
        DialogFrame* dialog = nullptr;
        ASSERT_TRUE(waitFor([&] {
            dialog = window->findChild<DialogFrame*>();
            return dialog != nullptr && dialog->isVisible();
        }));
        QApplication::setActiveWindow(dialog);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QApplication::setActiveWindow(window.get());
        ASSERT_TRUE(waitFor([&] { return window->isActiveWindow() && !dialog->isVisible(); }));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    std::string focused() const {
        const QWidget* now = window->focusWidget();
        return now == nullptr ? "nobody" : now->metaObject()->className();
    }
};

TEST_F(PaletteFocusTest, GoesBackToWhereItWas) {
    auto* tree = window->quotas().tree();
    tree->setFocus();
    openAndLeave("scale");
    EXPECT_EQ(window->focusWidget(), tree) << focused();
}

TEST_F(PaletteFocusTest, OfNobodyGoesToTheTree) {
    if (QWidget* now = window->focusWidget())
        now->clearFocus();
    ASSERT_EQ(focused(), "nobody");
    openAndLeave("scale");
    EXPECT_EQ(window->focusWidget(), window->quotas().tree()) << focused();
}

}  // namespace
}  // namespace apportion::ui
