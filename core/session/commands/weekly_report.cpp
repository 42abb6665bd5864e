// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/weekly_report.h"

#include <algorithm>
#include <vector>

#include "core/change/day_clock.h"
#include "core/report/document.h"
#include "core/session/commands/report.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

// "pool-2026-W47.html"
bool isWeekly(const std::string& name, const std::string& pool) {
    constexpr std::string_view kForm = "-0000-W00.html";
    if (name.size() != pool.size() + kForm.size() || !name.starts_with(pool))
        return false;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        const char c = name[pool.size() + i];
        if (kForm[i] == '0' ? c < '0' || c > '9' : c != kForm[i])
            return false;
    }
    return true;
}

void keepNewest(const std::filesystem::path& folder, const std::string& pool) {
    std::error_code failed;
    std::vector<std::filesystem::path> reports;
    for (const auto& each : std::filesystem::directory_iterator(folder, failed))
        if (isWeekly(each.path().filename().string(), pool))
            reports.push_back(each.path());
    std::sort(reports.begin(), reports.end());
    for (std::size_t i = 0; i + kWeeklyReportsKept < reports.size(); ++i)
        std::filesystem::remove(reports[i], failed);
}

}  // namespace

Result<std::optional<std::filesystem::path>> writeWeeklyReport(
    const std::string& project, const std::filesystem::path& folder) {
    auto desk = ProjectDesk::open(project, OpenMode::readOnly);
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    const std::string here = zoneHere();
    const report::Period week = report::Calendar(here.empty() ? "UTC" : here)
                                    .containing(desk->now(), report::PeriodUnit::week, -1);
    const std::string pool = std::filesystem::path(project).stem().string();
    std::filesystem::path file = folder / (pool + "-" + week.text + ".html");
    std::error_code failed;
    if (std::filesystem::exists(file, failed))
        return std::nullopt;
    report::ReportTexts texts;
    texts.period = week.text;
    const auto made = reportOf(*desk, texts);
    if (!made)
        return tl::unexpected(made.error());
    std::filesystem::create_directories(folder, failed);
    if (auto written = writeOutput(file.string(), htmlOf(report::documentOf(*made))); !written)
        return tl::unexpected(std::move(written.error()));
    keepNewest(folder, pool);
    return file;
}

}  // namespace apportion
