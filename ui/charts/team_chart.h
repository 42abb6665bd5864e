// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of a page with its head: title, legend, shape, export. What it draws comes from the
// timeline that the charts of the page share.
#pragma once

#include <functional>

#include <QWidget>

#include "ui/charts/chart_data.h"
#include "ui/widgets/legend.h"

class QPushButton;
class QMenu;

namespace apportion::ui {

class ChartSaver;
class ChartTimeline;
class IconButton;
class RangeControls;
class SectionHead;
class Segmented;
class TextLabel;
class TimeChart;
enum class ChartShape;

class TeamChart final : public QWidget {
    Q_OBJECT

public:
    enum class Kind { stacked, lines, fairShare, queue, wait, utilisation };

    // switchable: the user may switch between stacked and lines.
    TeamChart(Kind kind, const QString& title, bool switchable, ChartTimeline* timeline,
              QWidget* parent = nullptr);

    // Ranges, follow and reset in this head; a page has them once.
    void addRangeControls();
    // The crosshair follows the other's.
    void follow(TeamChart* other);
    TimeChart* timeChart() const { return chart_; }
    Legend* legend() const { return legend_; }
    QMenu* exportMenu() const;
    ChartSaver* saver() const { return saver_; }
    RangeControls* rangeControls() const { return ranges_; }
    Segmented* shapes() const { return shapes_; }

signals:
    void said(const QString& text);
    void failed(const QString& text, const std::function<void()>& again);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    ChartData freshData() const;
    bool hasLegend() const { return kind_ <= Kind::fairShare; }
    // The series of an entry of the legend: of the pairs of fair shares the first.
    int seriesOf(int entry) const { return kind_ == Kind::fairShare ? 2 * entry : entry; }
    void togglePair(int entry);
    void takeData();
    void moveOn();
    void showWaits();
    void showLegend();
    void fitHead();
    void setShape(ChartShape shape);
    void toggle(int entry, bool shown);

    Kind kind_;
    ChartTimeline* timeline_;
    SectionHead* head_;
    Legend* legend_;
    QPushButton* legendButton_;
    QMenu* legendMenu_;
    TextLabel* cursor_;
    Segmented* shapes_ = nullptr;
    RangeControls* ranges_ = nullptr;
    IconButton* exportButton_;
    TimeChart* chart_;
    ChartSaver* saver_;
    QList<LegendEntry> entries_;
    bool sharesShown_ = true;
    bool stale_ = true;  // not drawn since the data changed, for it is hidden
};

}  // namespace apportion::ui
