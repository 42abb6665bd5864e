// SPDX-License-Identifier: GPL-3.0-or-later
// A quota explained: its bar, its numbers, why it has what it has, what would change that.
#pragma once

#include <QWidget>

#include "core/view/explain/quota_explanation.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

class QVBoxLayout;

namespace apportion {
struct Estimates;
}

namespace apportion::ui {

class ExplanationRail;
class FactList;
class InspectorTitle;
struct PartsShown;
class LinkList;
class TextLabel;
class UsageBarView;

class QuotaInspector final : public QWidget {
    Q_OBJECT

public:
    explicit QuotaInspector(QWidget* parent = nullptr);

    InspectorTitle* title() const { return title_; }
    void setQuota(const View& view, const QuotaRow& row, const Estimates* estimates);
    // Until the explanation comes.
    void clearExplanation();
    // What is told is of other numbers than the row has now.
    void tellThatItIsLate(const QuotaRow& row);
    void setExplanation(const View& view, const QuotaExplanation& explanation);
    PartsShown reason() const;
    // What would change it; where nothing is known of that, why it is so.
    PartsShown remedy() const;

signals:
    void quotaChosen(const QString& quota);
    void workloadChosen(const QString& workload);
    void preemptionWanted(apportion::PreemptionLevel level);

private:
    void setPolicies(const View& view, const QuotaRow& row);

    InspectorTitle* title_;
    UsageBarView* bar_;
    FactList* facts_;
    TextLabel* unknown_;  // why nobody knows when the next one starts
    LinkList* policies_;
    QStringList policyTexts_;  // as shown: made anew only where they differ
    TextLabel* why_;
    ExplanationRail* rail_;
    TextLabel* changesTitle_;
    LinkList* changes_;
};

}  // namespace apportion::ui
