// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_flow.h"

#include <algorithm>
#include <utility>

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMimeData>
#include <QUrl>

#include "core/plan/draft/quota_draft.h"
#include "core/session/planning/planner.h"
#include "core/session/recover_file.h"
#include "core/session/recovery.h"
#include "core/session/slurm/cluster_name.h"
#include "ui/files/notice_bar.h"
#include "ui/files/project_path.h"
#include "ui/files/single_instance.h"
#include "ui/texts.h"
#include "ui/widgets/save_dialog.h"

namespace apportion::ui {

namespace {

QString filters() {
    return FileFlow::tr(
        "Projects, scenarios, plans, and traces (*.apportion *.json *.json.gz *.txt *.csv "
        "*.csv.gz *.sacct *.swf);;All files (*)");
}

QString scenarioFilters() {
    return FileFlow::tr("Scenarios (*.json *.json.gz);;All files (*)");
}

QString projectFilters() {
    return FileFlow::tr("Projects (*.apportion)");
}

std::filesystem::path pathOf(const QString& path) {
    return std::filesystem::path(path.toStdString());
}

QString absoluteFile(const RecoveredCopy& copy) {
    return QFileInfo(qt(copy.file)).absoluteFilePath();
}

}  // namespace

FileFlow::FileFlow(SessionBridge& bridge, Settings& settings, NoticeBar& notices, QWidget* window)
    : QObject(window),
      bridge_(bridge),
      settings_(settings),
      notices_(notices),
      window_(window),
      instance_(new SingleInstance(this)) {
    connect(instance_, &SingleInstance::wanted, this, &FileFlow::wanted);
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& view) {
        awaitsView_ = awaitsView_ && !view->document.open;
        nameRecent(*view);
    });
}

void FileFlow::beginOpening() {
    ++opening_;
    emit openingChanged();
}

// `opened`: of what its first view comes, if it is not there already.
void FileFlow::endOpening(const QString& opened) {
    const DocumentState& shown = bridge_.view()->document;
    const QString file =
        clusterOf(shown.file) ? qt(shown.file) : QFileInfo(qt(shown.file)).absoluteFilePath();
    awaitsView_ = !opened.isEmpty() && !(shown.open && file == opened);
    replacing_ = false;
    --opening_;
    emit openingChanged();
}

void FileFlow::hold(const QString& path) {
    if (alone_)
        return;
    if (!held_.isEmpty() && held_ != path)
        settings_.setOpen(held_, false);
    held_ = path;
    if (!path.isEmpty())
        settings_.setOpen(path, true);
    instance_->hold(path);
}

bool FileFlow::isDirty() const {
    return bridge_.view()->document.dirty;
}

bool FileFlow::isLive() const {
    return bridge_.view()->document.isLive();
}

void FileFlow::askAboutLive(const QString& sentence, std::function<void()> then,
                            const QString& goOn) {
    Notice notice;
    notice.tone = Tone::warn;
    notice.text =
        sentence + QLatin1Char(' ') +
        tr("Running workloads continue. Nothing starts, stops, or is evicted until the pool "
           "is live again.");
    notice.buttons = {{goOn.isEmpty() ? tr("Stop scheduling and continue") : goOn, std::move(then)},
                      {tr("Stay live"), {}, true}};
    notices_.present(std::move(notice), true);
}

void FileFlow::whenSafe(const QString& question, const QString& live, std::function<void()> then,
                        const QString& goOn) {
    if (!isDirty()) {
        if (isLive() && !live.isEmpty())
            askAboutLive(live, std::move(then), goOn);
        else
            then();
        return;
    }
    askToSave(question, then, {tr("Discard"), [this, then] {
                                   bridge_.ask(bridge_.session().close(), this,
                                               [then](const Result<void>&) { then(); });
                               }});
}

