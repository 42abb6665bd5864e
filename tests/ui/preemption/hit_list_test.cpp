// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/hit_list.h"

#include <gtest/gtest.h>

#include "core/view/view.h"
#include "tests/core/view/standing.h"
#include "ui/preemption/policy_texts.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

QString textsOf(const HitList& list) {
    QString texts;
    for (const TextLabel* label : list.findChildren<TextLabel*>())
        texts += label->text() + QLatin1Char('\n');
    return texts;
}

// A pool that rests runs nothing of what the engine is asked about.
TEST(HitList, OfAPoolThatRestsIsSaidAsOfItsGoingLive) {
    View view;
    PolicyAnswer answer;
    answer.hit.victims.push_back({"work", "A", Module::training, 3, kOneGpu, 0, false, false});
    answer.victimsGpu = kOneGpu;
    HitList list(PreemptionLevel::self);
    list.setAnswer(answer, true, view);
    EXPECT_FALSE(textsOf(list).contains(QStringLiteral("as soon as the pool is live")));
    stand(view.document, Standing::resting);
    list.setAnswer(answer, true, view);
    EXPECT_TRUE(
        textsOf(list).contains(QStringLiteral("1 GPU, in this order, as soon as the pool is live")))
        << textsOf(list).toStdString();
    answer.hit.victims.clear();
    list.setAnswer(answer, true, view);
    EXPECT_TRUE(textsOf(list).contains(QStringLiteral("No evictions once the pool is live.")));
    stand(view.document, Standing::live);
    view.key.running = 3;
    answer.hit.keptByGuarantee = 2;
    list.setAnswer(answer, true, view);
    EXPECT_TRUE(list.emptyText().contains(QStringLiteral("within the guarantee of")))
        << qPrintable(list.emptyText());
    EXPECT_EQ(moduleUseText(Module::training, {2, 2 * kOneGpu}, true),
              QStringLiteral("DLC · 2 to run, 2 GPUs"));
    EXPECT_EQ(moduleUseText(Module::training, {2, 2 * kOneGpu}, false),
              QStringLiteral("DLC · 2 running, 2 GPUs"));
}

// Child-level preemption has no scope to be within.
TEST(HitList, AScopeIsTheSelfLevelsAlone) {
    View view;
    stand(view.document, Standing::live);
    view.key.running = 3;
    HitList self(PreemptionLevel::self);
    self.setAnswer({}, true, view);
    EXPECT_TRUE(self.emptyText().contains(QStringLiteral("and the scope")));
    HitList child(PreemptionLevel::child);
    child.setAnswer({}, true, view);
    EXPECT_FALSE(child.emptyText().contains(QStringLiteral("scope")))
        << qPrintable(child.emptyText());
    EXPECT_TRUE(child.emptyText().contains(QStringLiteral("below it")));
}

}  // namespace
}  // namespace apportion::ui
