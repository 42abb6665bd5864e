// SPDX-License-Identifier: GPL-3.0-or-later
// When what waits would start, for the tables that show it: asked for when the pool has moved and
// stands still for a moment, one of them is in sight and no recorded run plays. One question at a
// time: to run a crowded pool ahead takes seconds of a processor.
#pragma once

#include <memory>

#include <QList>
#include <QTimer>

#include "core/plan/draft/estimate.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class WorkloadTable;

class StartWatch final : public QObject {
    Q_OBJECT

public:
    StartWatch(SessionBridge& bridge, QObject* parent);

    void add(WorkloadTable* table);
    // Whether what is in sight has its estimates.
    bool isUpToDate() const { return !asking_ && !pause_.isActive(); }

protected:
    bool eventFilter(QObject* table, QEvent* event) override;

private:
    void setView(const ViewPtr& view);
    bool isWanted() const;
    void askSoon();
    void ask();
    void tell(const std::shared_ptr<const Estimates>& estimates);

    SessionBridge& bridge_;
    QList<WorkloadTable*> tables_;
    ViewPtr view_ = std::make_shared<const View>();
    QTimer pause_;
    bool stale_ = false;
    bool asking_ = false;
};

}  // namespace apportion::ui
