// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/cheat_sheet.h"

#include <algorithm>

#include <QAction>
#include <QKeyEvent>
#include <QPainter>

#include "ui/main_window/actions.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kWide = 760;
constexpr int kLine = 26;
constexpr int kPad = 24;

}  // namespace

CheatSheet::CheatSheet(const Actions& actions, QWidget* window)
    : QWidget(window), actions_(actions) {
    hide();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Keyboard shortcuts"));
    window->installEventFilter(this);
}

std::vector<CheatSheet::Line> CheatSheet::lines() const {
    const std::pair<Menu, QString> groups[] = {{Menu::playback, tr("Playback")},
                                               {Menu::view, tr("View")},
                                               {Menu::file, tr("File")},
                                               {Menu::edit, tr("Edit")},
                                               {Menu::help, tr("Help")}};
    std::vector<Line> list;
    for (const auto& [menu, name] : groups) {
        list.push_back({name, {}});
        for (const QAction* action : actions_.of(menu)) {
            QStringList keys;
            for (const QKeySequence& one : action->shortcuts())
                keys << one.toString(QKeySequence::NativeText);
            QString text = action->text();
            text.remove(QLatin1Char('&'));
            if (!keys.isEmpty())
                list.push_back({text, keys});
        }
    }
    return list;
}

void CheatSheet::toggle() {
    if (isVisible()) {
        close();
        return;
    }
    before_ = window()->focusWidget();
    resize(parentWidget()->size());
    QStringList spoken;
    for (const Line& line : lines())
        if (!line.keys.isEmpty())
            spoken << tr("%1: %2").arg(line.text, line.keys.join(QStringLiteral(", ")));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    show();
    raise();
    setFocus(Qt::ShortcutFocusReason);
}

void CheatSheet::close() {
    hide();
    if (before_)
        before_->setFocus(Qt::OtherFocusReason);
}

void CheatSheet::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), QColor(0, 0, 0, Theme::isDark() ? 140 : 87));
    const std::vector<Line> all = lines();
    const int half = static_cast<int>(all.size() + 1) / 2 + 1;
    const int high = half * controlHeight(kLine) + 2 * kPad + 40;
    const QRectF box((width() - kWide) / 2.0, std::max(16.0, (height() - high) / 2.0), kWide, high);
    paintBox(painter, box, color(Role::raised), color(Role::line2), 8);
    painter.setFont(ui::font(Type::title));
    painter.setPen(color(Role::text));
    painter.drawText(box.adjusted(kPad, kPad - 6, -kPad, 0), Qt::AlignTop | Qt::AlignLeft,
                     tr("Keyboard shortcuts"));
    painter.setFont(ui::font(Type::second));
    painter.setPen(color(Role::text3));
    painter.drawText(box.adjusted(kPad, kPad - 4, -kPad, 0), Qt::AlignTop | Qt::AlignRight,
                     tr("Esc closes"));
    const double wide = (box.width() - 3 * kPad) / 2;
    const double line = controlHeight(kLine);
    double x = box.left() + kPad;
    double y = box.top() + kPad + 30;
    bool second = false;
    for (const Line& one : all) {
        const bool full = y + line > box.bottom() - kPad + 4;
        if (!second && (full || (one.keys.isEmpty() && y + 2 * line > box.bottom() - kPad))) {
            x += wide + kPad;
            y = box.top() + kPad + 30;
            second = true;
        }
        const QRectF row(x, y, wide, line);
        y += line;
        if (one.keys.isEmpty()) {
            painter.setFont(ui::font(Type::small));
            painter.setPen(color(Role::text3));
            painter.drawText(row, Qt::AlignBottom | Qt::AlignLeft, one.text);
            continue;
        }
        painter.setFont(ui::font(Type::body));
        painter.setPen(color(Role::text));
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, one.text);
        const QFont small = ui::font(Type::small);
        painter.setFont(small);
        double right = row.right();
        for (auto key = one.keys.rbegin(); key != one.keys.rend(); ++key) {
            const double cap = QFontMetricsF(small).horizontalAdvance(*key) + 12;
            const QRectF place(right - cap, row.center().y() - 9, cap, 18);
            paintBox(painter, place, color(Role::sunken), color(Role::line2), kCheckRadius);
            painter.setPen(color(Role::text2));
            painter.drawText(place, Qt::AlignCenter, *key);
            right -= cap + 6;
        }
    }
}

void CheatSheet::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Return)
        close();
    else
        QWidget::keyPressEvent(event);
}

void CheatSheet::mousePressEvent(QMouseEvent*) {
    close();
}

bool CheatSheet::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        resize(parentWidget()->size());
    return false;
}

}  // namespace apportion::ui