// `without`: going on unsaved.
void FileFlow::askToSave(const QString& question, const std::function<void()>& then,
                         NoticeButton without) {
    Notice notice;
    notice.tone = Tone::warn;
    notice.text = question;
    notice.buttons = {{tr("Save"),
                       [this, then] {
                           const QString file = qt(bridge_.view()->document.file);
                           file.isEmpty() ? askForPlace(then) : saveTo(file, then);
                       },
                       true},
                      std::move(without),
                      {tr("Cancel"), {}}};
    notices_.present(std::move(notice), true);
}

void FileFlow::chooseAndOpen() {
    auto* dialog =
        new QFileDialog(window_, tr("Open a project, scenario, plan, or trace"),
                        SaveDialog::startFolder(qt(bridge_.view()->document.file)), filters());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &FileFlow::open);
    dialog->open();
}

void FileFlow::openCluster(const QString& name) {
    whenSafe(tr("Save the changes before opening %1?").arg(name),
             tr("This window's pool is live. Opening %1 in its place ends that.").arg(name),
             [this, name] {
                 replacing_ = true;
                 beginOpening();
                 bridge_.ask(
                     bridge_.session().open(fileOfCluster(name.toStdString())), this,
                     [this, name](const Result<void>& answer) {
                         endOpening(answer ? qt(fileOfCluster(name.toStdString())) : QString());
                         if (answer)
                             return answered({}, name, answer);
                         if (answer.error().front().message.code != "cluster-stopped")
                             emit failed(tr("%1 was not opened").arg(name), answer.error());
                     });
             });
}

void FileFlow::open(const QString& path) {
    if (const auto cluster = clusterOf(path.toStdString()))
        return openCluster(qt(*cluster));
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (fileKindOf(absolute) == FileKind::plan)
        return openPlan(absolute);
    if (!alone_ && absolute != qt(bridge_.view()->document.file) &&
        SingleInstance::raiseOther(absolute)) {
        notices_.present(
            {Tone::info,
             tr("%1 is already open in another window.").arg(QFileInfo(path).fileName()),
             {},
             {}});
        return;
    }
    const QString name = QFileInfo(path).fileName();
    whenSafe(
        tr("Save the changes before opening %1?").arg(name),
        tr("This window's pool is live. Opening %1 in its place ends that.").arg(name),
        [this, absolute] { openNow(absolute, [this, absolute] { offerRecovery(absolute); }); });
}

void FileFlow::openPlan(const QString& absolute) {
    beginOpening();
    bridge_.ask(bridge_.planner().open(absolute.toStdString()), this,
                [this, absolute](const Result<void>& answer) {
                    endOpening();
                    if (!answer) {
                        emit failed(tr("%1 was not opened").arg(QFileInfo(absolute).fileName()),
                                    answer.error());
                        return;
                    }
                    settings_.addRecent(absolute, {});
                    emit recentChanged();
                    emit planOpened();
                });
}

bool FileFlow::openIfEmpty(const QString& path) {
    if (bridge_.view()->document.open || isOpening())
        return false;
    openNamed(path);
    return true;
}

// `then`: once it is open.
void FileFlow::openNow(const QString& absolute, const std::function<void()>& then) {
    replacing_ = true;
    beginOpening();
    bridge_.ask(bridge_.session().open(pathOf(absolute)), this,
                [this, absolute, then](const Result<void>& answer) {
                    endOpening(answer ? absolute : QString());
                    answered(absolute, {}, answer);
                    if (answer)
                        then();
                });
}

void FileFlow::openSample(const QString& resource, const QString& name) {
    const QString live =
        tr("This window's pool is live. Opening the sample in its place ends that.");
    whenSafe(tr("Save the changes before opening the sample?"), live, [this, resource, name] {
        QFile file(resource);
        if (!file.open(QIODevice::ReadOnly))
            return;
        bridge_.ask(bridge_.session().openText(file.readAll().toStdString(), name.toStdString()),
                    this, [this, name](const Result<void>& answer) { answered({}, name, answer); });
    });
}

