// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what is new in a pool on the desktop, as the settings say, while its window is not in
// front.
#pragma once

#include <QObject>

#include "ui/notices/desktop_notices.h"
#include "ui/notices/notice_finder.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class NoticeWatch final : public QObject {
    Q_OBJECT

public:
    // All of them must outlive it.
    NoticeWatch(SessionBridge& bridge, const Settings& settings, DesktopNotices& desktop);

private:
    void setView(const ViewPtr& view);

    const Settings& settings_;
    DesktopNotices& desktop_;
    NoticeFinder finder_;
};

}  // namespace apportion::ui
