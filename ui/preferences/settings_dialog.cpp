// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("settings", text);
}

}  // namespace

SettingsDialog::SettingsDialog(Settings& settings, Mode mode, QWidget* parent)
    : DialogFrame(mode, parent), settings_(settings), remembered_(new QWidget(this)) {
    setHeading(tr("Settings"), tr("Your settings. Each takes effect immediately"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(12);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const SettingInfo& info : settingsTable()) {
        auto* label = new TextLabel(words(info.title), Type::body, Role::text, this);
        QWidget* editor = editorOf(info);
        editor->setObjectName(QString::fromLatin1(info.key));
        editor->setAccessibleName(words(info.title));
        editor->setAccessibleDescription(words(info.help));
        label->setBuddy(editor);
        grid->addWidget(label, row, 0);
        grid->addWidget(editor, row, 1);
        auto* help = new TextLabel(words(info.help), Type::second, Role::text2, this);
        help->setWordWrap(true);
        grid->addWidget(help, row, 2);
        ++row;
    }
    body()->addLayout(grid);
    body()->addWidget(remembered_);
    setRemembered({});
    connect(addButton(tr("Reset all")), &QPushButton::clicked, this, &SettingsDialog::resetAll);
    connect(addPrimary(tr("Close")), &QPushButton::clicked, this, &QDialog::accept);
    setOpeningWidth(680);
}

void SettingsDialog::setRemembered(const std::vector<RememberedPool>& pools) {
    qDeleteAll(remembered_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    delete remembered_->layout();
    auto* grid = new QGridLayout(remembered_);
    grid->setContentsMargins(0, 4, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(0, 1);
    const auto full = [&](const QString& text, Type type, Role role) {
        auto* label = new TextLabel(text, type, role, remembered_);
        label->setWordWrap(true);
        grid->addWidget(label, grid->rowCount(), 0, 1, 2);
    };
    full(tr("Pools that go live when they are opened"), Type::head, Role::text);
    if (pools.empty())
        full(tr("None. No file goes live when it is opened."), Type::second, Role::text2);
    for (const RememberedPool& pool : pools) {
        const QString file = QString::fromStdString(pool.file);
        auto* name = new TextLabel(file, Type::body, Role::text, remembered_);
        name->setElided(true);
        auto* forget = new QPushButton(tr("Forget"), remembered_);
        forget->setAutoDefault(false);
        forget->setProperty("compact", true);
        forget->setAccessibleName(tr("Forget %1").arg(file));
        connect(forget, &QPushButton::clicked, this, [this, pool] { emit forgetWanted(pool); });
        const int row = grid->rowCount();
        grid->addWidget(name, row, 0);
        grid->addWidget(forget, row, 1);
    }
}

QWidget* SettingsDialog::editorOf(const SettingInfo& info) {
    const QString key = QString::fromLatin1(info.key);
    const auto set = [this, key](const QString& value) {
        settings_.setValue(key, value);
        emit changed(key);
    };
    if (info.choices.empty()) {
        auto* box = new QCheckBox(this);
        box->setChecked(settings_.isOn(key));
        connect(box, &QCheckBox::toggled, this,
                [set](bool on) { set(on ? QStringLiteral("true") : QStringLiteral("false")); });
        return box;
    }
    auto* box = new QComboBox(this);
    for (const auto& [value, text] : info.choices)
        box->addItem(words(text), QString::fromLatin1(value));
    box->setCurrentIndex(box->findData(settings_.value(key)));
    connect(box, &QComboBox::currentIndexChanged, this,
            [set, box](int index) { set(box->itemData(index).toString()); });
    return box;
}

void SettingsDialog::resetAll() {
    for (const SettingInfo& info : settingsTable()) {
        const QString otherwise = QString::fromLatin1(info.otherwise);
        auto* editor = findChild<QWidget*>(QString::fromLatin1(info.key));
        if (auto* box = qobject_cast<QComboBox*>(editor))
            box->setCurrentIndex(box->findData(otherwise));
        else if (auto* check = qobject_cast<QCheckBox*>(editor))
            check->setChecked(otherwise == QLatin1String("true"));
        settings_.reset(QString::fromLatin1(info.key));
    }
}

}  // namespace apportion::ui
