// The Labels drawer, which switches annotations on and off.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/viewport/annotations.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

void annotation_checkbox(Widgets& widgets, Annotations& annotations, Annotation annotation) {
    const std::size_t i = index(annotation);
    const AnnotationRow& row = annotation_table[i];
    bool on = annotations.shown[i];
    // The annotation "labels" gets a different title, because the drawer is already called Labels.
    std::string title = row.name == "labels" ? "Galaxy names" : capitalized(row.name);
    title.append("###").append(row.name);
    if (widgets.checkbox(title.c_str(), on, default_annotations()[i], row.meaning.data())) annotations.shown.set(i, on);
}

void labels_panel(Widgets& widgets, Annotations& annotations) {
    for (std::size_t i = 0; i < annotation_table.size(); ++i) {
        if (i % 2 == 1) ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
        annotation_checkbox(widgets, annotations, static_cast<Annotation>(i));
    }
    if (!annotations.chosen_rows().empty() &&
        widgets.button("Deselect bodies",
                       "Deselects all bodies and removes their trails; a Ctrl+click on empty sky does the same"))
        annotations.deselect_bodies();
}

}  // namespace milkomeda
