// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "ui/widgets/decimal_field.h"

namespace apportion::ui {

// A number that is never made another one than was typed: what cannot be read, or lies beyond the
// bounds, stays as it was typed and is marked, and the form asks isReadable() before it goes on. A
// field that was emptied stays empty.
class NumberField : public DecimalField {
    Q_OBJECT

public:
    explicit NumberField(int places, QWidget* parent = nullptr);

    bool isReadable() const { return readable_; }
    // Somebody is typing it, and what stands there may be the beginning of a number.
    bool isBegun() const;
    // It cannot be read, and nobody is at it: whoever types is told nothing before they leave the
    // field or pause.
    bool isWrong() const { return !readable_ && (rested_ || !hasFocus()); }
    // What is to be told of it now.
    QString mistake() const { return isWrong() ? complaint() : QString(); }
    // What is wrong with what is typed, with the field's name; empty if nothing is.
    QString complaint() const;
    // Of the fields of a form that may be typed into: what is to be told now, a line each.
    static QString mistakesIn(const QWidget& form);
    static int countWrong(const QWidget& form);
    static bool allReadable(const QWidget& form);

signals:
    // Also when what cannot be read becomes another, or is to be told.
    void readableChanged();

protected:
    QValidator::State validate(QString& text, int& position) const override;
    double valueFromText(const QString& text) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    // What stands there needs no reading: nothing is given.
    virtual bool isLeftOut() const { return false; }
    virtual QString sentence(const QString& typed) const;
    // Emptied, a field that has words for its least value means that.
    bool meansLeast(const QString& text) const;
    // After a change that no signal told of.
    void look();

private:
    void rest();

    bool readable_ = true;
    bool rested_ = false;  // since the last key
    QTimer pause_;
};

}  // namespace apportion::ui
