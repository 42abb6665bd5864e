// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/quota_sheet.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>
#include <variant>

#include <QBoxLayout>
#include <QPushButton>

#include "core/view/view.h"
#include "ui/bold_message.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/quota_forms/effect_pane.h"
#include "ui/quota_forms/quota_fields.h"
#include "ui/texts.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kSheetWidth = 1060;
constexpr int kRefusalLine = 34;
constexpr auto kWaitSoon = std::chrono::milliseconds(400);
constexpr QuotaPreset kPresets[] = {QuotaPreset::fairSurplus, QuotaPreset::fixedShare,
                                    QuotaPreset::idleOnly};

std::vector<QuotaRow> rowsOf(const View& view, const QStringList& quotas) {
    std::vector<QuotaRow> rows;
    for (const QuotaRow& row : view.quotas)
        if (quotas.contains(qt(row.name)))
            rows.push_back(row);
    return rows;
}

QuotaDraft newDraft(const QString& parent) {
    QuotaDraft draft;
    draft.parent = parent.toStdString();
    return draft;
}

std::vector<QuotaDraft> draftsOf(const View& view, const std::vector<QuotaRow>& rows) {
    std::vector<QuotaDraft> drafts;
    drafts.reserve(rows.size());
    for (const QuotaRow& row : rows)
        drafts.push_back(draftOf(
            row.name,
            row.parent < 0 ? std::string() : view.quotas[static_cast<std::size_t>(row.parent)].name,
            row.numbers.guaranteed, row.policy));
    return drafts;
}

// Of several the first, which stands for all where they are the same.
QuotaDraft sheetOf(const View& view, const std::vector<QuotaRow>& rows) {
    QuotaDraft draft = draftsOf(view, rows).front();
    draft.edits.clear();
    for (const QuotaRow& row : rows)
        draft.edits.push_back(row.name);
    return draft;
}

ScaleTargets scaleOf(const QuotaDraft& draft) {
    ScaleTargets targets{{draft.edits.front(), draft.guaranteed}};
    if (draft.give)
        targets.push_back(*draft.give);
    return targets;
}

bool limitsMoreThanGpus(const QuotaRow& row) {
    return row.policy.limit.cpu || row.policy.limit.memory;
}

}  // namespace

QuotaSheet::QuotaSheet(SessionBridge& bridge, CommandRunner& runner, Mode mode,
                       const QString& parent, QWidget* window)
    : QuotaSheet(bridge, runner, mode, newDraft(parent), {}, window) {
    // Most keep the preset and type a name.
    fields_->focusOn(QuotaField::name);
    bridge_.ask(bridge_.session().firstQuota(draft_.parent), this,
                [this](const std::optional<QuotaDraft>& first) {
                    ready_ = true;
                    if (first)
                        take(*first);
                    fields_->focusOn(QuotaField::name);
                });
}

QuotaSheet::QuotaSheet(SessionBridge& bridge, CommandRunner& runner, Mode mode,
                       const QStringList& quotas, QWidget* window)
    : QuotaSheet(bridge, runner, mode, sheetOf(*bridge.view(), rowsOf(*bridge.view(), quotas)),
                 rowsOf(*bridge.view(), quotas), window) {
    ready_ = true;
    if (rows_.size() == 1)
        fields_->showTies(*bridge.view(), rows_.front());
    else if (std::any_of(rows_.begin(), rows_.end(), limitsMoreThanGpus))
        fields_->lockLimit(
            tr("Some quotas also limit CPU or memory. Set their limits one by one."));
    take(draft_);
    fields_->focusOn(QuotaField::guaranteed);
}

