// SPDX-License-Identifier: GPL-3.0-or-later
// Asks every two seconds how busy the devices of this machine are, while the pool is live here and
// somebody sees what shows it.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "core/view/nodes/device_uses.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class UseWatch final : public QObject {
    Q_OBJECT

public:
    UseWatch(SessionBridge& bridge, QObject* parent);

    void watchFor(QWidget* page);

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
    QPointer<QWidget> page_;
    QTimer timer_;
    bool live_ = false;
    bool asking_ = false;
    DeviceUses last_;
};

}  // namespace apportion::ui
