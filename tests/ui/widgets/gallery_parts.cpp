// SPDX-License-Identifier: GPL-3.0-or-later
// The small parts: heads, chips, messages, modes, explanations, in two languages.
#include <gtest/gtest.h>

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "tests/ui/widgets/gallery.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/key_number.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/mode_pill.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/usage_bar_view.h"

namespace apportion::ui {
namespace {

class ModeBar final : public QWidget {
public:
    ModeBar(Mode mode, bool stale, const QString& pool, const QString& second) : m_mode(mode) {
        setFixedHeight(42);
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(12, 0, 12, 2);
        row->setSpacing(12);
        auto* pill = new ModePill(mode);
        pill->setStale(stale);
        row->addWidget(pill);
        row->addWidget(new TextLabel(pool, Type::pool));
        row->addWidget(new TextLabel(second, Type::body, Role::text2));
        row->addStretch();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintModeGround(painter, QRectF(rect()), m_mode);
    }

private:
    Mode m_mode;
};

QWidget* surfacePage(int width, int height) {
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    page->resize(width, height);
    return page;
}

QWidget* heads() {
    QWidget* page = surfacePage(760, 560);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(new ModeBar(Mode::live, false, QStringLiteral("Pool 128"),
                                  QStringLiteral("128 \u00d7 H100 on 16 nodes")));
    column->addWidget(new ModeBar(Mode::live, true, QStringLiteral("Pool 128"),
                                  QStringLiteral("as of 14:30:02")));
    column->addWidget(new ModeBar(Mode::replay, false, QStringLiteral("Four teams"),
                                  QStringLiteral("recorded run, 10:44:00")));
    column->addWidget(new ModeBar(Mode::plan, false, QStringLiteral("November"),
                                  QStringLiteral("nothing here touches Pool 128")));

    auto* quotas = new SectionHead(QStringLiteral("Quotas"));
    quotas->setSecond(QStringLiteral("300"));
    quotas->setPageMargin(12);
    auto* shape = new Segmented(QStringLiteral("Shape"));
    shape->addSegment(Icon::tree, QStringLiteral("Tree"));
    shape->addSegment(Icon::layers, QStringLiteral("Flat"));
    quotas->addControl(shape);
    quotas->addControl(new IconButton(Icon::columns, QStringLiteral("Columns")));
    quotas->addControl(new IconButton(Icon::plus, QStringLiteral("New quota")));
    column->addWidget(quotas);

    auto* keys = new KeyNumbers;
    keys->setNumbers({{QStringLiteral("GPUs in use"),
                       QStringLiteral("128"),
                       QStringLiteral("of 128"),
                       QStringLiteral("100 % \u00b7 none free"),
                       Role::text3,
                       {}},
                      {QStringLiteral("Emprestadas"),
                       QStringLiteral("318"),
                       QStringLiteral("GPUs"),
                       QStringLiteral("de 41 cotas ociosas e mais longas"),
                       Role::text3,
                       {}},
                      {QStringLiteral("Waiting"),
                       QStringLiteral("3"),
                       QStringLiteral("workloads"),
                       QStringLiteral("24 GPUs in all"),
                       Role::warn,
                       {}},
                      {QStringLiteral("\u4eca\u65e5\u9a71\u9010"),
                       QStringLiteral("26"),
                       QStringLiteral("\u6b21"),
                       QStringLiteral("\u635f\u5931 88.4 GPU \u65f6"),
                       Role::text3,
                       {}},
                      {QStringLiteral("Wait, p95"),
                       QStringLiteral("22"),
                       QStringLiteral("min"),
                       QStringLiteral("today \u00b7 41 started"),
                       Role::text3,
                       {}}});
    column->addWidget(keys);

    auto* chart = new SectionHead(QStringLiteral("GPUs per team"));
    auto* legend = new Legend;
    legend->setEntries({{QStringLiteral("Team A"), 0},
                        {QStringLiteral("Team B"), 1, false, false},
                        {QStringLiteral("Team I"), 8},
                        {QStringLiteral("guarantee"), -1, true}});
    chart->addControl(legend);
    auto* range = new Segmented(QStringLiteral("Range"));
    for (const char* text : {"1 h", "6 h", "24 h", "7 d"})
        range->addSegment(QLatin1String(text));
    range->setCurrentIndex(1);
    chart->addControl(range);
    chart->addControl(new IconButton(Icon::download, QStringLiteral("Export")));
    column->addWidget(chart);

    auto* filters = new QHBoxLayout;
    filters->setContentsMargins(16, 0, 16, 0);
    auto* search = new SearchField(QStringLiteral("Filter workloads"));
    filters->addWidget(search, 1);
    for (const auto& [text, count] :
         {std::pair{"All", "18"}, {"Waiting", "3"}, {"Running", "15"}}) {
        auto* chip = new Chip(QLatin1String(text));
        chip->setCount(QLatin1String(count));
        chip->setChecked(text == std::string_view("All"));
        filters->addWidget(chip);
    }
    auto* submit = new QPushButton(icon(Icon::plus, Role::text), QStringLiteral("Submit"));
    filters->addWidget(submit);
    column->addLayout(filters);
    column->addWidget(new UsageBarLegend);
    column->addStretch();
    return page;
}

QWidget* messages() {
    QWidget* page = surfacePage(560, 400);
    auto* column = new QVBoxLayout(page);
    const auto bar = [column](Tone tone, const QString& sentence, const QString& action) {
        auto* message = new MessageBar;
        message->say(tone, sentence, action);
        column->addWidget(message);
    };
    bar(Tone::warn, QStringLiteral("No data from the cluster for 2 min. Shown as of 14:30:02."),
        QStringLiteral("Retry"));
    bar(Tone::err, QStringLiteral("Quota1.2 needs 75 GPUs for its children: 72 is refused."),
        QStringLiteral("Set to 75"));
    bar(Tone::info,
        QStringLiteral("As cotas foram alteradas em outra janela enquanto esta estava aberta, e os "
                       "n\u00fameros abaixo j\u00e1 s\u00e3o os novos."),
        QStringLiteral("Mostrar altera\u00e7\u00f5es"));
    bar(Tone::good, QStringLiteral("Applied. You can undo this change."), {});
    auto* empty = new EmptyState(
        Icon::cube, QStringLiteral("No workload waits"),
        QStringLiteral("Workloads appear here when teams request more GPUs than are free."));
    empty->setActions(QStringLiteral("Submit a workload"), QStringLiteral("Open a sample"));
    column->addWidget(empty, 1);
    return page;
}

QWidget* inspector() {
    QWidget* page = surfacePage(332, 640);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(12);
    auto* bar = new UsageBarView;
    bar->setBar({.team = 2, .guarantee = 80, .own = 64, .above = 16, .aboveTeam = 0});
    bar->setCaptions(QStringLiteral("64 own"), QStringLiteral("16 taken by Quota1"));
    column->addWidget(bar);
    auto* borrowing = new UsageBarView;
    borrowing->setBar({.team = 0, .guarantee = 4, .own = 8});
    borrowing->setCaptions(QStringLiteral("4 guaranteed"),
                           QStringLiteral("4 borrowed from team-d"));
    column->addWidget(borrowing);
    auto* facts = new FactList;
    facts->setFacts({{QStringLiteral("Guaranteed"), QStringLiteral("80 GPUs"), Role::text, {}},
                     {QStringLiteral("Fair share now"), QStringLiteral("64 GPUs"), Role::text, {}},
                     {QStringLiteral("Used from above"), QStringLiteral("16 GPUs"), Role::warn, {}},
                     {QStringLiteral("Waiting"),
                      QStringLiteral("2 workloads \u00b7 16 GPUs"),
                      Role::warn,
                      {}}});
    column->addWidget(facts);
    column->addWidget(new TextLabel(QStringLiteral("Why 64 and not 80"), Type::head));
    auto* rail = new ExplanationRail;
    rail->setSteps(
        {{Role::text3,
          QStringLiteral("11:10 chat-serve needs 16 GPUs"),
          QStringLiteral("Submitted on Quota1 with priority 9. All 128 GPUs were in use."),
          {},
          {}},
         {Role::accentText, QStringLiteral("Quota1 can evict from its children"),
          QStringLiteral("Modules training and notebook, priority 1 to 3. Quota1.1 runs at 3, "
                         "Quota1.2 at 2."),
          QStringLiteral("Rule 16 \u00b7 child-level preemption"), QStringLiteral("rule:16")},
         {Role::err, QStringLiteral("nb-jonas and nb-aiko gave 8 each"),
          QStringLiteral("Lowest priority, exactly 16 GPUs, least work lost: 4.0 GPU hours. Next "
                         "best were two trainings at priority 3."),
          QStringLiteral("Rule 19 \u00b7 optimal victim set"), QStringLiteral("rule:19")}});
    column->addWidget(rail);
    column->addStretch();
    return page;
}

TEST(Gallery, Heads) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("heads"), heads));
}
TEST(Gallery, Messages) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("messages"), messages));
}
TEST(Gallery, Inspector) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("inspector"), inspector));
}

}  // namespace
}  // namespace apportion::ui
