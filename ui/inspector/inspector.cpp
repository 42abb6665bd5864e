// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include <algorithm>

#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "core/plan/draft/estimate.h"
#include "core/view/explain/work_story.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/inspector/node_inspector.h"
#include "ui/inspector/quota_inspector.h"
#include "ui/inspector/workload_inspector.h"
#include "ui/inspector/workspace_inspector.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {

namespace {

constexpr int kLate = 500;  // ms after which an answer is told to be awaited

// Tab comes to it, to scroll by keyboard.
class Scrolled final : public QScrollArea {
public:
    using QScrollArea::QScrollArea;

protected:
    void paintEvent(QPaintEvent* event) override {
        QScrollArea::paintEvent(event);
        if (!hasKeyboardFocus(*this))
            return;
        QPainter painter(viewport());
        painter.setRenderHint(QPainter::Antialiasing);
        paintFocusRing(painter, QRectF(viewport()->rect()));
    }
    void focusInEvent(QFocusEvent* event) override {
        QScrollArea::focusInEvent(event);
        viewport()->update();
    }
    void focusOutEvent(QFocusEvent* event) override {
        QScrollArea::focusOutEvent(event);
        viewport()->update();
    }
};

// What is explained stays at the top, also where its explanation is scrolled.
class Titled final : public QWidget {
public:
    Titled(InspectorTitle* title, QWidget* page, const QString& name, QWidget* parent)
        : QWidget(parent), area_(new Scrolled(this)) {
        area_->setWidgetResizable(true);
        area_->setFrameShape(QFrame::NoFrame);
        area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area_->setBackgroundRole(QPalette::Base);
        area_->viewport()->setBackgroundRole(QPalette::Base);
        area_->setWidget(page);
        area_->setAccessibleName(name);
        page->setAutoFillBackground(false);
        auto* above = new QVBoxLayout;
        above->setContentsMargins(16, 8, 16, 7);
        above->addWidget(title);
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addLayout(above);
        column->addSpacing(1);
        column->addWidget(area_, 1);
        connect(area_->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { update(); });
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (area_->verticalScrollBar()->value() > 0)
            paintHairline(painter, 0, width(), area_->y() - 1, color(Role::line));
    }
    // Where what is told anew has no such button any more, whoever pressed it reads on here: the
    // next in turn is somewhere else in the window, and may end what they did not ask about.
    bool focusNextPrevChild(bool next) override {
        const QWidget* focus = window()->focusWidget();
        if (focus == nullptr || !isAncestorOf(focus) || canHaveFocus(*focus))
            return QWidget::focusNextPrevChild(next);
        focusUnasked(*area_);
        return true;
    }
    // The same where it went while a dialog was open.
    bool event(QEvent* event) override {
        const QWidget* focus = window()->focusWidget();
        const bool here = focus != nullptr ? isAncestorOf(focus) : left_;
        if (event->type() == QEvent::WindowDeactivate)
            left_ = here;
        else if (event->type() == QEvent::WindowActivate && here &&
                 (focus == nullptr || !canHaveFocus(*focus)))
            focusUnasked(*area_);
        return QWidget::event(event);
    }

public:
    QScrollBar* bar() const { return area_->verticalScrollBar(); }
    // From its first to its last part, as far as there is room for both: the first in any case.
    void bring(const PartsShown& parts) {
        if (parts.first == nullptr)
            return;
        const auto place = [this](const QWidget* part) {
            return QRect(part->mapTo(area_->widget(), QPoint()), part->size());
        };
        const int top = place(parts.first).top() - kAbove;
        const int bottom = place(parts.last).bottom() + kAbove;
        QScrollBar* bar = area_->verticalScrollBar();
        const int height = area_->viewport()->height();
        if (bottom > bar->value() + height)
            bar->setValue(bottom - height);
        if (top < bar->value() || bottom - top > height)
            bar->setValue(top);
    }

private:
    static constexpr int kAbove = 8;

    static bool canHaveFocus(const QWidget& part) { return part.isVisible() && part.isEnabled(); }

    Scrolled* area_;
    bool left_ = false;  // for another window, with the focus in here
};

}  // namespace

