// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_pane.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "core/change/price_text.h"
#include "core/report/document.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/typing_pause.h"

namespace apportion::ui {

namespace {

constexpr int kPaneMargin = 16;
constexpr int kMostPercent = 1000;
constexpr int kUsualPercent = 50;
constexpr int kWithBorrowed = static_cast<int>(CostBy::guaranteeAndBorrowed);  // as an entry
constexpr const char* kUsualCurrency = "EUR";

report::PeriodUnit unitOf(int unit) {
    return unit == 0   ? report::PeriodUnit::week
           : unit == 1 ? report::PeriodUnit::month
                       : report::PeriodUnit::quarter;
}

}  // namespace

ReportPane::ReportPane(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(kPaneMargin, 12, kPaneMargin, 16);
    column_->setSpacing(6);
    typing_.setSingleShot(true);
    typing_.setInterval(kTypingPause);
    connect(&typing_, &QTimer::timeout, this, &ReportPane::changed);
    makePeriod();
    auto* scope = section(tr("Scope"));
    scope_ = new QComboBox(this);
    scope_->setAccessibleName(tr("What the report is about"));
    scope_->view()->setAccessibleName(scope_->accessibleName());
    scope_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    scopeNote_ = new TextLabel({}, Type::second, Role::text2, this);
    scopeNote_->setWordWrap(true);
    scope->addWidget(scope_);
    scope->addWidget(scopeNote_);
    connect(scope_, &QComboBox::activated, this, [this] {
        showScopeNote();
        emit changed();
    });
    parts_ = section(tr("Parts"));
    makePrices();
    auto* weekly = section(tr("Every Monday"));
    weekly_ = new QCheckBox(tr("Write last week as HTML to a folder"), this);
    folder_ = new TextLabel({}, Type::second, Role::text2, this);
    folder_->setWordWrap(true);
    weekly->addWidget(weekly_);
    weekly->addWidget(folder_);
    connect(weekly_, &QCheckBox::clicked, this, &ReportPane::weeklyWanted);
    column_->addStretch(1);
}

QVBoxLayout* ReportPane::section(const QString& title) {
    auto* head = new TextLabel(title, Type::head, Role::text, this);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(6);
    rows->setContentsMargins(0, 0, 0, 8);
    column_->addWidget(head);
    column_->addLayout(rows);
    return rows;
}

void ReportPane::makePeriod() {
    auto* rows = section(tr("Period"));
    units_ = new Segmented(tr("Period of the report"), this);
    for (const QString& unit : {tr("Week"), tr("Month"), tr("Quarter"), tr("All"), tr("Own")})
        units_->addSegment(unit);
    before_ = new IconButton(Icon::chevronLeft, tr("The period before"), this);
    after_ = new IconButton(Icon::chevronRight, tr("The period after"), this);
    name_ = new TextLabel({}, Type::head, Role::text, this);
    days_ = new TextLabel({}, Type::second, Role::text2, this);
    days_->setWordWrap(true);
    own_ = new QLineEdit(this);
    own_->setPlaceholderText(QStringLiteral("2026-11-01..2026-11-15"));
    own_->setAccessibleName(tr("Own period, both days"));
    own_->setToolTip(
        tr("A day, a week, a month, or FROM..TO with both days: 2026-11-20, 2026-W47, "
           "2026-11, 2026-11-01..2026-11-15"));
    auto* stepper = new QHBoxLayout;
    stepper->addWidget(name_, 1);
    stepper->addWidget(before_);
    stepper->addWidget(after_);
    rows->addWidget(units_, 0, Qt::AlignLeft);
    rows->addLayout(stepper);
    rows->addWidget(own_);
    rows->addWidget(days_);
    connect(units_, &Segmented::currentChanged, this, [this](int unit) {
        offset_ = -1;
        showPeriod();
        if (unit != own || !own_->text().trimmed().isEmpty())
            emit changed();
        if (unit == own)
            own_->setFocus();
    });
    connect(before_, &QAbstractButton::clicked, this, [this] { step(-1); });
    connect(after_, &QAbstractButton::clicked, this, [this] { step(1); });
    connect(own_, &QLineEdit::textEdited, &typing_, qOverload<>(&QTimer::start));
}

void ReportPane::makePrices() {
    auto* rows = section(tr("Cost"));
    model_ = new QComboBox(this);
    model_->setAccessibleName(tr("What is charged"));
    model_->addItem(tr("By use"), QStringLiteral("use"));
    model_->addItem(tr("By guarantee"), QStringLiteral("guarantee"));
    model_->addItem(tr("By guarantee and borrowed GPUs"), QStringLiteral("guarantee+borrowed"));
    percent_ = new NumberField(0, this);
    percent_->setRange(0, kMostPercent);
    percent_->setValue(kUsualPercent);
    percent_->setSuffix(QStringLiteral("%"));
    percent_->setAccessibleName(tr("Part of the price that borrowed GPUs cost"));
    percent_->hide();
    price_ = new QLineEdit(this);
    price_->setObjectName(QStringLiteral("price"));
    price_->setPlaceholderText(QStringLiteral("2.10, H100=2.50@2026-10-01"));
    price_->setAccessibleName(tr("Prices of a GPU hour"));
    price_->setToolTip(
        tr("The price of a GPU hour: 2.10. By type and from a day on: "
           "H100=2.50@2026-10-01. Several are separated by commas."));
    currency_ = new QLineEdit(QLatin1String(kUsualCurrency), this);
    currency_->setAccessibleName(tr("Currency"));
    currency_->setFixedWidth(controlHeight(56));
    auto* price = new QHBoxLayout;
    price->addWidget(price_, 1);
    price->addWidget(currency_);
    rows->addWidget(model_);
    rows->addWidget(percent_, 0, Qt::AlignLeft);
    rows->addLayout(price);
    keep_ = new QPushButton(tr("Keep in project"), this);
    keep_->setProperty("compact", true);
    keep_->setAutoDefault(false);
    keep_->hide();
    connect(keep_, &QPushButton::clicked, this, [this] { emit keepWanted(prices()); });
    priceNote_ = new TextLabel({}, Type::second, Role::text2, this);
    priceNote_->setWordWrap(true);
    rows->addWidget(priceNote_);
    rows->addWidget(keep_, 0, Qt::AlignLeft);
    showWhosePrices();
    connect(model_, &QComboBox::activated, this, [this](int index) {
        percent_->setVisible(index == kWithBorrowed);
        showWhosePrices();
        if (!price_->text().trimmed().isEmpty())
            emit changed();
    });
    const auto typed = [this] {
        showWhosePrices();
        typing_.start();
    };
    connect(percent_, &NumberField::valueChanged, this, typed);
    for (QLineEdit* each : {price_, currency_})
        connect(each, &QLineEdit::textEdited, this, typed);
}

PriceSetting ReportPane::prices() const {
    PriceSetting prices;
    for (const QString& each : price_->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!each.trimmed().isEmpty())
            prices.prices.push_back(each.trimmed().toStdString());
    const QString currency = currency_->text().trimmed();
    prices.currency = currency.isEmpty() ? kUsualCurrency : currency.toStdString();
    prices.cost = model_->currentData().toString().toStdString();
    if (model_->currentIndex() == kWithBorrowed)
        prices.cost += ":" + std::to_string(static_cast<int>(percent_->value()));
    return prices;
}

void ReportPane::setKept(const PriceSetting& kept) {
    const bool typed = prices() != kept_;
    const auto model = costModelFrom(kept.cost);
    PriceSetting usual = kept;
    if (kept.currency.empty())
        usual.currency = kUsualCurrency;
    if (kept.cost.empty() || !model)
        usual.cost = "use";
    else if (model->by == CostBy::guaranteeAndBorrowed)
        usual.cost = "guarantee+borrowed:" + std::to_string(model->borrowedPercent);
    kept_ = std::move(usual);
    if (!typed)
        fillPrices();
    showWhosePrices();
}

void ReportPane::fillPrices() {
    QStringList texts;
    for (const std::string& each : kept_.prices)
        texts.append(qt(each));
    price_->setText(texts.join(QStringLiteral(", ")));
    price_->setCursorPosition(0);
    currency_->setText(qt(kept_.currency));
    const CostModel model = costModelFrom(kept_.cost).value_or(CostModel());
    model_->setCurrentIndex(static_cast<int>(model.by));
    percent_->setVisible(model.by == CostBy::guaranteeAndBorrowed);
    if (model.by == CostBy::guaranteeAndBorrowed) {
        const QSignalBlocker quiet(percent_);
        percent_->setValue(model.borrowedPercent);
    }
}

void ReportPane::showWhosePrices() {
    const PriceSetting shown = prices();
    const bool typed = shown != kept_;
    priceNote_->setText(typed && subject_.journal ? tr("per GPU hour, only in this report")
                        : shown.prices.empty()    ? tr("per GPU hour (empty: no cost)")
                        : subject_.journal        ? tr("per GPU hour, as kept in the project")
                                                  : tr("per GPU hour"));
    keep_->setVisible(typed && subject_.mayKeep);
}

void ReportPane::setSubject(const Subject& subject) {
    const bool another = subject.name != subject_.name || subject.journal != subject_.journal ||
                         subject.dates != subject_.dates;
    const bool others = another || subject.quotas != subject_.quotas ||
                        subject.users != subject_.users || subject.inPart != subject_.inPart;
    subject_ = subject;
    if (another)
        kept_ = prices();
    if (others)
        fillScope();
    weekly_->setEnabled(subject.journal);
    weekly_->setToolTip(subject.journal ? QString() : tr("Only a project writes weekly reports"));
    if (another) {
        offset_ = -1;
        units_->segment(all)->setVisible(!subject.journal);
        for (int unit = 0; unit < units_->count(); ++unit)
            units_->segment(unit)->setEnabled(subject.dates || unit == all);
        units_->setCurrentIndex(subject.journal ? week : all);
    }
    showWhosePrices();
    showPeriod();
}

// What was chosen stays chosen while it is there.
void ReportPane::fillScope() {
    const QString before = scope_->currentData().toString();
    scope_->clear();
    scope_->addItem(subject_.inPart ? tr("All your quotas") : tr("The whole pool"), QString());
    const auto add = [&](const QStringList& names, const QString& kind, const QString& shown) {
        if (!names.isEmpty())
            scope_->insertSeparator(scope_->count());
        for (const QString& name : names)
            scope_->addItem(shown.arg(visible(name)), QString(kind + name));
    };
    add(subject_.quotas, QStringLiteral("quota:"), tr("Quota %1"));
    add(subject_.users, QStringLiteral("user:"), tr("User %1"));
    scope_->setCurrentIndex(std::max(0, scope_->findData(before)));
    showScopeNote();
    if (scope_->currentData().toString() != before)
        emit changed();
}

void ReportPane::showScopeNote() {
    const bool part = !scope_->currentData().toString().isEmpty();
    scopeNote_->setText(subject_.inPart ? tr("Of other teams the report has totals without names.")
                        : part          ? tr("Everything else is shown as totals without names.")
                                        : tr("All teams and users are shown by name."));
}

report::Period ReportPane::period() const {
    return report::Calendar(subject_.zone)
        .containing(subject_.now, unitOf(units_->currentIndex()), offset_);
}

void ReportPane::step(int by) {
    offset_ += by;
    showPeriod();
    emit changed();
}

void ReportPane::showPeriod() {
    const int unit = units_->currentIndex();
    const bool steps = unit == week || unit == month || unit == quarter;
    name_->setVisible(steps);
    before_->setVisible(steps);
    after_->setVisible(steps);
    after_->setEnabled(offset_ < 0);
    own_->setVisible(unit == own);
    if (!steps) {
        days_->setText(unit == own       ? tr("Both days count.")
                       : !subject_.dates ? tr("The scenario has no dates: all of it counts.")
                                         : tr("All that is recorded"));
        return;
    }
    const report::Calendar calendar(subject_.zone);
    const report::Period shown = period();
    name_->setText(qt(shown.text));
    days_->setText(tr("%1 to %2, %3")
                       .arg(qt(calendar.dayText(shown.from, false)),
                            qt(calendar.dayText(shown.to - 1, false)),
                            qt(calendar.zoneText(shown.from))));
}

report::ReportTexts ReportPane::texts() const {
    report::ReportTexts texts;
    const int unit = units_->currentIndex();
    texts.period = unit == all   ? std::string()
                   : unit == own ? own_->text().trimmed().toStdString()
                                 : period().text;
    if (subject_.journal)
        texts.zone = subject_.zone;
    texts.scope = scope_->currentData().toString().toStdString();
    PriceSetting typed = prices();
    if (typed == kept_)
        return texts;
    texts.prices = typed.prices.empty() ? std::vector<std::string>{kNoPrices} : typed.prices;
    texts.currency = typed.currency;
    texts.cost = typed.cost;
    return texts;
}

void ReportPane::setParts(const report::Document& document) {
    QString ids;
    for (const report::DocumentTable& table : document.tables)
        ids += qt(table.id) + QLatin1Char(' ');
    if (known_ == ids)
        return;
    known_ = ids;
    while (QLayoutItem* item = parts_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const report::DocumentTable& table : document.tables) {
        auto* part = new QCheckBox(qt(table.title), this);
        const QString id = qt(table.id);
        part->setChecked(!left_.contains(id));
        connect(part, &QCheckBox::toggled, this, [this, id](bool wanted) {
            wanted ? void(left_.remove(id)) : void(left_.insert(id));
            emit partsChanged();
        });
        parts_->addWidget(part);
    }
}

report::Document ReportPane::shown(report::Document document) const {
    std::erase_if(document.tables,
                  [&](const report::DocumentTable& table) { return left_.contains(qt(table.id)); });
    return document;
}

void ReportPane::setWeekly(const QString& folder) {
    weekly_->setChecked(!folder.isEmpty());
    folder_->setText(folder.isEmpty()
                         ? tr("While this window runs the pool. The newest 12 reports are kept.")
                         : folder);
}

}  // namespace apportion::ui
