// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/nodes_page.h"

#include <algorithm>
#include <utility>

#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyleOptionButton>
#include <QVBoxLayout>

#include "core/view/tables/pool_tables.h"
#include "ui/nodes/node_legend.h"
#include "ui/nodes/node_map.h"
#include "ui/nodes/node_texts.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/node_verbs.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kCrowd = 5000;  // nodes
constexpr int kNodesPageMargin = 16;

// "16 nodes × 8" where all are equal.
QString sizesText(const std::vector<NodeRow>& nodes) {
    const int count = static_cast<int>(nodes.size());
    const bool equal = std::all_of(nodes.begin(), nodes.end(), [&](const NodeRow& node) {
        return node.devices == nodes.front().devices;
    });
    if (nodes.empty())
        return {};
    if (equal)
        return NodesPage::tr("%Ln node(s) × %1", nullptr, count).arg(nodes.front().devices);
    int devices = 0;
    for (const NodeRow& node : nodes)
        devices += node.devices;
    return NodesPage::tr("%Ln node(s), %1 devices", nullptr, count).arg(devices);
}

// Its list is made for the node when it opens.
class ListButton final : public QPushButton {
public:
    using QPushButton::QPushButton;

protected:
    void initStyleOption(QStyleOptionButton* option) const override {
        QPushButton::initStyleOption(option);
        option->features |= QStyleOptionButton::HasMenu;
    }
};

}  // namespace

NodesPage::NodesPage(QWidget* parent)
    : Page(parent),
      numbers_(new KeyNumbers(this)),
      head_(new SectionHead(tr("Devices"), this)),
      secondRow_(new QHBoxLayout),
      filter_(new SearchField(tr("Filter nodes"), this)),
      verbs_(new ListButton(this)),
      add_(new QPushButton(tr("Add nodes…"), this)),
      save_(new IconButton(Icon::download, tr("Export the nodes as CSV…"), this)),
      legend_(new NodeLegend(this)),
      colouring_(new Segmented(tr("Colors show"), this)),
      map_(new NodeMapView(this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::node, tr("No node matches"), tr("No node matches the filter."),
                            this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    filter_->setMinimumWidth(84);
    filter_->setMaximumWidth(132);
    filter_->setProperty("compact", true);
    filter_->setDelay(0);
    colouring_->addSegment(tr("Owner"));
    colouring_->addSegment(tr("Allocated"));
    verbs_->setProperty("compact", true);
    verbs_->setAutoDefault(false);
    verbs_->setText(tr("Cordon or drain"));
    add_->setProperty("compact", true);
    add_->setAutoDefault(false);
    head_->addControl(verbs_);
    head_->addControl(add_);
    head_->addControl(filter_);
    head_->addControl(colouring_);
    save_->setToolTip(
        tr("Export the shown nodes as CSV: GPU type, state, GPUs in use and free, and workloads, "
           "one row each."));
    head_->addControl(save_);
    stack_->addWidget(map_);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(numbers_);
    layout->addWidget(head_);
    layout->addLayout(secondRow_);
    layout->addWidget(stack_, 1);
    layout->addWidget(legend_);

    connect(save_, &QAbstractButton::clicked, this, &NodesPage::csvWanted);
    connect(map_, &NodeMapView::workloadChosen, this, &NodesPage::workloadChosen);
    connect(map_, &NodeMapView::deviceSelected, this, [this] {
        if (const QString workload = map_->currentWorkload(); !workload.isEmpty())
            emit workloadChosen(workload);
        else if (const NodeRow* node = map_->currentNode())
            emit freeDeviceChosen(qt(node->name), map_->currentDevice());
    });
    connect(map_, &NodeMapView::currentChanged, this, &NodesPage::nameVerbs);
    connect(verbs_, &QAbstractButton::clicked, this, [this] {
        if (const NodeRow* node = map_->currentNode())
            showVerbs(qt(node->name), verbs_->mapToGlobal(QPoint(0, verbs_->height())));
    });
    connect(map_, &NodeMapView::verbsWanted, this, &NodesPage::showVerbs);
    connect(filter_, &SearchField::searched, this, &NodesPage::applyFilter);
    connect(filter_, &SearchField::leftDownwards, map_, [this] { map_->setFocus(); });
    connect(add_, &QAbstractButton::clicked, this, &NodesPage::newNodesWanted);
    connect(empty_, &EmptyState::firstTriggered, this, [this] {
        if (view_->nodes.rows.empty())
            return emit newNodesWanted();
        filter_->clear();
        applyFilter();
    });
    connect(colouring_, &Segmented::currentChanged, this, [this](int which) {
        const bool byAllocation = which == 1;
        map_->setColouring(byAllocation ? NodeMapView::Colouring::allocation
                                        : NodeMapView::Colouring::owner);
        legend_->setByAllocation(byAllocation);
    });
}

// Of many nodes nothing is made up while nobody sees them.
void NodesPage::setView(const ViewPtr& view) {
    view_ = view;
    stale_ = !isVisible() && view->nodes.rows.size() > kCrowd;
    if (!stale_)
        showNodes();
}

void NodesPage::showEvent(QShowEvent* event) {
    if (std::exchange(stale_, false))
        showNodes();
    QWidget::showEvent(event);
}

void NodesPage::showNodes() {
    const ViewPtr view = view_;
    for (QWidget* part : std::initializer_list<QWidget*>{numbers_, head_, legend_})
        part->setVisible(!view->document.inPart);
    numbers_->setNumbers(nodeFigures(*view, TimeText(view->document.epoch)));
    head_->setSecond(sizesText(view->nodes.rows));
    add_->setVisible(view->document.offers("nodes.add"));
    legend_->setTeams(view->teams);
    map_->setView(view);
    applyFilter();
    nameVerbs();
}

void NodesPage::setUses(const DeviceUses& uses) {
    map_->setUses(uses);
    legend_->setUsesKnown(!uses.node.empty());
}

void NodesPage::nameVerbs() {
    const NodeRow* node = map_->currentNode();
    verbs_->setVisible(node != nullptr);
    fitHead();
    if (node == nullptr)
        return;
    const QString name = qt(node->name);
    verbs_->setAccessibleName(tr("Cordon or drain %1").arg(name));
    verbs_->setToolTip(tr("Cordon, drain, mark as down, or return %1 to service").arg(name));
}

// Before anything is cut, what looks at the map goes below what acts on it.
void NodesPage::fitHead() {
    QLayout* row = head_->layout();
    const int switches =
        filter_->minimumWidth() + colouring_->minimumSizeHint().width() + 2 * row->spacing();
    const int needed = row->minimumSize().width() + (switchesBelow_ ? switches : 0);
    const bool below = needed > width();
    if (below == std::exchange(switchesBelow_, below))
        return;
    if (below) {
        row->removeWidget(filter_);
        row->removeWidget(colouring_);
        secondRow_->addWidget(filter_, 1);
        secondRow_->addStretch();
        secondRow_->addWidget(colouring_);
        secondRow_->setContentsMargins(kNodesPageMargin, 0, kNodesPageMargin, 4);
    } else {
        while (QLayoutItem* item = secondRow_->takeAt(0))
            delete item;
        row->removeWidget(save_);
        for (QWidget* control : std::initializer_list<QWidget*>{filter_, colouring_, save_})
            head_->addControl(control);
        secondRow_->setContentsMargins(0, 0, 0, 0);
    }
}

void NodesPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHead();
}

