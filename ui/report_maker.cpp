// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report_maker.h"

#include <utility>

#include <QPointer>

#include "core/change/refuse.h"
#include "core/session/commands/weekly_report.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

ReportMaker::ReportMaker(SessionBridge& bridge, QObject* parent)
    : QObject(parent), bridge_(bridge) {}

template <typename Answer>
void ReportMaker::post(std::function<Result<Answer>()> make, QObject* context, Then<Answer> then) {
    thread_.post(
        [this, make = std::move(make), context = QPointer(context), then = std::move(then)] {
            auto answer = std::make_shared<const Result<Answer>>(make());
            QMetaObject::invokeMethod(this, [answer, context, then] {
                if (context)
                    then(answer);
            });
        });
}

template <typename Answer>
void ReportMaker::ask(std::function<Result<Answer>(const ReportSource&)> make, QObject* context,
                      Then<Answer> then) {
    bridge_.ask(bridge_.session().reporting(), this,
                [this, make = std::move(make), context = QPointer(context),
                 then = std::move(then)](const std::optional<ReportSource>& source) {
                    if (source)
                        return post<Answer>([make, source = *source] { return make(source); },
                                            context, then);
                    if (context)
                        then(std::make_shared<const Result<Answer>>(refuse("nothing-open")));
                });
}

void ReportMaker::makeReport(const report::ReportTexts& texts, QObject* context,
                             Then<PreparedReport> then) {
    ask<PreparedReport>([texts](const ReportSource& source) { return source.report(texts); },
                        context, std::move(then));
}

void ReportMaker::makeFairness(std::optional<Instant> at, bool withDay, QObject* context,
                               Then<PreparedFairness> then) {
    ask<PreparedFairness>(
        [at, withDay](const ReportSource& source) { return source.fairness(at, withDay); }, context,
        std::move(then));
}

void ReportMaker::writeWeekly(const std::string& project, const std::filesystem::path& folder,
                              QObject* context, Then<std::optional<std::filesystem::path>> then) {
    post<std::optional<std::filesystem::path>>(
        [project, folder] { return writeWeeklyReport(project, folder); }, context, std::move(then));
}

}  // namespace apportion::ui
