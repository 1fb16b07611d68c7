// The section of the View panel about what is written over the picture.
#include <imgui.h>

#include "app/overlay/annotations.hpp"
#include "app/panels/panel.hpp"

namespace milkomeda {
namespace {

constexpr std::array<const char*, annotation_names.size()> meanings{
    "how long a kiloparsec is, at the depth of what the camera looks at",
    "model time, in millions or billions of years",
    "what the colours say",
    "the galaxies' names, at their centres",
    "x, y and z from the origin",
    "the plane z = 0, in squares of a round length",
    "where the galaxies' centres and chosen bodies have been; Ctrl+click chooses a body",
    "lines of equal surface density"};

}  // namespace

void annotations_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    Annotations& annotations = view.annotations;
    if (!widgets.section("annotations", "what is written over the picture ( n )")) return;
    const AnnotationSet initial = default_annotations();
    for (std::size_t i = 0; i < annotation_names.size(); ++i) {
        bool on = annotations.shown[i];
        if (i % 2 == 1) ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
        if (widgets.checkbox(annotation_names[i].data(), on, initial[i], meanings[i]))
            annotations.shown.set(i, on);
    }
    if (!annotations.chosen_rows().empty() &&
        widgets.button("let bodies go", "forgets the chosen ones, as Ctrl+click on empty sky does"))
        annotations.let_go();
}

}  // namespace milkomeda
