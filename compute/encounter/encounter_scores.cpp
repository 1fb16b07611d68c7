#include "compute/encounter/encounter_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "compute/kernels/device_traits.hpp"
#include "data/encounter/test_disk.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t most_weights = 32;  // of a Gaussian

// Must match TargetNumbers in kernels/encounter/score.cl.
struct TargetNumbers {
    std::array<float, 6> map;
    std::array<std::uint32_t, 2> weights;
    std::uint32_t bright, faint, fine_radius, coarse_radius;
    std::array<std::uint32_t, 2 * most_weights> gaussians;
    float coarse_mean, coarse_deviation;
};

double coarse_mean_of(const MatchTarget& target) {
    double sum = 0;
    for (const float value : target.coarse) sum += value;
    return sum / grid_cells;
}

TargetNumbers numbers_of(const MatchTarget& target, const std::array<std::size_t, 2>& particles) {
    TargetNumbers numbers{};
    numbers.map = target.frame.map;
    numbers.weights = {particle_weight(target.first_share, particles[0]),
                       particle_weight(1 - target.first_share, particles[1])};
    numbers.bright = target.bright_count, numbers.faint = target.faint_count;
    const auto fine = integer_gaussian_weights(1), coarse = integer_gaussian_weights(4);
    numbers.fine_radius = static_cast<std::uint32_t>(fine.size() - 1);
    numbers.coarse_radius = static_cast<std::uint32_t>(coarse.size() - 1);
    std::ranges::copy(fine, numbers.gaussians.begin());
    std::ranges::copy(coarse, numbers.gaussians.begin() + most_weights);
    const double mean = coarse_mean_of(target);
    double squares = 0;
    for (const float value : target.coarse) squares += (value - mean) * (value - mean);
    numbers.coarse_mean = static_cast<float>(mean);
    numbers.coarse_deviation = static_cast<float>(std::sqrt(squares));
    return numbers;
}

// Share of the radius, and cosine and sine of the angle of each particle of a disk.
std::vector<Float4> circle_samples(std::size_t count) {
    std::vector<Float4> samples;
    for (const DiskSample& sample : disk_samples(count)) {
        const double angle = 2 * std::numbers::pi * sample.turn;
        samples.push_back({static_cast<float>(sample.radius), static_cast<float>(std::cos(angle)),
                           static_cast<float>(std::sin(angle)), 0});
    }
    return samples;
}

template <typename Item>
cl::Buffer read_only(const KernelContext& context, const std::vector<Item>& items) {
    const cl::Buffer buffer = context.buffer<Item>(items.size(), CL_MEM_READ_ONLY);
    context.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, items.size() * sizeof(Item), items.data());
    return buffer;
}

}  // namespace

EncounterScores::EncounterScores(const KernelContext& context, const MatchTarget& target,
                                 const EncounterSettings& settings)
    : context_{context}, particles_{settings.particles} {
    constexpr std::size_t least_group = 128, most_group = 256;
    if (particles_[0] == 0 || particles_[1] == 0)
        throw std::invalid_argument("a score needs particles in both disks; use at least one particle per disk");
    const DeviceTraits traits{context.device};
    work_group_ = std::min(most_group, traits.max_work_group);
    if (work_group_ < least_group)
        throw std::invalid_argument(fmt::format("{} runs at most {} work-items in a group, but scores need {}",
                                                context.device.name, work_group_, least_group));
    constexpr std::size_t local_bytes = 42 << 10;  // of the kernel
    if (traits.local_memory_bytes < local_bytes)
        throw std::invalid_argument(fmt::format("{} has {} of local memory, but scores need {}; choose another device",
                                                context.device.name, size_text(traits.local_memory_bytes),
                                                size_text(local_bytes)));
    const std::string options = definitions({{"WORK_GROUP", work_group_}});
    score_ = cl::Kernel{context.build({"kernels/encounter/score.cl"}, options), "score"};
    samples_ = read_only(context, circle_samples(std::max(particles_[0], particles_[1])));
    target_ = read_only(context, std::vector{numbers_of(target, particles_)});
    const double mean = coarse_mean_of(target);
    std::vector<Float4> cells;
    for (std::size_t i = 0; i < grid_cells; ++i)
        cells.push_back({target.outline[i], target.nearness[i], static_cast<float>(target.faint_mask[i]),
                         static_cast<float>(target.coarse[i] - mean)});
    cells_ = read_only(context, cells);
    sorted_ = read_only(context, target.coarse_sorted);
}

void EncounterScores::begin(const EncounterBatch& batch) {
    count_ = batch.encounters();
    if (count_ > capacity_) terms_ = context_.buffer<Float4>(capacity_ = count_);
    enqueue(context_.queue, score_, count_ * work_group_, work_group_, batch.position_buffer(), batch.outcome_buffer(),
            batch.galaxy_buffer(), samples_, target_, cells_, sorted_, terms_, particles_[0], particles_[1]);
    context_.queue.flush();
}

std::vector<MatchTerms> EncounterScores::read() const {
    std::vector<MatchTerms> terms;
    for (const Float4& each : read_items<Float4>(context_.queue, terms_, count_))
        terms.push_back({each.x, each.y, each.z});
    return terms;
}

std::array<std::vector<glm::vec2>, 2> undisturbed_disks(const EncounterParameters& encounter,
                                                        const EncounterSettings& settings, glm::vec2 end) {
    std::array<std::vector<glm::vec2>, 2> disks;
    for (std::size_t d = 0; d < 2; ++d) {
        const DiskPlane plane = disk_plane(encounter.galaxies[d]);
        const glm::vec3 x_axis{plane.x_axis}, y_axis{plane.y_axis};
        const auto inner = static_cast<float>(inner_radius(encounter.galaxies[d]));
        const auto outer = static_cast<float>(encounter.galaxies[d].radius);
        const glm::vec2 center = d == 0 ? glm::vec2{0} : end;
        for (const Float4& sample : circle_samples(settings.particles[d])) {
            const float radius = std::fma(outer - inner, sample.x, inner);
            const auto place = [&](glm::length_t i) {
                return std::fma(radius, std::fma(sample.y, x_axis[i], sample.z * y_axis[i]), center[i]);
            };
            disks[d].emplace_back(place(0), place(1));
        }
    }
    return disks;
}

}  // namespace milkomeda
