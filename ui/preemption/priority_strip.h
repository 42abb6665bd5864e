// SPDX-License-Identifier: GPL-3.0-or-later
// Priorities 1 to 9 in a row, on which the bands of a policy are dragged: solid for those that may
// take, hatched for those that may be taken. One widget; each edge of a band is a handle of its
// own, for the mouse, for Tab and for screen readers.
#pragma once

#include <array>
#include <optional>

#include <QWidget>

#include "core/model/workload.h"

namespace apportion::ui {

class PriorityStrip final : public QWidget {
    Q_OBJECT

public:
    enum Band { Low, High };  // may be taken, may take; as they stand from left to right
    // Edges in the order in which Tab goes through them.
    struct Handle {
        Band band = Low;
        bool upper = false;  // the edge at its right
        friend bool operator==(const Handle&, const Handle&) = default;
    };

    // Of child-level policies there is only the low band.
    explicit PriorityStrip(bool twoBands, QWidget* parent = nullptr);

    void setBand(Band band, PriorityRange range);
    PriorityRange band(Band band) const { return bands_[band]; }
    // False while it is written as what cannot be read: nothing is shown of what it was before, and
    // whoever moves an edge sets it anew.
    void setKnown(Band band, bool known);
    bool isKnown(Band band) const { return known_[band]; }
    // Both edges of the band move together.
    void setSingle(Band band, bool single);

    int handleCount() const { return twoBands_ ? 4 : 2; }
    Handle handle(int index) const;
    int value(Handle handle) const;
    // Moves an edge; the other one gives way.
    void setValue(Handle handle, int priority);
    // "High, from"
    QString handleName(Handle handle) const;
    int currentHandle() const { return current_; }
    void setCurrentHandle(int index);
    QRectF handleRect(int index) const;

    // Priorities that stand in both bands, or where Low reaches above High.
    bool inConflict() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void bandChanged(apportion::ui::PriorityStrip::Band band, apportion::PriorityRange range);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void changeEvent(QEvent* event) override;

private:
    // What the mouse drags: an edge, or a whole band by one of its cells.
    struct Drag {
        int handle = 0;
        bool whole = false;
        int grabbed = 0;  // priority under the mouse when it began
        PriorityRange before;
    };

    bool covers(Band band, int priority) const;
    QRectF cell(int priority) const;
    int priorityAt(double x) const;
    std::optional<int> handleAt(QPointF point) const;
    int nearestHandle(double x) const;
    void change(Band band, PriorityRange range);
    void moveBand(Band band, int by);
    void announce();
    void paintCell(QPainter& painter, int priority) const;
    void paintBracket(QPainter& painter, Band band) const;
    void paintHandle(QPainter& painter, int index) const;
    QString bandText(Band band) const;
    QColor ink(Band band) const;

    bool twoBands_;
    std::array<PriorityRange, 2> bands_{PriorityRange{1, 4}, PriorityRange{6, 9}};
    std::array<bool, 2> single_{false, false};
    std::array<bool, 2> known_{true, true};
    int current_ = 0;
    std::optional<Drag> drag_;
};

}  // namespace apportion::ui
