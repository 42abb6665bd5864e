// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/set_card.h"

#include <algorithm>
#include <utility>

#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/planner/plan_texts.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

using Kind = PlanChange::Kind;

constexpr int kEdge = 3;                    // of the variant's colour
constexpr const char* kEditPlace = "edit";  // its place, of a sentence

// What came of it, in a word or two.
Badge stateOf(const PlanView& view, std::size_t set) {
    if (view.draft.muted[set])
        return {SetCard::tr("muted"), Tone::neutral, Icon::forbidden};
    const PlanResults* results = view.results.get();
    for (std::size_t i = 0; results != nullptr && i < results->sets.size(); ++i) {
        if (results->places[i] != set || results->sets[i].edits != view.draft.plan.sets[set].edits)
            continue;
        const auto& run = results->runs[i + 1];
        if (run && run->refused)
            return {SetCard::tr("refused"), Tone::err, Icon::forbidden};
        if (run && !run->refusedEvents.empty())
            return {SetCard::tr("%n refused", nullptr, static_cast<int>(run->refusedEvents.size())),
                    Tone::warn, Icon::warning};
        if (results->drawn && i < results->bands.sets.size())
            return {SetCard::tr("%n future(s)", nullptr,
                                static_cast<int>(results->bands.sets[i].futures)),
                    results->complete ? Tone::good : Tone::neutral,
                    results->complete ? Icon::checkCircle : Icon::clock};
        if (run)
            return {SetCard::tr("as recorded"), Tone::neutral, Icon::clock};
    }
    return view.running ? Badge{SetCard::tr("runs…"), Tone::neutral, Icon::clock}
                        : Badge{SetCard::tr("not run"), Tone::neutral, Icon::clock};
}

}  // namespace

SetCard::SetCard(QWidget* parent)
    : QFrame(parent),
      name_(new QLineEdit(this)),
      badge_(new BadgeLabel({}, this)),
      menuButton_(new IconButton(Icon::dots, tr("More for this variant"), this)),
      menu_(new QMenu(menuButton_)),
      edits_(new QVBoxLayout),
      add_(new QPushButton(tr("Add an edit"), this)) {
    setFrameShape(QFrame::StyledPanel);
    setProperty("kind", "card");
    name_->setFrame(false);
    name_->setMaxLength(static_cast<int>(60));
    auto* head = new QHBoxLayout;
    head->setSpacing(4);
    head->addWidget(name_, 1);
    head->addWidget(badge_);
    head->addWidget(menuButton_);
    edits_->setSpacing(6);
    add_->setProperty("kind", "quiet");
    add_->setProperty("compact", true);
    add_->setAutoDefault(false);
    add_->setIcon(icon(Icon::plus));
    add_->setMenu(new QMenu(add_));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 8, 8);
    column->setSpacing(4);
    column->addLayout(head);
    column->addLayout(edits_);
    column->addWidget(add_, 0, Qt::AlignLeft);
    fillAddMenu();
    connect(menu_, &QMenu::aboutToShow, this, &SetCard::fillMenu);
    connect(menuButton_, &QAbstractButton::clicked, this,
            [this] { menu_->popup(menuButton_->mapToGlobal(QPoint(0, menuButton_->height()))); });
    connect(name_, &QLineEdit::editingFinished, this, [this] {
        const std::string name = name_->text().trimmed().toStdString();
        if (name.empty() || name == shown_.name) {
            name_->setText(qt(shown_.name));
            return;
        }
        PlanChange change{Kind::renameSet, set_};
        change.name = name;
        emit changeWanted(change);
    });
}

void SetCard::ask(Kind kind, std::size_t edit, std::size_t to) {
    PlanChange change{kind, set_, edit, to};
    emit changeWanted(change);
}

void SetCard::fillAddMenu() {
    using Form = EditDraft::Kind;
    QMenu* menu = add_->menu();
    const std::pair<Form, QString> forms[] = {{Form::scale, tr("Scale quotas…")},
                                              {Form::policy, tr("Set a policy…")},
                                              {Form::addNodes, tr("Add nodes…")},
                                              {Form::removeNode, tr("Remove a node…")},
                                              {Form::node, tr("Change the state of a node…")},
                                              {Form::joins, tr("A team joins…")},
                                              {Form::caps, tr("Set a user cap…")},
                                              {Form::forecast, tr("More or fewer workloads…")}};
    for (const auto& [form, text] : forms)
        menu->addAction(text, this,
                        [this, form = form] { emit formWanted(set_, shown_.edits.size(), form); });
    menu->addSeparator();
    menu->addAction(tr("Arrivals +10%"), this, [this] { emit usualWanted(set_, false); });
    menu->addAction(tr("One node fails a week"), this, [this] { emit usualWanted(set_, true); });
}

