<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>apportion::ui::ApprovalDialog</name>
    <message numerus="yes">
        <location filename="../ui/work_forms/approval_dialog.cpp" line="99"/>
        <source>%1 for each of %Ln replica(s)</source>
        <translation>
            <numerusform>%1 for %Ln replica</numerusform>
            <numerusform>%1 for each of %Ln replicas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ArgumentList</name>
    <message numerus="yes">
        <location filename="../ui/widgets/argument_list.cpp" line="175"/>
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ChartLayout</name>
    <message numerus="yes">
        <location filename="../ui/charts/chart_layout.cpp" line="57"/>
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ClusterBand</name>
    <message numerus="yes">
        <location filename="../ui/main_window/cluster_band.cpp" line="101"/>
        <source>%Ln thing(s) not represented</source>
        <translation>
            <numerusform>%Ln thing not represented</numerusform>
            <numerusform>%Ln things not represented</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ClusterPage</name>
    <message numerus="yes">
        <location filename="../ui/cluster/cluster_page.cpp" line="88"/>
        <source>%Ln added</source>
        <translation>
            <numerusform>%Ln added</numerusform>
            <numerusform>%Ln added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/cluster/cluster_page.cpp" line="106"/>
        <source>%Ln thing(s) that a scenario cannot say</source>
        <translation>
            <numerusform>%Ln thing that a scenario cannot say</numerusform>
            <numerusform>%Ln things that a scenario cannot say</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ClusterPlanDialog</name>
    <message numerus="yes">
        <location filename="../ui/cluster/cluster_plan_dialog.cpp" line="200"/>
        <source>%Ln line(s) to apply</source>
        <translation>
            <numerusform>%Ln line to apply</numerusform>
            <numerusform>%Ln lines to apply</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ClusterTables</name>
    <message numerus="yes">
        <location filename="../ui/cluster/cluster_tables.cpp" line="283"/>
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/cluster/cluster_tables.cpp" line="282"/>
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ClusterWorkDialog</name>
    <message numerus="yes">
        <location filename="../ui/cluster/cluster_work_dialog.cpp" line="170"/>
        <source>First %1 of %Ln job(s)</source>
        <translation>
            <numerusform>First %1 of %Ln job</numerusform>
            <numerusform>First %1 of %Ln jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/cluster/cluster_work_dialog.cpp" line="172"/>
        <source>%Ln job(s)</source>
        <translation>
            <numerusform>%Ln job</numerusform>
            <numerusform>%Ln jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::CommandDialog</name>
    <message numerus="yes">
        <location filename="../ui/main_window/command_dialog.cpp" line="95"/>
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::DeleteDialog</name>
    <message numerus="yes">
        <location filename="../ui/quota_forms/delete_dialog.cpp" line="106"/>
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/delete_dialog.cpp" line="108"/>
        <source>%Ln thing(s) in the way</source>
        <translation>
            <numerusform>%Ln dependency</numerusform>
            <numerusform>%Ln dependencies</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::EntryPanel</name>
    <message numerus="yes">
        <location filename="../ui/history_page/entry_panel.cpp" line="82"/>
        <source>%Ln more value(s) are not shown</source>
        <translation>
            <numerusform>%Ln more value is not shown</numerusform>
            <numerusform>%Ln more values are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/history_page/entry_panel.cpp" line="84"/>
        <source>%Ln more object(s) are not compared</source>
        <translation>
            <numerusform>%Ln more object are not compared</numerusform>
            <numerusform>%Ln more objects are not compared</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::DraftTexts</name>
    <message numerus="yes">
        <location filename="../ui/node_forms/node_draft_model.cpp" line="162"/>
        <source>%Ln wait(s) again</source>
        <translation>
            <numerusform>%Ln waits again</numerusform>
            <numerusform>%Ln wait again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/node_forms/node_draft_model.cpp" line="163"/>
        <source>%Ln with fewer replicas</source>
        <translation>
            <numerusform>%Ln with fewer replicas</numerusform>
            <numerusform>%Ln with fewer replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/node_forms/node_draft_model.cpp" line="164"/>
        <source>%Ln restart(s) elsewhere</source>
        <translation>
            <numerusform>%Ln restarts elsewhere</numerusform>
            <numerusform>%Ln restart elsewhere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/node_forms/node_draft_model.cpp" line="166"/>
        <source>%Ln end(s) before</source>
        <translation>
            <numerusform>%Ln ends before</numerusform>
            <numerusform>%Ln end before</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Facts</name>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="160"/>
        <source>%Ln workload(s), %1 in total, wait until the file can be written again.</source>
        <translation>
            <numerusform>%Ln workload, %1 in total, wait until the file can be written again.</numerusform>
            <numerusform>%Ln workloads, %1 in total, wait until the file can be written again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="160"/>
        <source>%Ln workload(s), %1 in total, wait until it goes live for the first time.</source>
        <translation>
            <numerusform>%Ln workload, %1 in total, waits until it goes live for the first time.</numerusform>
            <numerusform>%Ln workloads, %1 in total, wait until it goes live for the first time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="160"/>
        <source>%Ln workload(s), %1 in total, wait until it goes live again.</source>
        <translation>
            <numerusform>%Ln workload, %1 in total, waits until it goes live again.</numerusform>
            <numerusform>%Ln workloads, %1 in total, wait until it goes live again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="174"/>
        <source>%Ln workload(s) wait for %1</source>
        <translation>
            <numerusform>%Ln workload waits for %1</numerusform>
            <numerusform>%Ln workloads wait for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="172"/>
        <source>%Ln workload(s) waiting for approval</source>
        <translation>
            <numerusform>%Ln workload waiting for approval</numerusform>
            <numerusform>%Ln workloads waiting for approval</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="256"/>
        <source>%Ln workload(s) here are within a minimum runtime of {time}, the first for another {left}.</source>
        <translation>
            <numerusform>%Ln workload here is within a minimum runtime of {time}, for another {left}.</numerusform>
            <numerusform>%Ln workloads here are within a minimum runtime of {time}, the first for another {left}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Figures</name>
    <message numerus="yes">
        <location filename="../ui/overview/key_figures.cpp" line="81"/>
        <source>%Ln more waiting for approval, without a request yet</source>
        <translation>
            <numerusform>%Ln more waiting for approval, without a request yet</numerusform>
            <numerusform>%Ln more waiting for approval, without a request yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/overview/key_figures.cpp" line="91"/>
        <source>%Ln for approval</source>
        <translation>
            <numerusform>%Ln for approval</numerusform>
            <numerusform>%Ln for approval</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/overview/key_figures.cpp" line="50"/>
        <source>workload(s)</source>
        <translation>
            <numerusform>workload</numerusform>
            <numerusform>workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/overview/key_figures.cpp" line="71"/>
        <source>%Ln started</source>
        <translation>
            <numerusform>%Ln started</numerusform>
            <numerusform>%Ln started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/overview/key_figures.cpp"/>
        <source>%Ln wait(s), the longest %1</source>
        <translation>
            <numerusform>%Ln waits, for %1</numerusform>
            <numerusform>%Ln wait, the longest %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::FileFlow</name>
    <message numerus="yes">
        <location filename="../ui/files/file_flow.cpp" line="342"/>
        <source>The history has %Ln more.</source>
        <translation>
            <numerusform>The history has %Ln more.</numerusform>
            <numerusform>The history has %Ln more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::HitList</name>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="119"/>
        <source>%Ln workload(s), %1, in this order, as soon as the pool is live</source>
        <translation>
            <numerusform>%Ln workload, %1, in this order, as soon as the pool is live</numerusform>
            <numerusform>%Ln workloads, %1, in this order, as soon as the pool is live</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="113"/>
        <source>%Ln workload(s), %1, in this order</source>
        <translation>
            <numerusform>%Ln workload, %1, in this order</numerusform>
            <numerusform>%Ln workloads, %1, in this order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="62"/>
        <source>No evictions: all %Ln matching workload(s) are within the guarantee of their quota.</source>
        <translation>
            <numerusform>No evictions: the matching workload is within the guarantee of its quota.</numerusform>
            <numerusform>No evictions: all %Ln matching workloads are within the guarantee of their quota.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="62"/>
        <source>No evictions yet: %Ln matching workload(s) are within the minimum runtime.</source>
        <translation>
            <numerusform>No evictions yet: %Ln matching workload is within the minimum runtime.</numerusform>
            <numerusform>No evictions yet: %Ln matching workloads are within the minimum runtime.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="62"/>
        <source>No evictions: all %Ln matching workload(s) are within the guarantee or the minimum runtime.</source>
        <translation>
            <numerusform>No evictions: the matching workload is within the guarantee or the minimum runtime.</numerusform>
            <numerusform>No evictions: all %Ln matching workloads are within the guarantee or the minimum runtime.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="129"/>
        <source>No evictions: none of %Ln running workload(s) is in the band, the modules, and the scope.</source>
        <translation>
            <numerusform>No evictions: none of %Ln running workload is in the band, the modules, and the scope.</numerusform>
            <numerusform>No evictions: none of %Ln running workloads is in the band, the modules, and the scope.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="129"/>
        <source>No evictions: none of %Ln running workload(s) is below it, in the band, and in the modules.</source>
        <translation>
            <numerusform>No evictions: none of %Ln running workload is below it, in the band, and in the modules.</numerusform>
            <numerusform>No evictions: none of %Ln running workloads is below it, in the band, and in the modules.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="129"/>
        <source>%Ln waiting workload(s) can evict</source>
        <translation>
            <numerusform>%Ln waiting workload can evict</numerusform>
            <numerusform>%Ln waiting workloads can evict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="141"/>
        <source>%Ln eviction(s), %1 GPU h lost</source>
        <translation>
            <numerusform>%Ln eviction, %1 GPU h lost</numerusform>
            <numerusform>%Ln evictions, %1 GPU h lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::IssuesStrip</name>
    <message numerus="yes">
        <source>%Ln info</source>
        <comment>issues</comment>
        <translation>
            <numerusform>%Ln info</numerusform>
            <numerusform>%Ln info</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/issues_strip.cpp" line="92"/>
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/issues_strip.cpp" line="93"/>
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/issues_strip.cpp" line="94"/>
        <source>%Ln hint(s)</source>
        <translation>
            <numerusform>%Ln hint</numerusform>
            <numerusform>%Ln hints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/issues_strip.cpp" line="130"/>
        <source>Replay at the end · %Ln workload(s)</source>
        <translation>
            <numerusform>Replay at the end · %Ln workload</numerusform>
            <numerusform>Replay at the end · %Ln workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/issues_strip.cpp" line="131"/>
        <source>Paused · %Ln workload(s) so far</source>
        <translation>
            <numerusform>Paused · %Ln workload so far</numerusform>
            <numerusform>Paused · %Ln workloads so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::MainWindow</name>
    <message numerus="yes">
        <location filename="../ui/main_window/main_window.cpp" line="219"/>
        <source>%1: %Ln error(s), listed below. Nothing was read from it.</source>
        <translation>
            <numerusform>%1: %Ln error, listed below. Nothing was read from it.</numerusform>
            <numerusform>%1: %Ln errors, listed below. Nothing was read from it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::MarkTip</name>
    <message numerus="yes">
        <source>%Ln eviction(s)</source>
        <translation>
            <numerusform>%Ln eviction</numerusform>
            <numerusform>%Ln evictions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/mark_tip.cpp"/>
        <source>%Ln preemption(s)</source>
        <translation>
            <numerusform>%Ln preemption</numerusform>
            <numerusform>%Ln preemptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/mark_tip.cpp"/>
        <source>%Ln lost node(s)</source>
        <translation>
            <numerusform>%Ln lost node</numerusform>
            <numerusform>%Ln lost nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/mark_tip.cpp"/>
        <source>%Ln change(s) of guarantees</source>
        <translation>
            <numerusform>%Ln change of guarantees</numerusform>
            <numerusform>%Ln changes of guarantees</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/mark_tip.cpp"/>
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/mark_tip.cpp"/>
        <source>%Ln other event(s)</source>
        <translation>
            <numerusform>%Ln other event</numerusform>
            <numerusform>%Ln other events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/mark_tip.cpp"/>
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ModeBar</name>
    <message numerus="yes">
        <location filename="../ui/main_window/mode_bar.cpp" line="30"/>
        <source>%1 × %2 on %Ln node(s)</source>
        <translation>
            <numerusform>%1 × %2 on %Ln node</numerusform>
            <numerusform>%1 × %2 on %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/mode_bar.cpp" line="32"/>
        <source>%1 on %Ln node(s)</source>
        <translation>
            <numerusform>%1 on %Ln node</numerusform>
            <numerusform>%1 on %Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::MoreFields</name>
    <message numerus="yes">
        <location filename="../ui/work_forms/more_fields.cpp" line="127"/>
        <source>at least %Ln replica(s)</source>
        <translation>
            <numerusform>at least %Ln replica</numerusform>
            <numerusform>at least %Ln replicas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::NewPoolDialog</name>
    <message numerus="yes">
        <location filename="../ui/new_pool/new_pool_dialog.cpp" line="179"/>
        <source>%Ln problem(s) to fix</source>
        <translation>
            <numerusform>%Ln problem to fix</numerusform>
            <numerusform>%Ln problems to fix</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::NodeChoice</name>
    <message numerus="yes">
        <location filename="../ui/node_forms/node_choice.cpp" line="17"/>
        <source>%Ln node(s) × %1</source>
        <translation>
            <numerusform>%Ln node × %1</numerusform>
            <numerusform>%Ln nodes × %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::NodeTexts</name>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="94"/>
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="129"/>
        <source>on %Ln node(s)</source>
        <translation>
            <numerusform>on %Ln node</numerusform>
            <numerusform>on %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="107"/>
        <source>%1 each: %Ln replica(s)</source>
        <translation>
            <numerusform>%1 each: %Ln replica</numerusform>
            <numerusform>%1 each: %Ln replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="145"/>
        <source>on %Ln shared device(s)</source>
        <translation>
            <numerusform>on %Ln shared device</numerusform>
            <numerusform>on %Ln shared devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="153"/>
        <source>node(s)</source>
        <translation>
            <numerusform>node</numerusform>
            <numerusform>nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::NodesPage</name>
    <message numerus="yes">
        <location filename="../ui/nodes/nodes_page.cpp" line="33"/>
        <source>%Ln node(s) × %1</source>
        <translation>
            <numerusform>%Ln node × %1</numerusform>
            <numerusform>%Ln nodes × %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/nodes_page.cpp" line="37"/>
        <source>%Ln node(s), %1 devices</source>
        <translation>
            <numerusform>%Ln node, %1 devices</numerusform>
            <numerusform>%Ln nodes, %1 devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::NoticeText</name>
    <message numerus="yes">
        <location filename="../ui/notices/notice_finder.cpp" line="141"/>
        <source>%Ln of your workload(s) started</source>
        <translation>
            <numerusform>%Ln of your workloads started</numerusform>
            <numerusform>%Ln of your workloads started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/notices/notice_finder.cpp" line="147"/>
        <source>%Ln of your workload(s) were evicted</source>
        <translation>
            <numerusform>%Ln of your workloads was evicted</numerusform>
            <numerusform>%Ln of your workloads were evicted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/notices/notice_finder.cpp" line="151"/>
        <source>%Ln of your workload(s) still waiting</source>
        <translation>
            <numerusform>%Ln of your workloads still waiting</numerusform>
            <numerusform>%Ln of your workloads still waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/notices/notice_finder.cpp" line="157"/>
        <source>%Ln node(s) are down</source>
        <translation>
            <numerusform>%Ln node is down</numerusform>
            <numerusform>%Ln nodes are down</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/notices/notice_finder.cpp" line="163"/>
        <source>%Ln budget(s) are nearly spent</source>
        <translation>
            <numerusform>%Ln budget is nearly spent</numerusform>
            <numerusform>%Ln budgets are nearly spent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::OverviewPage</name>
    <message numerus="yes">
        <location filename="../ui/overview/overview_page.cpp" line="78"/>
        <source>%Ln workload(s)</source>
        <translation>
            <numerusform>%Ln workload</numerusform>
            <numerusform>%Ln workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/overview/overview_page.cpp" line="78"/>
        <source>%Ln workload(s), %1</source>
        <translation>
            <numerusform>%Ln workload, %1</numerusform>
            <numerusform>%Ln workloads, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Palette</name>
    <message numerus="yes">
        <location filename="../ui/palette/palette.cpp" line="146"/>
        <source>%Ln entries</source>
        <translation>
            <numerusform>%Ln entry</numerusform>
            <numerusform>%Ln entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::PolicyTexts</name>
    <message numerus="yes">
        <location filename="../ui/preemption/policy_texts.cpp" line="71"/>
        <source>%1 · %Ln to run, %2</source>
        <translation>
            <numerusform>%1 · %Ln to run, %2</numerusform>
            <numerusform>%1 · %Ln to run, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/policy_texts.cpp" line="72"/>
        <source>%1 · %Ln running, %2</source>
        <translation>
            <numerusform>%1 · %Ln running, %2</numerusform>
            <numerusform>%1 · %Ln running, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/policy_texts.cpp" line="126"/>
        <source>%1 and %Ln more · %2 lost</source>
        <translation>
            <numerusform>%1 and %Ln more · %2 lost</numerusform>
            <numerusform>%1 and %Ln more · %2 lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::PreemptionDialog</name>
    <message numerus="yes">
        <location filename="../ui/preemption/preemption_dialog.cpp" line="230"/>
        <source>%Ln problem(s) to fix before it can be applied</source>
        <translation>
            <numerusform>%Ln problem to fix before it can be applied</numerusform>
            <numerusform>%Ln problems to fix before it can be applied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/preemption_dialog.cpp" line="233"/>
        <source>Evicts %Ln running workload(s) immediately, for waiting workloads.</source>
        <translation>
            <numerusform>Evicts %Ln running workload immediately, for waiting workloads.</numerusform>
            <numerusform>Evicts %Ln running workloads immediately, for waiting workloads.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaInspector</name>
    <message numerus="yes">
        <location filename="../ui/inspector/quota_inspector.cpp" line="75"/>
        <source>%Ln workload(s) · %1</source>
        <translation>
            <numerusform>%Ln workload · %1</numerusform>
            <numerusform>%Ln workloads · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/quota_inspector.cpp" line="84"/>
        <source>%Ln workload(s)</source>
        <translation>
            <numerusform>%Ln workload</numerusform>
            <numerusform>%Ln workloads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaModel</name>
    <message numerus="yes">
        <location filename="../ui/quota_tree/quota_model_data.cpp" line="144"/>
        <source>Waiting here and below: %Ln workload(s) for %1</source>
        <translation>
            <numerusform>Waiting here and below: %Ln workload for %1</numerusform>
            <numerusform>Waiting here and below: %Ln workloads for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_tree/quota_model_data.cpp" line="179"/>
        <source>%Ln more waiting for approval, without a request yet</source>
        <translation>
            <numerusform>%Ln more waiting for approval, without a request yet</numerusform>
            <numerusform>%Ln more waiting for approval, without a request yet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaVerbs</name>
    <message numerus="yes">
        <location filename="../ui/main_window/quota_verbs.cpp" line="194"/>
        <source>%Ln quota(s) changed</source>
        <translation>
            <numerusform>%Ln quota changed</numerusform>
            <numerusform>%Ln quotas changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/quota_verbs.cpp" line="1"/>
        <source>%1: %Ln field(s) changed</source>
        <translation>
            <numerusform>%1: %Ln field changed</numerusform>
            <numerusform>%1: %Ln fields changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::RemoveNodesDialog</name>
    <message numerus="yes">
        <location filename="../ui/node_forms/remove_nodes_dialog.cpp" line="126"/>
        <source>%Ln workload(s) run there: cordon or drain the nodes first</source>
        <translation>
            <numerusform>%Ln workload runs there: cordon or drain the nodes first</numerusform>
            <numerusform>%Ln workloads run there: cordon or drain the nodes first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::RunSeries</name>
    <message numerus="yes">
        <location filename="../ui/charts/run_series.cpp" line="89"/>
        <source>%Ln quotas scaled</source>
        <translation>
            <numerusform>%Ln quota scaled</numerusform>
            <numerusform>%Ln quotas scaled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/run_series.cpp" line="140"/>
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln other</numerusform>
            <numerusform>%Ln others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ScaleTexts</name>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="240"/>
        <source>Not included: %Ln workload(s) waiting for approval.</source>
        <translation>
            <numerusform>Not included: %Ln workload waiting for approval.</numerusform>
            <numerusform>Not included: %Ln workloads waiting for approval.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln too large</source>
        <translation>
            <numerusform>%Ln too large</numerusform>
            <numerusform>%Ln too large</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln evicted</source>
        <translation>
            <numerusform>%Ln evicted</numerusform>
            <numerusform>%Ln evicted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln with fewer replicas</source>
        <translation>
            <numerusform>%Ln with fewer replicas</numerusform>
            <numerusform>%Ln with fewer replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln moved</source>
        <translation>
            <numerusform>%Ln moved</numerusform>
            <numerusform>%Ln moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln start(s)</source>
        <translation>
            <numerusform>%Ln starts</numerusform>
            <numerusform>%Ln start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln start(s) earlier</source>
        <translation>
            <numerusform>%Ln starts earlier</numerusform>
            <numerusform>%Ln start earlier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln wait(s) longer</source>
        <translation>
            <numerusform>%Ln waits longer</numerusform>
            <numerusform>%Ln wait longer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln wait(s) for another reason</source>
        <translation>
            <numerusform>%Ln waits for another reason</numerusform>
            <numerusform>%Ln wait for another reason</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln not started</source>
        <translation>
            <numerusform>%Ln not started</numerusform>
            <numerusform>%Ln not started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln spared</source>
        <translation>
            <numerusform>%Ln spared</numerusform>
            <numerusform>%Ln spared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="185"/>
        <source>%Ln keep(s) replicas</source>
        <translation>
            <numerusform>%Ln keeps replicas</numerusform>
            <numerusform>%Ln keep replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln start(s) anyway</source>
        <translation>
            <numerusform>%Ln starts anyway</numerusform>
            <numerusform>%Ln start anyway</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="154"/>
        <source>%Ln unchanged</source>
        <translation>
            <numerusform>%Ln unchanged</numerusform>
            <numerusform>%Ln unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="62"/>
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="86"/>
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ScaleWizard</name>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_wizard.cpp" line="245"/>
        <source>%Ln problem(s) to fix</source>
        <translation>
            <numerusform>%Ln problem to fix</numerusform>
            <numerusform>%Ln problems to fix</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::StartPage</name>
    <message numerus="yes">
        <location filename="../ui/start/start_page.cpp" line="57"/>
        <source>%Ln min ago</source>
        <translation>
            <numerusform>%Ln min ago</numerusform>
            <numerusform>%Ln min ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::SubmitRowsDialog</name>
    <message numerus="yes">
        <location filename="../ui/work_forms/submit_rows_dialog.cpp" line="204"/>
        <source>%Ln row(s) cannot be submitted.</source>
        <translation>
            <numerusform>%Ln row cannot be submitted.</numerusform>
            <numerusform>%Ln rows cannot be submitted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/work_forms/submit_rows_dialog.cpp" line="208"/>
        <source>Submit %Ln row(s)</source>
        <translation>
            <numerusform>Submit %Ln row</numerusform>
            <numerusform>Submit %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::TakenSection</name>
    <message numerus="yes">
        <location filename="../ui/inspector/eviction_section.cpp" line="139"/>
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::TargetsPage</name>
    <message numerus="yes">
        <location filename="../ui/scaling/targets_page.cpp" line="247"/>
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/targets_page.cpp" line="265"/>
        <source>No changes while %Ln workload(s) are in the way.</source>
        <translation>
            <numerusform>No changes while %Ln workload is in the way.</numerusform>
            <numerusform>No changes while %Ln workloads are in the way.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::TeamChart</name>
    <message numerus="yes">
        <location filename="../ui/charts/team_chart.cpp" line="150"/>
        <source>without %Ln waiting for approval</source>
        <translation>
            <numerusform>without %Ln waiting for approval</numerusform>
            <numerusform>without %Ln waiting for approval</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::TrialTexts</name>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="69"/>
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="83"/>
        <source>Would evict %Ln workload(s): %1.</source>
        <translation>
            <numerusform>Would evict %Ln workload: %1.</numerusform>
            <numerusform>Would evict %Ln workloads: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="57"/>
        <source>%Ln cannot start again</source>
        <translation>
            <numerusform>%Ln cannot start again</numerusform>
            <numerusform>%Ln cannot start again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="57"/>
        <source>%Ln cannot start</source>
        <translation>
            <numerusform>%Ln cannot start</numerusform>
            <numerusform>%Ln cannot start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="150"/>
        <source>%Ln waiting workload(s) would not start: %1.</source>
        <translation>
            <numerusform>%Ln waiting workload would not start: %1.</numerusform>
            <numerusform>%Ln waiting workloads would not start: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="150"/>
        <source>%Ln running workload(s) could not start again after an eviction: %1.</source>
        <translation>
            <numerusform>%Ln running workload could not start again after an eviction: %1.</numerusform>
            <numerusform>%Ln running workloads could not start again after an eviction: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="108"/>
        <source>%Ln evicted</source>
        <translation>
            <numerusform>%Ln evicted</numerusform>
            <numerusform>%Ln evicted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="109"/>
        <source>%Ln evicted and started again</source>
        <translation>
            <numerusform>%Ln evicted and started again</numerusform>
            <numerusform>%Ln evicted and started again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="109"/>
        <source>%Ln moved</source>
        <translation>
            <numerusform>%Ln moved</numerusform>
            <numerusform>%Ln moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="110"/>
        <source>%Ln start(s) immediately</source>
        <translation>
            <numerusform>%Ln starts immediately</numerusform>
            <numerusform>%Ln start immediately</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="101"/>
        <source>%Ln start(s) after a grace period</source>
        <translation>
            <numerusform>%Ln starts after a grace period</numerusform>
            <numerusform>%Ln start after a grace period</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="111"/>
        <source>%Ln start(s) later</source>
        <translation>
            <numerusform>%Ln starts later</numerusform>
            <numerusform>%Ln start later</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="112"/>
        <source>%Ln start(s) earlier</source>
        <translation>
            <numerusform>%Ln starts earlier</numerusform>
            <numerusform>%Ln start earlier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/trial_texts.cpp" line="89"/>
        <source>%Ln with fewer replicas</source>
        <translation>
            <numerusform>%Ln with fewer replicas</numerusform>
            <numerusform>%Ln with fewer replicas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::TryRow</name>
    <message numerus="yes">
        <location filename="../ui/preemption/try_row.cpp" line="88"/>
        <source>%Ln evicted</source>
        <translation>
            <numerusform>%Ln evicted</numerusform>
            <numerusform>%Ln evicted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkloadInspector</name>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="111"/>
        <source>%1 in %Ln replica(s)</source>
        <translation>
            <numerusform>%1 in %Ln replica</numerusform>
            <numerusform>%1 in %Ln replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="157"/>
        <source>%1 in %Ln replica(s), at least %2</source>
        <translation>
            <numerusform>%1 in %Ln replica, at least %2</numerusform>
            <numerusform>%1 in %Ln replicas, at least %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="251"/>
        <source>%1 in %2 of %Ln replica(s)</source>
        <translation>
            <numerusform>%1 in %2 of %Ln replica</numerusform>
            <numerusform>%1 in %2 of %Ln replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="139"/>
        <source>%Ln time(s)</source>
        <translation>
            <numerusform>once</numerusform>
            <numerusform>%Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="221"/>
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkloadModel</name>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model_data.cpp"/>
        <source>%1 of %Ln workload(s)</source>
        <comment>shown of all</comment>
        <translation>
            <numerusform>%1 of %Ln workload</numerusform>
            <numerusform>%1 of %Ln workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model_data.cpp"/>
        <source>%1 of %Ln eviction(s)</source>
        <comment>shown of all</comment>
        <translation>
            <numerusform>%1 of %Ln eviction</numerusform>
            <numerusform>%1 of %Ln evictions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model_data.cpp"/>
        <source>%Ln eviction(s)</source>
        <translation>
            <numerusform>%Ln eviction</numerusform>
            <numerusform>%Ln evictions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model.cpp" line="157"/>
        <source>%Ln workload(s)</source>
        <translation>
            <numerusform>%Ln workload</numerusform>
            <numerusform>%Ln workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model.cpp" line="230"/>
        <source>%Ln replica(s), %1 in total</source>
        <translation>
            <numerusform>%Ln replica, %1 in total</numerusform>
            <numerusform>%Ln replicas, %1 in total</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::CancelTexts</name>
    <message numerus="yes">
        <location filename="../ui/work_forms/cancel_text.cpp" line="32"/>
        <source>%Ln run(s) on %1. Lost work, except saved work: %2. The others leave the queue.</source>
        <translation>
            <numerusform>%Ln runs on %1. Lost work, except saved work: %2. The others leave the queue.</numerusform>
            <numerusform>%Ln run on %1. Lost work, except saved work: %2. The others leave the queue.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::EffectPane</name>
    <message numerus="yes">
        <location filename="../ui/quota_forms/effect_pane.cpp" line="1"/>
        <source>%Ln more quota(s)</source>
        <translation>
            <numerusform>%Ln more quota</numerusform>
            <numerusform>%Ln more quotas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::PoolVerbs</name>
    <message numerus="yes">
        <location filename="../ui/main_window/pool_verbs.cpp" line="101"/>
        <source>Added %Ln node(s), %1</source>
        <translation>
            <numerusform>Added %Ln node, %1</numerusform>
            <numerusform>Added %Ln nodes, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/pool_verbs.cpp" line="213"/>
        <source>Submitted %Ln workload(s): %1 to %2</source>
        <translation>
            <numerusform>Submitted %Ln workload: %1 to %2</numerusform>
            <numerusform>Submitted %Ln workloads: %1 to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/pool_verbs.cpp" line="140"/>
        <source>%Ln workload(s)</source>
        <translation>
            <numerusform>%Ln workload</numerusform>
            <numerusform>%Ln workloads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkspaceInspector</name>
    <message numerus="yes">
        <location filename="../ui/inspector/workspace_inspector.cpp" line="42"/>
        <source>%Ln workload(s) · %1</source>
        <translation>
            <numerusform>%Ln workload · %1</numerusform>
            <numerusform>%Ln workloads · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workspace_inspector.cpp" line="52"/>
        <source>%Ln user(s)</source>
        <translation>
            <numerusform>%Ln user</numerusform>
            <numerusform>%Ln users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workspace_inspector.cpp" line="56"/>
        <source>%Ln cap(s)</source>
        <translation>
            <numerusform>%Ln cap</numerusform>
            <numerusform>%Ln caps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkspaceTexts</name>
    <message numerus="yes">
        <location filename="../ui/workspaces/workspace_texts.cpp" line="22"/>
        <source>%Ln admin(s)</source>
        <translation>
            <numerusform>%Ln admin</numerusform>
            <numerusform>%Ln admins</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workspaces/workspace_texts.cpp" line="24"/>
        <source>%Ln member(s)</source>
        <translation>
            <numerusform>%Ln member</numerusform>
            <numerusform>%Ln members</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workspaces/workspace_texts.cpp" line="26"/>
        <source>%Ln viewer(s)</source>
        <translation>
            <numerusform>%Ln viewer</numerusform>
            <numerusform>%Ln viewers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workspaces/workspace_texts.cpp" line="111"/>
        <source>%Ln cap(s)</source>
        <translation>
            <numerusform>%Ln cap</numerusform>
            <numerusform>%Ln caps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>journal</name>
    <message numerus="yes">
        <location filename="../ui/widgets/journal_texts.cpp" line="100"/>
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/widgets/journal_texts.cpp" line="100"/>
        <source>%Ln ended (%1)</source>
        <translation>
            <numerusform>%Ln ended (%1)</numerusform>
            <numerusform>%Ln ended (%1)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/widgets/journal_texts.cpp" line="100"/>
        <source>%Ln evicted (%1)</source>
        <translation>
            <numerusform>%Ln evicted (%1)</numerusform>
            <numerusform>%Ln evicted (%1)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/widgets/journal_texts.cpp" line="100"/>
        <source>%Ln moved (%1)</source>
        <translation>
            <numerusform>%Ln moved (%1)</numerusform>
            <numerusform>%Ln moved (%1)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/widgets/journal_texts.cpp" line="100"/>
        <source>%Ln started (%1)</source>
        <translation>
            <numerusform>%Ln started (%1)</numerusform>
            <numerusform>%Ln started (%1)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/widgets/journal_texts.cpp" line="100"/>
        <source>%Ln rejected (%1)</source>
        <translation>
            <numerusform>%Ln rejected (%1)</numerusform>
            <numerusform>%Ln rejected (%1)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nouns</name>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp" line="1"/>
        <source>%Ln column(s)</source>
        <translation>
            <numerusform>%Ln column</numerusform>
            <numerusform>%Ln columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln device(s)</source>
        <translation>
            <numerusform>%Ln device</numerusform>
            <numerusform>%Ln devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln eviction(s) and move(s)</source>
        <translation>
            <numerusform>%Ln eviction or move</numerusform>
            <numerusform>%Ln evictions and moves</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln eviction(s)</source>
        <translation>
            <numerusform>%Ln eviction</numerusform>
            <numerusform>%Ln evictions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln field(s)</source>
        <translation>
            <numerusform>%Ln field</numerusform>
            <numerusform>%Ln fields</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln future(s)</source>
        <translation>
            <numerusform>%Ln future</numerusform>
            <numerusform>%Ln futures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) ask</source>
        <translation>
            <numerusform>%Ln job asks</numerusform>
            <numerusform>%Ln jobs ask</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) have</source>
        <translation>
            <numerusform>%Ln job has</numerusform>
            <numerusform>%Ln jobs have</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) are</source>
        <translation>
            <numerusform>%Ln job is</numerusform>
            <numerusform>%Ln jobs are</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) ran</source>
        <translation>
            <numerusform>%Ln job ran</numerusform>
            <numerusform>%Ln jobs ran</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) run</source>
        <translation>
            <numerusform>%Ln job runs</numerusform>
            <numerusform>%Ln jobs run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) start</source>
        <translation>
            <numerusform>%Ln job starts</numerusform>
            <numerusform>%Ln jobs start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) that allow</source>
        <translation>
            <numerusform>%Ln job that allows</numerusform>
            <numerusform>%Ln jobs that allow</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s) that are</source>
        <translation>
            <numerusform>%Ln job that is</numerusform>
            <numerusform>%Ln jobs that are</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln job(s)</source>
        <translation>
            <numerusform>%Ln job</numerusform>
            <numerusform>%Ln jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln later event(s)</source>
        <translation>
            <numerusform>%Ln later event</numerusform>
            <numerusform>%Ln later events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln later workload(s)</source>
        <translation>
            <numerusform>%Ln later workload</numerusform>
            <numerusform>%Ln later workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln line(s) that repeat</source>
        <translation>
            <numerusform>%Ln line that repeats</numerusform>
            <numerusform>%Ln lines that repeat</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln line(s)</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln pod(s)</source>
        <translation>
            <numerusform>%Ln pod</numerusform>
            <numerusform>%Ln pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln quota(s) use</source>
        <translation>
            <numerusform>%Ln quota uses</numerusform>
            <numerusform>%Ln quotas use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln quota(s)</source>
        <translation>
            <numerusform>%Ln quota</numerusform>
            <numerusform>%Ln quotas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln replica(s)</source>
        <translation>
            <numerusform>%Ln replica</numerusform>
            <numerusform>%Ln replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln single change(s)</source>
        <translation>
            <numerusform>%Ln single change</numerusform>
            <numerusform>%Ln single changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln time(s)</source>
        <translation>
            <numerusform>%Ln time</numerusform>
            <numerusform>%Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln whole week(s)</source>
        <translation>
            <numerusform>%Ln whole week</numerusform>
            <numerusform>%Ln whole weeks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln workload(s) ask</source>
        <translation>
            <numerusform>%Ln workload asks</numerusform>
            <numerusform>%Ln workloads ask</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln workload(s) come</source>
        <translation>
            <numerusform>%Ln workload comes</numerusform>
            <numerusform>%Ln workloads come</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln workload(s) leave their quota</source>
        <translation>
            <numerusform>%Ln workload leaves its quota</numerusform>
            <numerusform>%Ln workloads leave their quota</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln workload(s) wait</source>
        <translation>
            <numerusform>%Ln workload waits</numerusform>
            <numerusform>%Ln workloads wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/counted_nouns.cpp"/>
        <source>%Ln workload(s)</source>
        <translation>
            <numerusform>%Ln workload</numerusform>
            <numerusform>%Ln workloads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::EventDensity</name>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in red</source>
        <comment>evictions and failures</comment>
        <translation>
            <numerusform>%Ln in red</numerusform>
            <numerusform>%Ln in red</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Issues</name>
    <message numerus="yes">
        <source>%Ln quota(s)</source>
        <translation>
            <numerusform>%Ln quota</numerusform>
            <numerusform>%Ln quotas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln workload(s)</source>
        <translation>
            <numerusform>%Ln workload</numerusform>
            <numerusform>%Ln workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln workspace(s)</source>
        <translation>
            <numerusform>%Ln workspace</numerusform>
            <numerusform>%Ln workspaces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s)</source>
        <translation>
            <numerusform>%Ln place</numerusform>
            <numerusform>%Ln places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln</source>
        <translation>
            <numerusform>Show %Ln</numerusform>
            <numerusform>Show %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaFields</name>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_fields.cpp" line="1"/>
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaSheet</name>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_sheet.cpp" line="1"/>
        <source>%Ln child(ren)</source>
        <translation>
            <numerusform>%Ln child</numerusform>
            <numerusform>%Ln children</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_sheet.cpp" line="1"/>
        <source>Edit %Ln quota(s)</source>
        <translation>
            <numerusform>Edit %Ln quota</numerusform>
            <numerusform>Edit %Ln quotas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_sheet.cpp" line="1"/>
        <source>%Ln problem(s) to fix before it can be created</source>
        <translation>
            <numerusform>%Ln problem to fix before it can be created</numerusform>
            <numerusform>%Ln problems to fix before it can be created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_sheet.cpp" line="1"/>
        <source>%Ln problem(s) to fix first</source>
        <translation>
            <numerusform>%Ln problem to fix first</numerusform>
            <numerusform>%Ln problems to fix first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_sheet.cpp" line="1"/>
        <source>%1, in %Ln step(s). You can undo each.</source>
        <translation>
            <numerusform>%1, in %Ln step. You can undo it.</numerusform>
            <numerusform>%1, in %Ln steps. You can undo each.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_sheet.cpp" line="1"/>
        <source>Apply %Ln change(s)</source>
        <translation>
            <numerusform>Apply %Ln change</numerusform>
            <numerusform>Apply %Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_sheet.cpp" line="1"/>
        <source>%Ln field(s) change</source>
        <translation>
            <numerusform>%Ln field changes</numerusform>
            <numerusform>%Ln fields change</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::AdvisorDialog</name>
    <message numerus="yes">
        <source>%n combination(s) tried.</source>
        <translation>
            <numerusform>%n combination tried.</numerusform>
            <numerusform>%n combinations tried.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::BaseCard</name>
    <message numerus="yes">
        <source>%n new workload(s)</source>
        <translation>
            <numerusform>%n new workload</numerusform>
            <numerusform>%n new workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s) gone</source>
        <translation>
            <numerusform>%n workload gone</numerusform>
            <numerusform>%n workloads gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>As of %1, %n day(s) ago</source>
        <translation>
            <numerusform>As of %1, %n day ago</numerusform>
            <numerusform>As of %1, %n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n week(s)</source>
        <translation>
            <numerusform>from %n week</numerusform>
            <numerusform>from %n weeks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::PlanTables</name>
    <message numerus="yes">
        <source>“%1” refuses %n event(s) of the base.</source>
        <translation>
            <numerusform>“%1” refuses %n event of the base.</numerusform>
            <numerusform>“%1” refuses %n events of the base.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ResultsPane</name>
    <message numerus="yes">
        <source>Four variants stand side by side. Move one of the other %n up to see it here.</source>
        <translation>
            <numerusform>Four variants stand side by side. Move the other one up to see it here.</numerusform>
            <numerusform>Four variants stand side by side. Move one of the other %n up to see it here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::SetCard</name>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>%n refused</numerusform>
            <numerusform>%n refused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n future(s)</source>
        <translation>
            <numerusform>%n future</numerusform>
            <numerusform>%n futures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more edit(s)</source>
        <translation>
            <numerusform>and %n more edit</numerusform>
            <numerusform>and %n more edits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::LeadText</name>
    <message numerus="yes">
        <location filename="../ui/workspace/lead_texts.cpp" line="1"/>
        <source>Waiting on %1: %n workload(s) for %2.</source>
        <translation>
            <numerusform>Waiting on %1: %n workload for %2.</numerusform>
            <numerusform>Waiting on %1: %n workloads for %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>workload(s)</source>
        <translation>
            <numerusform>workload</numerusform>
            <numerusform>workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n node(s)</source>
        <translation>
            <numerusform>%1 on %n node</numerusform>
            <numerusform>%1 on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Borrowed, %n workload(s)</source>
        <translation>
            <numerusform>Borrowed, %n workload</numerusform>
            <numerusform>Borrowed, %n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s) of %1</source>
        <translation>
            <numerusform>%n workload of %1</numerusform>
            <numerusform>%n workloads of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s) wait for %1, the oldest %2. %3</source>
        <translation>
            <numerusform>%n workload waits for %1, for %2. %3</numerusform>
            <numerusform>%n workloads wait for %1, the oldest %2. %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::CouldRunBar</name>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s) of other teams</source>
        <translation>
            <numerusform>%n workload of another team</numerusform>
            <numerusform>%n workloads of other teams</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkspacePage</name>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::FairnessTables</name>
    <message numerus="yes">
        <source>%n team(s)</source>
        <translation>
            <numerusform>%n team</numerusform>
            <numerusform>%n teams</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ReportsPage</name>
    <message numerus="yes">
        <source>From %n history entry(ies), head %1</source>
        <translation>
            <numerusform>From %n journal entry, head %1</numerusform>
            <numerusform>From %n journal entries, head %1</numerusform>
        </translation>
    </message>
</context>
</TS>
