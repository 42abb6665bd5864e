// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/bulk_dialog.h"

#include <algorithm>
#include <array>

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>

#include "core/model/bounds.h"
#include "core/model/event.h"
#include "core/plan/draft/quota_edit.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/bulk_model.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr ScaleMode kAboveLimit[] = {ScaleMode::drain, ScaleMode::reclaim, ScaleMode::refuse};
constexpr OverQuota kBulkDialogBeyond[] = {OverQuota::on, OverQuota::idleOnly, OverQuota::off};
constexpr Queueing kBulkDialogQueueing[] = {Queueing::roundRobin, Queueing::fifo, Queueing::balance,
                                            Queueing::intelligent};
constexpr int kFields = 128;

std::vector<QuotaRow> rowsOf(const View& view, const QStringList& quotas) {
    std::vector<QuotaRow> rows;
    for (const QuotaRow& row : view.quotas)
        if (quotas.contains(qt(row.name)))
            rows.push_back(row);
    return rows;
}

std::vector<const QuotaRow*> pointersTo(const std::vector<QuotaRow>& rows) {
    std::vector<const QuotaRow*> pointers;
    pointers.reserve(rows.size());
    for (const QuotaRow& row : rows)
        pointers.push_back(&row);
    return pointers;
}

}  // namespace

BulkDialog::BulkDialog(CommandRunner& runner, const View& view, const QStringList& quotas,
                       Mode mode, QWidget* window)
    : DialogFrame(mode, window),
      runner_(runner),
      model_(new BulkModel(rowsOf(view, quotas), this)),
      weight_(new AmountField(tr("Weight"), AmountField::Unit::whole)),
      rank_(new NumberField(0)),
      limit_(new AmountField(tr("Limit"))),
      aboveLimit_(new Segmented(tr("Running workloads above the limit"))),
      beyond_(new Segmented(tr("Beyond the guarantee"))),
      lend_(new AmountField(tr("Lends"))),
      queueing_(new QComboBox),
      table_(new TreeView(TreeView::Shape::table)),
      mistake_(new MistakeLine),
      trial_(new FormTrial(
          runner, [this] { return asked(); }, [this](const Effect& trial) { tell(trial); }, this)) {
    setOpeningWidth(820);
    const bool one = model_->rowCount() == 1;
    setHeading(one ? tr("Edit %1").arg(qt(model_->rows().front().name))
                   : tr("Edit %Ln quota(s)", nullptr, model_->rowCount()),
               tr("what is ticked is set for all of them, as one entry of the history"));
    if (one)
        setDot(model_->rows().front().colour);
    body()->setSpacing(8);
    buildKeys();
    body()->addWidget(mistake_);
    table_->setModel(model_);
    table_->setAccessibleName(tr("Each quota before and after"));
    table_->setPageMargin(0);
    table_->setColumns({{ColumnSpec::stretch, 140}});
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setMinimumHeight(std::clamp(model_->rowCount(), 3, 8) * 28 + 40);
    body()->addWidget(table_, 1);
    addCancel();
    apply_ = addPrimary(tr("Apply"));
    connect(apply_, &QPushButton::clicked, this, &BulkDialog::apply);
    changed();
}

QCheckBox* BulkDialog::addKey(const QString& label, QWidget* field, bool mixed,
                              const QString& hint) {
    auto* box = new QCheckBox(label);
    QHBoxLayout* row = addSwitchedRow(body(), box, field);
    row->addWidget(new TextLabel(mixed ? tr("now mixed") : hint, Type::second, Role::text2));
    row->addStretch();
    field->setEnabled(false);
    connect(box, &QCheckBox::toggled, field, &QWidget::setEnabled);
    connect(box, &QCheckBox::toggled, this, &BulkDialog::changed);
    return box;
}

void BulkDialog::buildKeys() {
    const auto rows = pointersTo(model_->rows());
    const PolicyChange common = commonPolicy(rows);
    const QuotaPolicy first = common.appliedTo({});
    weight_->setAutomatic(tr("as guaranteed"));
    limit_->setAutomatic(tr("none"));
    lend_->setAutomatic(tr("all"));
    weight_->setAmount(first.weight ? std::optional(*first.weight * kOneGpu) : std::nullopt);
    limit_->setAmount(first.limit.gpu);
    lend_->setAmount(first.lend);
    int width = kFields;
    for (AmountField* field : {weight_, limit_, lend_}) {
        connect(field, &AmountField::edited, this, &BulkDialog::changed);
        width = std::max(width, field->widthForWords());
    }
    for (QWidget* field : std::initializer_list<QWidget*>{weight_, limit_, lend_, rank_})
        field->setFixedWidth(width);
    rank_->setRange(INT32_MIN, INT32_MAX);
    rank_->setAccessibleName(tr("Rank"));
    rank_->setValue(first.rank);
    connect(rank_, &NumberField::valueChanged, this, &BulkDialog::changed);
    for (NumberField* field : std::initializer_list<NumberField*>{weight_, limit_, lend_, rank_})
        connect(field, &NumberField::readableChanged, this, &BulkDialog::changed);
    for (const QString& text : {tr("Wait"), tr("Evict"), tr("Refuse")})
        aboveLimit_->addSegment(text);
    connect(aboveLimit_, &Segmented::currentChanged, this, &BulkDialog::changed);
    beyond_->addSegment(tr("On"));
    beyond_->addSegment(tr("Idle only"));
    beyond_->addSegment(tr("Off"));
    beyond_->setCurrentIndex(static_cast<int>(
        std::find(std::begin(kBulkDialogBeyond), std::end(kBulkDialogBeyond), first.overQuota) -
        kBulkDialogBeyond));
    connect(beyond_, &Segmented::currentChanged, this, &BulkDialog::changed);
    queueing_->setAccessibleName(tr("Queueing"));
    for (const Queueing each : kBulkDialogQueueing)
        queueing_->addItem(queueingText(each));
    queueing_->setCurrentIndex(static_cast<int>(
        std::find(std::begin(kBulkDialogQueueing), std::end(kBulkDialogQueueing), first.queueing) -
        kBulkDialogQueueing));
    connect(queueing_, &QComboBox::activated, this, &BulkDialog::changed);
    setsWeight_ = addKey(tr("Weight"), weight_, !common.weight, tr("empty = as guaranteed"));
    setsRank_ = addKey(tr("Rank"), rank_, !common.rank, tr("higher ranks are given surplus first"));
    setsLimit_ = addKey(tr("Limit"), limit_, !common.limit, tr("empty = none of its own"));
    addFormHint(addFormRow(body(), tr("Above the limit"), aboveLimit_))
        ->setText(tr("running workloads stay, are evicted, or keep the old limit"));
    aboveLimit_->setEnabled(false);
    connect(setsLimit_, &QCheckBox::toggled, aboveLimit_, &QWidget::setEnabled);
    setsBeyond_ = addKey(tr("Beyond the guarantee"), beyond_, !common.overQuota);
    setsLend_ = addKey(tr("Lends"), lend_, !common.lend, tr("empty = all of it while idle"));
    setsQueueing_ = addKey(tr("Queueing"), queueing_, !common.queueing);
    if (limitsMore(rows)) {
        setsLimit_->setEnabled(false);
        setsLimit_->setToolTip(tr("Some have limits of CPU or memory: set theirs one by one"));
    }
}

