// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of the guide to a first pool.
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>

#include "core/cluster/local/local_machine.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/new_pool/new_pool_dialog.h"
#include "ui/widgets/choice_card.h"

namespace apportion::ui {
namespace {

class NewPoolTest : public ProjectConsole {};

TEST_F(NewPoolTest, TheGuideOffersThisMachineAsANode) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* nodes = control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"));
    auto* name = control<QLineEdit>(dialog, QStringLiteral("Name of the nodes"));
    auto* here = dialog->findChild<QCheckBox*>();
    ASSERT_NE(here, nullptr);
    EXPECT_TRUE(dialog->wanted().here.empty());
    nodes->setValue(1);
    EXPECT_TRUE(here->isChecked());
    EXPECT_FALSE(name->isEnabled());
    EXPECT_EQ(dialog->wanted().here, machineName());
    nodes->setValue(3);
    EXPECT_TRUE(name->isEnabled());
    name->setText(QStringLiteral("gpu"));
    EXPECT_EQ(dialog->wanted().nodeName, "gpu");
    EXPECT_TRUE(dialog->wanted().here.empty()) << "of several nobody said it";
    here->click();
    EXPECT_EQ(dialog->wanted().here, machineName());
    name->setText(QStringLiteral("a\tb"));
    EXPECT_TRUE(name->property("error").toBool());
    dialog->reject();
}

TEST_F(NewPoolTest, TeamsThatNobodyHasSizedGoWithThePool) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"))->setValue(1);
    auto* perNode = control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of a node"));
    perNode->setValue(4);
    const auto sizes = [dialog] {
        std::vector<Gpu> each;
        for (const NewPool::Team& team : dialog->wanted().teams)
            each.push_back(team.gpu / kOneGpu);
        return each;
    };
    EXPECT_EQ(sizes(), (std::vector<Gpu>{2, 2}));
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 1"))->setValue(3);
    perNode->setValue(8);
    EXPECT_EQ(sizes(), (std::vector<Gpu>{3, 2})) << "as they were given";
    dialog->reject();
}

TEST_F(NewPoolTest, ANumberThatBeginsWithOneIsNotThisMachine) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* nodes = control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"));
    auto* here = dialog->findChild<QCheckBox*>();
    ASSERT_NE(here, nullptr);
    const auto type = [nodes](const char* text) {
        nodes->setFocus();
        nodes->selectAll();
        QTest::keyClicks(nodes, QString::fromLatin1(text));
    };
    type("12");
    EXPECT_EQ(nodes->value(), 12);
    EXPECT_FALSE(here->isChecked());
    EXPECT_TRUE(dialog->wanted().here.empty());
    type("1");
    EXPECT_TRUE(here->isChecked());
    here->click();
    here->click();
    type("16");
    EXPECT_TRUE(here->isChecked()) << "the person ticked it";
    here->click();
    type("24");
    here->click();
    type("16");
    EXPECT_TRUE(here->isChecked()) << "the person ticked it before";
    dialog->reject();
}

TEST_F(NewPoolTest, AMissingNameIsTheOnlyMistake) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* name = control<QLineEdit>(dialog, QStringLiteral("Name of the pool"));
    auto* gpus = control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 1"));
    name->clear();
    EXPECT_TRUE(name->property("error").toBool());
    EXPECT_FALSE(gpus->property("error").toBool());
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 problem")))
        << qPrintable(dialog->consequence());
    dialog->reject();
}

// Nothing is counted with a number of before.
TEST_F(NewPoolTest, ANumberThatIsNoneIsToldAndCountsNothing) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* nodes = control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"));
    const auto says = [dialog](const char* words) {
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(QLatin1String(words)))
                return true;
        return false;
    };
    const auto type = [nodes](const char* text) {
        nodes->setFocus();
        nodes->selectAll();
        QTest::keyClick(nodes, Qt::Key_Backspace);
        QTest::keyClicks(nodes, QString::fromLatin1(text));
    };
    EXPECT_TRUE(says("128 GPUs in total"));
    EXPECT_TRUE(says("guaranteed"));
    QApplication::setActiveWindow(dialog);
    ASSERT_TRUE(waitFor([dialog] { return dialog->isActiveWindow(); }));
    const std::pair<const char*, const char*> wrong[] = {{"0", "“0” is not a whole number"},
                                                         {"", "Nodes: a whole number from 1 to "}};
    for (const auto& [typed, told] : wrong) {
        type(typed);
        const auto atField = [&dialog, told = told] {
            for (const MistakeLine* line : dialog->findChildren<MistakeLine*>())
                if (line->sentence().contains(QString::fromUtf8(told)))
                    return true;
            return false;
        };
        EXPECT_FALSE(atField()) << "whoever types is told nothing";
        EXPECT_FALSE(says("guaranteed")) << typed;
        EXPECT_TRUE(waitFor(atField)) << told;
        EXPECT_FALSE(says("GPUs in total")) << typed;
        EXPECT_FALSE(says("guaranteed")) << typed;
        EXPECT_FALSE(says("node-1 to")) << typed;
        EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 problem")))
            << qPrintable(dialog->consequence());
    }
    type("4");
    EXPECT_TRUE(says("32 GPUs in total"));
    EXPECT_TRUE(says("guaranteed"));
    dialog->reject();
}

