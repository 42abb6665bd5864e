// SPDX-License-Identifier: GPL-3.0-or-later
// The console's way to change anything: a command of the session's table. Who asks with a place of
// its own for a refusal gets the answer; else the window tells it.
#pragma once

#include <functional>

#include <QObject>

#include "ui/session_bridge.h"

namespace apportion::ui {

// A command with its arguments; names may be repeated.
CommandRequest commandOf(const std::string& id,
                         const std::vector<std::pair<std::string, std::string>>& arguments);

// "8", "0.25": as commands take GPUs.
std::string gpuArgumentText(Gpu gpu);

class CommandRunner final : public QObject {
    Q_OBJECT

public:
    using Then = std::function<void(const Result<CommandAnswer>&)>;

    explicit CommandRunner(SessionBridge& bridge, QObject* parent = nullptr);

    // Whether the person at the console may run it on something. A recorded run takes those that
    // are events.
    bool may(std::string_view command) const;
    // Why not; empty if it may.
    QString whyNot(std::string_view command) const;

    // The person has seen what the present view shows: later changes of the same thing refuse it.
    void run(CommandRequest request);
    void run(CommandRequest request, QObject* context, Then then);

signals:
    void refused(const apportion::Problems& problems);
    void done(const apportion::CommandAnswer& answer);

private:
    SessionBridge& bridge_;
};

// The first problem with what mends it, in one line.
QString refusalText(const Problems& problems);

}  // namespace apportion::ui
