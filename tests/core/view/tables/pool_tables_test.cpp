// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/tables/pool_tables.h"

#include <gtest/gtest.h>

#include "core/model/date_text.h"
#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

WorkloadRow work() {
    WorkloadRow row;
    row.name = "nb-01";
    row.quota = "Quota1.2";
    row.team = "Team \"C\", north";
    row.user = "ana";
    row.workspace = "research";
    row.module = Module::notebook;
    row.priority = 2;
    row.gpu = 250;
    row.submit = 5 * kSecond;
    row.status.waited = 1500;
    return row;
}

constexpr const char* kWorkHead =
    "workload,quota,team,user,workspace,module,priority,state,position,gpus,replicas,nodes,"
    "preemptible,idle,";

TEST(PoolTables, AWorkloadIsOneRowOfPlainValues) {
    View view;
    WorkloadRow running = work();
    running.status.state = WorkloadState::running;
    running.status.start = 65 * kSecond;
    running.status.placements = {{"n1", 100}, {"n2", 100}, {"n1", 50}};
    running.status.preemptions = 1;
    running.duration = 120 * kSecond;
    running.ends = 185 * kSecond;
    WorkloadRow waiting = work();
    waiting.name = "job";
    waiting.team = "C";
    waiting.status.position = 3;
    waiting.status.reason = Reason{ReasonCode::noCapacity, Rule::placement, {"no-such-code", {}}};
    EXPECT_EQ(workCsv(view, {&running, &waiting}),
              std::string(kWorkHead) +
                  "submitted_seconds,started_seconds,ended_seconds,waited_seconds,evictions,"
                  "reason,reason_text,duration_seconds,expected_end_seconds\r\n"
                  "nb-01,Quota1.2,\"Team \"\"C\"\", north\",ana,research,notebook,2,running,,2.5,1,"
                  "n1; n2,yes,no,5.0,65.0,,1.5,1,,,120.0,185.0\r\n"
                  "job,Quota1.2,C,ana,research,notebook,2,pending,3,2.5,1,"
                  ",yes,no,5.0,,,1.5,0,no-capacity,no-such-code,,\r\n");
}

TEST(PoolTables, APoolWithAWallClockTellsMoments) {
    View view;
    view.document.epoch = "2026-11-20T10:00:00Z";
    const WorkloadRow row = work();
    const std::string csv = workCsv(view, {&row});
    EXPECT_NE(csv.find("submitted_utc,started_utc,ended_utc"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",2026-11-20T10:00:05.000Z,,,"), std::string::npos) << csv;
}

TEST(PoolTables, AnEvictionTellsWhoWhenAndWhatWasLost) {
    View view;
    EvictionRow row;
    row.record.at = 600 * kSecond;
    row.record.victim = "nb-01";
    row.record.preemptor = "serve";
    row.record.rule = EvictionRule::childLevel;
    row.record.gpu = 800;
    row.record.lost = 800 * 600 * kSecond;
    row.record.why.code = "no-such-code";
    row.victim.quota = "Quota1.2";
    row.victim.team = "C";
    row.module = Module::notebook;
    row.priority = 2;
    EXPECT_EQ(evictionCsv(view, {&row}),
              "evicted_seconds,workload,quota,team,module,priority,gpus,lost_gpu_seconds,"
              "preemptor,kind,rule,why\r\n"
              "600.0,nb-01,Quota1.2,C,notebook,2,8,4800.0,serve,child-level,16,no-such-code\r\n");
}

TEST(PoolTables, QuotasStandWithTheirParentsInTheOrderThatIsShown) {
    View view;
    view.quotas.resize(3);
    view.quotas[0].name = "root";
    view.quotas[0].numbers.guaranteed = 1200;
    view.quotas[1].name = "b";
    view.quotas[1].parent = 0;
    view.quotas[1].policy.weight = 3;
    view.quotas[1].numbers.limit = 450;
    view.quotas[0].policy.minRuntime = 600 * kSecond;
    view.quotas[0].policy.childPreemption = ChildPreemption{{1, 5}, 0b011};
    view.quotas[1].policy.selfPreemption =
        SelfPreemption{{7, 9}, {1, 1}, 0b001, PreemptionScope::siblings};
    view.quotas[2].name = "a";
    view.quotas[2].parent = 0;
    view.quotas[2].policy.lend = 200;
    QuotaQuery query;
    query.key = QuotaKey::name;
    EXPECT_EQ(quotaCsv(view, orderQuotas(view.quotas, query)),
              "quota,team,parent,guaranteed_gpus,fair_share_gpus,used_gpus,own_gpus,below_gpus,"
              "above_gpus,borrowed_gpus,lent_gpus,waiting_gpus,waiting_workloads,limit_gpus,weight,"
              "rank,queueing,over_quota,self_level,child_level,min_runtime_seconds,lend_gpus\r\n"
              "root,,,12,0,0,0,0,0,0,0,0,0,,12,0,round-robin,on,off,"
              "all over 1-5 of training; notebook,600.0,\r\n"
              "a,,root,0,0,0,0,0,0,0,0,0,0,,0,0,round-robin,on,off,off,600.0,2\r\n"
              "b,,root,0,0,0,0,0,0,0,0,0,0,4.5,3,0,round-robin,on,"
              "7-9 over 1 of training in siblings,off,600.0,\r\n");
    query.text = "b";
    view.document.reading = 7;
    const std::string found = quotaCsv(view, orderQuotas(view.quotas, query));
    EXPECT_EQ(found.find("\r\na,"), std::string::npos) << "a filter holds here too";
    EXPECT_NE(found.find("\r\nb,,root,0,,,,,,,,,,4.5,3,"), std::string::npos)
        << "what is not known yet is no zero: " << found;
}

