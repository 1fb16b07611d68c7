#include "app/diagnostics/diagnostics_panel.hpp"

#include <imgui.h>

namespace milkomeda {

void diagnostics_panel(Widgets&, const Motion& motion) {
    const SimulationStatus status = motion.status();
    ImGui::TextWrapped("%ld steps", status.steps);
}

}  // namespace milkomeda
