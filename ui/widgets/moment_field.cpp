// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/moment_field.h"

#include <array>

#include <QAction>
#include <QCalendarWidget>
#include <QFrame>
#include <QKeyEvent>
#include <QScreen>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/icons.h"
#include "ui/widgets/typed_moment.h"
#include "ui/widgets/window_place.h"

namespace apportion::ui {

namespace {

constexpr int kLength = 16;  // of what stands there when it is whole
// Where the parts end: year, month, day, hour; what is left are minutes.
constexpr std::array<int, 4> kEnds{4, 7, 10, 13};

bool isTyped(const QKeyEvent& event) {
    constexpr auto kWithControl = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    return !(event.modifiers() & kWithControl) && !event.text().isEmpty() &&
           event.text().front().isPrint();
}

}  // namespace

MomentField::MomentField(const QDateTime& moment, QWidget* parent) : QLineEdit(parent) {
    QAction* open = addAction(icon(Icon::chevronDown), TrailingPosition);
    open->setToolTip(tr("Choose a day in a calendar (F4)"));
    connect(open, &QAction::triggered, this, &MomentField::openCalendar);
    for (auto* button : findChildren<QToolButton*>())
        button->setAccessibleName(tr("Calendar"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    const QString ways =
        tr("Year-month-day hour:minute, or 18:00, tomorrow 8:00, in 3 h; local time");
    setAccessibleDescription(ways);
    setToolTip(ways);
    connect(this, &QLineEdit::textChanged, this, &MomentField::read);
    setDateTime(moment);
}

QSize MomentField::sizeHint() const {
    constexpr int kAround = 52;  // both edges and the mark that opens the calendar
    return {fontMetrics().horizontalAdvance(QStringLiteral("2000-00-00 00:00")) + kAround,
            QLineEdit::sizeHint().height()};
}

void MomentField::setDateTime(const QDateTime& moment) {
    const int at = cursorPosition();
    setText(momentText(moment));
    setCursorPosition(at);
}

void MomentField::read() {
    const auto typed = typedMoment(text(), QDateTime::currentDateTime(), locale());
    readable_ = typed.has_value();
    moment_ = typed.value_or(moment_);
    emit edited();
}

// The part in which the cursor stands, and nothing of what is typed half.
void MomentField::step(int by) {
    if (!readable_)
        return;
    const bool all = hasSelectedText() && selectedText() == text();
    // Of what is written otherwise, the minutes.
    const int at = text() != momentText(moment_) ? kLength : all ? 0 : cursorPosition();
    std::size_t part = 0;
    while (part < kEnds.size() && at > kEnds[part])
        ++part;
    constexpr int kHour = 3600;
    const QDateTime moments[] = {moment_.addYears(by), moment_.addMonths(by), moment_.addDays(by),
                                 moment_.addSecs(by * kHour), moment_.addSecs(by * 60)};
    setDateTime(moments[part]);
    setCursorPosition(at);
}

void MomentField::keyPressEvent(QKeyEvent* event) {
    const bool plain = event->modifiers() == Qt::NoModifier;
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
            if (event->key() == Qt::Key_Down && event->modifiers() == Qt::AltModifier)
                return openCalendar();
            if (plain)
                return step(event->key() == Qt::Key_Up ? 1 : -1);
            break;
        case Qt::Key_F4:
            return openCalendar();
        default:
            break;
    }
    // Over what is whole one types, as over the digits of a clock.
    if (isTyped(*event) && !hasSelectedText() && text().size() >= kLength &&
        cursorPosition() < text().size())
        setSelection(cursorPosition(), 1);
    QLineEdit::keyPressEvent(event);
}

void MomentField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (readable_ && text() != momentText(moment_))
        setDateTime(moment_);
}

void MomentField::openCalendar() {
    auto* place = new QFrame(this, Qt::Popup);
    place->setAttribute(Qt::WA_DeleteOnClose);
    place->setFrameShape(QFrame::StyledPanel);
    auto* calendar = new QCalendarWidget(place);
    calendar->setAccessibleName(tr("Calendar"));
    calendar->setSelectedDate(moment_.date());
    calendar->setVerticalHeaderFormat(QCalendarWidget::NoVerticalHeader);
    // No day is wrong.
    for (const Qt::DayOfWeek day : {Qt::Saturday, Qt::Sunday})
        calendar->setWeekdayTextFormat(day, calendar->weekdayTextFormat(Qt::Monday));
    for (const auto& [name, mark] : {std::pair("qt_calendar_prevmonth", Icon::chevronLeft),
                                     std::pair("qt_calendar_nextmonth", Icon::chevronRight)})
        if (auto* button = calendar->findChild<QToolButton*>(QLatin1String(name)))
            button->setIcon(icon(mark, Role::onAccent));
    auto* layout = new QVBoxLayout(place);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(calendar);
    const auto take = [this, place](const QDate& date) {
        place->close();
        setDateTime(QDateTime(date, moment_.time()));
    };
    connect(calendar, &QCalendarWidget::clicked, this, take);
    connect(calendar, &QCalendarWidget::activated, this, take);
    place->move(placeBelow(QRect(mapToGlobal(QPoint()), size()), place->sizeHint(),
                           screen()->availableGeometry()));
    place->show();
    calendar->setFocus();
}

}  // namespace apportion::ui
