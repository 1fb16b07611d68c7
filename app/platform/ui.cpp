#include "app/platform/ui.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "app/options/options.hpp"
#include "app/output/log.hpp"
#include "app/platform/theme.hpp"
#include "data/files/file_error.hpp"
#include "data/files/small_file.hpp"
#include "render/gl/gl.hpp"

namespace milkomeda {
namespace {

// Letters lie on whole pixels and all else is of one colour: in software one sample a pixel is much quicker
// than four, and the picture is the same.
void sample_nearest() {
    const auto texture = static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(ImGui::GetIO().Fonts->TexID));
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

// The largest at which the window holds as much text as the smallest window does at scale 1; in steps, so
// that the font is not made anew for every pixel while a window is resized.
float largest_scale_in(glm::ivec2 window) {
    const glm::vec2 share = glm::vec2{window} / glm::vec2{320, 240};
    return std::max(smallest_ui_scale, std::floor(4 * std::min(share.x, share.y)) / 4);
}

}  // namespace

Ui::Ui(const Window& window, const std::optional<std::filesystem::path>& folder, std::optional<float> scale)
    : requested_scale{scale}, window_{window} {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // it would be written in place
    if (folder) layout_file_ = *folder / "layout.ini";
    read_layout();
    const GLFWkeyfun key_callback = glfwSetKeyCallback(window.handle(), nullptr);
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    glfwSetKeyCallback(window.handle(), key_callback);  // the panels get keys from take_keys()
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Ui::~Ui() {
    keep_layout();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Ui::read_layout() try {
    const auto layout = layout_file_ ? read_small_file(*layout_file_) : std::nullopt;
    if (layout) ImGui::LoadIniSettingsFromMemory(layout->data(), layout->size());
} catch (const FileError& error) {
    log_warning(std::string{error.what()} + "; it is passed over");
}

void Ui::keep_layout() try {
    ImGui::GetIO().WantSaveIniSettings = false;
    std::size_t size = 0;
    const char* const layout = ImGui::SaveIniSettingsToMemory(&size);
    if (layout_file_) write_small_file(*layout_file_, {layout, size});
} catch (const FileError& error) {
    layout_file_.reset();
    log_warning(std::string{"the panels' layout is not kept: "} + error.what());
}

// Between frames, since it replaces the font that a frame is written in.
void Ui::follow_scale() {
    const float scale = std::min(requested_scale.value_or(window_.content_scale()),
                                 largest_scale_in(window_.size())),
                density = window_.pixels_per_coordinate();
    if (scale == scale_ && density == density_) return;
    scale_ = scale;
    density_ = density;
    ImGui::GetStyle() = themed_style(scale);
    // Letters are made of pixels, also where a screen coordinate spans several.
    ImGuiIO& io = ImGui::GetIO();
    set_font(*io.Fonts, std::round(text_pixels * scale * density));
    io.FontGlobalScale = 1 / density;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    sample_nearest();
}

void Ui::take_keys() {
    for (const KeyChange& change : window_.input().key_changes) keys_.add(change);
    for (const KeyChange& change : keys_.take_frame())
        ImGui_ImplGlfw_KeyCallback(window_.handle(), change.key, change.scancode, change.action,
                                   change.modifiers);
}

void Ui::begin_frame() {
    take_keys();
    ImGui_ImplOpenGL3_NewFrame();
    follow_scale();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    if (ImGui::GetIO().WantSaveIniSettings) keep_layout();
}

void Ui::render(PassTimers& timers) {
    ImGui::Render();
    const auto timed = timers.measure("panels");
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace milkomeda
