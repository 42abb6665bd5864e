// SPDX-License-Identifier: GPL-3.0-or-later
// The History tab: everything that was done to the project, by whom and why, and taking it back.
#pragma once

#include "core/view/history/entry_changes.h"
#include "ui/pages/page.h"

class QAction;
class QStackedWidget;

namespace apportion::ui {

class EmptyState;
class EntryPanel;
class HistoryFilter;
class HistoryModel;
class SearchField;
class TreeView;

class HistoryPage final : public Page {
    Q_OBJECT

public:
    HistoryPage(SessionBridge& bridge, QAction* makeProject, QWidget* parent = nullptr);

    void setView(const ViewPtr& view) override;
    SearchField* filter() const override;
    // Fetches what is not there yet, and says csvWanted() then.
    void askForCsv();
    // The entries that were shown then.
    const QString& csv() const { return csv_; }
    TreeView* table() const { return table_; }
    EntryPanel* entry() const { return entry_; }

signals:
    // All entries that the filter leaves are there.
    void csvWanted();
    void undoWanted(qint64 revision);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int rowsInUse() const;  // from the first on
    QString csvWith(const std::map<Revision, ChangeTexts>& changes) const;
    void keepInSight(const QSize& before);
    void activate(const QModelIndex& index);
    void showEntry();
    void showLatest();

    SessionBridge& bridge_;
    HistoryModel* model_;
    HistoryFilter* proxy_;
    SearchField* filter_;
    TreeView* table_;
    EntryPanel* entry_;
    EmptyState* empty_;
    QStackedWidget* stack_;
    QString csv_;  // as of the last time it was asked for
    bool exporting_ = false;
    bool chosen_ = false;  // an entry, by the person
};

PageRegistration historyPage();

}  // namespace apportion::ui
