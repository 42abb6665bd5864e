// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/commands.h"

#include <ctime>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/process.h"

namespace apportion::slurm {

namespace {

constexpr int kSshFailed = 255;
constexpr int kNoSuchProgram = 127;
// Times as Unix seconds, whatever the zone of that machine.
constexpr const char* kTimeVariable = "SLURM_TIME_FORMAT";
constexpr const char* kUnixSeconds = "%s";
constexpr std::chrono::seconds kSubmitLimit{30};
// Of a request to slurmdbd that has failed. sacctmgr then leaves columns empty, and ends with 0.
constexpr std::string_view kAccountingRequest = "DBD_";

}  // namespace

std::vector<std::string> Commands::wordsFor(std::vector<std::string> words, bool submits) const {
    if (connection_.way != Connection::Way::ssh)
        return words;
    std::string line = shellWord("env");
    if (!submits)
        line += " " + shellWord(std::string(kTimeVariable) + "=" + kUnixSeconds);
    for (const std::string& word : words)
        line.append(" ").append(shellWord(word));
    return {"ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=8", "--", connection_.place, line};
}

Result<std::string> Commands::run(std::vector<std::string> words,
                                  std::chrono::milliseconds limit) const {
    return run({std::move(words), {}, limit, {}}, false);
}

Result<std::string> Commands::submit(std::vector<std::string> words, std::string input) const {
    return run({std::move(words), {}, kSubmitLimit, std::move(input)}, true);
}

Result<std::string> Commands::run(ProcessRequest request, bool submits) const {
    const std::string program = request.words.front();
    const bool here = connection_.way == Connection::Way::here;
    const bool withToken = here && !submits && token_.exists();
    request.words = wordsFor(std::move(request.words), submits);
    if (!submits)
        request.variables.emplace_back(kTimeVariable, kUnixSeconds);
    if (withToken)
        request.variables.emplace_back("SLURM_JWT", token_.secret());
    else if (!here || submits)
        request.variables.emplace_back("SLURM_JWT", std::nullopt);
    auto answer = runProcess(request);
    if (!answer)
        return tl::unexpected(std::move(answer.error()));
    if (answer->code == 0 && answer->errors.find(kAccountingRequest) == std::string::npos)
        return std::move(answer->output);
    if (!here && answer->code == kSshFailed)
        return fail("cluster-unreachable", {{"place", Value::ofText(placeText(connection_))},
                                            {"answer", Value::ofText(firstLine(answer->errors))}});
    if (!here && answer->code == kNoSuchProgram)
        return fail("cluster-no-command", {{"command", Value::ofText(program)}});
    const std::string said = answer->errors + "\n" + answer->output;
    return tl::unexpected(
        commandFailure(program, said, withToken, token_.isExpired(std::time(nullptr))));
}

}  // namespace apportion::slurm
