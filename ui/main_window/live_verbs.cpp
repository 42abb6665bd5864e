// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/live_verbs.h"

#include <algorithm>

#include <QAction>

#include "core/plan/draft/live_obstacle.h"
#include "core/session/local/live_consent.h"
#include "core/view/awaiting_approval.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/files/notice_bar.h"
#include "ui/live/live_dialog.h"
#include "ui/main_window/action_rows.h"
#include "ui/preferences/settings_dialog.h"
#include "ui/texts.h"
#include "ui/work_forms/approval_dialog.h"

namespace apportion::ui {

namespace {

const WorkloadRow* waitingRow(const View& view, const std::string& name) {
    const auto row = std::find_if(view.waiting.begin(), view.waiting.end(),
                                  [&](const WorkloadRow& each) { return each.name == name; });
    return row != view.waiting.end() ? &*row : nullptr;
}

}  // namespace

LiveVerbs::LiveVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
                     NoticeBar& notices, PoolVerbs::Selection selection, QWidget* window)
    : QObject(window),
      bridge_(bridge),
      runner_(runner),
      actions_(actions),
      notices_(notices),
      selection_(std::move(selection)),
      window_(window) {
    connect(actions_[ActionId::goLive], &QAction::triggered, this, &LiveVerbs::toggle);
    connect(actions_[ActionId::approveWork], &QAction::triggered, this,
            [this] { present(dialog(QStringLiteral("approve"))); });
}

void LiveVerbs::enable(const View& view) {
    const DocumentState& document = view.document;
    const bool isLive = document.isLive();
    // The next view has what came of it, even if that is that the pool rests again.
    if (answered_ && answered_ != bridge_.view()) {
        starting_ = false;
        answered_.reset();
    }
    // What is on its way needs nobody to ask for it.
    const bool comes = !isLive && (starting_ || (looking_ && document.remembered));
    actions_[ActionId::goLive]->setText(isLive                ? tr("Stop scheduling")
                                        : comes               ? tr("Going live…")
                                        : document.remembered ? tr("Go &live")
                                                              : tr("Go &live…"));
    const auto obstacle = obstacleToGoLive(document);
    actions_.enable(ActionId::goLive, !obstacle && !comes,
                    obstacle ? messageText(*obstacle)
                    : comes  ? tr("The scheduler of this pool is starting")
                             : QString());
    // The dialog says why it may not be approved: what waits can be looked at all the same.
    const std::vector<std::string> chosen = selection_.chosenWork();
    actions_.enable(ActionId::approveWork, !awaitingApproval(view, chosen).empty(),
                    chosen.empty()       ? tr("No workload waits for approval")
                    : chosen.size() == 1 ? tr("%1 does not wait for approval").arg(qt(chosen[0]))
                                         : tr("Nothing selected waits for approval"));
}

DialogFrame* LiveVerbs::dialog(const QString& name) {
    const DocumentState& document = bridge_.view()->document;
    if (!document.open || !document.can.journal)
        return nullptr;
    if (name == QLatin1String("go-live")) {
        auto* form = new LiveDialog(bridge_, window_);
        connect(form, &LiveDialog::wanted, this, [this](bool always) {
            if (always != bridge_.view()->document.remembered)
                remember(always);
            start(false);
        });
        return form;
    }
    if (name.section(QLatin1Char(':'), 0, 0) != QLatin1String("approve"))
        return nullptr;
    const std::string one = name.section(QLatin1Char(':'), 1).toStdString();
    const auto waiting =
        awaitingApproval(*bridge_.view(), one.empty() ? selection_.chosenWork() : std::vector{one});
    return approval(waiting, waiting.size());
}

