// SPDX-License-Identifier: GPL-3.0-or-later
// The form that submits work: what is seldom asked for stands in a part that opens.
#include <tuple>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

#include "core/change/wall_clock.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/pages/actions.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/work_forms/more_fields.h"
#include "ui/work_forms/submit_dialog.h"

namespace apportion::ui {
namespace {

class SubmitTest : public ProjectConsole {
protected:
    template <typename Field>
    Field* field(const char* name) {
        return control<Field>(form, QString::fromLatin1(name));
    }
    // What stands right below it.
    QString saidAt(const QWidget* field) const {
        constexpr int kNext = 30;  // the field after it is further down
        const int bottom = field->mapTo(form, QPoint(0, field->height())).y();
        for (const MistakeLine* line : form->findChildren<MistakeLine*>())
            if (const int gap = line->mapTo(form, QPoint()).y() - bottom;
                line->isVisible() && gap >= 0 && gap < kNext)
                return line->sentence();
        return {};
    }
    bool says(const QWidget* field, const QString& words) {
        const bool said = waitFor([&] { return saidAt(field).contains(words); });
        EXPECT_TRUE(said) << qPrintable(saidAt(field)) << " / " << qPrintable(form->consequence());
        return said;
    }
    std::string argument(const char* name) const { return argumentsOf(form->change()).text(name); }

    SubmitDialog* form = nullptr;
};

TEST_F(SubmitTest, AllThatIsWrongIsToldAtOnceEachAtItsField) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    auto* gpus = field<QDoubleSpinBox>("GPUs of one replica");
    gpus->setValue(1.5);
    auto* replicas = field<QDoubleSpinBox>("Replicas");
    replicas->setFocus();
    replicas->selectAll();
    QTest::keyClicks(replicas, QStringLiteral("0"));
    EXPECT_TRUE(says(gpus, QStringLiteral("1.5")));
    EXPECT_TRUE(says(replicas, QStringLiteral("Replicas: “0”")));
    for (const char* name : {"GPUs of one replica", "Replicas"})
        EXPECT_TRUE(field<QDoubleSpinBox>(name)->property("error").toBool()) << name;
    EXPECT_EQ(form->consequence(), QString()) << "and not once more below";
    EXPECT_FALSE(button(form, QStringLiteral("Submit"))->isEnabled());
    // Also beside a command that cannot be read.
    replicas->setValue(1);
    auto* command = field<QLineEdit>("Command");
    command->setText(QStringLiteral("python3 \"unbalanced"));
    EXPECT_TRUE(says(gpus, QStringLiteral("1.5")));
    QTest::qWait(300);
    EXPECT_TRUE(command->property("error").toBool());
    EXPECT_FALSE(button(form, QStringLiteral("Submit"))->isEnabled());
}

TEST_F(SubmitTest, RefusalsAndWarningsStandAtTheirFields) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    auto* name = field<QLineEdit>("Name");
    name->setText(QStringLiteral("one"));
    press(form, QStringLiteral("Submit"));
    expectGone<SubmitDialog>();
    form = opened<SubmitDialog>(ActionId::submitWork);
    name = field<QLineEdit>("Name");
    name->setText(QStringLiteral("one"));
    EXPECT_TRUE(says(name, QStringLiteral("one")));
    EXPECT_EQ(form->consequence(), QString());
    EXPECT_FALSE(button(form, QStringLiteral("Submit"))->isEnabled());
    // It may be submitted, and would wait for ever.
    name->setText(QStringLiteral("two"));
    auto* gpus = field<QDoubleSpinBox>("GPUs of one replica");
    gpus->setValue(64);
    EXPECT_TRUE(says(gpus, QStringLiteral("64 GPUs")));
    EXPECT_FALSE(gpus->property("error").toBool());
    EXPECT_EQ(form->consequence(), QString());
    EXPECT_TRUE(button(form, QStringLiteral("Submit"))->isEnabled());
}

