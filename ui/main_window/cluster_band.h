// SPDX-License-Identifier: GPL-3.0-or-later
// Under the mode bar while a cluster or the project that drives one is open, on every page: which
// one, how it is read or by whom it is driven, how old the data are, and what is not represented.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/session_bridge.h"

class QPushButton;

namespace apportion::ui {

class TextLabel;

class ClusterBand final : public QWidget {
    Q_OBJECT

public:
    // `plan` may be null: there is no such page.
    explicit ClusterBand(QAction* plan, QWidget* parent = nullptr);

    // Hidden where no cluster, and no project of one, is open.
    void setView(const ViewPtr& view);

signals:
    void listWanted();  // of what is not represented

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString factsOf(const View& view) const;
    void tellAge();

    void findCluster(const DocumentState& document);

    ViewPtr view_;
    std::optional<std::string> cluster_;  // of the file, or that it drives
    QString way_;
    bool drives_ = false;  // it is the project of a cluster
    QTimer each_;
    TextLabel* name_;
    TextLabel* facts_;
    TextLabel* age_;
    QPushButton* left_;
};

}  // namespace apportion::ui
