// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/outcome_reader.h"

#include <algorithm>

#include "core/io/answers/read_parts.h"
#include "core/io/input_file.h"
#include "core/io/json/placing.h"
#include "core/io/json/stream.h"
#include "core/model/scenario.h"
#include "core/model/validate.h"

namespace apportion {

namespace {

using json::Field;
using json::Path;
using json::Type;

constexpr std::array<std::string_view, 8> kSections{"apportion", "revision",  "time",   "quotas",
                                                    "workloads", "evictions", "events", "summary"};

class Builder : public json::Sections {
public:
    Builder(OutcomeFile& file, Findings& findings)
        : outcome_(file.outcome), rules_(file.rules), findings_(findings) {}

    bool splits(std::string_view key, Type type) const override { return type == typeOfList(key); }

    void member(std::string_view key, json::Value value) override {
        const Path root;
        const Field field{value, root / key, &findings_};
        if (key == "apportion")
            readFormat(field);
        else if (key == "time")
            json::readSeconds(field, outcome_.time);
        else if (key == "summary")
            rules_ = answers::readSummary(field, outcome_.summary);
        else if (const auto type = typeOfList(key); type != Type::null)
            field.is(type);
        else if (key != "revision")
            json::tellUnknownKey(field, kSections);
        summarySeen_ = summarySeen_ || key == "summary";
    }

    void element(std::string_view key, std::size_t index, json::Value value) override {
        const Path root;
        const Path list = root / key;
        if (key == "evictions")
            return answers::readEviction({value, list / index, &findings_},
                                         outcome_.evictions.emplace_back());
        if (key == "events")
            return answers::readEventOutcome({value, list / index, &findings_},
                                             outcome_.events.emplace_back());
        const Field field{value, list / value.key(), &findings_};
        std::string name{value.key()};
        if (key == "quotas")
            answers::readQuotaNumbers(
                field, outcome_.quotas.emplace_back(std::move(name), QuotaNumbers{}).second);
        else
            answers::readWorkloadOutcome(
                field, outcome_.workloads.emplace_back(std::move(name), WorkloadOutcome{}).second);
    }

    bool complete() const { return formatSeen_ && summarySeen_; }

private:
    // null for what is no list.
    static Type typeOfList(std::string_view key) {
        if (key == "quotas" || key == "workloads")
            return Type::object;
        return key == "evictions" || key == "events" ? Type::array : Type::null;
    }

    void readFormat(const Field& field) {
        formatSeen_ = true;
        std::int64_t format = 0;
        if (json::readWhole(field, format) && format != kScenarioFormat)
            field.error(format > kScenarioFormat ? "format-newer" : "format-unknown",
                        {{"version", Value::ofCount(format)},
                         {"value", Value::ofCount(format)},
                         {"known", Value::ofCount(kScenarioFormat)}});
    }

    Outcome& outcome_;
    std::optional<std::int64_t>& rules_;
    Findings& findings_;
    bool formatSeen_ = false;
    bool summarySeen_ = false;
};

// Looks at the keys of a document only.
class Kind : public json::Sections {
public:
    bool splits(std::string_view, Type) const override { return true; }
    void member(std::string_view key, json::Value) override { see(key); }
    void element(std::string_view key, std::size_t, json::Value) override { see(key); }
    bool isOutcome() const { return outcome_; }
    // A plan, or what plan run, plan compare, compare, validate or explain answer.
    bool isOther() const { return other_; }

private:
    // The keys that a scenario does not have; a document that is cut off lacks the last of them.
    void see(std::string_view key) {
        for (const std::string_view own : {"revision", "time", "evictions", "summary"})
            outcome_ = outcome_ || key == own;
        for (const std::string_view own :
             {"apportionPlan", "plan", "sets", "same", "changed", "valid", "holders", "entries"})
            other_ = other_ || key == own;
    }
    bool outcome_ = false, other_ = false;
};

Result<OutcomeFile> parse(std::string_view text, const std::string& file) {
    OutcomeFile outcome;
    Findings findings;
    Builder builder(outcome, findings);
    const auto stop = json::stream(text, builder, findings);
    if (!stop && !builder.complete())
        findings.error("", "not-an-outcome");
    auto problems = findings.take();
    json::place(text, stop, file, problems);
    if (hasErrors(problems))
        return tl::unexpected(std::move(problems));
    return outcome;
}

}  // namespace

Result<Outcome> parseOutcome(std::string_view text, const std::string& file) {
    return parse(text, file).map([](OutcomeFile read) { return std::move(read.outcome); });
}

Result<Outcome> readOutcome(const std::string& path) {
    auto text = readInput(path);
    if (!text)
        return tl::unexpected(std::move(text.error()));
    return parseOutcome(*text, path);
}

Result<ScenarioOrOutcome> readScenarioOrOutcome(const std::string& path) {
    auto text = readInput(path);
    if (!text)
        return tl::unexpected(std::move(text.error()));
    Kind kind;
    Findings ignored;
    json::stream(*text, kind, ignored);
    if (kind.isOther()) {
        Problem problem;
        problem.file = path;
        problem.message = {"not-comparable", {}};
        return tl::unexpected(Problems{std::move(problem)});
    }
    if (kind.isOutcome())
        return parse(*text, path).map([](OutcomeFile file) {
            return ScenarioOrOutcome{std::move(file)};
        });
    return parseScenario(*text, path).map([](ScenarioFile file) {
        return ScenarioOrOutcome{std::move(file)};
    });
}

}  // namespace apportion
