// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/notice_watch.h"

#include <QApplication>

namespace apportion::ui {

NoticeWatch::NoticeWatch(SessionBridge& bridge, const Settings& settings, DesktopNotices& desktop)
    : settings_(settings), desktop_(desktop) {
    connect(&bridge, &SessionBridge::changed, this, &NoticeWatch::setView);
}

// What happens while the window, or a dialog of it, is in front is seen there.
void NoticeWatch::setView(const ViewPtr& view) {
    const std::vector<PoolNotice> found = finder_.take(view, NoticeWants(settings_));
    if (QApplication::activeWindow() != nullptr)
        return;
    for (const PoolNotice& notice : found)
        desktop_.show(notice);
}

}  // namespace apportion::ui