void NodesPage::applyFilter() {
    map_->setFilter(filter_->text().trimmed());
    const bool any = map_->shownCount() > 0;
    if (view_ && view_->document.inPart) {
        empty_->setTexts(
            tr("You cannot see the whole pool"),
            remedyText({"not-allowed.read-pool", {{"user", Value::ofText(view_->document.who)}}}));
        empty_->setActions({});
    } else if (view_ && view_->nodes.rows.empty()) {
        const bool may = view_->document.offers("nodes.add");
        const bool recorded = !view_->document.can.journal;
        empty_->setTexts(tr("The pool has no nodes"),
                         may        ? tr("Quotas divide the GPUs of nodes. Add the first node.")
                         : recorded ? tr("Add them to the shown file.")
                                    : tr("An administrator of the pool can add them."));
        empty_->setActions(may ? tr("Add nodes…") : QString());
    } else {
        empty_->setTexts(tr("No node matches"), tr("No node matches the filter."));
        empty_->setActions(tr("Show all"), {}, Icon::eye);
    }
    stack_->setCurrentWidget(any ? static_cast<QWidget*>(map_) : empty_);
}

SearchField* NodesPage::filter() const {
    return filter_;
}

std::optional<QStringList> NodesPage::chosen(ObjectKind kind) const {
    if (kind != ObjectKind::node)
        return {};
    const NodeRow* node = isHidden() ? nullptr : map_->currentNode();
    return node != nullptr ? QStringList{qt(node->name)} : QStringList();
}

QString NodesPage::csv() const {
    return qt(nodeCsv(*view_, map_->shownNodes()));
}

void NodesPage::reveal(const Subject& node) {
    if (std::exchange(stale_, false))
        showNodes();
    filter_->clear();
    applyFilter();
    map_->selectNode(node.name, node.device);
    map_->setFocus();
}

void NodesPage::showVerbs(const QString& name, const QPoint& at) {
    const NodeRow* node = map_->currentNode();
    if (!node)
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("nodeVerbs"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const QString workload = map_->currentWorkload(); !workload.isEmpty()) {
        menu->addAction(icon(Icon::target), buttonText(tr("Show %1").arg(workload)), this,
                        [this, workload] { emit workloadChosen(workload); });
        menu->addSeparator();
    }
    const bool may = view_->document.offers("nodes.state");
    for (const NodeVerb& verb : nodeVerbs(name, node->state)) {
        QAction* action =
            menu->addAction(icon(verb.icon), buttonText(verb.named), this, [this, name, verb] {
                verb.preview ? emit previewWanted(name, verb.to)
                             : emit nodeStateWanted(name, verb.to);
            });
        action->setEnabled(may);
        if (!may)
            action->setToolTip(tr("Only administrators of the pool can do this"));
    }
    if (view_->document.offers("nodes.set")) {
        menu->addSeparator();
        menu->addAction(icon(Icon::edit), tr("Edit…"), this,
                        [this, name] { emit editWanted(name); });
    }
    if (view_->document.offers("nodes.remove")) {
        menu->addAction(icon(Icon::trash), tr("Remove…"), this,
                        [this, name] { emit removalWanted(name); });
    }
    menu->setToolTipsVisible(true);
    menu->popup(at);
}

}  // namespace apportion::ui
