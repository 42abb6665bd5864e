// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of a level in numbers: what each has, would have, uses, and may have.
#pragma once

#include <vector>

#include <QFrame>

#include "core/plan/draft/scale_check.h"
#include "ui/scaling/scale_bar.h"

class QGridLayout;

namespace apportion::ui {

class CellLabel;
class GpuField;

class TargetTable final : public QFrame {
    Q_OBJECT

public:
    explicit TargetTable(QWidget* parent = nullptr);

    // One name for each row.
    void setLevel(const ScaleLevel& level, const std::vector<ScaleName>& names);
    // What is wrong with them and who stands in the way.
    void setCheck(const ScaleCheck& check);
    // They are others than what was checked: the next setCheck() is of them.
    void setUnchecked();
    // What stands at the end of a row.
    CellLabel* state(std::size_t row) const { return rows_[row].state; }
    GpuField* field(std::size_t row) const {
        return row < rows_.size() ? rows_[row].target : nullptr;
    }
    // Of a row: now, change, in use, children need, limit.
    std::vector<CellLabel*> numbers(std::size_t row) const;

signals:
    void edited(int row, qlonglong gpu);
    void readableChanged();  // NumberField, of any target

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row {
        CellLabel* name = nullptr;
        CellLabel* now = nullptr;
        GpuField* target = nullptr;
        CellLabel* change = nullptr;
        CellLabel* use = nullptr;
        CellLabel* children = nullptr;
        CellLabel* limit = nullptr;
        CellLabel* state = nullptr;
    };
    void build(std::size_t rows);
    void fill(Row& row, const ScaleRow& values, const ScaleName& name);
    void mark();

    QGridLayout* grid_;
    std::vector<Row> rows_;
    ScaleLevel level_;
    ScaleCheck check_;
    bool checked_ = false;
};

}  // namespace apportion::ui
