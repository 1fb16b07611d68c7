#include "app/commands/match_input.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "app/io/gray_file.hpp"
#include "app/io/log.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/match/picture_marks.hpp"
#include "data/system/file_error.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Returns the length of a pixel in kpc.
double pixel_length(const MatchCommandOptions& options, const GrayPicture& picture) {
    if (options.kpc_per_pixel) return *options.kpc_per_pixel;
    const auto scale = options.scale ? options.scale : picture.arcseconds_per_pixel;
    if (!scale)
        throw UsageError(
            "the scale of the picture is unknown; give --scale ARCSEC with --distance MPC, or "
            "--kpc-per-pixel KPC");
    if (!options.distance) throw UsageError("the distance of the pair is unknown; give --distance MPC");
    constexpr double kpc_per_mpc = 1000, arcseconds_per_radian = 648000 / std::numbers::pi;
    return *scale * *options.distance * kpc_per_mpc / arcseconds_per_radian;
}

// Sets axes and position angle of an ellipse with the same second moments as the light that is nearer to the galaxy's
// nucleus than to the other nucleus. A uniform ellipse with the semi-axis a has the second moment a^2 / 4.
void set_ellipse(ObservedPair& pair, std::size_t g, const GrayPicture& picture) {
    constexpr double least_light = 0.06;  // outline of the score
    const glm::dvec2 own = pair.galaxies[g].nucleus, other = pair.galaxies[1 - g].nucleus;
    const double most_distance = glm::length(own - other);
    double light = 0, xx = 0, xy = 0, yy = 0;
    for (std::size_t row = 0; row < picture.rows; ++row)
        for (std::size_t column = 0; column < picture.columns; ++column) {
            const double value = picture.at(column, row);
            const glm::dvec2 pixel = glm::dvec2{column, row} + 0.5, offset = pixel - own;
            if (value < least_light || glm::length(offset) > std::min(most_distance, glm::length(pixel - other)))
                continue;
            light += value;
            xx += value * offset.x * offset.x, xy -= value * offset.x * offset.y, yy += value * offset.y * offset.y;
        }
    if (!(light > 0))
        throw UsageError(
            fmt::format("the picture has no light at nucleus {}; correct --nuclei or give --ellipses", g + 1));
    const double mean = (xx + yy) / 2 / light, difference = std::hypot((xx - yy) / 2, xy) / light;
    constexpr double thinnest = 0.1;
    ObservedGalaxy& galaxy = pair.galaxies[g];
    galaxy.semi_major = 2 * std::sqrt(mean + difference);
    galaxy.semi_minor = std::max(thinnest * galaxy.semi_major, 2 * std::sqrt(std::max(0.0, mean - difference)));
    // Angle of the major axis from the x axis; the position angle is counted from up.
    galaxy.position_angle = glm::degrees(0.5 * std::atan2(2 * xy, xx - yy)) - 90;
    log_info(
        fmt::format("--ellipses: galaxy {} has the semi-axes {:.1f} and {:.1f} pixels and the position angle "
                    "{:.0f} degrees",
                    g + 1, galaxy.semi_major, galaxy.semi_minor, galaxy.position_angle));
}

// Describes the pair by the options, without the ellipses and the ranges.
ObservedPair described_pair(const MatchCommandOptions& options, const GrayPicture& picture) {
    if (!options.nuclei)
        throw UsageError("the nuclei are unknown; give --pair FILE.pair, or --nuclei X1,Y1,X2,Y2 in pixels");
    const auto& [x1, y1, x2, y2] = *options.nuclei;
    ObservedPair pair;
    pair.name = options.image.stem().string();
    pair.size = {picture.columns, picture.rows};
    pair.galaxies[0].nucleus = {x1, y1}, pair.galaxies[1].nucleus = {x2, y2};
    for (std::size_t g = 0; g < 2; ++g) {
        const glm::dvec2 nucleus = pair.galaxies[g].nucleus;
        if (!(nucleus.x >= 0 && nucleus.y >= 0 && nucleus.x <= pair.size.x && nucleus.y <= pair.size.y))
            throw UsageError(
                fmt::format("--nuclei: nucleus {} is at ({}, {}), outside of the picture of {} x {} pixels", g + 1,
                            short_number(nucleus.x), short_number(nucleus.y), picture.columns, picture.rows));
    }
    const glm::dvec2 pixels = pair.galaxies[1].nucleus - pair.galaxies[0].nucleus;
    if (pixels == glm::dvec2{0}) throw UsageError("--nuclei: both nuclei are at the same place");
    pair.separation = glm::dvec2{pixels.x, -pixels.y} * (pixel_length(options, picture) / encounter_kpc);
    for (ObservedGalaxy& galaxy : pair.galaxies) galaxy.mass = {options.masses[0], options.masses[1]};
    return pair;
}

void set_ellipses(ObservedPair& pair, const MatchCommandOptions& options, const GrayPicture& picture) {
    for (std::size_t g = 0; g < 2; ++g) {
        if (!options.ellipses) {
            set_ellipse(pair, g, picture);
            continue;
        }
        ObservedGalaxy& galaxy = pair.galaxies[g];
        const double a = (*options.ellipses)[3 * g], b = (*options.ellipses)[3 * g + 1];
        galaxy.semi_major = std::max(a, b), galaxy.semi_minor = std::min(a, b);
        galaxy.position_angle = (*options.ellipses)[3 * g + 2];
    }
    set_own_ranges(pair);
}

}  // namespace

MatchInput read_match_input(const MatchCommandOptions& options) {
    const bool has_pair = !options.pair.empty();
    if (has_pair && (options.nuclei || options.scale || options.distance || options.kpc_per_pixel || options.ellipses))
        throw UsageError("--pair contains nuclei, scale, distance and ellipses; do not give their options as well");
    std::optional<PairFiles> files;
    if (has_pair) {  // reports faults before the large file is read
        files = read_pair(options.pair);
        files->observed();
    }
    GrayPicture picture = read_gray_file(options.image);
    try {
        PictureMarks marks;
        if (files) {
            picture = reduced(picture);
            marks = marks_of(*files, picture);
        } else {
            const ObservedPair pair = described_pair(options, picture);
            picture = reduced(picture);
            marks.pair = pair.scaled_to({picture.columns, picture.rows});
            set_ellipses(marks.pair, options, clean(picture, {background_of(picture.values).median, {}}));
            marks.mask = guess_mask(picture, marks.pair);
        }
        GrayPicture cleaned = clean(picture, marks.mask);
        MatchTarget target = match_target(cleaned, marks.pair, marks.is_mirrored);
        PairBox box{marks.pair, options.velocity_difference, options.rigid_galaxies};
        const std::uint64_t subject = search_subject(target);
        return {marks.pair, std::move(cleaned), marks.is_mirrored, std::move(target), std::move(box), subject};
    } catch (const UsageError&) {
        throw;
    } catch (const std::invalid_argument& error) {
        throw FileError(options.image, error.what());
    }
}

}  // namespace milkomeda
