// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/node_inspector.h"

#include <QVBoxLayout>

#include "core/view/nodes/node_room.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/node_words.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/node_verbs.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

RailStep fitStep(const View& view, const NodeRoom& room) {
    RailStep step;
    if (room.fits == nullptr) {
        step.dot = Role::text3;
        step.fact = view.waiting.empty() ? NodeInspector::tr("Nothing waits")
                                         : NodeInspector::tr("No waiting workload is this small");
        return step;
    }
    const WorkloadRow& row = *room.fits;
    step.dot = Role::accentText;
    step.fact = NodeInspector::tr("%1 in %2 fits here").arg(qt(row.name), qt(row.quota));
    if (row.status.reason)
        step.sentence =
            NodeInspector::tr("Still waiting: %1", "the reason, a sentence")
                .arg(messageText(row.status.reason->message, TimeText(view.document.epoch)));
    step.link = NodeInspector::tr("Show %1").arg(qt(row.name));
    step.target = qt(row.name);
    return step;
}

}  // namespace

NodeInspector::NodeInspector(QWidget* parent)
    : QWidget(parent),
      title_(new InspectorTitle(this)),
      facts_(new FactList(this)),
      fits_(new ExplanationRail(this)),
      verbs_(new LinkList(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(facts_);
    layout->addSpacing(4);
    layout->addWidget(new TextLabel(tr("What would fit"), Type::head, Role::text, this));
    layout->addWidget(fits_);
    layout->addSpacing(4);
    layout->addWidget(new TextLabel(tr("What can be done"), Type::head, Role::text, this));
    layout->addWidget(verbs_);
    layout->addStretch(1);
    connect(fits_, &ExplanationRail::linkActivated, this, &NodeInspector::workloadChosen);
}

void NodeInspector::setDevice(const View& view, const NodeRow& node, int device,
                              const DeviceUses& uses) {
    const TimeText time(view.document.epoch);
    const NodeRoom room = roomOn(view, node);
    const Gpu free = freeOn(node, device);
    title_->set(-1, tr("%1 · device %2").arg(qt(node.name)).arg(device),
                node.gpuType.empty() ? tr("not allocated")
                                     : tr("%1 · not allocated").arg(qt(node.gpuType)));
    QList<Fact> facts;
    const auto add = [&](const QString& label, const QString& value, const QString& about) {
        facts.append({label, value, Role::text, about});
    };
    add(tr("State"),
        node.since ? tr("%1 since %2").arg(nodeStateWord(node), time.minutes(*node.since))
                   : nodeStateWord(node),
        tr("State of the node, as last set"));
    add(tr("Free on this device"), gpusText(free), tr("GPUs allocated to no workload"));
    if (const auto percent = useOf(uses, node, device))
        add(tr("Utilization"), useText(*percent), aboutUse(time.seconds(uses.at)));
    add(tr("Used on the node"),
        tr("%1 of %2").arg(gpuNumber(node.used), gpusText(node.devices * kOneGpu)),
        tr("GPUs of workloads on this node"));
    add(tr("Largest replica that fits"), room.largest > 0 ? gpusText(room.largest) : tr("none"),
        tr("Whole free devices of the node, otherwise the largest free part of one. Nothing starts "
           "on a node that is not ready"));
    if (room.last != nullptr)
        add(tr("Last on the node"),
            tr("%1 until %2").arg(qt(room.last->name), time.minutes(*room.last->status.end)),
            tr("Last listed workload that ended here"));
    facts_->setFacts(facts);
    fits_->setSteps({fitStep(view, room)});
    const bool may = view.document.offers("nodes.state");
    const QString shown =
        qt(node.name) + QLatin1Char('\n') + nodeStateWord(node) + QLatin1Char(may ? '1' : '0');
    if (shown == shown_)
        return;
    shown_ = shown;
    std::vector<InspectorLink> links;
    for (const NodeVerb& verb : nodeVerbs(qt(node.name), node.state)) {
        InspectorLink link{verb.icon, verb.named, {}};
        if (may)
            link.run = [this, verb] { emit stateWanted(verb.to, verb.preview); };
        links.push_back(std::move(link));
    }
    verbs_->setLinks(links);
}

}  // namespace apportion::ui
