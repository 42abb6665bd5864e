// SPDX-License-Identifier: GPL-3.0-or-later
// Settings, shortcuts, one window per file, and what is there again after a start.
#include <QCheckBox>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/files/single_instance.h"
#include "ui/main_window/centre.h"
#include "ui/preferences/settings_dialog.h"
#include "ui/preferences/shortcuts.h"
#include "ui/preferences/shortcuts_dialog.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/texts.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

class PreferencesTest : public ConsoleTest {
protected:
    template <typename Dialog>
    Dialog* opened(const char* id) {
        action(id)->trigger();
        auto* dialog = window->findChild<Dialog*>();
        EXPECT_NE(dialog, nullptr);
        return dialog;
    }
    // What stands under a field.
    static QString refusalAt(const QWidget* dialog) {
        for (const auto* label : dialog->findChildren<TextLabel*>())
            if (!label->isHidden() && (label->text().contains(QStringLiteral("belongs to")) ||
                                       label->text().contains(QStringLiteral("is needed")) ||
                                       label->text().contains(QStringLiteral("opens the menu"))))
                return label->text();
        return {};
    }
};

TEST_F(PreferencesTest, EverySettingHasADefaultAndTakesEffectAtOnce) {
    for (const SettingInfo& info : settingsTable())
        EXPECT_EQ(settings.value(QString::fromLatin1(info.key)), QLatin1String(info.otherwise));
    auto* dialog = opened<SettingsDialog>(ActionId::settings);
    auto* theme = dialog->findChild<QComboBox*>(QStringLiteral("theme"));
    ASSERT_NE(theme, nullptr);
    theme->setCurrentIndex(theme->findData(QStringLiteral("dark")));
    EXPECT_TRUE(Theme::isDark());
    EXPECT_EQ(settings.theme(), QStringLiteral("dark"));
    theme->setCurrentIndex(theme->findData(QStringLiteral("light")));
    EXPECT_FALSE(Theme::isDark());
    // Nonsense in the store counts as nothing.
    settings.setValue(QStringLiteral("density"), QStringLiteral("huge"));
    EXPECT_EQ(settings.value(QStringLiteral("density")), QStringLiteral("automatic"));
}

TEST_F(PreferencesTest, KeysThatAnotherActionHasAreRefused) {
    auto* dialog = opened<ShortcutsDialog>(ActionId::shortcuts);
    auto* edit = dialog->findChild<QKeySequenceEdit*>(QStringLiteral("reset-layout"));
    ASSERT_NE(edit, nullptr);
    edit->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_K));
    emit edit->editingFinished();
    EXPECT_TRUE(action(ActionId::resetLayout)->shortcut().isEmpty());
    EXPECT_TRUE(edit->keySequence().isEmpty()) << "the field shows what holds";
    EXPECT_TRUE(refusalAt(dialog).contains(QStringLiteral("Search")));
    // Fields, lists and buttons need these.
    for (const int key : {int(Qt::Key_A), int(Qt::Key_Backspace), int(Qt::Key_Return)}) {
        edit->setKeySequence(QKeySequence(key));
        emit edit->editingFinished();
        EXPECT_TRUE(action(ActionId::resetLayout)->shortcut().isEmpty());
        EXPECT_TRUE(refusalAt(dialog).contains(QStringLiteral("add Ctrl or Alt")));
    }
    const std::pair<QKeyCombination, const char*> taken[] = {
        {Qt::CTRL | Qt::Key_A, "needed to edit text"}, {Qt::ALT | Qt::Key_F, "opens the menu"}};
    for (const auto& [keys, why] : taken) {
        edit->setKeySequence(QKeySequence(keys));
        emit edit->editingFinished();
        EXPECT_TRUE(action(ActionId::resetLayout)->shortcut().isEmpty());
        EXPECT_TRUE(refusalAt(dialog).contains(QString::fromLatin1(why))) << why;
    }
    edit->setKeySequence(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    emit edit->editingFinished();
    EXPECT_EQ(action(ActionId::resetLayout)->shortcut(),
              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    EXPECT_TRUE(refusalAt(dialog).isEmpty());
    // It is there again in the next window.
    MainWindow next(settings, consolePages());
    EXPECT_EQ(next.actions()[ActionId::resetLayout]->shortcut(),
              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    for (auto* clear : dialog->findChildren<IconButton*>())
        if (clear->accessibleName().contains(QStringLiteral("Reset layout")))
            QTest::mouseClick(clear, Qt::LeftButton);
    EXPECT_TRUE(action(ActionId::resetLayout)->shortcut().isEmpty());
}

TEST_F(PreferencesTest, ARefusalIsReadWhole) {
    auto* dialog = opened<ShortcutsDialog>(ActionId::shortcuts);
    auto* edit = dialog->findChild<QKeySequenceEdit*>(QStringLiteral("open"));
    edit->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_N));
    emit edit->editingFinished();
    const TextLabel* refusal = nullptr;
    for (const auto* label : dialog->findChildren<TextLabel*>())
        if (label->isVisible() && label->text().contains(QStringLiteral("belongs to")))
            refusal = label;
    ASSERT_NE(refusal, nullptr);
    EXPECT_TRUE(
        waitFor([&] { return refusal->height() >= refusal->heightForWidth(refusal->width()); }));
    EXPECT_GE(refusal->y(), edit->geometry().bottom());
}

