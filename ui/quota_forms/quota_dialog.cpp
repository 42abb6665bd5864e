// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/quota_dialog.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

#include "core/view/view.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/room_bar.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kQuotaDialogFieldWidth = 112;
constexpr int kNameWidth = 260;
constexpr OverQuota kQuotaDialogBeyond[] = {OverQuota::on, OverQuota::idleOnly, OverQuota::off};
constexpr QuotaPreset kPresets[] = {QuotaPreset::fairSurplus, QuotaPreset::fixedShare,
                                    QuotaPreset::idleOnly};
constexpr Queueing kQuotaDialogQueueing[] = {Queueing::roundRobin, Queueing::fifo,
                                             Queueing::balance, Queueing::intelligent};

QString capital(QString text) {
    return text.isEmpty() ? text : text.replace(0, 1, text.at(0).toUpper());
}

}  // namespace

QuotaDialog::QuotaDialog(SessionBridge& bridge, CommandRunner& runner, Mode mode,
                         const QString& parent, QWidget* window)
    : DialogFrame(mode, window), bridge_(bridge), runner_(runner), reads_(new SentenceBox) {
    draft_.parent = parent.toStdString();
    const View& view = *bridge.view();
    setHeading(parent.isEmpty() ? tr("New root quota") : tr("New child quota"));
    setDot(static_cast<int>(view.teams.size()));
    for (const QuotaRow& row : view.quotas)
        if (!parent.isEmpty() && row.name == draft_.parent) {
            const auto children =
                std::count_if(view.quotas.begin(), view.quotas.end(), [&](const QuotaRow& each) {
                    return each.parent == static_cast<int>(&row - view.quotas.data());
                });
            setHeading(tr("New child quota"),
                       tr("%1 · %2, %3", "a quota, its GPUs, how many children")
                           .arg(parent, gpusText(row.numbers.guaranteed),
                                tr("%Ln child(ren)", nullptr, static_cast<int>(children))));
            if (row.depth > 0)
                setDot(row.colour);
        }
    body()->setSpacing(12);
    buildPresets();
    buildFields();
    buildShare();
    buildUse();
    formLine_ = new MistakeLine;
    body()->addWidget(formLine_);
    body()->addWidget(reads_);
    body()->addStretch();
    for (NumberField* field :
         std::initializer_list<NumberField*>{rank_, guaranteed_, limit_, weight_, lend_})
        connect(field, &NumberField::readableChanged, this, &QuotaDialog::changed);
    addCancel();
    create_ = addPrimary(tr("Create"));
    create_->setEnabled(false);
    connect(create_, &QPushButton::clicked, this, &QuotaDialog::create);
    // Most keep the preset and type a name.
    name_->setFocus();
    bridge_.ask(bridge_.session().firstQuota(draft_.parent), this,
                [this](const std::optional<QuotaDraft>& first) {
                    ready_ = true;
                    if (first)
                        take(*first);
                    name_->selectAll();
                });
}

void QuotaDialog::buildPresets() {
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(tr("Start from"), Type::head));
    head->addStretch();
    head->addWidget(new TextLabel(tr("every field stays editable"), Type::second, Role::text2));
    body()->addLayout(head);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* group = new QWidget;
    group->setAccessibleName(tr("Start from"));
    row->setContentsMargins(0, 0, 0, 0);
    group->setLayout(row);
    const auto card = [&](const QString& title, const QString& sentence, Icon icon,
                          const QString& sets) {
        auto* made = new ChoiceCard(ChoiceCard::Mark::icon, title, sentence, icon, group);
        made->setToolTip(sets);
        row->addWidget(made, 1);
        const std::size_t index = cards_.size();
        connect(made, &QAbstractButton::clicked, this, [this, index] {
            QuotaDraft draft = draft_;
            usePreset(draft, kPresets[index]);
            take(draft);
        });
        cards_.push_back(made);
    };
    card(tr("Guaranteed + fair surplus"),
         tr("Its guarantee, and by rank and weight a part of what lies idle. Lends its own."),
         Icon::layers,
         tr("Sets: beyond the guarantee on, lends all, no limit of its own, weight as guaranteed"));
    card(tr("Fixed share, no borrowing"),
         tr("Its guarantee and never more; nobody borrows it. As most clouds do it."), Icon::lock,
         tr("Sets: beyond the guarantee off, lends 0, no limit of its own, weight as guaranteed"));
    card(tr("Idle capacity only"),
         tr("No guarantee: only work submitted as idle runs, on what others leave."), Icon::clock,
         tr("Sets: guaranteed 0, beyond the guarantee idle only, no limit of its own"));
    body()->addWidget(group);
}

// No quota has more than the pool.
int QuotaDialog::amountWidth() const {
    return std::max(kQuotaDialogFieldWidth, guaranteed_->widthFor(bridge_.view()->key.capacity));
}

