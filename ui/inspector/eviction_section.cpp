// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/eviction_section.h"

#include <algorithm>

#include <QVBoxLayout>

#include "core/view/explain/work_story.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/eviction_steps.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kMostVictims = 6;
constexpr Duration kDay = Duration{24} * 3600 * kSecond;

QVBoxLayout* columnOf(QWidget* section) {
    auto* column = new QVBoxLayout(section);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(8);
    return column;
}

// With its date where that was another day.
QString whenText(const View& view, Instant at) {
    const TimeText time(view.document.epoch);
    const Duration ago = view.clock - at;
    return ago < kDay ? time.seconds(at) : time.clock(at, ago);
}

}  // namespace

EvictionSection::EvictionSection(QWidget* parent)
    : QWidget(parent),
      title_(new TextLabel({}, Type::head, Role::err, this)),
      steps_(new ExplanationRail(this)),
      taker_(new LinkList(this)) {
    QVBoxLayout* column = columnOf(this);
    for (QWidget* part : std::initializer_list<QWidget*>{title_, steps_, taker_})
        column->addWidget(part);
    hide();
}

void EvictionSection::setEviction(const View& view, const EvictionRow* eviction) {
    setVisible(eviction != nullptr);
    if (eviction == nullptr)
        return;
    const Eviction& record = eviction->record;
    title_->setText(tr("Evicted at %1").arg(whenText(view, record.at)));
    steps_->setSteps(evictionSteps(view, *eviction));
    const WorkloadRow* taker = takerOf(view, record);
    std::vector<InspectorLink> links;
    if (taker != nullptr)
        links.push_back({Icon::target, tr("Show %1").arg(qt(taker->name)),
                         [this, name = qt(taker->name)] { emit workloadChosen(name); }});
    taker_->setVisible(!links.empty());
    taker_->setLinks(links);
}

TakenSection::TakenSection(QWidget* parent)
    : QWidget(parent),
      title_(new TextLabel({}, Type::head, Role::text, this)),
      victims_(new LinkList(this)) {
    QVBoxLayout* column = columnOf(this);
    column->addWidget(title_);
    column->addWidget(victims_);
    hide();
}

void TakenSection::setWorkload(const View& view, const WorkloadRow& row) {
    const std::vector<EvictionRow> taken = takenFor(view, row);
    setVisible(!taken.empty());
    Gpu all = 0;
    std::vector<InspectorLink> links;
    for (const EvictionRow& each : taken) {
        all += each.record.gpu;
        if (links.size() == kMostVictims)
            continue;
        InspectorLink link{Icon::bolt,
                           tr("%1 from %2: %3, at %4", "GPUs, quota, workload, when")
                               .arg(gpusText(each.record.gpu), qt(each.victim.quota),
                                    qt(each.record.victim), whenText(view, each.record.at)),
                           {}};
        if (const WorkloadRow* victim = workNamed(view, each.record.victim))
            link.run = [this, name = qt(victim->name)] { emit workloadChosen(name); };
        links.push_back(std::move(link));
    }
    if (const auto left = static_cast<int>(taken.size() - links.size()); left > 0)
        links.push_back({Icon::dots, tr("and %Ln more", nullptr, left), {}});
    // Each of its runs may have taken.
    const bool again = std::any_of(taken.begin(), taken.end(), [&](const EvictionRow& each) {
        return each.record.at != taken.front().record.at;
    });
    title_->setText((again ? tr("It evicted %1 in total, at several times") : tr("It evicted %1"))
                        .arg(gpusText(all)));
    victims_->setLinks(links);
}

}  // namespace apportion::ui
