// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <optional>

#include "core/io/traces/columns.h"
#include "core/io/traces/field_values.h"
#include "core/io/traces/generic.h"
#include "core/io/traces/openb.h"
#include "core/io/traces/table.h"
#include "core/io/traces/word_values.h"
#include "core/model/words.h"

namespace apportion {

namespace {

Value textOf(std::string_view text) {
    return Value::ofText(shownValue(text));
}

const std::vector<std::string>& wordFields() {
    static const std::vector<std::string> kFields{"module", "priority", "preemptible", "idle"};
    return kFields;
}

// What a field can be, as a message lists it; empty if `value` is that.
std::string_view otherValues(std::string_view field, std::string_view value) {
    if (field == "module")
        return moduleValue(value) ? "" : "training, notebook, inference";
    if (field == "priority")
        return priorityValue(value) ? "" : "1 to 9";
    return flagValue(value) ? "" : "yes, no";
}

class OptionReader {
public:
    explicit OptionReader(const TraceTexts& texts) : texts_(texts) {}

    Result<TraceOptions> read() {
        options_.team = texts_.team;
        options_.module = texts_.module;
        options_.priority = texts_.priority;
        options_.preemptible = texts_.preemptible;
        options_.idle = texts_.idle;
        options_.skipBadRows = texts_.skipBadRows;
        take(texts_.columns, {"--columns", genericFields(), {"submit", "gpus"}}, options_.columns);
        take(texts_.nodeColumns, {"--node-columns", nodeFields(), {"name", "gpus"}, ".nodes"},
             options_.nodeColumns);
        readWords();
        readSeparator();
        readGpus();
        readLimit();
        if (!problems_.empty())
            return tl::unexpected(std::move(problems_));
        return std::move(options_);
    }

private:
    void refuse(const char* option, std::string code, std::vector<Argument> arguments) {
        Problem& problem = problems_.emplace_back();
        problem.file = option;
        problem.message = {std::move(code), std::move(arguments)};
    }

    void take(const std::string& text, const MappedFields& known, ColumnMapping& columns) {
        if (text.empty())
            return;
        auto mapping = columnMapping(text, known);
        if (mapping)
            columns = std::move(*mapping);
        else
            problems_.insert(problems_.end(), mapping.error().begin(), mapping.error().end());
    }

    // "priority=HP:9,Spot:3,idle=Spot:yes": a field goes on up to the next.
    void readWords() {
        WordMap* map = nullptr;
        for (std::string_view rest = texts_.map; !rest.empty();) {
            std::string_view part = cutOff(rest, ',');
            const std::size_t equals = part.find('=');
            const std::size_t colon = part.rfind(':');
            if (equals != std::string_view::npos && equals < colon) {
                const std::string_view field = cutOff(part, '=');
                const auto known =
                    std::find_if(wordFields().begin(), wordFields().end(),
                                 [&](const std::string& name) { return isSameName(name, field); });
                if (known == wordFields().end())
                    return refuse("--map", "columns-unknown-field",
                                  {{"value", textOf(field)},
                                   {"known", Value::ofText(wholeList(wordFields()))}});
                map = &mapOf(*known);
            }
            addWord(part, map);
        }
    }

    WordMap& mapOf(std::string_view field) {
        for (WordMap& known : options_.words)
            if (known.field == field)
                return known;
        return options_.words.emplace_back(WordMap{std::string(field), {}});
    }

    void addWord(std::string_view pair, WordMap* map) {
        const std::size_t colon = pair.rfind(':');
        if (map == nullptr || colon == std::string_view::npos)
            return refuse("--map", "map-no-pair", {{"value", textOf(pair)}});
        const std::string_view word = pair.substr(0, colon), value = pair.substr(colon + 1);
        if (const std::string_view known = otherValues(map->field, value); !known.empty())
            return refuse("--map", "map-bad-value",
                          {{"value", textOf(value)},
                           {"field", Value::ofText(map->field)},
                           {"known", Value::ofText(std::string(known))}});
        for (const auto& [other, its] : map->values)
            if (other == word)
                return refuse("--map", "map-word-twice",
                              {{"value", textOf(word)}, {"field", Value::ofText(map->field)}});
        map->values.emplace_back(word, value);
    }

    void readSeparator() {
        const std::string& text = texts_.separator;
        if (text.empty())
            return;
        if (const auto separator = separatorOf(text))
            options_.separator = *separator;
        else
            refuse("--separator", "separator-unknown", {{"value", textOf(text)}});
    }

    void readGpus() {
        if (texts_.gpus == "requested")
            options_.gpus = GpuChoice::requested;
        else if (texts_.gpus == "allocated")
            options_.gpus = GpuChoice::allocated;
        else if (!texts_.gpus.empty())
            refuse("--gpus", "gpus-choice", {{"value", textOf(texts_.gpus)}});
    }

    void readLimit() {
        for (std::string_view rest = texts_.limit; !rest.empty();) {
            const std::string_view part = cutOff(rest, ',');
            std::string_view value = part;
            const std::string_view name = cutOff(value, '=');
            const bool bytes = name == "bytes";
            const auto number = sizeValue(value, bytes ? 1024 : 1000);
            constexpr std::int64_t kMostBytes = std::int64_t{1} << 50;
            constexpr std::int64_t kMostJobs = 4'000'000'000;
            if ((!bytes && name != "jobs") || !number || *number < 1 ||
                *number > (bytes ? kMostBytes : kMostJobs))
                refuse("--limit", "limit-no-size", {{"value", textOf(part)}});
            else
                (bytes ? options_.limits.bytes : options_.limits.jobs) = *number;
        }
    }

    // "16GiB", "16G", "50M", "1000".
    static std::optional<std::int64_t> sizeValue(std::string_view text, std::int64_t step) {
        constexpr std::int64_t kMost = std::int64_t{1} << 50;
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || number < 0)
            return {};
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        const auto unit = std::string_view("KMGT").find(text.empty() ? '-' : text.front());
        if (unit != std::string_view::npos)
            text.remove_prefix(1);
        if (!text.empty() && (step != 1024 || (text != "iB" && text != "B")))
            return {};
        for (std::size_t i = 0; unit != std::string_view::npos && i <= unit; ++i) {
            if (number > kMost / step)
                return {};
            number *= step;
        }
        return number;
    }

    const TraceTexts& texts_;
    TraceOptions options_;
    Problems problems_;
};

}  // namespace

Result<TraceOptions> traceOptions(const TraceTexts& texts) {
    return OptionReader(texts).read();
}

}  // namespace apportion
