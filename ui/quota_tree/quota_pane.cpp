// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_pane.h"

#include <algorithm>

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/plan/draft/quota_draft.h"
#include "core/view/quota_order.h"
#include "core/view/tables/pool_tables.h"
#include "ui/limits_only.h"
#include "ui/quota_tree/quota_cells.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_tree_view.h"
#include "ui/settings.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/usage_bar_view.h"

namespace apportion::ui {

namespace {

constexpr int kQuotaPaneMargin = 12;
constexpr std::size_t kCompact = 40;        // quotas from which rows get compact
constexpr std::size_t kRootsOpened = 5000;  // rows up to which all roots are open at first
constexpr int kRest = 400;                  // ms until what changed is remembered

}  // namespace

QuotaPane::QuotaPane(SessionBridge& bridge, CommandRunner& runner, Settings& settings,
                     QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      runner_(runner),
      settings_(settings),
      model_(new QuotaModel(this)),
      tree_(new QuotaTreeView(this)),
      rows_(new QStackedWidget(this)),
      noMatch_(new EmptyState(Icon::layers, {}, {}, this)),
      head_(new SectionHead(tr("Quotas"), this)),
      filter_(new SearchField(tr("Filter by name, team, or policy"), this)),
      refusal_(new MessageBar(this)),
      legend_(new UsageBarLegend(this)),
      latest_(model_->view()) {
    setMinimumWidth(280);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    tree_->setPageMargin(kQuotaPaneMargin);
    tree_->setModel(model_);
    tree_->setAccessibleName(tr("Quotas"));
    setColumns({});
    fillHead();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head_);
    auto* field = new QHBoxLayout;
    field->setContentsMargins(kQuotaPaneMargin, 0, kQuotaPaneMargin, 4);
    field->addWidget(filter_);
    layout->addLayout(field);
    layout->addWidget(refusal_);
    rows_->addWidget(tree_);
    rows_->addWidget(noMatch_);
    layout->addWidget(rows_, 1);
    layout->addWidget(legend_);

    // It has a name also while it says nothing.
    for (QPushButton* button : refusal_->findChildren<QPushButton*>())
        button->setAccessibleName(tr("Open scaling…"));

    soon_.setSingleShot(true);
    soon_.setInterval(kRest);
    connect(&soon_, &QTimer::timeout, this, &QuotaPane::remember);
    connectTree();
}

QuotaPane::~QuotaPane() {
    if (soon_.isActive())
        remember();
    // An open editor hands over what was typed when its window goes, when nothing of this is left.
    model_->disconnect(this);
    tree_->disconnect(this);
    refusal_->disconnect(this);
}

void QuotaPane::connectTree() {
    connect(filter_, &SearchField::searched, this, &QuotaPane::filter);
    connect(filter_, &SearchField::leftDownwards, tree_, [this] { tree_->setFocus(); });
    connect(noMatch_, &EmptyState::firstTriggered, this, [this] {
        if (model_->view()->quotas.empty())
            return emit newQuotaWanted({});
        filter_->clear();
        filter();
        tree_->setFocus();
    });
    connect(model_, &QuotaModel::edited, this, &QuotaPane::edited);
    connect(model_, &QuotaModel::givenUp, this, &QuotaPane::forgetRefusal);
    connect(tree_, &QuotaTreeView::editorGivenUp, this, &QuotaPane::forgetRefusal);
    connect(refusal_, &MessageBar::closed, this, &QuotaPane::forgetRefusal);
    connect(&runner_, &CommandRunner::done, this, &QuotaPane::forgetRefusal);
    connect(model_, &QuotaModel::moveDropped, this, &QuotaPane::moveWanted, Qt::QueuedConnection);
    connect(tree_, &QuotaTreeView::menuWanted, this, &QuotaPane::showMenu);
    connect(
        tree_, &QuotaTreeView::editorClosed, this, [this] { setView(bridge_.view()); },
        Qt::QueuedConnection);
    connect(tree_->header(), &QHeaderView::sectionClicked, this, &QuotaPane::sortBy);
    connect(&tree_->columnLayout(), &ColumnLayout::userWidthsChanged, this,
            [this] { soon_.start(); });
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (selecting_ || selected().isEmpty())
            return;
        memory_.selected = selected();
        soon_.start();
        // Whoever answers with select() may not undo what Ctrl or Shift chose beside it.
        telling_ = true;
        emit quotaSelected(selected());
        telling_ = false;
    });
    connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!selecting_)
            emit selectionChanged();
    });
    connect(this, &QuotaPane::selectionChanged, this, &QuotaPane::enableAdd);
    const auto toggled = [this](const QModelIndex& index, bool open) {
        const QuotaRow* row = model_->row(index);
        if (selecting_ || !row || !filter_->text().trimmed().isEmpty())
            return;
        if (opensByItself(static_cast<int>(index.internalId())) == open)
            memory_.toggled.remove(qt(row->name));
        else
            memory_.toggled.insert(qt(row->name));
        soon_.start();
    };
    connect(tree_, &QTreeView::expanded, this,
            [toggled](const QModelIndex& index) { toggled(index, true); });
    connect(tree_, &QTreeView::collapsed, this,
            [toggled](const QModelIndex& index) { toggled(index, false); });
    connect(refusal_, &MessageBar::acted, this, [this] {
        forgetRefusal();
        emit scalingWanted(wanted_);
    });
}

