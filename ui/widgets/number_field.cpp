// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_field.h"

#include <algorithm>

#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>

#include "ui/widgets/typing_pause.h"

namespace apportion::ui {

NumberField::NumberField(int places, QWidget* parent) : DecimalField(places, parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(kTypingPause);
    connect(&pause_, &QTimer::timeout, this, &NumberField::rest);
    connect(lineEdit(), &QLineEdit::textChanged, this, &NumberField::look);
    // A number that the box writes itself changes the text in silence.
    connect(this, &QDoubleSpinBox::valueChanged, this, &NumberField::look);
}

QString NumberField::complaint() const {
    if (readable_)
        return {};
    if (isBegun())
        return tr("%1: “%2” is not complete.").arg(accessibleName(), cleanText());
    return sentence(cleanText());
}

bool NumberField::isBegun() const {
    if (readable_ || !hasFocus())
        return false;
    static const QRegularExpression kPoint(QStringLiteral("^\\d+[.,]$"));
    const QString bare = bareText(text()).trimmed();
    if (kPoint.match(bare).hasMatch())
        return true;
    if (decimals() > 0)
        return false;
    // The digits of a group of thousands come one by one.
    const QString mark = QStringLiteral("(?:%1|\\s)")
                             .arg(QRegularExpression::escape(QString(locale().groupSeparator())));
    const QRegularExpression group(
        QStringLiteral("^[1-9]\\d{0,2}(?:%1\\d{3})*%1\\d{0,2}$").arg(mark));
    return group.match(bare).hasMatch();
}

QString NumberField::sentence(const QString& typed) const {
    const QString least = textFromValue(minimum());
    const QString most = textFromValue(maximum());
    if (typed.trimmed().isEmpty())
        return decimals() == 0 ? tr("%1: a whole number from %2 to %3 is missing.")
                                     .arg(accessibleName(), least, most)
                               : tr("%1: a number from %2 to %3 is missing.")
                                     .arg(accessibleName(), least, most);
    if (decimals() == 0)
        return tr("%1: “%2” is not a whole number from %3 to %4.")
            .arg(accessibleName(), typed, least, most);
    return tr("%1: “%2” is not a number from %3 to %4 with at most %5 decimals.")
        .arg(accessibleName(), typed, least, most)
        .arg(decimals());
}

QString NumberField::mistakesIn(const QWidget& form) {
    QStringList all;
    for (const NumberField* field : form.findChildren<NumberField*>())
        if (field->isEnabledTo(&form) && field->isWrong())
            all << field->complaint();
    return all.join(QLatin1Char('\n'));
}

int NumberField::countWrong(const QWidget& form) {
    const auto fields = form.findChildren<NumberField*>();
    return static_cast<int>(std::count_if(
        fields.begin(), fields.end(),
        [&](const NumberField* field) { return field->isEnabledTo(&form) && field->isWrong(); }));
}

bool NumberField::allReadable(const QWidget& form) {
    const auto fields = form.findChildren<NumberField*>();
    return std::all_of(fields.begin(), fields.end(), [&](const NumberField* field) {
        return !field->isEnabledTo(&form) || field->isReadable();
    });
}

// Whatever is typed may stand there, the unit too: the box has written it behind the number by
// then.
QValidator::State NumberField::validate(QString& text, int& position) const {
    if (meansLeast(text))
        return QValidator::Acceptable;
    QString looked = text;
    const QString unit = suffix();
    if (!unit.isEmpty() && looked.endsWith(unit)) {
        const QString typed = looked.chopped(unit.size()).trimmed();
        if (typed.endsWith(unit.trimmed(), Qt::CaseInsensitive))
            looked = typed.chopped(unit.trimmed().size()).trimmed() + unit;
    }
    const QValidator::State state = DecimalField::validate(looked, position);
    if (state != QValidator::Acceptable)
        return QValidator::Intermediate;
    text = looked;
    return state;
}

double NumberField::valueFromText(const QString& text) const {
    return meansLeast(text) ? minimum() : DecimalField::valueFromText(text);
}

bool NumberField::meansLeast(const QString& text) const {
    const QString bare = text.endsWith(suffix()) ? text.chopped(suffix().size()) : text;
    return !specialValueText().isEmpty() && bare.trimmed().isEmpty();
}

void NumberField::look() {
    const bool words = !specialValueText().isEmpty() && text() == specialValueText();
    const bool readable = words || isLeftOut() || hasAcceptableInput();
    if (readable && readable_)
        return;
    readable_ = readable;
    rested_ = false;
    if (readable)
        pause_.stop();
    else
        pause_.start();
    setProperty("error", isWrong());
    update();
    emit readableChanged();
}

void NumberField::rest() {
    if (readable_ || rested_)
        return;
    rested_ = true;
    setProperty("error", true);
    update();
    emit readableChanged();
}

// The box would put its last number in the place of what is typed.
void NumberField::keyPressEvent(QKeyEvent* event) {
    if (!readable_ && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        rest();
        return event->ignore();
    }
    DecimalField::keyPressEvent(event);
    look();
}

void NumberField::focusOutEvent(QFocusEvent* event) {
    // No decimals come any more.
    if (isHalfTyped(text())) {
        QString whole = bareText(text()).trimmed();
        whole.chop(1);
        lineEdit()->setText(whole + suffix());
    }
    const QString typed = lineEdit()->text();
    if (readable_) {
        DecimalField::focusOutEvent(event);
        if (meansLeast(typed))
            setValue(minimum());  // in words
        return look();
    }
    {
        const QSignalBlocker quiet(this);
        DecimalField::focusOutEvent(event);
        lineEdit()->setText(typed);
    }
    // Nothing follows any more. Its form is told a moment later: it may be going, too.
    setProperty("error", isWrong());
    update();
    QMetaObject::invokeMethod(
        this, [this] { look(); }, Qt::QueuedConnection);
}

}  // namespace apportion::ui
