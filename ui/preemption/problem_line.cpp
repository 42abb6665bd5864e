// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/problem_line.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/preemption/policy_texts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kMostRepairs = 2;

}  // namespace

ProblemLine::ProblemLine(QWidget* parent)
    : QWidget(parent), sentence_(new TextLabel({}, Type::body, Role::err, this)) {
    sentence_->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(24, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(sentence_, 1);
    for (std::size_t i = 0; i < kMostRepairs; ++i) {
        auto* button = new QPushButton(this);
        button->setAutoDefault(false);
        button->hide();
        connect(button, &QPushButton::clicked, this, [this, i] {
            // The answer to the repair may empty the line before this returns.
            const PreemptionChoice choice = repairs_[i].choice;
            emit repairChosen(choice);
        });
        row->addWidget(button);
        buttons_.push_back(button);
    }
    setMinimumHeight(controlHeight(30));
}

void ProblemLine::say(const QString& sentence, const std::vector<PolicyRepair>& repairs) {
    const bool news = sentence_->text() != sentence;
    sentence_->setText(sentence);
    repairs_ = repairs;
    for (std::size_t i = repairs_.size(); i < buttons_.size(); ++i)
        if (buttons_[i]->hasFocus())
            emit mended();
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        buttons_[i]->setVisible(i < repairs_.size());
        if (i < repairs_.size())
            buttons_[i]->setText(repairText(repairs_[i]));
    }
    setAccessibleName(sentence);
    update();
    if (news && !sentence.isEmpty()) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void ProblemLine::clear() {
    say({});
}

QString ProblemLine::sentence() const {
    return sentence_->text();
}

std::vector<QPushButton*> ProblemLine::buttons() const {
    return {buttons_.begin(), buttons_.begin() + static_cast<std::ptrdiff_t>(
                                                     std::min(repairs_.size(), buttons_.size()))};
}

void ProblemLine::paintEvent(QPaintEvent*) {
    if (sentence_->text().isEmpty())
        return;
    QPainter painter(this);
    paintIcon(painter, QRectF(0, 0, 16, height()), Icon::error, color(Role::err));
}

}  // namespace apportion::ui
