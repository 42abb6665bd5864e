// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include "ui/palette/palette_list.h"
#include "ui/visible_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kPaletteWidth = 660;
constexpr int kTop = 92;
constexpr int kFieldHeight = 52;
constexpr int kFootHeight = 38;
constexpr std::size_t kMostShown = 60;

std::vector<PaletteItem> shown(std::vector<PaletteItem> items) {
    for (PaletteItem& item : items)
        for (QString* text : {&item.title, &item.detail})
            *text = visible(*text);
    return items;
}

struct Hint {
    const char* keys;
    const char* what;
};
constexpr Hint kHints[] = {
    {QT_TRANSLATE_NOOP("apportion::ui::Palette", "↑ ↓"),
     QT_TRANSLATE_NOOP("apportion::ui::Palette", "move")},
    {QT_TRANSLATE_NOOP("apportion::ui::Palette", "Enter"),
     QT_TRANSLATE_NOOP("apportion::ui::Palette", "run")},
    {QT_TRANSLATE_NOOP("apportion::ui::Palette", "Tab"),
     QT_TRANSLATE_NOOP("apportion::ui::Palette", "actions of this object")},
    {QT_TRANSLATE_NOOP("apportion::ui::Palette", "Esc"),
     QT_TRANSLATE_NOOP("apportion::ui::Palette", "close")},
};

constexpr const Hint& kTabHint = kHints[2];

void paintHints(QPainter& painter, const QRectF& foot, bool forObject) {
    double x = foot.left() + 16;
    const QFont keyFont = ui::font(Type::small);
    const QFont textFont = ui::font(Type::second);
    for (const Hint& hint : kHints) {
        if (&hint == &kTabHint && !forObject)
            continue;
        const QString keys = Palette::tr(hint.keys);
        const double width = QFontMetricsF(keyFont).horizontalAdvance(keys) + 12;
        const QRectF cap(x, foot.center().y() - 9, width, 18);
        paintBox(painter, cap, color(Role::sunken), color(Role::line2), kCheckRadius);
        painter.setFont(keyFont);
        painter.setPen(color(Role::text2));
        painter.drawText(cap, Qt::AlignCenter, keys);
        x += width + 6;
        const QString what = Palette::tr(hint.what);
        painter.setFont(textFont);
        painter.drawText(QRectF(x, foot.top(), foot.right() - x, foot.height()), Qt::AlignVCenter,
                         what);
        x += QFontMetricsF(textFont).horizontalAdvance(what) + 14;
    }
}

}  // namespace

Palette::Palette(QWidget* window)
    : QWidget(window), field_(new QLineEdit(this)), list_(new PaletteList(this)) {
    hide();
    setAccessibleName(tr("Command palette"));
    field_->setFrame(false);
    field_->setFont(ui::font(Type::title));
    QFont typed = field_->font();
    typed.setWeight(QFont::Normal);
    field_->setFont(typed);
    field_->setPlaceholderText(tr("Quota, workload, node, or action"));
    field_->setAccessibleName(tr("Search"));
    field_->installEventFilter(this);
    window->installEventFilter(this);
    connect(field_, &QLineEdit::textChanged, this, &Palette::search);
    connect(list_, &QListView::clicked, this, &Palette::run);
}

void Palette::open(std::vector<PaletteItem> items, More more, Seek seek) {
    list_->setRows({});
    items_ = shown(std::move(items));
    further_.clear();
    seek_ = std::move(seek);
    sought_.clear();
    late_.reset();
    seeking_ = false;
    unanswered_ = false;
    own_.clear();
    object_.clear();
    more_ = std::move(more);
    before_ = window()->focusWidget();
    resize(parentWidget()->size());
    field_->clear();
    search();
    show();
    raise();
    field_->setFocus(Qt::ShortcutFocusReason);
}

void Palette::follow(std::vector<PaletteItem> items, More more, Seek seek) {
    searchAgain([&] {
        items_ = shown(std::move(items));
        more_ = std::move(more);
        seek_ = std::move(seek);
        if (std::exchange(unanswered_, false))
            sought_.clear();
        if (!own_.empty()) {
            own_ = actionsOf(object_);
            if (own_.empty())  // it is gone: what was typed was for its actions
                field_->clear();
        }
    });
}

