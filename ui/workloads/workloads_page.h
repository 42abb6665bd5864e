// SPDX-License-Identifier: GPL-3.0-or-later
// The Workloads tab: filter, one chip a group, the table, and what an empty one offers.
#pragma once

#include <map>

#include <QWidget>

#include "ui/session_bridge.h"
#include "ui/workloads/workload_model.h"

class QAction;
class QHBoxLayout;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class Chip;
class EmptyState;
class SearchField;
class Settings;
class WorkloadTable;

class WorkloadsPage final : public QWidget {
    Q_OBJECT

public:
    WorkloadsPage(QAction* submit, Settings& settings, QWidget* parent = nullptr);

    void setView(const ViewPtr& view);
    WorkloadTable* table() const { return table_; }
    void focusFilter();
    // As if somebody had typed it.
    void showMatching(const QString& text);
    // Goes to the table; a filter that hides the workload goes.
    void reveal(const QString& workload);
    // The groups' chips, as if somebody had pressed one.
    void showGroup(WorkloadModel::Group group);
    WorkloadModel::Group group() const { return group_; }
    // One row a workload that is shown, of evicted ones one an eviction.
    QString csv() const;
    // As at first.
    void resetLayout();
    // What is selected, empty = nothing: of each file, also after a crash.
    void remember(const QString& workload);
    // What was selected when the file was last open, if it is there; told once.
    QString takeRemembered();

signals:
    void csvWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeHead();
    void addChip(WorkloadModel::Group group, const QString& text, QLayout* layout);
    void fitHead();
    void applyFilter();
    void showAll();
    void showState();
    void fillSortMenu();
    void recallSort();
    void rememberSort();

    QAction* submit_;
    Settings& settings_;
    QPushButton* submitButton_;
    SearchField* filter_;
    WorkloadTable* table_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    QHBoxLayout* head_;
    QHBoxLayout* secondRow_;  // of the chips where the first has no room for them
    QWidget* chipBar_;
    bool chipsBelow_ = false;
    std::map<WorkloadModel::Group, Chip*> chips_;
    QMenu* sortMenu_ = nullptr;
    QString file_;
    QString remembered_;
    bool recalled_ = false;   // what was selected in that file
    bool reading_ = false;    // what was evicted or has ended is not known yet
    bool takesWork_ = false;  // somebody may submit here
    bool hasQuotas_ = false;
    WorkloadModel::Group group_ = WorkloadModel::Group::all;
};

}  // namespace apportion::ui
