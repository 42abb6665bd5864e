// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_export.h"

#include <QCoreApplication>

#include "core/model/number_text.h"
#include "ui/quota_tree/quota_model.h"

namespace apportion::ui {

namespace {

using M = QuotaModel;

struct QuotaExport {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::QuotaExport)
};

QString plain(Gpu gpu) {
    return QString::fromStdString(gpuText(gpu));
}

}  // namespace

QStringList exportedHeads(int column) {
    switch (column) {
        case M::usageColumn:
            return {QuotaExport::tr("Own (GPUs)"), QuotaExport::tr("Below (GPUs)"),
                    QuotaExport::tr("From above (GPUs)")};
        case M::usedColumn:
            return {QuotaExport::tr("Used (GPUs)"), QuotaExport::tr("Guaranteed (GPUs)")};
        case M::waitColumn:
            return {QuotaExport::tr("Waiting (GPUs)")};
        case M::guaranteedColumn:
            return {QuotaExport::tr("Guaranteed (GPUs)")};
        case M::fairShareColumn:
            return {QuotaExport::tr("Fair share (GPUs)")};
        case M::borrowedColumn:
            return {QuotaExport::tr("Borrowed (GPUs)")};
        case M::lentColumn:
            return {QuotaExport::tr("Lent (GPUs)")};
        case M::limitColumn:
            return {QuotaExport::tr("Limit (GPUs)")};
        default:
            return {};
    }
}

QStringList exportedTexts(const QuotaRow& row, int column) {
    const QuotaNumbers& numbers = row.numbers;
    switch (column) {
        case M::usageColumn:
            return {plain(numbers.own), plain(numbers.below), plain(numbers.above)};
        case M::usedColumn:
            return {plain(numbers.subtree), plain(numbers.guaranteed)};
        case M::waitColumn:
            return {plain(numbers.pending)};
        case M::guaranteedColumn:
            return {plain(numbers.guaranteed)};
        case M::fairShareColumn:
            return {plain(numbers.fairShare)};
        case M::borrowedColumn:
            return {plain(numbers.borrowed)};
        case M::lentColumn:
            return {plain(numbers.lent)};
        case M::limitColumn:
            return {numbers.limit ? plain(*numbers.limit) : QString()};
        default:
            return {};
    }
}

}  // namespace apportion::ui