TEST_F(PreferencesTest, OneDialogOfAKind) {
    const auto shown = [this] {
        int count = 0;
        for (const auto* dialog : window->findChildren<DialogFrame*>())
            count += dialog->isVisible() ? 1 : 0;
        return count;
    };
    for (const char* id : {ActionId::shortcuts, ActionId::shortcuts, ActionId::settings,
                           ActionId::settings, ActionId::shortcuts})
        action(id)->trigger();
    EXPECT_EQ(shown(), 2);
    window->findChild<ShortcutsDialog*>()->close();
    EXPECT_EQ(shown(), 1);
    action(ActionId::shortcuts)->trigger();
    EXPECT_EQ(shown(), 2);
}

TEST_F(PreferencesTest, EscClosesTheDialogFromAFieldOfKeysToo) {
    auto* dialog = opened<ShortcutsDialog>(ActionId::shortcuts);
    auto* edit = dialog->findChild<QKeySequenceEdit*>(QStringLiteral("reset-layout"));
    ASSERT_NE(edit, nullptr);
    edit->setFocus();
    QTest::keyClick(edit, Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier);
    EXPECT_TRUE(dialog->isVisible());
    QTest::keyClick(edit, Qt::Key_Escape);
    EXPECT_FALSE(dialog->isVisible());
}

TEST_F(PreferencesTest, NoTwoActionsHaveTheSameKeys) {
    QList<QAction*> all;
    for (const ActionRow& row : window->actions().rows())
        all.append(action(row.name));
    for (QAction* each : all)
        for (const QKeySequence& keys : each->shortcuts()) {
            const QAction* holder = holderOf(keys, all, each);
            EXPECT_EQ(holder, nullptr)
                << qPrintable(each->objectName()) << " and " << qPrintable(holder->objectName());
        }
}

TEST_F(PreferencesTest, ASecondOpenerBringsTheFirstToTheFront) {
    const QString file = copyOf("four-teams.json");
    EXPECT_FALSE(SingleInstance::raiseOther(file));
    SingleInstance first;
    QSignalSpy wanted(&first, &SingleInstance::wanted);
    first.hold(file);
    EXPECT_TRUE(SingleInstance::raiseOther(file));
    EXPECT_TRUE(waitFor([&] { return wanted.count() == 1; }));
    window->files().open(file);
    EXPECT_TRUE(waitFor([this] { return !window->notices().text().isEmpty(); }));
    EXPECT_FALSE(view().document.open) << "the other window has it";
    first.hold({});
    EXPECT_FALSE(SingleInstance::raiseOther(file));
}