// Memory is kept in whole MiB, and of powers of 1000 few are.
TEST_F(SubmitTest, MemoryThatIsRoundedSaysSo) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<Fold>("More")->setOpen(true);
    auto* memory = field<QDoubleSpinBox>("Memory of one replica");
    memory->setFocus();
    memory->selectAll();
    QTest::keyClicks(memory, QStringLiteral("2 TB"));
    EXPECT_TRUE(says(memory, QStringLiteral("“2 TB” is kept as 1907349 MiB")));
    EXPECT_FALSE(memory->property("error").toBool());
    EXPECT_TRUE(waitFor([this] { return button(form, QStringLiteral("Submit"))->isEnabled(); }));
    memory->selectAll();
    QTest::keyClicks(memory, QStringLiteral("2 TiB"));
    EXPECT_TRUE(waitFor([&] { return saidAt(memory).isEmpty(); })) << qPrintable(saidAt(memory));
}

// While a number is half typed the last one that could be read is nobody's.
TEST_F(SubmitTest, OfANumberThatCannotBeReadNothingElseIsSaid) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    auto* gpus = field<QDoubleSpinBox>("GPUs of one replica");
    gpus->setFocus();
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("1.25"));
    ASSERT_TRUE(says(gpus, QStringLiteral("1.25")));
    QTest::keyClicks(gpus, QStringLiteral("5"));
    ASSERT_TRUE(waitFor([this] { return form->isUpToDate(); }));
    QTest::qWait(100);
    EXPECT_TRUE(says(gpus, QStringLiteral("“1.255”")));
    EXPECT_FALSE(saidAt(gpus).contains(QStringLiteral("1.25 "))) << qPrintable(saidAt(gpus));
}

TEST_F(SubmitTest, OfANumberThatIsHalfTypedNothingIsSaid) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<QLineEdit>("Name")->setText(QStringLiteral("half"));
    ASSERT_TRUE(waitFor([this] {
        return form->effect().contains(QStringLiteral("Starts immediately"));
    })) << qPrintable(form->effect());
    auto* gpus = field<QDoubleSpinBox>("GPUs of one replica");
    gpus->setFocus();
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("0."));
    QTest::qWait(300);
    EXPECT_FALSE(form->effect().contains(QStringLiteral("Starts immediately")))
        << qPrintable(form->effect());
    EXPECT_FALSE(button(form, QStringLiteral("Submit"))->isEnabled());
    QTest::keyClicks(gpus, QStringLiteral("5"));
    EXPECT_TRUE(waitFor([this] {
        return form->effect().contains(QStringLiteral("Starts immediately")) &&
               button(form, QStringLiteral("Submit"))->isEnabled();
    })) << qPrintable(form->effect());
}

// What is typed is never submitted as another number.
TEST_F(SubmitTest, WhatIsNoNumberIsMarkedAndNotSubmitted) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    const std::tuple<const char*, const char*, const char*> typed[] = {
        {"Duration in minutes", "2h30", "30"},
        {"GPUs of one replica", "999999", "1"},
        {"Replicas", "1.5", "2"},
        {"Priority", "12", "7"},
        {"Minimum replicas", "2x", "1"},
        {"CPU of one replica", "4x", "4 cores"},
        {"Memory of one replica", "5 PiB", "5 GiB"},
        {"Checkpoint every", "1w", "60"}};
    field<Fold>("More")->setOpen(true);
    for (const auto& [name, wrong, right] : typed) {
        auto* box = field<QDoubleSpinBox>(name);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(wrong));
        EXPECT_FALSE(button(form, QStringLiteral("Submit"))->isEnabled()) << name;
        EXPECT_TRUE(waitFor([&] { return says(box, QString::fromLatin1(wrong)); })) << name;
        EXPECT_TRUE(box->property("error").toBool()) << name;
        field<QLineEdit>("Name")->setFocus();
        EXPECT_TRUE(box->text().contains(QString::fromLatin1(wrong))) << "it stays to be mended";
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(right));
        EXPECT_TRUE(waitFor([this] { return button(form, QStringLiteral("Submit"))->isEnabled(); }))
            << name;
    }
}

TEST_F(SubmitTest, WhatIsWrongIsToldInTheWordsOfTheForm) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<Fold>("More")->setOpen(true);
    const auto told = [&](const char* name, const char* typed, const char* words) {
        auto* box = field<QDoubleSpinBox>(name);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(typed));
        EXPECT_TRUE(says(box, QString::fromUtf8(words)));
        box->selectAll();
        QTest::keyClicks(box, QStringLiteral("1"));
    };
    told("Checkpoint every", "abc", "Checkpoint every: “abc”");
    told("Memory of one replica", "5 PiB", "unknown unit in “5 PiB”");
    told("Memory of one replica", "x", "“x” is not an amount of memory");
    told("Memory of one replica", "9999999999 GiB", "is not an amount of memory up to");
}

