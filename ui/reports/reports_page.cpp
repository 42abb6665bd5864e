// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/reports_page.h"

#include <sstream>

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QStackedWidget>
#include <QTextDocument>
#include <QTextEdit>
#include <QVBoxLayout>

#include "core/change/day_clock.h"
#include "core/change/price_text.h"
#include "core/model/date_text.h"
#include "core/report/report_json.h"
#include "core/session/commands/commands.h"
#include "ui/command_runner.h"
#include "ui/report_maker.h"
#include "ui/reports/report_pane.h"
#include "ui/reports/report_paper.h"
#include "ui/reports/report_pdf.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/save_dialog.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kReportPane = 308;
constexpr double kZoom = 1.15;          // letters of the preview
constexpr double kPaperMargin = 24;     // around it
constexpr qsizetype kMostScopes = 500;  // to choose from
constexpr qint64 kWeekLook = 600'000;   // milliseconds between two looks

QString suffixOf(ReportsPage::Form form) {
    using Form = ReportsPage::Form;
    return form == Form::pdf    ? QStringLiteral("pdf")
           : form == Form::html ? QStringLiteral("html")
           : form == Form::csv  ? QStringLiteral("csv")
                                : QStringLiteral("json");
}

// Tab comes to it, to scroll by keyboard.
class PaperView final : public QTextEdit {
public:
    using QTextEdit::QTextEdit;

protected:
    void paintEvent(QPaintEvent* event) override {
        QTextEdit::paintEvent(event);
        if (!hasKeyboardFocus(*this))
            return;
        QPainter painter(viewport());
        painter.setRenderHint(QPainter::Antialiasing);
        paintFocusRing(painter, QRectF(viewport()->rect()));
    }
    void focusInEvent(QFocusEvent* event) override {
        QTextEdit::focusInEvent(event);
        viewport()->update();
    }
    void focusOutEvent(QFocusEvent* event) override {
        QTextEdit::focusOutEvent(event);
        viewport()->update();
    }
    void scrollContentsBy(int x, int y) override {
        QTextEdit::scrollContentsBy(x, y);
        viewport()->update();
    }
};

}  // namespace

