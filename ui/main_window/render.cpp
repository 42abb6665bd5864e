// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/render.h"

#include <cmath>
#include <cstdio>

#include <QApplication>
#include <QBuffer>
#include <QPixmap>

#include "core/plan/draft/quota_draft.h"
#include "core/session/commands/commands.h"
#include "core/view/view.h"
#include "ui/files/file_flow.h"
#include "ui/main_window/main_window.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr auto kPoll = std::chrono::milliseconds(20);
constexpr auto kLongest = std::chrono::minutes(2);  // who renders is a script: it is told
constexpr int kRounds = 4;
constexpr auto kRenderRest = std::chrono::milliseconds(80);  // for layouts and queued replots

// To whoever runs a script.
void tell(const QString& sentence) {
    std::fprintf(stderr, "%s\n", qPrintable(visible(sentence)));
}

void print(const Problems& problems) {
    for (const Problem& problem : problems)
        tell(QStringLiteral("%1:%2:%3: %4 %5")
                 .arg(qt(problem.file), QString::number(problem.line),
                      QString::number(problem.column), messageText(problem.message),
                      remedyText(problem.message)));
}

}  // namespace

QStringList viewNames(const Pages& pages) {
    QStringList names;
    QStringList dialogs;
    for (const PageRegistration& page : pages) {
        if (!page.whyNot)
            names << QString::fromLatin1(page.row.name);
        for (const QString& dialog : page.dialogs)
            dialogs << QStringLiteral("dialog:") + dialog;
    }
    for (const char* name : {"start",
                             "palette",
                             "issues",
                             "shortcuts",
                             "dialog:new-pool",
                             "dialog:submit",
                             "dialog:submit-rows",
                             "dialog:priority",
                             "dialog:settings",
                             "dialog:about",
                             "dialog:shortcuts",
                             "dialog:self-preemption",
                             "dialog:child-preemption",
                             "dialog:drain",
                             "dialog:add-nodes",
                             "dialog:edit-nodes",
                             "dialog:remove-nodes",
                             "dialog:pool-settings",
                             "wizard:scale",
                             "wizard:scale:2",
                             "wizard:scale:3",
                             "dialog:new-quota",
                             "dialog:new-root",
                             "dialog:rename-quota",
                             "dialog:delete-quota",
                             "dialog:edit-quotas",
                             "dialog:move-gpus",
                             "dialog:temporary-changes",
                             "dialog:timetables",
                             "dialog:roles",
                             "dialog:restore-points"})
        names << QString::fromLatin1(name);
    return names + dialogs;
}

QStringList projectViewNames() {
    return {QStringLiteral("dialog:go-live"), QStringLiteral("dialog:approve")};
}

QStringList planViewNames() {
    return {QStringLiteral("dialog:plan-edit"), QStringLiteral("dialog:plan-work"),
            QStringLiteral("dialog:plan-answers")};
}

QStringList partialViewNames(const Pages& pages) {
    QStringList names{QStringLiteral("dialog:cluster-plan"), QStringLiteral("dialog:cluster-work")};
    for (const PageRegistration& page : pages)
        if (page.whyNot)
            names << QString::fromLatin1(page.row.name);
    return names;
}

QString nothingToShow(const QString& view, const DocumentState& document) {
    if (projectViewNames().contains(view) && !document.can.journal)
        return QStringLiteral(
                   "%1 is of a project, and this file is a recorded run: make a project of it with "
                   "\"apportionctl project init NEW.apportion --from FILE\"")
            .arg(view);
    if (planViewNames().contains(view))
        return QStringLiteral("%1 is of a plan with a variant, and no plan is open").arg(view);
    if (view == QLatin1String("dialog:go-live"))
        return QStringLiteral("%1 is of a pool that is not live, for users who can change it")
            .arg(view);
    if (view == QLatin1String("dialog:approve"))
        return QStringLiteral("%1 needs a workload that waits for approval").arg(view);
    return QStringLiteral("%1 has nothing to show here").arg(view);
}

void showMoment(MainWindow& window, double seconds) {
    window.bridge().session().seek(static_cast<Instant>(std::llround(seconds * kSecond)));
}

Renderer::Renderer(MainWindow& window, RenderJob job) : window_(window), job_(std::move(job)) {
    QApplication::setCursorFlashTime(0);
    window_.resize(job_.size);
    window_.show();
    connect(&timer_, &QTimer::timeout, this, &Renderer::poll);
    timer_.setInterval(kPoll);
    QTimer::singleShot(kLongest, this, [this] {
        tell(QStringLiteral("apportion: %1 was not ready within %2 seconds")
                 .arg(job_.view)
                 .arg(std::chrono::seconds(kLongest).count()));
        QApplication::exit(1);
    });
    if (job_.file.isEmpty()) {
        settled_ = window_.bridge().view();
        timer_.start();
        return;
    }
    connect(&window_.files(), &FileFlow::opened, this, &Renderer::opened);
    connect(&window_.files(), &FileFlow::planOpened, this, &Renderer::opened);
    connect(&window_.files(), &FileFlow::failed, this, [](const QString&, const Problems& all) {
        print(all);
        // The answer may be there before the event loop, and an exit before it is forgotten.
        QMetaObject::invokeMethod(
            qApp, [] { QApplication::exit(3); }, Qt::QueuedConnection);
    });
    window_.files().standAlone();
    window_.files().open(job_.file);
}

void Renderer::opened() {
    if (job_.at)
        showMoment(window_, *job_.at);
    window_.bridge().ask(window_.bridge().session().settled(), this, [this](const ViewPtr& view) {
        settled_ = view;
        timer_.start();
    });
}

void Renderer::poll() {
    const ViewPtr& now = window_.bridge().view();
    // The clock of a project goes on.
    const bool same = now->document.open == settled_->document.open &&
                      now->document.engine == settled_->document.engine &&
                      (now->document.can.journal ||
                       (now->clock == settled_->clock && now->play == settled_->play));
    if (!same || !window_.isSettled())
        return;
    if (!shown_) {
        shown_ = true;
        if (!window_.showView(job_.view)) {
            tell(QStringLiteral("apportion: ") + nothingToShow(job_.view, now->document));
            timer_.stop();
            QApplication::exit(1);
            return;
        }
        timer_.start(kRenderRest);
        return;
    }
    // What has just come is laid out first.
    if (!rested_) {
        rested_ = true;
        timer_.start(kRenderRest);
        return;
    }
    timer_.stop();
    draw();
}

void Renderer::draw() {
    // Columns that would get their room a moment later have it at once.
    for (TreeView* table : window_.shownView()->findChildren<TreeView*>())
        table->columnLayout().apply();
    // Texts that wrap ask for their height in a second round.
    for (int round = 0; round < kRounds; ++round)
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    window_.shownView()->grab().save(&buffer, "PNG");
    const auto written = writeOutput(job_.picture.toStdString(),
                                     {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!written)
        tell(QStringLiteral("apportion: %1").arg(messageText(written.error().front().message)));
    QApplication::exit(written ? 0 : 1);
}

}  // namespace apportion::ui
