#include "compute/fmm/fmm.hpp"

#include <algorithm>
#include <limits>

namespace milkomeda {
Fmm::Fmm(const FmmContext& context, const FmmSettings& settings, std::size_t bodies)
    : Fmm{context, build_fmm_programs(context), settings, bodies} {}

Fmm::Fmm(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings, std::size_t bodies)
    : context_{context},
      settings_{settings},
      bodies_{bodies},
      sort_{context, programs, bodies},
      prefix_sum_{context, programs},
      tree_{context, programs, settings},
      pairs_{context, programs},
      fields_{context, programs, settings, bodies},
      accelerations_{context.buffer<cl_float4>(bodies)},
      counts_{std::vector<cl_uint>(fmm_spare_slot + 1)} {
    forget();
}

void Fmm::forget() {
    capacities_are_known_ = false;
    capacities_.nodes = guess_capacities(bodies_, settings_.leaf);
    capacities_.pairs = {0};
    for (std::size_t level = 1; level < capacities_.nodes.size(); ++level)
        capacities_.pairs.push_back(64 * capacities_.nodes[level]);
    capacities_.pairs.back() = capacities_.nodes.back() * capacities_.nodes.back();
    allocate();
}

void Fmm::set_capacities(const FmmCapacities& capacities) {
    capacities_ = capacities;
    allocate();
}

void Fmm::allocate() {
    context_.queue.finish();
    tree_.allocate(capacities_.nodes);
    pairs_.allocate(tree_, capacities_.pairs);
    fields_.allocate(tree_, capacities_.more_far, capacities_.more_near);
}

void Fmm::begin(const cl::Buffer& positions, double gravity, double softening, std::optional<BodyRange> requested) {
    positions_ = cl::Buffer{positions};  // copies first: if the copy throws, positions_ keeps the old buffer
    is_given_sorted_ = false;
    begin_sum(gravity, softening, requested.value_or(BodyRange{0, static_cast<cl_uint>(bodies_)}));
}

void Fmm::begin_sorted(double softening, const BodyRange& requested) {
    is_given_sorted_ = true;
    begin_sum(1, softening, requested);
}

void Fmm::begin_sum(double gravity, double softening, const BodyRange& requested) {
    gravity_ = gravity;
    softening_ = softening;
    requested_ = requested;
    await_counts();
    progress_.done = bodies_ == 0 ? 1 : 0;
    start_sum();
}

void Fmm::add_stage(std::string_view name, double work, std::function<void()> enqueue) {
    progress_.stages.push_back({name, work * static_cast<double>(bodies_), false,
                                [enqueue = std::move(enqueue)](double, double) { enqueue(); }});
}

// Appends the stages that sort the bodies to the list of stages. `work` is the work of these stages per body, in units
// of body pairs.
void Fmm::add_sort_stages(double work) {
    const int passes = sort_.passes();
    add_stage("sort", 0.1 * work, [this] { sort_.enqueue_keys(positions_); });
    for (int pass = 0; pass < passes; ++pass)
        add_stage("sort", 0.8 * work / passes,
                  [this, pass] { sort_.enqueue_pass(pass, prefix_sum_, tree_.counts(), fmm_spare_slot); });
    add_stage("sort", 0.1 * work, [this] { sort_.enqueue_gather(positions_); });
}

void Fmm::start_sum() {
    // Work of the stages per body, in units of body pairs, measured on galaxies. These estimates serve only to divide a
    // sum into slices.
    constexpr double sort_work = 350, tree_work = 150, walk_work = 80, down_work = 80;
    const double squared = coefficients(settings_.orders.locals) * coefficients(settings_.orders.locals);
    const double far_work = 0.2 * squared, near_work = 0.15 * squared;
    const auto softening_squared = static_cast<float>(softening_ * softening_);

    progress_ = {.done = progress_.done};
    if (bodies_ == 0) return;
    const std::size_t top = tree_.top(), root = tree_.root();
    if (!is_given_sorted_) add_sort_stages(sort_work);
    progress_.first_of_tree = progress_.stages.size();
    for (std::size_t level = 1; level <= root; ++level)
        add_stage("tree", level == 1 ? 0.2 * tree_work : 0,
                  [=, this] { tree_.enqueue_level(level, sort_, prefix_sum_); });
    for (std::size_t level = 1; level <= top; ++level)
        add_stage("moments", level == 1 ? 0.5 * tree_work : 0, [=, this] {
            tree_.enqueue_measures(level, sort_);
            tree_.enqueue_moments(level, sort_);
        });
    for (std::size_t level = 1; level <= top; ++level)
        add_stage("tree", level == 1 ? 0.1 * tree_work : 0,
                  [=, this] { tree_.enqueue_thresholds(level, softening_squared); });
    for (std::size_t level = root; level >= 1; --level)
        add_stage("walk", level == 2 ? 0.8 * walk_work : 0,
                  [=, this] { pairs_.enqueue_level(level, tree_, prefix_sum_, softening_squared, requested_); });
    add_stage("walk", 0, [this] {
        pairs_.enqueue_pieces(tree_, prefix_sum_);
        read_counts();
    });

    progress_.first_field = progress_.stages.size();
    const double n = static_cast<double>(bodies_);
    for (std::size_t level = top; level >= 1; --level)
        progress_.stages.push_back({"far field",
                                    level == 1 ? 0.8 * far_work * n : 0.2 * far_work * n / static_cast<double>(top),
                                    true, [=, this](double from, double to) {
                                        fields_.enqueue_far(level, tree_, pairs_, softening_squared, from, to);
                                    }});
    for (std::size_t level = top; level >= 1; --level)
        add_stage("downward", level == 1 ? 0.4 * down_work : 0, [=, this] { fields_.enqueue_down(level, tree_); });
    progress_.stages.push_back({"near field", near_work * n, true, [=, this](double from, double to) {
                                    fields_.enqueue_near(tree_, sort_, pairs_, softening_squared, from, to);
                                }});
    add_stage("downward", 0.5 * down_work, [this] {
        fields_.enqueue_results(tree_, sort_, {gravity_, softening_, requested_, is_given_sorted_}, accelerations_);
    });
    progress_.all_work = 0;
    for (const Stage& stage : progress_.stages) progress_.all_work += stage.work;
}

double Fmm::enqueue_slice(double pairs) {
    double enqueued = 0;
    while (progress_.stage < progress_.stages.size() && (enqueued == 0 || enqueued < pairs))
        enqueued += enqueue_part(pairs - enqueued);
    return enqueued;
}

std::string_view Fmm::enqueue_stage() {
    const std::string_view name = progress_.stages[progress_.stage].name;
    enqueue_part(std::numeric_limits<double>::infinity());
    return name;
}

// Enqueues a part of the current stage that takes about as long as `pairs` body pairs, but at least 1/64 of the stage.
// If Stage::in_parts is false, enqueues the whole stage. Returns the enqueued work in body pairs, or 0 if the sum was
// restarted.
double Fmm::enqueue_part(double pairs) {
    constexpr double least_part = 1.0 / 64;
    // The first estimates of the capacities may be far too small, so the first sum checks the numbers of nodes and
    // pairs that the device has counted before the fields are computed. Later sums check these numbers only before the
    // results are written, so that the device computes the fields while the host waits for the numbers.
    const bool is_last = progress_.stage + 1 == progress_.stages.size();
    if (is_last || (progress_.stage == progress_.first_field && progress_.part == 0 && !capacities_are_known_))
        if (!check_capacities()) return 0;
    const Stage& stage = progress_.stages[progress_.stage];
    const double work = costs_.pairs(stage.name, stage.work);
    const double wanted = work > 0 ? pairs / work : 1;
    const double to = stage.in_parts ? std::min(1.0, progress_.part + std::max(least_part, wanted)) : 1;
    stage.enqueue(progress_.part, to);
    const double enqueued = (to - progress_.part) * work;
    costs_.enqueued(stage.name, (to - progress_.part) * stage.work);
    progress_.done_work += (to - progress_.part) * stage.work;
    progress_.part = to;
    if (progress_.part == 1) {
        ++progress_.stage;
        progress_.part = 0;
    }
    progress_.done = std::max(progress_.done,
                              // The maximum prevents done() from decreasing when a sum is restarted.
                              std::min(1.0, progress_.done_work / progress_.all_work));
    if (progress_.stage == progress_.stages.size()) progress_.done = 1;
    return enqueued;
}

std::size_t Fmm::bytes() const {
    return sort_.bytes() + tree_.bytes() + pairs_.bytes() + fields_.bytes() + bytes_of({accelerations_});
}

void Fmm::read_counts() {
    context_.queue.enqueueReadBuffer(tree_.counts(), CL_FALSE, 0, counts_->size() * sizeof(cl_uint),
                                     counts_.start(context_.queue).data(), nullptr, &counts_are_read_);
    context_.queue.flush();
}

void Fmm::await_counts() {
    if (counts_are_read_()) counts_are_read_.wait();
    counts_are_read_ = {};
    counts_.mark_complete();
}

// Waits until the device has counted the nodes and pairs of this sum. If a capacity is too small, or if the number of
// levels is unsuitable (fit_levels()), corrects the capacities, restarts the sum after its sort, and returns false.
bool Fmm::check_capacities() {
    await_counts();
    if (!grow_capacities() && !fit_levels()) return capacities_are_known_ = true;
    ++redone_;
    allocate();
    start_sum();
    // Skips the sort in the restarted sum, because secondary devices may be reading the sorted bodies.
    progress_.stage = progress_.first_of_tree;
    for (std::size_t stage = 0; stage < progress_.stage; ++stage) progress_.done_work += progress_.stages[stage].work;
    return false;
}

bool Fmm::grow_capacities() {
    bool grown = false;
    const auto grow = [&grown](std::size_t& capacity, std::size_t needed) { grown |= grow_capacity(capacity, needed); };
    for (std::size_t level = 1; level < capacities_.nodes.size(); ++level) {
        grow(capacities_.nodes[level], (*counts_)[level]);
        grow(capacities_.pairs[level], (*counts_)[fmm_max_levels + level]);
    }
    grow(capacities_.more_far, (*counts_)[fmm_more_far_slot]);
    grow(capacities_.more_near, (*counts_)[fmm_more_near_slot]);
    return grown;
}

// Chooses the top level of the tree, where the walk tests all pairs of nodes. The top level is the lowest level with at
// most fmm_most_top_nodes nodes, or with at least 90 % of the nodes of the level below, because a further level would
// hardly reduce the number. The choice must depend only on the bodies, because it affects the forces. Returns whether
// the number of levels has changed.
bool Fmm::fit_levels() {
    const std::size_t top = capacities_.nodes.size() - 2;
    const auto is_enough = [this](std::size_t level) {
        const bool shrinks = level == 1 || (*counts_)[level] < 0.9 * (*counts_)[level - 1];
        return (*counts_)[level] <= fmm_most_top_nodes || !shrinks;
    };
    if (!is_enough(top) && capacities_.nodes.size() < fmm_max_levels) {
        capacities_.nodes.insert(capacities_.nodes.end() - 1, with_margin((*counts_)[top] / 2));
        capacities_.pairs.insert(capacities_.pairs.end() - 1, 64 * capacities_.nodes[top + 1]);
    } else if (top > 1 && is_enough(top - 1)) {
        capacities_.nodes.erase(capacities_.nodes.end() - 2);
        capacities_.pairs.erase(capacities_.pairs.end() - 2);
        capacities_.nodes.back() = with_margin(capacities_.nodes[top - 1] / fmm_most_children);
        capacities_.pairs.back() = capacities_.nodes.back() * capacities_.nodes.back();
    } else {
        return false;
    }
    return true;
}

FmmCounts Fmm::counts() const {
    const auto first = counts_->begin() + 1, last = first + static_cast<std::ptrdiff_t>(capacities_.nodes.size() - 2);
    return {{first, last}, {first + fmm_max_levels, last + fmm_max_levels}, redone_};
}

std::vector<TreeCell> Fmm::cells(std::size_t most) const {
    std::vector<TreeCell> cells;
    for (std::size_t level = tree_.top(); level >= 1; --level) {
        const std::size_t count = std::min<std::size_t>((*counts_)[level], capacities_.nodes[level]);
        if (cells.size() + count > most) break;
        const std::vector<TreeCell> of_level = tree_.read(level, count);
        cells.insert(cells.end(), of_level.begin(), of_level.end());
    }
    return cells;
}

}  // namespace milkomeda
