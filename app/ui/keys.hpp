// Queries of keys, independent of the ImGui version.
#pragma once

#include <imgui.h>

namespace milkomeda {

// Returns true if the key was pressed in this frame; repeats of a held key do not count.
inline bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key, false);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
#endif
}

}  // namespace milkomeda
