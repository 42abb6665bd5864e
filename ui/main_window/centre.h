// SPDX-License-Identifier: GPL-3.0-or-later
// The middle: tabs, messages, pages.
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QStackedWidget;
class QTabBar;

namespace apportion::ui {

class EmptyState;

class Centre final : public QWidget {
    Q_OBJECT

public:
    explicit Centre(QWidget* parent = nullptr);

    void addPage(QWidget* page, const QString& name, const QString& title);
    // At the right end of the tab row.
    void setCorner(QWidget* widget);
    void setCornerVisible(bool visible);
    void setTitle(int page, const QString& title);
    void setCurrent(int page);
    // Instead of every page, as long as it is not empty.
    void setCover(const QString& title, const QString& sentence = {});
    int indexOf(const QString& name) const;  // -1 = no such page
    int current() const;
    QWidget* page(int index) const;

signals:
    void pageChanged(int page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void turnTo(int page);

    QHBoxLayout* row_;
    QTabBar* tabs_;
    QStackedWidget* pages_;
    EmptyState* cover_;
    QWidget* corner_ = nullptr;
};

}  // namespace apportion::ui