void QuotaDialog::buildFields() {
    name_ = new QLineEdit;
    name_->setAccessibleName(tr("Name"));
    name_->setFixedWidth(kNameWidth);
    connect(name_, &QLineEdit::textEdited, this, &QuotaDialog::changed);
    QHBoxLayout* row = addFormRow(body(), tr("Name"), name_);
    workspace_ = new QComboBox;
    workspace_->setAccessibleName(tr("Workspace"));
    workspace_->setMinimumWidth(200);
    workspace_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(workspace_, &QComboBox::activated, this, &QuotaDialog::changed);
    addFormLabel(row, tr("Workspace"), workspace_);
    row->addStretch();
    nameLine_ = addMistakeLine(body());

    team_ = new QLineEdit;
    team_->setAccessibleName(tr("Shown as"));
    team_->setPlaceholderText(tr("its name"));
    team_->setFixedWidth(kNameWidth);
    connect(team_, &QLineEdit::textEdited, this, &QuotaDialog::changed);
    row = addFormRow(body(), tr("Shown as"), team_);
    rank_ = new NumberField(0);
    rank_->setAccessibleName(tr("Rank"));
    rank_->setRange(INT32_MIN, INT32_MAX);
    rank_->setFixedWidth(kQuotaDialogFieldWidth);
    connect(rank_, &NumberField::valueChanged, this, &QuotaDialog::changed);
    addFormLabel(row, tr("Rank"), rank_);
    addFormHint(row)->setText(tr("higher ranks are given surplus first"));
    row->addStretch();
    rankLine_ = addMistakeLine(body());

    if (draft_.parent.empty()) {
        nodes_ = new QComboBox;
        nodes_->setAccessibleName(tr("Nodes"));
        nodes_->setMinimumWidth(kNameWidth);
        connect(nodes_, &QComboBox::activated, this, &QuotaDialog::changed);
        row = addFormRow(body(), tr("Nodes"), nodes_);
        nodesHint_ = addFormHint(row);
        row->addStretch();
        nodesLine_ = addMistakeLine(body());
    }

    guaranteed_ = new AmountField(tr("Guaranteed"));
    guaranteed_->setFixedWidth(amountWidth());
    room_ = new RoomBar;
    connect(guaranteed_, &AmountField::edited, this, &QuotaDialog::changed);
    row = addFormRow(body(), tr("Guaranteed"), guaranteed_);
    row->addWidget(room_, 1);
    sizeLine_ = addMistakeLine(body());
}

void QuotaDialog::buildShare() {
    limit_ = new AmountField(tr("Limit"));
    weight_ = new AmountField(tr("Weight"), AmountField::Unit::whole);
    QHBoxLayout* row = addFormRow(body(), tr("Limit"), limit_);
    limitHint_ = addFormHint(row);
    addFormLabel(row, tr("Weight"), weight_);
    weightHint_ = addFormHint(row);
    row->addStretch();
    limitLine_ = addMistakeLine(body());

    beyond_ = new Segmented(tr("Beyond the guarantee"));
    beyond_->addSegment(tr("On"));
    beyond_->addSegment(tr("Idle only"));
    beyond_->addSegment(tr("Off"));
    connect(beyond_, &Segmented::currentChanged, this, &QuotaDialog::changed);
    lend_ = new AmountField(tr("Lends"));
    row = addFormRow(body(), tr("Beyond the guarantee"), beyond_);
    addFormLabel(row, tr("Lends"), lend_);
    lendHint_ = addFormHint(row);
    row->addStretch();
    lendLine_ = addMistakeLine(body());
    for (AmountField* field : {limit_, weight_, lend_}) {
        field->setAutomatic(0);
        field->setFixedWidth(amountWidth());
        connect(field, &AmountField::edited, this, &QuotaDialog::changed);
    }
}

void QuotaDialog::buildUse() {
    queueing_ = new QComboBox;
    queueing_->setAccessibleName(tr("Queueing"));
    for (const Queueing each : kQuotaDialogQueueing)
        queueing_->addItem(capital(queueingText(each)));
    connect(queueing_, &QComboBox::activated, this, &QuotaDialog::changed);
    QHBoxLayout* row = addFormRow(body(), tr("Queueing"), queueing_);
    const auto policy = [&](const QString& text, Icon which) {
        auto* button = new QPushButton(icon(which), text);
        button->setCheckable(true);
        button->setAutoDefault(false);
        connect(button, &QPushButton::toggled, this, [this] {
            const bool any = self_->isChecked() || child_->isChecked();
            policyHint_->setText(any ? tr("asked once it is created") : tr("both off"));
        });
        return button;
    };
    self_ = policy(tr("Self-level…"), Icon::cycle);
    child_ = policy(tr("Child-level…"), Icon::tree);
    addFormLabel(row, tr("Preemption"), self_);
    row->addWidget(child_);
    policyHint_ = addFormHint(row);
    policyHint_->setText(tr("both off"));
    row->addStretch();
}

void QuotaDialog::take(const QuotaDraft& draft) {
    draft_ = draft;
    fillFields();
    ask();
}

void QuotaDialog::changed() {
    if (filling_)
        return;
    readFields();
    ask();
}

