// Dear ImGui without a window: text and lines over a picture, in pixels, with a context of its own, so that
// it is the same in the window and in files.
#pragma once

struct ImDrawList;
struct ImGuiContext;

namespace milkomeda {

class HeadlessUi {
  public:
    // `scale` enlarges the font. Needs a current GL context. Throws std::runtime_error where ImGui cannot
    // draw in it.
    explicit HeadlessUi(float scale);
    ~HeadlessUi();
    HeadlessUi(const HeadlessUi&) = delete;
    HeadlessUi& operator=(const HeadlessUi&) = delete;

    float scale() const { return scale_; }

    // Between both calls ImGui's functions are about this context. end() draws what is in the list over the
    // bound framebuffer, which has `width` times `height` pixels.
    ImDrawList& begin(int width, int height);
    void end();

  private:
    float scale_;
    ImGuiContext* context_;
    ImGuiContext* outer_ = nullptr;  // the context that was current before begin()
};

}  // namespace milkomeda
