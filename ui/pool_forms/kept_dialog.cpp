// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pool_forms/kept_dialog.h"

#include <utility>

#include <QBoxLayout>
#include <QDateTime>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "core/change/forms.h"
#include "core/change/timetable_text.h"
#include "core/view/view.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/find_box.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

using Kept = KeptDialog::Kind;

constexpr int kKeptWidth = 720;
constexpr int kKeptRows = 200;
constexpr int kKeptName = 220;
constexpr ProjectRole kProjectRoles[] = {ProjectRole::administrator,
                                         ProjectRole::quotaAdministrator, ProjectRole::viewer};

QString roleName(ProjectRole role) {
    switch (role) {
        case ProjectRole::administrator:
            return KeptDialog::tr("Administrator");
        case ProjectRole::quotaAdministrator:
            return KeptDialog::tr("Quota administrator");
        case ProjectRole::viewer:
            break;
    }
    return KeptDialog::tr("Viewer");
}

// Title, what it is, the verb that adds one and the verb that takes one away.
struct KeptWords {
    QString title;
    QString about;
    QString empty;
    QString add;
    QString remove;
};

KeptWords wordsOf(Kept kind) {
    switch (kind) {
        case Kept::temporaryChanges:
            return {
                KeptDialog::tr("Temporary changes"),
                KeptDialog::tr("Each reverts automatically. Scale a quota with an end to add one."),
                KeptDialog::tr("No change is temporary now."),
                {},
                KeptDialog::tr("End now")};
        case Kept::timetables:
            return {KeptDialog::tr("Timetables"),
                    KeptDialog::tr("Guarantees that repeat by time of day."),
                    KeptDialog::tr("No guarantee follows a timetable."),
                    KeptDialog::tr("Save timetable"), KeptDialog::tr("Delete timetable")};
        case Kept::roles:
            return {KeptDialog::tr("Roles"),
                    KeptDialog::tr("Roles in the pool, in addition to those of workspaces."),
                    KeptDialog::tr("No user has a role in the pool."), KeptDialog::tr("Grant role"),
                    KeptDialog::tr("Revoke role")};
        case Kept::restorePoints:
            break;
    }
    return {KeptDialog::tr("Restore points"),
            KeptDialog::tr("Named configurations. Workloads stay as they are."),
            KeptDialog::tr("No configuration has a name yet."),
            KeptDialog::tr("Create restore point"), KeptDialog::tr("Return to it…")};
}

std::vector<CellTable::Head> headsOf(Kept kind) {
    switch (kind) {
        case Kept::temporaryChanges:
            return {
                {KeptDialog::tr("Name")}, {KeptDialog::tr("Changes")}, {KeptDialog::tr("Ends")}};
        case Kept::timetables:
            return {{KeptDialog::tr("Name")}, {KeptDialog::tr("Steps")}, {KeptDialog::tr("Zone")}};
        case Kept::roles:
            return {{KeptDialog::tr("User")}, {KeptDialog::tr("Role")}, {KeptDialog::tr("Where")}};
        case Kept::restorePoints:
            break;
    }
    return {{KeptDialog::tr("Name")}, {KeptDialog::tr("After entry"), true}};
}

QString changesOf(const TemporaryChange& change) {
    QStringList parts;
    for (const TemporaryChange::Size& size : change.sizes)
        parts << KeptDialog::tr("%1: %2 → %3", "a quota, its GPUs before and for a time")
                     .arg(qt(size.quota), gpuNumber(size.before), gpusText(size.during));
    for (const TemporaryChange::Policy& policy : change.policies)
        parts << KeptDialog::tr("policy of %1").arg(qt(policy.quota));
    return parts.join(QStringLiteral(", "));
}

QString stepsOf(const Timetable& table) {
    QStringList steps;
    for (const Timetable::Step& step : table.steps)
        steps << qt(timetableText(step));
    return steps.join(QLatin1Char(' '));
}

}  // namespace

