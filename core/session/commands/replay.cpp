// SPDX-License-Identifier: GPL-3.0-or-later
// A trace made ready to run.
#include "core/io/traces/guarantee_list.h"
#include "core/io/traces/read_trace.h"
#include "core/session/commands/commands.h"
#include "core/sim/replay/derive.h"

namespace apportion {

Result<PreparedReplay> prepareReplay(const ReplayRequest& request) {
    if (request.format == kScenarioTrace) {
        Result<LoadedScenario> loaded = loadScenario(request.trace);
        if (!loaded)
            return tl::unexpected(loaded.error());
        return PreparedReplay{std::move(loaded->scenario), std::move(loaded->warnings), {}};
    }
    ReplayOptions options = request.options;
    if (options.guaranteeBy == GuaranteeBy::given) {
        auto guarantees = readGuarantees(request.guarantees);
        if (!guarantees)
            return tl::unexpected(guarantees.error());
        options.guarantees = std::move(*guarantees);
    }
    Result<Trace> trace = readTrace(request.trace, request.format);
    if (!trace)
        return tl::unexpected(trace.error());
    Result<Replay> replay = deriveReplay(std::move(*trace), options);
    if (!replay) {
        for (Problem& problem : replay.error())
            problem.file = request.trace;
        return tl::unexpected(replay.error());
    }
    PreparedReplay prepared;
    prepared.scenario = std::make_shared<const Scenario>(std::move(replay->scenario));
    prepared.notes = std::move(replay->notes);
    return prepared;
}

}  // namespace apportion
