// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/engine_rules.h"

#include "core/view/explain/lost_rights.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

class Rules final : public EngineRules {
    std::optional<Message> refusalOf(const Project& project, const EventAction& action,
                                     Moment now) const override {
        return apportion::refusalOf(project, action, now);
    }
    std::optional<Message> belowUsage(const Project& before, const Project& after,
                                      Moment now) const override {
        return apportion::belowUsage(before, after, now);
    }
    Problems lostRights(const Project& before, const Project& after, const std::string& who,
                        Moment now) const override {
        return apportion::lostRights(before, after, who, now);
    }
};

}  // namespace

const EngineRules& engineRules() {
    static const Rules rules;
    return rules;
}

}  // namespace apportion
