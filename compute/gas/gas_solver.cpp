#include "compute/gas/gas_solver.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr std::size_t list_ranges = 96, sorted_columns = 13;  // mirror kernels/gas/gas.h
constexpr std::size_t item_group = 64, step_group = 64, step_groups = 64;
constexpr double search_margin = 1.12;  // factor by which a smoothing length may grow without new lists

// Particles per leaf of the tree. On GPUs a work-group of 32 work-items computes a leaf.
unsigned leaf_of(const FmmContext& context) { return context.in_vectors() ? 16 : 32; }

cl::Program build(const FmmContext& context, const GasSettings& settings, const std::vector<std::string>& files) {
    std::string options = definitions({{"WIDTH", context.width},
                                       {"LEAF_GROUP", context.in_vectors() ? 1 : leaf_of(context)},
                                       {"STEP_GROUP", step_group},
                                       {"PERIODIC", settings.is_periodic() ? 1 : 0}});
    options += " -DSEARCH_MARGIN=" + std::to_string(search_margin) + "f";
    return static_cast<const KernelContext&>(context).build(files, options);
}

}  // namespace

GasConstants constants_of(const GasSettings& settings) {
    GasConstants constants{};
    for (int axis = 0; axis < 3; ++axis) {
        const double period = settings.periods[std::size_t(axis)].value_or(0);
        constants.period.s[axis] = static_cast<cl_float>(period);
        constants.inverse_period.s[axis] = static_cast<cl_float>(period > 0 ? 1 / period : 0);
    }
    const bool is_isothermal = settings.equation_of_state == EquationOfState::isothermal;
    const bool has_switch = settings.viscosity == GasViscosity::switched;
    constexpr float most_switched = 2;  // coefficient in a strong shock
    constants.neighbors = static_cast<cl_float>(settings.neighbors);
    constants.isothermal = static_cast<cl_float>(is_isothermal ? settings.sound_speed * settings.sound_speed : 0);
    constants.gamma = static_cast<cl_float>(settings.gamma);
    constants.jeans_mass = static_cast<cl_float>(settings.jeans_mass);
    constants.jeans_length = static_cast<cl_float>(settings.jeans_length);
    constants.most_viscosity = has_switch ? most_switched : static_cast<cl_float>(settings.viscosity_coefficient);
    constants.has_switch = has_switch ? 1.0f : settings.viscosity == GasViscosity::constant ? -1.0f : 0.0f;
    constants.conduction = static_cast<cl_float>(settings.conduction);
    constants.courant = static_cast<cl_float>(settings.courant);
    constants.longest = static_cast<cl_float>(settings.longest_smoothing);
    return constants;
}

GasSolver::GasSolver(const FmmContext& context, const GasSettings& settings, std::size_t particles)
    : context_{context},
      settings_{settings},
      constants_{constants_of(settings)},
      count_{particles},
      tree_programs_{.tree = context.build({"box", "keys", context.in_vectors() ? "sort_serial" : "sort", "scan",
                                            "cells", "nodes", "thresholds"})},
      program_{
          build(context, settings,
                {"kernels/gas/lists.cl", "kernels/gas/density.cl", "kernels/gas/force.cl", "kernels/gas/substep.cl"})},
      sort_{context_, tree_programs_, particles},
      prefix_sum_{context_, tree_programs_},
      tree_{context_, tree_programs_, {{}, 0, leaf_of(context)}},
      capacities_{guess_capacities(particles, leaf_of(context))},
      copy_positions_{program_, "copy_positions"},
      sort_columns_{program_, "sort_columns"},
      reach_of_leaves_{program_, "reach_of_leaves"},
      reach_of_nodes_{program_, "reach_of_nodes"},
      list_near_leaves_{program_, "list_near_leaves"},
      find_densities_{program_, "find_densities"},
      find_forces_{program_, "find_forces"},
      find_substeps_{program_, "find_substeps"},
      positions_{context_.buffer<cl_float4>(particles)},
      sorted_{context_.buffer<cl_float>(sorted_columns * sort_.stride() + fmm_largest_leaf)},
      unfinished_{context_.buffer<cl_uint>(1)},
      least_{context_.buffer<cl_float>(step_groups)} {}

void GasSolver::sort(const GasRows& rows) {
    const cl::CommandQueue& queue = context_.queue;
    enqueue(queue, copy_positions_, count_, item_group, rows.positions, rows.first, count_, positions_);
    sort_.enqueue_keys(positions_);
    for (int pass = 0; pass < sort_.passes(); ++pass)
        sort_.enqueue_pass(pass, prefix_sum_, tree_.counts(), fmm_spare_slot);
    sort_.enqueue_gather(positions_);
}

