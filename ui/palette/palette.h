// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: one field over every action and object. A child widget that dims the window beneath;
// Esc, a click beside it or a choice closes it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QPointer>
#include <QWidget>

#include "ui/palette/palette_items.h"

class QLineEdit;

namespace apportion::ui {

class PaletteList;

class Palette final : public QWidget {
    Q_OBJECT

public:
    explicit Palette(QWidget* window);
    // Has the focus afterwards where nobody had it before: else Qt gives it to the first in the
    // window, once a dialog that was opened from here is gone.
    void setHome(QWidget* home) { home_ = home; }

    // `more`: what else fits what is typed, where a list of everything would be too long.
    using More = std::function<std::vector<PaletteItem>(const QString& query)>;
    // What else there is of a crowd, looked for elsewhere and told when it is known.
    struct Late {
        std::vector<PaletteItem> items;
        qsizetype all = 0;  // how many fit; `items` has the best of them
    };
    using Seek =
        std::function<void(const QString& query, std::function<void(std::optional<Late>)> tell)>;
    void open(std::vector<PaletteItem> items, More more = {}, Seek seek = {});
    // While it is open what there is changes: what is typed stays, and so does the entry that is
    // chosen, as long as it is there.
    void follow(std::vector<PaletteItem> items, More more = {}, Seek seek = {});
    void close();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    // Once more, with the entry that is chosen, as long as it is there.
    void searchAgain(const std::function<void()>& change);
    void seekOthers(const QString& query);
    void run();
    void offerActionsOfObject();
    // Of the one of this title; empty = there is none.
    std::vector<PaletteItem> actionsOf(const QString& object) const;
    QRect frame() const;
    void place();

    std::vector<PaletteItem> items_;
    std::vector<PaletteItem> further_;  // of `more_`, for what is typed now
    More more_;
    Seek seek_;
    QString sought_;            // what is typed, as `seek_` was asked for it; empty = it was not
    bool seeking_ = false;      // it has not told yet
    bool unanswered_ = false;   // it cannot tell yet, and is asked again with the next entries
    std::optional<Late> late_;  // of what was sought last; stays until the next is there
    std::vector<PaletteItem> own_;  // of the object whose actions are offered
    QString object_;                // that it is
    QLineEdit* field_;
    PaletteList* list_;
    QString count_;
    QPointer<QWidget> before_;  // had the focus
    QPointer<QWidget> home_;
};

}  // namespace apportion::ui
