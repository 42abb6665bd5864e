// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form_rows.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
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
    // Also behind what switches a field on.
    auto* three = new QLineEdit;
    auto* box = new QCheckBox(QStringLiteral("A box whose words are longer than those labels are"));
    addSwitchedRow(column, box, three);
    mistake->say(QStringLiteral("wrong"));
    form.resize(800, 200);
    form.show();
    EXPECT_EQ(one->x(), two->x());
    EXPECT_EQ(mistake->x(), one->x());
    EXPECT_GT(one->x(), 148);
    EXPECT_EQ(one->x(), three->x());
}

// A form is destroyed from its first field on, while a later one has the focus.
TEST(MistakeLine, OutlivesItsField) {
    QWidget form;
    auto* one = new QLineEdit(&form);
    auto* two = new QLineEdit(&form);
    auto* line = new MistakeLine(&form);
    line->lieBelow(one);
    line->say(QStringLiteral("wrong"));
    form.show();
    QApplication::setActiveWindow(&form);
    two->setFocus();
    delete one;
    two->clearFocus();
    line->say(QStringLiteral("still wrong"));
    EXPECT_EQ(line->sentence(), QStringLiteral("still wrong"));
}

}  // namespace
}  // namespace apportion::ui
