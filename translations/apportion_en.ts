<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>apportion::ui::Facts</name>
    <message numerus="yes">
        <source>%n workload(s) wait for %1</source>
        <translation>
            <numerusform>%n workload waits for %1</numerusform>
            <numerusform>%n workloads wait for %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Figures</name>
    <message numerus="yes">
        <source>workload(s)</source>
        <translation>
            <numerusform>workload</numerusform>
            <numerusform>workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n started</source>
        <translation>
            <numerusform>%n started</numerusform>
            <numerusform>%n started</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Issues</name>
    <message numerus="yes">
        <source>%n quotas use nothing of the %1 they are guaranteed</source>
        <translation>
            <numerusform>%n quota uses nothing of the %1 it is guaranteed</numerusform>
            <numerusform>%n quotas use nothing of the %1 they are guaranteed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lends %2 upward while %n of its workload(s) wait</source>
        <translation>
            <numerusform>%1 lends %2 upward while one of its workloads waits</numerusform>
            <numerusform>%1 lends %2 upward while %n of its workloads wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::IssuesStrip</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hint(s)</source>
        <translation>
            <numerusform>%n hint</numerusform>
            <numerusform>%n hints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replay at the end · %n workload(s)</source>
        <translation>
            <numerusform>Replay at the end · %n workload</numerusform>
            <numerusform>Replay at the end · %n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused · %n workload(s) so far</source>
        <translation>
            <numerusform>Paused · %n workload so far</numerusform>
            <numerusform>Paused · %n workloads so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::MainWindow</name>
    <message numerus="yes">
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
        <source>%1 × %2 on %n node(s)</source>
        <translation>
            <numerusform>%1 × %2 on %n node</numerusform>
            <numerusform>%1 × %2 on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPUs on %n node(s)</source>
        <translation>
            <numerusform>%1 GPUs on %n node</numerusform>
            <numerusform>%1 GPUs on %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::OverviewPage</name>
    <message numerus="yes">
        <source>%n workload(s), %1</source>
        <translation>
            <numerusform>%n workload, %1</numerusform>
            <numerusform>%n workloads, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::Palette</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaInspector</name>
    <message numerus="yes">
        <source>%n workload(s) · %1</source>
        <translation>
            <numerusform>%n workload · %1</numerusform>
            <numerusform>%n workloads · %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::QuotaModel</name>
    <message numerus="yes">
        <source>%n workload(s) wait at or below for %1</source>
        <translation>
            <numerusform>%n workload waits at or below for %1</numerusform>
            <numerusform>%n workloads wait at or below for %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::RunSeries</name>
    <message numerus="yes">
        <source>%n quotas scaled</source>
        <translation>
            <numerusform>%n quota scaled</numerusform>
            <numerusform>%n quotas scaled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n others</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::StartPage</name>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>apportion::ui::WorkloadInspector</name>
    <message numerus="yes">
        <source>%1 in %n replica(s)</source>
        <translation>
            <numerusform>%1 in %n replica</numerusform>
            <numerusform>%1 in %n replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>once</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
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
        <source>%n workload(s), %1</source>
        <translation>
            <numerusform>%n workload, %1</numerusform>
            <numerusform>%n workloads, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n eviction(s), %1 lost</source>
        <translation>
            <numerusform>%n eviction, %1 lost</numerusform>
            <numerusform>%n evictions, %1 lost</numerusform>
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
        <source>%n replica(s), %1 in all</source>
        <translation>
            <numerusform>%n replica, %1 in all</numerusform>
            <numerusform>%n replicas, %1 in all</numerusform>
        </translation>
    </message>
</context>
</TS>
