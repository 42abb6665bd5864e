// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dialog_frame.h"

#include <algorithm>
#include <vector>

#include <QApplication>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShowEvent>

#include "ui/dialogs/form_draft.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/focused_button.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/reading_order.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/window_place.h"

namespace apportion::ui {

namespace {

constexpr int kMargin = 20;
constexpr int kDot = 12;
constexpr int kFootPad = 10;
constexpr int kScreenEdge = 48;  // kept free around a dialog that would fill the screen

}  // namespace

// Scrolls only where there is no room for all of it: it asks for what its contents need.
class DialogFrame::Body final : public QScrollArea {
public:
    explicit Body(QWidget* parent) : QScrollArea(parent) {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
    }

    int heightAt(int width) const {
        // A bar that is there stays until all fits beside it.
        if (verticalScrollBar()->isVisible())
            width -= verticalScrollBar()->width();
        const QLayout* layout = widget()->layout();
        // A scroll area scrolls already below the least height, which is that at the least width.
        return layout->hasHeightForWidth() ? std::max(layout->totalHeightForWidth(width),
                                                      layout->totalMinimumSize().height())
                                           : layout->totalSizeHint().height();
    }

    QSize minimumSizeHint() const override { return {widget()->minimumSizeHint().width(), 120}; }
    QSize sizeHint() const override {
        const QSize size = widget()->sizeHint();
        return {size.width(), heightAt(size.width())};
    }
};

DialogFrame::DialogFrame(Mode mode, QWidget* parent)
    : QDialog(parent),
      mode_(mode),
      head_(new QWidget(this)),
      title_(new TextLabel({}, Type::title, Role::text, head_)),
      subtitle_(new TextLabel({}, Type::second, Role::text2, head_)),
      headRow_(new QHBoxLayout(head_)),
      column_(new QVBoxLayout(this)),
      notice_(new QWidget(this)),
      refusal_(new MessageBar(notice_)),
      area_(new Body(this)),
      footer_(new QWidget(this)),
      consequence_(new TextLabel({}, Type::second, Role::text2, footer_)),
      buttons_(new QHBoxLayout(footer_)) {
    auto* texts = new QVBoxLayout;
    texts->setSpacing(3);
    title_->setElided(true);
    subtitle_->setElided(true);
    subtitle_->hide();
    texts->addWidget(title_);
    texts->addWidget(subtitle_);
    headRow_->setContentsMargins(kMargin, 15, kMargin, 14);
    headRow_->setSpacing(12);
    headRow_->addLayout(texts, 1);

    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    body_ = new QVBoxLayout(page);
    body_->setContentsMargins(kMargin, 16, kMargin, 20);
    body_->setSpacing(16);
    area_->setWidget(page);
    page->installEventFilter(this);

    consequence_->setWordWrap(true);
    // Of two lines, as high as the buttons beside them: the footer keeps its height.
    consequence_->setMinimumHeight(2 * QFontMetrics(consequence_->font()).lineSpacing());
    buttons_->setContentsMargins(kMargin, kFootPad + 1, kMargin, kFootPad);
    buttons_->setSpacing(8);
    buttons_->addWidget(consequence_, 1);
    buttons_->addSpacing(8);

    auto* refused = new QVBoxLayout(notice_);
    refused->setContentsMargins(kMargin, 16, kMargin, 0);
    refused->addWidget(refusal_);
    notice_->hide();
    connect(refusal_, &MessageBar::closed, this, &DialogFrame::clearRefusal);
    connect(refusal_, &MessageBar::acted, this, [this] {
        const auto go = std::exchange(go_, {});
        clearRefusal();
        if (go)
            go();
    });
    column_->setContentsMargins(0, kModeLine, 0, 0);
    column_->setSpacing(0);
    column_->addWidget(head_);
    column_->addWidget(notice_);
    column_->addWidget(area_, 1);
    column_->addWidget(footer_);
}

void DialogFrame::setMode(Mode mode) {
    mode_ = mode;
    update();
}

void DialogFrame::setHeading(const QString& title, const QString& subtitle) {
    setWindowTitle(title);
    title_->setText(title);
    title_->setElided(true);
    subtitle_->setText(subtitle);
    subtitle_->setElided(true);
    subtitle_->setVisible(!subtitle.isEmpty());
    setAccessibleDescription(subtitle);
}

void DialogFrame::setDot(int team) {
    dotted_ = true;
    team_ = team;
    headRow_->setContentsMargins(kMargin * 2, 15, kMargin, 14);
    update();
}

void DialogFrame::setCorner(QWidget* corner) {
    headRow_->addWidget(corner);
}

void DialogFrame::setBand(QWidget* band) {
    column_->insertWidget(1, band);
}

void DialogFrame::setOutcome(QWidget* outcome) {
    auto* row = new QWidget(this);
    auto* line = new QVBoxLayout(row);
    line->setContentsMargins(kMargin, 10, kMargin, 11);
    line->addWidget(outcome);
    column_->insertWidget(column_->indexOf(footer_), row);
}

void DialogFrame::setConsequence(const QString& text, Tone tone) {
    consequence_->setText(text);
    consequence_->setRole(toneRole(tone));
}

QString DialogFrame::consequence() const {
    return consequence_->text();
}

QPushButton* DialogFrame::addButton(const QString& text) {
    auto* button = new QPushButton(text, footer_);
    // Else Enter presses the button that had the focus last.
    button->setAutoDefault(false);
    buttons_->addWidget(button);
    // Who goes on by it has answered.
    connect(button, &QPushButton::clicked, this, [this] {
        if (leaving_)
            clearRefusal();
    });
    return button;
}

QPushButton* DialogFrame::addPrimary(const QString& text) {
    QPushButton* button = addButton(text);
    button->setProperty("kind", "primary");
    button->setDefault(true);
    return button;
}

QPushButton* DialogFrame::addCancel() {
    QPushButton* button = addButton(tr("Cancel"));
    connect(button, &QPushButton::clicked, this, &QDialog::reject);
    return button;
}

void DialogFrame::refuse(const QString& sentence) {
    go_ = {};
    leaving_ = false;
    refusal_->say(Tone::err, sentence);
    makeRoomForNotice();
}

void DialogFrame::clearRefusal() {
    go_ = {};
    leaving_ = false;
    hideNotice();
    takeRoomOfNotice();
}

void DialogFrame::hideNotice() {
    const QWidget* focus = focusWidget();
    const bool holds = focus != nullptr && notice_->isAncestorOf(focus);
    refusal_->hide();
    notice_->hide();
    const QPointer<QWidget> before = std::exchange(focusBefore_, nullptr);
    if (!holds)
        return;
    if (before && before->isVisible() && before->isEnabled())
        before->setFocus(Qt::OtherFocusReason);
    else
        focusFirst();
}

void DialogFrame::askFirst(const QString& question, const QString& verb, std::function<void()> go) {
    go_ = std::move(go);
    leaving_ = false;
    refusal_->say(Tone::warn, question, verb);
    makeRoomForNotice();
}

void DialogFrame::makeRoomForNotice() {
    if (QWidget* focus = focusWidget(); focus != nullptr && !notice_->isAncestorOf(focus))
        focusBefore_ = focus;
    if (!without_)
        without_ = {size(), fitted_};
    notice_->show();
    grow();
    with_ = size();
}

// Who made it larger or smaller meanwhile, or what has come into it, keeps that.
void DialogFrame::takeRoomOfNotice() {
    const auto before = std::exchange(without_, {});
    if (!before || !isVisible() || size() != with_ || size() == before->size)
        return;
    fitted_ = before->fitted;
    resize(before->size);
}

QSize DialogFrame::sizeHint() const {
    const int width = std::max(width_, minimumSizeHint().width());
    int height = kModeLine + area_->heightAt(width);
    for (int i = 0; i < column_->count(); ++i) {
        const QWidget* part = column_->itemAt(i)->widget();
        if (!part || part == area_ || part->isHidden())
            continue;
        height +=
            part->hasHeightForWidth() ? part->heightForWidth(width) : part->sizeHint().height();
    }
    return {width, std::max(height, minimumSizeHint().height())};
}

int DialogFrame::spareHeight() const {
    const auto lines = area_->widget()->findChildren<MistakeLine*>();
    const bool mayFail = std::any_of(lines.begin(), lines.end(),
                                     [](const MistakeLine* line) { return line->isHidden(); });
    return spare_ + (mayFail ? lines.front()->sizeHint().height() + body_->spacing() : 0);
}

QSize DialogFrame::fittingSize(int spare) const {
    const QSize edge(kScreenEdge, kScreenEdge);
    QSize room = screen()->availableSize() - edge;
    if (parentWidget())
        room = room.expandedTo(parentWidget()->window()->size() - edge);
    return (sizeHint() + QSize(0, spare)).boundedTo(room);
}

void DialogFrame::place() {
    const QWidget* window = parentWidget() != nullptr ? parentWidget()->window() : nullptr;
    const bool seen = window != nullptr && window->isVisible() && !window->isMinimized();
    // The edge of the screen is kept free for the frame that is put around it.
    const QRect room = (seen ? window->screen() : screen())
                           ->availableGeometry()
                           .adjusted(0, 0, -kScreenEdge / 2, -kScreenEdge / 2);
    move(placeOver(seen ? window->frameGeometry() : QRect(), size(), room));
}

void DialogFrame::scrollToTop() {
    area_->verticalScrollBar()->setValue(0);
}

void DialogFrame::grow() {
    const QSize need = fittingSize();
    // Who made it smaller keeps that until the contents need more than ever before.
    if (!isVisible() || fitted_.expandedTo(need) == fitted_)
        return;
    fitted_ = fitted_.expandedTo(need);
    resize(size().expandedTo(need));
    // What has grown beyond the screen goes back as far as it must.
    const QRect now = frameGeometry();
    if (const QPoint back = placeOver(now, now.size(), screen()->availableGeometry());
        back != now.topLeft())
        move(back);
    if (without_)
        with_ = size();
}

QByteArray DialogFrame::content() const {
    return valuesIn(*this);
}

bool DialogFrame::mayLeave() {
    // What is about the program holds at once.
    if (leaving_ || ofProgram_ || !before_ || content() == *before_)
        return true;
    askFirst(tr("Discard your changes? Esc discards them, Enter keeps them."), tr("Discard"),
             [this] { reject(); });
    leaving_ = true;
    return false;
}

void DialogFrame::noteInput(const QObject* watched, const QEvent& event) {
    const QEvent::Type type = event.type();
    const bool isKey = type == QEvent::KeyPress;
    if (!isKey && type != QEvent::MouseButtonPress && type != QEvent::Wheel &&
        type != QEvent::InputMethod && type != QEvent::Drop)
        return;
    const auto* control = qobject_cast<const QWidget*>(watched);
    if (control == nullptr || (control != this && !isAncestorOf(control)))
        return;
    if (!before_)
        before_ = content();
    // Who types on keeps it.
    if (leaving_ && isKey && area_->isAncestorOf(control))
        if (const QString text = static_cast<const QKeyEvent&>(event).text();
            !text.isEmpty() && text.front().isPrint())
            clearRefusal();
}

// The toolkit counts Tab alone as a key that moves the focus.
void DialogFrame::showFocusAfterEnter(const QObject* watched, const QEvent& event) {
    if (!isEnterHere(watched, event) || testAttribute(Qt::WA_KeyboardFocusChange))
        return;
    setAttribute(Qt::WA_KeyboardFocusChange);
    if (focusWidget() != nullptr)
        focusWidget()->update();
}

bool DialogFrame::isEnterHere(const QObject* watched, const QEvent& event) const {
    if (event.type() != QEvent::KeyPress && event.type() != QEvent::ShortcutOverride)
        return false;
    const int key = static_cast<const QKeyEvent&>(event).key();
    const auto* control = qobject_cast<const QWidget*>(watched);
    return (key == Qt::Key_Return || key == Qt::Key_Enter) && control != nullptr &&
           (control == this || isAncestorOf(control));
}

// Wherever the focus is, Enter does nothing beside, nor while it is held.
bool DialogFrame::keepsByEnter(const QObject* watched, QEvent& event) {
    if (!isEnterHere(watched, event))
        return false;
    if (!leaving_ && !(answered_ && static_cast<const QKeyEvent&>(event).isAutoRepeat())) {
        answered_ = false;
        return false;
    }
    event.accept();
    if (event.type() == QEvent::KeyPress && leaving_) {
        answered_ = true;
        clearRefusal();
    }
    return true;
}

bool DialogFrame::eventFilter(QObject* watched, QEvent* event) {
    if (keepsByEnter(watched, *event))
        return true;
    showFocusAfterEnter(watched, *event);
    noteInput(watched, *event);
    if (watched == area_->widget() && event->type() == QEvent::LayoutRequest) {
        area_->updateGeometry();
        // Only after the page has laid itself out it knows what it needs.
        QMetaObject::invokeMethod(
            this, [this] { grow(); }, Qt::QueuedConnection);
    }
    return QDialog::eventFilter(watched, event);
}

// Parts come and go, and where they stand is known for sure when somebody asks for the next one.
bool DialogFrame::focusNextPrevChild(bool next) {
    orderTabs();
    return QDialog::focusNextPrevChild(next);
}

std::vector<QWidget*> DialogFrame::stops() const {
    return readingOrder(*this, footer_);
}

void DialogFrame::orderTabs() {
    std::vector<QWidget*> all = stops();
    for (int i = 0; i < buttons_->count(); ++i)
        if (QWidget* button = buttons_->itemAt(i)->widget();
            button != nullptr && button != consequence_)
            all.push_back(button);
    tabThrough(all);
}

void DialogFrame::focusFirst(const QWidget* part) {
    for (QWidget* each : stops())
        if ((each->focusPolicy() & Qt::TabFocus) != 0 && each->isEnabled() &&
            (part == nullptr || part->isAncestorOf(each))) {
            // Nobody pointed at it: it is seen, whatever was pressed before.
            setAttribute(Qt::WA_KeyboardFocusChange);
            return each->setFocus(Qt::TabFocusReason);
        }
}

void DialogFrame::showEvent(QShowEvent* event) {
    if (!event->spontaneous())
        qApp->installEventFilter(this);
    if (!opened_) {
        opened_ = true;
        fitted_ = fittingSize(spareHeight());
        resize(fitted_);
        // Its size was not known when the toolkit looked for a place.
        if (!testAttribute(Qt::WA_Moved))
            place();
        orderTabs();
        if (focusWidget() == nullptr)
            focusFirst();
        // Where the keyboard goes first is seen, also by who opened it with the mouse.
        setAttribute(Qt::WA_KeyboardFocusChange);
    } else if (!event->spontaneous()) {
        // Shown anew it begins anew, and not on the button that closed it.
        markAsUntouched();
        focusFirst();
    }
    QDialog::showEvent(event);
}

void DialogFrame::hideEvent(QHideEvent* event) {
    if (!event->spontaneous())
        qApp->removeEventFilter(this);
    QDialog::hideEvent(event);
}

// By its frame. Whatever closes it from within knows why.
void DialogFrame::closeEvent(QCloseEvent* event) {
    if (event->spontaneous() && !mayLeave())
        return event->ignore();
    QDialog::closeEvent(event);
}

void DialogFrame::keyPressEvent(QKeyEvent* event) {
    // Held, it does not answer what it has asked.
    if (event->matches(QKeySequence::Cancel) && (event->isAutoRepeat() || !mayLeave()))
        return;
    // Else Enter on "Cancel" would press the primary button.
    if (pressFocusedButton(*this, *event))
        return;
    QDialog::keyPressEvent(event);
}

void DialogFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const int foot = footer_->y();
    painter.fillRect(0, 0, width(), foot, color(Role::surface));
    painter.fillRect(0, foot, width(), height() - foot, color(Role::bg));
    painter.fillRect(0, 0, width(), kModeLine, color(modeRole(mode_)));
    for (int i = 0; i < column_->count(); ++i) {
        const QWidget* part = column_->itemAt(i)->widget();
        if (part && part != area_ && part != footer_ && part != notice_ && !part->isHidden())
            paintHairline(painter, 0, width(), part->geometry().bottom(), color(Role::line));
    }
    paintHairline(painter, 0, width(), foot, color(Role::line));
    if (const int end = area_->geometry().bottom(); end + 1 < foot)
        paintHairline(painter, 0, width(), end + 1, color(Role::line));
    if (!dotted_)
        return;
    const QRect line(title_->mapTo(this, QPoint()), title_->size());
    paintTeamDot(painter, kMargin, line.center().y() + 1, team_, kDot);
}

void present(DialogFrame* dialog) {
    if (dialog == nullptr)
        return;
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

}  // namespace apportion::ui
