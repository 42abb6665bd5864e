// SPDX-License-Identifier: GPL-3.0-or-later
// Tab goes as one reads, and the focus is where one works on.
#include <QApplication>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/quota_tree/quota_tree_view.h"
#include "ui/scaling/gpu_field.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/scaling/target_table.h"
#include "ui/scaling/targets_page.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

class TabOrder : public ConsoleTest {
protected:
    // What Tab leads to from there, until it comes round.
    std::vector<QWidget*> walk(QWidget* from) {
        std::vector<QWidget*> seen;
        from->setFocus();
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget* now = QApplication::focusWidget();
            if (now == nullptr || now == from)
                break;
            seen.push_back(now);
        }
        return seen;
    }
    QRect placeOf(const QWidget* widget) const {
        return {widget->mapTo(window.get(), QPoint()), widget->size()};
    }
};

TEST_F(TabOrder, GoesPaneByPaneAndDownEach) {
    open(sample("crowded.json"));
    QApplication::setActiveWindow(window.get());
    for (const char* page : {"overview", "workloads", "charts", "nodes"}) {
        ASSERT_TRUE(window->showView(QString::fromLatin1(page)));
        QTest::qWait(0);
        std::vector<QWidget*> centre;
        bool left = false;
        for (QWidget* each : walk(window->quotas().tree())) {
            const bool inside = window->centre().isAncestorOf(each);
            EXPECT_FALSE(inside && left) << page << ": the pane is entered twice";
            left = left || (!centre.empty() && !inside);
            if (inside)
                centre.push_back(each);
        }
        ASSERT_GT(centre.size(), 3U) << page;
        for (std::size_t i = 1; i < centre.size(); ++i)
            EXPECT_GT(placeOf(centre[i]).bottom(), placeOf(centre[i - 1]).top())
                << page << ": " << centre[i - 1]->metaObject()->className() << " then "
                << centre[i]->metaObject()->className();
    }
}

// From wherever one works, in one stroke; the pane comes up for it.
TEST_F(TabOrder, OneKeyLeadsBackToTheQuotas) {
    open(sample("crowded.json"));
    QApplication::setActiveWindow(window.get());
    ASSERT_TRUE(window->showView(QStringLiteral("workloads")));
    window->centre().setFocus();
    QTest::keyClick(window.get(), Qt::Key_F, Qt::ControlModifier);
    ASSERT_TRUE(window->centre().isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_0, Qt::ControlModifier);
    EXPECT_EQ(QApplication::focusWidget(), window->quotas().tree());
    action(ActionId::showQuotas)->setChecked(false);
    QTest::keyClick(window.get(), Qt::Key_0, Qt::ControlModifier);
    EXPECT_TRUE(action(ActionId::showQuotas)->isChecked());
    EXPECT_EQ(QApplication::focusWidget(), window->quotas().tree());
}

// They are there once the session has answered; then Tab has left the last field.
TEST_F(TabOrder, LeadsToTheCardsThatWhatWasTypedBroughtUp) {
    constexpr Instant kFull = 300 * kSecond;  // notebooks hold all of Quota1.2
    open(sample("pool-128.json"));
    window->bridge().session().seek(kFull);
    ASSERT_TRUE(waitFor([&] { return view().clock == kFull && window->isSettled(); }));
    window->openScaling({});
    auto* wizard = window->findChild<ScaleWizard*>();
    ASSERT_TRUE(waitFor([&] { return wizard->isSettled(); }));
    QApplication::setActiveWindow(wizard);
    ASSERT_TRUE(waitFor([&] { return wizard->isActiveWindow(); }));
    ASSERT_FALSE(wizard->targets().asksForMode());
    GpuField* last = wizard->targets().table()->field(1);
    ASSERT_TRUE(waitFor([last] { return last->isVisible(); }));
    last->setFocus();
    last->selectAll();
    QTest::keyClicks(last, QStringLiteral("72"));
    QTest::keyClick(last, Qt::Key_Tab);
    ASSERT_TRUE(waitFor([&] { return wizard->isSettled() && wizard->targets().asksForMode(); }));
    const ChoiceCard* card = wizard->targets().card(ScaleMode::refuse);
    QWidget* focus = QApplication::focusWidget();
    ASSERT_NE(focus, nullptr);
    EXPECT_TRUE(focus == card || card->isAncestorOf(focus)) << focus->metaObject()->className();
}

// What had the focus on the start page is gone: the arrows move in the tree at once.
TEST_F(TabOrder, AFileThatOpensIsReadyForTheKeyboard) {
    open(sample("four-teams.json"));
    ASSERT_EQ(window->focusWidget(), window->quotas().tree());
    const QString first = window->quotas().selected();
    QTest::keyClick(window->focusWidget(), Qt::Key_Down);
    EXPECT_NE(window->quotas().selected(), first);
}

// Who works in a page by the keyboard works on in the next; who is in the tree stays there.
TEST_F(TabOrder, TheKeyboardGoesAlongToAnotherPage) {
    open(sample("four-teams.json"));
    QTest::keyClick(window.get(), Qt::Key_2, Qt::ControlModifier);
    EXPECT_EQ(window->focusWidget(), window->quotas().tree());
    const auto tableOf = [this](int page) {
        return window->centre().page(page)->findChild<TreeView*>();
    };
    ASSERT_NE(tableOf(1), nullptr);
    window->centre().setCurrent(0);
    tableOf(0)->setFocus();
    QTest::keyClick(window->focusWidget(), Qt::Key_2, Qt::ControlModifier);
    ASSERT_EQ(window->centre().current(), 1);
    EXPECT_EQ(window->focusWidget(), tableOf(1));
}

}  // namespace
}  // namespace apportion::ui
