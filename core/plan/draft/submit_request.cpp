// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/submit_request.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/change/command.h"
#include "core/plan/draft/command_line.h"

namespace apportion {

SubmitWork submissionOf(const Workload& work, const std::optional<WorkCommand>& command) {
    const auto unlessNone = [](std::int64_t amount) {
        return amount == 0 ? std::nullopt : std::optional(amount);
    };
    SubmitWork submit{work.quota,
                      work.workspace,
                      work.request.gpu,
                      work.replicas,
                      work.minReplicas,
                      work.priority,
                      work.module,
                      work.name,
                      work.gpuType,
                      unlessNone(work.request.cpu),
                      unlessNone(work.request.memory),
                      work.duration,
                      work.checkpoint,
                      work.preemptible,
                      work.idle};
    if (command) {
        submit.directory = command->directory;
        submit.command = command->arguments;
    }
    return submit;
}

namespace {

constexpr std::size_t kMostDigits = 8;

// Without the number behind a hyphen.
std::string stemOf(const std::string& name) {
    const std::size_t end = name.find_last_not_of("0123456789");
    const bool isNumbered = end != std::string::npos && name[end] == '-' && end > 0 &&
                            end + 1 < name.size() && name.size() - end < kMostDigits;
    return isNumbered ? name.substr(0, end) : name;
}

int rowOf(const View& view, const std::string& quota) {
    const auto row = std::find_if(view.quotas.begin(), view.quotas.end(),
                                  [&](const QuotaRow& each) { return each.name == quota; });
    return row == view.quotas.end() ? -1 : static_cast<int>(row - view.quotas.begin());
}

// A row below itself is not asked about; -1 is above all.
bool isBelow(const View& view, int row, int top) {
    while (row != top && row >= 0)
        row = view.quotas[static_cast<std::size_t>(row)].parent;
    return row == top;
}

}  // namespace

std::vector<SubmitWork> numbered(const SubmitWork& work, int count) {
    std::vector<SubmitWork> all(static_cast<std::size_t>(std::max(1, count)), work);
    if (count > 1 && !work.name.empty())
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].name += '-' + std::to_string(i + 1);
    return all;
}

std::string nextName(const View& view, const std::string& name) {
    const std::string stem = stemOf(name);
    int latest = 1;
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows)
            if (stemOf(row.name) == stem && row.name != stem)
                latest = std::max(latest, std::stoi(row.name.substr(stem.size() + 1)));
    return stem + '-' + std::to_string(latest + 1);
}

std::string firstQuotaFor(const View& view, const std::string& selected, const std::string& last) {
    const auto isParent = [&](int row) {
        return std::any_of(view.quotas.begin(), view.quotas.end(),
                           [row](const QuotaRow& each) { return each.parent == row; });
    };
    const int top = rowOf(view, selected);
    if (top >= 0 && (view.quotas[static_cast<std::size_t>(top)].parent >= 0 || !isParent(top)))
        return selected;
    if (const int used = rowOf(view, last); used >= 0 && isBelow(view, used, top))
        return last;
    for (int row = 0; row < static_cast<int>(view.quotas.size()); ++row)
        if (!isParent(row) && isBelow(view, row, top))
            return view.quotas[static_cast<std::size_t>(row)].name;
    return selected;
}

namespace {

SubmitWork shapeOf(const WorkloadRow& row) {
    Workload work;
    work.module = row.module;
    work.priority = row.priority;
    work.request.gpu = row.asked.gpu;
    work.replicas = row.asked.replicas;
    if (row.asked.least < row.asked.replicas)
        work.minReplicas = row.asked.least;
    work.duration = row.duration;
    work.preemptible = row.preemptible;
    work.idle = row.idle;
    return submissionOf(work);
}

template <typename Use>
void eachRow(const View& view, Use&& use) {
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows)
            use(row);
}

// The latest one of that user; of anybody if there is none.
const WorkloadRow* latestOf(const View& view, Module module) {
    const auto key = [&](const WorkloadRow& row) {
        return std::pair(row.user == view.document.who, row.submit);
    };
    const WorkloadRow* latest = nullptr;
    eachRow(view, [&](const WorkloadRow& row) {
        if (row.module == module && (latest == nullptr || key(row) > key(*latest)))
            latest = &row;
    });
    return latest;
}

