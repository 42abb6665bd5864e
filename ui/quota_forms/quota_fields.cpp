// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/quota_fields.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/priorities_text.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/room_bar.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kAmountWidth = 112;
constexpr int kNameFieldWidth = 168;
constexpr int kWasGap = 8;
constexpr int kMostWas = 110;                    // of what a field was: a long name is cut
constexpr Gpu kUsualBudget = 100'000 * kOneGpu;  // hours that have room
constexpr int kMostRuntimeMinutes = 1'000'000;
constexpr OverQuota kBorrowing[] = {OverQuota::on, OverQuota::idleOnly, OverQuota::off};
constexpr Queueing kSchedulingPolicies[] = {Queueing::roundRobin, Queueing::fifo, Queueing::balance,
                                            Queueing::intelligent};
constexpr BudgetPeriod kPeriods[] = {BudgetPeriod::week, BudgetPeriod::month,
                                     BudgetPeriod::quarter};
constexpr ScaleMode kModes[] = {ScaleMode::refuse, ScaleMode::drain, ScaleMode::reclaim};

template <typename T, std::size_t n>
int indexIn(const T (&all)[n], T one) {
    return static_cast<int>(std::find(std::begin(all), std::end(all), one) - std::begin(all));
}

QString capital(QString text) {
    return text.isEmpty() ? text : text.replace(0, 1, text.at(0).toUpper());
}

QString borrowingText(OverQuota borrowing) {
    return borrowing == OverQuota::on    ? QuotaFields::tr("On")
           : borrowing == OverQuota::off ? QuotaFields::tr("Off")
                                         : QuotaFields::tr("Background only");
}

QString budgetText(const Budget& budget) {
    const QString hours = gpuNumber(budget.gpuHours);
    return budget.period == BudgetPeriod::week ? QuotaFields::tr("%1 GPU h a week").arg(hours)
           : budget.period == BudgetPeriod::month
               ? QuotaFields::tr("%1 GPU h a month").arg(hours)
               : QuotaFields::tr("%1 GPU h a quarter").arg(hours);
}

}  // namespace

QString mixedText() {
    return QuotaFields::tr("mixed", "values of several quotas");
}

QString fieldText(QuotaField field, const QuotaDraft& draft) {
    const QuotaPolicy& policy = draft.policy;
    switch (field) {
        case QuotaField::name:
            return qt(draft.name);
        case QuotaField::team:
            return policy.team.empty() ? QuotaFields::tr("its name") : qt(policy.team);
        case QuotaField::guaranteed:
            return gpuNumber(draft.guaranteed);
        case QuotaField::limit:
            return policy.limit.gpu ? gpuNumber(*policy.limit.gpu) : QuotaFields::tr("none");
        case QuotaField::weight:
            return policy.weight ? QLocale().toString(static_cast<qlonglong>(*policy.weight))
                                 : QuotaFields::tr("as guaranteed");
        case QuotaField::overQuota:
            return borrowingText(policy.overQuota);
        case QuotaField::rank:
            return QLocale().toString(policy.rank);
        case QuotaField::lend:
            return policy.lend ? gpuNumber(*policy.lend) : QuotaFields::tr("all idle GPUs");
        case QuotaField::queueing:
            return queueingText(policy.queueing);
        case QuotaField::minRuntime:
            return policy.minRuntime ? TimeText::duration(*policy.minRuntime)
                                     : QuotaFields::tr("as the pool");
        case QuotaField::budget:
            return policy.budget ? budgetText(*policy.budget)
                                 : QuotaFields::tr("none", "no budget");
    }
    return {};
}

void QuotaFields::mark(QWidget* field, const char* as, bool on) {
    if (field->property(as).toBool() == on)
        return;
    field->setProperty(as, on);
    field->update();
}

