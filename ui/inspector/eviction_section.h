// SPDX-License-Identifier: GPL-3.0-or-later
// What was taken: from this workload, told of one eviction, and for this workload.
#pragma once

#include <QWidget>

#include "core/view/view.h"

namespace apportion::ui {

class ExplanationRail;
class LinkList;
class TextLabel;

// One eviction: when, by whom, from which quota, by which rule, and what was lost.
class EvictionSection final : public QWidget {
    Q_OBJECT

public:
    explicit EvictionSection(QWidget* parent = nullptr);

    // Null = it is not what one came for.
    void setEviction(const View& view, const EvictionRow* eviction);

signals:
    void workloadChosen(const QString& workload);

private:
    TextLabel* title_;
    ExplanationRail* steps_;
    LinkList* taker_;
};

// From whom this workload took; hidden where it took from nobody.
class TakenSection final : public QWidget {
    Q_OBJECT

public:
    explicit TakenSection(QWidget* parent = nullptr);

    void setWorkload(const View& view, const WorkloadRow& row);

signals:
    void workloadChosen(const QString& workload);

private:
    TextLabel* title_;
    LinkList* victims_;
};

}  // namespace apportion::ui
