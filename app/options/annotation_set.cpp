#include "app/options/annotation_set.hpp"
#include "data/base/text.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace milkomeda {
namespace {

std::string join(const AnnotationSet& set) {
    std::string names;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i]) names += (names.empty() ? "" : ",") + std::string{annotation_names[i]};
    return names;
}

}  // namespace

AnnotationSet annotations_from(const std::string& names) {
    AnnotationSet set;
    std::istringstream list{names + ','};
    for (std::string name; std::getline(list, name, ',');) {
        const auto found = std::ranges::find(annotation_names, name);
        if (found != annotation_names.end())
            set.set(static_cast<std::size_t>(found - annotation_names.begin()));
        else if (name == "all")
            set.set();
        else if (name != "none" || names != "none")
            throw std::invalid_argument("'" + name + "' is none of " + join(AnnotationSet{}.set()) +
                                        ", or all or none");
    }
    return set;
}

std::string names_of(const AnnotationSet& set) {
    return set.none() ? "none" : join(set);
}

}  // namespace milkomeda
