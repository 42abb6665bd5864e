// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/new_pool/new_pool_dialog.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/texts.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kLabels = 140;
constexpr int kMostNodes = 100'000;
constexpr int kMostPerNode = 64;

QSpinBox* spin(int least, int most, int value, const QString& name, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setMinimumWidth(96);
    return box;
}

QLineEdit* field(const QString& text, const QString& name, QWidget* parent) {
    auto* edit = new QLineEdit(text, parent);
    edit->setAccessibleName(name);
    return edit;
}

}  // namespace

NewPoolDialog::NewPoolDialog(QWidget* parent)
    : DialogFrame(Mode::rest, parent),
      name_(field(tr("Pool"), tr("Name of the pool"), this)),
      nodes_(spin(1, kMostNodes, 16, tr("Nodes"), this)),
      gpus_(spin(1, kMostPerNode, 8, tr("GPUs of a node"), this)),
      type_(field({}, tr("GPU type"), this)),
      grid_(new QGridLayout),
      room_(new TextLabel({}, Type::body, Role::text2, this)),
      total_(new TextLabel({}, Type::second, Role::text2, this)) {
    setHeading(tr("New pool"), tr("Nodes, one quota over all of them, and the teams below it"));
    type_->setPlaceholderText(tr("H100, or empty"));
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(10);
    grid_->setColumnMinimumWidth(0, kLabels);
    grid_->setColumnStretch(1, 1);
    int row = 0;
    const auto line = [&](const QString& label, QWidget* one, QWidget* two = nullptr) {
        auto* text = new TextLabel(label, Type::body, Role::text2, this);
        text->setBuddy(one);
        grid_->addWidget(text, row, 0);
        grid_->addWidget(one, row, 1);
        if (two)
            grid_->addWidget(two, row, 2);
        ++row;
    };
    line(tr("Name"), name_);
    line(tr("Nodes"), nodes_, total_);
    line(tr("GPUs of a node"), gpus_);
    line(tr("GPU type"), type_);
    body()->addLayout(grid_);
    body()->addWidget(new TextLabel(tr("Teams"), Type::head, Role::text, this));
    auto* teams = new QGridLayout;
    teams->setHorizontalSpacing(8);
    teams->setVerticalSpacing(8);
    teams->setColumnMinimumWidth(0, kLabels);
    teams->setColumnStretch(1, 1);
    grid_ = teams;
    body()->addLayout(teams);
    addTeam(tr("Team A"), 48);
    addTeam(tr("Team B"), 80);
    auto* more = new QPushButton(tr("Another team"), this);
    more->setAutoDefault(false);
    connect(more, &QPushButton::clicked, this, [this] {
        addTeam(tr("Team %1").arg(QChar(QLatin1Char(static_cast<char>('A' + teams_.size())))), 0);
        teams_.back().name->setFocus();
        teams_.back().name->selectAll();
        check();
    });
    body()->addWidget(more, 0, Qt::AlignLeft);
    body()->addWidget(room_);
    addCancel();
    create_ = addPrimary(tr("Create…"));
    connect(create_, &QPushButton::clicked, this, &NewPoolDialog::create);
    for (QLineEdit* edit : {name_, type_})
        connect(edit, &QLineEdit::textChanged, this, &NewPoolDialog::check);
    for (QSpinBox* box : {nodes_, gpus_})
        connect(box, &QSpinBox::valueChanged, this, &NewPoolDialog::check);
    setOpeningWidth(560);
    check();
}

void NewPoolDialog::addTeam(const QString& name, int gpu) {
    const int row = static_cast<int>(teams_.size());
    auto* text = new TextLabel(tr("Quota %1").arg(row + 1), Type::body, Role::text2, this);
    auto* edit = field(name, tr("Name of quota %1").arg(row + 1), this);
    auto* box = spin(0, kMostNodes * kMostPerNode, gpu, tr("GPUs of quota %1").arg(row + 1), this);
    box->setSuffix(tr(" GPUs"));
    text->setBuddy(edit);
    grid_->addWidget(text, row, 0);
    grid_->addWidget(edit, row, 1);
    grid_->addWidget(box, row, 2);
    teams_.push_back({edit, box});
    connect(edit, &QLineEdit::textChanged, this, &NewPoolDialog::check);
    connect(box, &QSpinBox::valueChanged, this, &NewPoolDialog::check);
}

NewPool NewPoolDialog::wanted() const {
    NewPool pool;
    pool.name = name_->text().trimmed().toStdString();
    pool.root = pool.name;
    pool.nodes = nodes_->value();
    pool.gpusPerNode = gpus_->value();
    pool.gpuType = type_->text().trimmed().toStdString();
    for (const TeamRow& team : teams_)
        if (const QString name = team.name->text().trimmed(); !name.isEmpty())
            pool.teams.push_back({name.toStdString(), Gpu{kOneGpu} * team.gpu->value()});
    return pool;
}

void NewPoolDialog::check() {
    const NewPool pool = wanted();
    const Gpu left = unassignedOf(pool);
    total_->setText(tr("%1 in all").arg(gpusText(Gpu{kOneGpu} * pool.nodes * pool.gpusPerNode)));
    room_->setRole(left < 0 ? Role::err : Role::text2);
    room_->setText(left < 0 ? tr("%1 more are promised than there are").arg(gpusText(-left))
                            : tr("%1 not promised to anybody: whoever needs them borrows them")
                                  .arg(gpusText(left)));
    const auto made = poolOf(pool);
    create_->setEnabled(made.has_value());
    setConsequence(made ? tr("One file; nothing runs before you let it go live.")
                        : messageText(made.error().front().message),
                   made ? Tone::neutral : Tone::err);
}

void NewPoolDialog::create() {
    if (const auto made = poolOf(wanted())) {
        emit wantedPool(*made);
        accept();
    }
}

}  // namespace apportion::ui
