// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/memory_field.h"

#include <cmath>

#include <QRegularExpression>

#include "core/model/bounds.h"
#include "core/session/project/units.h"
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

namespace {

constexpr int kPlaces = 10;  // of a MiB in GiB

// A number, and behind it a word that is none of the units.
bool hasOtherUnit(const QString& text) {
    static const QRegularExpression kAmount(
        QStringLiteral("^\\s*[0-9][0-9.,\\s]*([A-Za-z]+)\\s*$"));
    const auto match = kAmount.match(text);
    return match.hasMatch() && !memoryUnit(match.captured(1).toStdString());
}

// The number that stands there with or without its unit; `unit` = how many GiB one of it is.
QString bareNumber(const QString& text, double& unit) {
    unit = 1;
    if (const auto number = numberIn(text, MemoryField::tr("%1 GiB")))
        return *number;
    QString typed = text.trimmed();
    qsizetype end = typed.size();
    while (end > 0 && typed.at(end - 1).isLetter())
        --end;
    const auto mibs = memoryUnit(typed.mid(end).toStdString());
    if (!mibs)
        return typed;
    unit = static_cast<double>(*mibs) / kOneGib;
    return typed.left(end).trimmed();
}

}  // namespace

// The unit is no suffix: the box would write it behind one that is typed.
MemoryField::MemoryField(QWidget* parent) : NumberField(kPlaces, parent) {
    setRange(0, static_cast<double>(kMostMemory) / kOneGib);
}

Memory MemoryField::memory() const {
    return std::llround(value() * kOneGib);
}

void MemoryField::setMemory(Memory memory) {
    setValue(static_cast<double>(memory) / kOneGib);
}

QString MemoryField::textFromValue(double value) const {
    return tr("%1 GiB").arg(NumberField::textFromValue(value));
}

QValidator::State MemoryField::validate(QString& text, int& position) const {
    double unit = 1;
    QString bare = bareNumber(text, unit);
    const QValidator::State state = NumberField::validate(bare, position);
    if (unit == 1 || state != QValidator::Acceptable)
        return state;
    const double gibs = NumberField::valueFromText(bare) * unit;
    const double mibs = gibs * kOneGib;
    return gibs <= maximum() && std::abs(mibs - std::round(mibs)) < 1e-6 ? state
                                                                         : QValidator::Intermediate;
}

double MemoryField::valueFromText(const QString& text) const {
    double unit = 1;
    const QString bare = bareNumber(text, unit);
    return NumberField::valueFromText(bare) * unit;
}

// In one way, however it was typed.
void MemoryField::focusOutEvent(QFocusEvent* event) {
    NumberField::focusOutEvent(event);
    if (isReadable())
        setValue(value());
}

QString MemoryField::sentence(const QString& typed) const {
    if (hasOtherUnit(typed))
        return tr("%1: the unit of “%2” is not known here; MiB, GiB and TiB are. Write 1.5 GiB or "
                  "512 MiB.")
            .arg(accessibleName(), typed);
    return tr("%1: “%2” is no amount of memory up to %3. Write 1.5 GiB or 512 MiB.")
        .arg(accessibleName(), typed, textFromValue(maximum()));
}

}  // namespace apportion::ui
