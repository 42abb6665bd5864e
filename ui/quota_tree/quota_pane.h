// SPDX-License-Identifier: GPL-3.0-or-later
// The left pane: every quota with its bar, a filter, tree or flat, sizes edited in place.
#pragma once

#include <QWidget>

#include "ui/session_bridge.h"

class QSortFilterProxyModel;

namespace apportion::ui {

class QuotaModel;
class SearchField;
class SectionHead;
class TreeView;
class UsageBarLegend;

class QuotaPane final : public QWidget {
    Q_OBJECT

public:
    explicit QuotaPane(QWidget* parent = nullptr);

    void setView(const ViewPtr& view);
    void select(const QString& quota);  // empty = nothing
    QString selected() const;
    void focusFilter();
    void editSelected();
    void copy() const;
    // Narrow windows do without the last column and the legend.
    void setNarrow(bool narrow);
    // "automatic", "roomy" or "compact" (settings).
    void setDensity(const QString& density);
    TreeView* tree() const { return tree_; }

signals:
    void quotaSelected(const QString& quota);
    void guaranteeEdited(const QString& quota, qlonglong gpu);

private:
    void fillHead();
    void filter();
    void expandAll();
    void showCount();
    void applyDensity(std::size_t quotas);

    QuotaModel* model_;
    QSortFilterProxyModel* proxy_;
    TreeView* tree_;
    SectionHead* head_;
    SearchField* filter_;
    UsageBarLegend* legend_;
    QString density_;
    bool selecting_ = false;
};

}  // namespace apportion::ui
