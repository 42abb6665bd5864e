// SPDX-License-Identifier: GPL-3.0-or-later
// What of the scaling wizard has room, and what scrolls.
#include <QFile>
#include <QScrollArea>
#include <QScrollBar>

#include "tests/ui/scaling/wizard_fixture.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/effect_models.h"
#include "ui/scaling/effect_page.h"
#include "ui/scaling/target_table.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

TEST_F(WizardTest, NoPageScrollsBecauseAnotherIsLong) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    wizard->targets().setMinimumHeight(3000);  // as with many quotas
    next();
    next();
    ASSERT_EQ(wizard->page(), ScaleWizard::applyPage);
    QApplication::processEvents();
    for (const QScrollArea* area : wizard->findChildren<QScrollArea*>()) {
        const bool around = area->isAncestorOf(&wizard->apply());
        EXPECT_FALSE(around && area->verticalScrollBar()->isVisible());
    }
}

TEST_F(WizardTest, ManySiblingsScrollAndAreNotSqueezed) {
    constexpr int kTeams = 60;
    QString quotas = QStringLiteral(R"({"name": "all", "guaranteed": {"gpu": 240}})");
    for (int i = 0; i < kTeams; ++i)
        quotas += QStringLiteral(R"(, {"name": "t-%1", "parent": "all", "guaranteed": {"gpu": 4}})")
                      .arg(i);
    QFile pool(profile.filePath(QStringLiteral("wide.json")));
    ASSERT_TRUE(pool.open(QIODevice::WriteOnly));
    pool.write(QStringLiteral(R"({"apportion": 1, "name": "wide", "until": 10,
 "nodes": [{"name": "n", "count": 30, "gpu": 8}], "quotas": [%1]})")
                   .arg(quotas)
                   .toUtf8());
    pool.close();
    openAt(pool.fileName(), 0);
    begin({{"t-0", 5 * kOneGpu}, {"t-1", 3 * kOneGpu}});
    const TargetTable& table = *wizard->targets().table();
    ASSERT_TRUE(waitFor([&] { return table.field(kTeams - 1) != nullptr; }));
    QApplication::processEvents();
    for (const std::size_t row : {std::size_t{0}, std::size_t{kTeams - 1}})
        EXPECT_GE(table.field(row)->height(), table.field(row)->sizeHint().height()) << row;
    EXPECT_GT(table.field(1)->y(), table.field(0)->geometry().bottom());
}

// The last page is looked at in a project: ChoicesMoveNothing.
TEST_F(WizardTest, TargetsAndEffectFitAWindowOf1280By800AndNoChoiceMovesThem) {
    openAt(sample("pool-128.json"), kFull);
    window->resize(1280, 800);
    begin(to(56, 72));
    ASSERT_TRUE(wizard->targets().asksForMode());
    const auto placeOf = [this](const QWidget* part) {
        return QRect(part->mapTo(wizard, QPoint()), part->size());
    };
    std::vector<QRect> before;
    const auto expectSame = [&](const std::vector<const QWidget*>& parts, const char* what) {
        QTest::qWait(200);  // until it is laid out
        std::vector<QRect> places{wizard->geometry()};
        for (const QWidget* each : parts)
            places.push_back(placeOf(each));
        if (before.empty())
            before = places;
        EXPECT_EQ(places, before) << what;
        EXPECT_LE(wizard->height(), 800 - 48) << what;
        for (const QScrollArea* area : wizard->findChildren<QScrollArea*>()) {
            const bool around = area->isAncestorOf(&wizard->targets()) && area->isVisible();
            EXPECT_FALSE(around && area->verticalScrollBar()->maximum() > 0)
                << what << " scrolls by " << area->verticalScrollBar()->maximum();
        }
    };
    std::vector<const QWidget*> first{wizard->next(), wizard->targets().table()};
    for (const ScaleMode mode : {ScaleMode::refuse, ScaleMode::drain, ScaleMode::reclaim})
        first.push_back(wizard->targets().card(mode));
    expectSame(first, "as it opens");
    for (const ScaleMode mode : {ScaleMode::drain, ScaleMode::reclaim, ScaleMode::refuse}) {
        wizard->targets().card(mode)->setChecked(true);
        expectSame(first, "a mode is chosen");
    }
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    next();
    before.clear();
    EffectPage& effect = wizard->effect();
    const std::vector<const QWidget*> second{wizard->next(), effect.moments(), effect.filter()};
    expectSame(second, "the effect");
    for (const int moment : {0, 1}) {
        effect.moments()->setCurrentIndex(moment);
        expectSame(second, "a moment is chosen");
    }
    for (const int filter : {1, 0}) {
        effect.filter()->setCurrentIndex(filter);
        expectSame(second, "a filter is chosen");
    }
    for (int row = 0; row < effect.workloads()->rowCount(); ++row) {
        effect.workloadTable()->setCurrentIndex(effect.workloads()->index(row, 0));
        expectSame(second, "a workload is chosen");
    }
}

// A team that gives everything leaves its divider at the edge: it can still be taken there.
TEST_F(WizardTest, TheGripOfAnEmptyQuotaIsWhole) {
    openAt(sample("pool-128.json"), kFull);
    for (const auto& [first, second] : {std::pair(128, 0), std::pair(0, 128)}) {
        begin(to(first, second));
        ASSERT_TRUE(bar().divider(0)->isVisible());
        EXPECT_TRUE(bar().rect().contains(bar().divider(0)->geometry())) << first;
        wizard->reject();
    }
}

}  // namespace
}  // namespace apportion::ui
