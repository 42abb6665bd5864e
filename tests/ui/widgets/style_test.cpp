// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/style.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDirIterator>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QTabBar>
#include <QTest>
#include <QTreeView>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

QStringList sources() {
    QStringList files;
    QDirIterator walk(QStringLiteral(APPORTION_SOURCE_DIR "/ui"),
                      {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (walk.hasNext())
        files << walk.next();
    return files;
}

QString read(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QString::fromUtf8(file.readAll());
}

TEST(Style, SizesAndDatesOfFilesHaveTheirRoom) {
    QFileDialog dialog;
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    dialog.setViewMode(QFileDialog::Detail);
    dialog.show();
    const auto* files = dialog.findChild<QTreeView*>();
    ASSERT_NE(files, nullptr);
    const int size = files->header()->sectionSize(1);
    const int text = files->fontMetrics().horizontalAdvance(QStringLiteral("888.88 MiB"));
    EXPECT_GE(size, text + 24) << "with the margins of a cell";
}

// A wheel over a form scrolls it, whatever field comes under the mouse.
TEST(Style, TheWheelTurnsOnlyTheFieldThatHasTheFocus) {
    QScrollArea area;
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    auto* number = new QSpinBox;
    auto* choice = new QComboBox;
    auto* slider = new QSlider(Qt::Horizontal);
    auto* line = new QLineEdit;
    choice->addItems({QStringLiteral("a"), QStringLiteral("b")});
    number->setValue(5);
    for (QWidget* field : std::initializer_list<QWidget*>{number, choice, slider, line})
        column->addWidget(field);
    page->setFixedHeight(900);
    area.setWidget(page);
    area.resize(300, 200);
    area.show();
    QApplication::setActiveWindow(&area);
    ASSERT_TRUE(QTest::qWaitForWindowActive(&area));
    line->setFocus();
    ASSERT_GT(area.verticalScrollBar()->maximum(), 300);
    const auto turn = [](QWidget* field) {
        const QPointF at(field->rect().center());
        QWheelEvent wheel(at, field->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&wheel);  // else it is not handed on
        qApp->notify(field, &wheel);
    };
    for (QWidget* field : std::initializer_list<QWidget*>{number, choice, slider}) {
        const int before = area.verticalScrollBar()->value();
        turn(field);
        EXPECT_GT(area.verticalScrollBar()->value(), before) << field->metaObject()->className();
        EXPECT_TRUE(line->hasFocus());
    }
    EXPECT_EQ(number->value(), 5);
    EXPECT_EQ(choice->currentIndex(), 0);
    EXPECT_EQ(slider->value(), 0);
    number->setFocus();
    turn(number);
    EXPECT_EQ(number->value(), 4);
}

// One style sheet, even on one widget, puts Qt's own style in charge and bypasses ours.
TEST(Style, NoStyleSheetsAnywhere) {
    ASSERT_GT(sources().size(), 40);
    for (const QString& path : sources())
        EXPECT_FALSE(read(path).contains(QStringLiteral("setStyleSheet"))) << path.toStdString();
}

TEST(Style, ColoursAreNamedOnlyInTheTheme) {
    const QRegularExpression hex(
        QStringLiteral("\"#[0-9A-Fa-f]{6}|0xFF[0-9A-Fa-f]{6}|Qt::(white|"
                       "black|red|green|blue|gray)\\b"));
    for (const QString& path : sources()) {
        if (path.endsWith(QStringLiteral("/theme.cpp")))
            continue;
        const auto match = hex.match(read(path));
        EXPECT_FALSE(match.hasMatch())
            << path.toStdString() << ": " << match.captured().toStdString();
    }
}

TEST(Style, ControlsShareTheirHeight) {
    QPushButton button(QStringLiteral("Apply"));
    QLineEdit edit;
    QComboBox combo;
    QSpinBox spin;
    for (const QWidget* control : {static_cast<QWidget*>(&button), static_cast<QWidget*>(&edit),
                                   static_cast<QWidget*>(&combo), static_cast<QWidget*>(&spin)})
        EXPECT_EQ(control->sizeHint().height(), 30) << control->metaObject()->className();
    EXPECT_EQ(button.sizeHint().width(), 72);
    QPushButton compact(QStringLiteral("Apply"));
    compact.setProperty("compact", true);
    EXPECT_EQ(compact.sizeHint().height(), 26);
}

TEST(Style, ButtonsAreMediumAndHeadsSmall) {
    QWidget window;
    const QPushButton button(QStringLiteral("Apply"), &window);
    window.show();
    EXPECT_EQ(button.font().weight(), QFont::Medium);
    EXPECT_EQ(QApplication::font("QHeaderView").pixelSize(), 11);
    EXPECT_EQ(QApplication::font().weight(), QFont::Normal);
}

TEST(Style, TabsDoNotJumpWhenAnotherIsChosen) {
    QTabBar tabs;
    tabs.setExpanding(false);
    for (const char* text : {"Overview", "Workloads", "Charts"})
        tabs.addTab(QLatin1String(text));
    QList<QRect> before;
    for (int i = 0; i < tabs.count(); ++i)
        before << tabs.tabRect(i);
    tabs.setCurrentIndex(2);
    for (int i = 0; i < tabs.count(); ++i)
        EXPECT_EQ(tabs.tabRect(i), before[i]);
    EXPECT_EQ(tabs.sizeHint().height(), 40);
}

TEST(Style, PrimaryButtonStandsAtTheRight) {
    QDialogButtonBox box(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    box.resize(400, 40);
    box.show();
    EXPECT_GT(box.button(QDialogButtonBox::Ok)->x(), box.button(QDialogButtonBox::Cancel)->x());
}

TEST(Style, KindsAreDynamicProperties) {
    QPushButton plain(QStringLiteral("x"));
    QPushButton primary(QStringLiteral("x"));
    primary.setProperty("kind", "primary");
    for (QPushButton* button : {&plain, &primary})
        button->resize(72, 30);
    EXPECT_EQ(plain.grab().toImage().pixelColor(8, 8), color(Role::raised));
    EXPECT_EQ(primary.grab().toImage().pixelColor(8, 8), color(Role::accent));
    primary.setEnabled(false);
    EXPECT_EQ(primary.grab().toImage().pixelColor(8, 8), color(Role::sunken));
}

TEST(Style, AnErrorIsATwoPixelBorder) {
    QLineEdit edit(QStringLiteral("96"));
    edit.resize(90, 30);
    edit.setProperty("error", true);
    const QImage image = edit.grab().toImage();
    EXPECT_EQ(image.pixelColor(0, 15), color(Role::err));
    EXPECT_EQ(image.pixelColor(1, 15), color(Role::err));
    EXPECT_EQ(image.pixelColor(3, 15), color(Role::surface));
}

TEST(Style, FocusIsATwoPixelRingInsideTheEdge) {
    QWidget window;
    QLineEdit edit(&window);
    edit.setGeometry(10, 10, 90, 30);
    window.resize(120, 60);
    window.show();
    edit.setFocus();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    const QImage image = edit.grab().toImage();
    EXPECT_EQ(image.pixelColor(0, 15), color(Role::accentText));
    EXPECT_EQ(image.pixelColor(1, 15), color(Role::accentText));
    EXPECT_EQ(image.pixelColor(2, 15), color(Role::surface));
    // In a field with an error it is seen, too.
    edit.setProperty("error", true);
    const QImage wrong = edit.grab().toImage();
    EXPECT_EQ(wrong.pixelColor(1, 15), color(Role::accentText));
    EXPECT_EQ(wrong.pixelColor(2, 15), color(Role::err));
}

TEST(Style, ASwitchIsAWideCheck) {
    QCheckBox pill;
    pill.setProperty("kind", "switch");
    pill.setChecked(true);
    EXPECT_EQ(pill.sizeHint(), QSize(36, 20));
    pill.resize(pill.sizeHint());
    const QImage image = pill.grab().toImage();
    EXPECT_EQ(image.pixelColor(10, 10), color(Role::accent)) << "the knob is at the right";
    EXPECT_EQ(image.pixelColor(26, 10), color(Role::onAccent));
}

TEST(Style, SplittersAreHairlines) {
    QSplitter splitter;
    EXPECT_EQ(splitter.style()->pixelMetric(QStyle::PM_SplitterWidth), 1);
}

}  // namespace
}  // namespace apportion::ui