void SetCard::fillMenu() {
    menu_->clear();
    menu_->addAction(tr("Apply to the pool…"), this, [this] { emit applyWanted(set_); });
    menu_->addAction(tr("Schedule in the pool…"), this, [this] { emit scheduleWanted(set_); });
    menu_->addAction(tr("Show workloads that differ"), this, [this] { emit workWanted(set_); });
    menu_->addSeparator();
    menu_->addAction(tr("Rename"), this, [this] {
        name_->setFocus(Qt::OtherFocusReason);
        name_->selectAll();
    });
    menu_->addAction(tr("Duplicate"), this, [this] { ask(Kind::duplicateSet); });
    menu_->addAction(muted_ ? tr("Run again") : tr("Mute"), this, [this] { ask(Kind::muteSet); });
    menu_->addAction(tr("Move up"), this, [this] { ask(Kind::moveSet, 0, set_ - 1); })
        ->setEnabled(set_ > 0);
    menu_->addAction(tr("Move down"), this, [this] { ask(Kind::moveSet, 0, set_ + 1); })
        ->setEnabled(set_ + 1 < sets_);
    menu_->addSeparator();
    menu_->addAction(tr("Remove"), this, [this] { ask(Kind::removeSet); });
}

void SetCard::setView(const PlanView& view, std::size_t set) {
    const ChangeSet& of = view.draft.plan.sets[set];
    set_ = set;
    sets_ = view.draft.plan.sets.size();
    muted_ = view.draft.muted[set];
    badge_->setBadge(stateOf(view, set));
    update();
    const std::string epoch = view.scenario ? view.scenario->epoch : std::string();
    const bool same = shown_ == of && epoch_ == epoch && !name_->accessibleName().isEmpty();
    shown_ = of;
    epoch_ = epoch;
    if (name_->text() != qt(of.name) && (!name_->hasFocus() || !same)) {
        name_->setText(qt(of.name));
        name_->setCursorPosition(0);
    }
    if (same)
        return;
    name_->setToolTip(qt(of.name));
    name_->setAccessibleName(tr("Name of variant %1").arg(qt(of.name)));
    menuButton_->setAccessibleName(tr("More for %1").arg(qt(of.name)));
    add_->setAccessibleName(tr("Add an edit to %1").arg(qt(of.name)));
    showEdits();
}

QWidget* SetCard::rowOf(std::size_t edit, const TimeText& time) {
    const QString text = editText(shown_.edits[edit], time);
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* form = new IconButton(editIcon(shown_.edits[edit]), tr("Change: %1").arg(text), row);
    const auto draft = draftOf(shown_.edits[edit]);
    form->setEnabled(draft.has_value());
    if (draft)
        connect(form, &QAbstractButton::clicked, this,
                [this, edit, kind = draft->kind] { emit formWanted(set_, edit, kind); });
    auto* sentence = new TextLabel(text, Type::body, Role::text, row);
    sentence->setWordWrap(true);
    if (draft) {
        sentence->setCursor(Qt::PointingHandCursor);
        sentence->setToolTip(tr("Change this edit"));
        sentence->installEventFilter(this);
        sentence->setProperty(kEditPlace, QVariant::fromValue<qulonglong>(edit));
    }
    layout->addWidget(form);
    layout->addWidget(sentence, 1);
    if (edit > 0) {
        auto* up = new IconButton(Icon::chevronUp, tr("Earlier: %1").arg(text), row);
        connect(up, &QAbstractButton::clicked, this,
                [this, edit] { ask(Kind::moveEdit, edit, edit - 1); });
        layout->addWidget(up);
    }
    auto* remove = new IconButton(Icon::close, tr("Remove: %1").arg(text), row);
    connect(remove, &QAbstractButton::clicked, this, [this, edit] { ask(Kind::removeEdit, edit); });
    layout->addWidget(remove);
    return row;
}

// A click on a sentence opens its form, as the icon before it does.
bool SetCard::eventFilter(QObject* watched, QEvent* event) {
    const QVariant edit = watched->property(kEditPlace);
    if (event->type() != QEvent::MouseButtonRelease || !edit.isValid() ||
        static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return QFrame::eventFilter(watched, event);
    const auto place = static_cast<std::size_t>(edit.toULongLong());
    if (place < shown_.edits.size())
        if (const auto draft = draftOf(shown_.edits[place]))
            emit formWanted(set_, place, draft->kind);
    return true;
}

void SetCard::showEdits() {
    while (QLayoutItem* item = edits_->takeAt(0)) {
        if (QWidget* row = item->widget()) {
            row->hide();
            row->deleteLater();
        }
        delete item;
    }
    const TimeText time(epoch_);
    const std::size_t count = std::min(shown_.edits.size(), kMostEdits);
    for (std::size_t i = 0; i < count; ++i)
        edits_->addWidget(rowOf(i, time));
    if (count < shown_.edits.size())
        edits_->addWidget(new TextLabel(
            tr("and %n more edit(s)", nullptr, static_cast<int>(shown_.edits.size() - count)),
            Type::second, Role::text2, this));
    if (count == 0)
        edits_->addWidget(new TextLabel(tr("No edits yet: the same as the base"), Type::second,
                                        Role::text2, this));
}

void SetCard::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    const QColor edge = muted_ ? color(Role::line2) : teamColor(static_cast<int>(set_));
    painter.fillRect(QRect(0, 6, kEdge, height() - 12), edge);
}

}  // namespace apportion::ui
