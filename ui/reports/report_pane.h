// SPDX-License-Identifier: GPL-3.0-or-later
// What a usage report is about: period, parts, prices, and whether one is written every week.
#pragma once

#include <QSet>
#include <QTimer>
#include <QWidget>

#include "core/model/price_setting.h"
#include "core/report/calendar.h"
#include "core/report/report.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace apportion::report {
struct Document;
}

namespace apportion::ui {

class IconButton;
class NumberField;
class Segmented;
class TextLabel;

class ReportPane final : public QWidget {
    Q_OBJECT

public:
    // Of what is reported.
    struct Subject {
        bool journal = false;  // else a recorded run
        bool dates = true;
        bool inPart = false;   // the reader does not see all of the pool
        bool mayKeep = false;  // prices in the project
        std::string zone = "UTC";
        Moment now = 0;
        QString name = {};
        QStringList quotas = {};  // that a report can be about alone
        QStringList users = {};
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    explicit ReportPane(QWidget* parent = nullptr);

    // A pool that is another one begins with its usual period. Time alone changes nothing shown.
    void setSubject(const Subject& subject);
    report::ReportTexts texts() const;
    // Prices of the project. Others that stand in the fields stay there.
    void setKept(const PriceSetting& kept);
    // Ticks a part of each table that the report has.
    void setParts(const report::Document& document);
    // Without the parts that were unticked.
    report::Document shown(report::Document document) const;
    // Empty = none is written.
    void setWeekly(const QString& folder);

signals:
    void changed();       // texts()
    void partsChanged();  // shown()
    void weeklyWanted(bool wanted);
    void keepWanted(const apportion::PriceSetting& prices);

private:
    enum Unit { week, month, quarter, all, own };
    QVBoxLayout* section(const QString& title);
    void makePeriod();
    void makePrices();
    void fillScope();
    void showScopeNote();
    void step(int by);
    void showPeriod();
    report::Period period() const;
    PriceSetting prices() const;  // of the fields
    void fillPrices();
    void showWhosePrices();

    Subject subject_;
    int offset_ = -1;     // units from the present one
    QSet<QString> left_;  // ids of parts
    QVBoxLayout* column_;
    Segmented* units_;
    IconButton* before_;
    IconButton* after_;
    TextLabel* name_;
    TextLabel* days_;
    QLineEdit* own_;
    QComboBox* scope_;
    TextLabel* scopeNote_;
    QVBoxLayout* parts_;
    QString known_;  // ids of the parts that stand there
    QComboBox* model_;
    NumberField* percent_;
    QLineEdit* price_;
    QLineEdit* currency_;
    TextLabel* priceNote_;
    QPushButton* keep_;
    PriceSetting kept_{{}, "EUR", "use"};
    QCheckBox* weekly_;
    TextLabel* folder_;
    QTimer typing_;
};

}  // namespace apportion::ui
