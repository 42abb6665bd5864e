// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_texts.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>

#include "core/view/nodes/node_room.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct NodeTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::NodeTexts)
};

QString blockText(const NodeBlock& block, const TimeText& times) {
    QString text = block.since ? NodeTexts::tr("%1 (%2) has %3 since %4")
                                     .arg(qt(block.workload), qt(block.quota), gpusText(block.gpu),
                                          times.minutes(*block.since))
                               : NodeTexts::tr("%1 (%2) has %3")
                                     .arg(qt(block.workload), qt(block.quota), gpusText(block.gpu));
    return block.stopping ? NodeTexts::tr("%1, stopping").arg(text) : text;
}

Gpu partOf(const NodeBlock& block, int device) {
    const bool on = device >= block.device && device < block.device + block.devices;
    return on ? std::min(block.gpu, kOneGpu) : 0;
}

QString freeText(const NodeRow& node, Gpu free) {
    if (node.state == NodeState::down)
        return NodeTexts::tr("down");
    if (isClosed(node.state))
        return NodeTexts::tr("%1 free, cordoned").arg(gpusText(free));
    return NodeTexts::tr("%1 free").arg(gpusText(free));
}

}  // namespace

QString deviceText(const NodeRow& node, int device, const TimeText& times, const DeviceUses& uses) {
    QStringList parts;
    Gpu free = kOneGpu;
    for (const NodeBlock& block : node.blocks)
        if (const Gpu part = partOf(block, device); part > 0) {
            parts << blockText(block, times);
            free -= part;
        }
    if (free > 0)
        parts << freeText(node, free);
    QStringList lines{
        NodeTexts::tr("%1, device %2: %3")
            .arg(qt(node.name), QString::number(device), parts.join(QLatin1String("; ")))};
    if (const auto percent = useOf(uses, node, device))
        lines << useText(*percent, times.seconds(uses.at));
    return lines.join(QLatin1Char('\n'));
}

namespace {

// The one node in that state, or how many there are.
QString which(const View& view, const TimeText& times, bool down) {
    const NodeRow* only = nullptr;
    int count = 0;
    for (const NodeRow& node : view.nodes.rows)
        if (down ? node.state == NodeState::down : isClosed(node.state)) {
            only = &node;
            ++count;
        }
    if (count != 1)
        return NodeTexts::tr("%Ln node(s)", nullptr, count);
    return only->since
               ? NodeTexts::tr("%1 since %2").arg(qt(only->name), times.minutes(*only->since))
               : qt(only->name);
}

QString number(int value) {
    return QLocale().toString(value);
}

QString gangsText(const PoolRoom& room) {
    QStringList lines{NodeTexts::tr("Most replicas that could start together now:")};
    for (std::size_t i = 0; i < room.gangs.size(); ++i)
        lines << NodeTexts::tr("%1 each: %Ln replica(s)", nullptr, room.gangs[i])
                     .arg(gpusText(PoolRoom::kGangGpus[i] * kOneGpu));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

QList<KeyNumber> nodeFigures(const View& view, const TimeText& times) {
    const PoolRoom& room = view.nodes.room;
    Gpu all = 0;
    Gpu used = 0;
    for (const NodeRow& node : view.nodes.rows) {
        all += node.devices * kOneGpu;
        used += node.used;
    }
    const Gpu onDown = heldOnDown(view);
    const QString gpus = NodeTexts::tr("GPUs");
    const bool noNodes = view.nodes.rows.empty() && view.document.reading == 0;
    const bool noQuotas = view.quotas.empty() && view.document.reading == 0;
    return {
        {NodeTexts::tr("GPUs in use"), gpuNumber(used),
         NodeTexts::tr("of %1").arg(gpuNumber(noQuotas ? all - room.downGpu : view.key.capacity)),
         onDown > 0 ? NodeTexts::tr("%1 on what is down").arg(gpuNumber(onDown))
         : room.downGpu > 0
             ? NodeTexts::tr("%1 of %2 down").arg(gpuNumber(room.downGpu), gpuNumber(all))
             : NodeTexts::tr("on %Ln node(s)", nullptr, static_cast<int>(view.nodes.rows.size())),
         Role::text2, NodeTexts::tr("GPUs of running and stopping workloads")},
        {NodeTexts::tr("Whole GPUs free"),
         number(room.wholeFree),
         {},
         noNodes                 ? NodeTexts::tr("the pool has no nodes")
         : room.behindCordon > 0 ? NodeTexts::tr("%1 cordoned").arg(number(room.behindCordon))
                                 : NodeTexts::tr("on ready nodes"),
         Role::text2,
         NodeTexts::tr("Free devices of ready nodes. Cordoned nodes do not count")},
        {NodeTexts::tr("Largest fit"), number(room.largest), gpus,
         noNodes             ? NodeTexts::tr("the pool has no nodes")
         : noQuotas          ? NodeTexts::tr("no quota divides them yet")
         : room.largest == 0 ? NodeTexts::tr("no whole GPU is free")
                             : NodeTexts::tr("on %1").arg(qt(room.largestOn)),
         noNodes || noQuotas ? Role::text2
         : room.largest == 0 ? Role::warn
                             : Role::good,
         gangsText(room)},
        {NodeTexts::tr("In fragments"), gpuNumber(room.fragments), gpus,
         room.fragments == 0
             ? NodeTexts::tr("no free parts")
             : NodeTexts::tr("on %Ln shared device(s)", nullptr, room.sharedDevices),
         Role::text2, NodeTexts::tr("Free parts of shared devices")},
        room.down > 0 || room.closed == 0
            ? KeyNumber{NodeTexts::tr("Down"), gpuNumber(room.downGpu), gpus,
                        room.down == 0 ? NodeTexts::tr("no node")
                        : room.closed > 0
                            ? NodeTexts::tr("%1; %2 cordoned", "which are down, how many nodes")
                                  .arg(which(view, times, true), number(room.closed))
                            : which(view, times, true),
                        room.down > 0 ? Role::err : Role::text2,
                        NodeTexts::tr("Their workloads returned to the queue")}
            : KeyNumber{NodeTexts::tr("Cordoned"), number(room.closed),
                        NodeTexts::tr("node(s)", nullptr, room.closed), which(view, times, false),
                        Role::warn, NodeTexts::tr("Nothing new starts there")},
    };
}

}  // namespace apportion::ui