PolicyChange BulkDialog::change() const {
    PolicyChange change;  // of what cannot be read nothing is shown
    if (setsWeight_->isChecked() && weight_->isReadable()) {
        change.weight.emplace();
        if (const auto weight = weight_->amount())
            change.weight->emplace(*weight / kOneGpu);
    }
    if (setsRank_->isChecked() && rank_->isReadable())
        change.rank.emplace(static_cast<int>(rank_->value()));
    if (setsLimit_->isChecked() && limit_->isReadable()) {
        change.limit.emplace();
        if (const auto limit = limit_->amount())
            change.limit->emplace(Limit{limit, {}, {}});
    }
    if (setsBeyond_->isChecked())
        change.overQuota.emplace(kBulkDialogBeyond[beyond_->currentIndex()]);
    if (setsLend_->isChecked() && lend_->isReadable()) {
        change.lend.emplace();
        if (const auto lend = lend_->amount())
            change.lend->emplace(*lend);
    }
    if (setsQueueing_->isChecked())
        change.queueing.emplace(kBulkDialogQueueing[queueing_->currentIndex()]);
    return change;
}

std::vector<std::string> BulkDialog::names() const {
    std::vector<std::string> names;
    names.reserve(model_->rows().size());
    for (const QuotaRow& row : model_->rows())
        names.push_back(row.name);
    return names;
}

void BulkDialog::changed() {
    if (setsQueueing_ == nullptr || apply_ == nullptr)
        return;
    model_->setChange(change());
    // The columns of what is ticked; at first those that are asked about most.
    const std::array<const QCheckBox*, 6> keys{setsWeight_, setsRank_, setsLimit_,
                                               setsBeyond_, setsLend_, setsQueueing_};
    const bool any = std::any_of(keys.begin(), keys.end(),
                                 [](const QCheckBox* key) { return key->isChecked(); });
    for (std::size_t i = 0; i < keys.size(); ++i)
        table_->setColumnHidden(static_cast<int>(i) + 1, any ? !keys[i]->isChecked() : i > 3);
    table_->columnLayout().schedule();
    if (!NumberField::allReadable(*this)) {
        const QString wrong = NumberField::mistakesIn(*this);
        mistake_->say(wrong);
        apply_->setEnabled(false);
        setConsequence(wrong.isEmpty() ? QString() : tr("It cannot be set for all of them"),
                       Tone::err);
    } else if (model_->changed() == 0) {
        mistake_->clear();
        apply_->setEnabled(false);
        setConsequence(tr("Nothing would change"));
    }
    trial_->changed();
}

// A tick alone changes nothing.
QByteArray BulkDialog::content() const {
    const bool changes = model_->changed() > 0 || !NumberField::allReadable(*this);
    return changes ? DialogFrame::content() : QByteArray();
}

std::optional<Change> BulkDialog::asked() const {
    if (model_->changed() == 0 || !NumberField::allReadable(*this))
        return std::nullopt;
    return wanted();
}

Change BulkDialog::wanted() const {
    return policiesOf(names(), change(), kAboveLimit[aboveLimit_->currentIndex()]);
}

void BulkDialog::tell(const Effect& trial) {
    const bool may = trial.refusal.empty();
    apply_->setEnabled(may);
    mistake_->say(may ? QString() : refusalText(trial.refusal));
    if (!may)
        return setConsequence(tr("It cannot be set for all of them"), Tone::err);
    QStringList parts{tr("%Ln quota(s) would change", nullptr, model_->changed())};
    if (trial.touchesOthers())
        parts << trialSentence(trial);
    setConsequence(parts.join(QStringLiteral(" · ")),
                   trial.hitsAnybody() ? Tone::warn : Tone::neutral);
}

void BulkDialog::apply() {
    const int count = model_->changed();
    runner_.run({wanted()}, this, [this, count](const Result<CommandAnswer>& answer) {
        if (!answer) {
            refuse(refusalText(answer.error()));
            trial_->changed();
            return;
        }
        accept();
        emit applied(count);
    });
}

}  // namespace apportion::ui
