// SPDX-License-Identifier: GPL-3.0-or-later
// Where the focus is after the palette, and after what was opened from it.
#include <algorithm>

#include <QLineEdit>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/palette/palette.h"
#include "ui/palette/palette_list.h"

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

TEST_F(PaletteFocusTest, DoesNotOpenUnseenUnderADialog) {
    ASSERT_TRUE(window->showView(QStringLiteral("wizard:scale")));
    auto* wizard = window->findChild<DialogFrame*>();
    ASSERT_TRUE(waitFor([&] { return wizard->isVisible(); }));
    wizard->move(window->geometry().center() - wizard->rect().center());
    QApplication::setActiveWindow(window.get());
    action(ActionId::palette)->trigger();
    EXPECT_FALSE(window->findChild<Palette*>()->isVisible());
    EXPECT_TRUE(waitFor([&] { return wizard->isActiveWindow(); }));
    wizard->move(window->geometry().bottomRight() + QPoint(50, 0));
    action(ActionId::palette)->trigger();
    EXPECT_TRUE(window->findChild<Palette*>()->isVisible()) << "it stands beside";
}

TEST_F(PaletteFocusTest, OfNobodyGoesToTheTree) {
    if (QWidget* now = window->focusWidget())
        now->clearFocus();
    ASSERT_EQ(focused(), "nobody");
    openAndLeave("scale");
    EXPECT_EQ(window->focusWidget(), window->quotas().tree()) << focused();
}

// What is there changes while it is open: what is typed and chosen stays, as far as it can.
TEST(PaletteFollows, WhatIsThereNow) {
    QWidget window;
    window.resize(900, 700);
    window.show();
    Palette palette(&window);
    int asked = 0;
    const auto item = [&](const char* title) {
        PaletteItem made;
        made.group = QStringLiteral("Quotas");
        made.title = QString::fromLatin1(title);
        made.actions = [&asked] {
            ++asked;
            PaletteItem action;
            action.group = QStringLiteral("Do");
            action.title = QStringLiteral("act");
            return std::vector<PaletteItem>{action};
        };
        return made;
    };
    palette.open({item("team a"), item("team b"), item("other")});
    auto* field = palette.findChild<QLineEdit*>();
    auto* list = palette.findChild<PaletteList*>();
    QTest::keyClicks(field, QStringLiteral("team"));
    QTest::keyClick(field, Qt::Key_Down);
    ASSERT_NE(list->current(), nullptr);
    EXPECT_EQ(list->current()->title, QStringLiteral("team b"));
    palette.follow({item("team 0"), item("team a"), item("team b")});
    EXPECT_EQ(field->text(), QStringLiteral("team"));
    ASSERT_NE(list->current(), nullptr);
    EXPECT_EQ(list->current()->title, QStringLiteral("team b"));
    EXPECT_EQ(list->model()->rowCount(), 4) << "a head, and the new one too";
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_NE(list->current(), nullptr);
    EXPECT_EQ(list->current()->title, QStringLiteral("act"));
    palette.follow({item("team b")});
    ASSERT_NE(list->current(), nullptr);
    EXPECT_EQ(list->current()->title, QStringLiteral("act")) << "still of the one that is there";
    EXPECT_EQ(asked, 2);
    palette.follow({item("team a")});
    ASSERT_NE(list->current(), nullptr);
    EXPECT_EQ(list->current()->title, QStringLiteral("team a")) << "it went";
}

// As while a project is being read.
TEST_F(PaletteFocusTest, AsksAgainWhatCouldNotBeToldYet) {
    Palette palette(window.get());
    std::optional<Palette::Late> known;
    int asked = 0;
    const Palette::Seek seek = [&](const QString&, const auto& tell) {
        ++asked;
        tell(known);
    };
    palette.open({}, {}, seek);
    auto* list = palette.findChild<PaletteList*>();
    QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("w"));
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(list->current(), nullptr);
    PaletteItem late;
    late.group = QStringLiteral("Workloads");
    late.title = QStringLiteral("w1");
    known = Palette::Late{{late}, 1};
    palette.follow({}, {}, seek);
    EXPECT_EQ(asked, 2);
    ASSERT_NE(list->current(), nullptr);
    EXPECT_EQ(list->current()->title, QStringLiteral("w1"));
    palette.follow({}, {}, seek);
    EXPECT_EQ(asked, 2) << "it is known";
}

TEST_F(PaletteFocusTest, FollowsThePool) {
    window->bridge().session().seek(0);
    ASSERT_TRUE(waitFor([this] { return view().clock == 0 && window->isSettled(); }));
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* palette = window->findChild<Palette*>();
    auto* list = palette->findChild<PaletteList*>();
    const auto has = [list](const QString& title) {
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data().toString() == title)
                return true;
        return false;
    };
    const QString work = QStringLiteral("c-5-g");
    auto* field = palette->findChild<QLineEdit*>();
    QTest::keyClicks(field, work);
    EXPECT_FALSE(has(work)) << "it has not been submitted yet";
    window->bridge().session().seek(25 * 60 * kSecond);
    EXPECT_TRUE(waitFor([&] { return has(work); }));
}

// More work waits than a view has rows of.
TEST_F(PaletteFocusTest, FindsEveryWorkload) {
    QString text = QStringLiteral(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
        "quotas": [{"name": "q", "guaranteed": {"gpu": 8}}], "until": 10,
        "workloads": [{"name": "runs", "quota": "q", "gpu": 8})");
    for (int i = 0; i < 5600; ++i)
        text += QStringLiteral(R"(, {"name": "w-%1", "quota": "q", "gpu": 8})").arg(i);
    QFile file(profile.filePath(QStringLiteral("crowd.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write((text + QStringLiteral("]}")).toUtf8());
    file.close();
    open(file.fileName());
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* palette = window->findChild<Palette*>();
    auto* list = palette->findChild<PaletteList*>();
    auto* field = palette->findChild<QLineEdit*>();
    for (const char* name : {"w-700", "w-5599"}) {
        field->setText(QString::fromLatin1(name));
        ASSERT_TRUE(waitFor([&] {
            return list->current() != nullptr && list->current()->title == QLatin1String(name);
        })) << name;
    }
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_TRUE(waitFor([this] {
        const auto parts = window->inspector().findChildren<InspectorTitle*>();
        return std::any_of(parts.begin(), parts.end(), [](const QWidget* part) {
            return part->isVisible() && part->accessibleName().contains(QLatin1String("w-5599"));
        });
    })) << "it is explained";
}

}  // namespace
}  // namespace apportion::ui
