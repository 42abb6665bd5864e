// SPDX-License-Identifier: GPL-3.0-or-later
// Below the queue of a workspace: why one of its workloads waits, and what would start it.
#pragma once

#include <optional>

#include <QWidget>

#include "core/view/explain/work_explanation.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class SectionHead;
class TextLabel;

// The sentences, one a line. `starts`: when it starts without a change; may be empty.
QStringList remedyLines(const View& view, const WorkExplanation& explained, const std::string& user,
                        const QString& starts);

class RemedyFold final : public QWidget {
    Q_OBJECT

public:
    RemedyFold(SessionBridge& bridge, QWidget* parent);

    // Asks about a workload that waits, and shows the answer.
    void explain(const View& view, const WorkloadRow& of, const QString& starts);
    QString workload() const { return workload_; }
    bool isUpToDate() const { return !asking_; }
    const TextLabel* text() const { return text_; }
    void close();

private:
    SessionBridge& bridge_;
    QString workload_;  // empty = closed
    bool asking_ = false;
    SectionHead* head_;
    TextLabel* text_;
};

}  // namespace apportion::ui
