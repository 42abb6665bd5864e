// SPDX-License-Identifier: GPL-3.0-or-later
// Every control of every view and dialog that the keyboard reaches says what it is.
#include <algorithm>
#include <iterator>
#include <set>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QStackedWidget>

#include "tests/ui/main_window/console_fixture.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/main_window/render.h"

namespace apportion::ui {
namespace {

template <typename Console>
class Walk : public Console {
protected:
    using Console::waitFor;
    using Console::window;

    static QString pathOf(const QWidget* widget) {
        QStringList path;
        for (; widget != nullptr; widget = widget->parentWidget())
            path.prepend(QString::fromLatin1(widget->metaObject()->className()));
        return path.join(QLatin1Char('/'));
    }

    // Those that Tab or a click gives the focus to, now or once it is shown: a button that is
    // hidden has its words with what it is shown for.
    static void collect(QWidget* window, std::set<QString>& nameless) {
        for (QWidget* widget : window->findChildren<QWidget*>()) {
            const bool words = qobject_cast<QAbstractButton*>(widget) != nullptr ||
                               qobject_cast<QLabel*>(widget) != nullptr;
            if (widget->focusPolicy() == Qt::NoFocus || (words && !widget->isVisibleTo(window)))
                continue;
            // Parts of a control that has a name itself.
            if (widget->objectName().startsWith(QStringLiteral("qt_")) ||
                widget->focusProxy() != nullptr ||
                widget->window()->inherits("QComboBoxPrivateContainer"))
                continue;
            QAccessibleInterface* said = QAccessible::queryAccessibleInterface(widget);
            if (said == nullptr || said->text(QAccessible::Name).trimmed().isEmpty())
                nameless.insert(pathOf(widget));
        }
    }

    // Each page of it, and each choice that shows others of its parts.
    static void collectAll(QWidget* window, std::set<QString>& nameless) {
        collect(window, nameless);
        for (QStackedWidget* stack : window->findChildren<QStackedWidget*>()) {
            const int before = stack->currentIndex();
            for (int page = 0; page < stack->count(); ++page) {
                stack->setCurrentIndex(page);
                collect(window, nameless);
            }
            stack->setCurrentIndex(before);
        }
        const auto choices = window->findChildren<QAbstractButton*>();
        QList<QAbstractButton*> checked;
        std::copy_if(choices.begin(), choices.end(), std::back_inserter(checked),
                     [](const QAbstractButton* each) { return each->isChecked(); });
        for (QAbstractButton* choice : choices) {
            if (!choice->isVisibleTo(window) || !choice->isEnabled() || !choice->isCheckable())
                continue;
            const bool before = choice->isChecked();
            choice->setChecked(!before);
            QApplication::processEvents();
            collect(window, nameless);
            choice->setChecked(before);
        }
        for (QAbstractButton* each : checked)
            each->setChecked(true);
    }

    void walk(const QStringList& names) {
        std::set<QString> nameless;
        for (const QString& name : names) {
            ASSERT_TRUE(window->showView(name)) << qPrintable(name);
            EXPECT_TRUE(waitFor([this] { return window->isSettled(); })) << qPrintable(name);
            QWidget* shown = window->shownView();
            if (shown == window.get()) {
                collect(shown, nameless);
                continue;
            }
            collectAll(shown, nameless);
            shown->close();
            QApplication::processEvents();
        }
        collect(window.get(), nameless);
        for (const QString& path : nameless)
            ADD_FAILURE() << qPrintable(path);
    }
};

using ProjectAccessibilityTest = Walk<ProjectConsole>;
using AccessibilityTest = Walk<ConsoleTest>;

TEST_F(AccessibilityTest, EveryControlHasAName) {
    open(sample("pool-128.json"));
    walk(viewNames(consolePages()));
}

TEST_F(ProjectAccessibilityTest, EveryControlOfAProjectHasAName) {
    makePool();
    ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    const auto submit = [this](const std::string& name, std::vector<std::string> words) {
        SubmitWork asked{.quota = "A", .gpu = kOneGpu, .name = name};
        if (!words.empty()) {
            asked.command = std::move(words);
            asked.directory = "/tmp";
        }
        window->commands().run({std::move(asked)});
        EXPECT_TRUE(waitFor([&] { return work(qt(name)) != nullptr; })) << name;
    };
    window->commands().run(commandOf("workspace.add", {{"name", "lab"}, {"quota", "A"}}));
    ASSERT_TRUE(waitFor([this] { return !view().workspaces.empty(); }));
    window->commands().run(
        commandOf("workspace.caps", {{"name", "lab"}, {"caps", R"([{"gpu": 4}])"}}));
    ASSERT_TRUE(waitFor([this] { return !view().workspaces.front().spec.caps.empty(); }));
    submit("plain", {});
    submit("asks", {"true"});
    QStringList names = viewNames(consolePages()) + projectViewNames();
    names.removeAll(QStringLiteral("dialog:drain"));  // nothing runs
    walk(names);
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
        // Cards come while one goes on, and have no size before they are laid out.
        ASSERT_TRUE(waitFor([&] { return !at->size().isEmpty(); }));
        const QImage with = at->grab().toImage();
        QTest::keyClick(at, Qt::Key_Tab);
        QWidget* next = QApplication::focusWidget();
        ASSERT_NE(next, nullptr);
        EXPECT_TRUE(next != at || !qobject_cast<QLabel*>(at))
            << "two stops of " << qPrintable(at->property("text").toString());
        // In a view it is the current row that shows it.
        EXPECT_TRUE(qobject_cast<QAbstractItemView*>(at) || with != at->grab().toImage())
            << at->metaObject()->className() << ' ' << qPrintable(at->accessibleName())
            << qPrintable(at->property("text").toString());
        at = next;
    }
    EXPECT_GT(stops, 20);
}

}  // namespace
}  // namespace apportion::ui
