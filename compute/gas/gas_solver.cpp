#include "compute/gas/gas_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "data/base/multiphase_gas.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t sorted_columns = 20;  // mirrors NUMBER in kernels/gas/gas.h
constexpr std::size_t item_group = 64, step_group = 64, step_groups = 64;
constexpr double search_margin = 1.12;  // factor by which a smoothing length may grow without new lists

// largest width of a target of several particles, in smoothing lengths
constexpr double widest_target = 1.5;
// Largest number of particles in a leaf of the tree. Smaller leaves have shorter lists, but more of them, which are
// expensive on CPUs.
unsigned largest_leaf(const FmmContext& context) { return context.in_vectors() ? 16 : 8; }

// Work-items that compute a target together. On GPUs, several work-items share the neighbors of each particle.
std::size_t target_group(const FmmContext& context) { return context.in_vectors() ? 1 : 32; }

cl::Program build(const FmmContext& context, const GasSettings& settings, const std::vector<std::string>& files) {
    std::string options = definitions({{"WIDTH", context.width},
                                       {"TARGET_GROUP", target_group(context)},
                                       {"STEP_GROUP", step_group},
                                       {"DOUBLINGS", multiphase_doublings},
                                       {"PERIODIC", settings.is_periodic() ? 1 : 0}});
    options += fmt::format(" -DSEARCH_MARGIN={:.6f}f -DWIDEST_TARGET={:.6f}f", search_margin, widest_target);
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
    constants.neighbors = static_cast<cl_float>(settings.neighbors);
    constants.isothermal = static_cast<cl_float>(is_isothermal ? settings.sound_speed * settings.sound_speed : 0);
    constants.gamma = static_cast<cl_float>(settings.gamma);
    constants.jeans_particles = static_cast<cl_float>(settings.jeans_particles);
    constants.jeans_length = static_cast<cl_float>(settings.jeans_length);
    constants.most_viscosity = static_cast<cl_float>(settings.viscosity_coefficient);
    constants.has_switch = has_switch ? 1.0f : settings.viscosity == GasViscosity::constant ? -1.0f : 0.0f;
    constants.conduction = static_cast<cl_float>(settings.conduction);
    constants.courant = static_cast<cl_float>(settings.courant);
    const bool is_stirred = is_isothermal && settings.feedback > 0;
    constants.dense = static_cast<cl_float>(is_stirred ? multiphase_threshold_in_model_units() : INFINITY);
    constants.longest = static_cast<cl_float>(settings.longest_smoothing);
    // Dehnen & Aly 2012, MNRAS 425, 1068, eqs. 18 and 19, for Wendland's C2 kernel
    constants.self_excess = static_cast<cl_float>(0.0294 * std::pow(settings.neighbors / 100, -0.977));
    return constants;
}

GasSolver::GasSolver(const FmmContext& context, const GasSettings& settings, std::size_t particles)
    : context_{context},
      settings_{settings},
      tree_programs_{.tree = context.build({"box", "keys", context.in_vectors() ? "sort_serial" : "sort", "scan",
                                            "cells", "nodes", "thresholds"})},
      program_{build(context, settings,
                     {"kernels/gas/lists.cl", "kernels/gas/density.cl", "kernels/gas/force.cl",
                      "kernels/gas/substep.cl", "kernels/gas/stars.cl"})},
      particles_{context_, tree_programs_, particles, largest_leaf(context_)},
      targets_{context_, tree_programs_, program_, target_group(context_)},
      wrap_{program_, "wrap"},
      sort_columns_{program_, "sort_columns"},
      boxes_of_leaves_{program_, "boxes_of_leaves"},
      boxes_of_nodes_{program_, "boxes_of_nodes"},
      find_densities_{program_, "find_densities"},
      find_forces_{program_, "find_forces"},
      find_substeps_{program_, "find_substeps"},
      sorted_{context_.buffer<cl_float>(sorted_columns * particles_.sort().stride() + fmm_largest_leaf)},
      dense_squares_{context_.buffer<cl_float>(multiphase_doublings)},
      unfinished_{context_.buffer<cl_uint>(1)},
      least_{context_.buffer<cl_float>(step_groups)} {
    set(settings);
}

void GasSolver::set(const GasSettings& settings) {
    settings_ = settings;
    constants_ = constants_of(settings);
    std::array<cl_float, multiphase_doublings> logarithms;
    std::ranges::transform(multiphase_squares(settings.sound_speed * settings.sound_speed, settings.feedback),
                           logarithms.begin(), [](double square) { return static_cast<cl_float>(std::log2(square)); });
    context_.queue.enqueueWriteBuffer(dense_squares_, CL_TRUE, 0, sizeof(logarithms), logarithms.data());
}

// Sorts the particles, and divides them into targets. `drift` is the drift that begins.
void GasSolver::sort(const GasRows& rows, const GasDrift& drift) {
    if (rows.count != particles_.sort().size()) particles_.set_size(rows.count);
    particles_.build(rows.positions);
    const Tree& tree = particles_.tree();
    if (tree.stride() != stride_) {
        stride_ = tree.stride();
        boxes_ = context_.buffer<cl_float4>(2 * stride_);
    }
    enqueue_boxes(rows, drift, 0);
    targets_.find(particles_, boxes_);
}

