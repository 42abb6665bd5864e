// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of the guide to a first pool.
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QSpinBox>

#include "core/session/live/local_machine.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/new_pool/new_pool_dialog.h"

namespace apportion::ui {
namespace {

class NewPoolTest : public ProjectConsole {};

TEST_F(NewPoolTest, TheGuideOffersThisMachineAsANode) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* nodes = control<QSpinBox>(dialog, QStringLiteral("Nodes"));
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
    here->click();
    EXPECT_TRUE(dialog->wanted().here.empty());
    name->setText(QStringLiteral("a\tb"));
    EXPECT_TRUE(name->property("error").toBool());
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

TEST_F(NewPoolTest, OneGpuIsNoPlural) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    auto* gpus = control<QSpinBox>(dialog, QStringLiteral("GPUs of quota 1"));
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

}  // namespace
}  // namespace apportion::ui
