// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/settings_request.h"

#include <nlohmann/json.hpp>

#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion {

CommandRequest settingsRequest(const Settings& settings) {
    using Json = nlohmann::json;
    const auto seconds = [](Duration duration) { return Json::parse(decimalText(duration, 3)); };
    const Json value{{"placement", word(settings.placement)},
                     {"consolidation", settings.consolidation},
                     {"moveLoss", settings.moveLoss ? seconds(*settings.moveLoss) : Json()},
                     {"gracePeriod", seconds(settings.gracePeriod)},
                     {"minRuntime", seconds(settings.minRuntime)},
                     {"balanceTimeout", seconds(settings.balanceTimeout)},
                     {"agingInterval", seconds(settings.agingInterval)}};
    CommandRequest request;
    request.id = "settings";
    request.arguments.set("settings", value.dump());
    return request;
}

}  // namespace apportion
