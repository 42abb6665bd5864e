// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace apportion {

// The one name of all that were added; empty when they differ.
class OneName {
public:
    void add(const std::string& name) {
        if (!any_)
            name_ = name;
        else if (name_ != name)
            name_.clear();
        any_ = true;
    }
    const std::string& get() const { return name_; }

private:
    std::string name_;
    bool any_ = false;
};

}  // namespace apportion
