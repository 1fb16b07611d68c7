#include "app/playback/run_history.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace milkomeda {
namespace {

bool is_later(const DeviceSnapshot& key, long steps) { return key.steps > steps; }

// Returns the longest time between two successive separations across which passages() detects a passage: ten times the
// median time, or a tenth of the recorded time if that is longer. Longer times are gaps in the record.
double longest_pause(const std::vector<Separation>& separations) {
    std::vector<double> pauses;
    for (std::size_t i = 1; i < separations.size(); ++i)
        pauses.push_back(separations[i].time - separations[i - 1].time);
    if (pauses.empty()) return 0;
    const auto middle = pauses.begin() + static_cast<std::ptrdiff_t>(pauses.size() / 2);
    std::ranges::nth_element(pauses, middle);
    return std::max(10 * *middle, 0.1 * (separations.back().time - separations.front().time));
}

}  // namespace

void RunHistory::begin(const StepTime& start) {
    interval_ = first_interval;
    present_ = std::make_shared<Branch>(Branch{.parent = nullptr, .begin = start, .end = start});
    branches_ = {present_};
}

void RunHistory::set_budget(std::size_t bytes) {
    if (bytes == budget_) return;
    budget_ = bytes;
    thin();
}

RunHistory::Memory RunHistory::memory() const {
    Memory memory{.budget = budget_, .interval = interval_};
    for (const auto& branch : branches_)
        for (const DeviceSnapshot& key : branch->keys) {
            ++memory.count;
            memory.bytes += key.bytes;
            if (key.on_device()) memory.bytes_on_device += key.bytes;
        }
    return memory;
}

std::vector<std::shared_ptr<RunHistory::Branch>> RunHistory::path() const {
    std::vector<std::shared_ptr<Branch>> all;
    for (auto branch = present_; branch; branch = branch->parent) all.push_back(branch);
    std::ranges::reverse(all);
    return all;
}

RunHistory::Branch& RunHistory::owner(long steps) const {
    Branch* branch = present_.get();
    while (branch->parent && steps < branch->begin.steps) branch = branch->parent.get();
    return *branch;
}

void RunHistory::prepare_step(const StepTime& now, const StepConfig& settings) {
    if (!has_future(now.steps)) return;
    const std::optional<StepConfig> known = settings_after(now.steps);
    if (known && have_equal_settings(*known, settings)) return;
    ++departures_;
    if (overwrites) return forget_after(now);
    std::shared_ptr<Branch> parent = present_;
    while (parent->parent && now.steps <= parent->begin.steps) parent = parent->parent;
    present_->log = log_();
    present_ = std::make_shared<Branch>(Branch{.parent = parent, .begin = now, .end = now});
    branches_.push_back(present_);
}

void RunHistory::reached(const StepTime& now) {
    if (now.steps > end().steps) present_->end = now;
}

void RunHistory::keep(const DeviceSnapshot& state) {
    std::vector<DeviceSnapshot>& keys = owner(state.steps - 1).keys;
    const auto place = std::ranges::lower_bound(keys, state.steps, {}, &DeviceSnapshot::steps);
    if (place != keys.end() && place->steps == state.steps) return;
    if (state.steps % interval_ != 0 && state.steps != start().steps && state.steps != end().steps) return;
    keys.insert(place, state);
    thin();
}

// Drops key frames by doubling their interval until the remaining key frames fit into the budget. Drops the key frame
// at the start of the run last.
void RunHistory::thin() {
    while (memory().bytes > budget_) {
        if (memory().count <= 1) {
            for (const auto& branch : branches_) branch->keys.clear();
            return;
        }
        interval_ *= 2;
        for (const auto& branch : branches_)
            std::erase_if(branch->keys, [&](const DeviceSnapshot& key) {
                return key.steps % interval_ != 0 && key.steps != start().steps && key.steps != branch->end.steps;
            });
        constexpr long longest = 1L << 40;  // longer than any run: drops all but the first key frame
        if (interval_ > longest)
            for (const auto& branch : branches_)
                std::erase_if(branch->keys, [&](const DeviceSnapshot& key) { return key.steps != start().steps; });
    }
}

void RunHistory::note_separation(const Separation& separation) {
    if (!std::isfinite(separation.distance)) return;
    Branch* branch = present_.get();
    while (branch->parent && separation.time <= branch->begin.time) branch = branch->parent.get();
    std::vector<Separation>& all = branch->separations;
    const auto place = std::ranges::lower_bound(all, separation.time, {}, &Separation::time);
    constexpr double least = 0.05;  // smallest model time between stored separations, short enough for close passages
    constexpr std::size_t most = 10'000;
    const double length = all.empty() ? 0 : all.back().time - all.front().time;
    const double spacing = std::max(least, 2 * length / most);
    if (place != all.end() && place->time - separation.time < spacing) return;
    if (place != all.begin() && separation.time - std::prev(place)->time < spacing) return;
    all.insert(place, separation);
    if (all.size() <= most) return;
    std::size_t i = 0;  // index of a separation; odd indices are dropped
    std::erase_if(all, [&](const Separation&) { return i++ % 2 == 1; });
}

std::vector<const DeviceSnapshot*> RunHistory::keys() const {
    std::vector<const DeviceSnapshot*> all;
    const auto branches = path();
    for (std::size_t i = 0; i < branches.size(); ++i)
        for (const DeviceSnapshot& key : branches[i]->keys)
            if (i + 1 == branches.size() || !is_later(key, branches[i + 1]->begin.steps)) all.push_back(&key);
    return all;
}

