// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/centre.h"

#include <algorithm>

#include <QAbstractScrollArea>
#include <QAction>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "core/session/project_listing.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/reading_order.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

// Tabs that have too little room stand closer; a menu has them all where that is not enough.
class TabRow final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Centre)

public:
    explicit TabRow(QWidget* parent)
        : QWidget(parent),
          tabs_(new QTabBar(this)),
          more_(new IconButton(Icon::dots, tr("All views"), this)),
          menu_(new QMenu(more_)) {
        setFixedHeight(controlHeight(40));
        connect(more_, &QAbstractButton::clicked, menu_,
                [this] { menu_->popup(more_->mapToGlobal(QPoint(0, more_->height()))); });
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(4, 0, 12, 0);
        row->addWidget(tabs_, 0, Qt::AlignBottom);
        row->addWidget(more_);
        row->addStretch(1);
    }
    QTabBar* tabs() const { return tabs_; }
    void add(QAction* page) { menu_->addAction(page); }

protected:
    bool event(QEvent* event) override {
        const bool done = QWidget::event(event);
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
            fit();
        return done;
    }
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), color(Role::surface));
        painter.fillRect(QRectF(0, height() - 1, width(), 1), color(Role::line));
    }

private:
    void fit() {
        int room = width() - 16;
        for (int i = 0; i < layout()->count(); ++i)
            if (const QWidget* each = layout()->itemAt(i)->widget();
                each != nullptr && each != tabs_ && each != more_ && !each->isHidden())
                room -= each->sizeHint().width();
        const auto needs = [this](bool tight) {
            if (tabs_->property("tight").toBool() != tight) {
                tabs_->setProperty("tight", tight);
                tabs_->setIconSize(tabs_->iconSize());  // or Qt keeps the sizes that it has
            }
            return tabs_->sizeHint().width();
        };
        if (room == room_ && tabs_->sizeHint().width() == needed_)
            return;
        room_ = room;
        more_->setVisible(needs(false) > room && needs(true) > room);
        needed_ = tabs_->sizeHint().width();
    }

    QTabBar* tabs_;
    IconButton* more_;
    QMenu* menu_;
    int room_ = 0;
    int needed_ = 0;
};

}  // namespace

Centre::Centre(const Pages& pages, PageHost& host, QWidget* parent)
    : QWidget(parent),
      registered_(pages),
      host_(host),
      pages_(new QStackedWidget(this)),
      cover_(new EmptyState(Icon::clock, {}, {}, this)) {
    auto* row = new TabRow(this);
    tabs_ = row->tabs();
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setFocusPolicy(Qt::TabFocus);
    tabs_->setAccessibleName(tr("Views"));
    row_ = static_cast<QHBoxLayout*>(row->layout());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(row);
    layout->addWidget(pages_, 1);
    layout->addWidget(cover_, 1);
    cover_->hide();
    connect(tabs_, &QTabBar::currentChanged, this, [this](int page) {
        turnTo(page);
        cover(*host_.bridge.view());
        emit pageChanged(page);
    });
    for (const PageRegistration& page : registered_)
        addPage(page);
    connect(&host_, &PageHost::pageWanted, this,
            [this](const Page* page) { setCurrent(pages_->indexOf(page)); });
    connect(&host_, &PageHost::listWanted, this, [this](ObjectKind kind, const QString& matching) {
        const int list = indexOf(kind);
        if (list < 0)
            return;
        setCurrent(list);
        if (!matching.isEmpty())
            page(list)->showMatching(matching);
    });
    connect(&host_, &PageHost::enabling, this, &Centre::enable);
    connect(&host_, &PageHost::changed, this, [this] { showTabs(*host_.bridge.view()); });
}

// Who worked in the page that goes, by the keyboard, works on in what the other is about: its table
// or map, else what one would read first.
void Centre::turnTo(int page) {
    const QWidget* focus = window()->focusWidget();
    const bool goesOn = focus != nullptr && pages_->isAncestorOf(focus);
    pages_->setCurrentIndex(page);
    if (!goesOn)
        return;
    const std::vector<QWidget*> stops = readingOrder(*pages_->currentWidget());
    const auto main = std::find_if(stops.begin(), stops.end(), [](QWidget* each) {
        return qobject_cast<QAbstractScrollArea*>(each) && !qobject_cast<QScrollArea*>(each);
    });
    if (main != stops.end())
        (*main)->setFocus(Qt::OtherFocusReason);
    else if (!stops.empty())
        stops.front()->setFocus(Qt::OtherFocusReason);
}

void Centre::addPage(const PageRegistration& page) {
    QAction* action = host_.actions[page.row.name];
    Page* made = page.make(host_);
    made->setObjectName(action->objectName());
    pages_->addWidget(made);
    tabs_->addTab(textOfButton(action->text()));
    connect(action, &QAction::triggered, this, [this, made] { emit host_.pageWanted(made); });
    static_cast<TabRow*>(tabs_->parentWidget())->add(action);
}

