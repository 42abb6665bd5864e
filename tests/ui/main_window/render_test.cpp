// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/render.h"

#include <algorithm>
#include <set>

#include <QFontMetrics>
#include <QImage>

#include "tests/core/view/standing.h"
#include "tests/ui/main_window/console_fixture.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

std::size_t colors(const QImage& image) {
    std::set<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            seen.insert(image.pixel(x, y));
    return seen.size();
}

// These dim what is beneath.
bool isOverlay(const QString& name) {
    return name == QLatin1String("palette") || name == QLatin1String("shortcuts");
}

class RenderTest : public ConsoleTest {
protected:
    ~RenderTest() override { Theme::apply(Theme::Light); }

    QImage draw(const QString& name, Theme::Choice theme) {
        Theme::apply(theme);
        EXPECT_TRUE(window->showView(name));
        QTest::qWait(60);
        return window->grab().toImage();
    }
};

TEST_F(RenderTest, FontsHaveGlyphs) {
    const QFontMetricsF metrics(ui::font(Type::body));
    EXPECT_NE(metrics.horizontalAdvance(QLatin1Char('W')),
              metrics.horizontalAdvance(QLatin1Char('i')));
}

TEST_F(RenderTest, EveryViewIsDrawnLightAndDark) {
    open(sample("pool-128.json"));
    QStringList names = viewNames(consolePages());
    // Overlays come last: they stay open.
    std::stable_partition(names.begin(), names.end(),
                          [](const QString& name) { return !isOverlay(name); });
    for (const QString& name : names) {
        for (const Theme::Choice theme : {Theme::Light, Theme::Dark}) {
            const QImage image = draw(name, theme);
            EXPECT_EQ(image.size(), window->size() * image.devicePixelRatio());
            EXPECT_GT(colors(image), 60U) << name.toStdString();
            if (isOverlay(name))
                continue;
            EXPECT_EQ(qGray(image.pixel(image.width() / 2, 2)) < 128, theme == Theme::Dark)
                << name.toStdString();
        }
    }
}

// Who draws pictures by a script is told what is missing.
TEST_F(RenderTest, AViewThatIsEmptySaysWhatItNeeds) {
    DocumentState document;
    document.open = true;
    for (const QString& name : projectViewNames())
        EXPECT_TRUE(nothingToShow(name, document).contains(QStringLiteral("project init")))
            << name.toStdString();
    for (const QString& name : planViewNames())
        EXPECT_TRUE(nothingToShow(name, document).contains(QStringLiteral("no plan is open")));
    const QString other = QStringLiteral("dialog:drain");
    EXPECT_EQ(nothingToShow(other, document), other + QStringLiteral(" has nothing to show here"));
    stand(document, Standing::live);
    EXPECT_TRUE(nothingToShow(QStringLiteral("dialog:go-live"), document)
                    .contains(QStringLiteral("not live")));
    EXPECT_TRUE(nothingToShow(QStringLiteral("dialog:approve"), document)
                    .contains(QStringLiteral("waits for approval")));
    EXPECT_EQ(nothingToShow(other, document), other + QStringLiteral(" has nothing to show here"));
    const Renderer renderer(*window, {sample("pool-128.json"),
                                      QStringLiteral("dialog:go-live"),
                                      profile.filePath(QStringLiteral("out.png")),
                                      {},
                                      {800, 600}});
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(QApplication::exec(), 1);
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("project init"), std::string::npos);
}

// The answer may come before the event loop runs.
TEST_F(RenderTest, AFileThatIsNotOpenedEndsItAtOnce) {
    const Renderer renderer(*window, {sample("pool-128.json"),
                                      QStringLiteral("overview"),
                                      profile.filePath(QStringLiteral("out.png")),
                                      {},
                                      {800, 600}});
    emit window->files().failed(QStringLiteral("not opened"), {});
    EXPECT_EQ(QApplication::exec(), 3);
}

TEST_F(RenderTest, AMomentIsShownInTheWindowToo) {
    open(sample("four-teams.json"));
    ASSERT_GT(view().clock, 30 * kSecond);
    showMoment(*window, 30);
    EXPECT_TRUE(waitFor([this] { return view().clock == 30 * kSecond; }));
}

TEST_F(RenderTest, TheStartPageShowsTheSamples) {
    ASSERT_TRUE(waitFor([this] { return window->isSettled(); }));
    EXPECT_GT(colors(window->grab().toImage()), 60U);
}

TEST_F(RenderTest, FitsSmallerWindows) {
    open(sample("four-teams.json"));
    window->resize(1280, 720);
    QTest::qWait(60);
    EXPECT_EQ(window->size(), QSize(1280, 720));
    window->resize(1000, 600);
    QTest::qWait(60);
    EXPECT_EQ(window->size(), QSize(1000, 600));
}

}  // namespace
}  // namespace apportion::ui