TEST(PoolTables, AQuotaThatSetsNoneHasTheMinimumRuntimeOfThePool) {
    const View view =
        test::viewAt(test::scenarioOf(R"({"apportion": 1, "settings": {"minRuntime": 90},
                             "nodes": [{"name": "n", "gpu": 8}],
                             "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}]})"),
                     0);
    const std::string csv = quotaCsv(view, orderQuotas(view.quotas, {}));
    EXPECT_NE(csv.find(",off,off,90.0,\r\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",8,0,round-robin,"), std::string::npos) << "its guarantee weighs: " << csv;
}

TEST(PoolTables, AWorkspaceTellsItsQuotasAndMembers) {
    WorkspaceRow row;
    row.spec.name = "research";
    row.spec.quotas = {"a", "b"};
    row.spec.members = {{"ana", Role::admin}, {"ben", Role::member}};
    row.spec.caps = {{{}, "ana", PriorityRange{1, 3}, {}, 250}, {{}, {}, {}, {}, 800}};
    row.work.running = 2;
    row.work.held = 150;
    EXPECT_EQ(workspaceCsv({&row}),
              "workspace,quotas,members,running_workloads,held_gpus,waiting_workloads,"
              "waiting_gpus,roles,caps\r\n"
              "research,a; b,ana; ben,2,1.5,0,0,ana: admin; ben: member,"
              "\"ana, priority 1-3: 2.5 GPUs; everybody: 8 GPUs\"\r\n");
}

TEST(PoolTables, ANameThatASpreadsheetWouldRunIsText) {
    View view;
    WorkloadRow row = work();
    row.team = "=SUM(A1)";
    row.user = "-ana";
    const std::string csv = workCsv(view, {&row});
    EXPECT_NE(csv.find("nb-01,Quota1.2,'=SUM(A1),'-ana,"), std::string::npos) << csv;
}

TEST(PoolTables, ANodeTellsItsStateAndWhatRunsOnIt) {
    View view;
    NodeRow node;
    node.name = "n1";
    node.gpuType = "H100";
    node.state = NodeState::cordoned;
    node.since = 90 * kSecond;
    node.devices = 8;
    node.used = 250;
    node.wholeFree = 5;
    node.blocks.resize(3);
    node.blocks[0].workload = node.blocks[2].workload = "a";
    node.blocks[1].workload = "b";
    EXPECT_EQ(nodeCsv(view, {&node}),
              "node,gpu_type,state,state_since_seconds,gpus,used_gpus,free_whole_gpus,workloads\r\n"
              "n1,H100,cordoned,90.0,8,2.5,5,a; b\r\n");
}

TEST(PoolTables, AnIssueIsOneRowWhoeverFoundIt) {
    View view;
    Problem warning;
    warning.warning = true;
    warning.pointer = "/quotas/3";
    warning.message.code = "no-such-code";
    view.document.warnings = {warning};
    Issue issue;
    issue.severity = Severity::error;
    issue.what.code = "no-other-code";
    issue.subject = "Quota1";
    issue.since = 60 * kSecond;
    view.issues = {issue};
    EXPECT_EQ(issueCsv(view),
              "severity,code,what,remedy,where,since_seconds\r\n"
              "warning,no-such-code,no-such-code,,/quotas/3,\r\n"
              "error,no-other-code,no-other-code,,Quota1,60.0\r\n");
}

TEST(PoolTables, AnEntryOfTheJournalIsOneRow) {
    JournalRow row;
    row.n = 7;
    row.at = *momentValue("2026-11-20T10:00:00.000Z");
    row.who = "ana";
    row.action = "scale";
    row.subject = "Quota1";
    row.why = "more, for a week";
    row.undone = true;
    EXPECT_EQ(historyCsv({&row}, {{7, {"Quota1 guaranteed.gpu 8", "Quota1 guaranteed.gpu 12"}}}),
              "entry,at_utc,who,action,about,why,undone,before,after\r\n"
              "7,2026-11-20T10:00:00.000Z,ana,scale,Quota1,\"more, for a week\",yes,"
              "Quota1 guaranteed.gpu 8,Quota1 guaranteed.gpu 12\r\n");
}

}  // namespace
}  // namespace apportion::testing
