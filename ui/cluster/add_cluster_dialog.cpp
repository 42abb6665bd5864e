// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/add_cluster_dialog.h"

#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QTime>
#include <QVBoxLayout>

#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/reader.h"
#include "ui/cluster/cluster_tables.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/steps_band.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kFactsHeight = 400;
constexpr int kWhoWidth = 320;

// "login" of "ana@login.lab.example", "slurm" of "https://slurm.lab.example:6820".
QString hostName(const QString& place) {
    QString host = place.section(QStringLiteral("://"), -1).section(QLatin1Char('@'), -1);
    host = host.section(QLatin1Char('/'), 0, 0).section(QLatin1Char(':'), 0, 0);
    const bool isNumber = !host.isEmpty() && host.front().isDigit();
    return isNumber ? QString() : host.section(QLatin1Char('.'), 0, 0);
}

// What scontrol calls the cluster of this machine; empty = it does not answer.
std::string clusterNameHere(const slurm::Connection& connection) {
    auto access = slurm::openAccess(connection);
    if (!access || !access->commands)
        return {};
    slurm::Picture picture;
    const auto read = slurm::readSettings(*access, picture);
    return read ? picture.cluster : std::string();
}

}  // namespace

AddClusterDialog::AddClusterDialog(Mode mode, QWidget* parent)
    : DialogFrame(mode, parent),
      task_(new ClusterTask(this)),
      steps_(new StepsBand({tr("Where"), tr("Who"), tr("Check")}, this)),
      pages_(new QStackedWidget(this)) {
    setOfProgram();
    setOpeningWidth(860);
    setHeading(tr("Add a cluster"), QStringLiteral("Slurm"));
    setBand(steps_);
    pages_->addWidget(makeWhere());
    pages_->addWidget(makeWho());
    pages_->addWidget(makeCheck());
    body()->addWidget(pages_);
    addCancel();
    back_ = addButton(tr("Back"));
    next_ = addPrimary(tr("Next"));
    connect(back_, &QPushButton::clicked, this, [this] { go(step_ - 1); });
    connect(next_, &QPushButton::clicked, this, &AddClusterDialog::next);
    connect(this, &QDialog::finished, task_, &ClusterTask::stop);
    go(kWhere);
}

QWidget* AddClusterDialog::makeWhere() {
    auto* page = new QWidget(this);
    auto* form = new QVBoxLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(12);
    const auto way = [&](std::size_t at, const QString& title, const QString& sentence, Icon icon) {
        ways_[at] = new ChoiceCard(ChoiceCard::Mark::radio, title, sentence, icon, page);
        ways_[at]->setMinimumHeight(ways_[at]->heightForWidth(800));
        connect(ways_[at], &ChoiceCard::toggled, this, &AddClusterDialog::enable);
        form->addWidget(ways_[at]);
    };
    const auto field = [&](std::size_t at, const QString& label, const QString& hint) {
        auto* edit = new QLineEdit(page);
        edit->setAccessibleName(label);
        edit->setPlaceholderText(hint);
        addFormRow(form, label, edit);
        connect(edit, &QLineEdit::textEdited, this, [this, at] {
            ways_[at]->setChecked(true);
            enable();
        });
        return edit;
    };
    way(0, tr("This machine"), tr("The Slurm commands are installed here."), Icon::node);
    way(1, tr("Another machine by ssh"),
        tr("Your own ssh, with your keys. The Slurm commands are installed there."), Icon::link);
    host_ = field(1, tr("User and host"), QStringLiteral("ana@login.lab.example"));
    way(2, tr("A URL of slurmrestd"),
        tr("REST over HTTP, HTTPS, or a unix socket. Needs a token, and only reads."), Icon::cloud);
    url_ = field(2, tr("URL"), QStringLiteral("https://slurm.lab.example"));
    form->addStretch(1);
    ways_[0]->setChecked(true);
    return page;
}

