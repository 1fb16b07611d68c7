// Similarity of a model of an encounter to the picture of a pair; README.md defines the score.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "data/match/match_target.hpp"

namespace milkomeda {

// Positions of the particles of a disk on the sky, in model units. Positions that are not finite are not in the image.
struct DiskPositions {
    std::span<const float> x, y;
};

// Both disks of a model at the present, and where the same disks would be without the encounter.
struct ModelParticles {
    std::array<DiskPositions, 2> present, undisturbed;
};

struct MatchTerms {
    double outline = 0, correlation = 0, tide = 0;

    double score() const {
        // Typical spreads of the terms among the judged models of a published pair.
        constexpr double outline_spread = 0.29, correlation_spread = 0.025, tide_spread = 0.15;
        return outline / outline_spread + correlation / correlation_spread + tide / tide_spread;
    }
};

// Image of a model: light of grid_cells cells, in units of 2^-31 of the light of all particles.
using ModelImage = std::vector<std::uint32_t>;

// Returns the weight of a particle in a model image, for a disk of `count` particles with this share of the light.
std::uint32_t particle_weight(double share, std::size_t count);

// Scores models of one picture. An object is used by one thread at a time.
class MatchScorer {
  public:
    explicit MatchScorer(const MatchTarget& target);

    // Throws std::invalid_argument if a disk contains no particle.
    MatchTerms terms(const ModelParticles& model);
    // Computes the terms from two images that image() returns.
    MatchTerms terms(const ModelImage& present, const ModelImage& undisturbed);
    // Returns the image of both disks, smoothed by 1 cell.
    ModelImage image(const std::array<DiskPositions, 2>& disks);

  private:
    void set_brightest(const ModelImage& image, std::uint32_t count, std::vector<std::uint8_t>& mask);
    double outline_term(const ModelImage& image);
    double correlation_term(const ModelImage& image);
    double tide_term(const ModelImage& image, const ModelImage& undisturbed);

    const MatchTarget* target_;
    std::vector<float> nearness_of_square_;  // exp(-d/2) for squares of distances
    double coarse_mean_ = 0, coarse_deviation_ = 0;
    // Reused memory
    ModelImage work_;
    std::vector<std::uint8_t> mask_, disk_mask_;
    SquaredDistances outside_, inside_;
};

// Returns the terms of all models, which several threads compute.
std::vector<MatchTerms> match_terms(const MatchTarget& target, std::span<const ModelParticles> models);

}  // namespace milkomeda
