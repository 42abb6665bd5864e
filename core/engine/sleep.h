// SPDX-License-Identifier: GPL-3.0-or-later
// A shape that was asked in vain sleeps until something happens that could help it, so that an
// event touches what it can change and nothing more. What helps:
//   room      work left its nodes: all shapes of a request that fits now (kept by request, since
//             the first to come takes the room)
//   bounds    a quota that stood in the way is charged for less: the shapes below it
//   claims    its own leaf is charged for less or its share changed
//   victims   anything at all, for those that have a claim or a policy: they are few
// Whether it sleeps changes no decision: who sleeps would be asked in vain.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <boost/container/static_vector.hpp>

#include "core/engine/key_table.h"
#include "core/engine/queue.h"

namespace apportion {

class EngineState;

class Sleep {
public:
    Sleep() = default;
    Sleep(std::size_t branches, std::size_t groups)
        : touched_(branches, false),
          blocks_(branches, false),
          topBlocks_(groups, false),
          awake_(groups),
          claimants_(groups),
          claimantsAwake_(groups, true),
          asked_(groups),
          waiting_(groups),
          quietAt_(groups, 0) {}

    // The line of a shape has its first workload, or has lost its last.
    void appeared(const EngineState& state, BranchId leaf, Queue::Line& line, const Job& job);
    void vanished(const EngineState& state, BranchId leaf, const Queue::Line& line);
    // It has one more.
    void joined(EngineState& state, BranchId leaf, const Queue::Line& line, WorkloadId id);
    // The queue of a leaf, or what is placed or shared there, is not what it was.
    void touch(BranchId leaf) {
        if (!std::exchange(touched_[at(leaf)], true))
            list_.push_back(leaf);
    }
    // The leaves touched since; valid until the next call.
    const std::vector<BranchId>& takeTouched();

    // Asked in vain. `searched`: victims were looked for.
    void failed(EngineState& state, const Job& job, Queue::Line& line, bool searched);
    bool asleep(const EngineState& state, const Queue::Line& line) const;

    // What may help; each wakes whom it may help.
    void released(EngineState& state, BranchId leaf);  // less is placed there
    void placed(EngineState& state, const Job& job);
    void reshared(EngineState& state, BranchId branch);
    void wakeClaimants(EngineState& state, GroupId group) {
        if (!std::exchange(claimantsAwake_[at(group)], true))
            wakeAllClaimants(state, group);
    }
    void wakeAll(EngineState& state);

    // Keeps up with what wakes at a leaf.
    void settle(EngineState& state, BranchId leaf);
    // Leaves where somebody may be asked with any hope, unless they are many.
    struct Hopeful {
        static constexpr std::size_t kFew = 16;
        bool many = false;
        boost::container::static_vector<BranchId, kFew> leaves;
        bool any() const { return many || !leaves.empty(); }
    };
    Hopeful hopeful(const EngineState& state, GroupId group) const;
    // Nobody may, as things stand: so it stays until a leaf is touched or anything moves on the
    // nodes.
    void quieten(const EngineState& state, GroupId group);
    bool quiet(const EngineState& state, GroupId group) const;

private:
    // All that ask for the same room.
    struct Request {
        GroupId group = 0;
        Slot slot;
        int least = 1;
        Gpu gpu = 0;                                      // of all replicas
        boost::container::flat_map<BranchId, int> lines;  // how many of each leaf ask for it
        int count = 0;
        // Whether there is hope of room, as of these places.
        mutable std::uint64_t places = 0;
        mutable bool hope = false;
        // Of its lines those that a bound stops, room or not, and of the others those behind a
        // head.
        int blocked = 0;
        int behind = 0;
        // Lines that failed although there was hope, as of these places.
        std::uint64_t failedAt = 0;
        int failed = 0;
    };
    bool hope(const EngineState& state, const Request& request) const;
    static bool untried(const EngineState& state, const Request& request);
    static void barHopeless(EngineState& state, BranchId leaf, Queue::Line& line);
    void standBehind(Queue::Line& line, bool behind);
    void wake(Queue& queue, Queue::Line& line);
    void wakeLeaf(EngineState& state, BranchId leaf);
    // Those that have a claim there now (rule 14).
    void wakeClaims(EngineState& state, BranchId leaf);
    void wakeBelow(EngineState& state, BranchId branch);
    void wakeGroup(EngineState& state, GroupId group);
    void wakeAllClaimants(EngineState& state, GroupId group);
    static std::size_t at(int id) { return static_cast<std::size_t>(id); }

    std::vector<char> touched_;  // by leaf
    std::vector<BranchId> list_;
    std::vector<BranchId> taken_;  // kept for its memory
    std::vector<bool> blocks_;     // by branch: a bound of it stopped somebody
    std::vector<bool> topBlocks_;
    std::vector<boost::container::flat_set<BranchId>> awake_;        // by group: leaves
    std::vector<std::set<std::pair<BranchId, ShapeId>>> claimants_;  // by group
    std::vector<char> claimantsAwake_;  // by group: nobody of them was asked in vain since
    std::vector<Request> requests_;
    // By group: those of requests_ that somebody waits for, the smallest first.
    std::vector<boost::container::flat_set<std::pair<Gpu, int>>> asked_;
    std::vector<boost::container::flat_set<BranchId>> waiting_;  // by group: leaves with a queue
    std::vector<std::uint64_t> quietAt_;                         // by group: as of these places
    KeyTable<6, int> byKey_;
};

}  // namespace apportion
