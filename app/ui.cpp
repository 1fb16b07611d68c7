#include "app/ui.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace milkomeda {

Ui::Ui(const Window& window, const std::optional<std::filesystem::path>& folder) {
    constexpr float font_pixels = 13;
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    if (folder) layout_file_ = (*folder / "layout.ini").string();
    io.IniFilename = folder ? layout_file_.c_str() : nullptr;

    const float scale = window.content_scale();
    ImFontConfig font;
    font.SizePixels = font_pixels * scale;
    io.Fonts->AddFontDefault(&font);
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.Colors[ImGuiCol_WindowBg].w = 0.75f;
    style.WindowRounding = 4;
    style.ScaleAllSizes(scale);

    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Ui::~Ui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Ui::begin_frame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void Ui::render(PassTimers& timers) {
    ImGui::Render();
    const auto timed = timers.measure("panels");
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace milkomeda