void QuotaPane::setView(const ViewPtr& view) {
    // New data would overwrite what is being typed; the next view comes soon enough.
    if (tree_->isEditing())
        return;
    latest_ = view;
    legend_->setVisible(!narrow_ && !hasLimitsOnly(*view));
    if (file_ != qt(view->document.file) ||
        (model_->view()->quotas.empty() && memory_ == TreeMemory())) {
        if (soon_.isActive())
            remember();
        if (file_ != qt(view->document.file))
            filter_->clear();  // it was for the quotas of another pool
        forgetRefusal();
        file_ = qt(view->document.file);
        applyMemory();
    }
    applyDensity(view->quotas.size());
    enableAdd();
    arrange(query());
}

// Below what is selected, else beside the roots.
void QuotaPane::enableAdd() {
    const bool may = runner_.may("quota.add");
    add_->setEnabled(may);
    add_->setToolTip(!may                   ? tr("A new quota needs a project that you can change")
                     : selected().isEmpty() ? tr("New root quota")
                                            : tr("New child quota"));
}

QuotaQuery QuotaPane::query() const {
    const QString text = filter_->text().trimmed();
    QuotaQuery query;
    query.text = text.toStdString();
    query.traits = traitsMeant(text);
    query.flat = memory_.flat;
    query.descending = memory_.sort.descending;
    if (memory_.sort.column >= 0)
        query.key = QuotaModel::keyOf(memory_.sort.column);
    return query;
}

// What is shown comes from one order of the rows. A crowd is put in order by the session; until
// then the rows that are there go on with the numbers of the view.
void QuotaPane::arrange(const QuotaQuery& query) {
    const ViewPtr view = latest_;
    if (!model_->isCrowd(*view)) {
        answered_ = ++asked_;
        take(view, orderQuotas(view->quotas, query));
        return;
    }
    if (query == model_->query() && model_->hasTreeOf(*view)) {
        take(view, model_->order());
        if (query.key == QuotaKey::file)
            return;
    }
    if (asked_ != answered_ && query == model_->query())
        return;  // the answer that is on its way is followed by the next view
    const int number = ++asked_;
    bridge_.ask(bridge_.session().orderQuotas(view, query), this,
                [this, number, view](QuotaOrder order) {
                    if (number != asked_)
                        return;
                    answered_ = number;
                    if (!tree_->isEditing())
                        take(view, std::move(order));
                });
}