TEST_F(NewPoolTest, TheGpusOfThisMachineAreTheFirstChoice) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    const QString title = QStringLiteral("This machine, %1").arg(qt(machineName()));
    auto* card = control<ChoiceCard>(dialog, title);
    auto* others = control<ChoiceCard>(dialog, QStringLiteral("Other nodes"));
    ASSERT_TRUE(card != nullptr && others != nullptr);
    dialog->offer({3, "H100", {}});
    EXPECT_TRUE(card->isChecked()) << "nothing was said yet";
    EXPECT_EQ(card->accessibleDescription(), QStringLiteral("3 GPUs of type H100"));
    NewPool pool = dialog->wanted();
    EXPECT_EQ(pool.here, machineName());
    EXPECT_EQ(pool.nodes, 1);
    EXPECT_EQ(pool.gpusPerNode, 3);
    EXPECT_EQ(pool.gpuType, "H100");
    EXPECT_EQ(unassignedOf(pool), 0);
    EXPECT_TRUE(poolOf(pool));
    // What is then said differently is of other nodes, until the card is chosen again.
    control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"))->setValue(4);
    EXPECT_TRUE(others->isChecked());
    dialog->offer({3, "H100", {}});
    EXPECT_EQ(dialog->wanted().nodes, 4);
    QTest::mouseClick(card, Qt::LeftButton);
    EXPECT_EQ(dialog->wanted().nodes, 1);
    dialog->reject();
}

TEST_F(NewPoolTest, ThatNoGpuWasFoundIsSaidWithTheReason) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* card =
        control<ChoiceCard>(dialog, QStringLiteral("This machine, %1").arg(qt(machineName())));
    ASSERT_NE(card, nullptr);
    const NewPool before = dialog->wanted();
    Problem missing;
    missing.message = {
        "nvml-missing",
        {{"name", Value::ofText("libnvidia-ml.so.1")}, {"detail", Value::ofText("no such file")}}};
    dialog->offer({0, "", {missing}});
    EXPECT_FALSE(card->isEnabled());
    EXPECT_EQ(card->accessibleDescription(),
              QStringLiteral("No GPU was found: NVIDIA's driver is not installed."));
    EXPECT_TRUE(card->toolTip().contains(QStringLiteral("no such file"))) << "what it said";
    dialog->offer({});
    EXPECT_FALSE(card->isEnabled());
    EXPECT_EQ(dialog->wanted().nodes, before.nodes);
    dialog->reject();
}

TEST_F(NewPoolTest, TheRowsStayWhereTheyAreWhenTheGpusAreFound) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    ASSERT_TRUE(waitFor([dialog] { return dialog->isUpToDate(); }));
    const auto* nodes = control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"));
    const auto placeAfter = [&](const MachineGpus& gpus) {
        dialog->offer(gpus);
        QTest::qWait(20);
        return nodes->mapTo(dialog, QPoint());
    };
    Problem missing;
    missing.message = {"nvml-missing", {}};
    const QPoint before = placeAfter({3, "H100", {}});
    EXPECT_EQ(placeAfter({0, "", {missing}}), before) << "its sentence has two lines";
    dialog->reject();
}

TEST_F(NewPoolTest, ATeamAsThePoolMarksBothAndSaysWhich) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* pool = control<QLineEdit>(dialog, QStringLiteral("Name of the pool"));
    auto* team = control<QLineEdit>(dialog, QStringLiteral("Name of quota 2"));
    pool->setText(team->text());
    EXPECT_TRUE(pool->property("error").toBool());
    EXPECT_TRUE(team->property("error").toBool());
    pool->setText(QStringLiteral("Mine"));
    EXPECT_FALSE(pool->property("error").toBool());
    EXPECT_FALSE(team->property("error").toBool());
    dialog->reject();
}