QuotaSheet::QuotaSheet(SessionBridge& bridge, CommandRunner& runner, Mode mode, QuotaDraft draft,
                       std::vector<QuotaRow> rows, QWidget* window)
    : DialogFrame(mode, window),
      bridge_(bridge),
      runner_(runner),
      draft_(std::move(draft)),
      rows_(std::move(rows)),
      before_(draftsOf(*bridge.view(), rows_)),
      fields_(new QuotaFields(draft_)),
      effect_(new EffectPane),
      mistake_(new MistakeLine),
      reads_(new SentenceBox) {
    setOpeningWidth(kSheetWidth);
    body()->setSpacing(12);
    if (isNew()) {
        headNew();
        buildPresets();
    } else {
        headEdit(*bridge.view());
    }
    auto* columns = new QHBoxLayout;
    columns->setSpacing(20);
    columns->addWidget(fields_, 1);
    columns->addWidget(effect_);
    body()->addLayout(columns, 1);
    // In sight, however far one has scrolled.
    auto* outcome = new QWidget;
    auto* told = new QVBoxLayout(outcome);
    told->setContentsMargins(0, 0, 0, 0);
    told->addWidget(mistake_);
    told->addWidget(reads_);
    // What a trial refuses has its line before it is told.
    if (!isNew())
        outcome->setMinimumHeight(controlHeight(kRefusalLine));
    reads_->setVisible(isNew());
    setOutcome(outcome);
    connect(fields_, &QuotaFields::edited, this, &QuotaSheet::edited);
    connect(fields_, &QuotaFields::setBackWanted, this, &QuotaSheet::setBack);
    connect(fields_, &QuotaFields::placeEdited, this, [this] {
        draft_ = fields_->read(draft_);
        ask();
    });
    connect(fields_, &QuotaFields::policyWanted, this,
            [this](bool self) { emit policyWanted(qt(draft_.edits.front()), self); });
    connect(fields_, &QuotaFields::workspaceWanted, this, &QuotaSheet::workspaceWanted);
    connect(effect_, &EffectPane::giveWanted, this, [this](const QString& quota, Gpu guaranteed) {
        draft_.give.emplace(quota.toStdString(), guaranteed);
        ask();
    });
    waitSoon_.setSingleShot(true);
    waitSoon_.setInterval(kWaitSoon);
    connect(&waitSoon_, &QTimer::timeout, this, &QuotaSheet::askWait);
    connect(&bridge_, &SessionBridge::changed, this,
            [this, seen = bridge_.view()->document.revision](const ViewPtr& now) mutable {
                if (std::exchange(seen, now->document.revision) != now->document.revision)
                    ask();
            });
    addCancel();
    apply_ = addPrimary(isNew() ? tr("Create") : tr("Apply"));
    apply_->setEnabled(false);
    connect(apply_, &QPushButton::clicked, this, &QuotaSheet::apply);
}

void QuotaSheet::headNew() {
    const View& view = *bridge_.view();
    const QString parent = qt(draft_.parent);
    setHeading(parent.isEmpty() ? tr("New root quota") : tr("New child quota"));
    setDot(static_cast<int>(view.teams.size()));
    for (const QuotaRow& row : view.quotas) {
        if (parent.isEmpty() || row.name != draft_.parent)
            continue;
        const auto at = static_cast<int>(&row - view.quotas.data());
        const auto children =
            std::count_if(view.quotas.begin(), view.quotas.end(),
                          [at](const QuotaRow& each) { return each.parent == at; });
        setHeading(tr("New child quota"),
                   tr("%1 · %2, %3", "a quota, its GPUs, how many children")
                       .arg(parent, gpusText(row.numbers.guaranteed),
                            tr("%Ln child(ren)", nullptr, static_cast<int>(children))));
        if (row.depth > 0)
            setDot(row.colour);
    }
}

void QuotaSheet::headEdit(const View& view) {
    if (rows_.size() != 1) {
        const int count = static_cast<int>(rows_.size());
        return setHeading(tr("Edit %Ln quota(s)", nullptr, count),
                          tr("Only the fields that you change are set, for all of them."));
    }
    const QuotaRow& row = rows_.front();
    setDot(row.colour);
    if (row.parent < 0)
        return setHeading(tr("Edit quota"), tr("%1 · a root").arg(qt(row.name)));
    const QuotaRow& above = view.quotas[static_cast<std::size_t>(row.parent)];
    setHeading(tr("Edit quota"),
               tr("%1 · child of %2 · %3", "a quota, the one above it, the GPUs of that")
                   .arg(qt(row.name), qt(above.name), gpusText(above.numbers.guaranteed)));
}

