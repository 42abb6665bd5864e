// SPDX-License-Identifier: GPL-3.0-or-later
// What concerns commands on this machine: going live with consent, approving and declining.
#pragma once

#include <QObject>

#include "ui/main_window/pool_verbs.h"
#include "ui/pages/actions.h"

namespace apportion::ui {

class SettingsDialog;

class LiveVerbs final : public QObject {
    Q_OBJECT

public:
    LiveVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
              NoticeBar& notices, PoolVerbs::Selection selection, QWidget* window);

    void enable(const View& view);
    // What was just opened goes live if this user has said so; else nothing happens.
    void goLiveIfRemembered();
    void approve(const QString& workload);
    // The pools that go live when they are opened, and their forgetting.
    void showRemembered(SettingsDialog* dialog);

    // Made but not shown: "go-live", "approve" of all that are selected, "approve:WORKLOAD"; null
    // where there is nothing to ask about.
    DialogFrame* dialog(const QString& name);

signals:
    void said(const QString& sentence);
    // `since`: when it was asked about, by the view's clock.
    void approved(const QString& workload, Instant since);

private:
    void toggle();
    void stop();
    void start(bool automatic);
    void remember(bool live);
    void tellThatItIsLive();
    // The first of those that still wait, and once it is answered the next: nobody approves what
    // they have not seen. `of`: how many there were at first.
    DialogFrame* approval(const std::vector<std::string>& workloads, std::size_t of);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    const Actions& actions_;
    NoticeBar& notices_;
    PoolVerbs::Selection selection_;
    QWidget* window_;
    bool looking_ = false;   // whether this user let it go live whenever it is opened
    bool starting_ = false;  // it was asked for, and nothing is seen of it yet
    ViewPtr answered_;       // what was shown when the engine had been started
};

}  // namespace apportion::ui