void Palette::searchAgain(const std::function<void()>& change) {
    const PaletteItem* chosen = list_->current();
    const auto key = [](const PaletteItem& item) { return std::pair(item.group, item.title); };
    const auto kept = chosen != nullptr ? std::optional(key(*chosen)) : std::nullopt;
    list_->setRows({});
    change();
    search();
    if (kept)
        list_->choose([&](const PaletteItem& item) { return key(item) == *kept; });
    update();
}

// Of each thing that is typed once; what is told of another is too late.
void Palette::seekOthers(const QString& query) {
    if (!seek_ || !own_.empty() || query == sought_)
        return;
    sought_ = query;
    seeking_ = !query.isEmpty();
    if (!seeking_) {
        list_->setRows({});
        late_.reset();
        return;
    }
    seek_(query, [this, query](std::optional<Late> late) {
        if (!isVisible() || query != sought_)
            return;
        unanswered_ = !late;
        if (unanswered_)
            return;
        searchAgain([&] {
            seeking_ = false;
            late_ = std::move(late);
        });
    });
}

std::vector<PaletteItem> Palette::actionsOf(const QString& object) const {
    const std::vector<PaletteItem> further = more_ ? more_(object) : std::vector<PaletteItem>();
    for (const auto* list : {&items_, &further, late_ ? &late_->items : nullptr})
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
            if (const PaletteItem& item = (*list)[i]; item.actions && item.title == object)
                return item.actions();
    return {};
}

void Palette::close() {
    if (!isVisible())
        return;
    hide();
    list_->setRows({});
    // Of a crowd they are many megabytes, and of what is shown by the time it is opened again.
    items_ = {};
    further_ = {};
    own_ = {};
    late_.reset();
    more_ = {};
    seek_ = {};
    QWidget* next = before_ && before_->isVisible() ? before_.data() : home_.data();
    if (next != nullptr && next->isVisible())
        next->setFocus(Qt::OtherFocusReason);
}

void Palette::search() {
    struct Found {
        const PaletteItem* item;
        PaletteMatch match;
    };
    const QString query = field_->text().trimmed();
    const PaletteQuery wanted(query);
    std::vector<Found> found;
    std::size_t possible = 0;
    // The rows shown so far point into the list of before.
    std::vector<PaletteItem> further = further_;
    if (own_.empty())
        further = more_ && !query.isEmpty() ? more_(query) : std::vector<PaletteItem>();
    seekOthers(query);
    const auto look = [&](const std::vector<PaletteItem>& items) {
        for (const PaletteItem& item : items) {
            if (item.whenTyped && own_.empty() && query.isEmpty())
                continue;
            ++possible;
            if (auto matched = wanted.match(item))
                found.push_back({&item, std::move(*matched)});
        }
    };
    look(own_.empty() ? items_ : own_);
    if (own_.empty()) {
        look(further);
        if (late_)
            look(late_->items);
    }
    const std::size_t total = std::max(found.size(), late_ && own_.empty() && !seeking_
                                                         ? static_cast<std::size_t>(late_->all)
                                                         : std::size_t{0});
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.match.score > b.match.score; });
    if (found.size() > kMostShown)
        found.resize(kMostShown);
    // Groups in the order of their best entry.
    std::vector<QString> groups;
    for (const Found& one : found)
        if (std::find(groups.begin(), groups.end(), one.item->group) == groups.end())
            groups.push_back(one.item->group);
    std::vector<PaletteModel::Row> rows;
    for (const QString& group : groups) {
        bool first = true;
        for (const Found& one : found) {
            if (one.item->group != group)
                continue;
            if (first)
                rows.push_back({true, one.item, {}});
            first = false;
            rows.push_back(
                {false, one.item, query.isEmpty() ? std::vector<int>() : one.match.letters});
        }
    }
    const auto number = [](std::size_t of) {
        return QLocale().toString(static_cast<qulonglong>(of));
    };
    if (query.isEmpty())
        count_ = tr("%Ln entries", nullptr, static_cast<int>(possible));
    else if (total > found.size())
        count_ =
            tr("first %1 of %2 · type more of the name").arg(number(found.size()), number(total));
    else if (seek_ && own_.empty())
        count_ = tr("%1 found", "how many entries").arg(number(total));
    else
        count_ = tr("%1 of %2").arg(number(total), number(possible));
    list_->setRows(std::move(rows));
    further_ = std::move(further);
    place();
    update();
}

