// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QWidget>

#include "ui/widgets/icons.h"

class QButtonGroup;
class QHBoxLayout;

namespace apportion::ui {

// A row of joined buttons of which exactly one is chosen. One stop for Tab; the arrow keys choose.
class Segmented final : public QWidget {
    Q_OBJECT

public:
    // `name` says to screen readers what is chosen here ("Range of the chart").
    explicit Segmented(const QString& name, QWidget* parent = nullptr);

    int addSegment(const QString& text);
    // An icon alone: `text` becomes its tool tip and accessible name.
    int addSegment(Icon which, const QString& text);

    int count() const;
    int currentIndex() const;
    void setCurrentIndex(int index);  // silent when it is chosen already
    QAbstractButton* segment(int index) const;

signals:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int add(Icon which, const QString& text);

    QHBoxLayout* m_row;
    QButtonGroup* m_group;
};

}  // namespace apportion::ui