QuotaFields::QuotaFields(const QuotaDraft& draft, QWidget* parent)
    : QWidget(parent), quotas_(draft.edits.size()), form_(new QVBoxLayout(this)) {
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setSpacing(8);
    if (quotas_ < 2)
        buildIdentity(draft);
    buildGpus();
    buildQueue();
    if (quotas_ < 2)
        buildPolicies();
    form_->addStretch();
    for (const auto& [id, part] : parts_) {
        const QuotaField field = id;
        const auto tell = [this, field] {
            if (!filling_)
                emit edited(field);
        };
        if (auto* line = qobject_cast<QLineEdit*>(part.field))
            connect(line, &QLineEdit::textEdited, this, tell);
        else if (auto* box = qobject_cast<QComboBox*>(part.field))
            connect(box, &QComboBox::activated, this, tell);
        else if (auto* choice = qobject_cast<Segmented*>(part.field))
            connect(choice, &Segmented::currentChanged, this, tell);
        else if (auto* amount = qobject_cast<AmountField*>(part.field))
            connect(amount, &AmountField::edited, this, tell);
        else if (auto* number = qobject_cast<NumberField*>(part.field))
            connect(number, &NumberField::valueChanged, this, tell);
        if (auto* number = qobject_cast<NumberField*>(part.field))
            connect(number, &NumberField::readableChanged, this, tell);
    }
}

AmountField* QuotaFields::amount(QuotaField id) const {
    return static_cast<AmountField*>(parts_.at(id).field);
}

NumberField* QuotaFields::number(QuotaField id) const {
    return static_cast<NumberField*>(parts_.at(id).field);
}

void QuotaFields::addGroup(const QString& title) {
    if (form_->count() > 0)
        form_->addSpacing(4);
    form_->addWidget(new TextLabel(title, Type::head));
}

void QuotaFields::addWas(QHBoxLayout* row, QuotaField id, QWidget* field, bool hinted) {
    Part part;
    part.field = field;
    if (!isNew()) {
        part.was = new QPushButton(this);
        part.was->setProperty("kind", "quiet");
        part.was->setProperty("compact", true);
        part.was->setAutoDefault(false);
        // Right after the field: who types, goes on by Tab and presses Enter keeps what was typed.
        part.was->setProperty("spaceAlone", true);
        part.was->setToolTip(tr("Sets it back"));
        part.was->hide();
        connect(part.was, &QPushButton::clicked, this, [this, id] { emit setBackWanted(id); });
        row->addWidget(part.was);
    }
    if (hinted)
        part.hint = addFormHint(row);
    parts_[id] = part;
}

QHBoxLayout* QuotaFields::addRow(const QString& label, QuotaField id, QWidget* field, bool hinted) {
    field->setAccessibleName(label);
    QHBoxLayout* row = addFormRow(form_, label, field);
    addWas(row, id, field, hinted);
    return row;
}

void QuotaFields::addBeside(QHBoxLayout* row, const QString& label, QuotaField id, QWidget* field,
                            bool hinted) {
    field->setAccessibleName(label);
    addSecond(row, label, field);
    addWas(row, id, field, hinted);
}

// All before it in a cell: second labels stand below each other, and what a field was takes the
// room of its hint.
void QuotaFields::addSecond(QHBoxLayout* row, const QString& label, QWidget* field) {
    auto* half = new QWidget(this);
    auto* cell = new QHBoxLayout(half);
    cell->setContentsMargins(0, 0, 0, 0);
    cell->setSpacing(row->spacing());
    while (row->count() > 1) {
        const std::unique_ptr<QLayoutItem> item(row->takeAt(1));
        cell->addWidget(item->widget());
    }
    cell->addStretch();
    row->addWidget(half);
    halves_.push_back(half);
    addFormLabel(row, label, field);
    seconds_.push_back(row->itemAt(row->indexOf(field) - 1)->widget());
}

// None gets narrower than it was, and what a field was has its room from the first.
void QuotaFields::alignHalves() {
    int room = 0;
    for (const auto& [id, part] : parts_)
        if (part.was != nullptr &&
            std::find(halves_.begin(), halves_.end(), part.field->parentWidget()) != halves_.end())
            room = std::max(room,
                            std::max(part.field->minimumWidth(), part.field->sizeHint().width()) +
                                kWasGap + std::min(part.was->sizeHint().width(), kMostWas));
    for (const auto* column : {&halves_, &seconds_}) {
        int width = column == &halves_ ? room : 0;
        for (const QWidget* part : *column)
            width = std::max({width, part->minimumWidth(), part->sizeHint().width()});
        for (QWidget* part : *column)
            part->setMinimumWidth(width);
    }
}