void FileFlow::answered(const QString& path, const QString& name, const Result<void>& answer) {
    const QString shown = path.isEmpty() ? name : QFileInfo(path).fileName();
    const LeftOpen restored = std::exchange(restored_, {});
    if (!answer) {
        // By its name it could be a scenario.
        if (!path.isEmpty() && answer.error().front().message.code == "format-plan")
            return openPlan(path);
        if (!path.isEmpty() && answer.error().front().message.code == "format-trace")
            return emit traceOpened(path);
        emit failed(tr("%1 was not opened").arg(shown), answer.error());
        return;
    }
    settings_.setLastFile(path);
    hold(path);
    if (!path.isEmpty()) {
        settings_.addRecent(path, {});
        unnamed_ = path;
        emit recentChanged();
        nameRecent(*bridge_.view());
    }
    emit opened();
    // What was said before went away with that.
    tellRestored(restored);
}

// The view that has the name comes after the answer that it is open.
void FileFlow::nameRecent(const View& view) {
    const auto absolute = [](const QString& path) { return QFileInfo(path).absoluteFilePath(); };
    if (unnamed_.isEmpty() || view.document.name.empty() ||
        absolute(qt(view.document.file)) != absolute(unnamed_))
        return;
    if (settings_.nameRecent(std::exchange(unnamed_, {}), qt(view.document.name)))
        emit recentChanged();
}

void FileFlow::save() {
    const QString file = qt(bridge_.view()->document.file);
    file.isEmpty() ? askForPlace({}) : saveTo(file, {});
}

void FileFlow::saveAs() {
    askForPlace({});
}

void FileFlow::askForPlace(const std::function<void()>& then) {
    const DocumentState& document = bridge_.view()->document;
    const bool cluster = clusterOf(document.file).has_value();
    const bool project = document.can.journal && !cluster;
    auto* dialog = new SaveDialog(window_, project ? tr("Save a copy") : tr("Save the scenario"),
                                  project ? projectFilters() : scenarioFilters(),
                                  project ? QStringLiteral("apportion") : QStringLiteral("json"));
    if (project)
        dialog->keepExisting();
    const QFileInfo file(qt(document.file));
    const QString name =
        document.file.empty() || cluster ? qt(document.name) : file.completeBaseName();
    // A copy beside what is copied, and not in its place.
    dialog->propose(project ? tr("%1-copy", "name of a file").arg(name) : name,
                    cluster ? QString() : qt(document.file));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, then](const QString& path) { saveTo(path, then); });
    dialog->open();
}

void FileFlow::saveTo(const QString& path, const std::function<void()>& then) {
    bridge_.ask(bridge_.session().saveAs(pathOf(path)), this,
                [this, path, then](const Result<void>& answer) {
                    if (!answer) {
                        emit failed(tr("%1 was not saved").arg(QFileInfo(path).fileName()),
                                    answer.error());
                        return;
                    }
                    settings_.addRecent(QFileInfo(path).absoluteFilePath(),
                                        qt(bridge_.view()->document.name));
                    emit recentChanged();
                    emit saved(path);
                    if (then)
                        then();
                });
}

void FileFlow::makeProject() {
    bridge_.session().pause();  // of the moment that is shown now
    const auto choose = [this] { chooseProject(); };
    if (!isDirty())
        return choose();
    askToSave(tr("Save the changes to the scenario first? The project has the state at the time "
                 "shown, saved or not."),
              choose, {tr("Continue without saving"), choose});
}

void FileFlow::chooseProject() {
    const DocumentState& document = bridge_.view()->document;
    auto* dialog = new SaveDialog(window_, tr("Make a project of it"), projectFilters(),
                                  QStringLiteral("apportion"));
    dialog->keepExisting();
    dialog->propose(
        document.file.empty() ? qt(document.name) : QFileInfo(qt(document.file)).completeBaseName(),
        qt(document.file));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& path) { makeProjectAt(asProjectFile(path)); });
    dialog->open();
}

