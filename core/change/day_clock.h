// SPDX-License-Identifier: GPL-3.0-or-later
// Days and their minutes in a time zone by its name (ICU), or in that of the machine.
#pragma once

#include <memory>
#include <string>

#include "core/model/project.h"

namespace apportion {

// Whether there is a zone of this name, such as "Europe/Lisbon".
bool isZone(const std::string& name);

// Name of the zone of this machine, or of who started the program; empty where it has none: TZ may
// give rules alone.
std::string zoneHere();

class DayClock {
public:
    // The machine's where there is no such zone.
    explicit DayClock(const std::string& zone);
    ~DayClock();

    struct Time {
        Moment at = 0;
        int weekday = 0;  // 0 = Monday
    };
    // A minute of the day, so many days from the day of `now`. A minute that a change of the clock
    // leaves out is one beside the change; of one that comes twice it is one of the two.
    Time at(Moment now, int dayOffset, int minute) const;

private:
    struct Calendar;
    std::unique_ptr<Calendar> calendar_;
};

}  // namespace apportion