void QuotaPane::take(const ViewPtr& view, QuotaOrder order) {
    const QStringList names = selectedAll();
    const QString current = selected();
    selecting_ = true;
    bool anew = false;
    const auto reset = connect(model_, &QAbstractItemModel::modelReset, this, [&] { anew = true; });
    model_->setView(view, std::move(order));
    disconnect(reset);
    if (anew) {
        setColumns(memory_.columns);
        const auto& quotas = view->quotas;
        rootsOpen_ = static_cast<std::size_t>(std::count_if(
                         quotas.begin(), quotas.end(),
                         [](const QuotaRow& row) { return row.depth <= 1; })) <= kRootsOpened;
        expand();
        restore(names, current);
    }
    selecting_ = false;
    showCount();
    if (!current.isEmpty() && selected().isEmpty() && !model_->query().text.empty())
        emit selectionHidden();
}

void QuotaPane::showCount() {
    const View& view = *model_->view();
    const bool empty = view.document.open && view.document.reading == 0 && view.quotas.empty();
    const bool none = !model_->query().text.empty() && model_->order().matches == 0;
    if (empty) {
        const bool may = runner_.may("quota.add");
        noMatch_->setTexts(tr("No quotas"), tr("A quota is the number of GPUs that a team always "
                                               "gets. Workloads are submitted to quotas."));
        noMatch_->setActions(may ? tr("New root quota…") : QString());
    } else if (none) {
        noMatch_->setTexts(tr("No quota matches"),
                           tr("No quota name, team, or policy matches the filter."));
        noMatch_->setActions(tr("Show all quotas"), {}, Icon::eye);
    }
    rows_->setCurrentWidget(empty || none ? static_cast<QWidget*>(noMatch_) : tree_);
    const auto total = static_cast<int>(model_->view()->quotas.size());
    head_->setSecond(
        model_->query().text.empty()
            ? QLocale().toString(total)
            : tr("%1 of %2")
                  .arg(QLocale().toString(model_->order().matches), QLocale().toString(total)));
}

void QuotaPane::select(const QString& quota) {
    if (telling_ && quota == selected())
        return;
    const bool before = std::exchange(selecting_, true);
    // What is remembered is only selected again: scrolling to it would open what was closed over
    // it.
    tree_->setAutoScroll(quota != memory_.selected);
    tree_->setCurrentIndex(model_->indexOf(quota.toStdString()));
    tree_->setAutoScroll(true);
    selecting_ = before;
    if (!quota.isEmpty() && std::exchange(memory_.selected, quota) != quota)
        soon_.start();
    emit selectionChanged();
}

void QuotaPane::reveal(const QString& quota) {
    if (!model_->indexOf(quota.toStdString()).isValid() && !filter_->text().isEmpty()) {
        filter_->clear();
        filter();
    }
    select(quota);
    tree_->scrollTo(tree_->currentIndex());
    tree_->setFocus();
}

QString QuotaPane::remembered() const {
    const auto& quotas = latest_->quotas;
    const bool there = std::any_of(quotas.begin(), quotas.end(), [this](const QuotaRow& row) {
        return qt(row.name) == memory_.selected;
    });
    return there || quotas.empty() ? memory_.selected : qt(quotas.front().name);
}

QString QuotaPane::selected() const {
    const QuotaRow* row = model_->row(tree_->currentIndex());
    return row ? qt(row->name) : QString();
}

QStringList QuotaPane::selectedAll() const {
    QModelIndexList rows = tree_->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) {
        return a.internalId() < b.internalId();
    });
    QStringList names;
    names.reserve(rows.size());
    for (const QModelIndex& index : rows)
        if (const QuotaRow* row = model_->row(index))
            names << qt(row->name);
    return names;
}

void QuotaPane::filter() {
    arrange(query());
}

void QuotaPane::focusFilter() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

void QuotaPane::focusTree() {
    QWidget* there = tree_;
    if (noMatch_->isVisible())
        for (QPushButton* button : noMatch_->findChildren<QPushButton*>())
            if (button->isVisible() && there == tree_)
                there = button;
    there->setFocus(Qt::ShortcutFocusReason);
}

