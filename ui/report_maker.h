// SPDX-License-Identifier: GPL-3.0-or-later
// Reports and fairness of what is open, made one after the other on a thread of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include <QObject>

#include "core/session/commands/report.h"
#include "core/session/planning/task_thread.h"

namespace apportion::ui {

class SessionBridge;

class ReportMaker final : public QObject {
    Q_OBJECT

public:
    ReportMaker(SessionBridge& bridge, QObject* parent);

    // `then` is called on this thread, unless `context` is gone by then.
    template <typename Answer>
    using Then = std::function<void(const std::shared_ptr<const Result<Answer>>& answer)>;
    void makeReport(const report::ReportTexts& texts, QObject* context, Then<PreparedReport> then);
    void makeFairness(std::optional<Instant> at, bool withDay, QObject* context,
                      Then<PreparedFairness> then);
    // That of last week, if it does not stand there.
    void writeWeekly(const std::string& project, const std::filesystem::path& folder,
                     QObject* context, Then<std::optional<std::filesystem::path>> then);

private:
    template <typename Answer>
    void post(std::function<Result<Answer>()> make, QObject* context, Then<Answer> then);
    template <typename Answer>
    void ask(std::function<Result<Answer>(const ReportSource&)> make, QObject* context,
             Then<Answer> then);

    SessionBridge& bridge_;
    TaskThread thread_;
};

}  // namespace apportion::ui
