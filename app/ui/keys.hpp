// Keys that a text field does not take for itself, whatever version of ImGui there is.
#pragma once

#include <imgui.h>

namespace milkomeda {

// In this frame; a key that is held counts once.
inline bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key, false);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
#endif
}

}  // namespace milkomeda
