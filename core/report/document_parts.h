// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a report's document. Internal to document*.cpp.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>

#include "core/report/document.h"

namespace apportion::report {

inline constexpr const char* kDash = "\xE2\x80\x93";

std::string withThousands(std::int64_t number);      // "21,504"
std::string percentText(Amount part, Amount whole);  // "79.6%"
DocumentCell countCell(std::int64_t count);
DocumentCell costCell(std::int64_t cost);  // in hundredths
// Without starts no wait is known.
DocumentCell waitCell(const Report& report, const WaitNumbers& wait, Duration value);
std::string jobsTitle(const Report& report);
DocumentRow totalRow(const Report& report);

// GPU hours in as many places as the size of a report needs.
class Numbers {
public:
    explicit Numbers(Amount largest);
    std::string text(std::int64_t rounded) const;
    std::string hours(Amount amount) const;
    // What of the whole is none of the parts, as these are printed.
    std::string rest(Amount whole, std::initializer_list<Amount> parts) const;
    std::vector<std::int64_t> thatAddUp(std::span<const Amount> amounts) const;
    DocumentCell cell(std::int64_t rounded, Amount exact) const;
    DocumentCell cell(Amount amount) const;

private:
    int places_ = 0;
};

// Used, free, down, unknown: they add up to the capacity.
std::array<std::string, 4> capacityTexts(const Numbers& numbers, const CapacityColumns& capacity);

void addTeams(const Numbers& numbers, const Report& report, const Accounts& accounts,
              Document& document);
void addService(const Numbers& numbers, const Report& report, const Accounts& accounts,
                Document& document);
void addBudgets(const Numbers& numbers, const Report& report, Document& document);
void addWeeks(const Numbers& numbers, const Report& report, Document& document);
void addUsers(const Numbers& numbers, const Report& report, Document& document);
void addRanking(const Numbers& numbers, const Report& report, Document& document);
void addGrouping(const Numbers& numbers, const Report& report, Document& document);
void addChanges(const Report& report, Document& document);

}  // namespace apportion::report
