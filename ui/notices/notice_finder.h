// SPDX-License-Identifier: GPL-3.0-or-later
// What a person wants to hear of a pool while they look elsewhere: found by comparing each view
// with the one before. A view holds what its reader may know, and so do these.
#pragma once

#include <optional>
#include <vector>

#include <QSet>
#include <QString>

#include "core/view/view.h"
#include "ui/pages/subject.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class Settings;

struct PoolNotice {
    QString title;
    QString body;
    Subject subject;  // to go to; of several none
};

// What was chosen in the settings.
struct NoticeWants {
    explicit NoticeWants(const Settings& settings);
    NoticeWants() = default;

    bool started = false;
    bool evicted = false;
    std::optional<Duration> waits;  // longer than this
    bool nodeDown = false;
    bool budget = false;
    bool any() const { return started || evicted || waits || nodeDown || budget; }
};

class NoticeFinder {
public:
    // Of the first view of a project nothing is new.
    std::vector<PoolNotice> take(const ViewPtr& view, const NoticeWants& wants);

private:
    ViewPtr before_;
    QSet<QString> longWaits_;  // own work that has waited longer than asked for
};

}  // namespace apportion::ui
