#include "app/ui/ui.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "app/cli/ui_scale.hpp"
#include "app/ui/display_loss.hpp"
#include "app/ui/theme.hpp"
#include "render/gl/gl.hpp"

namespace milkomeda {
namespace {

// Sets nearest-neighbor sampling for the font texture, which is much faster than linear sampling in a software
// renderer. The picture does not change, because letters lie on whole pixels and all other areas have one color.
void sample_nearest() {
    const auto texture = static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(ImGui::GetIO().Fonts->TexID));
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

// Returns the largest interface scale at which the window holds as much text as a window of 400 x 300 at scale 1. The
// result is a multiple of 1/4, so that a resize rarely rebuilds the font.
float largest_scale_in(glm::vec2 window) {
    const glm::vec2 share = window / glm::vec2{400, 300};
    return std::max(smallest_ui_scale, std::floor(4 * std::min(share.x, share.y)) / 4);
}

// Discards ImGui's undo states of a text field that no longer has the keyboard focus, because the states may not match
// the text of the field at its next use.
void forget_text_that_was_left() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.InputTextState.ID != context.ActiveId) context.InputTextState.ID = 0;
}

}  // namespace

Ui::Ui(const Window& window, std::optional<float> scale) : requested_scale{scale}, window_{window} {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // the program has its own settings file
    // The panels get keys from take_keys() and the pointer from InputEvents, not from ImGui's callbacks.
    const GLFWkeyfun key_callback = glfwSetKeyCallback(window.handle(), nullptr);
    const GLFWcursorposfun pointer_callback = glfwSetCursorPosCallback(window.handle(), nullptr);
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    glfwSetKeyCallback(window.handle(), key_callback);
    glfwSetCursorPosCallback(window.handle(), pointer_callback);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Ui::~Ui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

// Adapts font and style to the scale. Must be called between frames, because the font is replaced.
void Ui::follow_scale() {
    const float scale = std::min(requested_scale.value_or(window_.content_scale()), largest_scale_in(extent())),
                density = window_.pixels_per_coordinate();
    if (scale == scale_ && density == density_) return;
    scale_ = scale;
    density_ = density;
    ImGui::GetStyle() = themed_style(scale);
    // The font has the resolution of pixels, even if a screen coordinate spans several pixels.
    ImGuiIO& io = ImGui::GetIO();
    set_font(*io.Fonts, std::round(text_pixels * scale * density));
    io.FontGlobalScale = 1 / density;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    sample_nearest();
    cache_.forget();
}

void Ui::take_keys() {
    for (const KeyChange& change : window_.input().key_changes) keys_.add(change);
    for (const KeyChange& change : keys_.take_frame())
        ImGui_ImplGlfw_KeyCallback(window_.handle(), change.key, change.scancode, change.action, change.modifiers);
}

bool Ui::is_being_edited() const { return ImGui::IsAnyItemActive(); }

glm::vec2 Ui::extent() const {
    const glm::vec2 window{window_.size()};
    return side_by_side_ ? glm::vec2{std::floor(window.x / 2), window.y} : window;
}

// In a side-by-side stereo picture, restricts the panels to one half and draws a pointer in both halves. The
// desktop draws its pointer in one half only.
void Ui::halve() {
    ImGuiIO& io = ImGui::GetIO();
    io.MouseDrawCursor = side_by_side_;
    if (!side_by_side_) return;
    io.DisplaySize.x = extent().x;
    if (IMGUI_VERSION_NUM < 18700)  // newer ImGui versions get the position from InputEvents
        io.MousePos.x = static_cast<float>(panels_pointer(io.MousePos.x, window_.size().x));
}

// Gets the sizes from Window, because GLFW returns wrong sizes for a window that was just destroyed.
void Ui::set_size() {
    const glm::vec2 size{window_.size()};
    const float density = window_.pixels_per_coordinate();
    ImGui::GetIO().DisplaySize = {size.x, size.y};
    ImGui::GetIO().DisplayFramebufferScale = {density, density};
}

void Ui::begin_frame(bool side_by_side) {
    side_by_side_ = side_by_side;
    take_keys();
    ImGui_ImplOpenGL3_NewFrame();
    follow_scale();
    ImGui_ImplGlfw_NewFrame();
    if (display_has_refused()) set_size();
    halve();
    // ImGui takes one press or release of a button per frame, so that a double click needs more time in slow frames.
    constexpr float usual_seconds = 0.5f, most_seconds = 1, frames_of_double_click = 6, memory = 0.8f;
    ImGuiIO& io = ImGui::GetIO();
    slow_frame_seconds_ = std::max(std::min(io.DeltaTime, most_seconds), memory * slow_frame_seconds_);
    io.MouseDoubleClickTime = std::clamp(frames_of_double_click * slow_frame_seconds_, usual_seconds, most_seconds);
    ImGui::NewFrame();
    forget_text_that_was_left();
}

void Ui::render(PassTimers& timers, std::span<const Area> opaque) {
    const auto timed = timers.measure("panels");
    ImGui::Render();
    if (window_.is_gone()) return;
    ImDrawData& data = *ImGui::GetDrawData();
    const bool in_software = timers.clock() == PassTimers::Clock::host;
    if (in_software && !side_by_side_ && density_ == 1) return cache_.draw(data, opaque);
    if (side_by_side_) {
        data.DisplaySize.x = static_cast<float>(window_.size().x);
        data.DisplayPos.x = extent().x - data.DisplaySize.x;
        ImGui_ImplOpenGL3_RenderDrawData(&data);
        data.DisplayPos.x = 0;
    }
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

}  // namespace milkomeda