TEST_F(SubmitTest, AFolderThatCannotBeIsMarked) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<QLineEdit>("Command")->setText(QStringLiteral("sleep 1"));
    auto* folder = field<QLineEdit>("Folder of the command");
    folder->setText(QStringLiteral("77"));
    EXPECT_TRUE(waitFor([&] { return folder->property("error").toBool(); }));
    EXPECT_TRUE(says(folder, QStringLiteral("The directory cannot be '77'.")));
}

// As the field itself writes them, where nothing is said.
TEST_F(SubmitTest, WordsInTheFieldOfANumberAreReadable) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<Fold>("More")->setOpen(true);
    for (const char* name : {"Duration in minutes", "Minimum replicas", "Memory of one replica"}) {
        auto* box = field<QDoubleSpinBox>(name);
        QTest::keyClick(box, Qt::Key_Up);
        QTest::keyClick(box, Qt::Key_Down);
        EXPECT_EQ(box->text(), box->specialValueText());
        EXPECT_FALSE(box->property("error").toBool()) << name;
        EXPECT_TRUE(waitFor([this] { return button(form, QStringLiteral("Submit"))->isEnabled(); }))
            << name << ": " << qPrintable(form->consequence());
    }
}

// A file says parts of a GiB, too.
TEST_F(SubmitTest, MemoryTakesPartsOfAGib) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<Fold>("More")->setOpen(true);
    QApplication::setActiveWindow(form);
    auto* memory = field<QDoubleSpinBox>("Memory of one replica");
    ASSERT_TRUE(waitFor([&] { return form->isActiveWindow() && memory->isVisible(); }));
    for (const auto& [typed, given, shown] : {std::tuple{"1.5", "1.5", "1.5 GiB"},
                                              {"512 MiB", "0.5", "0.5 GiB"},
                                              {"100mib", "0.09765625", "0.09765625 GiB"},
                                              {"3 GiB", "3", "3 GiB"}}) {
        memory->setFocus();
        memory->selectAll();
        QTest::keyClicks(memory, QString::fromLatin1(typed));
        EXPECT_EQ(argument("memory"), given) << typed;
        field<QLineEdit>("Name")->setFocus();
        EXPECT_EQ(memory->text(), QString::fromLatin1(shown));
    }
}

// As on the command line, with a unit or without.
TEST_F(SubmitTest, TimesTakeUnits) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<Fold>("More")->setOpen(true);
    QApplication::setActiveWindow(form);
    const std::pair<const char*, const char*> times[] = {{"Duration in minutes", "duration"},
                                                         {"Checkpoint every", "checkpoint"}};
    for (const auto& [name, given] : times) {
        auto* box = field<QDoubleSpinBox>(name);
        ASSERT_TRUE(waitFor([&] { return form->isActiveWindow() && box->isVisible(); }));
        for (const auto& [typed, seconds, shown] : {std::tuple{"90", "5400.0", "1 h 30 min"},
                                                    {"2h", "7200.0", "2 h"},
                                                    {"1h 30m", "5400.0", "1 h 30 min"},
                                                    {"1h30 min", "5400.0", "1 h 30 min"},
                                                    {"1D", "86400.0", "1 d"},
                                                    {"90 s", "90.0", "1 min 30 s"},
                                                    {"1.5h", "5400.0", "1 h 30 min"},
                                                    {"12 min", "720.0", "12 min"},
                                                    {"1 d 2 h", "93600.0", "1 d 2 h"}}) {
            box->setFocus();
            box->selectAll();
            QTest::keyClicks(box, QString::fromLatin1(typed));
            EXPECT_EQ(box->text(), QString::fromLatin1(typed)) << "not scrambled";
            EXPECT_EQ(argument(given), seconds) << typed;
            field<QLineEdit>("Name")->setFocus();
            EXPECT_EQ(box->text(), QString::fromLatin1(shown));
            EXPECT_EQ(argument(given), seconds) << typed;
        }
    }
}

