// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLineEdit>

namespace apportion::ui {

// A date and a time, which are typed as one text, in any way that typedMoment() reads, or over the
// digits of what stands there, or stepped part by part with the arrow keys; a calendar opens from
// it. Local time, to the minute. Left, it is written in one way.
class MomentField final : public QLineEdit {
    Q_OBJECT

public:
    explicit MomentField(const QDateTime& moment, QWidget* parent = nullptr);

    // The last one that could be read.
    QDateTime dateTime() const { return moment_; }
    void setDateTime(const QDateTime& moment);
    // Whether what stands there is that.
    bool isReadable() const { return readable_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void openCalendar();

signals:
    void edited();  // it is another, or can be read no more, or again

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void read();
    void step(int by);

    QDateTime moment_;
    bool readable_ = true;
};

}  // namespace apportion::ui
