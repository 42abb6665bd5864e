// SPDX-License-Identifier: GPL-3.0-or-later
// One priority or a range of them, as text: the same that the strip shows as a band.
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/model/workload.h"

class QLineEdit;

namespace apportion::ui {

class Segmented;
class TextLabel;

class PriorityField final : public QWidget {
    Q_OBJECT

public:
    // Where a single priority goes when it becomes a range: to the lowest, of those that may be
    // taken, or to the highest, of those that may take.
    enum class Grows { down, up };
    // `caption` stands behind the field: "may take".
    PriorityField(const QString& title, const QString& caption, Grows grows,
                  QWidget* parent = nullptr);

    void setRange(PriorityRange range);
    // The same, and one priority is a single one, also where a range was shown.
    void begin(PriorityRange range);
    PriorityRange range() const { return range_; }
    bool isSingle() const;
    // Whether what is written is a priority or a range.
    bool isReadable() const { return readable_; }
    // It is not, and nobody is at it: whoever types is told nothing before they leave the field or
    // pause.
    bool isWrong() const;
    // What is asked for, or wrong with what is written; empty where it is not wrong.
    QString complaint() const;
    void setError(bool error);

    QLineEdit* edit() const { return edit_; }
    Segmented* form() const { return form_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void rangeChanged(apportion::PriorityRange range);
    void singleChanged(bool single);
    // Also when what cannot be read becomes another, or is to be told.
    void readableChanged();

private:
    void takeForm(int index);
    void tellForm(const QString& what);
    void finish();
    void rest();
    void takeText(const QString& text);
    void showRange();
    void updateError();

    Grows grows_;
    Segmented* form_;
    QLineEdit* edit_;
    QString captionText_;
    TextLabel* caption_;
    PriorityRange range_;
    bool readable_ = true;
    bool rested_ = false;  // since the last key
    QTimer pause_;
    bool unseen_ = false;  // typing has made a range of one priority, and is not over
    bool held_ = false;    // the Enter that ended it
    bool error_ = false;
    bool setting_ = false;
};

}  // namespace apportion::ui