void QuotaFields::endRow(QHBoxLayout* row, std::initializer_list<QuotaField> ids) {
    row->addStretch();
    auto* line = new MistakeLine(this);
    line->lieBelow(parts_[*ids.begin()].field);
    for (const QuotaField id : ids)
        parts_[id].line = line;
}

void QuotaFields::buildIdentity(const QuotaDraft& draft) {
    addGroup(tr("Identity"));
    auto* name = new QLineEdit;
    auto* team = new QLineEdit;
    for (QLineEdit* field : {name, team})
        field->setFixedWidth(kNameFieldWidth);
    team->setPlaceholderText(tr("its name"));
    QHBoxLayout* row = addRow(tr("Name"), QuotaField::name, name);
    addBeside(row, tr("Team"), QuotaField::team, team);
    endRow(row, {QuotaField::name, QuotaField::team});
    if (!isNew()) {
        ties_ = addFormRow(form_, tr("Workspaces"));
        return;
    }
    workspace_ = new QComboBox;
    workspace_->setAccessibleName(tr("Workspace"));
    workspace_->setMinimumWidth(kNameFieldWidth);
    workspace_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(workspace_, &QComboBox::activated, this, &QuotaFields::placeEdited);
    row = addFormRow(form_, tr("Workspace"), workspace_);
    if (draft.parent.empty()) {
        nodes_ = new QComboBox;
        nodes_->setAccessibleName(tr("Nodes"));
        nodes_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(nodes_, &QComboBox::activated, this, &QuotaFields::placeEdited);
        addSecond(row, tr("Nodes"), nodes_);
        nodesHint_ = addFormHint(row);
    }
    row->addStretch();
}

void QuotaFields::buildGpus() {
    addGroup(tr("GPUs"));
    QHBoxLayout* row =
        addRow(tr("Guarantee"), QuotaField::guaranteed, new AmountField(tr("Guarantee")));
    if (quotas_ < 2) {
        room_ = new RoomBar;
        row->addWidget(room_, 1);
    }
    endRow(row, {QuotaField::guaranteed});
    row = addRow(tr("Limit"), QuotaField::limit, new AmountField(tr("Limit")), true);
    addBeside(row, tr("Weight"), QuotaField::weight,
              new AmountField(tr("Weight"), AmountField::Unit::whole), true);
    endRow(row, {QuotaField::limit, QuotaField::weight});
    auto* borrowing = new Segmented(tr("Borrowing"));
    for (const OverQuota each : kBorrowing)
        borrowing->addSegment(borrowingText(each));
    row = addRow(tr("Borrowing"), QuotaField::overQuota, borrowing);
    auto* rank = new NumberField(0);
    rank->setRange(INT32_MIN, INT32_MAX);
    addBeside(row, tr("Rank"), QuotaField::rank, rank, true);
    parts_[QuotaField::rank].hint->setText(tr("higher gets surplus first"));
    endRow(row, {QuotaField::overQuota, QuotaField::rank});
    row = addRow(tr("Lending"), QuotaField::lend, new AmountField(tr("Lending")), true);
    endRow(row, {QuotaField::lend});
    if (isNew())
        return alignAmounts(0);
    auto* mode = new Segmented(tr("Workloads above it"));
    for (const QString& text : {tr("Refuse"), tr("Wait"), tr("Evict")})
        mode->addSegment(text);
    connect(mode, &Segmented::currentChanged, this, &QuotaFields::placeEdited);
    mode_ = mode;
    row = addFormRow(form_, tr("If exceeded"), mode);
    addFormHint(row)->setText(tr("if running workloads exceed the new guarantee"));
    row->addStretch();
    alignAmounts(0);
}

