// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/notice_bar.h"

#include <gtest/gtest.h>

#include <QtTest/QTest>

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

TEST(NoticeBar, WhatAsksNothingGoesOnceItCanHaveBeenRead) {
    QWidget window;
    NoticeBar bar(&window);
    bar.setReadingTime(std::chrono::milliseconds(1));
    bar.present(of(Tone::info, "a"));
    EXPECT_EQ(bar.text().toStdString(), "a");
    EXPECT_TRUE(QTest::qWaitFor([&] { return bar.text().isEmpty(); }));
    for (const Tone tone : {Tone::warn, Tone::err}) {
        bar.present(of(tone, "b"));
        QTest::qWait(200);
        EXPECT_EQ(bar.text().toStdString(), "b");
    }
    Notice offer = of(Tone::info, "c");
    offer.buttons.push_back({QStringLiteral("Show"), {}, false});
    bar.present(std::move(offer));
    QTest::qWait(200);
    EXPECT_EQ(bar.text().toStdString(), "c");
}

}  // namespace
}  // namespace apportion::ui