// On a screen that has no room for all of it.
TEST_F(SubmitTest, WhatItWouldDoStaysInSight) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<Fold>("More")->setOpen(true);
    form->resize(680, 500);
    QApplication::processEvents();
    const auto* effect = form->findChild<SentenceBox*>();
    ASSERT_NE(effect, nullptr);
    const QRegion seen = effect->visibleRegion();
    EXPECT_EQ(seen.boundingRect(), effect->rect());
}

TEST_F(SubmitTest, AllOfItStandsOnAScreenOf900) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<Fold>("More")->setOpen(true);
    form->resize(680, 852);  // less what a dialog leaves of the screen
    QApplication::processEvents();
    for (const QScrollArea* area : form->findChildren<QScrollArea*>())
        if (area->isAncestorOf(form->findChild<MoreFields*>())) {
            EXPECT_EQ(area->verticalScrollBar()->maximum(), 0);
        }
}

TEST_F(SubmitTest, WhatIsSeldomAskedForIsSubmittedToo) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    auto* fold = field<Fold>("More");
    auto* more = form->findChild<MoreFields*>();
    ASSERT_TRUE(fold != nullptr && more != nullptr);
    EXPECT_FALSE(more->isVisible()) << "the short form stays short";
    for (const char* name :
         {"min-replicas", "gpu-type", "cpu", "memory", "checkpoint", "preemptible", "idle"})
        EXPECT_FALSE(argumentsOf(form->change()).has(name)) << name;

    fold->setFocus();
    QTest::keyClick(fold, Qt::Key_Space);
    EXPECT_TRUE(more->isVisible());
    QTest::keyClick(fold, Qt::Key_Left);
    EXPECT_FALSE(more->isVisible());
    QTest::keyClick(fold, Qt::Key_Return);
    EXPECT_TRUE(more->isVisible());
    EXPECT_TRUE(form->isVisible()) << "Enter opens the part and submits nothing";

    field<QLineEdit>("Name")->setText(QStringLiteral("full"));
    field<QDoubleSpinBox>("Replicas")->setValue(4);
    field<QDoubleSpinBox>("Minimum replicas")->setValue(2);
    field<QDoubleSpinBox>("CPU of one replica")->setValue(1.5);
    field<QDoubleSpinBox>("Memory of one replica")->setValue(40);
    field<QDoubleSpinBox>("Checkpoint every")->setValue(10);
    field<Segmented>("Preemptible")->setCurrentIndex(2);
    EXPECT_EQ(argument("preemptible"), "no");
    field<QCheckBox>("Background workload")->setChecked(true);
    EXPECT_FALSE(field<Segmented>("Preemptible")->isEnabled());
    EXPECT_FALSE(argumentsOf(form->change()).has("preemptible")) << "idle work gives way anyway";
    press(form, QStringLiteral("Submit"));
    ASSERT_TRUE(waitFor([&] { return work(QStringLiteral("full")) != nullptr; }));
    EXPECT_TRUE(work(QStringLiteral("full"))->idle);
    expectGone<SubmitDialog>();
}

TEST_F(SubmitTest, AClosedPartSaysWhatIsSetInIt) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    auto* fold = field<Fold>("More");
    EXPECT_TRUE(fold->second().contains(QStringLiteral("checkpoint"))) << "what could be";
    field<QComboBox>("GPU type")->setEditText(QStringLiteral("H100"));
    field<QDoubleSpinBox>("Checkpoint every")->setValue(10);
    EXPECT_EQ(fold->second(), QStringLiteral("only H100 · checkpoint every 10 min"));
    EXPECT_EQ(argument("gpu-type"), "H100");
}

TEST_F(SubmitTest, AMistakeOpensThePartInWhichItStands) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    auto* more = form->findChild<MoreFields*>();
    auto* least = field<QDoubleSpinBox>("Minimum replicas");
    least->setValue(3);
    EXPECT_TRUE(waitFor([&] { return least->property("error").toBool(); }));
    EXPECT_TRUE(more->isVisible());
    EXPECT_FALSE(button(form, QStringLiteral("Submit"))->isEnabled());
    const auto said = [&] {
        const auto labels = form->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral(
                                             "The minimum of 3 replicas exceeds the 1 replicas"));
        });
    };
    EXPECT_TRUE(said());
    // Fields stand in one column with those of the short form.
    EXPECT_EQ(least->mapTo(form, QPoint()).x(),
              field<QDoubleSpinBox>("Replicas")->mapTo(form, QPoint()).x());
    field<QDoubleSpinBox>("Replicas")->setValue(3);
    EXPECT_TRUE(waitFor([&] { return !least->property("error").toBool(); }));
    EXPECT_FALSE(said());
    EXPECT_TRUE(button(form, QStringLiteral("Submit"))->isEnabled());
}

