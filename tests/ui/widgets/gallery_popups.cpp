// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, lists, cards and what stands in while a view loads.
#include <gtest/gtest.h>

#include <QBoxLayout>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include "tests/ui/widgets/gallery.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/loading_rows.h"
#include "ui/widgets/moment_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

QWidget* menu() {
    auto* made = new QMenu;
    made->addAction(icon(Icon::plus), QStringLiteral("New child quota..."))
        ->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_N));
    QAction* scale = made->addAction(icon(Icon::arrows), QStringLiteral("Scale..."));
    scale->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    made->setActiveAction(scale);
    made->addSeparator();
    QAction* compact = made->addAction(QStringLiteral("Compact rows"));
    compact->setCheckable(true);
    compact->setChecked(true);
    made->addMenu(QStringLiteral("Columns"))->addAction(QStringLiteral("Wait"));
    made->addSeparator();
    made->addAction(icon(Icon::trash), QStringLiteral("Delete quota"))->setEnabled(false);
    made->resize(made->sizeHint());
    return made;
}

QWidget* dialogParts() {
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    page->resize(720, 560);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(12);
    auto* bar = new QMenuBar;
    for (const char* name : {"&File", "&Edit", "&View", "&Quota"})
        bar->addMenu(QLatin1String(name));
    column->addWidget(bar);
    auto* presets = new QHBoxLayout;
    auto* guaranteed = new ChoiceCard(
        ChoiceCard::Mark::icon, QStringLiteral("Guaranteed + fair surplus"),
        QStringLiteral("Keeps its share, borrows idle GPUs by weight, lends its own."),
        Icon::layers);
    guaranteed->setChecked(true);
    presets->addWidget(guaranteed);
    presets->addWidget(new ChoiceCard(
        ChoiceCard::Mark::icon, QStringLiteral("Fixed share, no borrowing"),
        QStringLiteral("Never more, never less. As most clouds do it."), Icon::lock));
    presets->addWidget(new ChoiceCard(
        ChoiceCard::Mark::icon, QStringLiteral("Idle capacity only"),
        QStringLiteral("No guarantee; runs on what others leave, first to go."), Icon::clock));
    column->addLayout(presets);
    auto* modules = new QHBoxLayout;
    auto* training = new ChoiceCard(ChoiceCard::Mark::check, QStringLiteral("Training"),
                                    QStringLiteral("6 running, 48 GPUs"), Icon::training);
    training->setChecked(true);
    modules->addWidget(training);
    auto* off = new ChoiceCard(ChoiceCard::Mark::check, QStringLiteral("Notebook"),
                               QStringLiteral("none running"), Icon::notebook);
    off->setEnabled(false);
    modules->addWidget(off);
    auto* reclaim = new ChoiceCard(ChoiceCard::Mark::radio, QStringLiteral("Evict after a delay"),
                                   QStringLiteral("Evicts what still runs."));
    reclaim->setChecked(true);
    modules->addWidget(reclaim);
    column->addLayout(modules);

    auto* fields = new QHBoxLayout;
    fields->addWidget(new MomentField(QDateTime({2026, 11, 23}, {8, 0})));
    auto* editable = new QComboBox;
    editable->setEditable(true);
    editable->addItem(icon(Icon::node), QStringLiteral("dgx-1"));
    fields->addWidget(editable);
    auto* withText = new QToolButton;
    withText->setText(QStringLiteral("Add an edit"));
    withText->setIcon(icon(Icon::plus));
    withText->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    withText->setAutoRaise(true);
    fields->addWidget(withText);
    fields->addStretch();
    column->addLayout(fields);

    auto* lists = new QHBoxLayout;
    auto* list = new QListWidget;
    list->addItems({QStringLiteral("Round robin"), QStringLiteral("First in, first out"),
                    QStringLiteral("Priority")});
    list->setCurrentRow(1);
    lists->addWidget(list);
    auto* text = new QPlainTextEdit(QStringLiteral("A note for the history."));
    lists->addWidget(text);
    auto* loading = new LoadingRows(QStringLiteral("the trace"));
    loading->start();
    lists->addWidget(loading, 2);
    column->addLayout(lists, 1);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Apply | QDialogButtonBox::Cancel |
                                         QDialogButtonBox::Help);
    buttons->button(QDialogButtonBox::Apply)->setProperty("kind", "primary");
    column->addWidget(buttons);
    return page;
}

TEST(Gallery, Menu) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("menu"), menu));
}

TEST(Gallery, DialogParts) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("dialog-parts"), dialogParts));
}

}  // namespace
}  // namespace apportion::ui
