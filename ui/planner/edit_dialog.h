// SPDX-License-Identifier: GPL-3.0-or-later
// One edit of a variant, of any kind.
#pragma once

#include <array>
#include <memory>

#include "core/model/scenario.h"
#include "core/plan/draft/edit_draft.h"
#include "ui/dialogs/dialog_frame.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace apportion::ui {

class DurationField;
class NumberField;
class TextLabel;

class EditDialog final : public DialogFrame {
    Q_OBJECT

public:
    EditDialog(std::shared_ptr<const Scenario> base, const EditDraft& first, bool isNew,
               QWidget* parent = nullptr);

    EditDraft draft() const;

signals:
    void accepted(const apportion::PlanEdit& edit);

private:
    void build();
    void addQuotas(int rows);
    void addPolicy();
    void addNode();
    QComboBox* choice(const QString& label, const QStringList& words, int current);
    QComboBox* quotaChoice(const std::string& current, bool mayBeNone);
    NumberField* number(const QString& label, int places, double least, double most, double value,
                        const QString& hint = {});
    QLineEdit* line(const QString& label, const std::string& value);
    void showKey();
    void check();

    const std::shared_ptr<const Scenario> base_;
    const EditDraft first_;
    std::array<QComboBox*, kScaledTogether> quotas_ = {};
    std::array<NumberField*, kScaledTogether> gpus_ = {};
    QComboBox* mode_ = nullptr;
    QComboBox* key_ = nullptr;
    QComboBox* word_ = nullptr;
    NumberField* value_ = nullptr;
    TextLabel* hint_ = nullptr;
    QLineEdit* name_ = nullptr;
    QComboBox* node_ = nullptr;
    QComboBox* state_ = nullptr;
    QLineEdit* type_ = nullptr;
    NumberField* count_ = nullptr;
    NumberField* each_ = nullptr;
    NumberField* percent_ = nullptr;
    DurationField* later_ = nullptr;
    DurationField* at_ = nullptr;
    QPushButton* take_ = nullptr;
};

}  // namespace apportion::ui
