// SPDX-License-Identifier: GPL-3.0-or-later
// What stands there when nothing is open: open a file, two samples, recent files, copies of unsaved
// changes, what was wrong with a file that did not open.
#pragma once

#include <vector>

#include <QTimer>
#include <QWidget>

#include "core/view/view.h"
#include "ui/session_bridge.h"
#include "ui/settings.h"
#include "ui/start/sample_card.h"

class QAction;
class QStandardItemModel;
class QVBoxLayout;

namespace apportion::ui {

class ClusterList;
class TreeView;

class StartPage final : public QWidget {
    Q_OBJECT

public:
    // `addCluster` may be null: nobody registered it.
    StartPage(QAction* newPool, QAction* open, QAction* shortcuts, QAction* addCluster,
              ClusterList& clusters, const std::vector<std::pair<Sample, QAction*>>& samples,
              QWidget* parent = nullptr);

    void setRun(std::size_t sample, const ViewPtr& run);
    bool hasAllRuns() const;
    void beginRuns() { stays_.stop(); }
    void setRecent(const QList<RecentFile>& files);

signals:
    void fileChosen(const QString& path);
    void clusterChosen(const QString& name);
    // While the page is seen and has no pictures of the samples. They take seconds of a processor,
    // which who opens a file at once has better use for: beginRuns() says when they come.
    void runsWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTitle();
    QWidget* makeRecent();
    QWidget* makeClusters(QAction* add);
    void showClusters();

    std::vector<SampleCard*> cards_;
    ClusterList& clusters_;
    QWidget* clusterBox_ = nullptr;
    TreeView* clusterTable_ = nullptr;
    QWidget* alone_ = nullptr;  // that clusters are asked is no secret
    QWidget* recentBox_ = nullptr;
    TreeView* recent_ = nullptr;
    QStandardItemModel* recentModel_ = nullptr;
    QTimer stays_;
    bool seen_ = false;
};

}  // namespace apportion::ui
