// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the wizard where room is short: many siblings, long names, large numbers.
#include <gtest/gtest.h>

#include <QTranslator>
#include <QVBoxLayout>

#include "core/view/view.h"
#include "tests/ui/widgets/gallery.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/effect_page.h"
#include "ui/scaling/target_table.h"
#include "ui/scaling/targets_page.h"
#include "ui/widgets/before_after.h"

namespace apportion::ui {
namespace {

// Twelve siblings, one with a name of 30 characters and one without any guarantee.
ScaleCheck crowd(View& view) {
    ScaleLevel level;
    level.parent = "research";
    level.whole = 1024 * kOneGpu;
    for (int i = 0; i < 12; ++i) {
        ScaleRow row;
        row.quota = i == 3 ? "foundation-models-evaluation-eu" : "team-" + std::to_string(i + 1);
        row.now = row.target = (i == 7 ? 0 : 16 * (i + 1)) * kOneGpu;
        row.numbers.own = row.now / 2;
        row.numbers.above = i == 5 ? 16 * kOneGpu : 0;
        row.numbers.limit = 1024 * kOneGpu;
        row.limitOf = i % 3 == 0 ? row.quota : "research";
        level.rows.push_back(row);
        QuotaRow shown;
        shown.name = row.quota;
        shown.team = i == 3 ? "Evaluation of foundation models" : "Team " + std::to_string(i + 1);
        shown.colour = i;
        view.quotas.push_back(shown);
    }
    level.rows[0].target += 8 * kOneGpu;
    level.rows[1].target -= 8 * kOneGpu;
    level.rows[11].target = 175.25 * kOneGpu;
    ScaleCheck check;
    check.levels = {level};
    check.changes = changesOf({}, level);
    check.obstacles = {{"team-2", 32 * kOneGpu, 24 * kOneGpu, {"n1", "n2", "n3", "n4", "n5"}, {}}};
    check.drainUnknown = Message{"scale-no-duration", {{"workloads", Value::ofList({"n1", "n2"})}}};
    return check;
}

void onSurface(QWidget& page) {
    page.setBackgroundRole(QPalette::Base);
    page.setAutoFillBackground(true);
}

QWidget* crowdedPage() {
    auto view = std::make_shared<View>();
    const ScaleCheck check = crowd(*view);
    auto* page = new TargetsPage;
    onSurface(*page);
    page->setContentsMargins(20, 16, 20, 20);
    page->setView(view);
    page->setCheck(check, check.changes);
    page->chooseMode(ScaleMode::drain, 0);
    page->resize(1080, page->sizeHint().height() + 40);
    return page;
}

QWidget* bars() {
    auto* page = new QWidget;
    onSurface(*page);
    auto* column = new QVBoxLayout(page);
    auto* few = new BeforeAfter;
    few->setParts({{QStringLiteral("Quota1, own"), 0, 1600, 1600},
                   {QStringLiteral("Quota1.1"), 1, 4800, 5600},
                   {QStringLiteral("Quota1.2"), 2, 6400, 5600}},
                  12800);
    auto* many = new BeforeAfter;
    std::vector<BeforeAfterPart> parts;
    for (int i = 0; i < 20; ++i)
        parts.push_back({QStringLiteral("a team with a rather long name %1").arg(i), i,
                         (i % 5) * 800, ((i + 1) % 5) * 800});
    many->setParts(parts, 40000);
    auto* none = new BeforeAfter;
    none->setParts({}, 0);
    for (QWidget* each : {few, many, none})
        column->addWidget(each);
    page->resize(900, 300);
    return page;
}

// As languages with longer words have it.
class Longer final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override {
        const QString text = QString::fromUtf8(source);
        if (QByteArray(context) == "messages" || text.isEmpty())
            return {};
        QString longer = text;
        for (int i = 0; i < text.size() * 2 / 5; ++i)
            longer += i % 7 == 0 ? QLatin1Char(' ') : QLatin1Char('o');
        return longer;
    }
};

TEST(Gallery, ScalingInALongerLanguage) {
    Longer longer;
    QCoreApplication::installTranslator(&longer);
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("scaling-longer"), crowdedPage));
    const std::unique_ptr<QWidget> targets(crowdedPage());
    const EffectPage effect;
    const ApplyPage apply;
    for (const QWidget* page :
         std::initializer_list<const QWidget*>{targets.get(), &effect, &apply})
        EXPECT_LE(page->minimumSizeHint().width(), 1080) << page->metaObject()->className();
    QCoreApplication::removeTranslator(&longer);
}

TEST(Gallery, ScalingManySiblings) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("scaling-crowd"), crowdedPage));
    const std::unique_ptr<QWidget> page(crowdedPage());
    const auto* shown = qobject_cast<TargetsPage*>(page.get());
    for (std::size_t row = 0; row < 12; ++row) {
        ASSERT_NE(shown->bar()->divider(row), nullptr);
        EXPECT_FALSE(shown->bar()->divider(row)->accessibleName().isEmpty());
    }
}

TEST(Gallery, ScalingBars) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("scaling-bars"), bars));
}

}  // namespace
}  // namespace apportion::ui
