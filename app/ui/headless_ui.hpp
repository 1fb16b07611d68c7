// Draws text and lines over a picture with Dear ImGui, without a window. Each object has its own ImGui context, so that
// annotations look the same in the window and in files.
#pragma once

struct ImDrawList;
struct ImGuiContext;

namespace milkomeda {

class HeadlessUi {
  public:
    // `scale`: factor of the font size. Needs a current OpenGL context. Throws std::runtime_error if ImGui
    // cannot draw in that context.
    explicit HeadlessUi(float scale);
    ~HeadlessUi();
    HeadlessUi(const HeadlessUi&) = delete;
    HeadlessUi& operator=(const HeadlessUi&) = delete;

    float scale() const { return scale_; }

    // Between begin() and end(), ImGui's functions use the context of this object. end() draws the list that begin()
    // has returned over the bound framebuffer, which has `width` times `height` pixels.
    ImDrawList& begin(int width, int height);
    void end();

  private:
    float scale_;
    ImGuiContext* context_;
    ImGuiContext* outer_ = nullptr;  // ImGui context that was current before begin()
};

}  // namespace milkomeda