QWidget* AddClusterDialog::makeWho() {
    auto* page = new QWidget(this);
    auto* form = new QVBoxLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(12);
    const auto field = [&](const QString& label, const QString& hint) {
        auto* edit = new QLineEdit(page);
        edit->setAccessibleName(label);
        edit->setFixedWidth(kWhoWidth);
        QHBoxLayout* row = addFormRow(form, label, edit);
        addFormHint(row)->setText(hint);
        row->addStretch(1);
        connect(edit, &QLineEdit::textEdited, this, &AddClusterDialog::enable);
        return edit;
    };
    name_ = field(tr("Name"), tr("in this console, for example lab"));
    connect(name_, &QLineEdit::textEdited, this, [this] { named_ = true; });
    user_ = field(tr("User"), tr("empty: as the token says"));
    tokenFile_ = field(tr("Token file"), tr("empty: SLURM_JWT, keychain, or scontrol token"));
    auto* text = new TextLabel(
        tr("The list of clusters keeps the path of the token file, and never a token. A token is "
           "renewed past 80% of its life."),
        Type::second, Role::text2, page);
    text->setWordWrap(true);
    form->addWidget(text);
    form->addStretch(1);
    return page;
}

QWidget* AddClusterDialog::makeCheck() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(tr("Checked facts"), Type::head, Role::text, page));
    found_ = new TextLabel({}, Type::second, Role::text2, page);
    head->addWidget(found_, 1);
    again_ = new QPushButton(tr("Check again"), page);
    again_->setAutoDefault(false);
    connect(again_, &QPushButton::clicked, this, &AddClusterDialog::check);
    head->addWidget(again_);
    column->addLayout(head);
    facts_ = makePlainTable(tr("Checked facts"), page);
    facts_->setPageMargin(12);
    facts_->setFixedHeight(kFactsHeight);
    column->addWidget(facts_);
    remedy_ = new TextLabel({}, Type::body, Role::err, page);
    remedy_->setWordWrap(true);
    used_ = new TextLabel({}, Type::second, Role::text2, page);
    used_->setWordWrap(true);
    column->addWidget(remedy_);
    column->addWidget(used_);
    return page;
}

Result<slurm::Connection> AddClusterDialog::connection() const {
    std::string place = "here";
    if (ways_[1]->isChecked())
        place = "ssh:" + host_->text().trimmed().toStdString();
    else if (ways_[2]->isChecked())
        place = url_->text().trimmed().toStdString();
    auto made = slurm::connectionTo(place);
    if (!made)
        return made;
    made->name = name_->text().trimmed().toStdString();
    made->user = user_->text().trimmed().toStdString();
    made->tokenFile = tokenFile_->text().trimmed().toStdString();
    return made;
}

void AddClusterDialog::enable() {
    if (next_ == nullptr)
        return;
    clearRefusal();
    const bool there = step_ == kWhere ? ways_[0]->isChecked() ||
                                             (ways_[1]->isChecked() && !host_->text().isEmpty()) ||
                                             (ways_[2]->isChecked() && !url_->text().isEmpty())
                                       : !name_->text().trimmed().isEmpty();
    next_->setEnabled(there && (step_ != kCheck || !task_->isRunning()));
    again_->setEnabled(!task_->isRunning());
}

void AddClusterDialog::go(int step) {
    task_->stop();
    step_ = step;
    steps_->setStep(step);
    pages_->setCurrentIndex(step);
    back_->setVisible(step > kWhere);
    next_->setText(step == kCheck ? tr("Add read-only") : tr("Next"));
    setConsequence(step == kCheck ? tr("The cluster is added read-only. Lines of a plan are "
                                       "unlocked each time.")
                                  : QString());
    enable();
}

