// These tests compare the scores of a device with the scores of data/match.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "compute/encounter/encounter_evaluator.hpp"
#include "compute/encounter/encounter_scores.hpp"
#include "data/encounter/encounter.hpp"
#include "devices.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// A picture that is rendered from a published model: its own light, with an exponential disk of light around each
// nucleus.
MatchTarget rendered_target(const EncounterParameters& encounter) {
    constexpr double cells_per_length = 9;
    const glm::dvec2 separation{encounter.position};
    const glm::dvec2 first = 32.0 - glm::dvec2{separation.x, -separation.y} * (cells_per_length / 2);
    MatchFrame frame;
    constexpr auto scale = static_cast<float>(cells_per_length);
    frame.map = {static_cast<float>(first.x), scale, 0, static_cast<float>(first.y), 0, -scale};
    frame.nuclei = {first, first + glm::dvec2{separation.x, -separation.y} * cells_per_length};
    std::vector<double> image(grid_cells);
    for (const auto& disk : run_encounter(encounter, {400, 400}).disks)
        for (const PhasePoint& particle : disk) {
            const glm::vec2 cell = frame.cell_of(glm::vec2{particle.position});
            if (cell.x >= 0 && cell.y >= 0 && cell.x < 64 && cell.y < 64)
                image[std::size_t(cell.y) * 64 + std::size_t(cell.x)] += 0.2;
        }
    smooth(image, grid_edge, 1);
    for (double& value : image) value = std::min(value, 1.0);
    return match_target(frame, image);
}

std::vector<EncounterParameters> scored_encounters() {
    const auto published = parse_spam_lines(Assets{}.read("data/pairs/published-models.txt"));
    std::vector<EncounterParameters> encounters(published.begin(), published.begin() + 6);
    for (std::size_t i = 0; i < 6; ++i) {
        encounters.push_back(encounters[0]);
        encounters.back().velocity.z += 0.2 * double(i);
        encounters.back().galaxies[0].tilt += 10 * double(i);
    }
    return encounters;
}

struct ScoredRun {
    std::vector<MatchTerms> terms;
    std::vector<Float4> positions;
    std::vector<EncounterOutcome> outcomes;
};

KernelContext kernels_of(const Device& device) {
    const cl::Context context{handle_of(device)};
    return {context, device, cl::CommandQueue{context, handle_of(device)}, built_in_kernels()};
}

// Runs all encounters in a single launch, and scores them.
ScoredRun scored_run(const Device& device, const MatchTarget& target, const EncounterSettings& settings,
                     const std::vector<EncounterParameters>& encounters) {
    const KernelContext kernel = kernels_of(device);
    EncounterBatch batch{kernel, settings};
    EncounterScores scores{kernel, target, settings};
    batch.begin(encounters);
    batch.move();
    scores.begin(batch);
    return {scores.read(), batch.read_positions(), batch.read_outcomes()};
}

// Returns false if the device refuses scores because of its small local memory.
bool can_score(const Device& device, const MatchTarget& target) try {
    EncounterScores{kernels_of(device), target, {}};
    return true;
} catch (const std::invalid_argument& error) {
    MESSAGE("not tested: " << std::string{error.what()});
    CHECK_MESSAGE(std::string{error.what()}.ends_with("choose another device"), error.what());
    return false;
}

MatchTerms host_terms(const MatchTarget& target, const EncounterParameters& encounter,
                      const EncounterSettings& settings, std::span<const Float4> positions,
                      const EncounterOutcome& outcome) {
    std::array<std::vector<float>, 8> numbers;
    const auto disks = undisturbed_disks(encounter, settings, {outcome.end_position.x, outcome.end_position.y});
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t disk = i >= settings.particles[0];
        numbers[2 * disk].push_back(positions[i].x), numbers[2 * disk + 1].push_back(positions[i].y);
    }
    for (std::size_t disk = 0; disk < 2; ++disk)
        for (const glm::vec2 place : disks[disk])
            numbers[4 + 2 * disk].push_back(place.x), numbers[5 + 2 * disk].push_back(place.y);
    const auto disk = [&](std::size_t i) { return DiskPositions{numbers[i], numbers[i + 1]}; };
    MatchScorer scorer{target};
    return scorer.terms(ModelParticles{{disk(0), disk(2)}, {disk(4), disk(6)}});
}

}  // namespace

TEST_CASE("the scores of a device equal the scores of the host, and repeat with the same bits") {
    const auto encounters = scored_encounters();
    const MatchTarget target = rendered_target(encounters[0]);
    EncounterSettings settings;
    settings.particles = {300, 211};
    on_every_device([&](const Device& device) {
        if (!can_score(device, target)) return;
        const ScoredRun run = scored_run(device, target, settings, encounters);
        const ScoredRun again = scored_run(device, target, settings, encounters);
        REQUIRE(run.terms.size() == encounters.size());
        double largest = 0, least = 1e9, most = -1e9;
        for (std::size_t i = 0; i < encounters.size(); ++i) {
            CAPTURE(i);
            const std::size_t particles = settings.particles[0] + settings.particles[1];
            const MatchTerms expected =
                host_terms(target, encounters[i], settings, std::span{run.positions}.subspan(i * particles, particles),
                           run.outcomes[i]);
            largest = std::max(largest, std::abs(run.terms[i].score() - expected.score()));
            // Both sums contain 4096 terms in single precision.
            CHECK(run.terms[i].outline == doctest::Approx(expected.outline).epsilon(1e-6));
            CHECK(run.terms[i].tide == doctest::Approx(expected.tide).epsilon(1e-5));
            CHECK(run.terms[i].correlation == doctest::Approx(expected.correlation).epsilon(1e-5));
            CHECK(std::memcmp(&run.terms[i], &again.terms[i], sizeof(MatchTerms)) == 0);
            least = std::min(least, expected.score()), most = std::max(most, expected.score());
        }
        MESSAGE(device.name << ": largest difference of scores " << largest << ", scores from " << least << " to "
                            << most);
        // The spread of scores among the judged models of a pair is 2.55.
        CHECK(largest < 2.55e-4);
        CHECK(most > least + 2.55);
    });
}

TEST_CASE("an evaluator computes the scores of the kernel on every device") {
    const auto encounters = scored_encounters();
    const MatchTarget target = rendered_target(encounters[0]);
    EncounterSettings settings;
    settings.particles = {300, 211};
    on_every_device([&](const Device& device) {
        EncounterEvaluator evaluator{device, built_in_kernels(), target, settings};
        const std::vector<double> scores = evaluator.scores(encounters);
        if (!can_score(device, target)) return;
        const ScoredRun run = scored_run(device, target, settings, encounters);
        REQUIRE(scores.size() == encounters.size());
        // The spread of scores among the judged models of a pair is 2.55.
        for (std::size_t i = 0; i < scores.size(); ++i) CHECK(std::abs(scores[i] - run.terms[i].score()) < 2.55e-4);
    });
}

TEST_CASE("a model outside of the frame has the scores of the host") {
    auto encounters = scored_encounters();
    encounters.resize(1);
    MatchTarget target = rendered_target(encounters[0]);
    target.frame.map[0] = 1000;
    const EncounterSettings settings;
    on_every_device([&](const Device& device) {
        if (!can_score(device, target)) return;
        const ScoredRun run = scored_run(device, target, settings, encounters);
        CHECK(run.terms[0].correlation == 0);
        CHECK(run.terms[0].tide == 0);
        const MatchTerms expected = host_terms(target, encounters[0], settings, run.positions, run.outcomes[0]);
        CHECK(run.terms[0].outline == doctest::Approx(expected.outline).epsilon(1e-6));
    });
}
