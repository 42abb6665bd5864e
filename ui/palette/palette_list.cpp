// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette_list.h"

#include <algorithm>

#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/widgets/fonts.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kRow = 36;
constexpr int kHead = 28;
constexpr int kMargin = 16;

class PaletteDelegate final : public QStyledItemDelegate {
public:
    PaletteDelegate(const PaletteModel& model, PaletteList* list)
        : QStyledItemDelegate(list), model_(model), list_(*list) {}

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {100, controlHeight(model_.row(index.row()).head ? kHead : kRow)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const PaletteModel::Row& row = model_.row(index.row());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        row.head ? paintHead(*painter, option.rect, *row.item)
                 : paintRow(*painter, option, row, index == list_.currentIndex());
        painter->restore();
    }

private:
    static void paintHead(QPainter& painter, const QRect& rect, const PaletteItem& item) {
        painter.setFont(ui::font(Type::small));
        painter.setPen(color(Role::text3));
        painter.drawText(rect.adjusted(kMargin, 4, -kMargin, 0), Qt::AlignVCenter, item.group);
    }

    static void paintRow(QPainter& painter, const QStyleOptionViewItem& option,
                         const PaletteModel::Row& row, bool current) {
        const PaletteItem& item = *row.item;
        const QRectF box = QRectF(option.rect).adjusted(6, 0, -6, 0);
        if (current) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color(Role::accentSoft));
            painter.drawRoundedRect(box, 4, 4);
            painter.fillRect(QRectF(box.left(), box.top() + 1, 3, box.height() - 2),
                             color(Role::accentText));
        } else if (option.state & QStyle::State_MouseOver) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color(Role::hover));
            painter.drawRoundedRect(box, 4, 4);
        }
        paintIcon(painter, QRectF(box.left() + 12, box.top(), 16, box.height()), item.icon,
                  color(item.enabled ? Role::text2 : Role::text3), 16);
        const QFont keyFont = ui::font(Type::small);
        painter.setFont(keyFont);
        painter.setPen(color(Role::text2));
        const QRectF right = box.adjusted(0, 0, -12, 0);
        painter.drawText(right, Qt::AlignVCenter | Qt::AlignRight, item.shortcut);
        const double end =
            right.right() - QFontMetricsF(keyFont).horizontalAdvance(item.shortcut) - 12;
        double x = box.left() + 40;
        const QFont plain = ui::font(Type::body);
        const QFont bold = ui::font(Type::head);
        painter.setPen(item.enabled ? color(Role::text) : disabledText());
        // Runs of equal weight, so that kerning inside a run is kept.
        for (qsizetype from = 0; from < item.title.size() && x < end;) {
            const auto isBold = [&](qsizetype at) {
                return std::find(row.letters.begin(), row.letters.end(), static_cast<int>(at)) !=
                       row.letters.end();
            };
            qsizetype to = from + 1;
            while (to < item.title.size() && isBold(to) == isBold(from))
                ++to;
            const QFont& used = isBold(from) ? bold : plain;
            const QFontMetricsF metrics(used);
            const QString part =
                metrics.elidedText(item.title.mid(from, to - from), Qt::ElideRight, end - x);
            painter.setFont(used);
            painter.drawText(QPointF(x, baseline(box, metrics)), part);
            x += metrics.horizontalAdvance(part);
            from = to;
        }
        x += 12;
        if (end - x < 24)
            return;
        const QFont second = ui::font(Type::second);
        const QFontMetricsF metrics(second);
        painter.setFont(second);
        painter.setPen(color(Role::text3));
        painter.drawText(QPointF(x, baseline(box, QFontMetricsF(plain))),
                         metrics.elidedText(item.told(), Qt::ElideRight, end - x));
    }

    static double baseline(const QRectF& box, const QFontMetricsF& metrics) {
        return box.center().y() + (metrics.ascent() - metrics.descent()) / 2.0;
    }

    const PaletteModel& model_;
    const PaletteList& list_;
};

}  // namespace

void PaletteModel::setRows(std::vector<Row> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& one = row(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return one.head ? one.item->group : one.item->title;
        case Qt::AccessibleTextRole:
            if (one.head)
                return one.item->group;
            return one.item->told().isEmpty() ? one.item->title
                                              : tr("%1, %2").arg(one.item->title, one.item->told());
        case Qt::ToolTipRole:  // the row may be too narrow for it
            return one.head ? QVariant() : QVariant(one.item->told());
        default:
            return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
    if (!index.isValid() || row(index.row()).head)
        return Qt::NoItemFlags;
    return row(index.row()).item->enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                          : Qt::ItemIsSelectable;
}

PaletteList::PaletteList(QWidget* parent) : QListView(parent), model_(new PaletteModel(this)) {
    setModel(model_);
    setItemDelegate(new PaletteDelegate(*model_, this));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Matches"));
    viewport()->setAutoFillBackground(false);
}

void PaletteList::setRows(std::vector<PaletteModel::Row> rows) {
    model_->setRows(std::move(rows));
    setCurrentIndex({});
    move(+1);
}

void PaletteList::move(int step) {
    const int count = model_->rowCount();
    int at = currentIndex().isValid() ? currentIndex().row() : (step > 0 ? -1 : count);
    for (int i = 0; i < count; ++i) {
        at = (at + step + count) % count;
        if (!model_->row(at).head)
            break;
    }
    if (at >= 0 && at < count && !model_->row(at).head) {
        // Also what cannot be used: it says why.
        selectionModel()->setCurrentIndex(model_->index(at), QItemSelectionModel::ClearAndSelect);
        // The head of the first group comes into view with its first entry.
        if (at == 1)
            scrollToTop();
    }
}

void PaletteList::choose(const std::function<bool(const PaletteItem&)>& is) {
    for (int at = 0; at < model_->rowCount(); ++at)
        if (const PaletteModel::Row& row = model_->row(at); !row.head && is(*row.item))
            return selectionModel()->setCurrentIndex(model_->index(at),
                                                     QItemSelectionModel::ClearAndSelect);
}

const PaletteItem* PaletteList::current() const {
    return currentIndex().isValid() ? model_->row(currentIndex().row()).item : nullptr;
}

int PaletteList::heightForRows() const {
    int height = 0;
    for (int i = 0; i < model_->rowCount(); ++i)
        height += controlHeight(model_->row(i).head ? kHead : kRow);
    return height;
}

}  // namespace apportion::ui
