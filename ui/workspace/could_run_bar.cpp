// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/could_run_bar.h"

#include <map>

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/model/short_reason.h"
#include "core/report/accounts.h"
#include "ui/start_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"
#include "ui/workspace/lead_texts.h"

namespace apportion::ui {

namespace {

constexpr const char* kAskedName = "could-run";

// Workloads of other teams are told together.
QString evictedNames(const std::vector<Effect::Hit>& hits) {
    std::vector<std::string> names;
    int others = 0;
    for (const Effect::Hit& hit : hits)
        hit.quota.empty() ? ++others : (names.push_back(hit.workload), others);
    if (others == 0)
        return namesText(names);
    const QString rest = CouldRunBar::tr("%n workload(s) of other teams", nullptr, others);
    return names.empty() ? rest : CouldRunBar::tr("%1 and %2").arg(namesText(names), rest);
}

QString startsNow(const RunAnswer& answer, const RunOption& option) {
    const bool later = option.submitted.fate == Effect::Submitted::Fate::startsAfterGrace;
    const QString nodes = namesText(option.submitted.nodes);
    if (later)
        return CouldRunBar::tr("Starts within %1, when evicted workloads have stopped")
            .arg(TimeText::duration(answer.grace));
    return nodes.isEmpty() ? CouldRunBar::tr("Starts now")
                           : CouldRunBar::tr("Starts now on %1").arg(nodes);
}

QString gpusOf(const RunOption& option) {
    return option.replicas == 1 ? gpusText(option.gpu)
                                : CouldRunBar::tr("%1 × %2").arg(
                                      gpusText(option.gpu), QLocale().toString(option.replicas));
}

}  // namespace

QString answerText(const View& view, const RunAnswer& answer, const RunOption& option) {
    if (option.starts()) {
        const QString now = startsNow(answer, option);
        return option.evicted.empty()
                   ? now + QLatin1Char('.')
                   : CouldRunBar::tr("%1. Evicts %2.").arg(now, evictedNames(option.evicted));
    }
    if (option.submitted.fate == Effect::Submitted::Fate::rejected || !option.range ||
        option.range->never)
        return option.submitted.reason
                   ? messageText(shortReason(*option.submitted.reason)) + QLatin1Char('.')
                   : CouldRunBar::tr("Would be rejected.");
    const StartRange& range = *option.range;
    if (!range.from)
        return CouldRunBar::tr("Waits. Start: %1.").arg(startText(view, range));
    StartRanges ranges;
    ranges.resting = answer.resting;
    const QString starts = rangeText(view, ranges, range).text;
    if (range.ahead == 0)
        return CouldRunBar::tr("Starts %1, first in its queue.").arg(starts);
    return CouldRunBar::tr("Starts %1, after %2 with %3 and about %4 GPU hours.")
        .arg(starts, CouldRunBar::tr("%n workload(s)", nullptr, range.ahead),
             gpusText(range.aheadGpu), QLocale().toString(report::hours(range.aheadTime, 0)));
}

QString smallerText(const View& view, const RunAnswer& answer) {
    const RunOption& option = *answer.smaller;
    if (option.starts())
        return option.evicted.empty()
                   ? CouldRunBar::tr("With %1 it starts now.").arg(gpusOf(option))
                   : CouldRunBar::tr("With %1 it starts now and evicts %2.")
                         .arg(gpusOf(option), evictedNames(option.evicted));
    return CouldRunBar::tr("With %1 it starts %2.")
        .arg(gpusOf(option), rangeText(view, {}, *option.range).text);
}

QString higherText(const RunAnswer& answer) {
    const RunOption& option = *answer.higher;
    const QString priority = QLocale().toString(option.priority);
    return option.evicted.empty() ? CouldRunBar::tr("At priority %1 it starts now.").arg(priority)
                                  : CouldRunBar::tr("At priority %1 it starts now and evicts %2.")
                                        .arg(priority, evictedNames(option.evicted));
}

CouldRunBar::CouldRunBar(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      quota_(new QComboBox(this)),
      module_(new QComboBox(this)),
      gpus_(new NumberField(2, this)),
      replicas_(new NumberField(0, this)),
      hours_(new NumberField(1, this)),
      priority_(new NumberField(0, this)),
      check_(new QPushButton(tr("Check"), this)),
      submit_(new QPushButton(tr("Submit this…"), this)),
      badge_(new BadgeLabel({}, this)),
      sentence_(new TextLabel({}, Type::name, Role::text, this)),
      smaller_(new TextLabel({}, Type::body, Role::text2, this)),
      useSmaller_(new QPushButton(this)),
      higher_(new TextLabel({}, Type::body, Role::text2, this)),
      useHigher_(new QPushButton(this)),
      note_(new TextLabel({}, Type::second, Role::text3, this)),
      question_(new QBoxLayout(QBoxLayout::LeftToRight)),
      answerRow_(new QWidget(this)),
      wayRow_(new QWidget(this)) {
    for (const Module module : {Module::training, Module::notebook, Module::inference})
        module_->addItem(moduleText(module));
    const auto field = [](NumberField* number, const QString& name, double least, double most,
                          double value, const QString& suffix) {
        number->setAccessibleName(name);
        number->setRange(least, most);
        number->setValue(value);
        number->setSuffix(suffix);
        number->setFixedWidth(qRound((suffix.isEmpty() ? 64 : 96) * fontScale()));
    };
    field(gpus_, tr("GPUs of one replica"), 0.01, 100'000, 8, tr(" GPUs"));
    field(replicas_, tr("Replicas"), 1, 10'000, 1, {});
    field(hours_, tr("Hours"), 0.1, 10'000, 4, tr(" h"));
    field(priority_, tr("Priority"), kLowestPriority, kHighestPriority, 5, {});
    quota_->setAccessibleName(tr("Quota"));
    module_->setAccessibleName(tr("Module"));
    quota_->view()->setAccessibleName(quota_->accessibleName());
    module_->view()->setAccessibleName(module_->accessibleName());
    for (QPushButton* button : {useSmaller_, useHigher_, check_, submit_})
        button->setAutoDefault(false);
    for (QPushButton* button : {useSmaller_, useHigher_}) {
        button->setProperty("kind", "quiet");
        button->setProperty("compact", true);
        button->hide();
    }
    submit_->setIcon(icon(Icon::plus));
    auto* ask = new QHBoxLayout;
    ask->setSpacing(8);
    const auto word = [this, ask](const QString& text, Type type = Type::body) {
        ask->addWidget(new TextLabel(text, type, Role::text, this));
    };
    word(tr("Could I run"), Type::head);
    ask->addWidget(module_);
    ask->addWidget(gpus_);
    word(QStringLiteral("×"));
    ask->addWidget(replicas_);
    word(tr("for", "a number of hours"));
    ask->addWidget(hours_);
    word(tr("at priority"));
    ask->addWidget(priority_);
    ask->addStretch(1);
    auto* acts = new QHBoxLayout;
    acts->setSpacing(8);
    acts->addWidget(quota_);
    acts->addWidget(check_);
    acts->addStretch(1);
    acts->addWidget(submit_);
    question_->setSpacing(8);
    question_->addLayout(ask);
    question_->addLayout(acts, 1);
    auto* answer = new QHBoxLayout(answerRow_);
    answer->setContentsMargins(0, 0, 0, 0);
    answer->setSpacing(8);
    answer->addWidget(badge_);
    answer->addWidget(sentence_, 1);
    auto* ways = new QHBoxLayout(wayRow_);
    ways->setContentsMargins(0, 0, 0, 0);
    ways->setSpacing(4);
    ways->addWidget(smaller_);
    ways->addWidget(useSmaller_);
    ways->addSpacing(12);
    ways->addWidget(higher_);
    ways->addWidget(useHigher_);
    ways->addStretch(1);
    ways->addWidget(note_);
    sentence_->setElided(true);
    smaller_->setElided(true);
    higher_->setElided(true);
    note_->setElided(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 8);
    column->setSpacing(6);
    column->addLayout(question_);
    column->addWidget(answerRow_);
    column->addWidget(wayRow_);
    forget();
    connect(check_, &QPushButton::clicked, this, &CouldRunBar::check);
    connect(submit_, &QPushButton::clicked, this, &CouldRunBar::submitWanted);
    connect(useSmaller_, &QPushButton::clicked, this, [this] { use(*answer_->smaller); });
    connect(useHigher_, &QPushButton::clicked, this, [this] { use(*answer_->higher); });
    for (NumberField* number : {gpus_, replicas_, hours_, priority_})
        connect(number, &QDoubleSpinBox::valueChanged, this, &CouldRunBar::forget);
    connect(module_, &QComboBox::currentIndexChanged, this, &CouldRunBar::forget);
    connect(quota_, &QComboBox::currentIndexChanged, this, &CouldRunBar::forget);
}

void CouldRunBar::setWorkspace(const ViewPtr& view, const WorkspaceRow& row) {
    view_ = view;
    if (row.spec.name != row_.spec.name || row.spec.quotas != row_.spec.quotas) {
        quota_->clear();
        for (const std::string& quota : row.spec.quotas)
            quota_->addItem(qt(quota));
        forget();
    }
    row_ = row;
    quota_->setVisible(row.spec.quotas.size() > 1);
    check_->setEnabled(!row.spec.quotas.empty());
    submit_->setVisible(view->document.can.journal);
    submit_->setEnabled(row.submits && view->document.offers("submit"));
    submit_->setToolTip(submit_->isEnabled() ? QString()
                                             : tr("You cannot submit to this workspace"));
    fitQuestion();
}

QSize CouldRunBar::minimumSizeHint() const {
    const QMargins around = layout()->contentsMargins();
    int width = 0;
    for (int i = 0; i < question_->count(); ++i)
        width = std::max(width, question_->itemAt(i)->minimumSize().width());
    for (const QWidget* row : {answerRow_, wayRow_})
        if (!row->isHidden())
            width = std::max(width, row->minimumSizeHint().width());
    return {width + around.left() + around.right(), QWidget::minimumSizeHint().height()};
}

void CouldRunBar::fitQuestion() {
    const QMargins around = layout()->contentsMargins();
    int width = around.left() + around.right();
    for (int i = 0; i < question_->count(); ++i)
        width += (i > 0 ? question_->spacing() : 0) + question_->itemAt(i)->sizeHint().width();
    question_->setDirection(width > this->width() ? QBoxLayout::TopToBottom
                                                  : QBoxLayout::LeftToRight);
}

void CouldRunBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitQuestion();
}

SubmitWork CouldRunBar::request() const {
    SubmitWork work;
    work.quota = quota_->currentText().toStdString();
    work.workspace = row_.spec.name;
    work.gpu = qRound64(gpus_->value() * kOneGpu);
    work.replicas = static_cast<int>(replicas_->value());
    work.priority = static_cast<int>(priority_->value());
    work.module = static_cast<Module>(module_->currentIndex());
    work.duration = qRound64(hours_->value() * 3600 * kSecond);
    return work;
}

void CouldRunBar::check() {
    if (!view_ || asking_)
        return;
    const SubmitWork asked = request();
    Workload work;
    work.name = kAskedName;
    work.quota = asked.quota;
    work.workspace = asked.workspace;
    work.user = view_->document.who;
    work.module = asked.module;
    work.priority = asked.priority;
    work.request.gpu = asked.gpu;
    work.replicas = asked.replicas;
    work.duration = asked.duration;
    asking_ = true;
    check_->setEnabled(false);
    bridge_.ask(bridge_.session().couldRun(work), this,
                [this, asked](std::shared_ptr<const RunAnswer> answer) {
                    asking_ = false;
                    check_->setEnabled(true);
                    if (answer)
                        show(std::move(answer));
                    emit answered();
                });
}

void CouldRunBar::show(std::shared_ptr<const RunAnswer> answer) {
    answer_ = std::move(answer);
    const RunOption& asked = answer_->asked;
    const bool rejected = asked.submitted.fate == Effect::Submitted::Fate::rejected ||
                          (asked.range && asked.range->never);
    badge_->setBadge(asked.starts() ? asked.evicted.empty()
                                          ? Badge{tr("starts"), Tone::good, Icon::play}
                                          : Badge{tr("evicts"), Tone::warn, Icon::bolt}
                     : rejected ? Badge{tr("never"), Tone::err, Icon::error}
                                    : Badge{tr("waits"), Tone::warn, Icon::hourglass});
    sentence_->setText(answerText(*view_, *answer_, asked));
    const auto way = [](TextLabel* label, QPushButton* button, bool there, const QString& text,
                        const QString& use) {
        label->setVisible(there);
        button->setVisible(there);
        label->setText(text);
        button->setText(use);
    };
    const auto& smaller = answer_->smaller;
    way(smaller_, useSmaller_, smaller.has_value(),
        smaller ? smallerText(*view_, *answer_) : QString(),
        smaller ? tr("Use %1").arg(gpusOf(*smaller)) : QString());
    const auto& higher = answer_->higher;
    way(higher_, useHigher_, higher.has_value(), higher ? higherText(*answer_) : QString(),
        higher ? tr("Use priority %1").arg(higher->priority) : QString());
    const bool more = asked.range && asked.range->alone &&
                      (!asked.range->from || *asked.range->alone < *asked.range->from);
    note_->setText(answer_->resting ? tr("As soon as the pool is live")
                   : more           ? tr("Without new submissions: not before %1")
                                .arg(momentText(*view_, *asked.range->alone))
                          : QString());
    answerRow_->show();
    wayRow_->setVisible(smaller || higher || !note_->text().isEmpty());
}

void CouldRunBar::forget() {
    answer_.reset();
    answerRow_->hide();
    wayRow_->hide();
}

void CouldRunBar::use(const RunOption& option) {
    const RunOption chosen = option;
    gpus_->setValue(static_cast<double>(chosen.gpu) / kOneGpu);
    replicas_->setValue(chosen.replicas);
    priority_->setValue(chosen.priority);
    check();
}

void CouldRunBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), color(Role::sunken));
    paintHairline(painter, 0, width(), 0, color(Role::line));
    paintHairline(painter, 0, width(), height() - 1, color(Role::line));
}

}  // namespace apportion::ui
