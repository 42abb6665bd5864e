// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/work_finder.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/store/project_file.h"
#include "core/store/project_values.h"
#include "core/view/run_now.h"
#include "core/view/text_search.h"
#include "core/view/work_row.h"

namespace apportion {

namespace {

// How many are looked at between two questions whether to go on.
constexpr std::size_t kStride = 1024;

enum Rank : std::size_t { kWhole, kBegins, kInside, kRanks };

class TypedWords {
public:
    explicit TypedWords(const std::string& typed) : typed_(typed), words_(searchWords(typed)) {}

    bool isEmpty() const { return words_.empty(); }

    // Which of them stand in the name of a quota, by their places.
    std::vector<bool> in(const std::string& quota) const {
        std::vector<bool> found(words_.size());
        for (std::size_t i = 0; i < words_.size(); ++i)
            found[i] = words_[i].isIn(quota);
        return found;
    }
    bool find(const std::string& name, const std::vector<bool>& inQuota) const {
        bool named = false;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const bool here = words_[i].isIn(name);
            if (!here && !inQuota[i])
                return false;
            named = named || here;
        }
        return named;
    }
    bool isNamedBy(const std::string& name) const {
        return std::any_of(words_.begin(), words_.end(),
                           [&](const TextSearch& word) { return word.isIn(name); });
    }
    Rank rank(const std::string& name) const {
        if (name == typed_)
            return kWhole;
        const std::size_t first = std::min(typed_.find(' '), typed_.size());
        return words_.front().isIn(name.substr(0, first)) ? kBegins : kInside;
    }

private:
    std::string typed_;
    std::vector<TextSearch> words_;
};

// The first `most` of each rank: more of none is wanted.
template <typename Each>
class Best {
public:
    Best(const TypedWords& words, std::size_t most) : words_(words), most_(most) {}

    // Whether it is kept.
    bool add(const std::string& name, Each each) {
        ++all_;
        auto& like = ranks_[words_.rank(name)];
        if (like.size() >= most_)
            return false;
        like.push_back(std::move(each));
        return true;
    }
    std::size_t all() const { return all_; }
    std::vector<Each> take() {
        std::vector<Each> best;
        for (auto& like : ranks_)
            for (Each& each : like)
                if (best.size() < most_)
                    best.push_back(std::move(each));
        return best;
    }

private:
    const TypedWords& words_;
    std::size_t most_;
    std::size_t all_ = 0;
    std::array<std::vector<Each>, kRanks> ranks_;
};

struct Place {
    bool over = false;  // of a row of what is over
    std::size_t at = 0;
};

std::string nameIn(const std::string& key) {
    return key.substr(0, key.rfind('@'));
}

// What is over for longer, as its file has it. A name that was given again is told by those who
// bear it since.
bool findOlder(const WorkToSearch& pool, const TypedWords& words,
               const std::function<bool()>& stopped,
               const std::function<void(WorkloadRow&&)>& add) {
    auto file = ProjectFile::open(pool.olderIn, OpenMode::readOnly);
    if (!file)
        return false;
    std::unordered_set<std::string_view> known;
    for (const WorkloadRow& row : pool.ended)
        known.insert(row.records.empty() ? row.name : row.records);
    std::size_t seen = 0;
    bool whole = true;
    const auto read =
        file->each(ObjectKind::ended, [&](const std::string& key, const store::Object& object) {
            whole = ++seen % kStride != 0 || !stopped || !stopped();
            const std::string name = nameIn(key);
            if (!words.isNamedBy(name) || known.contains(name) || pool.engine.findWorkload(name))
                return whole;
            const auto work = store::endedFrom(object.body);
            if (work && words.find(name, words.in(work->spec.quota)) &&
                (!pool.readable || pool.readable(work->spec)))
                add(rowOf(*work, pool.epoch));
            return whole;
        });
    return read && whole;
}

}  // namespace

FoundWork findWork(const WorkToSearch& pool, const std::string& typed, std::size_t most,
                   const std::function<bool()>& stopped) {
    FoundWork found;
    const TypedWords words(typed);
    if (words.isEmpty())
        return found;
    const Engine& engine = pool.engine;
    std::vector<std::vector<bool>> inQuota(engine.quotaCount());
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        inQuota[id] = words.in(engine.quota(id).name);
    Best<Place> best(words, most);
    const auto isShown = [&](WorkloadId id) {
        return engine.submitted(id) && (!pool.endedElsewhere || isAlive(engine.state(id))) &&
               (!pool.readable || pool.readable(engine.workload(id)));
    };
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        if (id % kStride == 0 && stopped && stopped()) {
            found.complete = false;
            return found;
        }
        const std::string name = engine.name(id);
        if (words.find(name, inQuota[engine.quotaOf(id)]) && isShown(id))
            best.add(name, {false, id});
    }
    for (std::size_t i = 0; i < pool.ended.size(); ++i)
        if (const WorkloadRow& row = pool.ended[i]; words.find(row.name, words.in(row.quota)))
            best.add(row.name, {true, i});
    std::vector<WorkloadRow> older;
    if (!pool.olderIn.empty() && !findOlder(pool, words, stopped, [&](WorkloadRow&& row) {
            const std::string name = row.name;
            if (best.add(name, {true, pool.ended.size() + older.size()}))
                older.push_back(std::move(row));
        })) {
        found.complete = false;
        return found;
    }
    found.all = best.all();
    const auto over = [&](std::size_t at) {
        return at < pool.ended.size() ? pool.ended[at] : older[at - pool.ended.size()];
    };
    for (const Place& place : best.take())
        found.rows.push_back(
            place.over ? over(place.at)
                       : rowOf(engine, static_cast<WorkloadId>(place.at), pool.clock, pool.shift));
    return found;
}

WorkFinder::~WorkFinder() = default;

void WorkFinder::find(const std::string& state, const std::function<WorkToSearch()>& fork,
                      Question question, const Promise& promise, std::function<void()> done) {
    // The one before ends soon: it is waited for, as it answers first.
    thread_ = {};
    if (!pool_ || state != state_) {
        pool_.reset();
        pool_ = std::make_shared<WorkToSearch>(fork());
        state_ = state;
    }
    pool_->clock = question.clock;
    asked_ = std::chrono::steady_clock::now();
    thread_ = std::jthread([pool = std::shared_ptr<const WorkToSearch>(pool_),
                            question = std::move(question), promise,
                            done = std::move(done)](const std::stop_token& stop) {
        promise->set_value(
            findWork(*pool, question.typed, question.most, [&] { return stop.stop_requested(); }));
        done();
    });
}

void WorkFinder::forgetUnused() {
    constexpr std::chrono::seconds kKept(10);
    // Whoever searches holds it, too.
    if (pool_ && pool_.use_count() == 1 && std::chrono::steady_clock::now() - asked_ >= kKept)
        pool_.reset();
}

void WorkFinder::forget() {
    thread_ = {};
    pool_.reset();
}

}  // namespace apportion
