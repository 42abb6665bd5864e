// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/entry_panel.h"

#include <utility>

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QLocale>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/model/date_text.h"
#include "ui/history_page/entry_model.h"
#include "ui/texts.h"
#include "ui/widgets/eviction_steps.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/journal_texts.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kTable = 168;   // a head and five rows
constexpr int kBefore = 320;  // at most: what is after has the rest

}  // namespace

EntryPanel::EntryPanel(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      head_(new SectionHead({}, this)),
      copy_(new IconButton(Icon::copy, tr("Copy this entry as text"), this)),
      note_(new TextLabel({}, Type::body, Role::text2, this)),
      model_(new EntryModel(this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      rail_(new ExplanationRail) {
    head_->addControl(copy_);
    note_->setWordWrap(true);
    note_->setContentsMargins(16, 0, 16, 8);
    table_->setModel(model_);
    table_->setAccessibleName(tr("Before and after"));
    table_->setRootIsDecorated(false);
    table_->setFixedHeight(kTable);
    table_->setColumns({{ColumnSpec::fit, 100, 200},
                        {ColumnSpec::fit, 100, 200},
                        {ColumnSpec::fit, 100, kBefore},
                        {ColumnSpec::stretch, 140}});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* story = new QScrollArea(this);
    story->setWidgetResizable(true);
    story->setFrameShape(QFrame::NoFrame);
    story->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    story->setAccessibleName(tr("Decisions"));
    rail_->setContentsMargins(16, 0, 16, 8);
    story->setWidget(rail_);
    story->setFixedHeight(kTable);
    story_ = story;
    for (QWidget* part : std::initializer_list<QWidget*>{head_, note_, table_, story_})
        layout->addWidget(part);
    connect(copy_, &IconButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(text()); });
    hide();
}

void EntryPanel::setEntry(const View& view, const JournalRow* row) {
    setVisible(row != nullptr);
    if (row == nullptr)
        return;
    QList<RailStep> evictions;
    const auto epoch = epochValue(view.document.epoch);
    for (const EvictionRow& each : view.evictions)
        if (epoch && row->action == "instant" && *epoch + each.record.at == row->at)
            evictions << evictionSteps(view, each);
    const bool same = row->n == row_.n && !model_->isEmpty();
    // What was lost is known when the evicted work has stopped.
    if (std::exchange(evictions_, evictions) != evictions && same)
        take(changes_);
    if (same)
        return;
    row_ = *row;
    head_->setTitle(actionText(row_));
    head_->setSecond(
        tr("entry %1, by %2, %3", "number, who, when")
            .arg(row_.n)
            .arg(whoText(row_), QLocale().toString(QDateTime::fromMSecsSinceEpoch(row_.at),
                                                   QLocale::ShortFormat)));
    take({});
    bridge_.ask(bridge_.session().changesOf(row_.n), this,
                [this, n = row_.n](const Result<EntryChanges>& changes) {
                    if (changes && n == row_.n)
                        take(*changes);
                });
}

void EntryPanel::take(EntryChanges changes) {
    changes_ = std::move(changes);
    model_->set(changes_);
    QStringList notes;
    // In full, where the table has no room for it.
    if (const QString about = subjectText(row_); !about.isEmpty())
        notes << about;
    if (!row_.why.empty())
        notes << tr("Why: %1").arg(qt(row_.why));
    if (changes_.more > 0)
        notes << tr("%Ln more value(s) are not shown", nullptr, static_cast<int>(changes_.more));
    if (changes_.moreObjects > 0)
        notes << tr("%Ln more object(s) are not compared", nullptr,
                    static_cast<int>(changes_.moreObjects));
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
    const QList<RailStep> steps = stepsOf(changes_);
    rail_->setSteps(steps);
    story_->setVisible(!steps.isEmpty());
    table_->setVisible(steps.isEmpty() && !model_->isEmpty());
    table_->columnLayout().schedule();
}

// What a decision evicted, and then what it started.
QList<RailStep> EntryPanel::stepsOf(const EntryChanges& changes) const {
    QList<RailStep> steps = evictions_;
    if (row_.action != "instant")
        return steps;
    const auto afterOf = [&](const std::string& name, std::string_view key) {
        for (const EntryChange& each : changes.changes)
            if (each.kind == ObjectKind::run && each.name == name && each.key == key)
                return each.after;
        return std::string();
    };
    for (const EntryChange& each : changes.changes)
        if (each.kind == ObjectKind::run && each.key == "state" &&
            each.after == stateText(WorkloadState::running))
            steps.append({Role::good,
                          tr("%1 started", "workload").arg(qt(each.name)),
                          tr("On %1.", "nodes").arg(qt(afterOf(each.name, "placements"))),
                          {}});
    return steps;
}

void EntryPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintHairline(painter, 0, width(), 0, color(Role::line));
}

QString EntryPanel::text() const {
    QStringList lines{
        tr("Entry %1: %2, %3").arg(row_.n).arg(actionText(row_), subjectText(row_)),
        tr("By %1, %2")
            .arg(whoText(row_),
                 QLocale().toString(QDateTime::fromMSecsSinceEpoch(row_.at), QLocale::LongFormat))};
    if (!row_.why.empty())
        lines << tr("Why: %1").arg(qt(row_.why));
    for (const RailStep& step : rail_->steps())
        lines << step.fact + QLatin1Char('\n') + step.sentence;
    return lines.join(QLatin1Char('\n')) + QStringLiteral("\n\n") + table_->toText(false);
}

}  // namespace apportion::ui