void QuotaDialog::readFields() {
    draft_.name = name_->text().trimmed().toStdString();
    draft_.policy.team = team_->text().trimmed().toStdString();
    draft_.policy.rank = static_cast<int>(rank_->value());
    draft_.workspace = workspace_->currentData().toString().toStdString();
    if (nodes_ && nodes_->currentIndex() >= 0)
        draft_.policy.nodes = selectors_[static_cast<std::size_t>(nodes_->currentIndex())];
    draft_.guaranteed = guaranteed_->amount().value_or(0);
    draft_.policy.limit.gpu = limit_->amount();
    const auto weight = weight_->amount();
    draft_.policy.weight = weight ? std::optional(*weight / kOneGpu) : std::nullopt;
    draft_.policy.lend = lend_->amount();
    draft_.policy.overQuota = kQuotaDialogBeyond[beyond_->currentIndex()];
    draft_.policy.queueing = kQuotaDialogQueueing[queueing_->currentIndex()];
}

void QuotaDialog::fillFields() {
    filling_ = true;
    if (name_->text().trimmed().toStdString() != draft_.name)
        name_->setText(qt(draft_.name));
    if (team_->text().trimmed().toStdString() != draft_.policy.team)
        team_->setText(qt(draft_.policy.team));
    rank_->setValue(draft_.policy.rank);
    guaranteed_->setAmount(draft_.guaranteed);
    lend_->setAutomatic(draft_.guaranteed);
    limit_->setAmount(draft_.policy.limit.gpu);
    weight_->setAutomatic(draft_.guaranteed);
    weight_->setAmount(draft_.policy.weight ? std::optional(*draft_.policy.weight * kOneGpu)
                                            : std::nullopt);
    lend_->setAmount(draft_.policy.lend);
    beyond_->setCurrentIndex(
        static_cast<int>(std::find(std::begin(kQuotaDialogBeyond), std::end(kQuotaDialogBeyond),
                                   draft_.policy.overQuota) -
                         kQuotaDialogBeyond));
    queueing_->setCurrentIndex(
        static_cast<int>(std::find(std::begin(kQuotaDialogQueueing), std::end(kQuotaDialogQueueing),
                                   draft_.policy.queueing) -
                         kQuotaDialogQueueing));
    filling_ = false;
}

// Each at its field.
void QuotaDialog::sayUnread() {
    const std::pair<const NumberField*, MistakeLine*> places[] = {{rank_, rankLine_},
                                                                  {guaranteed_, sizeLine_},
                                                                  {limit_, limitLine_},
                                                                  {weight_, limitLine_},
                                                                  {lend_, lendLine_}};
    std::map<MistakeLine*, QStringList> said;
    for (const auto& [field, line] : places)
        if (!field->isReadable())
            said[line] << field->mistake();
    for (auto& [line, sentences] : said) {
        sentences.removeAll(QString());
        line->say(sentences.join(QLatin1Char('\n')), {});
    }
}

void QuotaDialog::ask() {
    const int number = ++asked_;
    if (!NumberField::allReadable(*this)) {
        answered_ = number;
        create_->setEnabled(false);
        sayUnread();
        reads_->read(unreadText());
        if (!guaranteed_->isReadable())
            room_->setUnknown();
        for (const auto& [field, hint] : {std::pair<NumberField*, TextLabel*>{limit_, limitHint_},
                                          {weight_, weightHint_},
                                          {lend_, lendHint_}})
            if (!field->isReadable() || !guaranteed_->isReadable())
                hint->setText({});
        const int wrong = NumberField::countWrong(*this);
        return setConsequence(
            wrong == 0 ? QString()
                       : tr("%Ln problem(s) to mend before it can be created", nullptr, wrong),
            Tone::err);
    }
    bridge_.ask(bridge_.session().checkQuota(draft_), this,
                [this, number](const std::optional<QuotaDraftCheck>& check) {
                    if (check && number == asked_)
                        showCheck(*check);
                    if (check && number == asked_ && check->problems.empty())
                        return tryOut(number);
                    answered_ = std::max(answered_, number);
                });
}

void QuotaDialog::tryOut(int number) {
    runner_.tryOut({addOf(draft_)}, this, [this, number](const Effect& trial) {
        answered_ = std::max(answered_, number);
        if (number == asked_ && trial.touchesOthers())
            setConsequence(consequence() + QStringLiteral(" · ") + trialSentence(trial),
                           trial.hitsAnybody() ? Tone::warn : Tone::neutral);
    });
}

void QuotaDialog::create() {
    clearRefusal();
    runner_.run({addOf(draft_)}, this, [this](const Result<CommandAnswer>& answer) {
        if (!answer) {
            refuse(refusalText(answer.error()));
            ask();
            return;
        }
        const QString name = qt(draft_.name);
        const bool self = self_->isChecked();
        const bool child = child_->isChecked();
        accept();
        emit created(name);
        if (child)
            emit policyWanted(name, false);
        if (self)
            emit policyWanted(name, true);
    });
}

}  // namespace apportion::ui
