// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/cluster_band.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include <QAction>
#include <QDateTime>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "core/cluster/slurm/connections_file.h"
#include "core/model/date_text.h"
#include "core/session/slurm/cluster_name.h"
#include "core/session/slurm/slurm_pool.h"
#include "ui/cluster_list.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kClusterColour = 6;  // of the teams'
constexpr int kStripeEvery = 8;
constexpr double kStripeStrength = 0.35;
constexpr std::chrono::seconds kAgeEvery{1};

// Where the name and the facts stand there are no stripes.
class ClusterPlate final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter(this).fillRect(rect(), color(Role::surface));
    }
};

}  // namespace

ClusterBand::ClusterBand(QAction* plan, QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Cluster"));
    setFixedHeight(controlHeight(30));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(0);
    auto* plate = new ClusterPlate(this);
    auto* inner = new QHBoxLayout(plate);
    inner->setContentsMargins(8, 0, 8, 0);
    inner->setSpacing(12);
    name_ = new TextLabel({}, Type::head, Role::text, plate);
    facts_ = new TextLabel({}, Type::second, Role::text2, plate);
    age_ = new TextLabel({}, Type::second, Role::text2, plate);
    age_->setElided(true);
    inner->addWidget(name_);
    inner->addWidget(facts_);
    inner->addWidget(age_);
    row->addWidget(plate);
    row->addStretch(1);
    auto* right = new ClusterPlate(this);
    auto* buttons = new QHBoxLayout(right);
    buttons->setContentsMargins(8, 0, 0, 0);
    buttons->setSpacing(8);
    left_ = new QPushButton(right);
    left_->setProperty("kind", QStringLiteral("quiet"));
    left_->setAutoDefault(false);
    left_->setAccessibleName(tr("What is not represented"));
    left_->setFocusPolicy(Qt::TabFocus);
    connect(left_, &QPushButton::clicked, this, &ClusterBand::listWanted);
    buttons->addWidget(left_);
    if (plan != nullptr) {
        auto* button = new QPushButton(textOfButton(plan->text()), right);
        button->setAutoDefault(false);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QPushButton::clicked, plan, &QAction::trigger);
        buttons->addWidget(button);
    }
    row->addWidget(right);
    each_.setInterval(kAgeEvery);
    connect(&each_, &QTimer::timeout, this, &ClusterBand::tellAge);
    hide();
}

void ClusterBand::setView(const ViewPtr& view) {
    const auto whatIs = [](const DocumentState& document) {
        return std::tie(document.open, document.file, document.holder);
    };
    if (!view_ || whatIs(view_->document) != whatIs(view->document))
        findCluster(view->document);
    view_ = view;
    setVisible(cluster_.has_value());
    if (!cluster_)
        return each_.stop();
    each_.start();
    name_->setText(visible(qt(*cluster_)));
    facts_->setText(factsOf(*view));
    const auto left = static_cast<int>(view->document.warnings.size());
    left_->setVisible(left > 0 && !drives_);
    left_->parentWidget()->setVisible(!drives_);
    left_->setText(tr("%Ln thing(s) not represented", nullptr, left));
    tellAge();
}

// It looks into files: not for each view.
void ClusterBand::findCluster(const DocumentState& document) {
    cluster_ = document.open ? clusterOf(document.file) : std::nullopt;
    drives_ = document.open && !cluster_;
    if (drives_)
        cluster_ = drivenClusterOf(document.file);
    if (!cluster_)
        return;
    const auto connection = slurm::connectionNamed(*cluster_);
    way_ = connection ? wayText(*connection) : qt(document.machine);
}

QString ClusterBand::factsOf(const View& view) const {
    if (!drives_)
        return tr("read by %1  ·  read-only", "how a cluster is read").arg(visible(way_));
    const DocumentState& document = view.document;
    return document.rests() ? tr("Slurm jobs by the rules of Apportion  ·  not driven now")
           : document.isLive()
               ? tr("Slurm jobs by the rules of Apportion  ·  scheduler of this window")
               : tr("Slurm jobs by the rules of Apportion  ·  driven by %1")
                     .arg(visible(qt(document.holder)));
}

void ClusterBand::tellAge() {
    const auto epoch = epochValue(view_->document.epoch).value_or(0);
    const Duration age =
        std::max<Duration>(0, QDateTime::currentMSecsSinceEpoch() - epoch - view_->clock);
    const Problems& trouble = view_->document.trouble;
    constexpr Duration kFresh = 10 * kSecond;
    // A project that no program schedules has no data of the cluster that could be old.
    QString text = drives_ && view_->document.rests() ? QString()
                   : age < kFresh                     ? tr("up to date")
                                  : tr("data %1 old").arg(TimeText::duration(age));
    if (!trouble.empty())
        text = tr("%1 The data are %2 old.", "why a cluster is not read")
                   .arg(messageText(trouble.front().message), TimeText::duration(age));
    age_->setText(text);
    age_->setVisible(!text.isEmpty());
    age_->setRole(!trouble.empty() ? Role::err : age < 3 * kFresh ? Role::text2 : Role::warn);
    age_->setToolTip(trouble.empty() ? QString() : remedyText(trouble.front().message));
    QStringList said{name_->text(), facts_->text(), text};
    said.removeAll(QString());
    setAccessibleDescription(said.join(QStringLiteral(", ")));
}

void ClusterBand::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QColor ground = color(Role::surface);
    painter.fillRect(rect(), ground);
    const QColor stripe = mix(ground, teamColor(kClusterColour), kStripeStrength);
    for (int x = 0; x < width(); x += kStripeEvery)
        painter.fillRect(QRect(x, 0, kStripeEvery / 2, height()), stripe);
    painter.fillRect(QRect(0, 0, kStripeEvery, height()), teamColor(kClusterColour));
    painter.fillRect(QRect(0, height() - 1, width(), 1), color(Role::line));
}

}  // namespace apportion::ui
