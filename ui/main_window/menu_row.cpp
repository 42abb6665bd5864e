// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/menu_row.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>

#include "ui/main_window/action_rows.h"
#include "ui/main_window/palette_field.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kLogo = 16;
constexpr int kMenuRowMargin = 14;

class Divider final : public QWidget {
public:
    explicit Divider(QWidget* parent) : QWidget(parent) { setFixedSize(9, 16); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter(this).fillRect(QRectF(4, 0, 1, height()), color(Role::line2));
    }
};

}  // namespace

MenuRow::MenuRow(const Actions& actions, QWidget* parent)
    : QWidget(parent), actions_(actions), bar_(new QMenuBar(this)) {
    setFixedHeight(controlHeight(36) + 1);  // with its hairline
    bar_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    bar_->setNativeMenuBar(false);
    bar_->setAccessibleName(tr("Menus"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kMenuRowMargin + kLogo + 6, 0, 12, 1);
    layout->setSpacing(4);
    layout->addWidget(bar_);
    layout->addStretch(2);
    layout->addWidget(new PaletteField(actions[ActionId::palette], this), 3);
    layout->addStretch(2);
    layout->addWidget(new IconButton(actions[ActionId::undo], this));
    layout->addWidget(new IconButton(actions[ActionId::redo], this));
    layout->addWidget(new Divider(this));
    layout->addWidget(new IconButton(actions[ActionId::toggleTheme], this));
    layout->addWidget(new IconButton(actions[ActionId::cheatSheet], this));
    retranslate();
}

QMenu* MenuRow::addMenu(const QString& title, int menu) {
    QMenu* added = bar_->addMenu(title);
    fill(added, menu);
    return added;
}

void MenuRow::fill(QMenu* added, int menu) {
    for (const ActionRow& row : actions_.rows()) {
        if (static_cast<int>(row.menu) != menu)
            continue;
        if (row.separatorBefore)
            added->addSeparator();
        added->addAction(actions_[row.name]);
    }
}

void MenuRow::retranslate() {
    bar_->clear();
    QMenu* file = addMenu(tr("&File"), static_cast<int>(Menu::file));
    auto* samples = new QMenu(tr("Sa&mples"), file);
    for (QAction* action : actions_.of(Menu::samples))
        samples->addAction(action);
    recent_ = new QMenu(tr("Open &recent"), file);
    QAction* after = file->actions().value(2);
    file->insertMenu(after, recent_);
    file->insertMenu(after, samples);
    auto* exports = new QMenu(tr("&Export"), file);
    fill(exports, static_cast<int>(Menu::exports));
    file->insertMenu(actions_[ActionId::closeFile], exports);
    addMenu(tr("&Edit"), static_cast<int>(Menu::edit));
    addMenu(tr("&View"), static_cast<int>(Menu::view));
    addMenu(tr("&Quota"), static_cast<int>(Menu::quota));
    addMenu(tr("Wor&kspace"), static_cast<int>(Menu::workspace));
    addMenu(tr("&Workload"), static_cast<int>(Menu::workload));
    addMenu(tr("&Playback"), static_cast<int>(Menu::playback));
    addMenu(tr("&Help"), static_cast<int>(Menu::help));
}

void MenuRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), color(Role::bg));
    painter.fillRect(QRectF(0, height() - 1, width(), 1), color(Role::line));
    painter.drawPixmap(QPointF(kMenuRowMargin, (height() - kLogo) / 2.0),
                       logoPixmap(kLogo, devicePixelRatioF()));
}

}  // namespace apportion::ui
