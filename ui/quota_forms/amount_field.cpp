// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/amount_field.h"

#include <cmath>

#include <QEvent>
#include <QLineEdit>
#include <QStyleOptionSpinBox>

#include "core/model/bounds.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

double toDouble(Gpu gpu) {
    return static_cast<double>(gpu) / kOneGpu;
}

Gpu toGpu(double value) {
    return std::llround(value * kOneGpu);
}

}  // namespace

AmountField::AmountField(const QString& name, Unit unit, QWidget* parent)
    : NumberField(2, parent), unit_(unit) {
    setRange(0, unit == Unit::hours ? static_cast<double>(kMostBudget) : toDouble(kMostGpu));
    setAccessibleName(name);
    if (unit == Unit::gpus)
        keepGpuSuffix(this);
    connect(this, &QDoubleSpinBox::valueChanged, this, [this] {
        given_ = true;
        showGiven();
        emit edited();
    });
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] {
        const bool given = !cleanText().isEmpty();
        if (!mayBeLeftOut_ || given == given_)
            return;
        given_ = given;
        showGiven();
        showWords();
        look();
        emit edited();
    });
}

void AmountField::setAmount(std::optional<Gpu> amount) {
    const QSignalBlocker quiet(this);
    given_ = amount || !mayBeLeftOut_;
    setValue(toDouble(amount.value_or(automatic_)));
    look();
    showUnit();
    showGiven();
    showWords();
}

void AmountField::setAutomatic(const QString& words) {
    setAutomatic(Gpu{0});
    lineEdit()->setPlaceholderText(words);
    showWords();
}

int AmountField::widthForWords() const {
    return widthForText(lineEdit()->placeholderText());
}

int AmountField::widthFor(Gpu amount) const {
    // The unit of several may be longer than that of what stands there now.
    AmountField other({}, unit_);
    other.setFont(font());
    other.setAmount(amount);
    return widthForText(other.text());
}

int AmountField::widthForText(const QString& text) const {
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    // With a little more than the caret takes.
    const QSize words(fontMetrics().horizontalAdvance(text) + 12, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, words, this).width();
}

void AmountField::showWords() {
    if (given_ || lineEdit()->placeholderText().isEmpty())
        return;
    setSuffix({});  // whoever selects all of it counts back from its end
    const QSignalBlocker quiet(lineEdit());
    lineEdit()->clear();
}

std::optional<Gpu> AmountField::amount() const {
    return given_ ? std::optional(toGpu(value())) : std::nullopt;
}

void AmountField::setAutomatic(Gpu amount) {
    if (!mayBeLeftOut_) {
        mayBeLeftOut_ = true;
        given_ = false;  // nothing was typed yet
    }
    automatic_ = amount;
    if (given_ || (hasFocus() && cleanText().isEmpty()))
        return;
    const QSignalBlocker quiet(this);
    setValue(toDouble(amount));
    showUnit();
    showGiven();
    showWords();
}

void AmountField::setMistaken(bool mistaken) {
    setProperty("error", mistaken || isWrong());
    update();
}

QValidator::State AmountField::validate(QString& text, int& position) const {
    QString bare = text;
    if (mayBeLeftOut_ && bare.remove(suffix()).trimmed().isEmpty()) {
        // Not the unit alone, where words stand instead.
        if (!lineEdit()->placeholderText().isEmpty()) {
            text.clear();
            position = 0;
        }
        return QValidator::Intermediate;
    }
    const QValidator::State state = NumberField::validate(text, position);
    const double value = state == QValidator::Acceptable ? valueFromText(text) : 0;
    // No part of a whole number is left out in silence.
    return unit_ == Unit::whole && given_ && value != std::floor(value) ? QValidator::Intermediate
                                                                        : state;
}

bool AmountField::isLeftOut() const {
    return mayBeLeftOut_ && (!given_ || cleanText().isEmpty());
}

QString AmountField::sentence(const QString& typed) const {
    return unit_ == Unit::whole ? tr("%1: “%2” is not a whole number from %3 to %4.")
                                      .arg(accessibleName(), typed, textFromValue(minimum()),
                                           textFromValue(maximum()))
                                : NumberField::sentence(typed);
}

void AmountField::fixup(QString& text) const {
    if (mayBeLeftOut_)
        text = textFromValue(toDouble(automatic_)) + suffix();
}

void AmountField::focusOutEvent(QFocusEvent* event) {
    if (!isReadable())
        return NumberField::focusOutEvent(event);
    const bool leftOut = !given_;
    {
        const QSignalBlocker quiet(this);
        NumberField::focusOutEvent(event);
    }
    if (leftOut)
        setAmount({});
    else
        showUnit();
}

void AmountField::changeEvent(QEvent* event) {
    NumberField::changeEvent(event);
    if (!lineEdit())
        return;
    if (event->type() == QEvent::PaletteChange)
        showGiven();
    showWords();  // the field writes its number anew when it is enabled
}

void AmountField::showEvent(QShowEvent* event) {
    NumberField::showEvent(event);
    showWords();  // it writes its number anew
}

// For whoever changes it in silence.
void AmountField::showUnit() {
    const QSignalBlocker quiet(this);
    if (unit_ == Unit::gpus)
        showGpuSuffix(this);
    else if (unit_ == Unit::hours)
        setSuffix(tr(" GPU h", "unit of a field"));
}

void AmountField::showGiven() {
    QPalette colours = palette();
    const QColor ink = color(given_ ? Role::text : Role::text3);
    if (lineEdit()->palette().color(QPalette::Active, QPalette::Text) == ink)
        return;
    colours.setColor(QPalette::Text, ink);
    lineEdit()->setPalette(colours);
}

}  // namespace apportion::ui
