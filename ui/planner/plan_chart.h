// SPDX-License-Identifier: GPL-3.0-or-later
// Base and variants over the time of the base, once each as recorded.
#pragma once

#include <QWidget>

#include "core/session/planning/plan_view.h"
#include "ui/charts/chart_data.h"

class QComboBox;

namespace apportion::ui {

class TextLabel;
class TimeChart;

enum class PlanSeries { meanWait, pending, utilization, evictions };

// What the chart draws of it; the first four variants.
ChartData planChartData(const PlanResults& results, PlanSeries of);

class PlanChart final : public QWidget {
    Q_OBJECT

public:
    explicit PlanChart(QWidget* parent = nullptr);
    void setResults(const std::shared_ptr<const PlanResults>& results);
    TimeChart* chart() const { return chart_; }

private:
    void show();

    std::shared_ptr<const PlanResults> results_;
    QComboBox* metric_;
    TimeChart* chart_;
    TextLabel* note_;  // on what is hatched
};

}  // namespace apportion::ui
