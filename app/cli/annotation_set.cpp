#include "app/cli/annotation_set.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "data/text/text.hpp"

namespace milkomeda {

AnnotationSet default_annotations() {
    AnnotationSet set;
    for (std::size_t i = 0; i < set.size(); ++i) set[i] = annotation_table[i].in_window;
    return set;
}

AnnotationSet annotations_from(const std::string& names) {
    AnnotationSet set;
    for (const std::string& name : split(names, ',')) {
        const auto found = std::ranges::find(annotation_table, name, &AnnotationRow::name);
        if (found != annotation_table.end())
            set.set(static_cast<std::size_t>(found - annotation_table.begin()));
        else if (name == "all")
            set.set();
        else if (name != "none" || names != "none")
            throw std::invalid_argument(fmt::format("'{}' is not one of {}, all, none", name, all_annotation_names()));
    }
    return set;
}

std::string names_of(const AnnotationSet& set) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i]) names.push_back(annotation_table[i].name);
    return names.empty() ? "none" : join(names, {}, ",");
}

std::string all_annotation_names() { return names_of(AnnotationSet{}.set()); }

}  // namespace milkomeda
