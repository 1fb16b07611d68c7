#include "render/hdr/local_tone.hpp"

#include <utility>

namespace milkomeda {
namespace {

// standard deviation of the neighborhood's weights, as a fraction of the picture's height
constexpr float sigma_in_heights = 0.02f;

}  // namespace

LocalTone::LocalTone(const ReadAsset& read)
    : logarithm_{read, "shaders/hdr/logarithm.frag"}, line_{read, "shaders/hdr/local_line.frag"}, blur_{read, 0.3f} {}

void LocalTone::find(const LightTarget& small, float exposure) {
    scratch_.fit("local tone, blurred horizontally", small.size());
    logarithms_.fit("logarithms of light", small.size());
    lines_.fit("local tone", small.size());
    logarithm_.use();
    logarithm_.set("picture", 0);
    logarithm_.set("exposure", exposure);
    small.show(0);
    lines_.bind();
    logarithm_.draw();
    blur_.blur(lines_, scratch_, logarithms_, sigma_in_heights);
    line_.use();
    line_.set("means", 0);
    logarithms_.show(0);
    lines_.bind();
    line_.draw();
    blur_.blur(lines_, scratch_, logarithms_, sigma_in_heights);
    std::swap(lines_, logarithms_);
}

}  // namespace milkomeda
