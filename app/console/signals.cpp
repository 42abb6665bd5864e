// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/signals.h"

#include <array>
#include <csignal>

#include <sys/socket.h>
#include <unistd.h>

#include <QSocketNotifier>

namespace apportion::console {

namespace {

std::array<int, 2> gPipe{-1, -1};

// Only what is safe in a handler: one byte through a socket to the event loop. What is asked twice
// ends at once: reading a huge file cannot be interrupted, and what was acknowledged is on the
// disk.
void onSignal(int which) {
    std::signal(which, SIG_DFL);
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(gPipe[0], &byte, sizeof byte);
}

}  // namespace

void leaveOnSignals(QObject& context, std::function<void()> leave) {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, gPipe.data()) != 0)
        return;
    auto* notifier = new QSocketNotifier(gPipe[1], QSocketNotifier::Read, &context);
    QObject::connect(notifier, &QSocketNotifier::activated, &context,
                     [notifier, leave = std::move(leave)] {
                         // What is not read would wake the loop again and again.
                         notifier->setEnabled(false);
                         leave();
                     });
    // A limit on the size of files is told like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int which : {SIGTERM, SIGINT, SIGHUP})
        std::signal(which, onSignal);
}

}  // namespace apportion::console
