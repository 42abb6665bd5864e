// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/cheat_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QAction>
#include <QKeyEvent>
#include <QPainter>

#include "ui/pages/actions.h"
#include "ui/visible_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kColumns = 3;
constexpr int kColumn = 350;
constexpr int kLine = 26;
constexpr int kPad = 24;
constexpr int kHead = 30;  // of the sheet
constexpr int kEdge = 16;  // kept free around it

using Lines = std::vector<CheatSheet::Line>;

// Where columns begin: whole menus in each, as evenly as their order allows.
std::vector<std::size_t> wholeMenus(const Lines& all) {
    std::vector<std::size_t> heads;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].keys.isEmpty())
            heads.push_back(i);
    std::vector<std::size_t> best;
    std::size_t least = all.size() + 1;
    for (std::size_t one = 0; one < heads.size(); ++one)
        for (std::size_t two = one; two < heads.size(); ++two) {
            const std::size_t longest =
                std::max({heads[one], heads[two] - heads[one], all.size() - heads[two]});
            if (longest >= least)
                continue;
            least = longest;
            best = {0, heads[one], heads[two]};
        }
    return best;
}

// As many lines in each, but no head at the bottom of one.
std::vector<std::size_t> evenColumns(const Lines& all) {
    const auto most = (all.size() + kColumns - 1) / kColumns + 1;
    std::vector<std::size_t> starts{0};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t row = i - starts.back();
        if (row == most || (all[i].keys.isEmpty() && row + 1 == most))
            starts.push_back(i);
    }
    return starts;
}

std::size_t longestOf(const std::vector<std::size_t>& starts, std::size_t all) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < starts.size(); ++i)
        longest = std::max(longest, (i + 1 < starts.size() ? starts[i + 1] : all) - starts[i]);
    return longest;
}

}  // namespace

CheatSheet::CheatSheet(const Actions& actions, QWidget* window)
    : QWidget(window), actions_(actions) {
    hide();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Keyboard shortcuts"));
    window->installEventFilter(this);
}

std::vector<CheatSheet::Line> CheatSheet::texts() const {
    std::vector<Line> list;
    for (const Menu menu :
         {Menu::playback, Menu::view, Menu::quota, Menu::workspace, Menu::workload, Menu::file,
          Menu::samples, Menu::exports, Menu::edit, Menu::help}) {
        bool first = true;
        for (const QAction* action : actions_.of(menu)) {
            QStringList keys;
            for (const QKeySequence& one : action->shortcuts())
                keys << one.toString(QKeySequence::NativeText);
            if (keys.isEmpty())
                continue;
            if (std::exchange(first, false))
                list.push_back({menuName(menu), {}, {}});
            list.push_back({textOfButton(action->text()), keys, {}});
        }
    }
    return list;
}

// A menu is broken over two columns only where the window is too low for it.
std::vector<CheatSheet::Line> CheatSheet::lines() const {
    std::vector<Line> all = texts();
    const double high = controlHeight(kLine);
    const double room = height() - 2 * (kEdge + kPad) - kHead;
    std::vector<std::size_t> starts = wholeMenus(all);
    if (static_cast<double>(longestOf(starts, all.size())) * high > room)
        starts = evenColumns(all);
    const double wide =
        (std::min(width() - 2 * kEdge, kColumns * kColumn) - (kColumns + 1) * kPad) /
        static_cast<double>(kColumns);
    std::size_t column = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        while (column + 1 < starts.size() && i >= starts[column + 1])
            ++column;
        all[i].place = QRectF(static_cast<double>(column) * (wide + kPad),
                              static_cast<double>(i - starts[column]) * high, wide, high);
    }
    const double deep = static_cast<double>(longestOf(starts, all.size())) * high;
    const QPointF corner(
        std::round((width() - kColumns * wide - (kColumns - 1) * kPad) / 2.0),
        std::round(std::max<double>(kEdge + kPad, (height() - deep - kHead) / 2.0) + kHead));
    for (Line& line : all)
        line.place.translate(corner);
    return all;
}

QRectF CheatSheet::box() const {
    QRectF box;
    for (const Line& line : lines())
        box |= line.place;
    return box.adjusted(-kPad, -kPad - kHead, kPad, kPad);
}

void CheatSheet::toggle() {
    if (isVisible()) {
        close();
        return;
    }
    before_ = window()->focusWidget();
    resize(parentWidget()->size());
    QStringList spoken;
    for (const Line& line : texts())
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
    const QRectF box = this->box();
    paintBox(painter, box, color(Role::raised), color(Role::line2), 8);
    painter.setFont(ui::font(Type::title));
    painter.setPen(color(Role::text));
    painter.drawText(box.adjusted(kPad, kPad - 6, -kPad, 0), Qt::AlignTop | Qt::AlignLeft,
                     tr("Keyboard shortcuts"));
    painter.setFont(ui::font(Type::second));
    painter.setPen(color(Role::text3));
    painter.drawText(box.adjusted(kPad, kPad - 4, -kPad, 0), Qt::AlignTop | Qt::AlignRight,
                     tr("Esc closes"));
    for (const Line& line : lines())
        paintLine(painter, line);
}

void CheatSheet::paintLine(QPainter& painter, const Line& line) const {
    const QFont small = ui::font(Type::small);
    painter.setFont(small);
    if (line.keys.isEmpty()) {
        painter.setPen(color(Role::text3));
        painter.drawText(line.place, Qt::AlignBottom | Qt::AlignLeft, line.text);
        return;
    }
    double right = line.place.right();
    for (auto key = line.keys.rbegin(); key != line.keys.rend(); ++key) {
        const double cap = QFontMetricsF(small).horizontalAdvance(*key) + 12;
        const QRectF place(right - cap, line.place.center().y() - 9, cap, 18);
        paintBox(painter, place, color(Role::sunken), color(Role::line2), kCheckRadius);
        painter.setPen(color(Role::text2));
        painter.drawText(place, Qt::AlignCenter, *key);
        right -= cap + 6;
    }
    const QFont body = ui::font(Type::body);
    QRectF room = line.place;
    room.setRight(right);
    painter.setFont(body);
    painter.setPen(color(Role::text));
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(body).elidedText(line.text, Qt::ElideRight, room.width()));
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
