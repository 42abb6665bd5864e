// SPDX-License-Identifier: GPL-3.0-or-later
// What few workloads say when they are submitted: how few replicas are enough, on which GPUs and
// with how much beside them, and what an eviction takes. What is not touched is left out.
#pragma once

#include <vector>

#include <QWidget>

#include "core/change/change.h"
#include "core/model/workload.h"
#include "ui/dialogs/form_draft.h"

class QCheckBox;
class QComboBox;
class QGridLayout;

namespace apportion::ui {

class DurationField;
class FieldMistakes;
class MemoryField;
class MistakeLine;
class NumberField;
class Segmented;
class TextLabel;

class MoreFields final : public QWidget {
    Q_OBJECT

public:
    MoreFields(const std::vector<std::string>& gpuTypes, QWidget* parent = nullptr);

    void fill(Workload& work) const;
    // As a workload was submitted.
    void fillLike(const SubmitWork& work);
    // What holds where nothing is said here, of work as the rest of the form has it.
    void follow(const Workload& work);
    // What is said here, for the line above it while it is hidden; else what could be.
    QString summary() const;
    DraftFields fields() const;
    // Each with the line below it.
    void addTo(FieldMistakes& mistakes) const;
    // What is said of the memory that is kept; empty where it is what was typed.
    QString memoryNote() const;
    int labelWidth() const;
    void setLabelWidth(int width);

signals:
    void edited();
    void readableChanged();

private:
    QGridLayout* grid_;
    NumberField* least_;
    QComboBox* type_;
    NumberField* cpu_;
    MemoryField* memory_;
    DurationField* checkpoint_;
    Segmented* preemptible_;
    TextLabel* preemptibleHint_;
    QCheckBox* idle_;
    std::vector<MistakeLine*> mistakes_;  // as fields()
};

}  // namespace apportion::ui
