// SPDX-License-Identifier: GPL-3.0-or-later
// Under the mode bar while a cluster is open, on every page: which one, how it is read, how old the
// data are, that nothing is changed from here, and what is not represented.
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

    // Hidden where no cluster is open.
    void setView(const ViewPtr& view);

signals:
    void listWanted();  // of what is not represented

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tellAge();

    ViewPtr view_;
    QString way_;
    QTimer each_;
    TextLabel* name_;
    TextLabel* facts_;
    TextLabel* age_;
    QPushButton* left_;
    QPushButton* plan_ = nullptr;
};

}  // namespace apportion::ui
