// SPDX-License-Identifier: GPL-3.0-or-later
// A form of work as the change that submits it, and what the form begins with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/change/change.h"
#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/view/view.h"

namespace apportion {

// What is as it would be without saying so is left out. Who submits and when is not the form's.
SubmitWork submissionOf(const Workload& work, const std::optional<WorkCommand>& command = {});

// As often as it is to be submitted, each with a name of its own: "sft-1", "sft-2".
std::vector<SubmitWork> numbered(const SubmitWork& work, int count);
// "sft" or "sft-4" of workloads up to "sft-7": "sft-8".
std::string nextName(const View& view, const std::string& name);
// What the form begins with: what is selected, the last one used if that is below it, or else the
// first below it; a quota without children before a root.
std::string firstQuotaFor(const View& view, const std::string& selected, const std::string& last);

// What a form can start from: the selected workload, what most running workloads of a quota are
// like, the user's latest notebook and service, or else the pool's.
struct SubmitPreset {
    enum class Of { workload, running, notebook, service };
    Of of = Of::workload;
    std::string name;  // of the workload, or of the quota
    int count = 1;     // of running workloads that are alike
    SubmitWork work;   // without a name; only that of a workload has a quota
};
std::vector<SubmitPreset> presetsFor(const View& view, const std::string& workload,
                                     const std::string& quota);

// As it is typed at a command line.
std::string submitLine(const SubmitWork& work, const std::string& file);

// The field that a problem with that request is about, by its name in a scenario ("minReplicas");
// empty = none of them, or several.
std::string submitField(const Problem& problem);

}  // namespace apportion