// No quota has more than the pool.
void QuotaFields::alignAmounts(Gpu most) {
    int width = std::max(kAmountWidth, amount(QuotaField::guaranteed)->widthFor(most));
    for (const QuotaField id : {QuotaField::limit, QuotaField::weight, QuotaField::lend})
        width = std::max(width, amount(id)->widthForWords());
    for (const QuotaField id : {QuotaField::guaranteed, QuotaField::limit, QuotaField::weight,
                                QuotaField::lend, QuotaField::rank})
        parts_[id].field->setFixedWidth(width);
}

void QuotaFields::buildQueue() {
    addGroup(tr("Queue"));
    auto* policy = new QComboBox;
    for (const Queueing each : kSchedulingPolicies)
        policy->addItem(capital(queueingText(each)));
    QHBoxLayout* row = addRow(tr("Scheduling policy"), QuotaField::queueing, policy);
    auto* runtime = new DurationField(DurationField::Unit::minutes);
    runtime->setRange(-1, kMostRuntimeMinutes);
    runtime->setSpecialValueText(tr("as the pool"));
    addBeside(row, tr("Minimum runtime"), QuotaField::minRuntime, runtime);
    endRow(row, {QuotaField::queueing, QuotaField::minRuntime});
    auto* hours = new AmountField(tr("Budget"), AmountField::Unit::hours);
    hours->setAutomatic(tr("none", "no budget"));
    hours->setFixedWidth(std::max(kAmountWidth, hours->widthFor(kUsualBudget)));
    period_ = new QComboBox;
    period_->setAccessibleName(tr("Period of the budget"));
    for (const QString& text : {tr("a week"), tr("a month"), tr("a quarter")})
        period_->addItem(text);
    connect(period_, &QComboBox::activated, this, [this] { emit edited(QuotaField::budget); });
    row = addRow(tr("Budget"), QuotaField::budget, hours, true);
    row->insertWidget(row->indexOf(hours) + 1, period_);
    parts_[QuotaField::budget].hint->setText(tr("for reports, limits nothing"));
    endRow(row, {QuotaField::budget});
}

void QuotaFields::buildPolicies() {
    addGroup(tr("Preemption"));
    const auto add = [this](Icon which, const QString& label, const QString& name, bool self,
                            TextLabel*& text) {
        auto* button = new QPushButton(isNew() ? name : tr("Edit…"));
        button->setAccessibleName(name);
        button->setAutoDefault(false);
        button->setCheckable(isNew());
        if (isNew())
            button->setIcon(icon(which));
        text = new TextLabel({}, Type::body, Role::text2);
        QHBoxLayout* row = addFormRow(form_, label, button);
        row->addWidget(text, 1);
        text->setText(isNew() ? tr("off") : QString());
        if (!isNew()) {
            connect(button, &QPushButton::clicked, this, [this, self] { emit policyWanted(self); });
            return button;
        }
        connect(button, &QPushButton::toggled, text, [text](bool on) {
            text->setText(on ? tr("asked once it is created") : tr("off"));
        });
        return button;
    };
    self_ = add(Icon::cycle, tr("Self-level"), tr("Self-level…"), true, selfText_);
    child_ = add(Icon::tree, tr("Child-level"), tr("Child-level…"), false, childText_);
}

bool QuotaFields::isMixed(QuotaField id) const {
    return std::find(mixed_.begin(), mixed_.end(), id) != mixed_.end();
}

void QuotaFields::setMixed(const std::vector<QuotaField>& mixed) {
    filling_ = true;
    mixed_ = mixed;
    const QString differ = mixedText();
    const auto words = [&](QuotaField id, const QString& usual) {
        return isMixed(id) ? differ : usual;
    };
    if (isMixed(QuotaField::guaranteed))
        amount(QuotaField::guaranteed)->setAutomatic(differ);
    amount(QuotaField::limit)->setAutomatic(words(QuotaField::limit, tr("none")));
    amount(QuotaField::weight)->setAutomatic(words(QuotaField::weight, tr("as guaranteed")));
    amount(QuotaField::lend)->setAutomatic(words(QuotaField::lend, tr("all idle GPUs")));
    amount(QuotaField::budget)->setAutomatic(words(QuotaField::budget, tr("none", "no budget")));
    // A field writes itself anew then, and what was typed there would go.
    const auto setSpecial = [&](QuotaField id, const QString& text) {
        if (NumberField* field = number(id);
            field->specialValueText() != text && field->isReadable())
            field->setSpecialValueText(text);
    };
    setSpecial(QuotaField::rank, words(QuotaField::rank, {}));
    setSpecial(QuotaField::minRuntime, words(QuotaField::minRuntime, tr("as the pool")));
    static_cast<QComboBox*>(parts_.at(QuotaField::queueing).field)->setPlaceholderText(differ);
    alignAmounts(0);
    filling_ = false;
}

