// SPDX-License-Identifier: GPL-3.0-or-later
// The left pane: every quota with its bar, a filter, tree or flat, columns chosen, cells edited in
// place. What it looks like is remembered of each file.
#pragma once

#include <functional>

#include <QTimer>
#include <QWidget>

#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/quota_edit.h"
#include "core/plan/draft/scale_level.h"
#include "ui/command_runner.h"
#include "ui/quota_tree/tree_memory.h"
#include "ui/session_bridge.h"

class QAction;
class QMenu;
class QStackedWidget;

namespace apportion {
struct QuotaOrder;
struct QuotaQuery;
}  // namespace apportion

namespace apportion::ui {

class EmptyState;
class IconButton;
class MessageBar;
struct QuotaEdit;
class QuotaModel;
class QuotaTreeView;
class SearchField;
class SectionHead;
class Segmented;
class Settings;
class TreeView;
class UsageBarLegend;

// One way to look at the quotas, and to take it.
struct PaneChoice {
    QString text;
    bool on = false;
    std::function<void()> take;
};

class QuotaPane final : public QWidget {
    Q_OBJECT

public:
    QuotaPane(SessionBridge& bridge, CommandRunner& runner, Settings& settings,
              QWidget* parent = nullptr);
    ~QuotaPane() override;

    void setView(const ViewPtr& view);
    void select(const QString& quota);  // empty = nothing
    // Selects it and goes there; a filter that hides it goes.
    void reveal(const QString& quota);
    QString selected() const;         // the current one
    QStringList selectedAll() const;  // in the order of the rows
    // What was selected when the file was last open, else the first.
    QString remembered() const;
    void focusFilter();
    // Or what stands in its place.
    void focusTree();
    // The cell that has the focus, or the guarantee.
    void editSelected();
    void copy() const;
    // Shown rows with the chosen columns, RFC 4180.
    QString csv() const;
    // Columns, widths, order and opened rows as at first.
    void resetLayout();
    // What the menu of a row shows; null = a separator.
    void setVerbs(const QList<QAction*>& verbs);
    // Narrow windows do without the last column and the legend.
    void setNarrow(bool narrow);
    // "automatic", "roomy" or "compact" (settings).
    void setDensity(const QString& density);
    TreeView* tree() const;
    QMenu* columnMenu() const { return columnMenu_; }
    // Tree or flat, and each column.
    std::vector<PaneChoice> choices();
    // Whether what is shown is of the last view.
    bool isSettled() const { return asked_ == answered_; }
    // What was refused is no longer told: something was changed since, or it was given up.
    void forgetRefusal();

signals:
    void quotaSelected(const QString& quota);
    void selectionChanged();
    void selectionHidden();  // by the filter: nothing is selected any more
    void newQuotaWanted(const QString& parent);
    void moveWanted(const QString& from, const QString& to);
    // The engine asks for a mode: what was typed would need one.
    void scalingWanted(const apportion::ScaleTargets& targets);
    void csvWanted();

private:
    void fillHead();
    void fillColumnMenu();
    void connectTree();
    void enableAdd();
    void arrange(const QuotaQuery& query);
    void take(const ViewPtr& view, QuotaOrder order);
    QuotaQuery query() const;
    void filter();
    void sortBy(int column);
    void showSort();
    void setColumns(const QList<int>& columns);
    void showColumn(int column, bool on);
    QList<int> shownColumns() const;
    void applyMemory();
    void remember();
    void expand();
    bool opensByItself(int row) const;
    void restore(const QStringList& names, const QString& current);
    void showCount();
    void applyDensity(std::size_t quotas);
    void edited(const QuotaEdit& edit, QuotaField field, const QString& text);
    void refuse(const Problems& problems, const ScaleTargets& wanted, const QuotaEdit& edit);
    void editAgain(const QuotaEdit& edit);
    void showMenu(const QPoint& at);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    Settings& settings_;
    QuotaModel* model_;
    QuotaTreeView* tree_;
    QStackedWidget* rows_;  // the tree, or that nothing matches
    EmptyState* noMatch_;
    SectionHead* head_;
    Segmented* shape_ = nullptr;
    QMenu* columnMenu_ = nullptr;
    IconButton* add_ = nullptr;
    SearchField* filter_;
    MessageBar* refusal_;
    UsageBarLegend* legend_;
    QString density_;
    QList<QAction*> verbs_;
    ViewPtr latest_;  // may be ahead of what the model shows
    TreeMemory memory_;
    QString file_;  // whose memory it is
    QTimer soon_;   // to be remembered
    ScaleTargets wanted_;
    bool selecting_ = false;
    bool telling_ = false;
    bool narrow_ = false;
    bool rootsOpen_ = true;
    int asked_ = 0;
    int answered_ = 0;
};

}  // namespace apportion::ui
