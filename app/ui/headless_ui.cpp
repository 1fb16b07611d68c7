#include "app/ui/headless_ui.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cmath>
#include <stdexcept>

#include "app/ui/theme.hpp"

namespace milkomeda {

HeadlessUi::HeadlessUi(float scale) : scale_{scale} {
    ImGuiContext* const outer = ImGui::GetCurrentContext();
    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    set_font(*io.Fonts, std::round(text_pixels * scale));
    const bool ready = ImGui_ImplOpenGL3_Init("#version 330 core");
    if (!ready) ImGui::DestroyContext(context_);
    ImGui::SetCurrentContext(outer);
    if (!ready)
        throw std::runtime_error("annotations cannot be drawn: ImGui cannot initialize OpenGL; use --show none");
}

HeadlessUi::~HeadlessUi() {
    ImGuiContext* const outer = ImGui::GetCurrentContext();
    ImGui::SetCurrentContext(context_);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context_);
    ImGui::SetCurrentContext(outer);
}

ImDrawList& HeadlessUi::begin(int width, int height) {
    outer_ = ImGui::GetCurrentContext();
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = 1.0f / 60;  // seconds; ImGui requires a positive frame duration, which affects no result
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    return *ImGui::GetBackgroundDrawList();
}

void HeadlessUi::end() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    ImGui::SetCurrentContext(outer_);
}

}  // namespace milkomeda
