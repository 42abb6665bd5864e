// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/edit_dialog.h"

#include <algorithm>

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

#include "ui/dialogs/form_rows.h"
#include "ui/planner/plan_texts.h"
#include "ui/texts.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

using Kind = EditDraft::Kind;
using Key = EditDraft::Key;

constexpr int kField = 220;
constexpr std::size_t kUsualRows = 3;
constexpr double kMostGpus = 1'000'000;
constexpr double kMostNumber = 1'000'000'000;

QString headingOf(Kind kind) {
    switch (kind) {
        case Kind::scale:
            return EditDialog::tr("Scale quotas");
        case Kind::policy:
            return EditDialog::tr("Set a policy");
        case Kind::node:
            return EditDialog::tr("State of a node");
        case Kind::addNodes:
            return EditDialog::tr("Add nodes");
        case Kind::removeNode:
            return EditDialog::tr("Remove a node");
        case Kind::joins:
            return EditDialog::tr("A team joins");
        case Kind::caps:
            return EditDialog::tr("Set a user cap");
        case Kind::forecast:
            break;
    }
    return EditDialog::tr("More or fewer workloads");
}

double gpus(Gpu gpu) {
    return static_cast<double>(gpu) / kOneGpu;
}

Gpu toGpu(double value) {
    return static_cast<Gpu>(value * kOneGpu + 0.5);
}

}  // namespace

EditDialog::EditDialog(std::shared_ptr<const Scenario> base, const EditDraft& first, bool isNew,
                       QWidget* parent)
    : DialogFrame(Mode::plan, parent), base_(std::move(base)), first_(first) {
    setOpeningWidth(560);
    setHeading(headingOf(first.kind), tr("in this variant only"));
    body()->setSpacing(12);
    build();
    addCancel();
    take_ = addPrimary(isNew ? tr("Add") : tr("Change"));
    connect(take_, &QPushButton::clicked, this, [this] {
        const PlanEdit edit = editOf(draft());
        accept();
        emit accepted(edit);
    });
    for (NumberField* field : findChildren<NumberField*>()) {
        connect(field, &NumberField::valueChanged, this, &EditDialog::check);
        connect(field, &NumberField::readableChanged, this, &EditDialog::check);
    }
    for (QComboBox* field : findChildren<QComboBox*>())
        connect(field, &QComboBox::currentIndexChanged, this, &EditDialog::check);
    for (QLineEdit* field : findChildren<QLineEdit*>())
        connect(field, &QLineEdit::textChanged, this, &EditDialog::check);
    focusFirst();
    check();
}

QComboBox* EditDialog::choice(const QString& label, const QStringList& words, int current) {
    auto* field = new QComboBox;
    field->addItems(words);
    field->setCurrentIndex(std::max(current, 0));
    field->setAccessibleName(label);
    field->setFixedWidth(kField);
    addFormRow(body(), label, field)->addStretch(1);
    return field;
}

QComboBox* EditDialog::quotaChoice(const std::string& current, bool mayBeNone) {
    auto* field = new QComboBox;
    if (mayBeNone)
        field->addItem(tr("none"), QString());
    for (const Quota& quota : base_->quotas)
        field->addItem(qt(quota.name), qt(quota.name));
    field->setCurrentIndex(std::max(field->findData(qt(current)), 0));
    field->setFixedWidth(kField);
    return field;
}

NumberField* EditDialog::number(const QString& label, int places, double least, double most,
                                double value, const QString& hint) {
    auto* field = new NumberField(places);
    field->setRange(least, most);
    field->setValue(value);
    field->setAccessibleName(label);
    field->setFixedWidth(kField);
    QHBoxLayout* row = addFormRow(body(), label, field);
    addFormHint(row)->setText(hint);
    row->addStretch(1);
    return field;
}

QLineEdit* EditDialog::line(const QString& label, const std::string& value) {
    auto* field = new QLineEdit(qt(value));
    field->setAccessibleName(label);
    field->setFixedWidth(kField);
    addFormRow(body(), label, field)->addStretch(1);
    return field;
}