void Centre::enable(const View& view) {
    const bool open = view.document.open;
    for (const PageRegistration& page : registered_) {
        const QString whyNot = open && page.whyNot ? page.whyNot(view) : QString();
        const bool there =
            open || this->page(indexOf(QString::fromLatin1(page.row.name)))->standsAlone();
        host_.actions.enable(page.row.name, there && whyNot.isEmpty(),
                             open ? whyNot : tr("Nothing is open"));
    }
}

void Centre::setView(const ViewPtr& view) {
    showTabs(*view);
    cover(*view);
    for (Page* each : all())
        if (isThere(pages_->indexOf(each)) && (view->document.reading == 0 || each->knows(*view)))
            each->setView(view);
}

std::vector<Page*> Centre::all() const {
    std::vector<Page*> pages;
    pages.reserve(static_cast<std::size_t>(pages_->count()));
    for (int i = 0; i < pages_->count(); ++i)
        pages.push_back(page(i));
    return pages;
}

void Centre::explain(const Subject& subject) {
    work_ = subject.kind == ObjectKind::workload ? subject.name : QString();
    for (Page* each : all())
        each->setExplained(subject, *host_.bridge.view());
}

Subject Centre::takeRemembered() {
    Subject remembered;
    for (Page* each : all())
        if (const Subject one = each->takeRemembered(); one.kind != ObjectKind::none)
            remembered = one;
    return remembered;
}

bool Centre::isUpToDate() const {
    const std::vector<Page*> pages = all();
    return std::all_of(pages.begin(), pages.end(),
                       [](const Page* each) { return each->isUpToDate(); });
}

void Centre::resetLayout() {
    for (Page* each : all())
        each->resetLayout();
}

void Centre::showTabs(const View& view) {
    for (int i = 0; i < pages_->count(); ++i) {
        const PageRegistration& each = registered_[static_cast<std::size_t>(i)];
        const bool there = view.document.open ? !each.whyNot || each.whyNot(view).isEmpty()
                                              : page(i)->standsAlone();
        // Qt forgets that its layout is old when the next tab stays as it is.
        if (tabs_->isTabVisible(i) != there)
            tabs_->setTabVisible(i, there);
        const QString name = textOfButton(host_.actions[each.row.name]->text());
        const int number = page(i)->count(view);
        const QString title =
            number > 0
                ? tr("%1  %2", "a page, how many stand in it").arg(name, QLocale().toString(number))
                : name;
        if (tabs_->tabText(i) != title)
            tabs_->setTabText(i, title);
    }
}

void Centre::cover(const View& view) {
    const bool listed = isListed(view);
    const bool covered = view.document.reading > 0 && !page(current())->knows(view);
    if (covered)
        cover_->setTexts(readingText(view.document.reading),
                         listed ? tr("Quotas and workloads are loaded. Use and reasons follow.")
                                : tr("Quotas are loaded. Use and waiting workloads follow."));
    cover_->setVisible(covered);
    pages_->setVisible(!covered);
}

void Centre::setCorner(QWidget* widget) {
    corner_ = widget;
    row_->addWidget(widget);
}

void Centre::setCornerVisible(bool visible) {
    if (corner_)
        corner_->setVisible(visible);
}

void Centre::setCurrent(int page) {
    tabs_->setCurrentIndex(page);
}

int Centre::indexOf(const QString& name) const {
    for (int i = 0; i < pages_->count(); ++i)
        if (pages_->widget(i)->objectName() == name)
            return i;
    return -1;
}

int Centre::indexOf(ObjectKind kind) const {
    const auto found =
        std::find_if(registered_.begin(), registered_.end(),
                     [&](const PageRegistration& each) { return each.shows == kind; });
    return found == registered_.end() ? -1 : static_cast<int>(found - registered_.begin());
}

int Centre::indexOfAlone() const {
    for (int i = 0; i < pages_->count(); ++i)
        if (page(i)->standsAlone())
            return i;
    return -1;
}

QString Centre::unsaved() const {
    for (const Page* each : all())
        if (const QString question = each->unsaved(); !question.isEmpty())
            return question;
    return {};
}

void Centre::saveUnsaved() {
    for (Page* each : all())
        if (!each->unsaved().isEmpty())
            return each->save();
}

void Centre::dropUnsaved() {
    for (Page* each : all())
        each->dropUnsaved();
}

QStringList Centre::chosen(ObjectKind kind) const {
    for (const int index : {current(), indexOf(kind)})
        if (index >= 0)
            if (const auto names = page(index)->chosen(kind))
                return *names;
    return {};
}

bool Centre::isThere(int page) const {
    return tabs_->isTabVisible(page);
}

int Centre::current() const {
    return tabs_->currentIndex();
}

Page* Centre::page(int index) const {
    return static_cast<Page*>(pages_->widget(index));
}

void Centre::showEvent(QShowEvent*) {
    // Tabs that were added while another page hid them have no width yet.
    for (int i = 0; i < tabs_->count(); ++i)
        tabs_->setTabText(i, tabs_->tabText(i));
}

void Centre::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), color(Role::surface));
}

}  // namespace apportion::ui
