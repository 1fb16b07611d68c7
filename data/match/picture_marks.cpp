#include "data/match/picture_marks.hpp"

#include <fmt/format.h>

#include <sstream>

#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Keys of .pair files that only this program writes.
constexpr const char *mirrored_key = "pictureMirrored", *background_key = "maskBackground",
                     *circles_key = "maskCircles";

// Reads circles as "X Y RADIUS, X Y RADIUS, ...", in pixels.
std::vector<MaskCircle> circles_of(const KeyFile& file) {
    std::vector<MaskCircle> circles;
    for (const std::string& text : split(file.text(circles_key).value_or(""), ',')) {
        if (text.find_first_not_of(' ') == text.npos) continue;
        std::istringstream words{text};
        MaskCircle circle;
        std::string rest;
        if (!(words >> circle.center.x >> circle.center.y >> circle.radius) || words >> rest || !(circle.radius > 0))
            file.fail(circles_key, fmt::format("contains '{}'; write X Y RADIUS for each circle, with commas between "
                                               "circles and a radius above 0",
                                               text));
        circles.push_back(circle);
    }
    return circles;
}

std::string text_of(const std::vector<MaskCircle>& circles) {
    std::vector<std::string> texts;
    for (const MaskCircle& circle : circles)
        texts.push_back(fmt::format("{} {} {}", exact_number(circle.center.x), exact_number(circle.center.y),
                                    exact_number(circle.radius)));
    return join(texts, {}, ", ");
}

PictureMask scaled(PictureMask mask, double factor) {
    for (MaskCircle& circle : mask.circles) circle.center *= factor, circle.radius *= factor;
    return mask;
}

}  // namespace

PictureMarks marks_of(const PairFiles& files, const GrayPicture& picture) {
    const ObservedPair observed = files.observed();
    const glm::dvec2 size{picture.columns, picture.rows};
    PictureMarks marks{observed.scaled_to(size), {}, files.pair.text(mirrored_key) == "true"};
    if (const auto background = files.pair.number(background_key))
        marks.mask = scaled({*background, circles_of(files.pair)}, size.x / observed.size.x);
    else
        marks.mask = guess_mask(picture, marks.pair);
    return marks;
}

void set_marks(PairFiles& files, const PictureMarks& marks, glm::dvec2 described_size) {
    files.set(marks.pair.scaled_to(described_size));
    files.pair.set(mirrored_key, marks.is_mirrored ? "true" : "false");
    files.pair.set(background_key, marks.mask.background);
    files.pair.set(circles_key, text_of(scaled(marks.mask, described_size.x / marks.pair.size.x).circles));
}

}  // namespace milkomeda
