// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scenario_parts.h"

#include <sstream>

#include "core/io/json/placing.h"
#include "core/io/json/plain.h"
#include "core/io/json/stream.h"
#include "core/io/plan/plan_file_writer.h"
#include "core/io/plan/read_edits.h"
#include "core/io/scenario/parts.h"
#include "core/io/scenario/write_parts.h"
#include "core/model/validate.h"

namespace apportion {

namespace {

template <typename T>
std::string textOf(const T& part) {
    std::ostringstream out;
    {
        json::Writer writer(out);
        scenario::write(writer, part);
    }
    return std::move(out).str();
}

constexpr std::string_view kBefore = R"({"":)";

// The part stands as the only member of a document, whose key is empty.
template <typename T>
class Part : public json::Sections {
public:
    using Read = void (*)(const json::Field&, T&);
    Part(Read read, Findings& findings) : read_(read), findings_(findings) {}

    bool splits(std::string_view, json::Type) const override { return false; }
    void member(std::string_view key, json::Value value) override {
        const json::Path root;
        read_({value, root / key, &findings_}, part);
    }
    void element(std::string_view, std::size_t, json::Value) override {}

    T part;

private:
    Read read_;
    Findings& findings_;
};

template <typename T>
Result<T> parse(std::string_view text, typename Part<T>::Read read) {
    const std::string document = std::string(kBefore) + std::string(text) + "}";
    Findings findings;
    Part<T> part(read, findings);
    const auto stop = json::stream(document, part, findings);
    Problems problems = findings.take();
    json::place(document, stop, {}, problems);
    for (Problem& problem : problems) {
        if (!problem.pointer.empty())
            problem.pointer.erase(0, 1);  // the empty key
        if (problem.line == 1)
            problem.column = std::max(1, problem.column - static_cast<int>(kBefore.size()));
        for (Argument& argument : problem.message.arguments)
            if (argument.name == "first" && argument.value.text.starts_with("//"))
                argument.value.text.erase(0, 1);
    }
    if (hasErrors(problems))
        return tl::unexpected(std::move(problems));
    return std::move(part.part);
}

}  // namespace

std::string partText(const NodeGroup& group) {
    return textOf(group);
}
std::string partText(const Quota& quota) {
    return textOf(quota);
}
std::string partText(const Workspace& workspace) {
    return textOf(workspace);
}
std::string partText(const Workload& workload) {
    return textOf(workload);
}
std::string partText(const Event& event) {
    return textOf(event);
}
std::string partText(const PlanEdit& edit) {
    std::ostringstream out;
    {
        json::Writer writer(out);
        writePlanEdit(writer, edit);
    }
    return std::move(out).str();
}

Result<NodeGroup> parseNodeGroup(std::string_view text) {
    return parse<NodeGroup>(text, scenario::readNodeGroup);
}
Result<Quota> parseQuota(std::string_view text) {
    return parse<Quota>(text, scenario::readQuota);
}
Result<Workspace> parseWorkspace(std::string_view text) {
    return parse<Workspace>(text, scenario::readWorkspace);
}
Result<Workload> parseWorkload(std::string_view text) {
    return parse<Workload>(text, scenario::readWorkload);
}
WorkloadReader::WorkloadReader() : tape_(std::make_unique<json::Tape>()) {}
WorkloadReader::~WorkloadReader() = default;

bool WorkloadReader::read(std::string_view text, Workload& target) {
    if (!json::readPlain(text, *tape_))
        return false;
    Findings findings;
    const json::Path root;
    scenario::readWorkload({tape_->root(), root, &findings}, target);
    return findings.problems().empty();
}

Result<Event> parseEvent(std::string_view text) {
    return parse<Event>(text, scenario::readEvent);
}
Result<PlanEdit> parsePlanEdit(std::string_view text) {
    return parse<PlanEdit>(text, plan::readEdit);
}
Result<PolicyChange> parsePolicyChange(std::string_view text) {
    return parse<PolicyChange>(text, scenario::readPolicyChange);
}

}  // namespace apportion
