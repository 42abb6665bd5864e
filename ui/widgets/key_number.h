// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

#include "ui/widgets/fonts.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

// "GPUs in use / 128 of 128 / 100 %, none free". All texts are translated and formatted.
struct KeyNumber {
    QString label;
    QString value;
    QString unit;  // beside the value
    QString note;  // below it
    Role noteRole = Role::text3;
    QString toolTip;          // where the number comes from
    QStringList briefs = {};  // instead of the note, ever shorter, where not all notes have room
    QString widest = {};      // the longest value that it ticks through; its slot has room for it
    friend bool operator==(const KeyNumber&, const KeyNumber&) = default;
};

// Key numbers side by side, without boxes, parted by hairlines. Where there are less than 130 px
// for each, they leave from the right.
class KeyNumbers final : public QWidget {
    Q_OBJECT

public:
    explicit KeyNumbers(QWidget* parent = nullptr);

    void setNumbers(const QList<KeyNumber>& numbers);
    int shownCount() const;
    QRectF cell(int index) const;
    // What is cut of it, in full, and where the number comes from.
    QString tipOf(int index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    // What it needs so that neither value nor unit is cut.
    static double needOf(const KeyNumber& number, Type value);
    double needOf(const KeyNumber& number) const { return needOf(number, valueType()); }
    double needOfAll(Type value) const;
    // Smaller before one of them leaves.
    Type valueType() const;
    // So that nothing of it is.
    double wishOf(const KeyNumber& number, const QString& note) const;
    // 0 = the note, then its briefs, of which the last stands for all that would be shorter.
    static const QString& noteOf(const KeyNumber& number, int brevity);
    // The least with which nothing of the first so many is cut; where there is none, the most.
    int brevityFor(int count) const;
    // The longest that is not cut in its cell.
    const QString& shownNote(int index) const;

    QList<KeyNumber> m_numbers;
};

}  // namespace apportion::ui
