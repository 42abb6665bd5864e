// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/key_figures.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "core/session/local/live_consent.h"
#include "core/session/project_listing.h"
#include "core/view/awaiting_approval.h"
#include "core/view/nodes/node_room.h"
#include "core/view/unread_view.h"
#include "ui/limits_only.h"
#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Figures)
};

KeyNumber inUse(const View& view) {
    const apportion::KeyNumbers& key = view.key;
    const Gpu free = key.capacity - key.used;
    const Gpu onDown = heldOnDown(view);
    const QString share = onDown > 0 ? Figures::tr("%1 on what is down").arg(gpuNumber(onDown))
                                     : percent(key.used, key.capacity);
    Gpu all = 0;
    for (const NodeRow& node : view.nodes.rows)
        all += node.devices * kOneGpu;
    const Gpu out = all - key.capacity;
    const Gpu down = view.nodes.room.downGpu;
    QStringList note{share};
    if (out > 0)
        note << (down == out ? Figures::tr("%1 down")
                 : down == 0 ? Figures::tr("%1 cordoned")
                             : Figures::tr("%1 out of service"))
                    .arg(gpuNumber(out));
    if (free > 0)
        note << Figures::tr("%1 free").arg(gpuNumber(free));
    else if (out <= 0)
        note << Figures::tr("none free");
    return {Figures::tr("GPUs in use"),
            gpuNumber(key.used),
            Figures::tr("of %1").arg(gpuNumber(key.capacity)),
            key.capacity == 0 && view.nodes.rows.empty() && view.document.reading == 0
                ? Figures::tr("the pool has no nodes")
            : key.capacity == 0 && view.quotas.empty() ? Figures::tr("no quota divides them yet")
            : key.capacity == 0                        ? Figures::tr("no node is ready")
                                                       : note.join(QStringLiteral(" · ")),
            Role::text2,
            out > 0 ? Figures::tr("GPUs of ready nodes, and those in use on cordoned nodes. The "
                                  "pool has %1 in total")
                          .arg(gpusText(all))
                    : Figures::tr("GPUs of ready nodes, and those in use on cordoned nodes"),
            note.size() > 2 ? QStringList{note.first() + QStringLiteral(" · ") + note.last()}
            : onDown > 0    ? QStringList{share}
                            : QStringList()};
}

// Accounts of Slurm that have no GPUs left to start anything.
KeyNumber atLimit(const View& view) {
    const auto full =
        std::count_if(view.quotas.begin(), view.quotas.end(), [](const QuotaRow& row) {
            return row.policy.limit.gpu && row.numbers.subtree >= *row.policy.limit.gpu;
        });
    const auto limited =
        std::count_if(view.quotas.begin(), view.quotas.end(),
                      [](const QuotaRow& row) { return row.policy.limit.gpu.has_value(); });
    return {Figures::tr("At their limit"),
            QLocale().toString(static_cast<int>(full)),
            Figures::tr("accounts"),
            Figures::tr("of %1 with a limit").arg(QLocale().toString(static_cast<int>(limited))),
            Role::text2,
            Figures::tr("Accounts of Slurm that use all GPUs of their GrpTRES limit"),
            {}};
}

KeyNumber moved(const apportion::KeyNumbers& key) {
    if (key.borrowed == 0 && key.fromChildren > 0)
        return {Figures::tr("From children"),
                gpuNumber(key.fromChildren),
                Figures::tr("GPUs"),
                Figures::tr("by quotas above"),
                Role::text2,
                Figures::tr("GPUs of a quota that come from guarantees of its children. Rule 4")};
    return {Figures::tr("Borrowed"),
            gpuNumber(key.borrowed),
            Figures::tr("GPUs"),
            key.fromChildren > 0
                ? Figures::tr("%1 more from children").arg(gpuNumber(key.fromChildren))
            : key.borrowed > 0 ? Figures::tr("above guarantees")
                               : Figures::tr("all within"),
            Role::text2,
            Figures::tr("GPUs used above the guarantee, in all quotas, without those from "
                        "children. Rule 4"),
            key.fromChildren > 0
                ? QStringList{Figures::tr("+%1 from children").arg(gpuNumber(key.fromChildren))}
                : QStringList()};
}

// As the tree of quotas counts it: what waits for an approval asks for nothing yet.
KeyNumber waiting(const apportion::KeyNumbers& key) {
    const int asking = key.asking();
    const QString beside = Figures::tr("%Ln more waiting for approval, without a request yet",
                                       nullptr, key.unapproved);
    const QString plain = Figures::tr(
        "Submitted workloads that have not started. Rejected workloads are not counted.");
    return {Figures::tr("Waiting"),
            QLocale().toString(asking),
            Figures::tr("workload(s)", nullptr, asking),
            asking > 0           ? Figures::tr("%1 in total").arg(gpusText(key.askingGpu()))
            : key.unapproved > 0 ? Figures::tr("%Ln for approval", nullptr, key.unapproved)
                                 : Figures::tr("none waiting"),
            asking > 0 || key.unapproved > 0 ? Role::warn : Role::text2,
            key.unapproved > 0 ? plain + QLatin1Char('\n') + beside : plain};
}

