// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/fold.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace apportion::store {

namespace {

using Json = nlohmann::json;

constexpr const char* kMisfits = "misfits";

std::vector<Revision> namedBy(const JournalEntry& entry) {
    const Json arguments = Json::parse(entry.arguments, nullptr, false);
    if (entry.action != kRecover || !arguments.is_object() || !arguments.contains(kMisfits))
        return {};
    std::vector<Revision> named;
    for (const Json& each : arguments[kMisfits])
        if (each.is_number_integer())
            named.push_back(each.get<Revision>());
    return named;
}

}  // namespace

void Fold::apply(const JournalEntry& entry) {
    for (const Fact& fact : entry.facts)
        apply(fact, entry.n);
    close(entry);
}

void Fold::apply(const Fact& fact, Revision n) {
    if (!objects.apply(fact, n)) {
        misfits.push_back({n, fact.kind, fact.key});
        objects.put(fact, n);
    }
}

void Fold::close(const JournalEntry& entry) {
    objects.revision = entry.n;
    for (const Revision n : namedBy(entry))
        std::erase_if(misfits, [&](const Misfit& misfit) { return misfit.n == n; });
}

std::string argumentsNaming(const std::vector<Misfit>& misfits) {
    if (misfits.empty())
        return {};
    Json named = Json::array();
    for (const Misfit& misfit : misfits)
        if (named.empty() || named.back() != misfit.n)
            named.push_back(misfit.n);
    return Json{{kMisfits, std::move(named)}}.dump();
}

}  // namespace apportion::store