void QuotaSheet::buildPresets() {
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(tr("Start from"), Type::head));
    head->addStretch();
    head->addWidget(new TextLabel(tr("every field stays editable"), Type::second, Role::text2));
    body()->addLayout(head);
    auto* group = new QWidget;
    group->setAccessibleName(tr("Start from"));
    auto* row = new QHBoxLayout(group);
    row->setSpacing(8);
    row->setContentsMargins(0, 0, 0, 0);
    const auto chip = [&](const QString& title, const QString& sentence, const QString& sets) {
        auto* made = new Chip(title, group);
        made->setToolTip(sets);
        made->setAccessibleDescription(sentence);
        row->addWidget(made);
        const std::size_t index = presets_.size();
        connect(made, &QAbstractButton::clicked, this, [this, index] {
            QuotaDraft draft = draft_;
            usePreset(draft, kPresets[index]);
            take(draft);
        });
        presets_.push_back(made);
    };
    chip(tr("Guarantee and fair surplus"),
         tr("Its guarantee, and by rank and weight a part of the surplus. Lends idle GPUs."),
         tr("Sets: borrowing on, lends all idle GPUs, no limit, weight as guaranteed"));
    chip(tr("Fixed size, no borrowing"), tr("Exactly its guarantee. No borrowing, no lending."),
         tr("Sets: borrowing off, lends 0, no limit, weight as guaranteed"));
    chip(tr("Background only"),
         tr("No guarantee: only background workloads run, on GPUs that nobody else needs."),
         tr("Sets: guarantee 0, borrowing background only, no limit"));
    row->addStretch();
    body()->addWidget(group);
    preset_ = new TextLabel({}, Type::second, Role::text2);
    body()->addWidget(preset_);
}

void QuotaSheet::focusOn(QuotaField field) {
    fields_->focusOn(field);
}

std::vector<QuotaField> QuotaSheet::changed() const {
    return rows_.size() > 1 ? changedFields(before_, draft_, touched_)
                            : changedFields(before_, draft_);
}

std::vector<Change> QuotaSheet::changes() const {
    return isNew() ? std::vector<Change>{addOf(draft_)} : editsOf(draft_, changed());
}

// What would change nothing is dropped without a question.
QByteArray QuotaSheet::content() const {
    const bool changes = isNew() || !changed().empty() || !NumberField::allReadable(*this);
    return changes ? DialogFrame::content() : QByteArray();
}

std::vector<QuotaField> QuotaSheet::mixed() const {
    return rows_.size() > 1 ? changedFields(before_, before_.front()) : std::vector<QuotaField>();
}

void QuotaSheet::showMixed() {
    if (rows_.size() < 2)
        return;
    std::vector<QuotaField> untouched = mixed();
    std::erase_if(untouched, [this](QuotaField field) {
        return std::find(touched_.begin(), touched_.end(), field) != touched_.end();
    });
    fields_->setMixed(untouched);
}

void QuotaSheet::take(const QuotaDraft& draft) {
    draft_ = draft;
    showMixed();
    fields_->fill(draft_);
    ask();
}

void QuotaSheet::edited(QuotaField field) {
    std::erase(touched_, field);
    if (!fields_->isLeftAlone(field))
        touched_.push_back(field);
    showMixed();
    draft_ = fields_->read(draft_);
    // It was made for the size of before.
    if (field == QuotaField::guaranteed)
        draft_.give.reset();
    ask();
}

void QuotaSheet::setBack(QuotaField field) {
    std::erase(touched_, field);
    QuotaDraft draft = draft_;
    setField(draft, field, before_.front());
    if (field == QuotaField::guaranteed)
        draft.give.reset();
    take(draft);
    fields_->focusOn(field);
}

void QuotaSheet::ask() {
    const int number = ++asked_;
    waitSoon_.stop();
    fields_->clearMistakes();
    mistake_->clear();
    if (!isNew())
        fields_->showChanges(before_, changed(), mixed());
    if (!NumberField::allReadable(*this)) {
        answered_ = number;
        fields_->sayUnread();
        reads_->read(tr("The effect is shown once the problems are fixed."));
        effect_->say(tr("The effect is shown once every field can be read."));
        return showFooter(NumberField::countWrong(*this));
    }
    if (rows_.size() > 1)
        return tryOut(number);
    bridge_.ask(bridge_.session().checkQuota(draft_), this,
                [this, number](const std::optional<QuotaDraftCheck>& check) {
                    if (number != asked_)
                        return;
                    if (check)
                        showCheck(*check);
                    if (check && check->problems.empty())
                        return tryOut(number);
                    answered_ = number;
                    effect_->say(tr("The effect is shown once the problems are fixed."));
                });
}