// Enqueues the sorted columns and the boxes of the nodes, for positions at the time `elapsed` after the beginning of
// the drift.
void GasSolver::enqueue_boxes(const GasRows& rows, const GasDrift& drift, double elapsed) {
    const cl::CommandQueue& queue = context_.queue;
    const BodySort& order = particles_.sort();
    const bool has_gravity = drift.gravity() != nullptr;
    enqueue(queue, sort_columns_, rows.count, item_group, rows.positions, rows.velocities,
            has_gravity ? drift.gravity : rows.velocities, has_gravity ? drift.since + elapsed : 0.0, rows.count,
            order.order(), rows.conditions, rows.measures, sorted_, order.stride());
    const std::size_t group = context_.in_vectors() ? 4 : item_group;
    const Tree& tree = particles_.tree();
    const std::vector<cl_uint>& counts = particles_.counts();
    enqueue(queue, boxes_of_leaves_, counts[1], group, sorted_, order.stride(), tree.counts(), tree.level(1).capacity,
            tree.links(), tree.stride(), boxes_);
    for (std::size_t number = 2; number <= tree.root(); ++number) {
        const Level& level = tree.level(number);
        enqueue(queue, boxes_of_nodes_, counts[number], group, tree.counts(), number, level.capacity, level.first,
                tree.links(), boxes_);
    }
}

void GasSolver::begin_drift(const GasRows& rows, const GasDrift& drift) {
    if (settings_.is_periodic())
        enqueue(context_.queue, wrap_, rows.count, item_group, rows.positions, rows.count, constants_);
    sort(rows, drift);
    choose_substeps(rows, drift, 0);
}

void GasSolver::choose_substeps(const GasRows& rows, const GasDrift& drift, int now) {
    const int least = std::max(1, gas_ticks / drift.most_substeps);
    targets_.choose_substeps(rows, particles_.sort().order(), constants_, drift.dt, now, least);
}

void GasSolver::begin_rates(const GasRows& rows, const GasDrift& drift, int now) {
    enqueue_boxes(rows, drift, drift.dt * now / gas_ticks);
    targets_.enqueue_lists(particles_, sorted_, boxes_, constants_);
    context_.queue.enqueueFillBuffer(unfinished_, cl_uint{0}, 0, sizeof(cl_uint));
    dt_ = drift.dt;
    computed_ = 0;
}

bool GasSolver::enqueue_rates(const GasRows& rows, std::size_t targets) {
    const cl::CommandQueue& queue = context_.queue;
    const BodySort& order = particles_.sort();
    const std::size_t group = target_group(context_), all = targets_.due_count();
    if (computed_ < all) {
        const std::size_t part = std::min(targets, all - computed_);
        enqueue_from(queue, find_densities_, computed_ * group, part * group, group, sorted_, order.stride(),
                     targets_.rows(), targets_.due(), targets_.substeps(), targets_.ranges(), targets_.lengths(), dt_,
                     constants_, dense_squares_, unfinished_);
        computed_ += part;
        targets -= part;
    }
    if (targets == 0) return false;
    const std::size_t first = computed_ - all, part = std::min(targets, all - first);
    enqueue_from(queue, find_forces_, first * group, part * group, group, sorted_, order.stride(), order.order(),
                 targets_.rows(), targets_.due(), targets_.substeps(), targets_.ranges(), targets_.lengths(), dt_,
                 constants_, rows.velocities, rows.conditions, rows.rates, rows.measures);
    computed_ += part;
    return computed_ == 2 * all;
}

// Replaces smoothing lengths of 0 by an estimate from the distance to the 16th neighbor, computed on the host.
void GasSolver::guess_lengths(const GasRows& rows) const {
    auto conditions = read_items<GasCondition>(context_.queue, rows.conditions, rows.count);
    const auto is_unknown = [](const GasCondition& one) { return !(one.length > 0); };
    if (std::ranges::none_of(conditions, is_unknown)) return;
    const auto positions = read_items<Float4>(context_.queue, rows.positions, rows.count);
    const std::vector<Neighborhood> around = surroundings(positions, {}).around;
    const double factor = std::cbrt(settings_.neighbors / default_neighbors);
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (!is_unknown(conditions[i])) continue;
        // Particles without neighbors at a distance get any length; the search for the length corrects it.
        const double length = around[i].radius > 0 ? factor * around[i].radius : 1;
        conditions[i].length = static_cast<cl_float>(std::min(length, settings_.longest_smoothing));
    }
    context_.queue.enqueueWriteBuffer(rows.conditions, CL_TRUE, 0, rows.count * sizeof(GasCondition),
                                      conditions.data());
}

void GasSolver::begin(const GasRows& rows) {
    guess_lengths(rows);
    constexpr int most_rounds = 60;  // each round can enlarge a smoothing length by 12 %
    for (int round = 0; round < most_rounds; ++round) {
        if (round == 0) sort(rows, {});
        begin_rates(rows, {}, 0);
        enqueue_rates(rows);
        if (read_items<cl_uint>(context_.queue, unfinished_, 1).front() == 0) return;
    }
}

double GasSolver::longest_substep(const GasRows& rows) {
    enqueue(context_.queue, find_substeps_, step_groups * step_group, step_group, rows.count, constants_,
            rows.conditions, rows.rates, rows.measures, least_);
    const auto least = read_items<cl_float>(context_.queue, least_, step_groups);
    return *std::ranges::min_element(least);
}

std::size_t GasSolver::bytes() const { return particles_.bytes() + targets_.bytes() + bytes_of({sorted_, boxes_}); }

}  // namespace milkomeda
