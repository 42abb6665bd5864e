// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/widgets/cell.h"

namespace apportion::ui {

// One cell of the tables' grammar as a widget, for rows that hold fields. Names are cut where there
// is no room, with the whole of it as tool tip; numbers never.
class CellLabel final : public QWidget {
    Q_OBJECT

public:
    explicit CellLabel(const Cell& cell = {}, QWidget* parent = nullptr);

    void setCell(const Cell& cell);
    // Where what it shows comes from, as tool tip.
    void setAbout(const QString& about);
    const Cell& cell() const { return cell_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void explain();

    Cell cell_;
    QString about_;
};

}  // namespace apportion::ui