void QuotaPane::editSelected() {
    const QModelIndex current = tree_->currentIndex();
    if (!current.isValid())
        return;
    const bool here = tree_->hasFocus() && current.column() != QuotaModel::nameColumn &&
                      (current.flags() & Qt::ItemIsEditable);
    tree_->setFocus(Qt::ShortcutFocusReason);
    const QModelIndex cell = here ? current : current.siblingAtColumn(QuotaModel::usedColumn);
    tree_->setCurrentIndex(cell);
    tree_->edit(cell);
}

void QuotaPane::copy() const {
    tree_->copySelection();
}

void QuotaPane::setDensity(const QString& density) {
    density_ = density;
    applyDensity(model_->view()->quotas.size());
}

void QuotaPane::applyDensity(std::size_t quotas) {
    const bool compact = density_ == QLatin1String("compact") ||
                         (density_ != QLatin1String("roomy") && quotas > kCompact);
    tree_->setRowHeight(compact ? 26 : 30);
}

QString QuotaPane::csv() const {
    return qt(quotaCsv(*model_->view(), model_->order()));
}

TreeView* QuotaPane::tree() const {
    return tree_;
}

void QuotaPane::setVerbs(const QList<QAction*>& verbs) {
    verbs_ = verbs;
}

void QuotaPane::setNarrow(bool narrow) {
    if (std::exchange(narrow_, narrow) == narrow)
        return;
    setColumns(memory_.columns);
    legend_->setVisible(!narrow && !hasLimitsOnly(*model_->view()));
}

void QuotaPane::edited(const QuotaEdit& edit, QuotaField field, const QString& text) {
    const auto& rows = model_->view()->quotas;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const QuotaRow& each) {
        return qt(each.name) == edit.quota;
    });
    if (row == rows.end())
        return;
    auto change = changeOf(*row, field, text.toStdString());
    if (!change) {
        refuse(change.error(), {}, edit);
        return;
    }
    if (!*change)
        return;
    runner_.runUnlessItHits({tr("Change %1?").arg(qt(row->name)), tr("Change it")}, {**change},
                            this,
                            [this, asked = targetsOf(**change), edit, field,
                             text](const Result<CommandAnswer>& answer) {
                                if (!answer)
                                    refuse(answer.error(), asked, edit);
                                else if (field == QuotaField::name)
                                    emit quotaSelected(text);
                            });
}

// In place, above the rows; where the engine asks what is to become of running work, with the way
// to answer. What was typed stays where it was typed.
void QuotaPane::refuse(const Problems& problems, const ScaleTargets& wanted,
                       const QuotaEdit& edit) {
    wanted_ = wanted;
    const bool mode = !wanted_.empty() && plainCode(problems.front().message.code) == "below-usage";
    refusal_->say(Tone::err, refusalText(problems), mode ? tr("Open scaling…") : QString());
    model_->setRefused(edit);
    // Once the editor that gave it is closed.
    QTimer::singleShot(0, this, [this, edit] { editAgain(edit); });
}

// Unless the person has gone on elsewhere.
void QuotaPane::editAgain(const QuotaEdit& edit) {
    const QModelIndex cell = model_->indexOf(edit.quota.toStdString(), edit.column);
    const QWidget* focus = window()->focusWidget();
    if (!cell.isValid() || !refusal_->isVisibleTo(this) ||
        (focus != nullptr && focus != tree_ && !tree_->isAncestorOf(focus)))
        return;
    if (!tree_->isEditing() || tree_->currentIndex() != cell) {
        tree_->setCurrentIndex(cell);
        tree_->edit(cell);
    }
}

void QuotaPane::forgetRefusal() {
    refusal_->hide();
    model_->setRefused({});
}

void QuotaPane::showMenu(const QPoint& at) {
    if (verbs_.isEmpty())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QAction* verb : verbs_) {
        if (verb)
            menu->addAction(verb);
        else
            menu->addSeparator();
    }
    menu->popup(at);
}

}  // namespace apportion::ui
