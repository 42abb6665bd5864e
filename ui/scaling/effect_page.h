// SPDX-License-Identifier: GPL-3.0-or-later
// The second page: what the scale would do, by quota and by workload.
#pragma once

#include <QWidget>

#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"
#include "ui/time_text.h"

namespace apportion::ui {

class BadgeLabel;
class BeforeAfter;
class LoadingRows;
class NoteBox;
class QuotaEffectModel;
class Segmented;
class SentenceBox;
class TextLabel;
class TreeView;
class WorkloadEffectModel;

class EffectPage final : public QWidget {
    Q_OBJECT

public:
    explicit EffectPage(QWidget* parent = nullptr);

    // Nothing yet: the trial is under way.
    void clear();
    bool isWaiting() const;
    void setEffect(const ViewPtr& view, const Effect& effect);

    BeforeAfter* bars() const { return bars_; }
    QuotaEffectModel* quotas() const { return quotaModel_; }
    WorkloadEffectModel* workloads() const { return workloadModel_; }
    Segmented* moments() const { return moments_; }
    Segmented* filter() const { return filter_; }
    TreeView* workloadTable() const { return workloadTable_; }
    // Of the current workload, in full: what happens, why, and the next best choice.
    QString story() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMoment();
    void showWorkloads();
    void tell(const ScaleWorkloadEffect& effect);
    void tellStory();
    std::string currentWorkload() const;
    void choose(const std::string& workload);
    void fitTables();
    void showResult(bool shown);

    ViewPtr view_ = std::make_shared<const View>();
    TimeText time_;
    Effect effect_;
    TextLabel* of_;
    BadgeLabel* exact_;
    LoadingRows* loading_;
    Segmented* moments_;
    BeforeAfter* bars_;
    QuotaEffectModel* quotaModel_;
    TreeView* quotaTable_;
    NoteBox* unsettled_;
    NoteBox* beside_;  // what waits beside the queue and is in none of this
    TextLabel* listHead_;
    TextLabel* counts_;
    Segmented* filter_;
    WorkloadEffectModel* workloadModel_;
    TreeView* workloadTable_;
    SentenceBox* story_;
    TextLabel* none_;
};

}  // namespace apportion::ui