void Palette::offerActionsOfObject() {
    const PaletteItem* item = list_->current();
    if (!item || !item->actions)
        return;
    std::vector<PaletteItem> actions = item->actions();
    if (actions.empty())
        return;
    object_ = item->title;
    list_->setRows({});
    own_ = std::move(actions);
    field_->clear();
    search();
}

void Palette::run() {
    const PaletteItem* item = list_->current();
    if (!item || !item->enabled || !item->run)
        return;
    const auto run = item->run;
    close();
    run();
}

QRect Palette::frame() const {
    const int wide = std::min(kPaletteWidth, width() - 32);
    const int most = height() - kTop - 48;
    const int rows = std::min(list_->heightForRows() + 8, 8 * controlHeight(36) + 100);
    const int high = std::min(most, kFieldHeight + std::max(rows, 80) + kFootHeight);
    return {(width() - wide) / 2, kTop, wide, high};
}

void Palette::place() {
    const QRect box = frame();
    const QFontMetricsF metrics(ui::font(Type::second));
    const int count = static_cast<int>(metrics.horizontalAdvance(count_)) + 24;
    field_->setGeometry(box.left() + 40, box.top() + 10, box.width() - 48 - count,
                        kFieldHeight - 20);
    list_->setGeometry(box.left() + 1, box.top() + kFieldHeight + 1, box.width() - 2,
                       box.height() - kFieldHeight - kFootHeight - 2);
}

void Palette::resizeEvent(QResizeEvent*) {
    place();
}

void Palette::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), QColor(0, 0, 0, Theme::isDark() ? 140 : 87));
    const QRectF box(frame());
    painter.setPen(Qt::NoPen);
    for (int i = 12; i > 0; --i) {
        painter.setBrush(QColor(0, 0, 0, 3));
        painter.drawRoundedRect(box.adjusted(-i, -i + 4, i, i + 4), 8 + i, 8 + i);
    }
    paintBox(painter, box, color(Role::raised), color(Role::line2), 8);
    painter.fillRect(QRectF(box.left() + 1, box.top() + kFieldHeight, box.width() - 2, 1),
                     color(Role::line));
    painter.fillRect(QRectF(box.left() + 1, box.bottom() - kFootHeight, box.width() - 2, 1),
                     color(Role::line));
    paintIcon(painter, QRectF(box.left() + 16, box.top(), 16, kFieldHeight), Icon::search,
              color(Role::text2), 16);
    painter.setFont(ui::font(Type::second));
    painter.setPen(color(Role::text3));
    painter.drawText(QRectF(box.left(), box.top(), box.width() - 16, kFieldHeight),
                     Qt::AlignVCenter | Qt::AlignRight, count_);
    if (!list_->current()) {
        painter.setPen(color(Role::text2));
        painter.drawText(QRectF(list_->geometry()), Qt::AlignCenter,
                         seeking_ ? tr("Searching all workloads…")
                                  : tr("No quota, workload, node, or action matches."));
    }
    painter.setClipRect(box);
    paintHints(painter, QRectF(box.left(), box.bottom() - kFootHeight, box.width(), kFootHeight),
               list_->current() && list_->current()->actions);
}

void Palette::mousePressEvent(QMouseEvent* event) {
    if (!frame().contains(event->pos()))
        close();
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        resize(parentWidget()->size());
    if (watched != field_ || event->type() != QEvent::KeyPress)
        return false;
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            list_->move(+1);
            update();
            return true;
        case Qt::Key_Up:
            list_->move(-1);
            update();
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            run();
            return true;
        case Qt::Key_Tab:
            offerActionsOfObject();
            return true;
        case Qt::Key_Backspace:
            if (!field_->text().isEmpty() || own_.empty())
                return false;
            list_->setRows({});
            own_.clear();
            search();
            return true;
        case Qt::Key_Escape:
            close();
            return true;
        default:
            return false;
    }
}

}  // namespace apportion::ui