bool QuotaFields::isLeftAlone(QuotaField field) const {
    if (quotas_ < 2)
        return false;
    return (field == QuotaField::guaranteed && !amount(field)->amount()) ||
           (field == QuotaField::rank && number(field)->value() == number(field)->minimum());
}

void QuotaFields::fill(const QuotaDraft& draft) {
    filling_ = true;
    const QuotaPolicy& policy = draft.policy;
    const auto write = [this](QuotaField id, const std::string& text) {
        const auto part = parts_.find(id);
        auto* line = part == parts_.end() ? nullptr : static_cast<QLineEdit*>(part->second.field);
        if (line == nullptr || line->text().trimmed().toStdString() == text)
            return;
        line->setText(qt(text));
        line->setCursorPosition(0);  // or a long name has lost its first letters
    };
    write(QuotaField::name, draft.name);
    write(QuotaField::team, policy.team);
    if (quotas_ < 2) {
        amount(QuotaField::limit)->setAutomatic(policy.limit.gpu.value_or(0));
        amount(QuotaField::weight)->setAutomatic(draft.guaranteed);
        amount(QuotaField::lend)->setAutomatic(draft.guaranteed);
    }
    const auto set = [this](QuotaField id, std::optional<Gpu> value) {
        amount(id)->setAmount(isMixed(id) ? std::nullopt : value);
    };
    set(QuotaField::guaranteed, draft.guaranteed);
    set(QuotaField::limit, policy.limit.gpu);
    set(QuotaField::weight, policy.weight ? std::optional(*policy.weight * kOneGpu) : std::nullopt);
    set(QuotaField::lend, policy.lend);
    set(QuotaField::budget, policy.budget ? std::optional(policy.budget->gpuHours) : std::nullopt);
    if (policy.budget)
        period_->setCurrentIndex(indexIn(kPeriods, policy.budget->period));
    NumberField* rank = number(QuotaField::rank);
    rank->setValue(isMixed(QuotaField::rank) ? rank->minimum() : policy.rank);
    auto* runtime = static_cast<DurationField*>(parts_.at(QuotaField::minRuntime).field);
    if (policy.minRuntime && !isMixed(QuotaField::minRuntime))
        runtime->setDuration(*policy.minRuntime);
    else
        runtime->setValue(-1);
    static_cast<Segmented*>(parts_.at(QuotaField::overQuota).field)
        ->setCurrentIndex(isMixed(QuotaField::overQuota) ? -1
                                                         : indexIn(kBorrowing, policy.overQuota));
    static_cast<QComboBox*>(parts_.at(QuotaField::queueing).field)
        ->setCurrentIndex(
            isMixed(QuotaField::queueing) ? -1 : indexIn(kSchedulingPolicies, policy.queueing));
    if (mode_ != nullptr)
        static_cast<Segmented*>(mode_)->setCurrentIndex(indexIn(kModes, draft.mode));
    filling_ = false;
}

