// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/calendar.h"

#include <gtest/gtest.h>

#include "core/model/date_text.h"

namespace apportion::report {
namespace {

constexpr Duration kHour = 3600 * kSecond;

Period periodIn(const char* zone, const char* text) {
    const auto period = Calendar(zone).period(text);
    EXPECT_TRUE(period) << text;
    return period.value_or(Period{});
}

std::int64_t hoursOf(const Period& period) {
    return (period.to - period.from) / kHour;
}

TEST(Calendar, a_week_with_a_change_of_the_clock_has_167_or_169_hours) {
    EXPECT_EQ(hoursOf(periodIn("Europe/Berlin", "2026-W12")), 168);
    EXPECT_EQ(hoursOf(periodIn("Europe/Berlin", "2026-W13")), 167);
    EXPECT_EQ(hoursOf(periodIn("Europe/Berlin", "2026-W43")), 169);
    EXPECT_EQ(hoursOf(periodIn("UTC", "2026-W43")), 168);
    EXPECT_EQ(hoursOf(periodIn("America/Sao_Paulo", "2026-W43")), 168);
    // Half an hour.
    EXPECT_EQ(periodIn("Australia/Lord_Howe", "2026-W40").to -
                  periodIn("Australia/Lord_Howe", "2026-W40").from,
              168 * kHour - kHour / 2);
}

TEST(Calendar, periods_begin_at_local_midnight) {
    const Calendar berlin("Europe/Berlin");
    EXPECT_EQ(berlin.text(periodIn("Europe/Berlin", "2026-W47").from), "2026-11-16T00:00:00+01:00");
    EXPECT_EQ(berlin.text(periodIn("Europe/Berlin", "2026-07").from), "2026-07-01T00:00:00+02:00");
    EXPECT_EQ(berlin.text(periodIn("Europe/Berlin", "2026-Q4").to), "2027-01-01T00:00:00+01:00");
    EXPECT_EQ(berlin.text(periodIn("Europe/Berlin", "2026").from), "2026-01-01T00:00:00+01:00");
    EXPECT_EQ(hoursOf(periodIn("Europe/Berlin", "2026-11-01..2026-11-15")), 15 * 24);
    EXPECT_EQ(berlin.zoneText(periodIn("Europe/Berlin", "2026-W47").from), "CET (UTC+1)");
    // A day that has no midnight begins an hour later.
    EXPECT_EQ(hoursOf(periodIn("America/Sao_Paulo", "2018-11-04")), 23);
}

TEST(Calendar, weeks_are_those_of_iso_8601) {
    const Calendar utc("UTC");
    EXPECT_EQ(utc.text(periodIn("UTC", "2026-W01").from), "2025-12-29T00:00:00+00:00");
    EXPECT_EQ(utc.text(periodIn("UTC", "2026-W53").from), "2026-12-28T00:00:00+00:00");
    EXPECT_FALSE(utc.period("2025-W53"));
    EXPECT_EQ(utc.containing(periodIn("UTC", "2026-W53").from, PeriodUnit::week).text, "2026-W53");
    EXPECT_EQ(utc.containing(periodIn("UTC", "2027-01-03").from, PeriodUnit::week).text,
              "2026-W53");
    EXPECT_EQ(utc.containing(periodIn("UTC", "2026-03-31").from, PeriodUnit::month, -1).text,
              "2026-02");
    EXPECT_EQ(utc.containing(periodIn("UTC", "2026-01-31").from, PeriodUnit::quarter, -1).text,
              "2025-Q4");
}

TEST(Calendar, what_is_no_period_is_refused) {
    const Calendar utc("UTC");
    for (const char* text :
         {"", "2026-W", "2026-W00", "2026-W1", "2026-13", "2026-Q5", "2026-02-30", "26-01",
          "2026-11-15..2026-11-01", "last week", "2026-1", "2026-11-1"})
        EXPECT_FALSE(utc.period(text)) << text;
}

TEST(Calendar, a_period_is_cut_at_the_beginnings_of_its_units) {
    const Calendar berlin("Europe/Berlin");
    const Period quarter = periodIn("Europe/Berlin", "2026-Q4");
    EXPECT_EQ(berlin.edges(quarter.from, quarter.to, PeriodUnit::month).size(), 4U);
    EXPECT_EQ(berlin.edges(quarter.from, quarter.to, PeriodUnit::day).size(), 93U);
    // The first and the last week are cut.
    const auto weeks = berlin.edges(quarter.from, quarter.to, PeriodUnit::week);
    EXPECT_EQ(weeks.front(), quarter.from);
    EXPECT_EQ(weeks.back(), quarter.to);
    EXPECT_EQ(weeks[1] - weeks[0], 4 * 24 * kHour);
}

TEST(Calendar, what_a_clock_shows_is_a_moment) {
    const Calendar berlin("Europe/Berlin");
    const auto text = [&](const char* shown) {
        return berlin.text(berlin.ofClock(*epochValue(shown)));
    };
    EXPECT_EQ(text("2026-07-01T12:00:00Z"), "2026-07-01T12:00:00+02:00");
    EXPECT_EQ(text("2026-12-01T00:30:00Z"), "2026-12-01T00:30:00+01:00");
    EXPECT_EQ(text("2026-10-25T02:30:00Z"), "2026-10-25T02:30:00+01:00") << "the second of two";
    EXPECT_EQ(text("2026-03-29T02:30:00Z"), "2026-03-29T03:30:00+02:00") << "there is none";
    EXPECT_EQ(Calendar("UTC").ofClock(12345), 12345);
}

}  // namespace
}  // namespace apportion::report
