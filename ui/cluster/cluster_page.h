// SPDX-License-Identifier: GPL-3.0-or-later
// While a cluster is open: all clusters that were added, side by side, and what of the open one is
// not represented.
#pragma once

#include "ui/cluster_list.h"
#include "ui/pages/page.h"

namespace apportion::ui {

class SectionHead;
class TreeView;

class ClusterPage final : public Page {
    Q_OBJECT

public:
    explicit ClusterPage(PageHost& host);

    void setView(const ViewPtr& view) override;
    bool isUpToDate() const override { return !isVisible() || list_.isUpToDate(); }

    DialogFrame* dialog(const QString& name);
    void add();
    void plan();
    void work();

private:
    void showClusters();

    PageHost& host_;
    ClusterList& list_;
    ViewPtr view_;
    SectionHead* clustersHead_;
    TreeView* clusters_;
    SectionHead* leftHead_;
    TreeView* left_;
};

PageRegistration clusterPage();

}  // namespace apportion::ui
