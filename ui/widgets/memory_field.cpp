// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/memory_field.h"

#include <cmath>

#include <QLineEdit>
#include <QRegularExpression>

#include "core/change/units.h"
#include "core/model/bounds.h"
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

namespace {

constexpr int kMemoryFieldPlaces = 10;  // of a MiB in GiB

// A number, and behind it a word that is none of the units.
bool hasOtherUnit(const QString& text) {
    static const QRegularExpression kAmount(
        QStringLiteral("^\\s*[0-9][0-9.,\\s]*([A-Za-z]+)\\s*$"));
    const auto match = kAmount.match(text);
    return match.hasMatch() && !memoryUnit(match.captured(1).toStdString());
}

}  // namespace

// The unit is no suffix: the box would write it behind one that is typed.
MemoryField::MemoryField(QWidget* parent) : NumberField(kMemoryFieldPlaces, parent) {
    setRange(0, static_cast<double>(kMostMemory) / kOneGib);
    connect(lineEdit(), &QLineEdit::textEdited, this, &MemoryField::noteRounding);
}

Memory MemoryField::memory() const {
    return std::llround(value() * kOneGib);
}

void MemoryField::setMemory(Memory memory) {
    note_.clear();
    setValue(static_cast<double>(memory) / kOneGib);
}

void MemoryField::noteRounding(const QString& typed) {
    const auto argument = argumentOf(typed);
    const auto memory = argument ? memoryArgument(*argument) : std::nullopt;
    note_ = memory && memoryRounding(*argument) != 0
                ? tr("“%1” is kept as %2 MiB, the nearest whole MiB.")
                      .arg(typed.trimmed(), locale().toString(static_cast<qlonglong>(*memory)))
                : QString();
}

QString MemoryField::textFromValue(double value) const {
    return tr("%1 GiB").arg(NumberField::textFromValue(value));
}

std::optional<std::string> MemoryField::argumentOf(const QString& text) const {
    QString number = text.trimmed();
    QString unit;
    if (const auto own = numberIn(text, tr("%1 GiB"))) {
        number = *own;
    } else {
        qsizetype end = number.size();
        while (end > 0 && number.at(end - 1).isLetter())
            --end;
        unit = number.mid(end);
        number.truncate(end);
    }
    auto plain = typedNumber(number.trimmed(), locale());
    if (!plain)
        return std::nullopt;
    plain->replace(locale().decimalPoint(), QLatin1String("."));
    for (QChar& each : *plain)
        if (each.isDigit())
            each = QChar::fromLatin1(static_cast<char>('0' + each.digitValue()));
    return (*plain + unit).toStdString();
}

std::optional<Memory> MemoryField::read(const QString& text) const {
    const auto argument = argumentOf(text);
    return argument ? memoryArgument(*argument) : std::nullopt;
}

QValidator::State MemoryField::validate(QString& text, int&) const {
    if (meansLeast(text))
        return QValidator::Acceptable;
    if (isHalfTyped(text))
        return QValidator::Intermediate;
    const auto memory = read(text);
    const double gibs = memory ? static_cast<double>(*memory) / kOneGib : -1;
    return gibs >= minimum() && gibs <= maximum() ? QValidator::Acceptable
                                                  : QValidator::Intermediate;
}

double MemoryField::valueFromText(const QString& text) const {
    if (meansLeast(text))
        return minimum();
    const auto memory = read(text);
    return memory ? static_cast<double>(*memory) / kOneGib : value();
}

// In one way, however it was typed.
void MemoryField::focusOutEvent(QFocusEvent* event) {
    NumberField::focusOutEvent(event);
    if (isReadable())
        setValue(value());
}

QString MemoryField::sentence(const QString& typed) const {
    if (hasOtherUnit(typed))
        return tr("%1: unknown unit in “%2”. Use MiB, GiB, TiB, MB, GB, or TB, such as 1.5 GiB.")
            .arg(accessibleName(), typed);
    return tr("%1: “%2” is not an amount of memory up to %3. Write 1.5 GiB or 512 MiB.")
        .arg(accessibleName(), typed, textFromValue(maximum()));
}

}  // namespace apportion::ui
