// Panels of which only the changed parts are redrawn must look like panels that are redrawn completely.
#include <backends/imgui_impl_opengl3.h>
#include <doctest/doctest.h>
#include <imgui.h>

#include <string>

#include "app/ui/panel_cache.hpp"
#include "app/ui/theme.hpp"

using namespace milkomeda;

namespace {

constexpr int panels_width = 400, panels_height = 300;
const std::vector<Area> opaque{{{0, 20.5f}, {150, 250}}, {{0, 0}, {400, 20.5f}}};

// ImGui with the style of the window: two opaque panels, and text that overlaps panels and picture.
class TwoPanels {
  public:
    TwoPanels() {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().DisplaySize = {panels_width, panels_height};
        ImGui::GetStyle() = themed_style(1);
        set_font(*ImGui::GetIO().Fonts, text_pixels);
        ImGui_ImplOpenGL3_Init("#version 330 core");
    }
    ~TwoPanels() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }

    std::string text = "one", of_bar = "File";
    float slider = 0.5f;
    bool note = false;
    GLuint picture = 0;  // texture shown in one of the panels

    ImDrawData& build() {
        ImGui::GetIO().DeltaTime = 1.0f / 60;
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        ImGui::GetBackgroundDrawList()->AddCircle({150, 150}, 60, 0x80ffffff);
        begin("bar", {0, 0}, {400, 21});
        ImGui::TextUnformatted(of_bar.c_str());
        ImGui::End();
        begin("column", {0, 20}, {151, 251});
        ImGui::TextUnformatted("stays");
        ImGui::TextUnformatted(text.c_str());
        ImGui::SliderFloat("wide", &slider, 0, 1);
        ImGui::TextUnformatted("stays, too");
        if (picture) ImGui::Image(reinterpret_cast<ImTextureID>(std::uintptr_t{picture}), {30, 30});
        ImGui::End();
        if (note) {
            ImGui::SetNextWindowBgAlpha(0.5f);
            begin("note", {120, 60}, {100, 100});
            ImGui::TextUnformatted("between both");
            ImGui::End();
        }
        ImGui::Render();
        return *ImGui::GetDrawData();
    }

  private:
    static void begin(const char* name, ImVec2 place, ImVec2 size) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
        ImGui::SetNextWindowPos(place);
        ImGui::SetNextWindowSize(size);
        ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration);
        ImGui::PopStyleVar(2);
    }
};

template <typename Draw>
Image over_picture(float red, const Draw& draw) {
    OffscreenTarget target{panels_width, panels_height};
    target.bind();
    glClearColor(red, 0.4f, 0.2f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    draw();
    return target.read();
}

struct Both {
    TwoPanels panels;
    PanelCache kept;
    float red = 0;  // red channel of the picture behind the panels

    // Draws the panels once with the cache and once completely, compares the pictures, and returns the number of pixels
    // redrawn with the cache.
    long draw() {
        red += 0.05f;
        ImDrawData& lists = panels.build();
        const Image whole = over_picture(red, [&] { ImGui_ImplOpenGL3_RenderDrawData(&lists); });
        const Image in_parts = over_picture(red, [&] { kept.draw(lists, opaque); });
        CHECK(whole.rgba == in_parts.rgba);
        return kept.redrawn_pixels();
    }
};

}  // namespace

TEST_CASE("panels whose changed tiles are redrawn look like completely redrawn panels") {
    Both both;
    TwoPanels& panels = both.panels;
    constexpr long all = 150L * 249 + 400L * 20;
    CHECK(both.draw() == all);
    both.draw();  // ImGui gives windows their final position only in the second frame.
    CHECK(both.draw() == 0);

    SUBCASE("a change redraws little more than the changed area") {
        panels.text = "three";
        const long drawn = both.draw();
        CHECK(drawn > 0);
        CHECK(drawn < all / 5);
        panels.slider = 0.9f;
        CHECK(both.draw() > 0);
        panels.of_bar = "Film";
        CHECK(both.draw() > 0);
        CHECK(both.draw() == 0);
    }
    SUBCASE("text over panels and picture is drawn, and leaves no trace when it is gone") {
        panels.note = true;
        for (int frame = 0; frame < 3; ++frame) both.draw();
        CHECK(both.draw() == 0);
        panels.note = false;
        CHECK(both.draw() > 0);
    }
    SUBCASE("a tile that shows a texture is redrawn in every frame, because the texture's content may change") {
        const GlTexture picture = new_texture();
        panels.picture = picture.name();
        for (unsigned color : {0xff0000ff, 0xff00ff00, 0xffff0000}) {
            glBindTexture(GL_TEXTURE_2D, picture.name());
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &color);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            CHECK(both.draw() > 0);
        }
    }
    SUBCASE("all panels are redrawn after PanelCache::forget()") {
        both.kept.forget();
        CHECK(both.draw() == all);
    }
}