void FileFlow::makeProjectAt(const QString& path) {
    bridge_.ask(
        bridge_.session().makeProject(pathOf(path)), this,
        [this, path](const Result<Problems>& answer) {
            if (!answer)
                return answered(path, {}, tl::unexpected(answer.error()));
            answered(path, {}, {});
            if (!answer->empty())
                notices_.present({Tone::info, messageText(answer->front().message), {}, {}});
        });
}

void FileFlow::recoverDamaged(const QString& damaged) {
    auto* dialog = new SaveDialog(window_, tr("Recover into a new file"), projectFilters(),
                                  QStringLiteral("apportion"));
    dialog->keepExisting();
    const QFileInfo place(qt(placeForRecovered(damaged.toStdString())));
    dialog->propose(place.fileName(), place.filePath());
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, damaged](const QString& path) { recoverInto(damaged, asProjectFile(path)); });
    dialog->open();
}

// It may take minutes, and the window goes on meanwhile.
void FileFlow::recoverInto(const QString& damaged, const QString& path) {
    const QString from = QFileInfo(damaged).fileName();
    const QString to = QFileInfo(path).fileName();
    notices_.present(
        {Tone::info,
         tr("Recovering %1 into %2. You can continue to use this window.").arg(from, to),
         {{tr("Stop"), [this] { bridge_.session().stopRecovering(); }}},
         {}});
    const std::string open = bridge_.view()->document.file;
    bridge_.ask(bridge_.session().recoverInto(pathOf(damaged), pathOf(path)), this,
                [this, damaged, path, from, to, open](const Result<Recovered>& answer) {
                    if (!answer)
                        emit notRecovered(damaged, answer.error());
                    else if (bridge_.view()->document.file == open)
                        openRecovered(damaged, path, *answer);
                    else  // somebody works with another one now
                        notices_.present({Tone::info,
                                          tr("%1 is recovered from %2.").arg(to, from),
                                          {{tr("Open it"),
                                            [this, damaged, path, recovered = *answer] {
                                                openRecovered(damaged, path, recovered);
                                            },
                                            true}},
                                          {}});
                });
}

void FileFlow::openRecovered(const QString& damaged, const QString& path,
                             const Recovered& recovered) {
    const auto open = [this, damaged, path, recovered] {
        openNow(path,
                [this, damaged, path, recovered] { tellRecovered(damaged, path, recovered); });
    };
    // What is damaged decides nothing any more: in its place there is nothing to ask.
    if (qt(bridge_.view()->document.file) == damaged)
        return open();
    const QString name = QFileInfo(path).fileName();
    whenSafe(tr("Save the changes before opening %1?").arg(name),
             tr("This window's pool is live. Opening %1 in its place ends that.").arg(name), open);
}

// What is lost stands in the history as well, in full.
void FileFlow::tellRecovered(const QString& damaged, const QString& path,
                             const Recovered& recovered) {
    constexpr std::size_t kTold = 3;
    QStringList sentences{tr("%1 is recovered from %2 and open.")
                              .arg(QFileInfo(path).fileName(), QFileInfo(damaged).fileName())};
    const Problems& losses = recovered.losses;
    if (losses.empty())
        sentences << tr("Nothing is lost.");
    for (std::size_t i = 0; i < std::min(losses.size(), kTold); ++i)
        sentences << messageText(losses[i].message);
    if (losses.size() > kTold)
        sentences << tr("The history has %Ln more.", nullptr,
                        static_cast<int>(losses.size() - kTold));
    Notice notice{
        losses.empty() ? Tone::info : Tone::warn, sentences.join(QLatin1Char(' ')), {}, {}};
    if (losses.size() > kTold)
        notice.buttons = {{tr("Show them in the history"), [this] {
                               notices_.dismiss();
                               emit historyWanted();
                           }}};
    notices_.present(std::move(notice));
}

void FileFlow::made(const QString& path) {
    answered(path, {}, {});
}

