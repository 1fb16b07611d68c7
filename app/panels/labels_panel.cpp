// The Labels drawer, which switches annotations on and off.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/viewport/annotations.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

void labels_panel(Widgets& widgets, Annotations& annotations) {
    const AnnotationSet initial = default_annotations();
    for (std::size_t i = 0; i < annotation_table.size(); ++i) {
        const AnnotationRow& row = annotation_table[i];
        bool on = annotations.shown[i];
        if (i % 2 == 1) ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
        // The annotation "labels" gets a different title, because the drawer is already called Labels.
        std::string title = row.name == "labels" ? "Galaxy names" : capitalized(row.name);
        title.append("###").append(row.name);
        if (widgets.checkbox(title.c_str(), on, initial[i], row.meaning.data())) annotations.shown.set(i, on);
    }
    if (!annotations.chosen_rows().empty() &&
        widgets.button("Deselect bodies",
                       "Deselects all bodies and removes their trails; a Ctrl+click on empty sky does the same"))
        annotations.deselect_bodies();
}

}  // namespace milkomeda