// The most frequent among those that run in it, and how many there are.
std::pair<const WorkloadRow*, int> usualOf(const View& view, const std::string& quota) {
    std::vector<std::pair<const WorkloadRow*, int>> kinds;
    for (const WorkloadRow& row : view.running) {
        if (row.quota != quota)
            continue;
        const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
            const WorkloadRow& one = *kind.first;
            return std::tie(one.module, one.asked, one.priority) ==
                   std::tie(row.module, row.asked, row.priority);
        });
        if (same == kinds.end())
            kinds.emplace_back(&row, 1);
        else
            ++same->second;
    }
    const auto most =
        std::max_element(kinds.begin(), kinds.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == kinds.end() ? std::pair<const WorkloadRow*, int>() : *most;
}

}  // namespace

std::vector<SubmitPreset> presetsFor(const View& view, const std::string& workload,
                                     const std::string& quota) {
    using Of = SubmitPreset::Of;
    std::vector<SubmitPreset> presets;
    eachRow(view, [&](const WorkloadRow& row) {
        if (row.name != workload)
            return;
        presets.push_back({Of::workload, row.name, 1, shapeOf(row)});
        presets.back().work.quota = row.quota;
        presets.back().work.workspace = row.workspace;
    });
    if (const auto [usual, count] = usualOf(view, quota); count > 1)
        presets.push_back({Of::running, quota, count, shapeOf(*usual)});
    for (const auto& [of, module] :
         {std::pair(Of::notebook, Module::notebook), std::pair(Of::service, Module::inference)})
        if (const WorkloadRow* row = latestOf(view, module))
            presets.push_back({of, {}, 1, shapeOf(*row)});
    return presets;
}

std::string submitLine(const SubmitWork& work, const std::string& file) {
    using Place = ArgumentInfo::Place;
    const Change change = work;
    std::vector<std::string> words{"apportionctl", "submit", file};
    std::vector<std::string> trailing;
    for (const ArgumentInfo& info : infoOf(change).arguments)
        for (std::string& text : info.write(change)) {
            if (info.place == Place::trailing) {
                trailing.push_back(std::move(text));
                continue;
            }
            if (info.place == Place::option)
                words.push_back("--" + std::string(info.name));
            if (info.kind != ArgumentKind::flag)
                words.push_back(std::move(text));
        }
    if (!trailing.empty())
        words.emplace_back("--");
    words.insert(words.end(), trailing.begin(), trailing.end());
    return commandLineOf(words);
}

namespace {

using Named = std::pair<std::string_view, std::string_view>;

template <std::size_t count>
std::string_view valueOf(const std::array<Named, count>& table, std::string_view key,
                         std::string_view byDefault) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const Named& each) { return each.first == key; });
    return found == table.end() ? byDefault : found->second;
}

// Of problems that name no place: they are told of work that others read, too.
std::string_view fieldByCode(const Message& message) {
    constexpr std::array<Named, 11> kFields{{{"no-quota", "quota"},
                                             {"no-quota.workspace", "quota"},
                                             {"forbidden.quota", "quota"},
                                             {"submit-no-quota", "workspace"},
                                             {"not-allowed.submit", "workspace"},
                                             {"not-allowed.submit-bare", "workspace"},
                                             {"not-allowed.submit-nowhere", "workspace"},
                                             {"max-priority", "priority"},
                                             {"max-priority.module", "module"},
                                             {"max-priority.both", "priority"},
                                             {"max-priority.all", "workspace"}}};
    if (plainCode(message.code) == "project-unknown")
        for (const Argument& each : message.arguments)
            if (each.name == "noun" &&
                (each.value.text == "workspace" || each.value.text == "quota"))
                return each.value.text == "quota" ? "quota" : "workspace";
    return valueOf(kFields, message.code, {});
}

}  // namespace

std::string submitField(const Problem& problem) {
    constexpr std::array<Named, 2> kInScenario{
        {{"min-replicas", "minReplicas"}, {"gpu-type", "gpuType"}}};
    if (problem.pointer.empty())
        return std::string(fieldByCode(problem.message));
    const std::string_view name = std::string_view(problem.pointer).substr(1);
    return std::string(valueOf(kInScenario, name, name));
}

}  // namespace apportion