void FileFlow::close() {
    const QString live = tr("The pool is live. Closing it stops scheduling.");
    whenSafe(tr("Save the changes before closing?"), live, [this] {
        bridge_.ask(bridge_.session().close(), this, [this](const Result<void>&) {
            awaitsView_ = false;
            settings_.setLastFile({});
            hold({});
            emit closed();
            offerRecovery();
        });
    });
}

void FileFlow::openNamed(const QString& path) {
    for (const QString& file : settings_.leftFiles())
        if (!SingleInstance::isHeld(file))
            settings_.setOpen(file, false);
    open(path);
}

void FileFlow::leaveOpen() {
    if (!held_.isEmpty())
        settings_.markLeft(held_);
}

void FileFlow::letGo() {
    instance_->hold({});
}

void FileFlow::resume() {
    beginOpening();
    bridge_.ask(bridge_.session().recoverable(), this,
                [this](const std::vector<RecoveredCopy>& copies) {
                    const LeftOpen left = leftOpen(copies);
                    if (copies.empty()) {
                        reopen(left);
                        offerPlan();
                    } else {
                        offer(copies.front());
                        for (const QString& file : left.files)
                            emit windowWanted(file);
                    }
                    endOpening();
                });
}

// What nobody closed and no window has now. Of what has a copy the copy is offered.
FileFlow::LeftOpen FileFlow::leftOpen(const std::vector<RecoveredCopy>& copies) const {
    const bool wanted = settings_.isOn(QStringLiteral("reopen"));
    LeftOpen left;
    for (const QString& file : settings_.openFiles()) {
        if (SingleInstance::isHeld(file))
            continue;
        const bool copied = std::any_of(copies.begin(), copies.end(), [&](const auto& copy) {
            return absoluteFile(copy) == file;
        });
        if (!wanted)
            settings_.setOpen(file, false);
        else if (!QFileInfo::exists(file))
            left.gone << file;
        else if (!copied)
            left.files << file;
    }
    return left;
}

void FileFlow::reopen(const LeftOpen& left) {
    const QString last = settings_.lastFile();
    const QString here =
        left.files.isEmpty() || left.files.contains(last) ? last : left.files.back();
    // A window of its own must not take them for what was left before it.
    for (const QString& file : left.files)
        settings_.setOpen(file, true);
    for (const QString& file : left.gone)
        settings_.setOpen(file, false);
    if (settings_.isOn(QStringLiteral("reopen")) && QFileInfo::exists(here)) {
        restored_ = left;
        open(here);
    } else {
        tellRestored({{}, left.gone});
    }
    for (const QString& file : left.files)
        if (file != here)
            emit windowWanted(file);
}

void FileFlow::tellRestored(const LeftOpen& left) {
    const auto named = [](const QStringList& paths) {
        QStringList names;
        for (const QString& path : paths)
            names << QFileInfo(path).fileName();
        return names.join(QStringLiteral(", "));
    };
    QStringList sentences;
    if (left.files.size() == 1)
        sentences << tr("%1 is open again, because the program ended without closing it.")
                         .arg(named(left.files));
    else if (!left.files.isEmpty())
        sentences << tr("Open again, because the program ended without closing them: %1.")
                         .arg(named(left.files));
    if (!left.gone.isEmpty())
        sentences << tr("No longer found: %1.").arg(named(left.gone));
    if (sentences.isEmpty())
        return;
    Notice notice{left.gone.isEmpty() ? Tone::info : Tone::warn, {}, {}, {}};
    if (!left.files.isEmpty() && !settings_.submitDraft(settings_.lastFile()).isEmpty()) {
        sentences << tr("A workload form was open.");
        notice.buttons = {{tr("Continue with it…"), [this] { emit draftWanted(); }}};
    }
    notice.text = sentences.join(QLatin1Char(' '));
    notices_.present(std::move(notice));
}

QString FileFlow::fileIn(const QMimeData& data) {
    const QList<QUrl> urls = data.urls();
    return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}  // namespace apportion::ui
