// SPDX-License-Identifier: GPL-3.0-or-later
// Cards and links of the inspector stay where they are while the numbers in them move.
#include "ui/inspector/inspector_parts.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>

namespace apportion::ui {
namespace {

class CardListTest : public ::testing::Test {
protected:
    void SetUp() override {
        list.setCards({card("Scale A"), card("Scale B")});
        list.resize(300, 400);
        list.show();
        QApplication::setActiveWindow(&list);
        ASSERT_TRUE(QTest::qWaitForWindowActive(&list));
    }
    InspectorCard card(const QString& title, const QString& text = QStringLiteral("At once.")) {
        return {Icon::arrows, title,
                text,         QStringLiteral("Do it"),
                false,        [this, title] { done = title; }};
    }
    QPushButton* buttonOf(const QString& title) {
        for (QPushButton* button : list.findChildren<QPushButton*>())
            if (button->isVisible() && button->accessibleDescription() == title)
                return button;
        return nullptr;
    }

    CardList list;
    QString done;
};

TEST_F(CardListTest, ARefreshKeepsTheCardsAndTheFocus) {
    QPushButton* first = buttonOf(QStringLiteral("Scale A"));
    QPushButton* button = buttonOf(QStringLiteral("Scale B"));
    ASSERT_NE(button, nullptr);
    button->setFocus();
    list.setCards({card("Scale A"), card("Scale B", "Evicts nb-01.")});
    EXPECT_EQ(buttonOf(QStringLiteral("Scale B")), button);
    EXPECT_TRUE(button->hasFocus());
    QTest::keyClick(button, Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_TRUE(first->hasFocus());
    QTest::keyClick(first, Qt::Key_Space);
    EXPECT_EQ(done, QStringLiteral("Scale A"));
}

TEST_F(CardListTest, TheFocusGoesWithItsCard) {
    buttonOf(QStringLiteral("Scale B"))->setFocus();
    list.setCards({card("Raise a limit"), card("Scale A"), card("Scale B")});
    EXPECT_EQ(list.focusWidget(), buttonOf(QStringLiteral("Scale B")));
    list.setCards({card("Scale B")});
    EXPECT_EQ(list.focusWidget(), buttonOf(QStringLiteral("Scale B")));
    QTest::keyClick(list.focusWidget(), Qt::Key_Space);
    EXPECT_EQ(done, QStringLiteral("Scale B"));
}

TEST(LinkList, ALineThatLeadsSomewhereStaysAndDoesWhatItSaysNow) {
    LinkList list;
    QString done;
    const auto link = [&done](const QString& text) {
        return InspectorLink{Icon::bolt, text, [&done, text] { done = text; }};
    };
    list.setLinks({link("nb-01"), {Icon::dots, "and 2 more", {}}});
    auto* label = list.findChild<QLabel*>();
    list.setLinks({link("nb-02")});
    EXPECT_EQ(list.findChild<QLabel*>(), label);
    EXPECT_EQ(label->accessibleName(), QStringLiteral("nb-02"));
    emit label->linkActivated(QStringLiteral("go"));
    EXPECT_EQ(done, QStringLiteral("nb-02"));
    list.setLinks({{Icon::dots, "none", {}}});
    EXPECT_EQ(label->focusPolicy(), Qt::NoFocus);
}

// The dialog that a card opened has done what it offered: the window goes on at the next card, or
// on the page, and not in its first field.
TEST(CardListFocus, OfACardThatIsGoneGoesToTheNextAndThenToThePage) {
    QWidget window;
    auto* first = new QPushButton(QStringLiteral("first"), &window);
    QScrollArea area(&window);
    auto* list = new CardList;
    area.setWidget(list);
    const auto card = [](const QString& title) {
        return InspectorCard{Icon::arrows, title, {}, QStringLiteral("Do it"), false, [] {}};
    };
    list->setCards({card("A"), card("B")});
    window.show();
    first->setFocus();
    list->findChildren<QPushButton*>().front()->setFocus();
    QWidget dialog;
    dialog.show();
    QApplication::setActiveWindow(&dialog);
    list->setCards({card("B")});
    ASSERT_NE(window.focusWidget(), nullptr);
    EXPECT_EQ(window.focusWidget()->accessibleDescription(), QStringLiteral("B"));
    list->setCards({});
    EXPECT_EQ(window.focusWidget(), &area);
}

}  // namespace
}  // namespace apportion::ui
