// SPDX-License-Identifier: GPL-3.0-or-later
// Trees and tables: the pool of the look's pictures, and a crowded one with long names.
#include <gtest/gtest.h>

#include <QBoxLayout>
#include <QHeaderView>
#include <QStandardItemModel>

#include "tests/ui/widgets/gallery.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

QStandardItem* item(const Cell& cell) {
    auto* made = new QStandardItem;
    made->setData(QVariant::fromValue(cell), CellRole);
    return made;
}

QList<QStandardItem*> quotaRow(const QString& name, const UsageBar& bar, int waiting, bool root,
                               const QList<Icon>& marks = {}) {
    const double used = bar.own + bar.below;
    return {item(Cell::words(name).withTeam(bar.team).withMarks(marks).withType(root ? Type::head
                                                                                     : Type::body)),
            item(Cell::usage(bar)),
            item(Cell::numberOf(QString::number(used), QString::number(bar.guarantee),
                                root ? Type::head : Type::body)),
            item(Cell::number(waiting ? QString::number(waiting) : QStringLiteral("\u2013"),
                              waiting ? Role::warn : Role::text3))};
}

void setQuotaHeads(QStandardItemModel* model, const QStringList& heads) {
    model->setHorizontalHeaderLabels(heads);
    for (const int column : {2, 3})
        model->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

TreeView* quotaTree(QStandardItemModel* model) {
    auto* view = new TreeView(TreeView::Shape::tree);
    view->setPageMargin(12);
    view->setModel(model);
    view->setColumns({{.sizing = ColumnSpec::stretch, .minimum = 120},
                      {.sizing = ColumnSpec::fixed, .width = 124},
                      {},
                      {.mayHide = true}});
    view->expandAll();
    return view;
}

QWidget* smallTree() {
    auto* model = new QStandardItemModel;
    setQuotaHeads(model, {QStringLiteral("Quota"), QStringLiteral("Usage"),
                          QStringLiteral("Used / guar."), QStringLiteral("Wait")});
    model->appendRow(quotaRow(QStringLiteral("Quota1"),
                              {.team = 0, .guarantee = 128, .own = 16, .below = 112}, 24, true,
                              {Icon::tree}));
    model->item(0)->appendRow(
        quotaRow(QStringLiteral("Quota1.1"), {.team = 1, .guarantee = 48, .own = 48}, 8, false));
    model->item(0)->appendRow(
        quotaRow(QStringLiteral("Quota1.2"),
                 {.team = 2, .guarantee = 80, .own = 64, .above = 16, .aboveTeam = 0}, 16, false));
    TreeView* view = quotaTree(model);
    model->setParent(view);
    view->resize(372, 200);
    view->setCurrentIndex(model->index(1, 0, model->index(0, 0)));
    return view;
}

QWidget* crowdedTree() {
    const QStringList names = {
        QStringLiteral("Pesquisa em Modelos Fundacionais e Alinhamento"),
        QStringLiteral("\u5927\u6a21\u578b\u8bad\u7ec3\u5e73\u53f0"),
        QStringLiteral("Vis\u00e3o Computacional para Inspe\u00e7\u00e3o Industrial"),
        QStringLiteral(
            "\u81ea\u52a8\u9a7e\u9a76\u611f\u77e5\u4e0e\u591a\u4f20\u611f\u5668\u878d\u5408"
            "\u7b97\u6cd5\u7814\u7a76\u5e73\u53f0"),
        QStringLiteral("team-c")};
    auto* model = new QStandardItemModel;
    setQuotaHeads(model, {QStringLiteral("Cota"), QStringLiteral("Uso"),
                          QStringLiteral("Usado / garantido"), QStringLiteral("Fila")});
    for (int root = 0; root < 20; ++root) {
        model->appendRow(quotaRow(names[root % 5],
                                  {.team = root, .guarantee = 320, .below = 250.0 + 10 * root},
                                  root, true, root % 3 ? QList<Icon>{} : QList<Icon>{Icon::tree}));
        for (int child = 0; child < 14; ++child) {
            UsageBar bar{.team = root, .guarantee = child % 5 ? 24.0 * child : 0};
            bar.own = child % 4 == 3 ? 0 : 7.25 * child + root;
            bar.lent = child % 4 == 3 ? 8.0 * child : 0;
            model->item(root)->appendRow(
                quotaRow(names[(root + child) % 5], bar, child % 3 * 41, false,
                         child % 4 ? QList<Icon>{} : QList<Icon>{Icon::cycle}));
        }
    }
    TreeView* view = quotaTree(model);
    model->setParent(view);
    view->setRowHeight(26);
    view->resize(440, 700);
    view->setCurrentIndex(model->index(2, 0, model->index(0, 0)));
    return view;
}

QList<QStandardItem*> workloadRow(int place, Icon module, const QString& name, const QString& user,
                                  const QString& team, int colour, const QString& waits,
                                  const Cell& why) {
    return {item(Cell::number(place ? QString::number(place) : QString(), Role::text3)),
            item(Cell::name(name, user).withIcon(module)),
            item(Cell::words(team).withTeam(colour, 8).withRole(Role::text2)),
            item(Cell::number(QStringLiteral("8"))),
            item(Cell::number(waits)),
            item(why)};
}

QWidget* workloads() {
    auto* model = new QStandardItemModel;
    model->setHorizontalHeaderLabels({QStringLiteral("#"), QStringLiteral("Workload"),
                                      QStringLiteral("Team"), QStringLiteral("GPUs"),
                                      QStringLiteral("Waits"), QStringLiteral("Why it waits")});
    for (const int column : {0, 3, 4})
        model->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const auto group = [model](const QString& name, const QString& second) {
        QStandardItem* head = item(Cell::words(name, second));
        head->setData(true, GroupRole);
        head->setFlags(Qt::ItemIsEnabled);
        model->appendRow(head);
    };
    group(QStringLiteral("Waiting"), QStringLiteral("3 workloads, 24 GPUs"));
    const auto over = reasonBadge(QStringLiteral("non-preemptible-over-quota"));
    model->appendRow(workloadRow(1, Icon::notebook, QStringLiteral("nb-jonas"),
                                 QStringLiteral("jonas"), QStringLiteral("Team C"), 2,
                                 QStringLiteral("3 h 22 min"),
                                 Cell::reason(over, QStringLiteral("its 80 are in use"))));
    model->appendRow(workloadRow(2, Icon::notebook, QStringLiteral("nb-aiko"),
                                 QStringLiteral("aiko"), QStringLiteral("Team C"), 2,
                                 QStringLiteral("3 h 22 min"),
                                 Cell::reason(over, QStringLiteral("its 80 are in use"))));
    model->appendRow(workloadRow(3, Icon::training, QStringLiteral("sft-13b"), QStringLiteral("bo"),
                                 QStringLiteral("Team B"), 1, QStringLiteral("34 min"),
                                 Cell::reason(reasonBadge(QStringLiteral("no-capacity")),
                                              QStringLiteral("0 of 128 GPUs are free"))));
    group(QStringLiteral("Running"), QStringLiteral("2 workloads, 24 GPUs"));
    model->appendRow(
        workloadRow(0, Icon::inference, QStringLiteral("chat-serve"), QStringLiteral("ana"),
                    QStringLiteral("Team A"), 0, QStringLiteral("3 h 22 min"),
                    Cell::words(QStringLiteral("dgx-1, dgx-2")).withRole(Role::text2)));
    model->appendRow(
        workloadRow(0, Icon::training, QStringLiteral("pretrain-7b"), QStringLiteral("bo"),
                    QStringLiteral("Team B"), 1, QStringLiteral("5 h 50 min"),
                    Cell::change(QStringLiteral("48"), QStringLiteral("56"), Role::good)));
    auto* view = new TreeView(TreeView::Shape::table);
    model->setParent(view);
    view->setModel(model);
    view->setColumns({{}, {.minimum = 120}, {}, {}, {}, {.sizing = ColumnSpec::stretch}});
    view->resize(700, 280);
    view->header()->setSortIndicatorShown(true);
    view->header()->setSortIndicator(4, Qt::DescendingOrder);
    view->setCurrentIndex(model->index(3, 0));
    return view;
}

TEST(Gallery, SmallTree) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("tree"), smallTree));
}

TEST(Gallery, CrowdedTree) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("tree-crowded"), crowdedTree));
}

TEST(Gallery, Workloads) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("workloads"), workloads));
}

}  // namespace
}  // namespace apportion::ui
