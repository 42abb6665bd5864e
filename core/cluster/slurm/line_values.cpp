// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/line_values.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/cluster/slurm/texts.h"

namespace apportion::slurm {

namespace {

constexpr const char* kNone = "none";
constexpr const char* kThere = "there";
constexpr std::string_view kGpus = "gres/gpu=";

std::string listOf(std::vector<std::string> names) {
    if (names.empty())
        return kNone;
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& each : names)
        text.append(text.empty() ? "" : ",").append(each);
    return text;
}

std::vector<std::string> namesOfWord(std::string_view word) {
    std::vector<std::string> names;
    for (const std::string_view each : split(word.substr(word.find('=') + 1), ','))
        names.emplace_back(each);
    return names;
}

std::string numberText(const std::optional<std::int64_t>& number) {
    return number ? std::to_string(*number) : kNone;
}

// "gres/gpu=5" is 5, "00:20:00" is 1200: as a picture has it.
std::string wantedText(const std::string& key, std::string_view value) {
    if (value.starts_with(kGpus))
        value.remove_prefix(kGpus.size());
    if (value.empty() || value == "-1")
        return kNone;
    if (key == "PreemptExemptTime")
        return numberText(seconds(value));
    if (key == "qos" || key == "Preempt")
        return listOf(namesOfWord(value));
    return std::string(value);
}

std::string accountValue(const std::string& name, const LineValue& value, const Picture& picture) {
    const auto found =
        std::find_if(picture.associations.begin(), picture.associations.end(),
                     [&](const Association& is) { return is.user.empty() && is.account == name; });
    if (found == picture.associations.end())
        return kNone;
    const Association& is = *found;
    if (value.key.empty())
        return kThere;
    if (value.key == "GrpTRES")
        return numberText(is.grpGpus);
    if (value.key == "parent")
        return is.parent;
    if (value.key == "fairshare")
        return is.shares == kSharesOfParent ? "parent" : std::to_string(is.shares);
    if (value.key == "qos")
        return listOf(is.qos);
    return is.defaultQos.empty() ? kNone : is.defaultQos;
}

std::string qosValue(const std::string& name, const LineValue& value, const Picture& picture) {
    const auto found = std::find_if(picture.qos.begin(), picture.qos.end(),
                                    [&](const Qos& is) { return is.name == name; });
    if (found == picture.qos.end())
        return kNone;
    const Qos& is = *found;
    if (value.key.empty())
        return kThere;
    if (value.key == "Priority")
        return std::to_string(is.priority);
    if (value.key == "PreemptMode")
        return is.preemptMode;
    if (value.key == "GraceTime")
        return std::to_string(is.graceSeconds);
    if (value.key == "PreemptExemptTime")
        return is.exemptSeconds.value_or(0) > 0 ? numberText(is.exemptSeconds) : kNone;
    if (value.key == "MaxTRESPerUser")
        return numberText(is.maxGpusPerUser);
    if (value.key == "GrpJobs")
        return numberText(is.grpJobs);
    return listOf(is.preempts);
}

std::string userValue(const std::string& name, const LineValue& value, const Picture& picture) {
    return std::any_of(picture.associations.begin(), picture.associations.end(),
                       [&](const Association& is) {
                           return is.user == name && is.account == value.account;
                       })
               ? kThere
               : kNone;
}

}  // namespace

// "sacctmgr -i modify account where name=a set GrpTRES=gres/gpu=5", "… add qos a,b Priority=5",
// "… delete user where name=ana account=a".
std::vector<LineValue> valuesOf(const Line& line) {
    const auto& words = line.words;
    constexpr std::size_t kVerb = 2, kKind = 3, kName = 4;
    if (words.size() <= kName || words[0] != "sacctmgr")
        return {};
    LineValue exists;
    exists.of = words[kKind] == "account" ? LineValue::Of::account
                : words[kKind] == "qos"   ? LineValue::Of::qos
                                          : LineValue::Of::user;
    const bool where = words[kName] == "where";
    const std::size_t name = where ? kName + 1 : kName;
    if (name >= words.size())
        return {};
    exists.names = namesOfWord(words[name]);
    for (std::size_t i = name + 1; i < words.size(); ++i)
        if (words[i].starts_with("account="))
            exists.account = words[i].substr(words[i].find('=') + 1);
    exists.wanted = words[kVerb] == "delete" ? kNone : kThere;
    if (words[kVerb] != "modify" && exists.of != LineValue::Of::account)
        return {exists};
    std::vector<LineValue> values;
    if (words[kVerb] != "modify")
        values.push_back(exists);
    for (std::size_t i = name + 1; i < words.size(); ++i) {
        const auto end = words[i].find('=');
        if (end == std::string::npos || words[i].starts_with("Description="))
            continue;
        LineValue& value = values.emplace_back(exists);
        value.key = words[i].substr(0, end);
        value.wanted = wantedText(value.key, std::string_view(words[i]).substr(end + 1));
    }
    return values;
}

std::string valueIn(const LineValue& value, const Picture& picture) {
    std::optional<std::string> all;
    for (const std::string& name : value.names) {
        const std::string is = value.of == LineValue::Of::account
                                   ? accountValue(name, value, picture)
                               : value.of == LineValue::Of::qos ? qosValue(name, value, picture)
                                                                : userValue(name, value, picture);
        if (all && *all != is)
            return "differs";
        all = is;
    }
    return all.value_or(kNone);
}

}  // namespace apportion::slurm
