// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster in the console: its picture as a pool, the band that says what it is, clusters
// side by side, adding one, and a plan.
#include <QAbstractButton>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/cluster/slurm/mapping.h"
#include "core/cluster/slurm/plan.h"
#include "core/io/scenario_writer.h"
#include "core/session/project/desk.h"
#include "core/session/slurm/slurm_pool.h"
#include "tests/ui/cluster/recorded_cluster.h"
#include "ui/cluster/add_cluster_dialog.h"
#include "ui/cluster/cluster_page.h"
#include "ui/cluster/cluster_plan_dialog.h"
#include "ui/cluster/cluster_submit_dialog.h"
#include "ui/cluster/cluster_work_dialog.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/cluster_band.h"
#include "ui/overview/key_figures.h"
#include "ui/start/start_page.h"
#include "ui/texts.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

using ClusterInConsole = ClusterConsole;

QString allTexts(const QWidget& widget) {
    QStringList texts;
    for (const auto* label : widget.findChildren<QLabel*>())
        texts << label->text();
    for (const auto* button : widget.findChildren<QAbstractButton*>())
        texts << button->text();
    for (const auto* table : widget.findChildren<TreeView*>())
        texts << table->toText(false);
    return texts.join(QLatin1Char('\n'));
}

// What stands below a table once its row is selected.
QString wholeOf(const QWidget& widget, const char* table, int row) {
    for (auto* each : widget.findChildren<TreeView*>())
        if (each->accessibleName() == QLatin1String(table))
            each->setCurrentIndex(each->model()->index(row, 0));
    for (const auto* label : widget.findChildren<TextLabel*>())
        if (label->accessibleName() == QStringLiteral("Selected row") &&
            label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse))
            return label->text();
    return {};
}

QPushButton* buttonOf(const QWidget& widget, const char* text) {
    for (auto* button : widget.findChildren<QPushButton*>())
        if (button->text() == QString::fromUtf8(text))
            return button;
    return nullptr;
}

TEST_F(ClusterInConsole, IsAPoolWithItsAccountsJobsAndNodes) {
    add("lab", "here");
    openCluster(QStringLiteral("lab"));
    EXPECT_EQ(view().document.file, "cluster:lab");
    EXPECT_EQ(view().nodes.rows.size(), 4u);
    const auto quota = std::find_if(view().quotas.begin(), view().quotas.end(),
                                    [](const QuotaRow& row) { return row.name == "theory"; });
    ASSERT_NE(quota, view().quotas.end());
    EXPECT_EQ(quota->numbers.subtree, 8 * kOneGpu);
    EXPECT_EQ(view().key.running, 3);
    ASSERT_FALSE(view().waiting.empty());
    for (const WorkloadRow& row : view().waiting) {
        ASSERT_TRUE(row.status.reason) << row.name;
        EXPECT_TRUE(row.status.reason->message.code.starts_with("cluster-wait-")) << row.name;
    }
    EXPECT_FALSE(view().document.warnings.empty());
    EXPECT_FALSE(view().document.offers("scale"));
}

TEST_F(ClusterInConsole, ShowsTheReasonOfSlurmAndOursSideBySide) {
    add("lab", "here");
    openCluster(QStringLiteral("lab"));
    const auto row = std::find_if(view().waiting.begin(), view().waiting.end(),
                                  [](const auto& each) { return each.name.starts_with("21 "); });
    ASSERT_NE(row, view().waiting.end());
    window->selectWorkload(qt(row->name));
    const auto rails = window->inspector().findChildren<ExplanationRail*>();
    const auto why = [&]() -> QList<RailStep> {
        for (const ExplanationRail* each : rails)
            if (!each->steps().isEmpty() &&
                each->steps().front().fact == QStringLiteral("Slurm · AssocGrpGRES"))
                return each->steps();
        return {};
    };
    ASSERT_TRUE(waitFor([&] { return why().size() == 2; }));
    EXPECT_TRUE(why()[0].sentence.contains(QStringLiteral("at its limit")));
    EXPECT_TRUE(why()[1].sentence.startsWith(QStringLiteral("By the rules of Apportion")));
}

