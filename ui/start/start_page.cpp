// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "core/view/view.h"
#include "ui/cluster_list.h"
#include "ui/start/action_card.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/cluster_rows.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kWide = 960;
constexpr int kLogo = 42;
constexpr int kStays = 700;  // ms

class Logo final : public QWidget {
public:
    explicit Logo(QWidget* parent) : QWidget(parent) { setFixedSize(kLogo, kLogo); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter(this).drawPixmap(QPointF(0, 0), logoPixmap(kLogo, devicePixelRatioF()));
    }
};

// A rounded surface without a line of its own at the last row.
class CardFrame final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        paintBox(painter, QRectF(rect()), color(Role::surface), color(Role::line2), kCardRadius);
    }
};

QString whenText(const QDateTime& when) {
    const QDateTime local = when.toLocalTime();
    const qint64 minutes = local.secsTo(QDateTime::currentDateTime()) / 60;
    if (minutes < 1)
        return StartPage::tr("just now");
    if (minutes < 60)
        return StartPage::tr("%Ln min ago", nullptr, static_cast<int>(minutes));
    if (local.date() == QDate::currentDate())
        return QLocale().toString(local.time(), QLocale::ShortFormat);
    if (local.date().daysTo(QDate::currentDate()) == 1)
        return StartPage::tr("yesterday");
    return QLocale().toString(local.date(), QLocale::ShortFormat);
}

QString kindText(FileKind kind) {
    switch (kind) {
        case FileKind::project:
            return StartPage::tr("Project");
        case FileKind::scenario:
            return StartPage::tr("Scenario");
        case FileKind::plan:
            return StartPage::tr("Plan");
    }
    return {};
}

// Under the home folder as "~/pools".
QString folderText(const QFileInfo& info) {
    const QString folder = info.absolutePath();
    const QString home = QDir::homePath();
    return folder == home                               ? QStringLiteral("~")
           : folder.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + folder.mid(home.size())
                                                        : QDir::toNativeSeparators(folder);
}

}  // namespace

StartPage::StartPage(QAction* newPool, QAction* open, QAction* shortcuts, QAction* addCluster,
                     ClusterList& clusters, const std::vector<std::pair<Sample, QAction*>>& samples,
                     QWidget* parent)
    : QWidget(parent), clusters_(clusters) {
    setAccessibleName(tr("Start"));
    auto* column = new QWidget(this);
    column->setMaximumWidth(kWide);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(16, 24, 16, 24);  // also where a message stands above
    layout->setSpacing(12);
    layout->addWidget(makeTitle());
    layout->addSpacing(12);
    auto* newCard = new ActionCard(newPool, Icon::plus, tr("New pool"),
                                   tr("Nodes, a quota and its teams"), true, column);
    auto* openCard = new ActionCard(open, Icon::folder, tr("Open a file"),
                                    tr("Project, scenario, plan, or trace"), false, column);
    auto* keysCard = new ActionCard(shortcuts, Icon::help, tr("Keyboard shortcuts"),
                                    tr("Everything works without a mouse"), false, column);
    auto* actions = new QHBoxLayout;
    actions->setSpacing(12);
    actions->addWidget(newCard);
    actions->addWidget(openCard);
    actions->addWidget(keysCard);
    layout->addLayout(actions);
    layout->addSpacing(16);
    layout->addWidget(makeClusters(addCluster));
    layout->addSpacing(16);
    layout->addWidget(new TextLabel(tr("Start from a sample"), Type::head, Role::text, column));
    auto* cards = new QHBoxLayout;
    cards->setSpacing(12);
    for (const auto& [sample, action] : samples) {
        auto* card = new SampleCard(sample, column);
        connect(card, &QAbstractButton::clicked, action, &QAction::trigger);
        cards_.push_back(card);
        cards->addWidget(card);
    }
    layout->addLayout(cards);
    layout->addSpacing(16);
    recentBox_ = makeRecent();
    layout->addWidget(recentBox_);
    alone_ = new TextLabel(tr("Nothing leaves this machine."), Type::second, Role::text3, column);
    layout->addWidget(alone_, 0, Qt::AlignRight);
    showClusters();
    layout->addStretch(1);

    auto* page = new QWidget;
    auto* outer = new QHBoxLayout(page);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addStretch(1);
    auto* middle = new QVBoxLayout;
    middle->addStretch(1);
    middle->addWidget(column, 8);
    outer->addLayout(middle, 20);
    outer->addStretch(1);
    // Where a message or the issues take room, what is below is reached by scrolling.
    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setBackgroundRole(QPalette::Window);
    area->viewport()->setAutoFillBackground(false);
    area->setWidget(page);
    page->setAutoFillBackground(false);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(area);
}

