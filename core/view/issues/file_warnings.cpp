// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/file_warnings.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "core/store/verify.h"

namespace apportion {

namespace {

// A validator says it for as long as it is so.
constexpr std::array<std::string_view, 6> kByValidators{
    "policy-never-fires",    "runs-unknown",      "no-fair-share",
    "weight-without-effect", "several-gpu-types", "limit-below-running"};

std::string_view workloadOf(const Problem& problem) {
    for (const Argument& argument : problem.message.arguments)
        if (argument.name == "workload")
            return argument.value.text;
    return {};
}

}  // namespace

Problems warningsOfFile(const View& view) {
    std::set<std::string_view> told;
    for (const Issue& issue : view.issues)
        if (issue.validator == "never-fits")
            told.insert(issue.subject);
    for (const auto* rows : {&view.running, &view.ended})  // mended
        for (const WorkloadRow& row : *rows)
            told.insert(row.name);
    Problems left = view.document.warnings;
    left.erase(std::remove_if(left.begin(), left.end(),
                              [&](const Problem& problem) {
                                  const std::string_view code = plainCode(problem.message.code);
                                  return std::find(kByValidators.begin(), kByValidators.end(),
                                                   code) != kByValidators.end() ||
                                         (code == "workload-never-fits" &&
                                          told.contains(workloadOf(problem)));
                              }),
               left.end());
    return left;
}

bool isOfDamage(const Problem& problem) {
    return plainCode(problem.message.code) == "project-damaged" || store::isDamage(problem);
}

bool passesByItself(const Problem& trouble) {
    // Nobody can give the file that was there its name again.
    return !isOfDamage(trouble) && trouble.message.code != "project-moved.replaced";
}

const Problem* damageOf(const View& view) {
    const Problems& warnings = view.document.warnings;
    const auto found = std::find_if(warnings.begin(), warnings.end(), isOfDamage);
    return found == warnings.end() ? nullptr : &*found;
}

bool isPassed(const Problem& warning) {
    static constexpr std::array<std::string_view, 3> kPassed{"project-unclean", "project-migrated",
                                                             "project-history-damaged"};
    return std::find(kPassed.begin(), kPassed.end(), warning.message.code) != kPassed.end();
}

}  // namespace apportion
