// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/remedy_fold.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "core/view/explain/remedies.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

QStringList remedyLines(const View& view, const WorkExplanation& explained, const std::string& user,
                        const QString& starts) {
    const TimeText time(view.document.epoch);
    const Explanation& explanation = explained.explanation;
    QStringList lines;
    if (explanation.reason)
        lines << messageText(explanation.reason->message, time);
    if (!starts.isEmpty())
        lines << RemedyFold::tr("Without a change it starts: %1.").arg(starts);
    const auto remedies = remediesOf(explanation, user);
    for (const Remedy& remedy : remedies) {
        lines << messageText(remedy.message, time);
        if (remedy.edits.empty())
            continue;
        const Unblock& edit = *remedy.edits.front();
        if (const auto evicted = losingTheirRun(edit.evicts, edit.runsOn); !evicted.empty())
            lines.last() += QLatin1Char(' ') + RemedyFold::tr("Evicts %1.").arg(namesText(evicted));
    }
    if (remedies.empty())
        lines << (explanation.unblockProven ? RemedyFold::tr("No single change starts it.")
                                            : RemedyFold::tr("No single change was found."));
    return lines;
}

RemedyFold::RemedyFold(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      head_(new SectionHead({}, this)),
      text_(new TextLabel({}, Type::body, Role::text, this)) {
    auto* close = new QPushButton(tr("Close", "a part of a page"), this);
    close->setProperty("compact", true);
    close->setProperty("kind", "quiet");
    close->setAutoDefault(false);
    head_->addControl(close);
    text_->setWordWrap(true);
    text_->setContentsMargins(16, 2, 16, 10);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head_);
    column->addWidget(text_);
    connect(close, &QPushButton::clicked, this, &RemedyFold::close);
    hide();
}

void RemedyFold::explain(const View& view, const WorkloadRow& of, const QString& starts) {
    const QString workload = qt(of.name);
    workload_ = workload;
    asking_ = true;
    head_->setTitle(tr("What would start %1").arg(workload));
    text_->setText(tr("Looking for the reasons…"));
    show();
    bridge_.ask(bridge_.session().explainWorkload(workload.toStdString()), this,
                [this, view, workload, starts,
                 user = of.user](const std::optional<WorkExplanation>& answer) {
                    if (workload != workload_)
                        return;
                    asking_ = false;
                    text_->setText(answer ? remedyLines(view, *answer, user, starts).join(u'\n')
                                          : tr("This workload no longer waits."));
                });
}

void RemedyFold::close() {
    workload_.clear();
    asking_ = false;
    hide();
}

}  // namespace apportion::ui
