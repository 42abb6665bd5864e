// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the fields of a form comes back as it was.
#include "ui/dialogs/form_draft.h"

#include <utility>

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QRadioButton>
#include <QtTest/QTest>

#include "ui/widgets/duration_field.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/memory_field.h"
#include "ui/widgets/search_field.h"

namespace apportion::ui {
namespace {

struct Form {
    Form() {
        gpus.setRange(0, 100);
        gpus.setValue(1);
        keepGpuSuffix(&gpus);
        duration.setRange(0, 1000);
        duration.setSpecialValueText(QStringLiteral("not known"));
    }
    DraftFields fields() { return {{"gpus", &gpus}, {"duration", &duration}, {"memory", &memory}}; }

    NumberField gpus{2};
    DurationField duration{DurationField::Unit::minutes};
    MemoryField memory;
};

// The unit of a fresh field is that of the number which stands there.
TEST(FormDraftTest, ANumberComesBackWhateverItsUnitReads) {
    for (const double gpus : {3.0, 1.0, 0.5}) {
        Form left;
        left.gpus.setValue(gpus);
        left.duration.setDuration(5400 * kSecond);
        left.memory.setMemory(3 * kOneGib / 2);
        Form found;
        if (gpus == 1)
            found.gpus.setValue(4);
        fillFrom(draftOf(left.fields()), found.fields());
        EXPECT_TRUE(found.gpus.isReadable());
        EXPECT_EQ(found.gpus.value(), gpus);
        EXPECT_EQ(found.gpus.text(), left.gpus.text());
        EXPECT_EQ(found.duration.text(), left.duration.text());
        EXPECT_EQ(found.memory.text(), left.memory.text());
        EXPECT_EQ(draftOf(found.fields()), draftOf(left.fields()));
    }
}

TEST(FormDraftTest, WhatIsNoNumberComesBackMarked) {
    Form left;
    left.gpus.findChild<QLineEdit*>()->setText(QStringLiteral("3x GPUs"));
    Form found;
    fillFrom(draftOf(left.fields()), found.fields());
    EXPECT_FALSE(found.gpus.isReadable());
    EXPECT_TRUE(found.gpus.text().startsWith(QStringLiteral("3x")));
}

// Of every control that somebody can change, and of no other.
TEST(FormDraftTest, TheValuesOfAFormDifferWithEachControl) {
    QWidget form;
    auto* box = new QCheckBox(&form);
    auto* choice = new QRadioButton(&form);
    auto* number = new NumberField(0, &form);
    auto* list = new QListWidget(&form);
    auto* item = new QListWidgetItem(QStringLiteral("A"), list);
    item->setCheckState(Qt::Unchecked);
    auto* search = new SearchField(QStringLiteral("Filter"), &form);
    auto* names = new QComboBox(&form);
    names->addItems({QStringLiteral("first"), QStringLiteral("second")});
    auto* view = new QCheckBox(&form);
    markAsView(view);
    form.show();
    QByteArray last = valuesIn(form);
    const auto differs = [&] { return std::exchange(last, valuesIn(form)) != last; };
    EXPECT_FALSE(differs());
    box->setChecked(true);
    EXPECT_TRUE(differs());
    choice->setChecked(true);
    EXPECT_TRUE(differs());
    number->findChild<QLineEdit*>()->setText(QStringLiteral("4x"));
    EXPECT_TRUE(differs());
    item->setCheckState(Qt::Checked);
    EXPECT_TRUE(differs());
    search->setText(QStringLiteral("x"));
    view->setChecked(true);
    EXPECT_FALSE(differs()) << "how it is looked at";
    // Its list is made by the first key.
    QTest::keyClicks(names, QStringLiteral("x"));
    names->showPopup();
    names->hidePopup();
    EXPECT_FALSE(differs()) << "nothing was chosen";
    names->setCurrentIndex(1);
    EXPECT_TRUE(differs());
}

// Not its words alone: a number that stood there before would be handed on.
TEST(FormDraftTest, WordsInPlaceOfANumberComeBackAsNone) {
    Form left;
    Form found;
    found.duration.setDuration(5400 * kSecond);
    fillFrom(draftOf(left.fields()), found.fields());
    EXPECT_EQ(found.duration.value(), 0);
    EXPECT_EQ(found.duration.text(), QStringLiteral("not known"));
}

}  // namespace
}  // namespace apportion::ui