QuotaDraft QuotaFields::read(QuotaDraft draft) const {
    QuotaPolicy& policy = draft.policy;
    const auto text = [this](QuotaField id, std::string& into) {
        if (const auto part = parts_.find(id); part != parts_.end())
            into = static_cast<QLineEdit*>(part->second.field)->text().trimmed().toStdString();
    };
    text(QuotaField::name, draft.name);
    text(QuotaField::team, policy.team);
    const auto given = [this](QuotaField id, auto use) {
        if (amount(id)->isReadable())
            use(amount(id)->amount());
    };
    given(QuotaField::guaranteed, [&](auto gpu) { draft.guaranteed = gpu.value_or(0); });
    given(QuotaField::limit, [&](auto gpu) { policy.limit.gpu = gpu; });
    given(QuotaField::weight, [&](auto weight) {
        policy.weight = weight ? std::optional(*weight / kOneGpu) : std::nullopt;
    });
    given(QuotaField::lend, [&](auto gpu) { policy.lend = gpu; });
    given(QuotaField::budget, [&](auto hours) {
        policy.budget.reset();
        if (hours)
            policy.budget = Budget{*hours, kPeriods[std::max(0, period_->currentIndex())]};
    });
    if (number(QuotaField::rank)->isReadable())
        policy.rank = static_cast<int>(number(QuotaField::rank)->value());
    const auto* runtime = static_cast<DurationField*>(parts_.at(QuotaField::minRuntime).field);
    if (runtime->isReadable())
        policy.minRuntime =
            runtime->value() < 0 ? std::nullopt : std::optional(runtime->duration());
    policy.overQuota = kBorrowing[std::max(
        0, static_cast<Segmented*>(parts_.at(QuotaField::overQuota).field)->currentIndex())];
    policy.queueing = kSchedulingPolicies[std::max(
        0, static_cast<QComboBox*>(parts_.at(QuotaField::queueing).field)->currentIndex())];
    if (mode_ != nullptr)
        draft.mode = kModes[static_cast<Segmented*>(mode_)->currentIndex()];
    if (workspace_ != nullptr)
        draft.workspace = workspace_->currentData().toString().toStdString();
    if (nodes_ != nullptr && nodes_->currentIndex() >= 0)
        policy.nodes = selectors_[static_cast<std::size_t>(nodes_->currentIndex())];
    return draft;
}

void QuotaFields::lockLimit(const QString& why) {
    parts_[QuotaField::limit].field->setEnabled(false);
    parts_[QuotaField::limit].field->setToolTip(why);
}

void QuotaFields::say(QuotaField field, const QString& sentence, std::vector<Mend> mends) {
    const auto part = parts_.find(field);
    if (part == parts_.end())
        return;
    mark(part->second.field, "error", true);
    part->second.line->say(sentence, std::move(mends));
}

void QuotaFields::clearMistakes() {
    for (const auto& [id, part] : parts_) {
        const auto* number = qobject_cast<const NumberField*>(part.field);
        mark(part.field, "error", number != nullptr && number->isWrong());
        part.line->clear();
    }
}

// Each at its field; what cannot be read of the guarantee has no room.
void QuotaFields::sayUnread() {
    std::map<MistakeLine*, QStringList> said;
    for (const auto& [id, part] : parts_) {
        const auto* number = qobject_cast<const NumberField*>(part.field);
        if (number == nullptr || number->isReadable())
            continue;
        said[part.line] << number->mistake();
        if (part.hint != nullptr && id != QuotaField::rank)
            part.hint->setText({});
    }
    for (auto& [line, sentences] : said) {
        sentences.removeAll(QString());
        line->say(sentences.join(QLatin1Char('\n')), {});
    }
    if (room_ != nullptr && !amount(QuotaField::guaranteed)->isReadable())
        room_->setUnknown();
}

void QuotaFields::focusOn(QuotaField field) {
    const auto part = parts_.find(field);
    if (part == parts_.end())
        return;
    part->second.field->setFocus();
    if (auto* line = qobject_cast<QLineEdit*>(part->second.field))
        line->selectAll();
}

bool QuotaFields::isSelfAsked() const {
    return self_ != nullptr && self_->isChecked();
}

bool QuotaFields::isChildAsked() const {
    return child_ != nullptr && child_->isChecked();
}

QuotaField QuotaFields::fieldOf(QuotaDraftProblem::Place place) {
    using Place = QuotaDraftProblem::Place;
    switch (place) {
        case Place::limit:
            return QuotaField::limit;
        case Place::weight:
            return QuotaField::weight;
        case Place::lend:
            return QuotaField::lend;
        case Place::guaranteed:
            return QuotaField::guaranteed;
        case Place::name:
        case Place::workspace:
        case Place::nodes:
        case Place::form:
            break;
    }
    return QuotaField::name;
}

}  // namespace apportion::ui
