// SPDX-License-Identifier: GPL-3.0-or-later
// Asks every two seconds how busy the devices of this machine are, while the pool is live here and
// somebody sees its nodes.
#pragma once

#include <QObject>
#include <QTimer>

#include "core/cluster/local/device_reader.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class UseWatch final : public QObject {
    Q_OBJECT

public:
    // `page` shows the nodes.
    UseWatch(SessionBridge& bridge, QWidget* page);

signals:
    // Of no node where nothing is known any more.
    void read(const apportion::DeviceUses& uses);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setView(const ViewPtr& view);
    void follow();
    void ask();
    void take(DeviceUses uses);

    SessionBridge& bridge_;
    QWidget* page_;
    QTimer timer_;
    bool live_ = false;
    bool asking_ = false;
    DeviceUses last_;
};

}  // namespace apportion::ui
