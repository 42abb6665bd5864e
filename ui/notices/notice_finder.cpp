// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/notice_finder.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "ui/settings.h"
#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

namespace {

// Where more is new in one view, it is one notice.
constexpr std::size_t kMostOfAKind = 3;

class NoticeText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::NoticeText)
};

bool isOwn(const View& view, const std::string& user) {
    return !user.empty() && user == view.document.who;
}

template <typename Rows>
const WorkloadRow* rowOf(const Rows& rows, const std::string& name) {
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const WorkloadRow& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

// Those that waited, or were not there yet, and run.
std::vector<PoolNotice> startsIn(const View& before, const View& now) {
    std::vector<PoolNotice> found;
    for (const WorkloadRow& row : now.running) {
        if (!isOwn(now, row.user) || rowOf(before.running, row.name) != nullptr)
            continue;
        const bool waited = rowOf(before.waiting, row.name) != nullptr;
        if (!waited && row.status.start.value_or(0) <= before.clock)
            continue;
        const QString name = qt(row.name);
        found.push_back({NoticeText::tr("%1 started").arg(name),
                         NoticeText::tr("%1 has %2 in %3 and waited %4.")
                             .arg(name, gpusText(row.gpu), qt(row.quota),
                                  TimeText::duration(row.status.waited)),
                         {ObjectKind::workload, name}});
    }
    return found;
}

// The latest stand first.
std::vector<PoolNotice> evictionsIn(const View& before, const View& now) {
    std::vector<PoolNotice> found;
    const TimeText time(now.document.epoch);
    for (const EvictionRow& row : now.evictions) {
        if (!before.evictions.empty() && row.record == before.evictions.front().record)
            break;
        if (!isOwn(now, row.victim.user) || row.record.rule == EvictionRule::consolidation)
            continue;
        const QString name = qt(row.record.victim);
        found.push_back({NoticeText::tr("%1 was evicted").arg(name),
                         messageText(row.record.why, time),
                         {ObjectKind::workload, name}});
    }
    return found;
}

std::vector<PoolNotice> issuesIn(const View& before, const View& now, std::string_view validator,
                                 const QString& title, ObjectKind kind) {
    std::vector<PoolNotice> found;
    const TimeText time(now.document.epoch);
    for (const Issue& issue : now.issues) {
        const auto isSame = [&](const Issue& each) {
            return each.validator == issue.validator && each.subject == issue.subject &&
                   each.what.code == issue.what.code;
        };
        if (issue.validator != validator || issue.subject.empty() ||
            std::any_of(before.issues.begin(), before.issues.end(), isSame))
            continue;
        const QString name = qt(issue.subject);
        found.push_back({title.arg(name), messageText(issue.what, time), {kind, name}});
    }
    return found;
}

void add(std::vector<PoolNotice>& to, std::vector<PoolNotice> found, const QString& several) {
    if (found.size() > kMostOfAKind) {
        std::vector<std::string> names;
        names.reserve(kMostOfAKind);
        for (std::size_t i = 0; i < kMostOfAKind; ++i)
            names.push_back(found[i].subject.name.toStdString());
        found = {{several, NoticeText::tr("Among them: %1.").arg(namesText(names)), {}}};
    }
    to.insert(to.end(), found.begin(), found.end());
}

}  // namespace

NoticeWants::NoticeWants(const Settings& settings)
    : started(settings.isOn(QStringLiteral("notice-started"))),
      evicted(settings.isOn(QStringLiteral("notice-evicted"))),
      nodeDown(settings.isOn(QStringLiteral("notice-node"))),
      budget(settings.isOn(QStringLiteral("notice-budget"))) {
    const int minutes = settings.value(QStringLiteral("notice-waits")).toInt();
    if (minutes > 0)
        waits = minutes * 60 * kSecond;
}

std::vector<PoolNotice> NoticeFinder::take(const ViewPtr& view, const NoticeWants& wants) {
    const View& now = *view;
    if (!now.document.open || !now.document.can.journal || now.document.reading > 0) {
        before_.reset();
        return {};
    }
    const ViewPtr before = std::exchange(before_, view);
    const bool isNew = before == nullptr || before->document.file != now.document.file;
    std::vector<PoolNotice> waits;
    QSet<QString> longWaits;
    for (const WorkloadRow& row : now.waiting) {
        if (!wants.waits || !isOwn(now, row.user) || row.status.waited <= *wants.waits)
            continue;
        const QString name = qt(row.name);
        longWaits.insert(name);
        if (longWaits_.contains(name))
            continue;
        waits.push_back({NoticeText::tr("%1 still waits").arg(name),
                         NoticeText::tr("%1 has waited %2 in %3.")
                             .arg(name, TimeText::duration(row.status.waited), qt(row.quota)),
                         {ObjectKind::workload, name}});
    }
    longWaits_ = longWaits;
    if (isNew)
        return {};
    std::vector<PoolNotice> found;
    if (wants.started) {
        const auto starts = startsIn(*before, now);
        add(found, starts,
            NoticeText::tr("%Ln of your workload(s) started", nullptr,
                           static_cast<int>(starts.size())));
    }
    if (wants.evicted) {
        const auto evictions = evictionsIn(*before, now);
        add(found, evictions,
            NoticeText::tr("%Ln of your workload(s) were evicted", nullptr,
                           static_cast<int>(evictions.size())));
    }
    add(found, waits,
        NoticeText::tr("%Ln of your workload(s) still waiting", nullptr,
                       static_cast<int>(waits.size())));
    if (wants.nodeDown) {
        const auto nodes = issuesIn(*before, now, "node-down", NoticeText::tr("Node %1 is down"),
                                    ObjectKind::node);
        add(found, nodes,
            NoticeText::tr("%Ln node(s) are down", nullptr, static_cast<int>(nodes.size())));
    }
    if (wants.budget) {
        const auto budgets =
            issuesIn(*before, now, "budget", NoticeText::tr("Budget of %1"), ObjectKind::quota);
        add(found, budgets,
            NoticeText::tr("%Ln budget(s) are nearly spent", nullptr,
                           static_cast<int>(budgets.size())));
    }
    return found;
}

}  // namespace apportion::ui
