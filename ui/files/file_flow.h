// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, saving and closing, with what stands between: unsaved changes are asked about in a
// notice, refused files leave the open one alone, copies of a program that ended badly are offered.
#pragma once

#include <functional>

#include <QObject>

#include "core/model/recovered.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/recovery.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"
#include "ui/settings.h"

class QMimeData;
class QWidget;

namespace apportion::ui {

class NoticeBar;
class SingleInstance;
struct NoticeButton;

class FileFlow final : public QObject {
    Q_OBJECT

public:
    FileFlow(SessionBridge& bridge, Settings& settings, NoticeBar& notices, QWidget* window);

    void chooseAndOpen();
    void open(const QString& path);
    // One that was added, by its name, or a place of one.
    void openCluster(const QString& name);
    // Named when the program was started: what was left in good order before is over with that.
    void openNamed(const QString& path);
    // Handed over by a program that was started with it. False, and nothing done, if this window
    // shows or opens something.
    bool openIfEmpty(const QString& path);
    // For a picture: other windows of the file are let be, and nobody finds this one.
    void standAlone() { alone_ = true; }
    // A file is being read, which may take a while, or is looked for.
    bool isOpening() const { return opening_ > 0 || awaitsView_; }
    // A pool is on its way that takes the place of the one shown.
    bool isReplacing() const { return replacing_ || awaitsView_; }
    void openSample(const QString& resource, const QString& name);
    void save();
    void saveAs();
    // Of the recorded run that is open, as it stands at the moment shown.
    void makeProject();
    void makeProjectAt(const QString& path);
    // Of a damaged project: asks for a new file, takes what can be read into it and opens that.
    void recoverDamaged(const QString& damaged);
    void recoverInto(const QString& damaged, const QString& path);
    // A project that was just made is open.
    void made(const QString& path);
    void close();
    // Calls `then` once nothing unsaved is lost by going on, and where `live` says what becomes of
    // a live pool, no pool ceases to decide unasked: at once, or after an answer, which `goOn` is
    // the word for.
    void whenSafe(const QString& question, const QString& live, std::function<void()> then,
                  const QString& goOn = {});
    // There is nothing to ask.
    bool isSafe() const { return !isDirty() && !isLive(); }
    // Offers copies of unsaved changes that were left behind; where there are none, opens what was
    // open last, if that is wanted. Of several windows that ended badly each comes again.
    void resume();
    // Of a file: those of it alone.
    void offerRecovery(const QString& file = {});
    // The window is closed by its user: its file is not opened again after a crash of others.
    void forgetOpen() { hold({}); }
    // The window is ended from outside, as with the desktop: the next start without a file has it
    // again.
    void leaveOpen();
    // Whoever is given the file from now on opens it: this program ends.
    void letGo();

    // Of something dropped: the path of the one local file in it, else empty.
    static QString fileIn(const QMimeData& data);

signals:
    void failed(const QString& title, const apportion::Problems& problems);
    // Beside the pool that is open, or alone.
    void planOpened();
    // No pool, but what a plan can start from.
    void traceOpened(const QString& path);
    // A recovery into a new file came to nothing.
    void notRecovered(const QString& damaged, const apportion::Problems& problems);
    void opened();
    void closed();
    void saved(const QString& path);
    void recentChanged();
    void historyWanted();  // it has what a notice has no room for
    void openingChanged();
    // The form that submits work goes on where it was when the program ended badly.
    void draftWanted();
    // A window of its own for the file; without one, for what else was left behind.
    void windowWanted(const QString& file);
    // Somebody opened the file again: this window is to come to the front.
    void wanted();

private:
    void answered(const QString& path, const QString& name, const Result<void>& answer);
    void openNow(const QString& absolute, const std::function<void()>& then);
    void openRecovered(const QString& damaged, const QString& path, const Recovered& recovered);
    void tellRecovered(const QString& damaged, const QString& path, const Recovered& recovered);
    void nameRecent(const View& view);
    void hold(const QString& path);
    void beginOpening();
    void endOpening(const QString& opened = {});
    struct LeftOpen {
        QStringList files;
        QStringList gone;  // that are no longer there
    };
    LeftOpen leftOpen(const std::vector<RecoveredCopy>& copies) const;
    void reopen(const LeftOpen& left);
    void tellRestored(const LeftOpen& left);
    void offerNext();
    void openPlan(const QString& absolute);
    void saveTo(const QString& path, const std::function<void()>& then);
    void askForPlace(const std::function<void()>& then);
    void askToSave(const QString& question, const std::function<void()>& then,
                   NoticeButton without);
    void chooseProject();
    void offer(const RecoveredCopy& copy, const QString& only = {});
    // A plan that was never saved.
    void offerPlan();
    void askToDiscard(const RecoveredCopy& copy, const QString& only);
    void restore(const RecoveredCopy& copy, const QString& only);
    bool isDirty() const;
    bool isLive() const;
    void askAboutLive(const QString& sentence, std::function<void()> then, const QString& goOn);

    SessionBridge& bridge_;
    Settings& settings_;
    NoticeBar& notices_;
    QWidget* window_;
    SingleInstance* instance_;
    bool alone_ = false;
    int opening_ = 0;
    bool replacing_ = false;
    bool awaitsView_ = false;  // it is open, and its first view is on the way
    QString held_;             // the file that other windows leave to this one
    LeftOpen restored_;        // while the first of them is being opened
    QString unnamed_;          // among the recent files, until its view comes
};

}  // namespace apportion::ui
