// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form_rows.h"

#include <gtest/gtest.h>

#include <QBoxLayout>
#include <QLineEdit>

#include "ui/dialogs/mistake_line.h"

namespace apportion::ui {
namespace {

// Whatever the language makes of a label, the fields stand below each other.
TEST(FormRows, StandInOneColumnBehindTheLongestLabel) {
    QWidget form;
    auto* column = new QVBoxLayout(&form);
    auto* one = new QLineEdit;
    auto* two = new QLineEdit;
    addFormRow(column, QStringLiteral("Name"), one);
    MistakeLine* mistake = addMistakeLine(column);
    addFormRow(column, QStringLiteral("A label that is longer than all the others are"), two);
    mistake->say(QStringLiteral("wrong"));
    form.resize(800, 200);
    form.show();
    EXPECT_EQ(one->x(), two->x());
    EXPECT_EQ(mistake->x(), one->x());
    EXPECT_GT(one->x(), 148);
}

}  // namespace
}  // namespace apportion::ui