TEST_F(PreferencesTest, WhoOnlyLooksBringsNothingToTheFront) {
    const QString file = copyOf("four-teams.json");
    EXPECT_FALSE(SingleInstance::isHeld(file));
    SingleInstance first;
    QSignalSpy wanted(&first, &SingleInstance::wanted);
    first.hold(file);
    EXPECT_TRUE(SingleInstance::isHeld(file));
    EXPECT_TRUE(SingleInstance::raiseOther(file));
    EXPECT_TRUE(waitFor([&] { return wanted.count() > 0; }));
    EXPECT_EQ(wanted.count(), 1);
}

// Two windows, and the power goes: each file comes again, the second in a window of its own.
TEST_F(PreferencesTest, EveryWindowComesAgainAfterACrash) {
    const QString first = copyOf("four-teams.json");
    const QString second = copyOf("pool-128.json");
    const QString closed = copyOf("crowded.json");
    for (const QString& file : {closed, first, second})
        settings.setOpen(file, true);
    settings.setOpen(closed, false);
    settings.setLastFile(second);
    QSignalSpy windows(&window->files(), &FileFlow::windowWanted);
    window->files().resume();
    ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_EQ(qt(view().document.file), second);
    ASSERT_EQ(windows.count(), 1);
    EXPECT_EQ(windows.front().front().toString(), first);
    ASSERT_TRUE(waitFor([this] { return !window->notices().text().isEmpty(); }));
    for (const char* name : {"Open again", "four-teams.json", "pool-128.json"})
        EXPECT_TRUE(window->notices().text().contains(QLatin1String(name)))
            << qPrintable(window->notices().text());
    // What another window has is not asked for once more.
    SingleInstance other;
    other.hold(first);
    MainWindow third(settings, consolePages());
    QSignalSpy more(&third.files(), &FileFlow::windowWanted);
    third.files().resume();
    ASSERT_TRUE(waitFor([&] { return !third.files().isOpening(); }));
    EXPECT_EQ(more.count(), 0);
    EXPECT_FALSE(third.bridge().view()->document.open) << "this program has it already";
}

// What the desktop ended is there again at the next plain start, and not after another was begun.
TEST_F(PreferencesTest, WhatWasLeftIsOverWithTheNextNamedFile) {
    const QString first = copyOf("four-teams.json");
    const QString second = copyOf("pool-128.json");
    const QString crashed = copyOf("crowded.json");
    settings.setOpen(crashed, true);
    open(first);
    window->leave();
    EXPECT_EQ(settings.leftFiles(), QStringList{first});
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    window->files().openNamed(second);
    ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_EQ(settings.openFiles(), QStringList({crashed, second})) << "a crash is another matter";
    // Brought again it is no longer what was left.
    window->leave();
    settings.setOpen(crashed, false);
    EXPECT_EQ(settings.leftFiles(), QStringList{second});
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    window->files().resume();
    ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_TRUE(settings.leftFiles().isEmpty());
    EXPECT_EQ(settings.openFiles(), QStringList{second});
}

TEST_F(PreferencesTest, AFileThatIsGoneIsNotDroppedSilently) {
    const QString file = copyOf("four-teams.json");
    settings.setOpen(file, true);
    settings.setLastFile(file);
    ASSERT_TRUE(QFile::remove(file));
    window->files().resume();
    ASSERT_TRUE(waitFor([this] { return !window->notices().text().isEmpty(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("No longer found")));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("four-teams.json")));
    EXPECT_TRUE(settings.openFiles().isEmpty()) << "told once";
}

TEST_F(PreferencesTest, AWindowThatIsClosedDoesNotComeAgain) {
    const QString file = copyOf("four-teams.json");
    open(file);
    EXPECT_EQ(settings.openFiles(), QStringList{file});
    window->leave();
    EXPECT_EQ(settings.openFiles(), QStringList{file}) << "ended from outside, as with the desktop";
    EXPECT_FALSE(SingleInstance::isHeld(file)) << "who is given it next must open it";
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    open(file);
    window->close();
    EXPECT_TRUE(settings.openFiles().isEmpty());
}

