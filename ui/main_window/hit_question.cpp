// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/hit_question.h"

#include <QCoreApplication>

#include "ui/files/notice_bar.h"
#include "ui/trial_texts.h"

namespace apportion::ui {

void askWhereItHits(NoticeBar& notices, const CommandRunner::Question& question,
                    const Effect& trial, const CommandRunner::Go& go) {
    Notice notice;
    notice.tone = Tone::warn;
    notice.text =
        trial.hitsAnybody() ? question.text + QLatin1Char(' ') + hitsText(trial) : question.text;
    notice.buttons = {{question.verb, go},
                      {QCoreApplication::translate("HitQuestion", "Leave it as it is"), {}, true}};
    notices.present(std::move(notice), true);
}

}  // namespace apportion::ui