ReportsPage::ReportsPage(PageHost& host)
    : host_(host),
      maker_(host.shared<ReportMaker>()),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::report, tr("The report is being made"), {}, this)),
      pane_(new ReportPane(this)),
      message_(new MessageBar(this)),
      preview_(new PaperView(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* area = new PageArea(this);
    area->setFixedWidth(kReportPane);
    auto* room = new QVBoxLayout(area->content());
    room->setContentsMargins(0, 0, 0, 0);
    room->addWidget(pane_);
    preview_->setReadOnly(true);
    preview_->setFrameShape(QFrame::NoFrame);
    preview_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    preview_->setAccessibleName(tr("Usage report"));
    // It is paper, in either theme.
    QPalette paper = preview_->palette();
    paper.setColor(QPalette::Base, paperColor(Role::surface));
    paper.setColor(QPalette::Text, paperColor(Role::text));
    preview_->setPalette(paper);
    message_->hide();
    connect(message_, &MessageBar::closed, message_, &QWidget::hide);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(makeHead());
    right->addWidget(message_);
    right->addWidget(stack_, 1);
    stack_->addWidget(empty_);
    stack_->addWidget(preview_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(area);
    row->addLayout(right, 1);
    connect(pane_, &ReportPane::changed, this, [this] {
        stale_ = true;
        make();
    });
    connect(pane_, &ReportPane::partsChanged, this, &ReportsPage::showPaper);
    connect(pane_, &ReportPane::keepWanted, this, &ReportsPage::keepPrices);
    connect(pane_, &ReportPane::weeklyWanted, this, [this](bool wanted) {
        if (wanted)
            return chooseFolder();
        host_.settings.setWeeklyReport(qt(view_->document.file), {});
        pane_->setWeekly({});
    });
}

QWidget* ReportsPage::makeHead() {
    auto* head = new QWidget(this);
    head->setFixedHeight(controlHeight(40));
    state_ = new TextLabel({}, Type::second, Role::text2, head);
    state_->setElided(true);
    busy_ = new QProgressBar(head);
    busy_->setRange(0, 0);
    busy_->setTextVisible(false);
    busy_->setFixedWidth(64);
    busy_->setAccessibleName(tr("The report is being made"));
    busy_->hide();
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(6);
    row->addWidget(state_, 1);
    row->addWidget(busy_);
    for (const auto& [form, name] : {std::pair(Form::json, QStringLiteral("JSON")),
                                     std::pair(Form::csv, QStringLiteral("CSV")),
                                     std::pair(Form::html, QStringLiteral("HTML")),
                                     std::pair(Form::pdf, QStringLiteral("PDF"))}) {
        const bool primary = form == Form::pdf;
        auto* button = new QPushButton(icon(Icon::download, primary ? Role::onAccent : Role::text2),
                                       name, head);
        button->setProperty("compact", true);
        if (primary)
            button->setProperty("kind", "primary");
        button->setAutoDefault(false);
        button->setEnabled(false);
        button->setToolTip(tr("Export the report as %1").arg(name));
        connect(button, &QPushButton::clicked, this, [this, form = form] { exportAs(form); });
        row->addWidget(button);
        exports_.append(button);
    }
    return head;
}

void ReportsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (view_)
        setView(view_);
}

void ReportsPage::setView(const ViewPtr& view) {
    const bool another = !view_ || view_->document.file != view->document.file ||
                         view_->document.name != view->document.name;
    // A run tells what it has come to; a journal what stands in it.
    const bool moved = view_ && !view->document.can.journal && view_->clock != view->clock;
    view_ = view;
    if (another) {
        answer_ = nullptr;
        stack_->setCurrentWidget(empty_);
        pane_->setWeekly(host_.settings.weeklyReport(qt(view->document.file)));
    }
    stale_ = stale_ || another || moved;
    lookAtWeek(*view);
    if (!isVisible())
        return;
    const DocumentState& document = view->document;
    ReportPane::Subject subject;
    subject.journal = document.can.journal;
    subject.dates = document.can.journal || !document.epoch.empty();
    subject.inPart = document.inPart;
    subject.mayKeep = document.can.journal && host_.commands.may("prices");
    if (const std::string here = zoneHere(); document.can.journal && !here.empty())
        subject.zone = here;
    subject.now = document.can.journal ? QDateTime::currentMSecsSinceEpoch()
                                       : epochValue(document.epoch).value_or(0) + view->clock;
    subject.name = qt(document.file) + QLatin1Char('\n') + qt(document.name);
    for (const QuotaRow& row : view->quotas)
        if (subject.quotas.size() < kMostScopes)
            subject.quotas.append(qt(row.name));
    QSet<QString> users;
    for (const WorkspaceRow& workspace : view->workspaces)
        for (const WorkspaceRow::User& user : workspace.users)
            if (!user.name.empty() && users.size() < kMostScopes)
                users.insert(qt(user.name));
    subject.users = {users.begin(), users.end()};
    subject.users.sort();
    pane_->setSubject(subject);
    if (stale_)
        make();
}

void ReportsPage::make() {
    if (making_ || !view_ || !isVisible())
        return;
    making_ = true;
    stale_ = false;
    busy_->show();
    maker_.makeReport(pane_->texts(), this, [this](const auto& answer) {
        making_ = false;
        busy_->hide();
        take(answer);
        if (stale_)
            make();
    });
}

void ReportsPage::take(const std::shared_ptr<const Result<PreparedReport>>& answer) {
    if (!*answer) {
        const Problem& problem = answer->error().front();
        const QString sentence =
            messageText(problem.message) + QLatin1Char(' ') + remedyText(problem.message);
        if (answer_)
            message_->say(Tone::err, sentence.trimmed());
        else
            empty_->setTexts(tr("There is no report"), sentence.trimmed());
        return;
    }
    message_->hide();
    answer_ = answer;
    pane_->setKept((*answer)->kept);
    const Problems& warnings = (*answer)->warnings;
    if (!warnings.empty())
        message_->say(Tone::warn, messageText(warnings.front().message));
    showPaper();
}

void ReportsPage::showPaper() {
    if (!answer_)
        return;
    report::Document document = report::documentOf((*answer_)->report);
    pane_->setParts(document);
    auto paper = std::make_unique<ReportPaper>(pane_->shown(std::move(document)), nullptr, kZoom);
    paper->text()->setDocumentMargin(kPaperMargin);
    const int at = preview_->verticalScrollBar()->value();
    preview_->setDocument(paper->text());
    paper_ = std::move(paper);
    preview_->verticalScrollBar()->setValue(at);
    stack_->setCurrentWidget(preview_);
    const report::Usage& usage = (*answer_)->report.usage;
    state_->setText(
        usage.source == report::UsageSource::journal
            ? tr("From %n history entry(ies), head %1", nullptr, static_cast<int>(usage.entries))
                  .arg(qt(usage.head.substr(0, 8)))
            : tr("From a run of the scenario, up to the clock"));
    for (QPushButton* each : exports_)
        each->setEnabled(true);
}

QString ReportsPage::writeAs(Form form, const QString& path) const {
    const report::Report& report = (*answer_)->report;
    const auto write = [](const std::string& file, const std::string& text) {
        const auto written = writeOutput(file, text);
        return written ? QString() : messageText(written.error().front().message);
    };
    if (form == Form::pdf)
        return writeReportPdf(paper_->document(), path);
    if (form == Form::html)
        return write(path.toStdString(), report::htmlOf(paper_->document()));
    if (form == Form::json) {
        std::ostringstream text;
        report::writeReport(text, report, report.accounts(report.by));
        return write(path.toStdString(), text.str());
    }
    std::error_code failed;
    std::filesystem::create_directories(path.toStdString(), failed);
    for (const auto& [name, text] : report::csvOf(paper_->document(), CsvCells::safe))
        if (QString why = write((std::filesystem::path(path.toStdString()) / name).string(), text);
            !why.isEmpty())
            return why;
    return {};
}

void ReportsPage::exportAs(Form form) {
    if (!answer_)
        return;
    const QString suffix = suffixOf(form);
    const QString title = tr("Export the report as %1").arg(suffix.toUpper());
    // Tables are a folder, one file each.
    auto* place = new SaveDialog(
        window(), title,
        form == Form::csv ? tr("Folders of tables (*.csv)") : tr("Reports (*.%1)").arg(suffix),
        suffix);
    const std::string& period = (*answer_)->report.period.text;
    const QString pool = QFileInfo(qt(view_->document.file)).completeBaseName();
    place->propose((pool.isEmpty() ? QStringLiteral("report") : pool) +
                       (period.empty() ? QString() : QLatin1Char('-') + qt(period)),
                   qt(view_->document.file));
    connect(place, &QFileDialog::fileSelected, this, [this, form](const QString& path) {
        const QString why = writeAs(form, path);
        if (why.isEmpty())
            emit host_.said(tr("Exported to %1").arg(QFileInfo(path).fileName()));
        else
            emit host_.failed(why, [this, form] { exportAs(form); });
    });
    place->open();
}

void ReportsPage::keepPrices(const PriceSetting& prices) {
    SetPrices change{prices.prices, prices.currency, prices.cost};
    if (change.prices.empty())
        change.prices = {kNoPrices};
    host_.commands.run({std::move(change)}, this, [this](const Result<CommandAnswer>& answer) {
        if (!answer)
            return message_->say(Tone::err, refusalText(answer.error()));
        stale_ = true;
        make();
    });
}

void ReportsPage::chooseFolder() {
    auto* place = new QFileDialog(window(), tr("Folder of weekly reports"),
                                  SaveDialog::startFolder(qt(view_->document.file)));
    place->setAttribute(Qt::WA_DeleteOnClose);
    place->setFileMode(QFileDialog::Directory);
    place->setOption(QFileDialog::ShowDirsOnly);
    connect(place, &QFileDialog::rejected, this, [this] { pane_->setWeekly({}); });
    connect(place, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        host_.settings.setWeeklyReport(qt(view_->document.file), folder);
        pane_->setWeekly(folder);
        week_.invalidate();
        lookAtWeek(*view_);
    });
    place->open();
}

void ReportsPage::lookAtWeek(const View& view) {
    const QString file = qt(view.document.file);
    if (!view.document.isLive() || (week_.isValid() && week_.elapsed() < kWeekLook))
        return;
    week_.start();
    const QString folder = host_.settings.weeklyReport(file);
    if (folder.isEmpty())
        return;
    maker_.writeWeekly(file.toStdString(), folder.toStdString(), this, [this](const auto& answer) {
        if (!*answer)
            emit host_.failed(messageText(answer->error().front().message), [this] {
                week_.invalidate();
                lookAtWeek(*view_);
            });
        else if (const auto& written = **answer)
            emit host_.said(tr("The report of last week is %1").arg(qt(written->string())));
    });
}

}  // namespace apportion::ui