// By area, in the order of the menus, and on a small screen.
TEST_F(PreferencesTest, ShortcutsStandInGroupsOnASmallScreen) {
    window->resize(1366, 768);
    auto* dialog = opened<ShortcutsDialog>(ActionId::shortcuts);
    EXPECT_LE(dialog->height(), 720);
    QStringList heads;
    const TextLabel* help = nullptr;
    for (const auto* label : dialog->findChildren<TextLabel*>())
        if (label->font().pixelSize() == font(Type::head).pixelSize() &&
            label->font().weight() == font(Type::head).weight()) {
            heads << label->text();
            help = label;
        }
    ASSERT_GE(heads.size(), 8);
    EXPECT_EQ(heads.front(), QStringLiteral("File"));
    EXPECT_EQ(heads.back(), QStringLiteral("Help"));
    const auto* sheet =
        dialog->findChild<QKeySequenceEdit*>(action(ActionId::cheatSheet)->objectName());
    ASSERT_NE(sheet, nullptr);
    ASSERT_TRUE(waitFor([&] { return sheet->y() > 0; }));
    EXPECT_GT(sheet->y(), help->y());
    for (const char* id : {ActionId::shortcuts, ActionId::settings, ActionId::playPause}) {
        const auto* edit = dialog->findChild<QKeySequenceEdit*>(action(id)->objectName());
        EXPECT_LT(edit->y(), help->y()) << qPrintable(action(id)->text());
    }
}

// Other windows of the file do not stand in the way of its picture, nor does it bring them up.
TEST_F(PreferencesTest, APictureTakesNoPartInOneWindowAFile) {
    const QString file = copyOf("four-teams.json");
    SingleInstance other;
    other.hold(file);
    QSignalSpy wanted(&other, &SingleInstance::wanted);
    window->files().standAlone();
    window->files().open(file);
    ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_EQ(wanted.count(), 0);
}

TEST_F(PreferencesTest, PageAndQuotaAreThereAgainAfterACrash) {
    const QString file = copyOf("four-teams.json");
    open(file);
    const int nodes = window->centre().indexOf(QStringLiteral("nodes"));
    window->centre().setCurrent(nodes);
    window->selectQuota(QStringLiteral("team-c"));
    ASSERT_TRUE(waitFor([this] { return settings.lastPage() == QLatin1String("nodes"); }));
    // Nobody closes it.
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    EXPECT_EQ(window->centre().current(), nodes);
    window->files().open(file);
    EXPECT_TRUE(waitFor(
        [this] { return window->findChild<QuotaPane*>()->selected() == QLatin1String("team-c"); }));
}

TEST_F(PreferencesTest, TheLastFileAndPageAreThereAgain) {
    open(copyOf("four-teams.json"));
    window->centre().setCurrent(2);
    window->close();
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    window->files().resume();
    ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_EQ(window->centre().current(), 2);
    // Not after it was closed, nor where it is not wanted.
    action(ActionId::closeFile)->trigger();
    ASSERT_TRUE(waitFor([this] { return !view().document.open; }));
    EXPECT_TRUE(settings.lastFile().isEmpty());
}

TEST_F(PreferencesTest, InALongerLanguageTheKeysAreSeenWhole) {
    action(ActionId::open)
        ->setText(
            QStringLiteral("Any file of any pool that somebody once made and wants to see again"));
    auto* dialog = opened<ShortcutsDialog>(ActionId::shortcuts);
    const QWidget* edit = dialog->findChild<QKeySequenceEdit*>(QStringLiteral("open"));
    ASSERT_NE(edit, nullptr);
    const QWidget* list = edit->parentWidget();
    const QWidget* viewport = list->parentWidget();
    EXPECT_TRUE(waitFor([&] { return list->width() > 0; }));
    EXPECT_LE(list->width(), viewport->width()) << "it does not scroll sideways";
}

}  // namespace
}  // namespace apportion::ui