TEST_F(ClusterInConsole, ShowsLimitsAndNoGuarantees) {
    add("lab", "here");
    openCluster(QStringLiteral("lab"));
    auto& model = *qobject_cast<QuotaModel*>(window->quotas().tree()->model());
    EXPECT_EQ(model.headerData(QuotaModel::usedColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Used / limit"));
    const auto used = [&](const char* quota) {
        return model.data(model.indexOf(quota, QuotaModel::usedColumn), Qt::DisplayRole).toString();
    };
    EXPECT_EQ(used("detector"), QStringLiteral("16 / 16"));
    EXPECT_EQ(used("bio"), QStringLiteral("0 / –"));
    for (const Issue& issue : view().issues)
        EXPECT_NE(issue.validator, "over-capacity");
    window->selectQuota(QStringLiteral("detector"));
    ASSERT_TRUE(waitFor([&] {
        return allTexts(window->inspector()).contains(QStringLiteral("Limits")) &&
               window->isSettled();
    }));
    const QList<KeyNumber> figures = keyFigures(view());
    EXPECT_EQ(figures[1].label, QStringLiteral("At their limit"));
    EXPECT_EQ(figures[1].value, QStringLiteral("3"));
    for (const char* word : {"uarantee", "orrow", "Fair share now"})
        EXPECT_FALSE(allTexts(window->inspector()).contains(QLatin1String(word))) << word;
}

TEST_F(ClusterInConsole, ShowsItsReasonsQosAccountsFiguresAndChecks) {
    add("lab", "here");
    commands.put("sdiag.txt",
                 "sdiag output at Sun Nov 29 12:00:00 2026 (1795942442)\nServer thread count:  3\n"
                 "Main schedule statistics (microseconds):\n\tLast cycle:   97\n"
                 "Remote Procedure Call statistics by message type\n\tREQUEST_PING: 5\n");
    openCluster(QStringLiteral("lab"));
    auto& page = *window->findChild<ClusterPage*>();
    action("cluster")->trigger();
    auto& parts = *page.findChild<Segmented*>();
    const auto textOf = [&](int part) {
        parts.segment(part)->click();
        EXPECT_TRUE(waitFor([&] { return page.isUpToDate(); }));
        return allTexts(page);
    };
    const QString reasons = textOf(1);
    EXPECT_TRUE(reasons.contains(QStringLiteral("AssocGrpGRES\t3\t7\t"))) << reasons.toStdString();
    EXPECT_TRUE(reasons.contains(QStringLiteral("ReqNodeNotAvail\t1\t32\t24")));
    EXPECT_TRUE(allTexts(page).contains(QStringLiteral("Select a row to read it in full.")));
    EXPECT_TRUE(wholeOf(page, "Part of the cluster", 0)
                    .startsWith(QStringLiteral("No nodes have enough free GPUs.")));
    const QString qos = textOf(2);
    EXPECT_TRUE(qos.contains(QStringLiteral("high\t100\t4 / 12\t4\t"))) << qos.toStdString();
    EXPECT_TRUE(qos.contains(QStringLiteral("20 min")));
    const QString accounts = textOf(3);
    EXPECT_TRUE(accounts.contains(QStringLiteral("detector\t16 / 16\t60000\t1\t1\t1\t")))
        << accounts.toStdString();
    const QString figures = textOf(4);
    EXPECT_TRUE(figures.contains(QStringLiteral("Last cycle\t97\tMain schedule statistics")))
        << figures.toStdString();
    EXPECT_FALSE(figures.contains(QStringLiteral("REQUEST_PING")));
    commands.put("config.txt", commands.text("config.txt").replace("preempt/qos", "preempt/none"));
    const QString facts = textOf(5);
    EXPECT_TRUE(facts.contains(QStringLiteral("Set PreemptType=preempt/qos in slurm.conf")))
        << facts.toStdString();
    EXPECT_TRUE(textOf(0).contains(QStringLiteral("GrpTRESMins of account detector")));
}

TEST_F(ClusterInConsole, TakesAScriptOnceItsLineIsSeenAndItIsUnlocked) {
    add("lab", "here");
    openCluster(QStringLiteral("lab"));
    ASSERT_TRUE(action("submit")->isEnabled());
    action("submit")->trigger();
    auto* dialog = window->findChild<ClusterSubmitDialog*>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    EXPECT_TRUE(allTexts(*dialog).contains(QStringLiteral("Choose a script.")));
    commands.put("train.sh", "#!/bin/sh\ntrain\n");
    for (auto* field : dialog->findChildren<QLineEdit*>())
        if (field->accessibleName() == QStringLiteral("Script"))
            field->setText(commands.file("train.sh"));
    for (auto* box : dialog->findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Quota"))
            box->setCurrentIndex(box->findText(QStringLiteral("theory")));
    const QString line =
        QStringLiteral("--account=theory --nodes=1 --gres=gpu:1 --job-name=apportion");
    QString texts = allTexts(*dialog);
    EXPECT_TRUE(texts.contains(QStringLiteral("sbatch --parsable ") + line)) << texts.toStdString();
    EXPECT_TRUE(texts.contains(QStringLiteral("It waits at first. Account theory")))
        << texts.toStdString();
    EXPECT_FALSE(buttonOf(*dialog, "Submit")->isEnabled());
    // A QOS that the cluster has not.
    auto& module = *dialog->findChild<Segmented*>();
    module.segment(1)->click();
    EXPECT_TRUE(allTexts(*dialog).contains(QStringLiteral("QOS theory-trn-5")));
    QTest::mouseClick(buttonOf(*dialog, "Unlock"), Qt::LeftButton);
    EXPECT_FALSE(buttonOf(*dialog, "Submit")->isEnabled());
    module.segment(0)->click();
    ASSERT_TRUE(buttonOf(*dialog, "Submit")->isEnabled());
    EXPECT_EQ(commands.text("told"), QByteArray()) << "a preview";
    commands.put("changed-squeue.txt",
                 commands.text("squeue.txt") +
                     "31|PENDING|AssocGrpGRES|theory|ana|normal|gpu|cpu=1,node=1,gres/gpu=1|1||1|"
                     "1795942436|N/A|UNLIMITED|apportion~mark~\n");
    QTest::mouseClick(buttonOf(*dialog, "Submit"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    EXPECT_EQ(commands.text("told"), "sbatch --parsable " + line.toUtf8() + "\n");
    EXPECT_EQ(commands.text("script"), QByteArray("#!/bin/sh\ntrain\n"));
    EXPECT_TRUE(dialog->consequence().startsWith(
        QStringLiteral("Submitted job 31. It waits. Account theory is at its limit")))
        << dialog->consequence().toStdString();
    EXPECT_FALSE(buttonOf(*dialog, "Submit")->isEnabled()) << "it is locked again";
}

TEST_F(ClusterInConsole, SubmitsFromTheUsersAccountIntoAPartitionForATime) {
    add("lab", "here");
    commands.put("id", "#!/bin/sh\necho ana\n");
    QFile::setPermissions(commands.file("id"),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    commands.put("default.txt", "theory\n");
    commands.put("train.sh", "#!/bin/sh\ntrain\n");
    openCluster(QStringLiteral("lab"));
    const auto box = [](const ClusterSubmitDialog& dialog, const char* name) -> QComboBox& {
        for (auto* each : dialog.findChildren<QComboBox*>())
            if (each->accessibleName() == QLatin1String(name))
                return *each;
        throw std::runtime_error(name);
    };
    const auto opened = [&]() -> ClusterSubmitDialog& {
        action("submit")->trigger();
        auto* dialog = window->findChildren<ClusterSubmitDialog*>().back();
        EXPECT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
        return *dialog;
    };
    EXPECT_EQ(window->quotas().selected(), QStringLiteral("root"));
    ClusterSubmitDialog& dialog = opened();
    EXPECT_EQ(box(dialog, "Quota").currentText(), QStringLiteral("theory"));
    QComboBox& partitions = box(dialog, "Partition");
    ASSERT_EQ(partitions.count(), 2);
    partitions.setCurrentIndex(partitions.findText(QStringLiteral("gpu")));
    for (auto* field : dialog.findChildren<QLineEdit*>())
        if (field->accessibleName() == QStringLiteral("Script"))
            field->setText(commands.file("train.sh"));
    for (auto* field : dialog.findChildren<DurationField*>()) {
        EXPECT_EQ(field->text(), QStringLiteral("not stated"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("1h 30m"));
    }
    const QString line = QStringLiteral(
        "sbatch --parsable --account=theory --partition=gpu --nodes=1 --gres=gpu:1 --time=90 ");
    EXPECT_TRUE(allTexts(dialog).contains(line)) << allTexts(dialog).toStdString();
    dialog.reject();
    window->selectQuota(QStringLiteral("bio"));
    EXPECT_EQ(box(opened(), "Quota").currentText(), QStringLiteral("bio"));
}

// The project in the folder of those that drive a cluster.
TEST_F(ClusterInConsole, ThatIsDrivenHasItsBandToo) {
    const QByteArray state = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", commands.folder.path().toLocal8Bit());
    const auto folder = driveFolder();
    ASSERT_TRUE(folder);
    Scenario pool;
    NodeGroup& nodes = pool.nodes.emplace_back();
    nodes.node.name = "node001";
    nodes.node.gpu = 8 * kOneGpu;
    Quota& quota = pool.quotas.emplace_back();
    quota.name = "team";
    quota.guaranteed.gpu = 8 * kOneGpu;
    Problems notes;
    ASSERT_TRUE(ProjectDesk::create(*folder + "/lab.apportion", pool, notes));
    auto& band = *window->findChild<ClusterBand*>();
    EXPECT_FALSE(band.isVisible());
    open(qt(*folder + "/lab.apportion"));
    EXPECT_TRUE(band.isVisible());
    const QString texts = allTexts(band);
    EXPECT_TRUE(texts.contains(QStringLiteral("lab")));
    EXPECT_TRUE(texts.contains(QStringLiteral("not driven now"))) << texts.toStdString();
    EXPECT_FALSE(texts.contains(QStringLiteral("up to date"))) << "the cluster is not looked at";
    // One in another folder, once a program has driven the cluster by it.
    const QString other = profile.filePath(QStringLiteral("pool.apportion"));
    ASSERT_TRUE(ProjectDesk::create(other.toStdString(), pool, notes));
    const auto openAnother = [&](const QString& file) {
        window->files().open(file);
        EXPECT_TRUE(
            waitFor([&] { return qt(view().document.file) == file && window->isSettled(); }));
    };
    openAnother(other);
    EXPECT_FALSE(band.isVisible());
    ASSERT_TRUE(noteDriven("big", other.toStdString()));
    openAnother(qt(*folder + "/lab.apportion"));
    openAnother(other);
    EXPECT_TRUE(band.isVisible());
    EXPECT_TRUE(allTexts(band).contains(QStringLiteral("big"))) << allTexts(band).toStdString();
    qputenv("XDG_STATE_HOME", state);
}

TEST_F(ClusterInConsole, FollowsWhatChangesAndTellsWhatDoesNotAnswer) {
    add("lab", "here");
    openCluster(QStringLiteral("lab"));
    auto& band = *window->findChild<ClusterBand*>();
    EXPECT_TRUE(band.isVisible());
    EXPECT_TRUE(allTexts(band).contains(QStringLiteral("lab")));
    EXPECT_TRUE(allTexts(band).contains(QStringLiteral("commands on this machine")));
    EXPECT_TRUE(allTexts(band).contains(QStringLiteral("read-only")));
    // A job of two nodes ends.
    QByteArray jobs = commands.text("squeue.txt");
    const auto at = jobs.indexOf("20|RUNNING");
    jobs.remove(at, jobs.indexOf("~mark~", at) + 7 - at);
    commands.put("squeue.txt", jobs);
    commands.put("sdiag.txt", "Jobs submitted: 2\n");
    EXPECT_TRUE(waitFor([this] { return view().key.running == 2; }));
    commands.put("down", {});
    EXPECT_TRUE(waitFor([&] {
        return allTexts(band).contains(QStringLiteral("controller (slurmctld) does not answer"));
    }));
    EXPECT_EQ(view().key.running, 2);
    commands.drop("down");
    EXPECT_TRUE(waitFor([this] { return view().document.trouble.empty(); }));
}

TEST_F(ClusterInConsole, IsChangedByNoCommandOfThePool) {
    add("lab", "here");
    openCluster(QStringLiteral("lab"));
    auto answer = window->bridge().session().run({Change{RenameQuota{"theory", "practice"}}});
    ASSERT_TRUE(waitFor(
        [&] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    const auto refused = answer.get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "cluster-read-only");
    const QString file = profile.filePath(QStringLiteral("saved.json"));
    auto saved = window->bridge().session().saveAs(file.toStdString());
    ASSERT_TRUE(waitFor([&] { return QFileInfo(file).size() > 0; }));
}

TEST_F(ClusterInConsole, ThatIsDownIsNotOpenedAndSaysWhy) {
    add("lab", "here");
    commands.put("down", {});
    window->files().openCluster(QStringLiteral("lab"));
    EXPECT_TRUE(waitFor([this] {
        return allTexts(*window).contains(QStringLiteral("controller (slurmctld) does not answer"));
    }));
    EXPECT_FALSE(view().document.open);
}

TEST_F(ClusterInConsole, StandBesideEachOtherOnTheStartPage) {
    add("lab", "here");
    add("old", "unix:/nonexistent/slurmrestd.sock");
    window.reset();
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    auto& start = *window->findChild<StartPage*>();
    EXPECT_TRUE(waitFor([&] {
        const QString texts = allTexts(start);
        return texts.contains(QStringLiteral("REST on unix:/nonexistent/slurmrestd.sock")) &&
               texts.contains(QStringLiteral("The token for slurmrestd is missing")) &&
               texts.contains(QStringLiteral("24")) && texts.contains(QStringLiteral("as of"));
    })) << allTexts(start).toStdString();
}

TEST_F(ClusterInConsole, IsAddedInThreeStepsWithWhatWasChecked) {
    auto* dialog = new AddClusterDialog(Mode::rest, window.get());
    dialog->show();
    QTest::mouseClick(buttonOf(*dialog, "Next"), Qt::LeftButton);
    // The name is that of scontrol.
    const auto named = [&] {
        for (auto* field : dialog->findChildren<QLineEdit*>())
            if (field->accessibleName() == QStringLiteral("Name"))
                return field->text();
        return QString();
    };
    EXPECT_TRUE(waitFor([&] { return named() == QStringLiteral("lab"); }));
    QTest::mouseClick(buttonOf(*dialog, "Next"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    const QString texts = allTexts(*dialog);
    for (const char* fact : {"slurmctld", "22.05.8", "PreemptType", "Limits on GPUs are possible"})
        EXPECT_TRUE(texts.contains(QLatin1String(fact))) << fact;
    QTest::mouseClick(buttonOf(*dialog, "Add read-only"), Qt::LeftButton);
    const auto kept = slurm::readConnections();
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->size(), 1u);
    EXPECT_EQ(kept->front().name, "lab");
}

// On memory that something else has used.
TEST_F(ClusterInConsole, IsAddedByADialogThatTrustsNoMemory) {
    alignas(AddClusterDialog) static unsigned char place[sizeof(AddClusterDialog)];
    std::fill(std::begin(place), std::end(place), static_cast<unsigned char>(0x5A));
    auto* dialog = new (place) AddClusterDialog(Mode::rest, nullptr);
    EXPECT_TRUE(buttonOf(*dialog, "Next")->isEnabled());
    dialog->~AddClusterDialog();
}

TEST_F(ClusterInConsole, ThatIsSlowIsAskedNoLongerOnceTheDialogIsClosed) {
    commands.put("slow", {});
    auto* dialog = new AddClusterDialog(Mode::rest, window.get());
    dialog->show();
    dialog->checkNow(QStringLiteral("here"));
    EXPECT_FALSE(dialog->isUpToDate());
    QElapsedTimer clock;
    clock.start();
    delete dialog;
    EXPECT_LT(clock.elapsed(), 3000);
}

// An expired token: {"exp":1,"sun":"ana"}.
TEST_F(ClusterInConsole, WithAnExpiredTokenSaysSoAndNeverShowsIt) {
    const QByteArray token = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjEsInN1biI6ImFuYSJ9.c2VjcmV0";
    qputenv("SLURM_JWT", token);
    commands.put("refused", {});
    auto* dialog = new AddClusterDialog(Mode::rest, window.get());
    dialog->show();
    dialog->checkNow(QStringLiteral("here"));
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    const QString texts = allTexts(*dialog);
    EXPECT_TRUE(texts.contains(QStringLiteral("The token has expired"))) << texts.toStdString();
    EXPECT_FALSE(texts.contains(QString::fromLatin1(token)));
}

// The tree of a scenario as Slurm would show it, with another limit of the last account.
struct PlannedCluster {
    explicit PlannedCluster(const RecordedCommands& commands) {
        Scenario scenario;
        scenario.name = "wanted";
        NodeGroup& nodes = scenario.nodes.emplace_back();
        nodes.node.name = "node001";
        nodes.node.gpu = 8 * kOneGpu;
        for (const auto& [name, parent, gpus] :
             {std::tuple("pool", "", 8), std::tuple("a", "pool", 5), std::tuple("b", "pool", 3)}) {
            Quota& quota = scenario.quotas.emplace_back();
            quota.name = name;
            quota.parent = parent;
            quota.guaranteed.gpu = gpus * kOneGpu;
        }
        file = commands.file("wanted.json");
        EXPECT_TRUE(saveScenario(file.toStdString(), scenario));
        const auto wanted = *slurm::wantedOf(scenario);
        before = assoc(wanted, 4);
        commands.put("assoc.txt", before);
        commands.put("changed-assoc.txt", assoc(wanted, 5));
        QByteArray qos, accounts;
        for (const auto& each : wanted.qos)
            qos += QByteArray::fromStdString(each.name) + "|" +
                   QByteArray::number(qlonglong(each.priority)) +
                   "||requeue|||00:00:00|||apportion v1 of wanted\n";
        for (const auto& each : wanted.accounts)
            accounts += QByteArray::fromStdString(each.name) + "|apportion v1 " +
                        QByteArray::fromStdString(each.name) + " of wanted\n";
        commands.put("qos.txt", qos);
        commands.put("account.txt", accounts);
        commands.put("sinfo.txt", "node001|gpu:8|gpu:0|64|1000|idle|gpu*|none~mark~\n");
        commands.put("squeue.txt",
                     "7|PENDING|AssocGrpGRES|a|ana|a-trn-5|gpu|cpu=1,node=1,gres/gpu=5|1||1|1|N/A|"
                     "UNLIMITED|big~mark~\n");
    }

    static QByteArray assoc(const slurm::Wanted& wanted, int gpusOfA) {
        QByteArray text = "root||||1|||||||normal\n";
        for (const auto& each : wanted.accounts) {
            QByteArray list;
            for (const std::string& qos : each.qos)
                list += (list.isEmpty() ? "" : ",") + QByteArray::fromStdString(qos);
            const qlonglong gpus = each.name == "a" ? gpusOfA : each.gpus.value_or(-1);
            text += QByteArray::fromStdString(each.name) + "||" +
                    QByteArray::fromStdString(each.parent.empty() ? "root" : each.parent) + "||1|" +
                    (gpus < 0 ? QByteArray() : "gres/gpu=" + QByteArray::number(gpus)) + "|||||" +
                    QByteArray::fromStdString(each.defaultQos) + "|" + list + "\n";
        }
        return text;
    }
    QString file;
    QByteArray before;  // accounts
};

TEST_F(ClusterInConsole, PlanIsUnlockedAppliedLineByLineAndLookedAtAgain) {
    const PlannedCluster planned(commands);
    add("lab", "here");
    auto* dialog =
        new ClusterPlanDialog(Mode::rest, QStringLiteral("lab"), planned.file, window.get());
    dialog->show();
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    QString texts = allTexts(*dialog);
    EXPECT_TRUE(texts.contains(QStringLiteral("GrpTRES=gres/gpu=5"))) << texts.toStdString();
    EXPECT_TRUE(texts.contains(QStringLiteral("Mapping is recommended")));
    EXPECT_TRUE(texts.contains(QStringLiteral("Dry run: Job 7 would start on node001.")))
        << texts.toStdString();
    EXPECT_TRUE(texts.contains(QStringLiteral("This imitates Slurm")));
    EXPECT_TRUE(texts.contains(QStringLiteral("approximate")));
    EXPECT_FALSE(buttonOf(*dialog, "Apply")->isEnabled());
    QTest::mouseClick(buttonOf(*dialog, "Unlock"), Qt::LeftButton);
    ASSERT_TRUE(buttonOf(*dialog, "Apply")->isEnabled());
    QTest::mouseClick(buttonOf(*dialog, "Apply"), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] {
        return dialog->consequence().contains(QStringLiteral("still have their effect."));
    })) << dialog->consequence().toStdString();
    texts = allTexts(*dialog);
    EXPECT_TRUE(texts.contains(QStringLiteral("read back")));
    EXPECT_TRUE(texts.contains(QStringLiteral("rollback-lab-")));
    EXPECT_EQ(commands.text("told").count('\n'), 1);
    EXPECT_FALSE(buttonOf(*dialog, "Apply")->isEnabled());
    EXPECT_TRUE(texts.contains(QStringLiteral("GrpTRES: 4 → 5, now 5."))) << texts.toStdString();
    EXPECT_TRUE(wholeOf(*dialog, "What Slurm can hold", 0)
                    .startsWith(QStringLiteral("Guarantee\nThe guarantee becomes the limit")))
        << wholeOf(*dialog, "What Slurm can hold", 0).toStdString();
    // A dialog that is opened later shows where they are.
    {
        ClusterPlanDialog later(Mode::rest, QStringLiteral("lab"), planned.file, window.get());
        ASSERT_TRUE(waitFor([&] { return later.isUpToDate(); }));
        EXPECT_TRUE(
            allTexts(later).contains(QStringLiteral("The lines that undo the last apply: ")))
            << allTexts(later).toStdString();
    }
    // The same way back.
    commands.put("changed-assoc.txt", planned.before);
    QTest::mouseClick(buttonOf(*dialog, "Undo…"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    texts = allTexts(*dialog);
    EXPECT_TRUE(texts.contains(QStringLiteral("GrpTRES: 5 → 4, now 5."))) << texts.toStdString();
    EXPECT_FALSE(buttonOf(*dialog, "Apply")->isEnabled());
    QTest::mouseClick(buttonOf(*dialog, "Unlock"), Qt::LeftButton);
    QTest::mouseClick(buttonOf(*dialog, "Apply"), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] {
        return dialog->consequence().contains(QStringLiteral("still have their effect."));
    }));
    EXPECT_TRUE(commands.text("told").contains("GrpTRES=gres/gpu=4"));
}

TEST_F(ClusterInConsole, ListsAllJobsAndDoesAVerbOnceItsLineIsSeen) {
    add("lab", "here");
    auto* dialog = new ClusterWorkDialog(Mode::rest, QStringLiteral("lab"), window.get());
    dialog->show();
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    QString texts = allTexts(*dialog);
    // Held, later, and without GPUs: a scenario has none of them.
    for (const char* job : {"held", "later", "cpuonly", "The user holds the job."})
        EXPECT_TRUE(texts.contains(QLatin1String(job))) << job;
    EXPECT_FALSE(buttonOf(*dialog, "Run")->isEnabled());
    for (auto* field : dialog->findChildren<QLineEdit*>())
        if (field->accessibleName() == QStringLiteral("Filter"))
            QTest::keyClicks(field, QStringLiteral("over"));
    for (auto* table : dialog->findChildren<TreeView*>())
        if (table->accessibleName() == QStringLiteral("Jobs")) {
            ASSERT_EQ(table->model()->rowCount(), 1);
            table->selectAll();
        }
    EXPECT_TRUE(allTexts(*dialog).contains(QStringLiteral("scontrol hold 21")));
    EXPECT_EQ(commands.text("told"), QByteArray()) << "a preview";
    EXPECT_FALSE(buttonOf(*dialog, "Run")->isEnabled());
    QTest::mouseClick(buttonOf(*dialog, "Unlock"), Qt::LeftButton);
    commands.put(
        "changed-squeue.txt",
        commands.text("squeue.txt").replace("21|PENDING|AssocGrpGRES", "21|PENDING|JobHeldUser"));
    QTest::mouseClick(buttonOf(*dialog, "Run"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    EXPECT_EQ(commands.text("told"), QByteArray("hold 21\n"));
    EXPECT_EQ(dialog->consequence(), QStringLiteral("Ran: scontrol hold 21"));
    EXPECT_TRUE(allTexts(*dialog).contains(QStringLiteral("JobHeldUser")));
}

TEST_F(ClusterInConsole, PlanStopsWhereALineHasNoEffect) {
    const PlannedCluster planned(commands);
    commands.drop("changed-assoc.txt");
    add("lab", "here");
    auto* dialog =
        new ClusterPlanDialog(Mode::rest, QStringLiteral("lab"), planned.file, window.get());
    dialog->show();
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    QTest::mouseClick(buttonOf(*dialog, "Unlock"), Qt::LeftButton);
    QTest::mouseClick(buttonOf(*dialog, "Apply"), Qt::LeftButton);
    EXPECT_TRUE(waitFor(
        [&] { return allTexts(*dialog).contains(QStringLiteral("The line had no effect")); }));
    EXPECT_TRUE(allTexts(*dialog).contains(QStringLiteral("stopped")));
}

}  // namespace
}  // namespace apportion::ui