void QuotaSheet::showCheck(const QuotaDraftCheck& check) {
    showPreset();
    fields_->showCheck(draft_, check, *bridge_.view());
    draft_ = fields_->read(draft_);
    showProblems(check);
    RichText sentences;
    for (const Message& sentence : check.sentences) {
        std::vector<std::string_view> names;
        for (const Argument& argument : sentence.arguments)
            names.push_back(argument.name);
        sentences += sentences.isEmpty() ? RichText() : RichText(QStringLiteral(" "));
        sentences += boldMessage(sentence, names);
    }
    reads_->read(sentences.isEmpty()
                     ? RichText(tr("The effect is shown once the problems are fixed."))
                     : sentences);
}

void QuotaSheet::showPreset() {
    const auto preset = presetOf(draft_);
    QString sentence = tr("The fields have other values than every preset.");
    for (std::size_t i = 0; i < presets_.size(); ++i) {
        const bool chosen = preset && kPresets[i] == *preset;
        presets_[i]->setChecked(chosen);
        if (chosen)
            sentence = presets_[i]->accessibleDescription();
    }
    if (preset_ != nullptr)
        preset_->setText(sentence);
}

// Of several at one place each is told, in a line of its own.
void QuotaSheet::showProblems(const QuotaDraftCheck& check) {
    using Place = QuotaDraftProblem::Place;
    struct Said {
        QStringList sentences;
        std::vector<Mend> mends;
    };
    std::map<QuotaField, Said> said;
    Said rest;
    for (const QuotaDraftProblem& each : check.problems) {
        const bool ofForm = each.place == Place::form || each.place == Place::workspace ||
                            each.place == Place::nodes;
        Said& to = ofForm ? rest : said[QuotaFields::fieldOf(each.place)];
        for (const QuotaRepair& repair : each.repairs)
            to.mends.push_back({repairText(repair), [this, draft = repair.draft] { take(draft); }});
        const bool alone = each.repairs.empty() && !remedyText(each.message).isEmpty();
        to.sentences << (alone ? refusalText({Problem{{}, {}, 0, 0, each.message}})
                               : messageText(each.message));
    }
    for (auto& [field, each] : said)
        fields_->say(field, each.sentences.join(QLatin1Char('\n')), std::move(each.mends));
    mistake_->say(rest.sentences.join(QLatin1Char('\n')), std::move(rest.mends));
    showFooter(static_cast<int>(check.problems.size()));
    if (isNew() && check.problems.empty()) {
        const QString left = gpusText(check.room.unassigned() - check.room.wanted);
        setConsequence(draft_.parent.empty()
                           ? tr("%1 of its nodes stay unassigned").arg(left)
                           : tr("%1 keeps %2 unassigned").arg(qt(draft_.parent), left));
    }
}

QString QuotaSheet::repairText(const QuotaRepair& repair) const {
    using Kind = QuotaRepair::Kind;
    switch (repair.kind) {
        case Kind::takeFrom:
            return tr("Take %1 from %2").arg(gpuNumber(repair.gpu), qt(repair.subject));
        case Kind::guarantee:
            return tr("Guarantee %1").arg(gpuNumber(repair.draft.guaranteed));
        case Kind::limit:
            return tr("Limit to %1").arg(gpuNumber(repair.gpu));
        case Kind::lend:
            return tr("Lend %1").arg(gpuNumber(repair.gpu));
        case Kind::name:
            return tr("Call it %1").arg(qt(repair.subject));
        case Kind::giveBack:
            return tr("No sibling");
        case Kind::sameNodes:
            return tr("Use the nodes of %1").arg(qt(repair.subject));
        case Kind::wait:
            return tr("Wait until workloads end");
    }
    return {};
}

