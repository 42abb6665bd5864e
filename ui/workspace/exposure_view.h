// SPDX-License-Identifier: GPL-3.0-or-later
// What can be evicted of a workspace: one bar in the order of safety, and each part of it with by
// whom, when, and until when it is protected.
#pragma once

#include <QWidget>

#include "ui/workspace/lead_texts.h"

namespace apportion::ui {

class CellTable;
class SectionHead;
class TextLabel;
class TreeView;

std::vector<CellTable::Head> exposureHeads();
std::vector<CellTable::Row> exposureRows(const LeadView& lead);

class ExposureBar final : public QWidget {
    Q_OBJECT

public:
    explicit ExposureBar(QWidget* parent = nullptr);
    void setExposure(const Exposure& exposure, int colour);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Exposure exposure_;
    int colour_ = 0;
};

class ExposureView final : public QWidget {
    Q_OBJECT

public:
    explicit ExposureView(QWidget* parent = nullptr);
    void setLead(const LeadView& lead, int colour);
    CellTable* rows() const { return rows_; }

private:
    SectionHead* head_;
    ExposureBar* bar_;
    CellTable* rows_;
    TreeView* table_;
    TextLabel* nothing_;
};

}  // namespace apportion::ui
