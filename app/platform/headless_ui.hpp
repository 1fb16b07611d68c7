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

    // Between both, ImGui's functions are about this context; what is drawn in the list is drawn over the
    // bound framebuffer of so many pixels at the end.
    ImDrawList& begin(int width, int height);
    void end();

  private:
    float scale_;
    ImGuiContext* context_;
    ImGuiContext* outer_ = nullptr;  // between begin() and end(): who had the word before
};

}  // namespace milkomeda
