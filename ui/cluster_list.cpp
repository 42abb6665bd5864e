// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster_list.h"

#include <algorithm>
#include <chrono>

#include <QEvent>
#include <QTime>
#include <QWidget>

#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/reader.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

constexpr std::chrono::seconds kAskAgain{15};

Result<slurm::Totals> totalsNow(const slurm::Connection& connection) {
    auto access = slurm::openAccess(connection);
    if (!access)
        return tl::unexpected(std::move(access.error()));
    slurm::Picture picture;
    if (auto read = slurm::readWork(*access, picture); !read)
        return tl::unexpected(std::move(read.error()));
    return slurm::totalsOf(picture);
}

}  // namespace

QString wayText(const slurm::Connection& connection) {
    switch (connection.way) {
        case slurm::Connection::Way::here:
            return ClusterList::tr("commands on this machine");
        case slurm::Connection::Way::ssh:
            return ClusterList::tr("commands by ssh on %1").arg(qt(connection.place));
        case slurm::Connection::Way::rest:
            break;
    }
    return ClusterList::tr("REST on %1").arg(qt(connection.place));
}

ClusterList::ClusterList(SessionBridge& /*bridge*/, QObject* parent) : QObject(parent) {
    again_.setInterval(kAskAgain);
    connect(&again_, &QTimer::timeout, this, &ClusterList::ask);
    refresh();
}

void ClusterList::refresh() {
    asked_.clear();
    auto connections = slurm::readConnections();
    unread_ = connections ? Problems{} : std::move(connections.error());
    if (connections)
        for (slurm::Connection& each : *connections) {
            asked_.push_back(std::make_unique<Asked>());
            asked_.back()->entry.connection = std::move(each);
        }
    emit changed();
    ask();
}

void ClusterList::askWhileSeen(QWidget* widget) {
    watchers_.emplace_back(widget);
    widget->installEventFilter(this);
}

bool ClusterList::isSeen() const {
    return std::any_of(watchers_.begin(), watchers_.end(), [](const QPointer<QWidget>& each) {
        return each != nullptr && each->isVisible();
    });
}

bool ClusterList::isUpToDate() const {
    return std::none_of(asked_.begin(), asked_.end(),
                        [](const auto& each) { return each->task.isRunning(); });
}

bool ClusterList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &ClusterList::ask, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void ClusterList::ask() {
    if (!isSeen())
        return again_.stop();
    if (!asked_.empty())
        again_.start();
    for (const auto& each : asked_) {
        if (each->task.isRunning())
            continue;
        Entry* entry = &each->entry;
        each->task.start([connection = entry->connection] { return totalsNow(connection); },
                         [this, entry](Result<slurm::Totals> totals) {
                             entry->failed = totals ? Problems{} : std::move(totals.error());
                             if (totals) {
                                 entry->totals = *totals;
                                 entry->at =
                                     QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
                             }
                             emit changed();
                         });
    }
}

std::vector<ClusterList::Entry> ClusterList::entries() const {
    std::vector<Entry> entries;
    for (const auto& each : asked_)
        entries.push_back(each->entry);
    return entries;
}

}  // namespace apportion::ui
