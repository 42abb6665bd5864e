// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/find_list.h"

#include <algorithm>

#include <QAbstractListModel>
#include <QKeyEvent>
#include <QListView>
#include <QLocale>
#include <QVBoxLayout>

#include "core/view/text_search.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kFindListMost = 500;  // rows that are listed at once
constexpr int kShown = 12;          // of them without scrolling
constexpr int kFindListMargin = 8;

}  // namespace

// The rows of `names` with these numbers.
class FindList::Model final : public QAbstractListModel {
public:
    Model(const std::vector<std::string>& names, QObject* parent)
        : QAbstractListModel(parent), names_(names) {}

    void setRows(std::vector<int> rows) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
    }
    int nameAt(int row) const { return rows_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(rows_.size());
    }
    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
            return {};
        return QString::fromStdString(names_[static_cast<std::size_t>(nameAt(index.row()))]);
    }

private:
    const std::vector<std::string>& names_;
    std::vector<int> rows_;
};

FindList::FindList(const QString& placeholder, const std::vector<std::string>& names, int current,
                   QWidget* parent)
    : QFrame(parent, Qt::Popup),
      names_(names),
      current_(current),
      field_(new SearchField(placeholder, this)),
      list_(new QListView(this)),
      more_(new TextLabel({}, Type::second, Role::text2, this)),
      model_(new Model(names, this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    list_->setModel(model_);
    list_->setUniformItemSizes(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setAccessibleName(placeholder);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kFindListMargin, kFindListMargin, kFindListMargin, kFindListMargin);
    column->setSpacing(6);
    column->addWidget(field_);
    column->addWidget(list_);
    column->addWidget(more_);
    setFocusProxy(field_);
    field_->installEventFilter(this);
    connect(field_, &SearchField::searched, this, &FindList::fill);
    connect(list_, &QListView::clicked, this, &FindList::choose);
    fill({});
    const int row = std::max(1, list_->sizeHintForRow(0));
    list_->setFixedHeight(row * kShown + 4);
}

void FindList::find(const QString& typed) {
    field_->setText(typed);
    fill(typed);
}

// Of all of them those around the chosen one.
void FindList::fill(const QString& typed) {
    filled_ = typed;
    const auto words = searchWords(typed.toStdString());
    const auto matches = [&](const std::string& name) {
        return std::all_of(words.begin(), words.end(),
                           [&](const TextSearch& word) { return word.isIn(name); });
    };
    const int count = static_cast<int>(names_.size());
    int left = 0;
    std::vector<int> rows;
    const int first = words.empty() ? std::clamp(current_ - kFindListMost / 2, 0,
                                                 std::max(0, count - kFindListMost))
                                    : 0;
    for (int i = 0; i < count; ++i) {
        if (!words.empty() && !matches(names_[static_cast<std::size_t>(i)]))
            continue;
        if (i >= first && rows.size() < kFindListMost)
            rows.push_back(i);
        else
            ++left;
    }
    const auto at = std::find(rows.begin(), rows.end(), current_);
    const int row = at == rows.end() || !words.empty() ? 0 : static_cast<int>(at - rows.begin());
    const bool none = rows.empty();
    model_->setRows(std::move(rows));
    more_->setVisible(left > 0 || none);
    more_->setText(none ? tr("No name matches")
                        : tr("and %1 more: type to find them").arg(QLocale().toString(left)));
    if (!none) {
        list_->setCurrentIndex(model_->index(row));
        list_->scrollTo(model_->index(row), QAbstractItemView::PositionAtCenter);
    }
}

void FindList::choose() {
    if (const QModelIndex at = list_->currentIndex(); at.isValid())
        emit chosen(model_->nameAt(at.row()));
}

// The field has the keyboard, and the list goes up and down with it.
bool FindList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const auto go = [this](int by) {
        const int last = model_->rowCount() - 1;
        if (last >= 0)
            list_->setCurrentIndex(
                model_->index(std::clamp(list_->currentIndex().row() + by, 0, last)));
        return true;
    };
    switch (key->key()) {
        case Qt::Key_Down:
            return go(1);
        case Qt::Key_Up:
            return go(-1);
        case Qt::Key_PageDown:
            return go(kShown - 1);
        case Qt::Key_PageUp:
            return go(1 - kShown);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Tab:
            if (field_->text() != filled_)  // typed a moment ago
                fill(field_->text());
            choose();
            return true;
        case Qt::Key_Escape:
            close();
            return true;
        default:
            return QFrame::eventFilter(watched, event);
    }
}

}  // namespace apportion::ui
