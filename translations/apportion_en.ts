<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>apportion::ui::ApprovalDialog</name>
    <message numerus="yes">
        <location filename="../ui/work_forms/approval_dialog.cpp" line="99"/>
        <source>%1 for each of %n replica(s)</source>
        <translation>
            <numerusform>%1 for %n replica</numerusform>
            <numerusform>%1 for each of %n replicas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ArgumentList</name>
    <message numerus="yes">
        <location filename="../ui/widgets/argument_list.cpp" line="175"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::BulkDialog</name>
    <message numerus="yes">
        <location filename="../ui/quota_forms/bulk_dialog.cpp" line="66"/>
        <source>Edit %n quota(s)</source>
        <translation>
            <numerusform>Edit %n quota</numerusform>
            <numerusform>Edit %n quotas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/bulk_dialog.cpp" line="213"/>
        <source>%n quota(s) would change</source>
        <translation>
            <numerusform>%n quota would change</numerusform>
            <numerusform>%n quotas would change</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::DeleteDialog</name>
    <message numerus="yes">
        <location filename="../ui/quota_forms/delete_dialog.cpp" line="106"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/delete_dialog.cpp" line="108"/>
        <source>%n thing(s) stand in the way</source>
        <translation>
            <numerusform>%n thing stands in the way</numerusform>
            <numerusform>%n things stand in the way</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::DraftTexts</name>
    <message numerus="yes">
        <location filename="../ui/nodes/node_draft_model.cpp" line="162"/>
        <source>%n wait(s) again</source>
        <translation>
            <numerusform>%n waits again</numerusform>
            <numerusform>%n wait again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_draft_model.cpp" line="164"/>
        <source>%n start(s) anew elsewhere</source>
        <translation>
            <numerusform>%n starts anew elsewhere</numerusform>
            <numerusform>%n start anew elsewhere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_draft_model.cpp" line="166"/>
        <source>%n end(s) before</source>
        <translation>
            <numerusform>%n ends before</numerusform>
            <numerusform>%n end before</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Facts</name>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="160"/>
        <source>%n workload(s) wait for %1 until somebody lets it go live.</source>
        <translation>
            <numerusform>%n workload waits for %1 until somebody lets it go live.</numerusform>
            <numerusform>%n workloads wait for %1 until somebody lets it go live.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="174"/>
        <source>%n workload(s) wait for %1</source>
        <translation>
            <numerusform>%n workload waits for %1</numerusform>
            <numerusform>%n workloads wait for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/fact_texts.cpp" line="172"/>
        <source>%n workload(s) wait for an approval</source>
        <translation>
            <numerusform>%n workload waits for an approval</numerusform>
            <numerusform>%n workloads wait for an approval</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Figures</name>
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
</context>
<context>
    <name>apportion::ui::HitList</name>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="113"/>
        <source>%n workload(s), %1, in this order</source>
        <translation>
            <numerusform>%n workload, %1, in this order</numerusform>
            <numerusform>%n workloads, %1, in this order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="129"/>
        <source>%n waiting workload(s) may take</source>
        <translation>
            <numerusform>%n waiting workload may take</numerusform>
            <numerusform>%n waiting workloads may take</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/hit_list.cpp" line="141"/>
        <source>%n eviction(s), %1 GPU-h lost</source>
        <translation>
            <numerusform>%n eviction, %1 GPU-h lost</numerusform>
            <numerusform>%n evictions, %1 GPU-h lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::IssuesStrip</name>
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
        <source>%1: %n error(s), listed below. Nothing was taken from it.</source>
        <translation>
            <numerusform>%1: %n error, listed below. Nothing was taken from it.</numerusform>
            <numerusform>%1: %n errors, listed below. Nothing was taken from it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ModeBar</name>
    <message numerus="yes">
        <location filename="../ui/main_window/mode_bar.cpp" line="30"/>
        <source>%1 × %2 on %n node(s)</source>
        <translation>
            <numerusform>%1 × %2 on %n node</numerusform>
            <numerusform>%1 × %2 on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/main_window/mode_bar.cpp" line="32"/>
        <source>%1 GPUs on %n node(s)</source>
        <translation>
            <numerusform>%1 GPUs on %n node</numerusform>
            <numerusform>%1 GPUs on %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::NodeTexts</name>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="94"/>
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="129"/>
        <source>on %n node(s)</source>
        <translation>
            <numerusform>on %n node</numerusform>
            <numerusform>on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="107"/>
        <source>%1 each: %n replica(s)</source>
        <translation>
            <numerusform>%1 each: %n replica</numerusform>
            <numerusform>%1 each: %n replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/node_texts.cpp" line="145"/>
        <source>on %n shared device(s)</source>
        <translation>
            <numerusform>on %n shared device</numerusform>
            <numerusform>on %n shared devices</numerusform>
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
        <source>%n node(s) × %1</source>
        <translation>
            <numerusform>%n node × %1</numerusform>
            <numerusform>%n nodes × %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/nodes/nodes_page.cpp" line="37"/>
        <source>%n node(s), %1 devices</source>
        <translation>
            <numerusform>%n node, %1 devices</numerusform>
            <numerusform>%n nodes, %1 devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::OverviewPage</name>
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
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::PolicyTexts</name>
    <message numerus="yes">
        <location filename="../ui/preemption/policy_texts.cpp" line="72"/>
        <source>%1 · %n running, %2</source>
        <translation>
            <numerusform>%1 · %n running, %2</numerusform>
            <numerusform>%1 · %n running, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/policy_texts.cpp" line="126"/>
        <source>%1 and %n more · %2 lost</source>
        <translation>
            <numerusform>%1 and %n more · %2 lost</numerusform>
            <numerusform>%1 and %n more · %2 lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::PreemptionDialog</name>
    <message numerus="yes">
        <location filename="../ui/preemption/preemption_dialog.cpp" line="230"/>
        <source>%n problem(s) to mend before it can be applied</source>
        <translation>
            <numerusform>%n problem to mend before it can be applied</numerusform>
            <numerusform>%n problems to mend before it can be applied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/preemption/preemption_dialog.cpp" line="233"/>
        <source>Evicts %n running workload(s) at once, for work that waits.</source>
        <translation>
            <numerusform>Evicts %n running workload at once, for work that waits.</numerusform>
            <numerusform>Evicts %n running workloads at once, for work that waits.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaDialog</name>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_dialog.cpp" line="55"/>
        <source>%n child(ren)</source>
        <translation>
            <numerusform>%n child</numerusform>
            <numerusform>%n children</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_dialog_answer.cpp" line="129"/>
        <location filename="../ui/quota_forms/quota_dialog_answer.cpp" line="141"/>
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/quota_forms/quota_dialog_answer.cpp" line="217"/>
        <source>%n problem(s) to mend before it can be created</source>
        <translation>
            <numerusform>%n problem to mend before it can be created</numerusform>
            <numerusform>%n problems to mend before it can be created</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaInspector</name>
    <message numerus="yes">
        <location filename="../ui/inspector/quota_inspector.cpp" line="75"/>
        <source>%n workload(s) · %1</source>
        <translation>
            <numerusform>%n workload · %1</numerusform>
            <numerusform>%n workloads · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/quota_inspector.cpp" line="84"/>
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaModel</name>
    <message numerus="yes">
        <location filename="../ui/quota_tree/quota_model_data.cpp" line="144"/>
        <source>%n workload(s) wait at or below for %1</source>
        <translation>
            <numerusform>%n workload waits at or below for %1</numerusform>
            <numerusform>%n workloads wait at or below for %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaVerbs</name>
    <message numerus="yes">
        <location filename="../ui/main_window/quota_verbs.cpp" line="194"/>
        <source>%n quota(s) changed</source>
        <translation>
            <numerusform>%n quota changed</numerusform>
            <numerusform>%n quotas changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::RunSeries</name>
    <message numerus="yes">
        <location filename="../ui/charts/run_series.cpp" line="89"/>
        <source>%n quotas scaled</source>
        <translation>
            <numerusform>%n quota scaled</numerusform>
            <numerusform>%n quotas scaled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/charts/run_series.cpp" line="140"/>
        <source>%n others</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ScaleTexts</name>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="62"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="86"/>
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_texts.cpp" line="108"/>
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::ScaleWizard</name>
    <message numerus="yes">
        <location filename="../ui/scaling/scale_wizard.cpp" line="245"/>
        <source>%n problem(s) to mend</source>
        <translation>
            <numerusform>%n problem to mend</numerusform>
            <numerusform>%n problems to mend</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::StartPage</name>
    <message numerus="yes">
        <location filename="../ui/start/start_page.cpp" line="57"/>
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::TargetsPage</name>
    <message numerus="yes">
        <location filename="../ui/scaling/targets_page.cpp" line="247"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/scaling/targets_page.cpp" line="265"/>
        <source>Nothing changes while %n workload(s) stand in the way.</source>
        <translation>
            <numerusform>Nothing changes while %n workload stands in the way.</numerusform>
            <numerusform>Nothing changes while %n workloads stand in the way.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::TryRow</name>
    <message numerus="yes">
        <location filename="../ui/preemption/try_row.cpp" line="88"/>
        <source>%n evicted</source>
        <translation>
            <numerusform>%n evicted</numerusform>
            <numerusform>%n evicted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkloadInspector</name>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="111"/>
        <source>%1 in %n replica(s)</source>
        <translation>
            <numerusform>%1 in %n replica</numerusform>
            <numerusform>%1 in %n replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="139"/>
        <source>%n time(s)</source>
        <translation>
            <numerusform>once</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/inspector/workload_inspector.cpp" line="221"/>
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkloadModel</name>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model.cpp" line="146"/>
        <location filename="../ui/workloads/workload_model.cpp" line="149"/>
        <source>%n workload(s), %1</source>
        <translation>
            <numerusform>%n workload, %1</numerusform>
            <numerusform>%n workloads, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model.cpp" line="153"/>
        <source>%n eviction(s), %1 lost</source>
        <translation>
            <numerusform>%n eviction, %1 lost</numerusform>
            <numerusform>%n evictions, %1 lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model.cpp" line="157"/>
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../ui/workloads/workload_model.cpp" line="230"/>
        <source>%n replica(s), %1 in all</source>
        <translation>
            <numerusform>%n replica, %1 in all</numerusform>
            <numerusform>%n replicas, %1 in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::CancelTexts</name>
    <message numerus="yes">
        <location filename="../ui/work_forms/cancel_text.cpp" line="32"/>
        <source>%n run(s) on %1, of which %2 are lost, but for what they saved; the others leave the queue.</source>
        <translation>
            <numerusform>%n runs on %1, of which %2 are lost, but for what it saved; the others leave the queue.</numerusform>
            <numerusform>%n run on %1, of which %2 are lost, but for what they saved; the others leave the queue.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::PoolVerbs</name>
    <message numerus="yes">
        <location filename="../ui/main_window/pool_verbs.cpp" line="140"/>
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
</context>
</TS>