// Builds the tree. If a level has more nodes than its capacity, enlarges the capacity and returns false.
bool GasSolver::make_tree_once() {
    if (tree_.stride() == 0) {
        tree_.allocate(capacities_);
        reach_ = context_.buffer<cl_float>(tree_.stride());
        ranges_ = context_.buffer<cl_uint2>(capacities_[1] * list_ranges);
        lengths_ = context_.buffer<cl_uint>(capacities_[1]);
    }
    for (std::size_t level = 1; level <= tree_.root(); ++level) tree_.enqueue_level(level, sort_, prefix_sum_);
    for (std::size_t level = 1; level <= tree_.top(); ++level) tree_.enqueue_measures(level, sort_);
    counts_ = read_items<cl_uint>(context_.queue, tree_.counts(), capacities_.size());
    bool suffices = true;
    for (std::size_t level = 1; level < capacities_.size(); ++level)
        suffices &= !grow_capacity(capacities_[level], counts_[level]);
    return suffices;
}

void GasSolver::make_tree() {
    while (!make_tree_once()) tree_ = Tree{context_, tree_programs_, {{}, 0, leaf_of(context_)}};
}

void GasSolver::enqueue_lists() {
    const cl::CommandQueue& queue = context_.queue;
    const std::size_t group = context_.in_vectors() ? 4 : item_group;
    const Level& leaves = tree_.level(1);
    enqueue(queue, reach_of_leaves_, leaves.capacity, group, sorted_, sort_.stride(), tree_.counts(), std::size_t{1},
            leaves.capacity, leaves.first, tree_.links(), tree_.stride(), reach_);
    for (std::size_t number = 2; number <= tree_.root(); ++number) {
        const Level& level = tree_.level(number);
        enqueue(queue, reach_of_nodes_, level.capacity, group, tree_.counts(), number, level.capacity, level.first,
                tree_.links(), reach_);
    }
    enqueue(queue, list_near_leaves_, counts_[1], group, sort_.bodies(), sort_.stride(), tree_.counts(),
            leaves.capacity, tree_.links(), tree_.stride(), tree_.nodes(), reach_, tree_.level(2).first,
            tree_.level(tree_.root()).first, counts_[tree_.root()], constants_, ranges_, lengths_);
}

void GasSolver::enqueue_rates(GasRows& rows, double dt, const cl::Buffer& gravity, double since) {
    const cl::CommandQueue& queue = context_.queue;
    sort(rows);
    make_tree();
    enqueue(queue, sort_columns_, count_, item_group, rows.velocities, gravity() ? gravity : rows.velocities,
            gravity() ? since : 0.0, rows.first, count_, sort_.order(), rows.conditions, sorted_, sort_.stride());
    enqueue_lists();
    queue.enqueueFillBuffer(unfinished_, cl_uint{0}, 0, sizeof(cl_uint));
    const std::size_t group = context_.in_vectors() ? 1 : leaf_of(context_), items = counts_[1] * group;
    const std::size_t capacity = tree_.level(1).capacity;
    enqueue(queue, find_densities_, items, group, sort_.bodies(), sorted_, sort_.stride(), tree_.counts(), capacity,
            tree_.links(), tree_.stride(), ranges_, lengths_, dt, constants_, unfinished_);
    enqueue(queue, find_forces_, items, group, sort_.bodies(), sorted_, sort_.stride(), sort_.order(), tree_.counts(),
            capacity, tree_.links(), tree_.stride(), ranges_, lengths_, constants_, rows.conditions, rows.rates,
            rows.measures);
}

void GasSolver::begin(GasRows& rows) {
    auto conditions = read_items<GasCondition>(context_.queue, rows.conditions, count_);
    if (std::ranges::any_of(conditions, [](const GasCondition& one) { return !(one.length > 0); })) {
        // Estimates one smoothing length for all particles from the volume of the Morton box.
        sort(rows);
        const auto box = read_items<cl_float>(context_.queue, sort_.box(), 4);
        const double volume = std::pow(2.0 * box[3], 3), share = settings_.neighbors / double(count_);
        const double length = std::cbrt(3 / (4 * 3.14159265358979) * volume * std::min(1.0, share));
        for (GasCondition& one : conditions)
            if (!(one.length > 0)) one.length = static_cast<cl_float>(std::min(length, settings_.longest_smoothing));
        context_.queue.enqueueWriteBuffer(rows.conditions, CL_TRUE, 0, count_ * sizeof(GasCondition),
                                          conditions.data());
    }
    constexpr int most_rounds = 60;  // each round can enlarge a smoothing length by 12 %
    for (int round = 0; round < most_rounds; ++round) {
        enqueue_rates(rows, 0);
        if (read_items<cl_uint>(context_.queue, unfinished_, 1).front() == 0) return;
    }
}

double GasSolver::longest_substep(const GasRows& rows) {
    enqueue(context_.queue, find_substeps_, step_groups * step_group, step_group, count_, constants_, rows.conditions,
            rows.rates, rows.measures, least_);
    const auto least = read_items<cl_float>(context_.queue, least_, step_groups);
    return *std::ranges::min_element(least);
}

std::size_t GasSolver::bytes() const {
    return sort_.bytes() + tree_.bytes() + bytes_of({positions_, sorted_, reach_, ranges_, lengths_});
}

}  // namespace milkomeda
