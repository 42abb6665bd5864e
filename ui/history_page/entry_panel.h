// SPDX-License-Identifier: GPL-3.0-or-later
// The selected entry of the journal in full: who, when, why, and what was before and after.
#pragma once

#include <QWidget>

#include "core/view/history/entry_changes.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"
#include "ui/widgets/explanation_rail.h"

namespace apportion::ui {

class EntryModel;
class IconButton;
class SectionHead;
class TextLabel;
class TreeView;

class EntryPanel final : public QWidget {
    Q_OBJECT

public:
    explicit EntryPanel(SessionBridge& bridge, QWidget* parent = nullptr);

    // Null = none is selected.
    void setEntry(const View& view, const JournalRow* row);
    EntryModel* model() const { return model_; }
    IconButton* copyButton() const { return copy_; }
    // Of a decision: what it evicted and what it started.
    const QList<RailStep>& steps() const { return rail_->steps(); }
    // What the button copies.
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void take(EntryChanges changes);
    QList<RailStep> stepsOf(const EntryChanges& changes) const;

    SessionBridge& bridge_;
    JournalRow row_;
    EntryChanges changes_;  // of it
    SectionHead* head_;
    IconButton* copy_;
    TextLabel* note_;
    EntryModel* model_;
    TreeView* table_;
    ExplanationRail* rail_;      // of a decision, in place of the table
    QWidget* story_;             // that scrolls it
    QList<RailStep> evictions_;  // of the entry
};

}  // namespace apportion::ui
