#include "app/ui/plot_picture.hpp"

#include "app/ui/headless_ui.hpp"
#include "app/ui/plot_drawing.hpp"
#include "app/ui/theme.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

// size of one plot, and margin, in pixels
constexpr float picture_width = 1000, picture_height = 480, margin = 20;
constexpr float text_height = 15;

}  // namespace

Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms) {
    const float full_height = picture_height * static_cast<float>(plots.size());
    OffscreenTarget target{static_cast<int>(picture_width), static_cast<int>(full_height)};
    HeadlessUi ui{text_height / text_pixels};
    ImDrawList& list = ui.begin(target.width(), target.height());
    for (std::size_t i = 0; i < plots.size(); ++i)
        draw_plot(list, plots[i],
                  {margin, picture_height * static_cast<float>(i) + margin, picture_width - 2 * margin,
                   picture_height - 2 * margin},
                  paper_style(), i < zooms.size() ? zooms[i] : PlotZoom{});
    target.bind();
    glClearColor(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ui.end();
    Image picture = target.read();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return picture;
}

}  // namespace milkomeda