void EditDialog::addQuotas(int rows) {
    for (int i = 0; i < rows; ++i) {
        const auto place = static_cast<std::size_t>(i);
        const QString label = i == 0 ? tr("Quota") : tr("And quota");
        quotas_[place] = quotaChoice(first_.quotas[place], i > 0);
        quotas_[place]->setAccessibleName(tr("Quota %1").arg(i + 1));
        auto* field = new NumberField(2);
        field->setRange(0, kMostGpus);
        field->setValue(gpus(first_.gpus[place]));
        field->setAccessibleName(tr("GPUs of quota %1").arg(i + 1));
        gpus_[place] = field;
        QHBoxLayout* row = addFormRow(body(), label, quotas_[place]);
        row->addWidget(field);
        TextLabel* hint = addFormHint(row);
        row->addStretch(1);
        const auto show = [this, place, hint, field](bool take) {
            const std::string name = quotas_[place]->currentData().toString().toStdString();
            const auto found = std::find_if(base_->quotas.begin(), base_->quotas.end(),
                                            [&](const Quota& each) { return each.name == name; });
            const bool is = found != base_->quotas.end();
            field->setEnabled(is);
            hint->setText(is ? tr("now %1").arg(gpusText(found->guaranteed.gpu)) : QString());
            if (take && is)
                field->setValue(gpus(found->guaranteed.gpu));
        };
        connect(quotas_[place], &QComboBox::activated, this, [show] { show(true); });
        show(false);
    }
}

void EditDialog::addPolicy() {
    quotas_[0] = quotaChoice(first_.quotas[0], false);
    quotas_[0]->setAccessibleName(tr("Quota"));
    addFormRow(body(), tr("Quota"), quotas_[0])->addStretch(1);
    key_ = choice(tr("Policy"),
                  {tr("Weight"), tr("Limit"), tr("Borrowing"), tr("Lending"),
                   tr("Scheduling policy"), tr("Minimum runtime")},
                  static_cast<int>(first_.key));
    value_ = number(tr("Value"), 2, -1, kMostNumber, 0, tr("-1 for the default"));
    word_ = choice(tr("Value"), {}, 0);
    connect(key_, &QComboBox::currentIndexChanged, this, &EditDialog::showKey);
    showKey();
    if (first_.key == Key::borrowing)
        word_->setCurrentIndex(static_cast<int>(first_.borrowing));
    if (first_.key == Key::queueing)
        word_->setCurrentIndex(static_cast<int>(first_.queueing));
    const double scale = first_.key == Key::weight       ? 1
                         : first_.key == Key::minRuntime ? 60.0 * kSecond
                                                         : kOneGpu;
    value_->setValue(first_.number < 0 ? -1 : static_cast<double>(first_.number) / scale);
}

void EditDialog::showKey() {
    const auto key = static_cast<Key>(key_->currentIndex());
    const bool ofWords = key == Key::borrowing || key == Key::queueing;
    word_->clear();
    if (key == Key::borrowing)
        word_->addItems({tr("On"), tr("Background only"), tr("Off")});
    if (key == Key::queueing)
        for (const Queueing each :
             {Queueing::fifo, Queueing::roundRobin, Queueing::balance, Queueing::intelligent})
            word_->addItem(queueingText(each));
    value_->setSuffix(key == Key::minRuntime                  ? tr(" min")
                      : key == Key::limit || key == Key::lend ? tr(" GPUs")
                                                              : QString());
    value_->setEnabled(!ofWords);
    word_->setEnabled(ofWords);
}

void EditDialog::addNode() {
    QStringList names;
    for (const Node& node : expand(base_->nodes))
        names.append(qt(node.name));
    node_ = choice(tr("Node"), names, static_cast<int>(names.indexOf(qt(first_.name))));
    if (first_.kind == Kind::node)
        state_ = choice(tr("State"), {tr("Ready"), tr("Cordoned"), tr("Down"), tr("Draining")},
                        static_cast<int>(first_.state));
}