KeptDialog::KeptDialog(SessionBridge& bridge, CommandRunner& runner, Kind kind, QWidget* window)
    : DialogFrame(modeOf(*bridge.view()), window), bridge_(bridge), runner_(runner), kind_(kind) {
    const KeptWords words = wordsOf(kind_);
    setOpeningWidth(kKeptWidth);
    setHeading(words.title, words.about);
    buildList();
    buildForm();
    connect(addButton(tr("Close")), &QPushButton::clicked, this, &QDialog::reject);
    remove_ = addButton(words.remove);
    connect(remove_, &QPushButton::clicked, this, &KeptDialog::remove);
    if (!words.add.isEmpty()) {
        add_ = addPrimary(words.add);
        connect(add_, &QPushButton::clicked, this, &KeptDialog::add);
    }
    connect(&bridge_, &SessionBridge::changed, this,
            [this, seen = bridge_.view()->document.revision](const ViewPtr& now) mutable {
                if (std::exchange(seen, now->document.revision) != now->document.revision)
                    load();
            });
    enable();
    load();
    focusFirst();
}

void KeptDialog::buildList() {
    model_ = new CellTable(headsOf(kind_), this);
    table_ = new TreeView(TreeView::Shape::table);
    table_->setModel(model_);
    table_->setAccessibleName(wordsOf(kind_).title);
    table_->setPageMargin(0);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setColumns({{.minimum = 120, .width = 220, .isName = true},
                        {.sizing = ColumnSpec::stretch, .minimum = 160},
                        {.minimum = 80}});
    table_->setMinimumHeight(kKeptRows);
    body()->addWidget(table_, 1);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &KeptDialog::choose);
}

void KeptDialog::buildForm() {
    if (kind_ == Kind::temporaryChanges)
        return;
    name_ = new QLineEdit;
    name_->setFixedWidth(kKeptName);
    name_->setAccessibleName(kind_ == Kind::roles ? tr("User") : tr("Name"));
    QHBoxLayout* row = addFormRow(body(), name_->accessibleName(), name_);
    connect(name_, &QLineEdit::textChanged, this, &KeptDialog::enable);
    if (kind_ == Kind::timetables) {
        steps_ = new QLineEdit;
        steps_->setAccessibleName(tr("Steps"));
        steps_->setPlaceholderText(tr("20:00,Quota1=48 mon-fri@08:00,Quota1=80", "an example"));
        steps_->setToolTip(tr("A time of day and the guarantee of each quota from then on"));
        row->addStretch();
        addFormRow(body(), tr("Steps"), steps_);
        connect(steps_, &QLineEdit::textChanged, this, &KeptDialog::enable);
    } else if (kind_ == Kind::roles) {
        role_ = new Segmented(tr("Role"));
        for (const ProjectRole role : kProjectRoles)
            role_->addSegment(roleName(role));
        role_->setCurrentIndex(2);
        row->addStretch();
        addFormRow(body(), tr("Role"), role_)->addStretch();
        quota_ = new FindBox(tr("Find a quota"));
        quota_->setAccessibleName(tr("Where"));
        QStringList names{tr("Whole pool")};
        for (const QuotaRow& each : bridge_.view()->quotas)
            names << qt(each.name);
        quota_->setNames(names);
        quota_->setCurrentIndex(0);
        quota_->setMinimumWidth(kKeptName);
        addFormRow(body(), tr("Where"), quota_)->addStretch();
    } else {
        row->addStretch();
    }
    mistake_ = addMistakeLine(body());
}

void KeptDialog::propose(const QString& steps) {
    if (steps_ != nullptr)
        steps_->setText(steps);
}

void KeptDialog::load() {
    asking_ = true;
    bridge_.ask(bridge_.session().kept(), this, [this](const Project& project) {
        asking_ = false;
        take(project);
    });
}

void KeptDialog::take(const Project& project) {
    const Entry* before = selected();
    const QString name = before ? before->name : QString();
    entries_ = entriesOf(project);
    seen_ = project.revision;
    std::vector<CellTable::Row> rows;
    rows.reserve(entries_.size());
    for (const Entry& entry : entries_)
        rows.push_back({entry.cells, {}, entry.name});
    model_->setRows(std::move(rows));
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].name == name)
            table_->setCurrentIndex(model_->index(static_cast<int>(i), 0));
    setConsequence(entries_.empty() ? wordsOf(kind_).empty : QString());
    enable();
}

