// The section of the View panel that switches annotations on and off.
#include <imgui.h>

#include <cctype>

#include "app/panels/panel.hpp"
#include "app/viewport/annotations.hpp"

namespace milkomeda {

void annotations_section(Widgets& widgets, Annotations& annotations) {
    if (!widgets.section("Annotations", "Information drawn over the picture ( n )")) return;
    const AnnotationSet initial = default_annotations();
    for (std::size_t i = 0; i < annotation_table.size(); ++i) {
        const AnnotationRow& row = annotation_table[i];
        bool on = annotations.shown[i];
        if (i % 2 == 1) ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
        std::string title{row.name};
        title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
        title.append("###").append(row.name);
        if (widgets.checkbox(title.c_str(), on, initial[i], row.meaning.data())) annotations.shown.set(i, on);
    }
    if (!annotations.chosen_rows().empty() &&
        widgets.button("Deselect bodies",
                       "Deselects all bodies and removes their trails; a Ctrl+click on empty sky does the same"))
        annotations.deselect_bodies();
}

}  // namespace milkomeda
