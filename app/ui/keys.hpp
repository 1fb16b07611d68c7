// Keys that no text field has taken, for all versions of ImGui.
#pragma once

#include <imgui.h>

namespace milkomeda {

// Returns true if the key was pressed in this frame; a key that is held counts once.
inline bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key, false);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
#endif
}

}  // namespace milkomeda
