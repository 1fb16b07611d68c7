#include "app/tools/match_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/io/gray_file.hpp"
#include "data/base/parallel.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/files/file_head.hpp"
#include "data/match/grid_image.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

void require_marks(const PictureMarks& marks, glm::dvec2 size) {
    for (std::size_t g = 0; g < 2; ++g) {
        const glm::dvec2 nucleus = marks.pair.galaxies[g].nucleus;
        if (!(nucleus.x >= 0 && nucleus.y >= 0 && nucleus.x <= size.x && nucleus.y <= size.y))
            throw std::invalid_argument(fmt::format("nucleus {} must lie inside of the picture", g + 1));
    }
    const double separation = glm::length(marks.pair.separation);
    if (marks.pair.galaxies[0].nucleus == marks.pair.galaxies[1].nucleus)
        throw std::invalid_argument("the nuclei of both galaxies must have different places");
    if (!(separation > 0) || !std::isfinite(separation))
        throw std::invalid_argument("the scale of the picture must be larger than 0");
}

PreparedPicture prepare(const GrayPicture& picture, const PictureMarks& marks) {
    PreparedPicture prepared;
    try {
        prepared.cleaned = clean(picture, marks.mask);
        prepared.target = match_target(prepared.cleaned, marks.pair, marks.is_mirrored);
    } catch (const std::invalid_argument& error) {
        prepared.fault = error.what();
    }
    if (prepared.cleaned.values.empty()) prepared.cleaned = picture;
    return prepared;
}

constexpr std::array picture_extensions{".png", ".jpg", ".jpeg"}, fits_extensions{".fits", ".fit", ".fts"};

}  // namespace

bool is_picture_file(const std::filesystem::path& file) try {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (std::ranges::count(picture_extensions, extension) > 0) return true;
    if (std::ranges::count(fits_extensions, extension) == 0) return false;
    const std::string text = head_of(file).text;
    const std::size_t axes = text.find("NAXIS   =");
    constexpr std::size_t value_at = 10, value_size = 20;
    return axes != text.npos && std::atoi(text.substr(axes + value_at, value_size).c_str()) > 1;
} catch (const FileError&) {
    return false;  // opening the file reports the error
}

ObservedPair guessed_pair(const GrayPicture& picture) {
    constexpr std::size_t cells = 64;
    constexpr double smoothing = 1.5, least_distance = 8, separation_kpc = 30, share_of_size = 0.08, flattening = 0.7;
    const glm::dvec2 size{picture.columns, picture.rows};
    std::vector<double> light(cells * cells), counts(cells * cells);
    for (std::size_t row = 0; row < picture.rows; ++row)
        for (std::size_t column = 0; column < picture.columns; ++column) {
            const std::size_t cell = row * cells / picture.rows * cells + column * cells / picture.columns;
            light[cell] += static_cast<double>(picture.at(column, row));
            ++counts[cell];
        }
    for (std::size_t i = 0; i < light.size(); ++i) light[i] /= std::max(1.0, counts[i]);
    smooth(light, cells, smoothing);
    const auto place_of = [&](std::size_t cell) {
        return (glm::dvec2{cell % cells, cell / cells} + 0.5) / static_cast<double>(cells);
    };
    const auto brightest = [&](const auto& is_allowed) {
        std::size_t best = cells * cells;
        for (std::size_t i = 0; i < light.size(); ++i)
            if (is_allowed(i) && (best == light.size() || light[i] > light[best])) best = i;
        return best;
    };
    // A cell is a peak if no neighbor is brighter, so that the wing of the first galaxy is not the second galaxy.
    const auto is_peak = [&](std::size_t i) {
        const std::size_t column = i % cells, row = i / cells;
        if (column == 0 || row == 0 || column + 1 == cells || row + 1 == cells) return false;
        for (const std::size_t other :
             {i - cells - 1, i - cells, i - cells + 1, i - 1, i + 1, i + cells - 1, i + cells, i + cells + 1})
            if (light[other] > light[i]) return false;
        return true;
    };
    const auto distance = [&](std::size_t i, std::size_t j) {
        return static_cast<double>(cells) * glm::length(place_of(i) - place_of(j));
    };
    const std::size_t first = brightest([](std::size_t) { return true; });
    std::size_t second = brightest([&](std::size_t i) { return is_peak(i) && distance(i, first) > least_distance; });
    if (second == light.size()) second = brightest([&](std::size_t i) { return distance(i, first) > least_distance; });
    ObservedPair pair;
    pair.size = size;
    for (std::size_t g = 0; g < 2; ++g) {
        ObservedGalaxy& galaxy = pair.galaxies[g];
        galaxy.name = fmt::format("galaxy {}", g + 1);
        galaxy.nucleus = size * place_of(g == 0 ? first : second);
        galaxy.semi_major = share_of_size * std::max(size.x, size.y);
        galaxy.semi_minor = flattening * galaxy.semi_major;
        galaxy.mass = {0.1, 10};
    }
    pair.arcseconds_per_pixel = picture.arcseconds_per_pixel.value_or(0);
    const glm::dvec2 pixels = pair.galaxies[1].nucleus - pair.galaxies[0].nucleus;
    pair.separation = separation_kpc / encounter_kpc / glm::length(pixels) * glm::dvec2{pixels.x, -pixels.y};
    set_own_ranges(pair);
    return pair;
}

