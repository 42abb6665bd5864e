// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/journal_texts.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

#include "core/change/command.h"

namespace apportion::ui {
namespace {

JournalRow rowOf(const char* action, const char* subject) {
    JournalRow row;
    row.action = action;
    row.subject = subject;
    return row;
}

TEST(JournalTexts, ANodeIsToldByWhatItBecame) {
    JournalRow row = rowOf("nodes.state", "n-1");
    row.nodeState = NodeState::down;
    EXPECT_EQ(actionText(row), QStringLiteral("Node marked as down"));
    row.nodeState = NodeState::ready;
    EXPECT_EQ(actionText(row), QStringLiteral("Node returned to service"));
    EXPECT_EQ(subjectText(row), QStringLiteral("n-1"));
    EXPECT_EQ(actionText(rowOf("something.new", "")), QStringLiteral("something.new"));
}

TEST(JournalTexts, DecisionsAreTheSchedulers) {
    JournalRow row = rowOf("instant", "");
    row.who = "engine";
    EXPECT_EQ(whoText(row), QStringLiteral("scheduler"));
    row.who = "ana";
    EXPECT_EQ(whoText(row), QStringLiteral("ana"));
}

TEST(JournalTexts, EveryCommandOfAProjectHasWords) {
    for (const CommandInfo& command : projectCommands()) {
        const std::string id(command.id);
        EXPECT_NE(actionText(rowOf(id.c_str(), "")), QString::fromStdString(id));
    }
}

TEST(JournalTexts, SizesSayWhatWasSetAndForHowLong) {
    JournalRow row = rowOf("scale", "left, right");
    EXPECT_EQ(subjectText(row), QStringLiteral("left, right")) << "more may not be seen";
    row.sizes = {{"left", 16 * kOneGpu}, {"right", kOneGpu}};
    EXPECT_EQ(entryText(row),
              QStringLiteral("Guarantees changed: left to 16 GPUs, right to 1 GPU"));
    row.moreSizes = 2;
    row.forATime = true;
    EXPECT_EQ(actionText(row), QStringLiteral("Guarantees changed temporarily"));
    EXPECT_TRUE(subjectText(row).endsWith(QStringLiteral("right to 1 GPU and 2 more")))
        << qPrintable(subjectText(row));
    row = rowOf("policy", "left");
    row.forATime = true;
    EXPECT_EQ(entryText(row), QStringLiteral("Policy changed temporarily: left"));
}

TEST(JournalTexts, WhatWasUndoneIsToldByItsWords) {
    EXPECT_EQ(subjectText(rowOf("undo", "scale A, B")), QStringLiteral("Guarantees changed: A, B"));
    EXPECT_EQ(subjectText(rowOf("redo", "import")), QStringLiteral("Scenario imported"));
    EXPECT_EQ(subjectText(rowOf("undo", "something.new x")), QStringLiteral("something.new x"));
}

TEST(JournalTexts, AnInstantThatOnlyFreedSomethingSaysSo) {
    EXPECT_EQ(subjectText(rowOf("instant", "")), QStringLiteral("nothing started or evicted"));
}

// As the file has it, every word of it in the user's language.
class Upper final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* text, const char*, int) const override {
        return QByteArray(context) == "journal" ? QStringLiteral("<%1>").arg(QLatin1String(text))
                                                : QString();
    }
};

TEST(JournalTexts, WhatAnInstantDecidedIsTranslated) {
    const JournalRow row =
        rowOf("instant", "1 evicted (c-1), 1 moved (d), 5 started (a, b, c and 2 more)");
    EXPECT_EQ(subjectText(row),
              QStringLiteral("1 evicted (c-1), 1 moved (d), 5 started (a, b, c and 2 more)"));
    Upper upper;
    QCoreApplication::installTranslator(&upper);
    EXPECT_EQ(
        subjectText(row),
        QStringLiteral("<1 evicted (c-1)>, <1 moved (d)>, <5 started (<a, b, c and 2 more>)>"));
    EXPECT_EQ(subjectText(rowOf("instant", "nothing known")), QStringLiteral("nothing known"));
    EXPECT_EQ(subjectText(rowOf("instant", "2 taken (a, b)")), QStringLiteral("<2 evicted (a, b)>"))
        << "as older files have it";
    QCoreApplication::removeTranslator(&upper);
}

}  // namespace
}  // namespace apportion::ui
