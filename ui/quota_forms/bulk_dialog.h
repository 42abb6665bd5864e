// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/command_request.h"
#include "core/plan/draft/quota_bulk.h"
#include "core/plan/effect.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/form_trial.h"

class QCheckBox;
class QComboBox;
class QPushButton;

namespace apportion::ui {

class AmountField;
class BulkModel;
class MistakeLine;
class NumberField;
class Segmented;
class TreeView;

// Several quotas edited at once, as one entry of the history. What is ticked is set for all of
// them; the table shows each before and after.
class BulkDialog final : public DialogFrame {
    Q_OBJECT

public:
    BulkDialog(CommandRunner& runner, const View& view, const QStringList& quotas, Mode mode,
               QWidget* window = nullptr);

    PolicyChange change() const;
    bool isUpToDate() const override { return trial_->isUpToDate(); }

signals:
    void applied(int quotas);

private:
    QByteArray content() const override;
    QCheckBox* addKey(const QString& label, QWidget* field, bool mixed, const QString& hint = {});
    void buildKeys();
    void changed();
    std::optional<Change> asked() const;
    void tell(const Effect& trial);
    void apply();
    std::vector<std::string> names() const;
    Change wanted() const;

    CommandRunner& runner_;
    BulkModel* model_;
    QCheckBox* setsWeight_ = nullptr;
    QCheckBox* setsRank_ = nullptr;
    QCheckBox* setsLimit_ = nullptr;
    QCheckBox* setsBeyond_ = nullptr;
    QCheckBox* setsLend_ = nullptr;
    QCheckBox* setsQueueing_ = nullptr;
    AmountField* weight_;
    NumberField* rank_;
    AmountField* limit_;
    Segmented* aboveLimit_;
    Segmented* beyond_;
    AmountField* lend_;
    QComboBox* queueing_;
    TreeView* table_;
    MistakeLine* mistake_;
    QPushButton* apply_ = nullptr;
    FormTrial* trial_;
};

}  // namespace apportion::ui
