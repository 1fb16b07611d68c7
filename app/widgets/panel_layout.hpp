// Panels lie at the window's edges and leave its middle to the picture, and the very edges to bars. When the
// window or their contents change size, they keep their place between the edges.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <string>

namespace milkomeda {

class PanelLayout {
  public:
    // The place of a panel's upper corner in a new layout.
    struct Corner {
        bool right;
        float top;  // share of the height
    };

    // The heights of the bars above and below all panels, in this frame.
    void begin_frame(float above, float below);

    void begin(const std::string& name, const Corner& corner);  // ImGui::Begin(), in the right place
    void end();

    bool is_open(const std::string& name) const;  // in the last frame
    void open(const std::string& name, bool on);  // from this frame on

  private:
    struct Panel {
        glm::vec2 room{0};    // the window's size without its bars in the last frame; 0 before the first
        glm::vec2 share{-1};  // of the room that the panel leaves free, from left and top; once it is known
        glm::vec2 place{0}, size{0};  // in the room, in the last frame
        bool is_moved = false;        // by people, now or in an earlier run
        float line = 0;               // height of text in the last frame
        float width = 0;              // as wide as people made it where there is room
        bool roomy = true;
        bool open = true;                               // as people left it where there is room
        bool collapsed = false, was_collapsed = false;  // in the last frame, and in the one before
        float contents = 0;  // their height; a panel becomes as high as what it comes to hold
        bool fits = true;
        int settling = 0;  // frames until ImGui knows the panel's size
    };
    float above_ = 0, below_ = 0;
    std::map<std::string, Panel> panels_;
    Panel* panel_ = nullptr;  // between begin() and end()
};

}  // namespace milkomeda
