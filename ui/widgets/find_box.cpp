// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/find_box.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QKeyEvent>
#include <QListView>
#include <QScreen>
#include <QStringListModel>
#include <QWheelEvent>

#include "ui/widgets/find_list.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/window_place.h"

namespace apportion::ui {

namespace {

constexpr int kFew = 12;    // are seen at once, in the list of the toolkit
constexpr int kLook = 200;  // names whose length the width is made for
constexpr int kLeastWidth = 320;

}  // namespace

FindBox::FindBox(QString placeholder, QWidget* parent)
    : QComboBox(parent), placeholder_(std::move(placeholder)) {
    setModel(new QStringListModel(this));
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
}

void FindBox::setNames(const QStringList& names) {
    const auto* model = qobject_cast<QStringListModel*>(this->model());
    if (model->stringList() == names)
        return;
    const int before = names.size() == count() ? currentIndex() : -1;
    names_.clear();
    names_.reserve(static_cast<std::size_t>(names.size()));
    for (const QString& name : names)
        names_.push_back(name.toStdString());
    const QSignalBlocker quiet(this);
    qobject_cast<QStringListModel*>(this->model())->setStringList(names);
    setCurrentIndex(before);
    qsizetype longest = 0;
    for (qsizetype i = 0; i < std::min<qsizetype>(names.size(), kLook); ++i)
        longest = std::max(longest, names[i].size());
    setMinimumContentsLength(static_cast<int>(longest));
    updateGeometry();
}

void FindBox::showPopup() {
    if (count() <= kFew)
        QComboBox::showPopup();
    else
        open({});
}

void FindBox::hidePopup() {
    // It is gone a moment later, and may be opened anew before.
    if (FindList* list = std::exchange(list_, nullptr))
        list->close();
    QComboBox::hidePopup();
}

void FindBox::open(const QString& typed) {
    if (list_ && list_->isVisible())
        return;
    list_ = new FindList(placeholder_, names_, currentIndex(), this);
    connect(list_, &FindList::chosen, this, &FindBox::take);
    list_->setFixedWidth(std::max(width(), kLeastWidth));
    if (!typed.isEmpty())
        list_->find(typed);
    list_->adjustSize();
    list_->move(placeBelow(QRect(mapToGlobal(QPoint()), size()), list_->sizeHint(),
                           screen()->availableGeometry()));
    list_->show();
    list_->field()->setFocus();
}

void FindBox::take(int index) {
    hidePopup();
    setCurrentIndex(index);
    emit activated(index);
}

void FindBox::keyPressEvent(QKeyEvent* event) {
    const QString typed = event->text();
    const bool isLetter = !typed.isEmpty() && typed.front().isPrint() && !typed.front().isSpace() &&
                          (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
    if (count() > kFew && isLetter)
        return open(typed);
    if (event->key() == Qt::Key_Space && isBeingTyped())
        search(typed);
    else
        QComboBox::keyPressEvent(event);
    if (!typed.isEmpty() && typed.front().isPrint())
        typedAt_.start();
}

bool FindBox::isBeingTyped() const {
    return typedAt_.isValid() && !typedAt_.hasExpired(QApplication::keyboardInputInterval());
}

// The toolkit takes a space inside of a name for one that opens the list.
void FindBox::search(const QString& typed) {
    view()->setCurrentIndex(model()->index(currentIndex(), modelColumn()));
    view()->keyboardSearch(typed);
    if (const QModelIndex found = view()->currentIndex(); found.isValid())
        setCurrentIndex(found.row());
}

// Who scrolls the page does not choose another one.
void FindBox::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

}  // namespace apportion::ui