QWidget* StartPage::makeTitle() {
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(18);
    layout->addWidget(new Logo(box));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(new TextLabel(tr("Apportion"), Type::start, Role::text, box));
    auto* what = new TextLabel(tr("Divide a pool of GPUs among teams, see who uses what and why, "
                                  "and try changes before applying them."),
                               Type::body, Role::text, box);
    what->setWordWrap(true);
    texts->addWidget(what);
    layout->addLayout(texts, 1);
    return box;
}

QWidget* StartPage::makeClusters(QAction* add) {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(tr("Slurm clusters"), Type::head, Role::text, box));
    head->addStretch(1);
    if (add != nullptr) {
        auto* button = new QPushButton(textOfButton(add->text()), box);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, add, &QAction::trigger);
        head->addWidget(button);
    }
    layout->addLayout(head);
    clusterBox_ = new CardFrame(box);
    auto* inner = new QVBoxLayout(clusterBox_);
    inner->setContentsMargins(1, 1, 1, 2);
    clusterTable_ = makePlainTable(tr("Slurm clusters"), clusterBox_);
    clusterTable_->setPageMargin(12);
    inner->addWidget(clusterTable_);
    layout->addWidget(clusterBox_);
    connect(clusterTable_, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const auto entries = clusters_.entries();
        if (index.row() < static_cast<int>(entries.size()))
            emit clusterChosen(qt(entries[static_cast<std::size_t>(index.row())].connection.name));
    });
    connect(&clusters_, &ClusterList::changed, this, &StartPage::showClusters);
    clusters_.askWhileSeen(clusterBox_);
    return box;
}

void StartPage::showClusters() {
    putRows(clusterTable_, clusterHeads(), clusterRows(clusters_.entries()), clusterColumns());
    fitRows(clusterTable_);
    clusterBox_->setVisible(!clusters_.isEmpty());
    alone_->setVisible(clusters_.isEmpty());
}

QWidget* StartPage::makeRecent() {
    auto* box = new CardFrame(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(1, 1, 1, 2);
    recentModel_ = new QStandardItemModel(0, 4, box);
    recentModel_->setHorizontalHeaderLabels({tr("Recent"), tr("Kind"), tr("Where"), tr("Opened")});
    recentModel_->setHeaderData(3, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter),
                                Qt::TextAlignmentRole);
    recent_ = new TreeView(TreeView::Shape::table, box);
    recent_->setModel(recentModel_);
    recent_->setPageMargin(12);
    recent_->setRowHeight(36);
    recent_->setAccessibleName(tr("Recent files"));
    recent_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    recent_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    recent_->setColumns({{ColumnSpec::stretch, 160},
                         {ColumnSpec::fit, 80},
                         {ColumnSpec::fit, 200},
                         {ColumnSpec::fit, 100}});
    layout->addWidget(recent_);
    const auto choose = [this](const QModelIndex& index) {
        emit fileChosen(index.siblingAtColumn(0).data(Qt::UserRole).toString());
    };
    connect(recent_, &QAbstractItemView::activated, this, choose);
    return box;
}

void StartPage::setRun(std::size_t sample, const ViewPtr& run) {
    cards_.at(sample)->setRun(run);
}

void StartPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(seen_, true))
        return;
    connect(&stays_, &QTimer::timeout, this, [this] {
        if (isVisible())
            emit runsWanted();
    });
    stays_.start(kStays);
}

bool StartPage::hasAllRuns() const {
    return std::all_of(cards_.begin(), cards_.end(),
                       [](const SampleCard* card) { return card->isDone(); });
}

void StartPage::setRecent(const QList<RecentFile>& files) {
    constexpr int kMost = 5;
    recentModel_->removeRows(0, recentModel_->rowCount());
    for (const RecentFile& file : files.mid(0, kMost)) {
        const QFileInfo info(file.path);
        auto* name = new QStandardItem;
        name->setData(QVariant::fromValue(
                          Cell::name(file.name.isEmpty() ? info.completeBaseName() : file.name)
                              .withIcon(Icon::file)),
                      CellRole);
        name->setData(file.path, Qt::UserRole);
        name->setData(file.path, Qt::ToolTipRole);
        auto* kind = new QStandardItem;
        kind->setData(
            QVariant::fromValue(Cell::words(kindText(fileKindOf(file.path))).withRole(Role::text2)),
            CellRole);
        auto* where = new QStandardItem;
        where->setData(QVariant::fromValue(
                           Cell::words(folderText(info), info.fileName()).withRole(Role::text2)),
                       CellRole);
        auto* when = new QStandardItem;
        when->setData(QVariant::fromValue(Cell::number(whenText(file.opened), Role::text2)),
                      CellRole);
        recentModel_->appendRow({name, kind, where, when});
    }
    recentBox_->setVisible(!files.isEmpty());
    const int rows = recentModel_->rowCount();
    // The line below the last row is the edge of the box.
    recentBox_->setFixedHeight(controlHeight(28) + rows * controlHeight(36) + 2);
}

void StartPage::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), color(Role::bg));
}

}  // namespace apportion::ui