DialogFrame* LiveVerbs::approval(const std::vector<std::string>& workloads, std::size_t of) {
    if (workloads.empty())
        return nullptr;
    // Somebody else may have answered one meanwhile.
    auto left = awaitingApproval(*bridge_.view(), workloads);
    const WorkloadRow* row = left.empty() ? nullptr : waitingRow(*bridge_.view(), left.front());
    if (row == nullptr)
        return nullptr;
    auto* form = new ApprovalDialog(bridge_, runner_, *row, {of - left.size() + 1, of}, window_);
    connect(form, &ApprovalDialog::approved, this,
            [this, since = bridge_.view()->clock](const QString& workload) {
                emit said(tr("%1 approved").arg(workload));
                emit approved(workload, since);
            });
    connect(form, &ApprovalDialog::declined, this,
            [this](const QString& workload) { emit said(tr("%1 was declined").arg(workload)); });
    left.erase(left.begin());
    connect(form, &QDialog::accepted, this, [this, left, of] { present(approval(left, of)); });
    return form;
}

void LiveVerbs::approve(const QString& workload) {
    present(dialog(QStringLiteral("approve:") + workload));
}

void LiveVerbs::toggle() {
    const DocumentState& document = bridge_.view()->document;
    if (document.isLive())
        stop();
    else if (document.remembered)
        start(false);
    else
        present(dialog(QStringLiteral("go-live")));
}

void LiveVerbs::stop() {
    if (bridge_.view()->key.running == 0)
        return bridge_.session().rest();
    Notice notice;
    notice.tone = Tone::warn;
    notice.text =
        tr("Stop scheduling? Running workloads continue. Nothing starts, stops, or is evicted "
           "until the pool is live again.");
    notice.buttons = {{tr("Stop scheduling"), [this] { bridge_.session().rest(); }},
                      {tr("Stay live"), {}, true}};
    notices_.present(std::move(notice), true);
}

void LiveVerbs::remember(bool live) {
    bridge_.ask(bridge_.session().remember(live), this, [this](const Result<void>& answer) {
        if (!answer)
            notices_.present({Tone::err, refusalText(answer.error()), {}, {}});
    });
}

void LiveVerbs::showRemembered(SettingsDialog* dialog) {
    const auto show = [this, dialog] {
        bridge_.ask(
            bridge_.session().rememberedPools(), dialog,
            [dialog](const std::vector<RememberedPool>& pools) { dialog->setRemembered(pools); });
    };
    connect(dialog, &SettingsDialog::forgetWanted, this, [this, show](const RememberedPool& pool) {
        bridge_.session().forget(pool);
        show();
    });
    show();
}

void LiveVerbs::goLiveIfRemembered() {
    looking_ = true;
    enable(*bridge_.view());
    bridge_.ask(bridge_.session().consent(), this, [this](const Result<LiveConsent>& consent) {
        looking_ = false;
        if (consent && consent->remembered)
            start(true);
        else
            enable(*bridge_.view());
    });
}

void LiveVerbs::start(bool automatic) {
    starting_ = true;
    answered_.reset();
    enable(*bridge_.view());
    bridge_.ask(bridge_.session().goLive(), this, [this, automatic](const Result<void>& answer) {
        // The view that shows it comes later: with a crowd by seconds.
        if (answer)
            answered_ = bridge_.view();
        else
            starting_ = false;
        enable(*bridge_.view());
        // Another program of this user may run it: the mode bar says so.
        const bool held = !answer && plainCode(answer.error().front().message.code) == "live-held";
        if (!answer && !(automatic && held))
            notices_.present({Tone::err,
                              refusalText(answer.error()),
                              {{tr("Try again"), [this] { toggle(); }}},
                              {}});
        else if (answer && automatic)
            tellThatItIsLive();
        else if (answer)
            emit said(tr("The pool is live"));
    });
}

void LiveVerbs::tellThatItIsLive() {
    Notice notice;
    notice.tone = Tone::info;
    notice.text =
        tr("The pool went live when it was opened, as set for this file. Approved commands run on "
           "this machine as you.");
    notice.buttons = {{tr("Stop scheduling"),
                       [this] {
                           notices_.dismiss();
                           bridge_.session().rest();
                       }},
                      {tr("Ask again next time"), [this] {
                           notices_.dismiss();
                           remember(false);
                       }}};
    notices_.present(std::move(notice));
}

}  // namespace apportion::ui
