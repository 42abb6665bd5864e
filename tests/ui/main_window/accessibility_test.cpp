// SPDX-License-Identifier: GPL-3.0-or-later
// Every control of every view and dialog that the keyboard reaches says what it is.
#include <set>

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/main_window/render.h"

namespace apportion::ui {
namespace {

class AccessibilityTest : public ConsoleTest {
protected:
    static QString pathOf(const QWidget* widget) {
        QStringList path;
        for (; widget != nullptr; widget = widget->parentWidget())
            path.prepend(QString::fromLatin1(widget->metaObject()->className()));
        return path.join(QLatin1Char('/'));
    }

    // Those that Tab or a click gives the focus to.
    static void collect(QWidget* window, std::set<QString>& nameless) {
        for (QWidget* widget : window->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(window))
                continue;
            // Parts of a control that has a name itself.
            if (widget->objectName().startsWith(QStringLiteral("qt_")) ||
                widget->focusProxy() != nullptr)
                continue;
            QAccessibleInterface* said = QAccessible::queryAccessibleInterface(widget);
            if (said == nullptr || said->text(QAccessible::Name).trimmed().isEmpty())
                nameless.insert(pathOf(widget));
        }
    }
};

TEST_F(AccessibilityTest, EveryControlHasAName) {
    open(sample("pool-128.json"));
    std::set<QString> nameless;
    for (const QString& name : viewNames()) {
        ASSERT_TRUE(window->showView(name)) << qPrintable(name);
        QApplication::processEvents();
        collect(window->shownView(), nameless);
        if (window->shownView() != window.get())
            window->shownView()->close();
        QApplication::processEvents();
    }
    collect(window.get(), nameless);
    for (const QString& path : nameless)
        ADD_FAILURE() << qPrintable(path);
}

// Of each control that Tab comes to, something is drawn that was not there before.
TEST_F(AccessibilityTest, EveryTabStopShowsTheFocus) {
    open(sample("pool-128.json"));
    QApplication::setActiveWindow(window.get());
    ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
    QTest::keyClick(window.get(), Qt::Key_Tab);
    QWidget* first = QApplication::focusWidget();
    ASSERT_NE(first, nullptr);
    int stops = 0;
    for (QWidget* at = first; stops == 0 || (at != first && stops < 80); ++stops) {
        const QImage with = at->grab().toImage();
        QTest::keyClick(at, Qt::Key_Tab);
        QWidget* next = QApplication::focusWidget();
        ASSERT_NE(next, nullptr);
        // In a view it is the current row that shows it.
        EXPECT_TRUE(qobject_cast<QAbstractItemView*>(at) || with != at->grab().toImage())
            << at->metaObject()->className() << ' ' << qPrintable(at->accessibleName());
        at = next;
    }
    EXPECT_GT(stops, 20);
}

}  // namespace
}  // namespace apportion::ui