MatchPicture::MatchPicture(const std::filesystem::path& file, const std::filesystem::path& pair_file) : file_{file} {
    begin(read_gray_file(file));
    std::filesystem::path beside = file;
    beside.replace_extension(".pair");
    if (!pair_file.empty() || std::filesystem::exists(beside)) {
        read_pair(pair_file.empty() ? beside : pair_file);
    } else {
        marks_.pair = guessed_pair(*picture_);
        marks_.mask = guess_mask(*picture_, marks_.pair);
    }
    prepared_ = prepare(*picture_, marks_);
    is_due_ = false;
    if (!prepared_.fault.empty()) throw FileError(file, prepared_.fault);
}

MatchPicture::MatchPicture(const std::string& name, const AssetSource& assets)
    : file_{std::filesystem::path{name}.filename()}, is_built_in_{true} {
    begin(decode_gray_picture(file_, assets.read(name)));
    std::filesystem::path pair_file = file_;
    pair_file.replace_extension(".pair");
    PairFiles files;
    files.pair = KeyFile{pair_file, assets.read(std::filesystem::path{name}.replace_extension(".pair").string())};
    adopt(std::move(files), pair_file);
}

void MatchPicture::begin(const GrayPicture& whole) {
    picture_ = std::make_shared<const GrayPicture>(reduced(whole));
    reduction_ = std::round(static_cast<double>(whole.columns) / static_cast<double>(picture_->columns));
}

void MatchPicture::set(const PictureMarks& marks) {
    require_marks(marks, size());
    marks_ = marks;
    is_due_ = true;
}

PictureMarks MatchPicture::with_guessed_mask() const {
    PictureMarks marks = marks_;
    marks.mask = guess_mask(*picture_, marks.pair);
    return marks;
}

void MatchPicture::read_pair(const std::filesystem::path& pair_file) {
    adopt(milkomeda::read_pair(pair_file), pair_file);
}

// Adopts the description of a pair from `pair_file`. Throws FileError.
void MatchPicture::adopt(PairFiles files, const std::filesystem::path& pair_file) try {
    set(marks_of(files, *picture_));
    files_ = std::move(files);
    pair_file_ = pair_file;
} catch (const std::invalid_argument& error) {
    throw FileError(pair_file, error.what());
}

PairFiles MatchPicture::described() const {
    PairFiles files = files_;
    PictureMarks marks = marks_;
    if (!marks.pair.has_ranges) set_own_ranges(marks.pair);
    // The pixels of the description are those of the file that was read, or of the picture file.
    set_marks(files, marks, files_.pair.text("imageWidth") ? files_.observed().size : glm::round(reduction_ * size()));
    return files;
}

void MatchPicture::write_pair(const std::filesystem::path& pair_file) {
    PairFiles files = described();
    milkomeda::write_pair(pair_file, files);
    files_ = std::move(files);
    pair_file_ = pair_file;
}

bool MatchPicture::advance(bool is_changing) {
    bool has_news = std::exchange(is_new_, false);
    if (is_ready(preparing_)) {
        prepared_ = preparing_.get();
        has_news = true;
    }
    if (is_due_ && !is_changing && !preparing_.valid()) {
        is_due_ = false;
        preparing_ = in_background([picture = picture_, marks = marks_] { return prepare(*picture, marks); });
    }
    return has_news;
}

}  // namespace milkomeda
