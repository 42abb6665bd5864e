// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QList>
#include <QWidget>

class QHBoxLayout;

namespace apportion::ui {

struct LegendEntry {
    QString text;
    int team = -1;        // its swatch
    bool dashed = false;  // a dash instead of a swatch: guarantees, fair shares
    bool shown = true;
    bool neutral = false;  // of no team: in text2
    friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

// The legend of a chart, in its section head: a toggle for each series. Hovering or focusing one
// lets the chart dim the others.
class Legend final : public QWidget {
    Q_OBJECT

public:
    explicit Legend(QWidget* parent = nullptr);
    ~Legend() override;
    void setEntries(const QList<LegendEntry>& entries);
    QAbstractButton* entry(int index) const;

signals:
    void toggled(int index, bool shown);
    void pointedAt(int index);  // -1: none any more

private:
    QHBoxLayout* m_row;
    QList<QAbstractButton*> m_buttons;
};

}  // namespace apportion::ui
