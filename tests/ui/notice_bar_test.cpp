// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/notice_bar.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

constexpr const char* kBroken = "The file is damaged";

Notice of(Tone tone, const char* text) {
    Notice notice;
    notice.tone = tone;
    notice.text = QString::fromLatin1(text);
    return notice;
}

TEST(NoticeBar, AnErrorThatStandsGoesBeforeATale) {
    QWidget window;
    NoticeBar bar(&window);
    bar.present(of(Tone::warn, "Recovered: nothing is lost"));
    bar.stand(of(Tone::err, kBroken));
    EXPECT_EQ(bar.text().toStdString(), kBroken);
}

TEST(NoticeBar, AQuestionIsAnsweredFirst) {
    QWidget window;
    NoticeBar bar(&window);
    Notice question = of(Tone::warn, "Save it?");
    question.buttons.push_back({QStringLiteral("Save"), {}, true});
    bar.present(std::move(question));
    bar.stand(of(Tone::err, kBroken));
    EXPECT_EQ(bar.text().toStdString(), "Save it?");
    bar.dismiss();
    EXPECT_EQ(bar.text().toStdString(), kBroken);
}

}  // namespace
}  // namespace apportion::ui
