// SPDX-License-Identifier: GPL-3.0-or-later
// What the command of a form would do to the work of the pool, asked for while one types: once the
// keys rest, and anew when others change the pool or the clock of a recorded run moves. An answer
// to what stands there no more is not told.
#pragma once

#include <functional>
#include <optional>

#include <QTimer>

#include "core/change/change.h"
#include "core/view/view.h"
#include "ui/command_runner.h"

namespace apportion::ui {

class FormTrial final : public QObject {
    Q_OBJECT

public:
    // The change as the form stands; nothing = there is nothing to ask, and the form says why.
    using Request = std::function<std::optional<Change>()>;

    FormTrial(CommandRunner& runner, Request request, CommandRunner::Tried tell, QObject* form);

    // Something in the form is another.
    void changed();
    bool isUpToDate() const { return told_ == asked_; }

private:
    void ask();

    CommandRunner& runner_;
    Request request_;
    CommandRunner::Tried tell_;
    QTimer pause_;
    ViewPtr seen_;
    int asked_ = 0;
    int told_ = 0;
};

}  // namespace apportion::ui
