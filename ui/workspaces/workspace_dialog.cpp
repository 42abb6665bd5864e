// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_dialog.h"

#include <algorithm>
#include <utility>

#include <QBoxLayout>
#include <QLineEdit>
#include <QListWidget>

#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/workspace_request.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/found_text.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kList = 236;
constexpr int kNameWidth = 260;
constexpr int kNameRole = Qt::UserRole;

}  // namespace

WorkspaceDialog::WorkspaceDialog(SessionBridge& bridge, CommandRunner& runner,
                                 const QString& workspace, const QString& quota, QWidget* parent)
    : WorkspaceForm(bridge, runner, parent),
      workspace_(workspace.toStdString()),
      filter_(new SearchField(tr("Filter quotas"), this)),
      quotas_(new QListWidget(this)),
      chosenText_(new TextLabel({}, Type::second, Role::text2, this)) {
    setOpeningWidth(560);
    for (const WorkspaceRow& row : bridge.view()->workspaces)
        if (row.spec.name == workspace_)
            before_ = row.spec.quotas;
    if (workspace.isEmpty()) {
        setHeading(tr("New workspace"), tr("users, their quotas, and user caps"));
        name_ = new QLineEdit(this);
        name_->setAccessibleName(tr("Name"));
        name_->setFixedWidth(kNameWidth);
        connect(name_, &QLineEdit::textChanged, this, [this] { changed(); });
        addFormRow(body(), tr("Name"), name_)->addStretch();
        mistake_ = addMistakeLine(body());
        if (!quota.isEmpty())
            before_ = {quota.toStdString()};
    } else {
        setHeading(tr("Quotas of %1").arg(workspace),
                   tr("its users submit to these; the first is the default"));
    }
    quotas_->setAccessibleName(tr("Quotas that it uses"));
    quotas_->setFixedHeight(kList);
    quotas_->setUniformItemSizes(true);
    chosenText_->setWordWrap(true);
    body()->addWidget(new TextLabel(tr("Quotas that it uses"), Type::head, Role::text, this));
    body()->addWidget(filter_);
    body()->addWidget(quotas_);
    body()->addWidget(chosenText_);
    body()->addStretch(1);
    fill(before_);
    connect(filter_, &SearchField::searched, this, &WorkspaceDialog::applyFilter);
    connect(filter_, &SearchField::leftDownwards, quotas_, [this] { quotas_->setFocus(); });
    connect(quotas_, &QListWidget::itemChanged, this, [this] {
        showChosen();
        changed();
    });
    showChosen();
    if (quotas_->count() == 0)
        sayThatThereAreNone();
    setSpareHeight(36);
    addButtons(workspace.isEmpty() ? tr("Create") : tr("Set"));
}

void WorkspaceDialog::fill(const std::vector<std::string>& ticked) {
    for (const QuotaRow& row : bridge_.view()->quotas) {
        const QString indent(3 * row.depth, QChar(QChar::Nbsp));
        const QString name = qt(row.name);
        auto* item = new QListWidgetItem(
            indent + (row.team == row.name
                          ? name
                          : tr("%1 · %2", "a quota, its team").arg(name, qt(row.team))),
            quotas_);
        const bool on = std::find(ticked.begin(), ticked.end(), row.name) != ticked.end();
        item->setData(kNameRole, name);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
    for (int row = 0; row < quotas_->count(); ++row)
        if (quotas_->item(row)->checkState() == Qt::Checked)
            return quotas_->setCurrentRow(row);
    quotas_->setCurrentRow(0);
}

void WorkspaceDialog::sayThatThereAreNone() {
    auto* none = new EmptyState(Icon::layers, tr("The pool has no quotas"),
                                tr("A workspace uses quotas. Create a root quota first."), this);
    none->setFixedHeight(kList);
    const int at = body()->indexOf(quotas_);
    body()->insertWidget(at, none);
    for (QWidget* part : std::initializer_list<QWidget*>{filter_, quotas_, chosenText_})
        part->hide();
}

void WorkspaceDialog::applyFilter() {
    const TextSearch search = searchFor(filter_->text().trimmed());
    for (int row = 0; row < quotas_->count(); ++row)
        quotas_->item(row)->setHidden(!isIn(quotas_->item(row)->text(), search));
}

std::vector<std::string> WorkspaceDialog::chosen() const {
    std::vector<std::string> ticked;
    for (int row = 0; row < quotas_->count(); ++row)
        if (quotas_->item(row)->checkState() == Qt::Checked)
            ticked.push_back(quotas_->item(row)->data(kNameRole).toString().toStdString());
    return tiedQuotas(before_, std::move(ticked));
}

void WorkspaceDialog::showChosen() {
    const std::vector<std::string> quotas = chosen();
    chosenText_->setText(quotas.empty() ? tr("No quota is chosen")
                                        : tr("Chosen: %1").arg(namesText(quotas)));
}

Change WorkspaceDialog::change() const {
    if (name_)
        return CreateWorkspace{name_->text().trimmed().toStdString(), chosen()};
    return SetWorkspaceQuotas{workspace_, chosen()};
}

QString WorkspaceDialog::missing() const {
    if (quotas_->count() == 0)
        return tr("The pool has no quotas yet.");
    if (name_ && name_->text().trimmed().isEmpty())
        return tr("Enter a name.");
    if (chosen().empty())
        return tr("Choose a quota.");
    return !name_ && chosen() == before_ ? tr("No changes.") : QString();
}

bool WorkspaceDialog::mark(const Problems& problems) {
    if (!name_)
        return false;
    const bool wrong =
        !problems.empty() && problems.front().pointer.find("name") != std::string::npos;
    name_->setProperty("error", wrong);
    name_->update();
    mistake_->say(wrong ? refusalText(problems) : QString());
    return wrong;
}

}  // namespace apportion::ui
