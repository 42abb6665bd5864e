// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/samples.h"

#include <stop_token>

#include <QCoreApplication>
#include <QFile>
#include <QPointer>
#include <QThreadPool>

#include "core/view/view.h"
#include "ui/main_window/action_rows.h"

namespace apportion::ui {

namespace {

struct Samples {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Samples)
};

}  // namespace

std::vector<SampleFile> sampleFiles() {
    return {{ActionId::openSample128,
             QStringLiteral(":/samples/pool-128.json"),
             {Samples::tr("128 GPUs, three teams"),
              Samples::tr("Inference evicts training if needed; 48 / 80 becomes 56 / 72."),
              {Samples::tr("128 GPUs"), Samples::tr("3 quotas"), Samples::tr("child-level")}}},
            {ActionId::openSampleFourTeams,
             QStringLiteral(":/samples/four-teams.json"),
             {Samples::tr("Four teams, 16 GPUs"),
              Samples::tr("Borrowing and reclaiming by weight: 8/4, 4/2, 4/2, 0/8."),
              {Samples::tr("16 GPUs"), Samples::tr("4 teams"), Samples::tr("reclaim")}}},
            {ActionId::openSampleCrowded,
             QStringLiteral(":/samples/crowded.json"),
             {Samples::tr("2,048 GPUs, 300 quotas"),
              Samples::tr("A day of eight departments, full, with names in three languages."),
              {Samples::tr("2,048 GPUs"), Samples::tr("8 departments"), Samples::tr("24 h")}}}};
}

void simulateSample(const SampleFile& sample, QObject* context,
                    const std::function<void(const ViewPtr&)>& done) {
    const QPointer<QObject> alive(context);
    // Nobody waits at the end of the program for what nobody will see.
    std::stop_source end;
    QObject::connect(context, &QObject::destroyed, [end]() mutable { end.request_stop(); });
    QThreadPool::globalInstance()->start(
        [resource = sample.resource, alive, done, stop = end.get_token()] {
            QFile file(resource);
            ViewPtr view;
            if (file.open(QIODevice::ReadOnly))
                view = viewOfText(file.readAll().toStdString(), resource.toStdString(), {}, stop)
                           .value_or(view);
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [alive, done, view] {
                    if (alive)
                        done(view);
                },
                Qt::QueuedConnection);
        });
}

}  // namespace apportion::ui
