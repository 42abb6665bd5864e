// SPDX-License-Identifier: GPL-3.0-or-later
// The frame that every dialog of ours stands in: the mode's line on top, a title with the dot of
// its quota, a body that scrolls where the screen is small, and a footer with the consequence at
// the left and the buttons at the right. It knows no feature.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QDialog>
#include <QPointer>

#include "ui/widgets/badge.h"
#include "ui/widgets/mode_pill.h"

class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace apportion::ui {

class MessageBar;
class TextLabel;

// Never a modal box: show() it, or open() where the window beneath must wait.
class DialogFrame : public QDialog {
    Q_OBJECT

public:
    explicit DialogFrame(Mode mode, QWidget* parent = nullptr);

    void setMode(Mode mode);
    // Also the window's title. `subtitle` is one line, cut at its end where there is no room.
    void setHeading(const QString& title, const QString& subtitle = {});
    // The colour of team number `index` before the title, as in the tree.
    void setDot(int team);
    // At the right of the title: a switch, a badge.
    void setCorner(QWidget* corner);
    // A row of its own under the title: the steps of a wizard.
    void setBand(QWidget* band);

    // A row of its own above the footer, in sight however far the body scrolls.
    void setOutcome(QWidget* outcome);

    // What the dialog is about; margins and spacing are set.
    QVBoxLayout* body() const { return body_; }
    // Width at which the dialog opens; its height is what the body then needs.
    void setOpeningWidth(int width) { width_ = width; }

    // Room for what may come while it is used, beside one mistake line, so that nothing moves then.
    void setSpareHeight(int height) { spare_ = height; }

    // At the left of the footer: what follows, or how many problems are left.
    void setConsequence(const QString& text, Tone tone = Tone::neutral);
    QString consequence() const;

    // Buttons stand in the order of the calls. The primary one is pressed by Enter.
    QPushButton* addButton(const QString& text);
    QPushButton* addPrimary(const QString& text);
    // What the body begins with is in sight.
    void scrollToTop();

    // About the program and not about what is open: it stays when that is closed.
    void setOfProgram() { ofProgram_ = true; }
    bool isOfProgram() const { return ofProgram_; }

    // A button that rejects, as Esc does.
    QPushButton* addCancel();

    // An answer that refused what was asked, above the body until it is closed or cleared.
    void refuse(const QString& sentence);
    void clearRefusal();

    // In its place a question: the button does it, closing the bar leaves it.
    void askFirst(const QString& question, const QString& verb, std::function<void()> go);

    // Whether it shows what it was last asked for; pictures wait for it.
    virtual bool isUpToDate() const { return true; }

    QSize sizeHint() const override;

protected:
    void closeEvent(QCloseEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    // Who opens a form can type at once: the first field, within one part of it if that is given.
    void focusFirst(const QWidget* part = nullptr);

    // What would be lost with it. Where not all of that stands in controls at once, it says more.
    virtual QByteArray content() const;
    // Also what somebody filled in earlier is not dropped without a question.
    void markAsEdited() { before_ = QByteArray(); }
    void markAsUntouched() { before_.reset(); }

private:
    class Body;
    struct Room {
        QSize size;
        QSize fitted;
    };

    // What it needs, as far as the screen or the window beneath has it.
    QSize fittingSize(int spare = 0) const;
    int spareHeight() const;
    // Over the window that it belongs to. What opens it may have put it elsewhere.
    void place();
    // Contents that come late, or need more than before, get their room; none is taken back.
    void grow();
    // But what a refusal or a question above the body needed goes with it.
    void makeRoomForNotice();
    void takeRoomOfNotice();
    // Who has answered with the focus on it is led back to where it was when that came.
    void hideNotice();
    // False = it was edited, and the question whether to drop that is asked first.
    bool mayLeave();
    bool isEnterHere(const QObject* watched, const QEvent& event) const;
    // What Enter leads to is seen to have the focus, as after Tab.
    void showFocusAfterEnter(const QObject* watched, const QEvent& event);
    // True = the key has answered the question, and does nothing else.
    bool keepsByEnter(const QObject* watched, QEvent& event);
    // Before somebody's first key or click here has done anything.
    void noteInput(const QObject* watched, const QEvent& event);
    // What can have the focus, as one reads.
    std::vector<QWidget*> stops() const;
    // Tab goes as one reads, whatever was made first or came later.
    void orderTabs();

    Mode mode_;
    int team_ = -1;
    bool dotted_ = false;
    bool opened_ = false;
    bool ofProgram_ = false;
    bool leaving_ = false;              // the question stands there
    bool answered_ = false;             // by Enter, which may be held
    std::optional<QByteArray> before_;  // what stood in it before anybody touched it
    QSize fitted_;                      // the most that the contents have needed yet
    std::optional<Room> without_;       // the notice that stands there
    QSize with_;
    int width_ = 880;
    int spare_ = 0;
    QWidget* head_;
    TextLabel* title_;
    TextLabel* subtitle_;
    QHBoxLayout* headRow_;
    QVBoxLayout* column_;
    QWidget* notice_;
    MessageBar* refusal_;
    QPointer<QWidget> focusBefore_;  // what had the focus when the notice came
    std::function<void()> go_;       // of the question that stands there
    Body* area_;
    QVBoxLayout* body_;
    QWidget* footer_;
    TextLabel* consequence_;
    QHBoxLayout* buttons_;
};

// Opens it, if there is one; it is gone once closed.
void present(DialogFrame* dialog);

}  // namespace apportion::ui