// The program ends badly while the form is half filled in: a second one finds it so.
TEST_F(SubmitTest, WhatWasFilledInIsThereAgainAfterACrash) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<QLineEdit>("Name")->setText(QStringLiteral("half"));
    field<QComboBox>("Quota")->setCurrentText(QStringLiteral("B"));
    field<QDoubleSpinBox>("Replicas")->findChild<QLineEdit*>()->setText(QStringLiteral("1.5"));
    field<Segmented>("Module")->setCurrentIndex(2);
    field<QCheckBox>("Background workload")->setChecked(true);
    ASSERT_TRUE(waitFor([this] { return settings.submitDraft(file).contains("\"idle\":true"); }));
    const QByteArray draft = settings.submitDraft(file);
    form->reject();
    expectGone<SubmitDialog>();
    EXPECT_TRUE(settings.submitDraft(file).isEmpty()) << "who leaves it does not want it again";

    settings.setSubmitDraft(file, draft);
    form = opened<SubmitDialog>(ActionId::submitWork);
    EXPECT_EQ(field<QLineEdit>("Name")->text(), QStringLiteral("half"));
    EXPECT_EQ(field<QComboBox>("Quota")->currentText(), QStringLiteral("B"));
    EXPECT_TRUE(field<QDoubleSpinBox>("Replicas")->property("error").toBool());
    EXPECT_EQ(field<Segmented>("Module")->currentIndex(), 2);
    EXPECT_TRUE(field<QCheckBox>("Background workload")->isChecked());
    press(form, QStringLiteral("Start again"));
    EXPECT_TRUE(field<QLineEdit>("Name")->text().isEmpty());
    EXPECT_TRUE(
        waitFor([&] { return !field<QDoubleSpinBox>("Replicas")->property("error").toBool(); }));
    EXPECT_FALSE(field<QCheckBox>("Background workload")->isChecked());
    EXPECT_TRUE(waitFor([this] { return settings.submitDraft(file).isEmpty(); }));
}

TEST_F(SubmitTest, WhatIsSubmittedLeavesNoDraft) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    field<QLineEdit>("Name")->setText(QStringLiteral("whole"));
    ASSERT_TRUE(waitFor([this] { return !settings.submitDraft(file).isEmpty(); }));
    press(form, QStringLiteral("Submit"));
    expectGone<SubmitDialog>();
    EXPECT_TRUE(settings.submitDraft(file).isEmpty());
}

// A key that keeps what was filled in sends it no less than it drops it.
TEST_F(SubmitTest, EnterOnSubmitOnlyTakesTheQuestionAway) {
    makePool();
    form = opened<SubmitDialog>(ActionId::submitWork);
    QTest::keyClicks(field<QLineEdit>("Name"), QStringLiteral("one"));
    QPushButton* submit = button(form, QStringLiteral("Submit"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate() && submit->isEnabled(); }));
    submit->setFocus();
    QTest::keyClick(submit, Qt::Key_Escape);
    QTest::keyClick(submit, Qt::Key_Return);
    QTest::qWait(200);
    ASSERT_EQ(work(QStringLiteral("one")), nullptr) << "not submitted";
    ASSERT_TRUE(form->isVisible());
    QTest::keyClick(submit, Qt::Key_Return);
    EXPECT_TRUE(waitFor([this] { return work(QStringLiteral("one")) != nullptr; }));
}

TEST_F(SubmitTest, OfARecordedRunIsSaidThatItTakesNoWork) {
    open(sample("pool-128.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("dialog:submit")));
    form = shown<SubmitDialog>();
    ASSERT_NE(form, nullptr);
    QTest::keyClicks(field<QLineEdit>("Name"), QStringLiteral("one"));
    ASSERT_TRUE(waitFor([this] { return form->isUpToDate(); }));
    EXPECT_TRUE(form->effect().contains(QStringLiteral("A recorded run accepts no new workloads")))
        << qPrintable(form->effect());
}

}  // namespace
}  // namespace apportion::ui
