// SPDX-License-Identifier: GPL-3.0-or-later
// Where the fields of a submission stand.
#include <algorithm>

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include "core/plan/draft/submit_request.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/find_box.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/work_forms/command_fields.h"
#include "ui/work_forms/evicted_table.h"
#include "ui/work_forms/more_fields.h"
#include "ui/work_forms/preset_chips.h"
#include "ui/work_forms/submit_dialog.h"

namespace apportion::ui {

namespace {

constexpr int kLabels = 140;
constexpr int kEffectHeight = 84;  // of a sentence in three lines: the form keeps its size
constexpr int kBetweenRows = 6;    // with all of it open it stands on a screen of 900
constexpr int kCountWidth = 72;
constexpr int kChipRoom = 492;  // beside the labels, in the width at which the form opens

}  // namespace

// Below each other, with room for what is wrong below each.
class SubmitDialog::Rows {
public:
    explicit Rows(SubmitDialog& form) : form_(form), grid_(new QGridLayout) {
        grid_->setHorizontalSpacing(8);
        grid_->setVerticalSpacing(kBetweenRows);
        grid_->setColumnStretch(1, 1);
    }

    QGridLayout* grid() const { return grid_; }

    // `fields`: what it holds, by the names of a scenario; the answer is its label.
    QWidget* add(const QString& label, QWidget* control, const DraftFields& fields,
                 const QString& hint = {}) {
        auto* text = new TextLabel(label, Type::body, Role::text2, &form_);
        text->setBuddy(control);
        grid_->addWidget(text, row_, 0);
        grid_->addWidget(control, row_, 1, 1, hint.isEmpty() ? 2 : 1);
        if (!hint.isEmpty())
            grid_->addWidget(new TextLabel(hint, Type::second, Role::text2, &form_), row_, 2);
        ++row_;
        for (const auto& [name, field] : fields) {
            auto* line = new MistakeLine(&form_);
            grid_->addWidget(line, row_++, 1, 1, 2);
            form_.mistakes_.add(name, field, line);
        }
        return text;
    }

    int labelWidth() const {
        int widest = kLabels;
        for (int row = 0; row < row_; ++row)
            if (const QLayoutItem* label = grid_->itemAtPosition(row, 0))
                widest = std::max(widest, label->sizeHint().width());
        return widest;
    }

private:
    SubmitDialog& form_;
    QGridLayout* grid_;
    int row_ = 0;
};

int SubmitDialog::layOut() {
    Rows rows(*this);
    auto* named = new QWidget(this);
    auto* names = new QHBoxLayout(named);
    names->setContentsMargins(0, 0, 0, 0);
    names->setSpacing(8);
    auto* count = new TextLabel(tr("Count", "how many workloads"), Type::body, Role::text2, named);
    count->setBuddy(count_);
    count_->setFixedWidth(kCountWidth);
    named->setFocusProxy(name_);
    names->addWidget(name_, 1);
    names->addSpacing(8);
    names->addWidget(count);
    names->addWidget(count_);
    rows.add(tr("Name"), named, {{"name", name_}});
    auto* place = new QWidget(this);
    auto* pair = new QHBoxLayout(place);
    pair->setContentsMargins(0, 0, 0, 0);
    pair->setSpacing(8);
    auto* workspace = new TextLabel(tr("Workspace"), Type::body, Role::text2, place);
    workspace->setBuddy(workspace_);
    place->setFocusProxy(quota_);
    pair->addWidget(quota_, 1);
    pair->addSpacing(8);
    pair->addWidget(workspace);
    pair->addWidget(workspace_, 1);
    // Beside each other, however long the names are.
    quota_->setMinimumContentsLength(0);
    workspace_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    rows.add(tr("Quota"), place, {{"quota", quota_}, {"workspace", workspace_}});
    rows.add(tr("GPUs"), gpu_, {{"gpu", gpu_}}, tr("of one replica, such as 8 or 0.5"));
    rows.add(tr("Replicas"), replicas_, {{"replicas", replicas_}}, tr("they start together"));
    rows.add(tr("Priority"), priority_, {{"priority", priority_}}, tr("1 to 9; 9 is highest"));
    rows.add(tr("Module"), module_, {{"module", module_}});
    rows.add(tr("Duration"), duration_, {{"duration", duration_}},
             tr("ends automatically; for a command, an estimate"));
    QWidget* label =
        rows.add(tr("Command"), command_,
                 {{"command", command_->command()}, {"directory", command_->folder()}});
    // Beside its first line, whatever is read back below it.
    label->setFixedHeight(command_->command()->sizeHint().height());
    rows.grid()->setAlignment(label, Qt::AlignTop);
    more_->addTo(mistakes_);
    const int labels = std::max(rows.labelWidth(), more_->labelWidth());
    rows.grid()->setColumnMinimumWidth(0, labels);
    more_->setLabelWidth(labels);
    body()->setSpacing(12);
    body()->addLayout(rows.grid());
    auto* more = new QVBoxLayout;
    more->setSpacing(kBetweenRows);
    more->addWidget(fold_);
    more->addWidget(more_);
    body()->addLayout(more);
    effect_->setMinimumHeight(kEffectHeight);
    body()->addStretch(1);
    // Above the sentence, in the room that is kept for it: the buttons and the fields stay.
    auto* outcome = new QWidget(this);
    auto* lines = new QVBoxLayout(outcome);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(8);
    lines->addWidget(evicted_);
    lines->addWidget(effect_);
    setOutcome(outcome);
    return labels;
}

// Above the fields, on their margin.
void SubmitDialog::addPresets(const std::string& workload, int labels) {
    const auto presets = presetsFor(*bridge_.view(), workload, quota_->currentText().toStdString());
    if (presets.empty())
        return;
    const auto use = [this](SubmitWork work) {
        if (work.quota.empty()) {
            work.quota = quota_->currentText().toStdString();
            work.workspace = workspace_->currentData().toString().toStdString();
        }
        work.name = name_->text().toStdString();
        fillLike(work);
        return values();
    };
    presets_ = new PresetChips(presets, kChipRoom, use, this);
    auto* label = new TextLabel(tr("Start from"), Type::body, Role::text2, this);
    label->setFixedWidth(labels);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(label);
    row->addWidget(presets_, 1);
    body()->insertLayout(0, row);
}

}  // namespace apportion::ui
