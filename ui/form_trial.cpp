// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form_trial.h"

#include <utility>

#include "core/plan/effect.h"
#include "core/view/view.h"

namespace apportion::ui {

namespace {

constexpr int kPause = 150;  // ms without a key before the session is asked

// What would happen in the one happens in the other. A project is as of its last entry.
bool isSame(const View& a, const View& b) {
    return a.document.revision == b.document.revision &&
           (b.document.can.journal || a.clock == b.clock);
}

}  // namespace

FormTrial::FormTrial(CommandRunner& runner, Request request, CommandRunner::Tried tell,
                     QObject* form)
    : QObject(form), runner_(runner), request_(std::move(request)), tell_(std::move(tell)) {
    pause_.setSingleShot(true);
    pause_.setInterval(kPause);
    connect(&pause_, &QTimer::timeout, this, &FormTrial::ask);
    connect(&runner_.bridge(), &SessionBridge::changed, this, [this](const ViewPtr& now) {
        if ((!seen_ || !isSame(*seen_, *now)) && !pause_.isActive())
            changed();
    });
}

void FormTrial::changed() {
    ++asked_;
    pause_.start();
}

void FormTrial::ask() {
    seen_ = runner_.bridge().view();
    const int question = ++asked_;
    auto change = request_();
    if (!change) {
        told_ = question;
        return;
    }
    runner_.tryOut({std::move(*change)}, this, [this, question](const Effect& trial) {
        if (question != asked_)
            return;
        told_ = question;
        tell_(trial);
    });
}

}  // namespace apportion::ui
