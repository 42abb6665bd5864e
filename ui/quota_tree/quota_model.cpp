// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_model.h"

#include <algorithm>

#include <QLocale>
#include <QMimeData>

#include "ui/texts.h"
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

namespace {

QString mimeType() {
    return QStringLiteral("application/x-apportion-quota");
}

}  // namespace

QuotaModel::QuotaModel(QObject* parent)
    : QAbstractItemModel(parent), order_(orderQuotas(view_->quotas, {})) {}

bool QuotaModel::hasTreeOf(const View& view) const {
    if (view.quotaTree != 0 && view_->quotaTree != 0)
        return view.quotaTree == view_->quotaTree && view.quotas.size() == view_->quotas.size();
    return std::equal(view.quotas.begin(), view.quotas.end(), view_->quotas.begin(),
                      view_->quotas.end(), [](const QuotaRow& a, const QuotaRow& b) {
                          return a.parent == b.parent && a.name == b.name;
                      });
}

void QuotaModel::setView(const ViewPtr& view) {
    setView(view, orderQuotas(view->quotas, order_.query));
}

void QuotaModel::setView(const ViewPtr& view, QuotaOrder order) {
    const bool sameRows = hasTreeOf(*view) && order.query.flat == order_.query.flat;
    const auto same = [&] { return order.rows == order_.rows && order.begin == order_.begin; };
    if (sameRows && same()) {
        order_.query = order.query;
        order_.matches = order.matches;
        const ViewPtr before = std::exchange(view_, view);
        tellChanges(*before);
        return;
    }
    // The same rows in another order: selection and expansion stay where they are.
    const auto shown = [](int a, int b) { return (a < 0) == (b < 0); };
    if (sameRows && std::equal(order.place.begin(), order.place.end(), order_.place.begin(),
                               order_.place.end(), shown)) {
        const ViewPtr before = std::exchange(view_, view);
        reorder(std::move(order));
        tellChanges(*before);
        return;
    }
    beginResetModel();
    view_ = view;
    order_ = std::move(order);
    endResetModel();
}

void QuotaModel::reorder(QuotaOrder order) {
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    order_ = std::move(order);
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex& index : before)
        after << indexOfRow(static_cast<int>(index.internalId()), index.column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

// One signal a parent: what views can bear at any size. To look for what differs in a crowd would
// take longer than to draw the rows on the screen anew.
void QuotaModel::tellChanges(const View& before) {
    const bool crowd = isCrowd(*view_);
    const auto differs = [&](int row) {
        if (crowd)
            return true;
        const auto at = static_cast<std::size_t>(row);
        return !(before.quotas[at] == view_->quotas[at]);
    };
    for (std::size_t slot = 0; slot + 1 < order_.begin.size(); ++slot) {
        const auto begin = order_.rows.begin() + order_.begin[slot];
        const auto end = order_.rows.begin() + order_.begin[slot + 1];
        const auto first = std::find_if(begin, end, differs);
        if (first == end)
            continue;
        auto last = end - 1;
        while (last != first && !differs(*last))
            --last;
        emit dataChanged(indexOfRow(*first), indexOfRow(*last, columns - 1));
    }
}

void QuotaModel::setFlat(bool flat) {
    QuotaQuery query = order_.query;
    query.flat = flat;
    if (query != order_.query)
        setView(view_, orderQuotas(view_->quotas, query));
}

QModelIndex QuotaModel::indexOfRow(int row, int column) const {
    const int place = order_.place[static_cast<std::size_t>(row)];
    return place < 0 ? QModelIndex() : createIndex(place, column, static_cast<quintptr>(row));
}

const QuotaRow* QuotaModel::row(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() >= view_->quotas.size())
        return nullptr;
    return &view_->quotas[index.internalId()];
}

QModelIndex QuotaModel::indexOf(const std::string& quota, int column) const {
    for (std::size_t i = 0; i < view_->quotas.size(); ++i)
        if (view_->quotas[i].name == quota)
            return indexOfRow(static_cast<int>(i), column);
    return {};
}

QModelIndex QuotaModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= columns || parent.column() > 0)
        return {};
    const int above = parent.isValid() ? static_cast<int>(parent.internalId()) : -1;
    if (row >= order_.count(above))
        return {};
    return createIndex(row, column, static_cast<quintptr>(order_.child(above, row)));
}

QModelIndex QuotaModel::parent(const QModelIndex& index) const {
    const QuotaRow* one = row(index);
    if (!one || order_.query.flat || one->parent < 0)
        return {};
    return indexOfRow(one->parent);
}

int QuotaModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0)
        return 0;
    return order_.count(parent.isValid() ? static_cast<int>(parent.internalId()) : -1);
}

int QuotaModel::columnCount(const QModelIndex&) const {
    return columns;
}

Qt::ItemFlags QuotaModel::flags(const QModelIndex& index) const {
    if (!row(index))
        return Qt::NoItemFlags;
    Qt::ItemFlags flags =
        Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemIsDropEnabled;
    if (fieldOf(index.column()) && !view_->document.readOnly)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool QuotaModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QuotaRow* one = row(index);
    const auto field = fieldOf(index.column());
    if (!one || role != Qt::EditRole || !field)
        return false;
    if (value == editValue(*one, index.column())) {
        if (isRefused(*one, index.column()))
            emit givenUp();
        return false;
    }
    QString text = value.typeId() == QMetaType::Double
                       ? QString::number(value.toDouble(), 'f', QLocale::FloatingPointShortest)
                       : value.toString();
    // What a person typed has the decimal point of the language; commands have a point.
    if (value.typeId() == QMetaType::QString && *field != QuotaField::name &&
        *field != QuotaField::team) {
        text = text.trimmed();
        bool isNumber = false;
        const double number =
            QLocale().toDouble(typedNumber(text, QLocale()).value_or(text), &isNumber);
        if (isNumber)
            text = QString::number(number, 'g', 12);
    }
    emit edited({qt(one->name), index.column(), value}, *field, text);
    return true;
}

bool QuotaModel::isRefused(const QuotaRow& row, int column) const {
    return refused_ && refused_->column == column && refused_->quota == qt(row.name);
}

QStringList QuotaModel::mimeTypes() const {
    return {mimeType()};
}

QMimeData* QuotaModel::mimeData(const QModelIndexList& indexes) const {
    const QuotaRow* one = indexes.isEmpty() ? nullptr : row(indexes.front());
    if (!one)
        return nullptr;
    auto* data = new QMimeData;
    data->setData(mimeType(), QByteArray::fromStdString(one->name));
    return data;
}

bool QuotaModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int row, int,
                                 const QModelIndex& parent) const {
    const QuotaRow* to = this->row(parent);
    if (!data || row >= 0 || !to || !data->hasFormat(mimeType()))
        return false;
    const std::string name = data->data(mimeType()).toStdString();
    const auto from = std::find_if(view_->quotas.begin(), view_->quotas.end(),
                                   [&](const QuotaRow& each) { return each.name == name; });
    return from != view_->quotas.end() && from->parent == to->parent && from->name != to->name;
}

bool QuotaModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                              const QModelIndex& parent) {
    if (canDropMimeData(data, action, row, column, parent))
        emit moveDropped(QString::fromUtf8(data->data(mimeType())), qt(this->row(parent)->name));
    // False: the view must not take the row away.
    return false;
}

}  // namespace apportion::ui