// Of thousands nobody reads the tenths.
QString lostText(GpuTime lost) {
    constexpr double kThousand = 1000.0;
    const double hours = static_cast<double>(lost) / kOneGpu / kSecond / 3600.0;
    return Figures::tr("%1 GPU h lost")
        .arg(hours < kThousand ? hoursNumber(lost) : QLocale().toString(hours, 'f', 0));
}

KeyNumber evictions(const apportion::KeyNumbers& key) {
    return {Figures::tr("Evictions"),
            QLocale().toString(key.evictions),
            {},
            key.lost > 0 ? lostText(key.lost) : Figures::tr("no work lost"),
            Role::text2,
            Figures::tr("Evicted runs, without moves. Lost work, in GPU hours, must be repeated")};
}

// The percentile knows only those that have started. While others wait, theirs is the number.
KeyNumber waits(const View& view) {
    const apportion::KeyNumbers& key = view.key;
    const int queued = key.asking();
    Duration longest = 0;
    for (const WorkloadRow& row : view.waiting)
        if (!waitsForApproval(row))
            longest = std::max(longest, row.status.waited);
    const QString started = Figures::tr("%Ln started", nullptr, key.started);
    const QString p95 = TimeText::duration(key.waitP95);
    const QString about = Figures::tr(
        "p95: 95% of started workloads waited at most this long. Waiting workloads are not "
        "included");
    if (queued == 0)
        return {Figures::tr("Wait, p95"),
                key.started > 0 ? p95 : QStringLiteral("–"),
                {},
                started,
                Role::text2,
                about};
    // Those that have started may have waited longer than any that waits now.
    const QString ofStarted =
        longest >= key.waitP95
            ? Figures::tr("p95 of %1: %2", "started, duration")
            : Figures::tr("longer before: p95 of %1 was %2", "started, duration");
    return {
        Figures::tr("Longest wait now", "of waiting workloads"),
        TimeText::duration(longest),
        {},
        key.started > 0 ? ofStarted.arg(started, p95) : started,
        Role::text2,
        Figures::tr("Of waiting workloads.") + QLatin1Char('\n') + about,
        key.started > 0 ? QStringList{Figures::tr("p95 %1", "duration").arg(p95)} : QStringList(),
        TimeText::widest()};
}

// What else there is in the pool is neither counted nor said to be free.
KeyNumber inUseOfPart(const apportion::KeyNumbers& key) {
    return {Figures::tr("GPUs in use"),
            gpuNumber(key.used),
            Figures::tr("of %1").arg(gpuNumber(key.capacity)),
            Figures::tr("in the quotas that you can see"),
            Role::text2,
            Figures::tr(
                "GPUs in use in the quotas that you can see, of the ready nodes of the whole pool"),
            {Figures::tr("that you can see")}};
}

KeyNumber ofPart(KeyNumber number, const QString& ofWhat) {
    number.briefs.prepend(number.note);
    number.note += QStringLiteral(" · ") + ofWhat;
    number.toolTip += QStringLiteral(" · ") + ofWhat;
    return number;
}

// What is not known yet is neither nothing nor none.
KeyNumber unread(const View& view, KeyNumber number) {
    number.value = QStringLiteral("…");
    number.note = isComing(view) ? QString() : Figures::tr("being read");
    number.noteRole = Role::text2;
    number.briefs.clear();
    return number;
}

// Of its work the rows are there before its sums.
QList<KeyNumber> figuresMeanwhile(const View& view) {
    KeyNumber queue = unread(view, waiting(view.key));
    if (isListed(view))
        queue.value = QLocale().toString(view.key.asking());
    return {unread(view, inUse(view)), unread(view, moved(view.key)), queue,
            unread(view, evictions(view.key)), unread(view, waits(view))};
}

}  // namespace

QList<KeyNumber> keyFigures(const View& view) {
    if (isUnread(view))
        return figuresMeanwhile(view);
    KeyNumber borrowed = moved(view.key);
    const QList<KeyNumber> ofWork{waiting(view.key), evictions(view.key), waits(view)};
    if (hasLimitsOnly(view))
        borrowed = atLimit(view);
    if (!view.document.inPart)
        return QList<KeyNumber>{inUse(view), borrowed} + ofWork;
    if (view.key.borrowed == 0 && view.key.fromChildren == 0)
        borrowed.note = Figures::tr("within guarantees");  // of these, not of everyone
    QList<KeyNumber> part{inUseOfPart(view.key), ofPart(borrowed, quotasInPart())};
    for (const KeyNumber& number : ofWork)
        part << ofPart(number, workInPart());
    return part;
}

}  // namespace apportion::ui