// Who aims at a row hits it, also while what is wrong with a team comes and goes.
TEST_F(NewPoolTest, TheTeamsStayWhereTheyAreWhenAMistakeIsSaid) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* first = control<QLineEdit>(dialog, QStringLiteral("Name of quota 1"));
    auto* second = control<QLineEdit>(dialog, QStringLiteral("Name of quota 2"));
    // What this machine has is looked for meanwhile.
    ASSERT_TRUE(waitFor([dialog] { return dialog->isUpToDate(); }));
    QTest::qWait(100);
    const QPoint before = second->mapTo(dialog, QPoint());
    second->setText(first->text());
    ASSERT_TRUE(waitFor([&] { return second->property("error").toBool(); }));
    QTest::qWait(20);
    EXPECT_EQ(second->mapTo(dialog, QPoint()), before);
}

TEST_F(NewPoolTest, ANameWithADotKeepsTheSuffixOfAProject) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    control<QLineEdit>(dialog, QStringLiteral("Name of the pool"))
        ->setText(QStringLiteral("Quota1.2"));
    press(dialog, QStringLiteral("Create…"));
    auto* place = dialog->findChild<QFileDialog*>();
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(QFileInfo(place->selectedFiles().value(0)).fileName(),
              QStringLiteral("Quota1.2.apportion"));
    emit place->fileSelected(profile.filePath(QStringLiteral("typed1.2")));
    EXPECT_TRUE(waitFor(
        [this] { return QFile::exists(profile.filePath(QStringLiteral("typed1.2.apportion"))); }));
}

// As many as are counted, each where it belongs.
TEST_F(NewPoolTest, AllThatIsWrongIsToldAndCountedOnce) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    const auto said = [dialog] {
        QStringList all;
        for (const MistakeLine* line : dialog->findChildren<MistakeLine*>())
            if (!line->sentence().isEmpty())
                all << line->sentence().split(QLatin1Char('\n'));
        return all;
    };
    const auto type = [dialog](const char* name, const char* text) {
        auto* box = control<QDoubleSpinBox>(dialog, QString::fromLatin1(name));
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(text));
    };
    type("Nodes", "1x");
    type("GPUs of a node", "2y");
    EXPECT_TRUE(waitFor([&] { return said().size() == 2; }))
        << qPrintable(said().join(QLatin1Char('|')));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("2 problem")));
    // What is wrong with a name is no less wrong meanwhile.
    control<QLineEdit>(dialog, QStringLiteral("Name of the pool"))->clear();
    EXPECT_EQ(said().size(), 3) << qPrintable(said().join(QLatin1Char('|')));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("3 problem")))
        << qPrintable(dialog->consequence());
    dialog->reject();
}

TEST_F(NewPoolTest, OneGpuIsNoPlural) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* gpus = control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 1"));
    gpus->setValue(1);
    EXPECT_EQ(gpus->text(), QStringLiteral("1 GPU"));
    gpus->setValue(2);
    EXPECT_EQ(gpus->text(), QStringLiteral("2 GPUs"));
    gpus->setFocus();
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("1"));
    QTest::keyClick(gpus, Qt::Key_Return);
    EXPECT_EQ(gpus->text(), QStringLiteral("1 GPU"));
    dialog->reject();
}

TEST_F(NewPoolTest, WhatIsNoNumberMakesNoPool) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    for (const char* name : {"Nodes", "GPUs of a node", "GPUs of quota 2"}) {
        auto* box = control<QDoubleSpinBox>(dialog, QString::fromLatin1(name));
        const double before = box->value();
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QStringLiteral("1x"));
        EXPECT_FALSE(button(dialog, QStringLiteral("Create…"))->isEnabled()) << name;
        const auto said = [dialog] {
            for (const MistakeLine* line : dialog->findChildren<MistakeLine*>())
                if (line->sentence().contains(QStringLiteral("1x")))
                    return true;
            return false;
        };
        EXPECT_TRUE(waitFor(said)) << name;
        EXPECT_TRUE(box->property("error").toBool()) << name;
        box->setValue(before);
        EXPECT_TRUE(button(dialog, QStringLiteral("Create…"))->isEnabled()) << name;
    }
}

}  // namespace
}  // namespace apportion::ui