void AddClusterDialog::next() {
    const auto made = connection();
    if (!made)
        return refuse(refusalText(made.error()));
    if (step_ == kCheck)
        return add();
    go(step_ + 1);
    if (step_ == kCheck)
        return check();
    suggestName();
    name_->setFocus(Qt::OtherFocusReason);
    name_->selectAll();
}

void AddClusterDialog::suggestName() {
    if (named_)
        return;
    if (!ways_[0]->isChecked())
        return suggest(hostName(ways_[1]->isChecked() ? host_->text() : url_->text()));
    suggest({});
    if (const auto made = connection())
        task_->start([connection = *made] { return clusterNameHere(connection); },
                     [this](const std::string& name) {
                         suggest(qt(name));
                         if (!named_ && name_->hasFocus())
                             name_->selectAll();
                     });
    enable();
}

void AddClusterDialog::suggest(const QString& name) {
    if (named_)
        return;
    QString one = name.trimmed().toLower();
    if (one.isEmpty() || !slurm::isPlainName(one.toStdString()))
        one = QStringLiteral("cluster");
    QStringList taken;
    if (const auto kept = slurm::readConnections())
        for (const slurm::Connection& each : *kept)
            taken << qt(each.name);
    QString free = one;
    for (int i = 2; taken.contains(free); ++i)
        free = QStringLiteral("%1-%2").arg(one).arg(i);
    name_->setText(free);
    enable();
}

void AddClusterDialog::checkNow(const QString& place) {
    const bool ssh = place.startsWith(QLatin1String("ssh:"));
    if (ssh)
        host_->setText(place.mid(4));
    else if (place != QLatin1String("here"))
        url_->setText(place);
    ways_[ssh ? 1 : place == QLatin1String("here") ? 0 : 2]->setChecked(true);
    if (name_->text().isEmpty())
        name_->setText(QStringLiteral("lab"));
    go(kCheck);
    check();
}

void AddClusterDialog::check() {
    const auto made = connection();
    if (!made)
        return refuse(refusalText(made.error()));
    setHeading(tr("Add a cluster"), tr("Slurm · %1").arg(qt(placeText(*made))));
    put(facts_, factsTable({}));
    found_->setText(tr("The cluster is asked. Each answer has a time limit."));
    remedy_->setText({});
    used_->setText({});
    QElapsedTimer clock;
    clock.start();
    task_->start([connection = *made] { return slurm::check(connection); },
                 [this, clock](const slurm::Checked& checked) { tell(checked, clock.elapsed()); });
    enable();
}

void AddClusterDialog::tell(const slurm::Checked& checked, qint64 took) {
    QStringList remedies;
    for (const slurm::Fact& fact : checked.facts)
        if (const QString remedy = visible(remedyText(fact.means));
            fact.state == slurm::Fact::State::error && !remedy.isEmpty() &&
            !remedies.contains(remedy))
            remedies << remedy;
    put(facts_, factsTable(checked));
    found_->setText(tr("%1  ·  %2, took %3 s", "facts, time, seconds")
                        .arg(factsText(checked),
                             QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                             QLocale().toString(static_cast<double>(took) / 1000, 'f', 1)));
    remedy_->setText(remedies.join(QLatin1Char('\n')));
    const QString reads = qt(checked.reads);
    used_->setText(
        reads.isEmpty() ? QString()
        : checked.writes.empty()
            ? tr("Reads by %1. Writes need the commands, which REST cannot replace.").arg(reads)
            : tr("Reads by %1. Writes by %2.").arg(reads, qt(checked.writes)));
    enable();
    // Enter adds it.
    if (facts_->hasFocus() || focusWidget() == nullptr)
        next_->setFocus(Qt::OtherFocusReason);
}

void AddClusterDialog::add() {
    const auto made = connection();
    if (!made)
        return refuse(refusalText(made.error()));
    if (const auto done = slurm::addConnection(*made); !done)
        return refuse(refusalText(done.error()));
    accept();
    emit added(qt(made->name));
}

}  // namespace apportion::ui
