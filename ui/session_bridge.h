// SPDX-License-Identifier: GPL-3.0-or-later
// The session as the GUI thread sees it: the observer becomes queued signals, answers of futures
// become calls on the GUI thread. Nothing here ever waits.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QObject>
#include <QPointer>

#include "core/session/session.h"
#include "core/view/view.h"

namespace apportion {
class Planner;
}

namespace apportion::ui {

using ViewPtr = std::shared_ptr<const View>;

class SessionBridge final : public QObject, private SessionObserver {
    Q_OBJECT

public:
    explicit SessionBridge(std::filesystem::path recovery = {}, QObject* parent = nullptr);
    ~SessionBridge() override;

    Session& session() { return session_; }
    // A plan that is open beside the pool.
    Planner& planner() { return *planner_; }
    const ViewPtr& view() const { return view_; }

    // Calls `then` with the answer, on this thread, unless `context` is gone by then.
    template <typename Answer, typename Then>
    void ask(std::future<Answer> future, QObject* context, Then then) {
        auto shared = std::make_shared<std::future<Answer>>(std::move(future));
        const QPointer<QObject> alive(context);
        waiting_.push_back([shared, alive, then = std::move(then)]() mutable {
            if (shared->wait_for(std::chrono::seconds(0)) != std::future_status::ready)
                return false;
            Answer answer = shared->get();
            if (alive)
                then(std::move(answer));
            return true;
        });
        collect();
    }

signals:
    void changed(const apportion::ui::ViewPtr& view);
    // The planner has another view.
    void planChanged();

private:
    void viewChanged(std::shared_ptr<const View> view) override;
    void answerReady() override;
    void planReady();
    void take(const ViewPtr& view);
    void collect();

    ViewPtr view_;
    std::vector<std::function<bool()>> waiting_;
    std::unique_ptr<Planner> planner_;
    Session session_;  // last: its thread must not outlive the rest
};

}  // namespace apportion::ui