std::vector<KeptDialog::Entry> KeptDialog::entriesOf(const Project& project) const {
    std::vector<Entry> entries;
    const auto add = [&](const std::string& name, std::vector<Cell> cells, Change removal,
                         const QString& steps = {}) {
        cells.insert(cells.begin(), Cell::name(qt(name)).withBothEnds());
        entries.push_back({std::move(cells), std::move(removal), qt(name), steps});
    };
    switch (kind_) {
        case Kind::temporaryChanges:
            for (const TemporaryChange& each : project.temporary)
                add(each.name,
                    {Cell::words(changesOf(each)),
                     Cell::words(QLocale().toString(QDateTime::fromMSecsSinceEpoch(each.ends),
                                                    QLocale::ShortFormat))},
                    EndTemporary{each.name});
            break;
        case Kind::timetables:
            for (const Timetable& each : project.timetables)
                add(each.name,
                    {Cell::words(stepsOf(each)),
                     Cell::words(each.zone.empty() ? tr("this machine") : qt(each.zone))},
                    DeleteTimetable{each.name}, stepsOf(each));
            break;
        case Kind::roles:
            for (const ProjectUser& user : project.users)
                for (const Grant& grant : user.grants)
                    add(user.name,
                        {Cell::words(roleName(grant.role)),
                         Cell::words(grant.quota.empty() ? tr("Whole pool") : qt(grant.quota))},
                        RevokeRoles{user.name, grant.role, grant.quota});
            break;
        case Kind::restorePoints:
            for (const RestorePoint& each : project.restorePoints)
                add(each.name, {Cell::number(QLocale().toString(each.revision))}, {});
            break;
    }
    return entries;
}

const KeptDialog::Entry* KeptDialog::selected() const {
    const int row = table_->currentIndex().row();
    return row >= 0 && row < static_cast<int>(entries_.size())
               ? &entries_[static_cast<std::size_t>(row)]
               : nullptr;
}

// A timetable is changed where it is made.
void KeptDialog::choose() {
    if (const Entry* entry = selected(); entry && steps_) {
        name_->setText(entry->name);
        steps_->setText(entry->steps);
    }
    enable();
}

std::optional<Change> KeptDialog::added() const {
    const std::string name = name_ ? name_->text().trimmed().toStdString() : std::string();
    if (name.empty() || (steps_ && steps_->text().trimmed().isEmpty()))
        return std::nullopt;
    if (kind_ == Kind::roles)
        return GrantRole{name, kProjectRoles[role_->currentIndex()],
                         quota_->currentIndex() > 0 ? quota_->currentText().toStdString() : ""};
    if (kind_ == Kind::restorePoints)
        return CreateRestorePoint{name};
    SetTimetable set{name, {}};
    for (const QString& step : steps_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        set.steps.push_back(rows::readStep("steps", step.toStdString()));
    return set;
}

void KeptDialog::enable() {
    if (remove_ != nullptr)
        remove_->setEnabled(selected() != nullptr);
    if (add_ != nullptr)
        add_->setEnabled(added().has_value());
}

void KeptDialog::add() {
    if (const auto change = added())
        run(*change);
}

void KeptDialog::remove() {
    const Entry* entry = selected();
    if (entry == nullptr)
        return;
    if (kind_ == Kind::restorePoints) {
        const QString name = entry->name;
        accept();
        return emit restoreWanted(name);
    }
    // Whom it costs a run is told first.
    runner_.tryOut({entry->removal}, this,
                   [this, change = entry->removal, name = entry->name](const Effect& trial) {
                       if (!trial.hitsAnybody())
                           return run(change);
                       const QString question = kind_ == Kind::temporaryChanges ? tr("End %1 now?")
                                                : kind_ == Kind::timetables
                                                    ? tr("Delete %1?")
                                                    : tr("Revoke the role of %1?");
                       askFirst(question.arg(name) + QLatin1Char(' ') + hitsText(trial),
                                wordsOf(kind_).remove, [this, change] { run(change); });
                   });
}

void KeptDialog::run(const Change& change) {
    runner_.run({.change = change, .seen = seen_}, this,
                [this](const Result<CommandAnswer>& answer) {
                    if (mistake_ != nullptr)
                        mistake_->say(answer ? QString() : refusalText(answer.error()));
                    if (!answer)
                        return mistake_ == nullptr ? refuse(refusalText(answer.error())) : void();
                    if (name_ != nullptr)
                        name_->clear();
                    if (steps_ != nullptr)
                        steps_->clear();
                    markAsUntouched();
                    load();
                });
}

}  // namespace apportion::ui