const DeviceSnapshot* RunHistory::at_or_before(long steps) const {
    const DeviceSnapshot* best = nullptr;
    for (const DeviceSnapshot* key : keys())
        if (key->steps <= steps) best = key;
    return best;
}

const DeviceSnapshot* RunHistory::at_or_before_time(double time) const {
    const DeviceSnapshot* best = nullptr;
    for (const DeviceSnapshot* key : keys())
        if (key->time <= time) best = key;
    return best;
}

const DeviceSnapshot* RunHistory::nearest(double time) const {
    const DeviceSnapshot* best = nullptr;
    for (const DeviceSnapshot* key : keys())
        if (!best || std::abs(key->time - time) < std::abs(best->time - time)) best = key;
    return best;
}

std::optional<StepConfig> RunHistory::settings_after(long steps) const {
    const RunLog& log = log_();
    const long step = std::min(steps, log.latest() - 1);
    if (step < std::max(log.first(), start().steps)) return std::nullopt;
    return settings_of(log.config_of(first_force_of(step)));
}

std::vector<Separation> RunHistory::separations() const {
    std::vector<Separation> all;
    const auto branches = path();
    for (std::size_t i = 0; i < branches.size(); ++i)
        for (const Separation& separation : branches[i]->separations)
            if (i + 1 == branches.size() || separation.time <= branches[i + 1]->begin.time) all.push_back(separation);
    return all;
}

RunLog RunHistory::take(const std::shared_ptr<Branch>& branch, RunLog left) {
    present_->log = std::move(left);
    present_ = branch;
    return std::exchange(branch->log, {});
}

void RunHistory::discard_others() {
    const auto branches = path();
    for (std::size_t i = 0; i + 1 < branches.size(); ++i) {
        Branch& branch = *branches[i];
        const StepTime& left = branches[i + 1]->begin;
        std::erase_if(branch.keys, [&](const DeviceSnapshot& key) { return is_later(key, left.steps); });
        std::erase_if(branch.separations, [&](const Separation& s) { return s.time > left.time; });
        branch.log.forget_after(left.steps);
        branch.end = left;
    }
    branches_ = branches;
}

// Makes the branch that contains `now` the present branch, ends it at `now`, and drops its later child branches.
void RunHistory::forget_after(const StepTime& now) {
    const long steps = now.steps;
    Branch& last = owner(steps);
    const auto holder = std::ranges::find(branches_, &last, &std::shared_ptr<Branch>::get);
    present_ = *holder;
    std::erase_if(last.keys, [&](const DeviceSnapshot& key) { return is_later(key, steps); });
    const auto is_gone = [&](const Branch& branch) {
        const Branch* own = &branch;
        for (; own->parent; own = own->parent.get())
            if (own->parent.get() == &last && own->begin.steps > steps) return true;
        return false;
    };
    std::erase_if(branches_, [&](const std::shared_ptr<Branch>& branch) { return is_gone(*branch); });
    std::erase_if(last.separations, [&](const Separation& s) { return s.time > now.time; });
    last.end = now;
}

const DeviceSnapshot* RunHistory::to_move(std::size_t device_bytes) const {
    if (memory().bytes_on_device <= device_bytes) return nullptr;
    for (const auto& branch : branches_)
        for (const DeviceSnapshot& key : branch->keys)
            if (key.on_device()) return &key;
    return nullptr;
}

const DeviceSnapshot* key_frame_of(const RunHistory::Branch& branch, double time) {
    long last = branch.end.steps;  // index of the last step in `from` that precedes or belongs to `branch`
    for (const RunHistory::Branch* from = &branch; from; from = from->parent.get()) {
        for (auto key = from->keys.rbegin(); key != from->keys.rend(); ++key)
            if (key->steps <= last && key->time <= time) return &*key;
        last = std::min(last, from->begin.steps);
    }
    return nullptr;
}

std::vector<double> passages(const std::vector<Separation>& separations) {
    // A minimum d is a passage if, before and after it, the distance exceeds d by more than max(of_least * d, of_all *
    // largest distance). Shallower minima come from fluctuations of the measured centers. These fluctuations are large
    // in merged galaxies.
    constexpr double of_least = 0.15, of_all = 0.02;
    std::vector<double> times;
    if (separations.empty()) return times;
    double last_most = separations.front().distance;  // largest distance since the last passage
    std::size_t least = 0;
    const double widest = std::ranges::max(separations, {}, &Separation::distance).distance;
    const double pause = longest_pause(separations);
    for (std::size_t i = 0; i < separations.size(); ++i) {
        const double distance = separations[i].distance;
        if (i > 0 && separations[i].time - separations[i - 1].time > pause) {
            last_most = distance;
            least = i;
        }
        if (distance < separations[least].distance) least = i;
        const double small = separations[least].distance;
        const double clearly = small + std::max(of_least * small, of_all * widest);
        if (last_most > clearly && distance > clearly && least > 0 && i > least) {
            const Separation &a = separations[least - 1], &b = separations[least], &c = separations[least + 1];
            // The passage is at the vertex of the parabola through a, b and c (Numerical Recipes, eq. 10.2.1).
            const double p = (b.time - a.time) * (b.distance - c.distance),
                         q = (b.time - c.time) * (b.distance - a.distance);
            const double above = (b.time - a.time) * p - (b.time - c.time) * q;
            times.push_back(p != q ? std::clamp(b.time - 0.5 * above / (p - q), a.time, c.time) : b.time);
            last_most = distance;
            least = i;
        } else if (distance >= last_most) {
            last_most = distance;
            least = i;
        }
    }
    return times;
}

}  // namespace milkomeda