Inspector::Inspector(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::eye, tr("Nothing selected"),
                            tr("Select a quota, workload, or device."), this)),
      quotaPage_(new QuotaInspector(this)),
      workloadPage_(new WorkloadInspector(bridge, this)),
      nodePage_(new NodeInspector(this)),
      workspacePage_(new WorkspaceInspector(this)) {
    setMinimumWidth(280);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* head = new SectionHead(tr("Inspector"), this);
    head->setUnderlined(true);
    stack_->addWidget(empty_);
    const auto add = [this](auto* page, const QString& name) {
        auto* titled = new Titled(page->title(), page, name, stack_);
        stack_->addWidget(titled);
        // What is told later moves what was brought into sight; who scrolls goes elsewhere.
        connect(titled->bar(), &QScrollBar::rangeChanged, this, &Inspector::scrollToWanted);
        connect(titled->bar(), &QScrollBar::actionTriggered, this, [this] { wanted_.reset(); });
    };
    add(quotaPage_, tr("Selected quota"));
    add(workloadPage_, tr("Selected workload"));
    add(nodePage_, tr("Selected device"));
    add(workspacePage_, tr("Selected workspace"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(stack_, 1);
    late_.setSingleShot(true);
    late_.setInterval(kLate);
    connect(&late_, &QTimer::timeout, this, [this] {
        if (const QuotaRow* row = asked_ == answered_ ? nullptr : quotaRow())
            quotaPage_->tellThatItIsLate(*row);
    });
    connect(quotaPage_, &QuotaInspector::quotaChosen, this, &Inspector::quotaChosen);
    connect(quotaPage_, &QuotaInspector::workloadChosen, this, &Inspector::workloadChosen);
    connect(quotaPage_, &QuotaInspector::preemptionWanted, this,
            [this](PreemptionLevel level) { emit preemptionWanted(level, quota_); });
    connect(workloadPage_, &WorkloadInspector::workloadChosen, this, &Inspector::workloadChosen);
    connect(workloadPage_, &WorkloadInspector::eventWanted, this, &Inspector::eventWanted);
    connect(workloadPage_, &WorkloadInspector::priorityWanted, this, &Inspector::priorityWanted);
    connect(workloadPage_, &WorkloadInspector::newNodesWanted, this, &Inspector::newNodesWanted);
    connect(workloadPage_, &WorkloadInspector::projectWanted, this, &Inspector::projectWanted);
    connect(workloadPage_, &WorkloadInspector::liveWanted, this, &Inspector::liveWanted);
    connect(workloadPage_, &WorkloadInspector::nodeWanted, this, &Inspector::nodeBackWanted);
    connect(workspacePage_, &WorkspaceInspector::quotaChosen, this, &Inspector::quotaChosen);
    connect(nodePage_, &NodeInspector::workloadChosen, this, &Inspector::workloadChosen);
    connect(nodePage_, &NodeInspector::stateWanted, this,
            [this](NodeState state, bool preview) { emit nodeStateWanted(node_, state, preview); });
    connect(workloadPage_, &WorkloadInspector::approvalWanted, this, &Inspector::approvalWanted);
}

bool Inspector::isUpToDate() const {
    return asked_ == answered_ && workloadPage_->isUpToDate();
}

void Inspector::setView(const ViewPtr& view) {
    // What was asked before all was read, or when somebody else decided, is answered by what is
    // there now.
    const bool anew = (view_->document.reading > 0 && view->document.reading == 0) ||
                      view->document.engine != view_->document.engine;
    const bool moved = anew || view->clock != view_->clock ||
                       view->document.name != view_->document.name ||
                       view->quotas != view_->quotas ||
                       (!node_.isEmpty() && view->nodes.rows != view_->nodes.rows) ||
                       (workspace_ && view->workspaces != view_->workspaces) ||
                       (!workload_.isEmpty() && workloadRow() == nullptr &&
                        workNamed(*view, workload_.toStdString()) != nullptr);
    if (view->document.file != view_->document.file ||
        view->document.name != view_->document.name ||
        view->document.engine != view_->document.engine)
        estimates_.reset();
    view_ = view;
    if (!moved)
        return;
    // One question at a time: while it plays, the next view comes before a hard answer.
    if (asked_ == answered_ || anew)
        refresh();
    else
        again_ = true;
}

void Inspector::setUses(const DeviceUses& uses) {
    uses_ = uses;
    if (const WorkloadRow* row = quotaRow() == nullptr ? workloadRow() : nullptr)
        showWorkload(*row);
    else if (const NodeRow* node = nodeRow())
        nodePage_->setDevice(*view_, *node, device_, uses_);
}

void Inspector::answered(int question) {
    answered_ = question;
    if (std::exchange(again_, false))
        refresh();
    else
        scrollToWanted();
}

void Inspector::bring(Part part) {
    wanted_ = part;
    scrollToWanted();
}

// As soon as what was just told has its place.
void Inspector::scrollToWanted() {
    if (!wanted_ || asked_ != answered_)
        return;
    QTimer::singleShot(0, this, [this] {
        auto* page = dynamic_cast<Titled*>(stack_->currentWidget());
        if (!wanted_ || page == nullptr)
            return;
        const bool remedy = *wanted_ == Part::remedy;
        if (quotaRow() != nullptr)
            page->bring(remedy ? quotaPage_->remedy() : quotaPage_->reason());
        else if (workloadRow() != nullptr)
            page->bring(remedy ? workloadPage_->remedy() : workloadPage_->reason());
    });
}

void Inspector::forget() {
    wanted_.reset();
    quota_.clear();
    workload_.clear();
    evictedAt_.reset();
    node_.clear();
    workspace_.reset();
}

void Inspector::inspectQuota(const QString& quota) {
    forget();
    quota_ = quota;
    refresh();
}

void Inspector::inspectWorkload(const QString& workload, std::optional<Instant> evictedAt) {
    forget();
    workload_ = workload;
    evictedAt_ = evictedAt;
    refresh();
}

void Inspector::inspectDevice(const QString& node, int device) {
    forget();
    node_ = node;
    device_ = device;
    refresh();
}

void Inspector::inspectWorkspace(const QString& workspace) {
    forget();
    workspace_ = workspace;
    refresh();
}

const WorkspaceRow* Inspector::workspaceRow() const {
    const std::string name = workspace_.value_or(QString()).toStdString();
    const auto& rows = view_->workspaces;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const WorkspaceRow& row) { return row.spec.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

const NodeRow* Inspector::nodeRow() const {
    const std::string name = node_.toStdString();
    const auto& rows = view_->nodes.rows;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const NodeRow& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

const QuotaRow* Inspector::quotaRow() const {
    const std::string name = quota_.toStdString();
    const auto found = std::find_if(view_->quotas.begin(), view_->quotas.end(),
                                    [&](const QuotaRow& row) { return row.name == name; });
    return found == view_->quotas.end() ? nullptr : &*found;
}

const WorkloadRow* Inspector::workloadRow() const {
    return workNamed(*view_, workload_.toStdString());
}

// One question at a time here too; the answer is shown with the numbers that stand by then.
void Inspector::askWhenItStarts() {
    if (std::exchange(estimating_, true))
        return;
    bridge_.ask(bridge_.session().estimateStarts(), this,
                [this](std::shared_ptr<const Estimates> answer) {
                    estimating_ = false;
                    estimates_ = std::move(answer);
                    if (const QuotaRow* row = quotaRow())
                        quotaPage_->setQuota(*view_, *row, estimates_.get());
                    else if (const WorkloadRow* found = workloadRow())
                        showWorkload(*found);
                });
}

void Inspector::showWorkload(const WorkloadRow& row) {
    workloadPage_->setWorkload(*view_, row, estimates_.get(),
                               evictedAt_ ? evictionOf(*view_, row, *evictedAt_) : nullptr, uses_);
}

void Inspector::refresh() {
    const int question = ++asked_;
    // What was told while nobody ran the pool is not true of a live one.
    if (const auto subject =
            std::tuple(view_->document.file, view_->document.name, view_->document.engine,
                       view_->document.reading > 0, quota_, workload_, evictedAt_);
        subject != subject_) {
        subject_ = subject;
        for (QScrollArea* area : findChildren<QScrollArea*>())
            area->verticalScrollBar()->setValue(0);
        // Of another one nothing is true of this one.
        quotaPage_->clearExplanation();
        workloadPage_->clearExplanation();
    }
    if (const QuotaRow* row = quotaRow()) {
        stack_->setCurrentIndex(1);
        quotaPage_->setQuota(*view_, *row, estimates_.get());
        if (row->numbers.pendingWorkloads > 0)
            askWhenItStarts();
        late_.start();
        bridge_.ask(bridge_.session().explainQuota(row->name), this,
                    [this, question](const std::optional<QuotaExplanation>& answer) {
                        if (question != asked_)
                            return;
                        if (answer)
                            quotaPage_->setExplanation(*view_, *answer);
                        answered(question);
                    });
    } else if (const WorkloadRow* found = workloadRow()) {
        stack_->setCurrentIndex(2);
        showWorkload(*found);
        if (view_->document.reading > 0) {  // nobody knows the reasons yet
            answered_ = question;
            return;
        }
        if (found->status.state == WorkloadState::pending)
            askWhenItStarts();
        bridge_.ask(
            bridge_.session().explainWorkload(found->name), this,
            [this, question](const std::optional<WorkExplanation>& answer) {
                if (question != asked_)
                    return;
                if (answer)
                    workloadPage_->setExplanation(*view_, *answer);
                else if (const WorkloadRow* kept = workloadRow())
                    workloadPage_->setExplanation(*view_, {keptExplanation(*view_, *kept), {}});
                answered(question);
            });
    } else if (const NodeRow* node = nodeRow()) {
        answered_ = question;
        stack_->setCurrentIndex(3);
        nodePage_->setDevice(*view_, *node, device_, uses_);
    } else if (const WorkspaceRow* workspace = workspaceRow()) {
        answered_ = question;
        stack_->setCurrentIndex(4);
        workspacePage_->setWorkspace(*workspace);
    } else {
        answered_ = question;
        stack_->setCurrentIndex(0);
        const std::int64_t reading = view_->document.reading;
        if (reading > 0 && (!quota_.isEmpty() || !workload_.isEmpty()))
            empty_->setTexts(quota_.isEmpty() ? workload_ : quota_, readingText(reading));
        else if (!quota_.isEmpty())
            empty_->setTexts(tr("Not here any more"), tr("Quota %1 does not exist.").arg(quota_));
        else if (!workload_.isEmpty())
            empty_->setTexts(tr("Not present at this time"),
                             tr("%1 has not been submitted yet.").arg(workload_));
        else
            empty_->setTexts(tr("Nothing selected"),
                             workspace_ ? tr("Select a quota or a workspace.")
                                        : tr("Select a quota, workload, or device."));
    }
}

}  // namespace apportion::ui
