// SPDX-License-Identifier: GPL-3.0-or-later
// Gives the memory that opening a file or drawing a page took for a moment back to the system: the
// C library keeps it, in each thread's heap, a third of what a large project needs.
#pragma once

#include <QObject>
#include <QTimer>

namespace apportion::ui {

class SessionBridge;

class HeapTrim final : public QObject {
    Q_OBJECT

public:
    // Trims, on a thread of its own, soon after the view has changed, and once more when what
    // followed from the change is done.
    explicit HeapTrim(SessionBridge& bridge, QObject* parent = nullptr);

private:
    QTimer timer_;
    int left_ = 0;
};

}  // namespace apportion::ui
