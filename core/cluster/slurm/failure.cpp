// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/failure.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/model/visible_text.h"

namespace apportion::slurm {

namespace {

constexpr std::size_t kMostSaid = 300;

// What a command says, and what that is. The first that is found counts.
struct Saying {
    std::string_view part;
    std::string_view code;
};
constexpr std::array kSayings{
    // Below a whole configuration: its ping was not answered.
    Saying{"Slurmctld(primary", "cluster-controller-down"},
    // Of a token that the controller or the accounting daemon cannot use.
    Saying{"Could not establish a configuration source", "cluster-no-conf"},
    Saying{"Unable to process configuration file", "cluster-no-conf"},
    Saying{"Zero Bytes were transmitted", "cluster-token-refused"},
    Saying{"PERSIST_INIT", "cluster-token-refused"},
    Saying{"Protocol authentication error", "cluster-token-refused"},
    Saying{"Invalid authentication credential", "cluster-token-refused"},
    Saying{"Unable to contact slurm controller", "cluster-controller-down"},
    Saying{"Unexpected missing socket error", "cluster-controller-down"},  // it died meanwhile
    Saying{"error: Connection reset by peer", "cluster-controller-down"},
    Saying{"slurm_load_partitions: Connection reset by peer", "cluster-controller-down"},
    Saying{"persistent connection to", "cluster-accounting-down"},
    Saying{"Unable to connect to database", "cluster-accounting-down"},
    Saying{"denied", "cluster-refused"},
    Saying{"Invalid user id", "cluster-refused"},
    Saying{"ermission", "cluster-refused"},
    Saying{"DBD_", "cluster-accounting-down"},
    Saying{"slurm_get_statistics: Connection reset by peer", "cluster-controller-down"},
    Saying{"Transport endpoint is not connected", "cluster-controller-down"},
};

constexpr std::int64_t kUnspecified = -1;
constexpr std::int64_t kNoProtocolAuthentication = 1007;
constexpr std::int64_t kSubmitWithoutController = 1800;
constexpr std::int64_t kNotAllowed = 2002;
constexpr std::int64_t kNotAllowedJob = 2010;
constexpr std::int64_t kOperatorOnly = 2095;
constexpr std::int64_t kNoAccounting = 7000;

Problems problem(std::string code, std::vector<Argument> arguments = {}) {
    Problem one;
    one.message = {std::move(code), std::move(arguments)};
    return {std::move(one)};
}

}  // namespace

tl::unexpected<Problems> fail(std::string code, std::vector<Argument> arguments) {
    return tl::unexpected(problem(std::move(code), std::move(arguments)));
}

std::string_view codeOf(const Problems& problems) {
    return problems.empty() ? std::string_view{} : plainCode(problems.front().message.code);
}

std::string firstLine(std::string_view text) {
    while (!text.empty() && (text.front() == '\n' || text.front() == ' '))
        text.remove_prefix(1);
    return visibleText(text.substr(0, std::min(text.find_first_of("\r\n"), kMostSaid)));
}

Problems commandFailure(const std::string& command, std::string_view said, bool withToken,
                        bool expired) {
    std::string code = "cluster-failed";
    for (const Saying& each : kSayings)
        if (const auto at = said.find(each.part); at != std::string_view::npos) {
            code = each.code;
            // Of several lines the one that says it.
            const auto begin = said.rfind('\n', at);
            said.remove_prefix(begin == std::string_view::npos ? 0 : begin + 1);
            break;
        }
    if (code == "cluster-token-refused") {
        if (expired)
            return problem("cluster-token-expired");
        if (withToken)
            return problem(code);
        code = "cluster-refused";
    }
    if (code == "cluster-controller-down" || code == "cluster-accounting-down")
        return problem(code);
    return problem(
        code, {{"command", Value::ofText(command)}, {"answer", Value::ofText(firstLine(said))}});
}

bool isUnspecified(const RestError& error, bool accounting) {
    return !accounting && error.number == kUnspecified;
}

Problems restFailure(const RestError& error, bool accounting, bool expired) {
    switch (error.number) {
        case kNoProtocolAuthentication:
            return problem(expired ? "cluster-token-expired" : "cluster-token-refused");
        case kNoAccounting:
            return problem("cluster-accounting-down");
        case kSubmitWithoutController:
            return problem("cluster-controller-down");
        case kNotAllowed:
        case kNotAllowedJob:
        case kOperatorOnly:
            return problem("cluster-refused", {{"command", Value::ofText("slurmrestd")},
                                               {"answer", Value::ofText(firstLine(error.text))}});
        default:
            break;
    }
    if (isUnspecified(error, accounting))
        return problem(expired ? "cluster-token-expired" : "cluster-controller-down");
    return problem("cluster-failed", {{"command", Value::ofText("slurmrestd")},
                                      {"answer", Value::ofText(firstLine(error.text))}});
}

}  // namespace apportion::slurm
