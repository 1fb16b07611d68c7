// Dear ImGui without a window: draws text and lines over a picture, in pixels. It has its own context, so
// that the result is equal in the window and in files.
#pragma once

struct ImDrawList;
struct ImGuiContext;

namespace milkomeda {

class HeadlessUi {
  public:
    // `scale` enlarges the font. Needs a current GL context. Throws std::runtime_error if ImGui cannot draw
    // in that context.
    explicit HeadlessUi(float scale);
    ~HeadlessUi();
    HeadlessUi(const HeadlessUi&) = delete;
    HeadlessUi& operator=(const HeadlessUi&) = delete;

    float scale() const { return scale_; }

    // Between begin() and end(), ImGui's functions use this context. end() draws the list over the bound
    // framebuffer, which has `width` times `height` pixels.
    ImDrawList& begin(int width, int height);
    void end();

  private:
    float scale_;
    ImGuiContext* context_;
    ImGuiContext* outer_ = nullptr;  // the context that was current before begin()
};

}  // namespace milkomeda
