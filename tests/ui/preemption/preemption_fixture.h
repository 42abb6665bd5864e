// SPDX-License-Identifier: GPL-3.0-or-later
// A preemption dialog on a real session, opened and used as a person would.
#pragma once

#include <QAbstractItemModel>
#include <QCheckBox>
#include <QLineEdit>
#include <QPointer>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/main_window/policy_verbs.h"
#include "ui/preemption/hit_list.h"
#include "ui/preemption/policy_texts.h"
#include "ui/preemption/preemption_dialog.h"
#include "ui/preemption/priority_field.h"
#include "ui/preemption/priority_strip.h"
#include "ui/preemption/problem_line.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

constexpr auto Low = PriorityStrip::Low;
constexpr auto High = PriorityStrip::High;

class PreemptionDialogTest : public ConsoleTest {
protected:
    PreemptionDialogTest() {
        open(QStringLiteral(APPORTION_SOURCE_DIR "/tests/ui/preemption/two-policies.json"));
    }
    ~PreemptionDialogTest() override { Theme::apply(Theme::Light); }

    PreemptionDialog& show(PreemptionLevel level, const QString& quota) {
        window->policies().open(level, quota);
        dialog = nullptr;
        for (DialogFrame* each : window->policies().shown())
            if (each->objectName().endsWith(QLatin1Char(':') + quota))
                dialog = qobject_cast<PreemptionDialog*>(each);
        EXPECT_TRUE(dialog);
        QApplication::setActiveWindow(dialog);
        EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog));
        settle();
        return *dialog;
    }
    PreemptionDialog& showSelf() { return show(PreemptionLevel::self, QStringLiteral("Quota-1")); }
    PreemptionDialog& showChild() {
        return show(PreemptionLevel::child, QStringLiteral("Root Quota"));
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return !dialog || dialog->isUpToDate(); }));
    }
    void turnOn() {
        QTest::mouseClick(dialog->onOff(), Qt::LeftButton);
        settle();
    }

    PriorityField* field(PriorityStrip::Band band) const {
        const auto fields = dialog->findChildren<PriorityField*>();
        return fields.size() == 1 ? fields[0] : fields[band == High ? 0 : 1];
    }
    void type(PriorityStrip::Band band, const QString& text) {
        QLineEdit* edit = field(band)->edit();
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        settle();
    }
    ChoiceCard* card(Module module) const {
        for (ChoiceCard* each : dialog->findChildren<ChoiceCard*>())
            if (each->text() == moduleTitle(module))
                return each;
        return nullptr;
    }
    ProblemLine* problem() const { return dialog->findChildren<ProblemLine*>().front(); }
    QStringList hit() const {
        QStringList names;
        const QAbstractItemModel* model = dialog->hits()->victims()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            names << model->index(row, 1).data().toString();
        return names;
    }
    static bool hasBolt(const QAbstractItemModel* model, int row) {
        return model->index(row, 0).data(CellRole).value<Cell>().icon == Icon::bolt;
    }
    const QuotaPolicy& policy(const char* quota) const {
        for (const QuotaRow& row : view().quotas)
            if (row.name == quota)
                return row.policy;
        static const QuotaPolicy none;
        return none;
    }

    QPointer<PreemptionDialog> dialog;
};

}  // namespace apportion::ui
