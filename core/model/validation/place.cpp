// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/validation/place.h"

#include "core/model/findings.h"

namespace apportion::validation {

Place Place::operator/(const char* key) const {
    Place below = *this;
    below.key_ = key;
    return below;
}

std::string Place::pointer() const {
    std::string pointer = index_ ? pointerTo(base_, *index_) : std::string(base_);
    return key_ == nullptr ? pointer : pointerTo(pointer, std::string_view(key_));
}

}  // namespace apportion::validation
