// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl fairness FILE
#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/model/date_text.h"
#include "core/model/short_reason.h"
#include "core/model/told.h"
#include "core/model/visible_text.h"
#include "core/session/commands/report.h"

namespace apportion::ctl {

namespace {

using namespace report;

struct FairnessOptions {
    std::string file;
    std::string at;
    std::string output = "-";
    bool json = false;
};

std::string nameCell(const Usage& usage, const Fairness& fairness, std::size_t team) {
    const FairTeam& each = fairness.teams[team];
    if (each.quota == kNone)
        return "others";
    const UsageQuota& quota = usage.quotas[each.quota];
    return visibleText(quota.team == quota.name ? quota.name
                                                : quota.team + " (" + quota.name + ")");
}

std::string momentCell(const Usage& usage, Moment at, Moment zero) {
    return usage.dates ? dateText(at) : durationWords(at - zero);
}

std::string percentCell(std::optional<std::int64_t> millionths) {
    return millionths ? percent(*millionths) : "-";
}

std::string answerText(const PreparedFairness& prepared) {
    const Usage& usage = prepared.usage;
    const Fairness& fairness = prepared.fairness;
    std::string text = heading("Fairness");
    text += "  at " + momentCell(usage, fairness.at, prepared.zero) + ", " +
            groupedGpus(fairness.free) + " GPUs free\n" + heading("Teams, GPUs");
    TextTable teams({{"team"},
                     {"guaranteed", Align::right},
                     {"entitled", Align::right},
                     {"used", Align::right},
                     {"difference", Align::right},
                     {"borrowed", Align::right},
                     {"lent", Align::right},
                     {"waiting", Align::right},
                     {"saturation", Align::right},
                     {"share kept", Align::right}});
    for (std::size_t i = 0; i < fairness.teams.size(); ++i) {
        const FairTeam& team = fairness.teams[i];
        const Gpu difference = team.used - team.entitled.value_or(0);
        teams.row({nameCell(usage, fairness, i), groupedGpus(team.guaranteed),
                   team.entitled ? groupedGpus(*team.entitled) : "-", groupedGpus(team.used),
                   !team.entitled ? "-" : (difference > 0 ? "+" : "") + groupedGpus(difference),
                   gpuCell(team.borrowed), gpuCell(team.lent), gpuCell(team.pending),
                   percentCell(team.saturationMillionths),
                   percentCell(prepared.day ? keptBy(usage, team, *prepared.day) : std::nullopt)});
    }
    text += teams.text();
    if (prepared.day && prepared.day->keptByAll)
        text += "  Share kept by all teams: " + percent(*prepared.day->keptByAll) + "\n";
    text += heading("Below and above the fair share");
    const auto zero = usage.dates ? std::optional(prepared.zero) : std::nullopt;
    TextTable pairs({{"below"}, {"above"}, {"GPUs", Align::right}, {"waiting"}, {"why"}});
    for (const FairPair& pair : fairness.pairs)
        pairs.row({nameCell(usage, fairness, pair.starves),
                   pair.borrows ? nameCell(usage, fairness, *pair.borrows) : "(free GPUs)",
                   groupedGpus(pair.gpu), pair.waits.empty() ? "-" : visibleText(pair.waits),
                   pair.reason ? told(shortReason(*pair.reason), zero) : "-"});
    text += !fairness.sharesKnown()
                ? "  The fair shares of that time were not recorded: the pool was not live.\n"
            : pairs.empty() ? "  No team with waiting workloads is below its fair share.\n"
                            : pairs.text();
    text += heading("Idle guarantees");
    TextTable idle({{"team"}, {"GPUs", Align::right}, {"since"}});
    for (const IdleGuarantee& each : fairness.idle)
        idle.row({nameCell(usage, fairness, each.team), groupedGpus(each.gpu),
                  momentCell(usage, each.since, prepared.zero)});
    return text + (idle.empty() ? "  All guaranteed GPUs are in use.\n" : idle.text());
}

CLI::Validator momentValidator() {
    return {[](const std::string& text) {
                if (epochValue(text))
                    return std::string{};
                const std::string problem = secondsValidator()(text);
                return problem.empty() ? problem
                                       : problem + ", and no date such as 2026-11-20T09:00:00Z";
            },
            "SECONDS|DATE"};
}

int answerFairness(const FairnessOptions& options) {
    const auto date = epochValue(options.at);
    const auto prepared =
        prepareFairness(options.file, date ? std::nullopt : secondsArgument(options.at), date);
    if (!prepared)
        return refuseProject(prepared.error(), options.json);
    printProblems(prepared->warnings);
    return answer(options.output, textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            writeFairness(out, prepared->usage, prepared->fairness,
                          prepared->day ? &*prepared->day : nullptr, prepared->zero);
        else
            out << answerText(*prepared);
    });
}

}  // namespace

void addFairness(CLI::App& app, Action& run) {
    auto options = std::make_shared<FairnessOptions>();
    CLI::App* command =
        app.add_subcommand("fairness", "Show who has less and who has more than the fair share");
    command->add_option("FILE", options->file, "The project file or the scenario")->required();
    command
        ->add_option("--at", options->at,
                     "Seconds after the start, or a date (default: the end, of a project now)")
        ->check(momentValidator())
        ->option_text("SECONDS|DATE");
    command->add_flag("--json", options->json, "Answer in JSON");
    command->add_option("-o,--output", options->output, "Write the result to a file")
        ->option_text("FILE");
    command->footer(
        "Lists for each team the guarantee, the fair share, and the use, then who is below the\n"
        "share and which team or free GPUs have those GPUs, and guarantees that are idle.\n"
        "Share kept: over 24 hours, min(used, entitled) / min(wanted, entitled) by time.\n\n"
        "Examples:\n"
        "  apportionctl fairness pool.apportion --at 2026-11-20T09:00:00+01:00\n"
        "  apportionctl fairness pool.json --at 3600 --json");
    command->callback([&run, options] { run = [options] { return answerFairness(*options); }; });
}

}  // namespace apportion::ctl
