// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/issues_strip.h"

#include <chrono>

#include <QAction>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>

#include "core/session/slurm/cluster_name.h"
#include "core/view/issues/file_warnings.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

// As long as a sentence takes to be seen and read.
constexpr std::chrono::seconds kHold(6);
constexpr double kSentenceMost = 0.68;  // of the width, with the counts before it

QToolButton* flatButton(QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setProperty("kind", "quiet");
    button->setProperty("compact", true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QToolButton* flatButton(QAction* action, QWidget* parent) {
    auto* button = flatButton(parent);
    QObject::connect(button, &QToolButton::clicked, action, &QAction::trigger);
    return button;
}

QToolButton* counter(Icon which, Role role, QAction* action, QWidget* parent) {
    auto* button = flatButton(action, parent);
    button->setIcon(icon(which, role));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

void showCount(QToolButton* button, int count, const QString& text) {
    button->setVisible(count > 0);
    button->setText(text);
    button->setAccessibleName(text);
}

}  // namespace

IssuesStrip::IssuesStrip(QAction* showIssues, QAction* stopLookingAhead, QWidget* parent)
    : QWidget(parent),
      list_(showIssues),
      errors_(counter(Icon::error, Role::err, showIssues, this)),
      warnings_(counter(Icon::warning, Role::warn, showIssues, this)),
      hints_(counter(Icon::info, Role::info, showIssues, this)),
      first_(new TextLabel({}, Type::second, Role::text, this)),
      show_(flatButton(this)),
      status_(new TextLabel({}, Type::second, Role::text, this)),
      progress_(new QProgressBar(this)),
      cancel_(flatButton(stopLookingAhead, this)) {
    setFixedHeight(controlHeight(28));
    const QFont small = ui::font(Type::second);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{errors_, warnings_, hints_, first_, show_, cancel_})
        widget->setFont(small);
    status_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (QToolButton* count : {errors_, warnings_, hints_})
        count->setToolTip(tr("List the issues"));
    hold_.setSingleShot(true);
    hold_.setInterval(kHold);
    connect(&hold_, &QTimer::timeout, this, [this] { tell(standing_); });
    show_->setText(tr("Show"));
    connect(show_, &QToolButton::clicked, this, &IssuesStrip::showFirst);
    cancel_->setText(tr("Stop"));
    cancel_->setAccessibleName(tr("Stop simulating ahead"));
    progress_->setFixedWidth(120);
    progress_->setTextVisible(false);
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(tr("Simulated so far"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 1, 12, 0);
    layout->setSpacing(6);
    layout->addWidget(errors_);
    layout->addWidget(warnings_);
    layout->addWidget(hints_);
    layout->addSpacing(4);
    layout->addWidget(first_);
    layout->addWidget(show_);
    layout->addSpacing(8);
    layout->addWidget(status_, 1);
    layout->addWidget(progress_);
    layout->addWidget(cancel_);
    setIssues({}, {});
    progress_->hide();
    cancel_->hide();
}

void IssuesStrip::setIssues(const std::vector<IssueLine>& issues, const View& view) {
    using S = Severity;
    const int errors = countOf(issues, S::error);
    const int warnings = countOf(issues, S::warning);
    const int hints = countOf(issues, S::hint);
    showCount(errors_, errors, tr("%Ln error(s)", nullptr, errors));
    showCount(warnings_, warnings, tr("%Ln warning(s)", nullptr, warnings));
    showCount(hints_, hints, tr("%Ln info", "issues", hints));
    firstText_ = issues.empty() ? noIssuesText(view) : aloneText(issues.front());
    first_->setToolTip(issues.empty() ? QString() : firstText_);
    firstIssue_ = issues.empty() ? Issue() : issues.front().issue;
    const QString where = issues.empty() ? QString() : issues.front().where;
    const bool leads = isPlace(firstIssue_.subjectKind);
    show_->setVisible(!issues.empty());
    show_->setToolTip(leads ? tr("Go to %1").arg(where) : tr("List the issues"));
    show_->setAccessibleName(show_->toolTip());
    elide();
}

void IssuesStrip::showFirst() {
    if (isPlace(firstIssue_.subjectKind))
        emit jumpWanted(firstIssue_);
    else
        list_->trigger();
}

void IssuesStrip::setStatus(const View& view) {
    const bool looking = view.document.open && !view.play.complete;
    progress_->setVisible((looking && !view.play.stopped) || view.document.reading > 0);
    cancel_->setVisible(looking && !view.play.stopped);
    const TimeText time(view.document.epoch);
    if (!view.document.trouble.empty())
        hold_.stop();
    if (view.document.reading > 0) {
        progress_->setRange(0, 0);
        stand(readingText(view.document.reading));
    } else if (!view.document.open) {
        stand(tr("Nothing is open"));
    } else if (looking) {
        // The end is known only where the scenario names it; else the bar just shows activity.
        const bool known = view.play.end > view.play.reached;
        progress_->setRange(0, known ? 1000 : 0);
        if (known)
            progress_->setValue(static_cast<int>(view.play.reached * 1000 / view.play.end));
        stand(view.play.stopped
                  ? tr("Simulated to %1, then stopped")
                        .arg(time.clock(view.play.reached, view.play.end))
                  : tr("Simulated to %1").arg(time.clock(view.play.reached, view.play.end)));
    } else if (damageOf(view)) {
        stand(tr("Damaged · no longer written to"));
    } else if (clusterOf(view.document.file)) {
        stand(tr("Read from Slurm, which decides"));
    } else if (view.document.can.journal) {
        const QString entry = QLocale().toString(qlonglong{view.document.revision});
        stand(view.document.trouble.empty()
                  ? (view.document.readOnly ? tr("Read-only · entry %1")
                                            : tr("Saved automatically · entry %1"))
                        .arg(entry)
                  : tr("Shown as of %1: %2")
                        .arg(time.clock(view.clock),
                             messageText(view.document.trouble.front().message)));
    } else if (view.document.dirty) {
        stand(tr("Not saved · a recovery copy is kept"));
    } else {
        const int shown = view.key.running + view.key.waiting + view.key.ended;
        stand(view.play.playing ? tr("Playing at %1×").arg(view.play.speed)
              : view.clock >= view.play.end
                  ? tr("Replay at the end · %Ln workload(s)", nullptr, shown)
                  : tr("Paused · %Ln workload(s) so far", nullptr, shown));
    }
}

void IssuesStrip::stand(const QString& text) {
    standing_ = text;
    if (!hold_.isActive())
        tell(text);
}

void IssuesStrip::tell(const QString& text) {
    status_->setText(text);
    status_->setElided(true);
}

// Every change leads to a new view, which would be told at once in its place.
void IssuesStrip::say(const QString& text) {
    tell(text);
    hold_.start();
}

// The button stands behind the sentence, and so where it stood, whatever the status says then.
void IssuesStrip::elide() {
    int before = 0;
    for (const QToolButton* count : {errors_, warnings_, hints_})
        if (!count->isHidden())
            before += count->sizeHint().width() + layout()->spacing();
    const int room = std::max(0, static_cast<int>(width() * kSentenceMost) - before);
    const QFontMetrics metrics = first_->fontMetrics();
    first_->setFixedWidth(std::min(room, metrics.horizontalAdvance(firstText_) + 1));
    first_->setText(metrics.elidedText(firstText_, Qt::ElideRight, first_->width()));
}

void IssuesStrip::resizeEvent(QResizeEvent*) {
    elide();
}

void IssuesStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), color(Role::bg));
    painter.fillRect(QRectF(0, 0, width(), 1), color(Role::line));
}

}  // namespace apportion::ui
