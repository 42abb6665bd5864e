// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of the style in their states, like the left half of the look's states picture.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionButton>
#include <QTabBar>
#include <QToolButton>

#include "tests/ui/widgets/gallery.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/usage_bar.h"

namespace apportion::ui {
namespace {

// A button drawn in a state that offscreen widgets cannot be brought into: hover, focus.
class Posed final : public QWidget {
public:
    Posed(const char* kind, const QString& text, QStyle::State state)
        : m_text(text), m_state(state) {
        setProperty("kind", QLatin1String(kind));
        setFont(apportion::ui::font(Type::name));
        setFixedSize(88, 30);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setFont(font());
        QStyleOptionButton option;
        option.initFrom(this);
        option.text = m_text;
        option.state = m_state;
        option.iconSize = QSize(16, 16);
        style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);
        style()->drawControl(QStyle::CE_PushButtonLabel, &option, &painter, this);
    }

private:
    QString m_text;
    QStyle::State m_state;
};

class Bar final : public QWidget {
public:
    explicit Bar(const UsageBar& bar) : m_bar(bar) { setFixedSize(260, 30); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintUsageBar(painter, QRectF(rect()), m_bar);
    }

private:
    UsageBar m_bar;
};

void addRow(QGridLayout* grid, const QString& label, const QList<QWidget*>& widgets) {
    auto* caption = new QLabel(label);
    caption->setFont(font(Type::second));
    const int row = grid->rowCount();
    grid->addWidget(caption, row, 0);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    for (QWidget* widget : widgets)
        line->addWidget(widget);
    line->addStretch();
    grid->addLayout(line, row, 1);
}

QList<QWidget*> posed(const char* kind, const QString& text) {
    const QStyle::State on = QStyle::State_Enabled | QStyle::State_Raised;
    return {new Posed(kind, text, on), new Posed(kind, text, on | QStyle::State_MouseOver),
            new Posed(kind, text, on | QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange),
            new Posed(kind, text, QStyle::State_None)};
}

QLineEdit* field(const QString& text, bool error, bool enabled) {
    auto* edit = new QLineEdit(text);
    edit->setProperty("error", error);
    edit->setEnabled(enabled);
    edit->setFixedWidth(90);
    return edit;
}

QWidget* controls() {
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    page->resize(640, 760);
    auto* grid = new QGridLayout(page);
    grid->setColumnMinimumWidth(0, 110);
    grid->setColumnStretch(1, 1);
    addRow(grid, QStringLiteral("Primary"), posed("primary", QStringLiteral("Apply")));
    addRow(grid, QStringLiteral("Button"), posed("", QStringLiteral("Cancel")));
    addRow(grid, QStringLiteral("Quiet"), posed("quiet", QStringLiteral("Reset")));
    addRow(grid, QStringLiteral("Danger"), posed("danger", QStringLiteral("Delete")));

    auto* withIcon = new QPushButton(icon(Icon::lock, Role::text), QStringLiteral("Unlock"));
    auto* menuButton = new QPushButton(QStringLiteral("Export"));
    menuButton->setMenu(new QMenu(menuButton));
    auto* tool = new QToolButton;
    tool->setIcon(icon(Icon::download));
    auto* toolOff = new QToolButton;
    toolOff->setIcon(icon(Icon::download));
    toolOff->setEnabled(false);
    auto* compact = new QPushButton(QStringLiteral("Show"));
    compact->setProperty("compact", true);
    addRow(grid, QStringLiteral("Real"), {withIcon, menuButton, compact, tool, toolOff});

    addRow(grid, QStringLiteral("Field"),
           {field(QStringLiteral("56"), false, true), field(QStringLiteral("96"), true, true),
            field(QStringLiteral("48"), false, false)});
    auto* combo = new QComboBox;
    combo->addItems({QStringLiteral("Reclaim"), QStringLiteral("Drain")});
    auto* spin = new QSpinBox;
    spin->setRange(0, 128);
    spin->setValue(8);
    spin->setSuffix(QStringLiteral(" GPUs"));
    addRow(grid, QStringLiteral("Choice"), {combo, spin});
    auto* checked = new QCheckBox(QStringLiteral("Training"));
    checked->setChecked(true);
    auto* partly = new QCheckBox(QStringLiteral("Partly"));
    partly->setTristate(true);
    partly->setCheckState(Qt::PartiallyChecked);
    auto* off = new QCheckBox(QStringLiteral("Not here"));
    off->setEnabled(false);
    auto* radio = new QRadioButton(QStringLiteral("Both"));
    radio->setChecked(true);
    auto* switchOn = new QCheckBox;
    switchOn->setProperty("kind", "switch");
    switchOn->setChecked(true);
    auto* switchOff = new QCheckBox;
    switchOff->setProperty("kind", "switch");
    addRow(grid, QStringLiteral("Checks"),
           {checked, new QCheckBox(QStringLiteral("Inference")), partly, off});
    addRow(grid, QStringLiteral("Radio, switch"),
           {radio, new QRadioButton(QStringLiteral("Siblings")), switchOn, switchOff});
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setFixedWidth(160);
    slider->setValue(44);
    auto* amber = new QSlider(Qt::Horizontal);
    amber->setFixedWidth(120);
    amber->setProperty("tone", static_cast<int>(Role::replay));
    amber->setValue(90);
    auto* progress = new QProgressBar;
    progress->setValue(30);
    addRow(grid, QStringLiteral("Slider"), {slider, amber, progress});
    auto* tabs = new QTabBar;
    tabs->setDrawBase(false);
    tabs->setExpanding(false);
    for (const char* tab : {"Overview", "Workloads  3", "Charts"})
        tabs->addTab(QLatin1String(tab));
    tabs->setCurrentIndex(1);
    addRow(grid, QStringLiteral("Tabs"), {tabs});
    addRow(grid, QStringLiteral("Badges"),
           {new BadgeLabel({QStringLiteral("running"), Tone::good, Icon::checkCircle}),
            new BadgeLabel(reasonBadge(QStringLiteral("no-capacity"))),
            new BadgeLabel({QStringLiteral("evicted"), Tone::err, Icon::bolt}),
            new BadgeLabel({QStringLiteral("plan"), Tone::info, Icon::branch}),
            new BadgeLabel({QStringLiteral("8 GPUs"), Tone::neutral, Icon::none})});
    addRow(grid, QStringLiteral("own + below"),
           {new Bar({.team = 0, .guarantee = 128, .own = 40, .below = 60})});
    addRow(grid, QStringLiteral("above"),
           {new Bar({.team = 2, .guarantee = 80, .own = 64, .above = 16, .aboveTeam = 0})});
    addRow(grid, QStringLiteral("borrowed"), {new Bar({.team = 0, .guarantee = 4, .own = 8})});
    addRow(grid, QStringLiteral("beyond twice"), {new Bar({.team = 1, .guarantee = 4, .own = 14})});
    addRow(grid, QStringLiteral("lent"), {new Bar({.team = 3, .guarantee = 8, .lent = 8})});
    addRow(grid, QStringLiteral("no guarantee"), {new Bar({.team = 12, .own = 6})});
    grid->setRowStretch(grid->rowCount(), 1);
    return page;
}

class IconSheet final : public QWidget {
public:
    IconSheet() { resize(12 * 44 + 16, ((kIconCount + 11) / 12) * 40 + 16); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), color(Role::surface));
        for (int i = 1; i < kIconCount; ++i) {
            const QRectF cell(8 + (i - 1) % 12 * 44, 8 + (i - 1) / 12 * 40, 44, 40);
            paintIcon(painter, cell, static_cast<Icon>(i), color(Role::text2), 16);
        }
    }
};

TEST(Gallery, Controls) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("controls"), controls));
}

TEST(Gallery, Icons) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("icons"), [] { return new IconSheet; }));
}

}  // namespace
}  // namespace apportion::ui
