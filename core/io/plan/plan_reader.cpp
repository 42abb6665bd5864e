// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/plan/plan_reader.h"

#include <algorithm>
#include <unordered_map>

#include "core/io/input_file.h"
#include "core/io/json/placing.h"
#include "core/io/json/stream.h"
#include "core/io/plan/read_edits.h"
#include "core/io/traces/read_trace.h"
#include "core/model/bounds.h"
#include "core/model/validate.h"
#include "core/model/validation/checks.h"

namespace apportion {

namespace {

using json::Field;
using json::Path;

constexpr std::array<std::string_view, 7> kSections{"apportionPlan", "name", "base",  "until",
                                                    "futures",       "sets", "advice"};

bool isIn(const Problem& problem, const std::string& pointer) {
    return problem.pointer == pointer || problem.pointer.starts_with(pointer + "/");
}

class Builder : public json::Sections {
public:
    Builder(PlanSoFar& read, Findings& findings)
        : plan_(read.file.plan), mayAdd_(read.mayAdd), findings_(findings) {}

    bool splits(std::string_view key, json::Type type) const override {
        return key == "sets" && type == json::Type::array;
    }

    void member(std::string_view key, json::Value value) override {
        const Path root;
        const Field field{value, root / key, &findings_};
        if (key == "apportionPlan")
            readFormat(field);
        else if (key == "name")
            json::readText(field, plan_.name);
        else if (key == "base")
            plan::readBase(field, plan_);
        else if (key == "until")
            readUntil(field);
        else if (key == "futures")
            plan::readFutures(field, plan_.futures);
        else if (key == "sets")
            field.is(json::Type::array);
        else if (key == "advice")
            json::readArray(field, [this](const Field& each) {
                plan::readAdvice(each, plan_.advice.emplace_back());
            });
        else
            json::tellUnknownKey(field, kSections);
        otherFormatSeen_ = otherFormatSeen_ || key == "apportion";
        baseSeen_ = baseSeen_ || key == "base";
        setsSeen_ = setsSeen_ || key == "sets";
    }

    void element(std::string_view key, std::size_t index, json::Value value) override {
        const Path root;
        const Path list = root / key;
        setsSeen_ = true;
        ChangeSet& set = plan_.sets.emplace_back();
        plan::readSet({value, list / index, &findings_}, set, mayAdd_.emplace_back());
        const auto [first, isNew] = names_.emplace(set.name, index);
        if (!isNew && !set.name.empty())
            findings_.error(pointerTo("/sets", index) + "/name", "duplicate-name",
                            {{"name", Value::ofText(set.name)},
                             {"first", Value::ofText(pointerTo("/sets", first->second))}});
    }

    // A scenario, or what a command answered: there is nothing of a plan in it.
    bool isOther() const { return otherFormatSeen_ && !formatSeen_ && !baseSeen_ && !setsSeen_; }
    bool tellsABase() const { return baseSeen_ && formatSeen_; }

    // What every plan must have.
    void tellMissing() {
        if (isOther())
            return findings_.error("/apportion", "plan-is-other",
                                   {{"version", Value::ofCount(kPlanFormat)}});
        if (!formatSeen_)
            return findings_.error("", "plan-format-missing",
                                   {{"version", Value::ofCount(kPlanFormat)}});
        for (const auto& [seen, key] : {std::pair(baseSeen_, "base"), std::pair(setsSeen_, "sets")})
            if (!seen)
                findings_.error("", "missing-key", {{"key", Value::ofText(key)}});
    }

private:
    void readFormat(const Field& field) {
        formatSeen_ = true;
        std::int64_t format = 0;
        if (!json::readWhole(field, format) || format == kPlanFormat)
            return;
        field.error("plan-format-unknown",
                    {{"version", Value::ofCount(format)}, {"known", Value::ofCount(kPlanFormat)}});
    }

    void readUntil(const Field& field) {
        Instant until = 0;
        if (field.isNull() || !json::readSeconds(field, until))
            return;
        validation::checkBounds(Value::ofSeconds(until), 0, kMostTime, "/until", findings_);
        plan_.until = until;
    }

    Plan& plan_;
    std::vector<std::vector<std::string>>& mayAdd_;
    Findings& findings_;
    std::unordered_map<std::string, std::size_t> names_;
    bool formatSeen_ = false;
    bool otherFormatSeen_ = false;
    bool baseSeen_ = false;
    bool setsSeen_ = false;
};

Result<PlanSoFar> parse(std::string text, const std::string& file) {
    PlanSoFar read;
    Findings findings;
    Builder builder(read, findings);
    const auto stop = json::stream(text, builder, findings);
    if (!stop)
        builder.tellMissing();
    read.wrong = findings.take();
    if (std::string format = stop ? guessFormatOf(text) : std::string();
        !format.empty() && format != "scenario") {
        Findings trace;
        trace.error("", "format-trace.plan", {{"format", Value::ofText(std::move(format))}});
        read.wrong = trace.take();
    }
    if (!stop && builder.isOther())
        std::erase_if(read.wrong,
                      [](const Problem& each) { return each.message.code != "plan-is-other"; });
    const bool ofBase = std::any_of(read.wrong.begin(), read.wrong.end(), [](const Problem& each) {
        return !each.warning && isIn(each, "/base");
    });
    if (stop || ofBase || !builder.tellsABase()) {
        json::place(text, stop, file, read.wrong);
        return tl::unexpected(std::move(read.wrong));
    }
    read.file.file = file;
    read.file.text = std::move(text);
    return read;
}

}  // namespace

Result<PlanFile> readPlan(const std::string& path) {
    auto text = readInputOf("plan", path);
    if (!text)
        return tl::unexpected(std::move(text.error()));
    return parsePlan(std::move(*text), path);
}

Result<PlanFile> parsePlan(std::string text, const std::string& file) {
    Result<PlanSoFar> read = parse(std::move(text), file);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    if (!hasErrors(read->wrong))
        return std::move(read->file);
    placeInPlan(read->file, read->wrong);
    return tl::unexpected(std::move(read->wrong));
}

Result<PlanSoFar> readPlanSoFar(const std::string& path) {
    auto text = readInputOf("plan", path);
    if (!text)
        return tl::unexpected(std::move(text.error()));
    return parse(std::move(*text), path);
}

void placeInPlan(const PlanFile& plan, Problems& problems) {
    json::place(plan.text, {}, plan.file, problems);
}

}  // namespace apportion
