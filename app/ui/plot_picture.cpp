#include "app/ui/plot_picture.hpp"

#include <backends/imgui_impl_opengl3.h>

#include "app/io/picture_file.hpp"
#include "app/ui/plot_drawing.hpp"
#include "app/ui/theme.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

// size of one plot, and margin, in pixels
constexpr float picture_width = 1000, picture_height = 480, margin = 20;
constexpr float picture_text = 15;

// An ImGui context for pictures, separate from the context of the window.
class PictureContext {
  public:
    explicit PictureContext(ImVec2 size) {
        ImGui::SetCurrentContext(own_);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = size;
        set_font(*io.Fonts, picture_text);
        ImGui_ImplOpenGL3_Init("#version 330 core");
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
    }
    ~PictureContext() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext(own_);
        ImGui::SetCurrentContext(before_);
    }
    PictureContext(const PictureContext&) = delete;
    PictureContext& operator=(const PictureContext&) = delete;

  private:
    ImGuiContext* before_ = ImGui::GetCurrentContext();
    ImGuiContext* own_ = ImGui::CreateContext();
};

}  // namespace

Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms) {
    const float full_height = picture_height * static_cast<float>(plots.size());
    OffscreenTarget target{static_cast<int>(picture_width), static_cast<int>(full_height)};
    const PictureContext context{{picture_width, full_height}};
    for (std::size_t i = 0; i < plots.size(); ++i)
        draw_plot(*ImGui::GetForegroundDrawList(), plots[i],
                  {margin, picture_height * static_cast<float>(i) + margin, picture_width - 2 * margin,
                   picture_height - 2 * margin},
                  paper_style(), i < zooms.size() ? zooms[i] : PlotZoom{});
    ImGui::Render();
    target.bind();
    glClearColor(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    Image picture = target.read();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return picture;
}

void write_plots(const std::filesystem::path& file, std::span<const Plot> plots, std::span<const PlotZoom> zooms) {
    write_picture(file, picture_of(plots, zooms));
}

}  // namespace milkomeda
