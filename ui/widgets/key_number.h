// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

#include "ui/widgets/theme.h"

namespace apportion::ui {

// "GPUs in use / 128 of 128 / 100 %, none free". All texts are translated and formatted.
struct KeyNumber {
    QString label;
    QString value;
    QString unit;  // beside the value
    QString note;  // below it
    Role noteRole = Role::text3;
    QString toolTip;     // where the number comes from
    QString brief = {};  // instead of the note, where not all notes have room; empty = the note
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

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    // What it needs so that neither value nor unit is cut.
    static double needOf(const KeyNumber& number);
    // So that nothing of it is.
    static double wishOf(const KeyNumber& number, const QString& note);
    // The first so many have all their notes.
    bool fits(int count) const;
    // As it is shown.
    QString noteOf(const KeyNumber& number) const;

    QList<KeyNumber> m_numbers;
};

}  // namespace apportion::ui