void EditDialog::build() {
    switch (first_.kind) {
        case Kind::scale:
            addQuotas(
                static_cast<int>(std::clamp(base_->quotas.size(), kUsualRows, kScaledTogether)));
            mode_ = choice(tr("If GPUs are in use"), {tr("Refuse"), tr("Wait"), tr("Evict")},
                           static_cast<int>(first_.mode));
            break;
        case Kind::policy:
            addPolicy();
            break;
        case Kind::node:
        case Kind::removeNode:
            addNode();
            break;
        case Kind::addNodes:
            name_ = line(tr("Name"), first_.name);
            count_ = number(tr("Nodes"), 0, 1, 100'000, first_.count);
            each_ = number(tr("GPUs each"), 0, 1, 1'000, gpus(first_.gpuEach));
            type_ = line(tr("GPU type"), first_.gpuType);
            break;
        case Kind::joins:
            name_ = line(tr("Name"), first_.name);
            quotas_[0] = quotaChoice(first_.quotas[0], true);
            quotas_[0]->setAccessibleName(tr("Below"));
            addFormRow(body(), tr("Below"), quotas_[0])->addStretch(1);
            each_ = number(tr("Guaranteed"), 2, 0, kMostGpus, gpus(first_.gpuEach), tr("GPUs"));
            break;
        case Kind::caps: {
            QStringList names;
            for (const Workspace& each : base_->workspaces)
                names.append(qt(each.name));
            node_ =
                choice(tr("Workspace"), names, static_cast<int>(names.indexOf(qt(first_.name))));
            each_ = number(tr("GPUs of each user"), 2, -1, kMostGpus, gpus(first_.gpuEach),
                           tr("-1 for no cap"));
            return;
        }
        case Kind::forecast:
            quotas_[0] = quotaChoice(first_.quotas[0], false);
            quotas_[0]->setAccessibleName(tr("Quota"));
            addFormRow(body(), tr("Quota"), quotas_[0])->addStretch(1);
            percent_ = number(tr("More workloads"), 0, -100, 9'900, first_.percent,
                              tr("%, less than 0 for fewer"));
            later_ = new DurationField(DurationField::Unit::minutes);
            later_->setRange(0, kMostNumber);
            later_->setDuration(std::max<Duration>(first_.later, 0));
            later_->setFixedWidth(kField);
            later_->setAccessibleName(tr("Later by"));
            addFormRow(body(), tr("Later by"), later_)->addStretch(1);
            return;
    }
    at_ = new DurationField(DurationField::Unit::minutes);
    at_->setRange(0, kMostNumber);
    at_->setDuration(first_.at);
    at_->setFixedWidth(kField);
    at_->setAccessibleName(tr("After the start"));
    addFormRow(body(), tr("After the start"), at_)->addStretch(1);
}

EditDraft EditDialog::draft() const {
    EditDraft draft = first_;
    for (std::size_t i = 0; i < kScaledTogether; ++i) {
        if (quotas_[i] != nullptr)
            draft.quotas[i] = quotas_[i]->currentData().toString().toStdString();
        if (gpus_[i] != nullptr)
            draft.gpus[i] = toGpu(gpus_[i]->value());
    }
    if (mode_ != nullptr)
        draft.mode = static_cast<ScaleMode>(mode_->currentIndex());
    if (key_ != nullptr) {
        draft.key = static_cast<Key>(key_->currentIndex());
        const double value = value_->value();
        draft.number = value < 0                      ? -1
                       : draft.key == Key::weight     ? static_cast<std::int64_t>(value + 0.5)
                       : draft.key == Key::minRuntime ? static_cast<Duration>(value * 60) * kSecond
                                                      : toGpu(value);
        if (draft.key == Key::borrowing)
            draft.borrowing = static_cast<OverQuota>(std::max(word_->currentIndex(), 0));
        if (draft.key == Key::queueing)
            draft.queueing = static_cast<Queueing>(std::max(word_->currentIndex(), 0));
    }
    if (name_ != nullptr)
        draft.name = name_->text().trimmed().toStdString();
    if (node_ != nullptr)
        draft.name = node_->currentText().toStdString();
    if (state_ != nullptr)
        draft.state = static_cast<NodeState>(state_->currentIndex());
    if (type_ != nullptr)
        draft.gpuType = type_->text().trimmed().toStdString();
    if (count_ != nullptr)
        draft.count = static_cast<int>(count_->value());
    if (each_ != nullptr)
        draft.gpuEach = each_->value() < 0 ? -kOneGpu : toGpu(each_->value());
    if (percent_ != nullptr) {
        draft.percent = static_cast<int>(percent_->value());
        draft.later = later_->duration();
    }
    if (at_ != nullptr)
        draft.at = at_->duration();
    return draft;
}

// The sentence that the card will have. What the base makes of it is told when it runs.
void EditDialog::check() {
    if (take_ == nullptr)
        return;
    const bool readable = NumberField::allReadable(*this);
    const bool named = name_ == nullptr || !name_->text().trimmed().isEmpty();
    const bool has = first_.kind != Kind::caps || node_->count() > 0;
    take_->setEnabled(readable && named && has);
    if (!named)
        return setConsequence(tr("A name is missing."), Tone::err);
    if (!has)
        return setConsequence(tr("The base has no workspaces."), Tone::err);
    setConsequence(readable ? editText(editOf(draft()), TimeText(base_->epoch)) : QString());
}

}  // namespace apportion::ui