// The name touches no work.
void QuotaSheet::tryOut(int number) {
    const std::vector<Change> all = changes();
    if (all.empty()) {
        answered_ = number;
        effect_->say(tr("The effect is shown once a field changes."));
        return showFooter(0);
    }
    std::vector<CommandRequest> tried;
    for (const Change& change : all)
        if (tried.empty() || !std::holds_alternative<RenameQuota>(change))
            tried.push_back({change});
    bridge_.ask(bridge_.session().tryCommand(std::move(tried)), this,
                [this, number](const std::optional<Effect>& trial) {
                    if (number != asked_)
                        return;
                    answered_ = number;
                    tell(trial.value_or(Effect()));
                });
}

// Looked ahead once nobody types; the trial of a scale has it, which knows sizes alone.
void QuotaSheet::askWait() {
    const int number = asked_;
    bridge_.ask(bridge_.session().draftScale({scaleOf(draft_), draft_.mode}), this,
                [this, number](const std::optional<Effect>& trial) {
                    if (number != asked_)
                        return;
                    std::optional<ScaleWait> wait;
                    if (trial && trial->outlook)
                        for (const ScaleWait& each : trial->outlook->waits)
                            if (each.quota == draft_.edits.front() && !each.ownPart)
                                wait = each;
                    effect_->showWait(wait);
                });
}

void QuotaSheet::tell(const Effect& trial) {
    const auto refused = std::find_if(trial.refusals.begin(), trial.refusals.end(),
                                      [](const Problems& each) { return !each.empty(); });
    if (!trial.refusal.empty() || refused != trial.refusals.end()) {
        mistake_->say(refusalText(trial.refusal.empty() ? *refused : trial.refusal));
        effect_->say(tr("The effect is shown once the problems are fixed."));
        return showFooter(1);
    }
    effect_->showEffect(*bridge_.view(), draft_, trial);
    if (rows_.size() == 1 && changed() == std::vector{QuotaField::guaranteed})
        waitSoon_.start();
    if (isNew())
        apply_->setEnabled(true);
    else
        showFooter(0);
}

void QuotaSheet::showFooter(int problems) {
    const std::vector<QuotaField> fields = changed();
    const int count = static_cast<int>(fields.size()) + (draft_.give ? 1 : 0);
    const bool readable = NumberField::allReadable(*this);
    apply_->setEnabled(problems == 0 && readable && (isNew() || count > 0));
    if (!isNew())
        apply_->setText(count == 0 ? tr("Apply") : tr("Apply %Ln change(s)", nullptr, count));
    if (problems > 0 || !readable)
        return setConsequence(
            problems == 0 ? QString()
            : isNew()     ? tr("%Ln problem(s) to fix before it can be created", nullptr, problems)
                          : tr("%Ln problem(s) to fix first", nullptr, problems),
            Tone::err);
    if (isNew())
        return;
    if (count == 0)
        return setConsequence(tr("No field has changed."));
    const QString what = tr("%Ln field(s) change", nullptr, count);
    const int steps = static_cast<int>(editsOf(draft_, fields).size());
    setConsequence(steps > 1
                       ? tr("%1, in %Ln step(s). You can undo each.", nullptr, steps).arg(what)
                       : tr("%1, in one step. You can undo this change.").arg(what));
}

void QuotaSheet::apply() {
    clearRefusal();
    apply_->setEnabled(false);
    applyFrom(0, changes(), {});
}

// What it has written itself is nothing that others changed since.
void QuotaSheet::applyFrom(std::size_t first, const std::vector<Change>& all,
                           std::optional<Revision> seen) {
    runner_.run({.change = all[first], .seen = seen}, this,
                [this, first, all](const Result<CommandAnswer>& answer) {
                    if (!answer) {
                        const QString why = refusalText(answer.error());
                        ask();
                        return refuse(why);
                    }
                    if (first + 1 < all.size())
                        return applyFrom(
                            first + 1, all,
                            answer->entry ? std::optional(answer->entry->n) : std::nullopt);
                    done();
                });
}

void QuotaSheet::done() {
    const int count = static_cast<int>(changed().size());
    accept();
    if (!isNew()) {
        if (draft_.edits.size() == 1 && draft_.name != draft_.edits.front())
            emit renamed(qt(draft_.edits.front()), qt(draft_.name));
        return emit applied(count);
    }
    const QString name = qt(draft_.name);
    emit created(name);
    if (fields_->isChildAsked())
        emit policyWanted(name, false);
    if (fields_->isSelfAsked())
        emit policyWanted(name, true);
}

}  // namespace apportion::ui
