// SPDX-License-Identifier: GPL-3.0-or-later
// A chart over time: stacked areas or lines, guarantees, capacity, event marks, end labels and a
// crosshair. Pan by drag or Shift+arrows, zoom by wheel or + and -, the crosshair by mouse or
// arrows. All charts of a page share range and crosshair by connecting their signals.
#pragma once

#include <memory>

#include <QTimeZone>
#include <QWidget>

#include "ui/charts/chart_data.h"
#include "ui/charts/chart_math.h"

namespace apportion::ui {

class ChartPlot;
struct OverlayInput;
enum class TimeAxis;

class TimeChart final : public QWidget {
    Q_OBJECT

public:
    // `name` for screen readers: the title of the section.
    explicit TimeChart(const QString& name, QWidget* parent = nullptr);
    ~TimeChart() override;

    // Replaces everything; keeps range and crosshair.
    void setData(const ChartData& data);
    const ChartData& data() const { return m_data; }

    // One more sample for every series, in their order; `at` is later than all before. Cheap: for
    // live data. If the range ended at the last sample, it moves along.
    void append(qint64 at, const QList<double>& values);
    void addMark(const Mark& mark);

    void setShape(ChartShape shape);
    ChartShape shape() const { return m_shape; }

    void setWallClock(const QTimeZone& zone = QTimeZone::systemTimeZone());  // the default
    void setElapsedTime();

    // The part of time in view. Silent; rangeChanged() tells only what the user does.
    void setRange(qint64 from, qint64 to);
    void showAll();
    TimeSpan range() const;
    // How far the user can pan. Without limits: to both ends of the data. With limits, the wish to
    // see what was shown at first is told by resetWanted().
    void setLimits(const TimeSpan& limits) { m_limits = limits; }
    // Time went on: the last values hold until then, and this part of time is in view.
    void moveOn(qint64 until, std::optional<qint64> staleSince, const TimeSpan& range);

    void setSeriesShown(int series, bool shown);
    void setGuaranteesShown(bool shown);
    // Fades all others; -1 for none.
    void highlightSeries(int series);
    void setEndLabelsShown(bool shown);
    // Room for the end labels: 96 px, more where these names are long, and at most a quarter of the
    // width. The same for all charts of a page, so that their times align.
    void setEndNames(const QStringList& names);

    // Where the crosshair stands. The chart under the mouse shows the values in a card, the other
    // charts of the page (card = false) line and dots only.
    void setCrosshair(std::optional<qint64> at, bool card);
    std::optional<qint64> crosshair() const { return m_crosshair; }
    // "12:24": the crosshair's moment as the chart writes it.
    QString crosshairText() const;

    // How it is zoomed and moved.
    static QString gesturesText();

    // Pictures are in the light theme, with title, range and legend; values are those in view.
    enum class Format { png, svg, pdf, csv };
    // Empty, or why it could not be written.
    QString exportTo(const QString& path, Format format, const QString& title,
                     const QSize& size = {1200, 600});
    QString toCsv() const;
    void copyValues() const;  // to the clipboard, for a spreadsheet

    QSize sizeHint() const override { return {640, 280}; }
    QSize minimumSizeHint() const override { return {280, 120}; }

signals:
    void rangeChanged(qint64 from, qint64 to);
    void crosshairMoved(qint64 at);
    void crosshairLeft();
    void turnedPlainly();  // the wheel without a key: the page scrolls
    void resetWanted();
    void markActivated(int mark);  // index in ChartData::marks

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Overlay;

    void fitEndLabels();
    void rebuild();
    void refresh();
    void paintOverlayOn(QPainter& painter) const;
    OverlayInput overlayInput() const;
    QByteArray picture(Format format, const QString& title, const QSize& size);
    void moveRange(qint64 from, qint64 to);
    void reset();
    void zoom(double factor, double aroundX);
    void moveCrosshair(qint64 at);
    void stepCrosshair(int direction);
    void leaveCrosshair();
    int markAt(const QPointF& position) const;
    void describe();

    ChartData m_data;
    ChartShape m_shape = ChartShape::stacked;
    std::unique_ptr<ChartPlot> m_plot;
    QWidget* m_overlay;
    std::optional<qint64> m_crosshair;
    bool m_card = true;
    bool m_endLabels = true;
    double m_endName = 0;   // pixels of the longest
    bool m_ranged = false;  // a range was given or chosen; else all is shown
    int m_highlighted = -1;
    std::optional<TimeSpan> m_limits;
    std::optional<QPointF> m_dragFrom;
    TimeSpan m_dragRange;
    bool m_dragged = false;
};

}  // namespace apportion::ui
