// SPDX-License-Identifier: GPL-3.0-or-later
// The middle: tabs and the pages that are registered, or what stands in their place.
#pragma once

#include <QWidget>

#include "ui/pages/page.h"

class QHBoxLayout;
class QStackedWidget;
class QTabBar;

namespace apportion::ui {

class EmptyState;

class Centre final : public QWidget {
    Q_OBJECT

public:
    Centre(const Pages& pages, PageHost& host, QWidget* parent = nullptr);

    // At the right end of the tab row.
    void setCorner(QWidget* widget);
    void setCornerVisible(bool visible);
    void setView(const ViewPtr& view);
    void setCurrent(int page);
    int indexOf(const QString& name) const;  // -1 = no such page
    // That shows such objects; -1 = none does.
    int indexOf(ObjectKind kind) const;
    bool isThere(int page) const;
    // Of a page that has something to show without a pool; -1 = none has.
    int indexOfAlone() const;
    // Empty = nothing would be lost with any page.
    QString unsaved() const;
    // Of the page that has something: the window is closed again then.
    void saveUnsaved();
    void dropUnsaved();
    int current() const;
    Page* page(int index) const;

    void explain(const Subject& subject);
    // The workload that is explained, or was before what is of no work.
    const QString& work() const { return work_; }
    // Of the file that has just been opened.
    Subject takeRemembered();
    bool isUpToDate() const;
    void resetLayout();

    // What is selected in the page in front, if it shows such, or in the one that is for it.
    QStringList chosen(ObjectKind kind) const;

signals:
    void pageChanged(int page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void addPage(const PageRegistration& page);
    void turnTo(int page);
    void enable(const View& view);
    void showTabs(const View& view);
    // Instead of every page, while the work of a file is read of which it knows nothing yet.
    void cover(const View& view);

    std::vector<Page*> all() const;

    Pages registered_;
    PageHost& host_;
    QString work_;
    QHBoxLayout* row_;
    QTabBar* tabs_;
    QStackedWidget* pages_;
    EmptyState* cover_;
    QWidget* corner_ = nullptr;
};

}  // namespace apportion::ui
