// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_words.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct NodeWords {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::NodeWords)
};

}  // namespace

QString nodeStateWord(const NodeRow& node) {
    return nodeStateWord(node.state, node.blocks.empty());
}

QString nodeText(const NodeRow& node, const TimeText& times) {
    const QString used =
        NodeWords::tr("%1 of %2").arg(gpuNumber(node.used), gpusText(node.devices * kOneGpu));
    const QString type = node.gpuType.empty() ? QString() : qt(node.gpuType) + QLatin1String(", ");
    return node.since ? NodeWords::tr("%1, %2%3 since %4: %5 used")
                            .arg(qt(node.name), type, nodeStateWord(node),
                                 times.minutes(*node.since), used)
                      : NodeWords::tr("%1, %2%3: %4 used")
                            .arg(qt(node.name), type, nodeStateWord(node), used);
}

QString nodeStateWord(NodeState state, bool isEmpty) {
    switch (state) {
        case NodeState::ready:
            return NodeWords::tr("ready");
        case NodeState::cordoned:
            return NodeWords::tr("cordoned");
        case NodeState::draining:
            return isEmpty ? NodeWords::tr("drained") : NodeWords::tr("draining");
        case NodeState::down:
            return NodeWords::tr("down");
    }
    return {};
}

QString useText(int percent) {
    return NodeWords::tr("%1 %").arg(QLocale().toString(percent));
}

QString useText(int percent, const QString& at) {
    return NodeWords::tr("Utilization %1, read by NVML at %2").arg(useText(percent), at);
}

QString usesText(const View& view, const std::string& workload, const DeviceUses& uses) {
    QStringList texts;
    for (const NodeRow& node : view.nodes.rows)
        for (const NodeBlock& block : node.blocks)
            for (int i = 0; block.workload == workload && i < block.devices; ++i)
                if (const auto percent = useOf(uses, node, block.device + i))
                    texts << useText(*percent);
    return QLocale().createSeparatedList(texts);
}

QString aboutUse(const QString& at) {
    return NodeWords::tr("Part of the time in which the device was busy, read by NVML at %1")
        .arg(at);
}

}  // namespace apportion::ui
