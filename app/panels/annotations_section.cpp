// The section of the View panel about what is written over the picture.
#include <imgui.h>

#include "app/viewport/annotations.hpp"
#include "app/panels/panel.hpp"
#include "app/viewport/annotations.hpp"

namespace milkomeda {

void annotations_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    Annotations& annotations = view.annotations;
    if (!widgets.section("annotations", "what is written over the picture ( n )")) return;
    const AnnotationSet initial = default_annotations();
    for (std::size_t i = 0; i < annotation_table.size(); ++i) {
        const AnnotationRow& row = annotation_table[i];
        bool on = annotations.shown[i];
        if (i % 2 == 1) ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
        if (widgets.checkbox(row.name.data(), on, initial[i], row.meaning.data()))
            annotations.shown.set(i, on);
    }
    if (!annotations.chosen_rows().empty() &&
        widgets.button("forget bodies",
                       "the chosen bodies are no longer followed; Ctrl+click on empty sky does the same"))
        annotations.let_go();
}

}  // namespace milkomeda
