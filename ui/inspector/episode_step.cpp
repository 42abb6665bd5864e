// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/episode_step.h"

#include <algorithm>

#include <QCoreApplication>

#include "ui/rule_sentence.h"
#include "ui/texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fact_texts.h"

namespace apportion::ui {

QString nodesOf(const std::vector<Placement>& placements) {
    std::vector<std::string> nodes;
    for (const Placement& one : placements)
        if (std::find(nodes.begin(), nodes.end(), one.node) == nodes.end())
            nodes.push_back(one.node);
    return namesText(nodes);
}

namespace {

struct EpisodeSteps {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::EpisodeSteps)
};

QString endText(const std::string& endedBy) {
    if (endedBy == "finish")
        return EpisodeSteps::tr("finished");
    if (endedBy == "cancel")
        return EpisodeSteps::tr("cancelled");
    if (endedBy == stateText(WorkloadState::failed))
        return stateName(WorkloadState::failed);
    for (const EvictionRule rule :
         {EvictionRule::reclaim, EvictionRule::selfLevel, EvictionRule::childLevel,
          EvictionRule::idle, EvictionRule::elastic, EvictionRule::consolidation,
          EvictionRule::scale, EvictionRule::node})
        if (endedBy == ruleText(rule))
            // Which of the two only a record of the eviction would say.
            return rule == EvictionRule::node
                       ? EpisodeSteps::tr("its node was drained or went down")
                       : evictionRuleName(rule);
    return qt(endedBy);
}

QString sentenceOf(const Run& run) {
    if (!run.end)
        return EpisodeSteps::tr("Runs on %1.").arg(nodesOf(run.placements));
    // Of what is over the place need not have been kept.
    return run.placements.empty()
               ? EpisodeSteps::tr("The run is over: %1.", "how it ended").arg(endText(run.endedBy))
               : EpisodeSteps::tr("On %1, %2.").arg(nodesOf(run.placements), endText(run.endedBy));
}

}  // namespace

RailStep episodeStep(const WorkEpisode& episode, const TimeText& time) {
    RailStep step;
    if (const auto& run = episode.run) {
        step.dot = run->end ? Role::text3 : Role::good;
        step.fact = run->end ? EpisodeSteps::tr("%1 to %2")
                                   .arg(time.seconds(run->start), time.seconds(*run->end))
                             : EpisodeSteps::tr("since %1").arg(time.seconds(run->start));
        step.sentence = sentenceOf(*run);
    } else {
        step.fact = EpisodeSteps::tr("at %1").arg(time.seconds(episode.at()));
    }
    if (const auto& eviction = episode.eviction) {
        step.dot = Role::err;
        const QString next = runnerUpText(*eviction);
        step.sentence = (next.isEmpty() ? messageText(eviction->why)
                                        : EpisodeSteps::tr("%1 %2", "what, what else")
                                              .arg(messageText(eviction->why), next));
        step.link = ui::ruleText(ruleOf(eviction->rule));
        step.about = ruleSentence(ruleOf(eviction->rule));
    }
    return step;
}

}  // namespace apportion::ui
