// SPDX-License-Identifier: GPL-3.0-or-later
// The Workloads tab: filter, one chip a group, the table, and what an empty one offers.
#pragma once

#include <map>

#include "ui/pages/page.h"
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

class WorkloadsPage final : public Page {
    Q_OBJECT

public:
    WorkloadsPage(QAction* submit, Settings& settings, QWidget* parent = nullptr);

    void setView(const ViewPtr& view) override;
    bool knows(const View& reading) const override;
    int count(const View& view) const override { return view.key.waiting; }
    SearchField* filter() const override;
    void showMatching(const QString& text) override;
    // Goes to the table.
    void reveal(const Subject& workload) override;
    // Of each file, also after a crash.
    void setExplained(const Subject& subject, const View& view) override;
    std::optional<QStringList> chosen(ObjectKind kind) const override;
    Subject takeRemembered() override;
    void resetLayout() override;
    WorkloadTable* table() const { return table_; }
    // The groups' chips, as if somebody had pressed one.
    void showGroup(WorkloadModel::Group group);
    WorkloadModel::Group group() const { return group_; }
    // One row a workload that is shown, of evicted ones one an eviction.
    QString csv() const;

signals:
    void csvWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void remember(const QString& workload);
    void makeHead();
    void addChip(WorkloadModel::Group group, const QString& text, QLayout* layout);
    void fitHead();
    void applyFilter();
    void countChips();
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
    bool coming_ = false;     // nor what waits or runs
    bool takesWork_ = false;  // somebody may submit here
    bool hasQuotas_ = false;
    WorkloadModel::Group group_ = WorkloadModel::Group::all;
};

PageRegistration workloadsPage();

}  // namespace apportion::ui
