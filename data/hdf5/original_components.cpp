#include "data/hdf5/original_components.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <system_error>

#include "data/hdf5/hdf5_part.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/rows_by_id.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

constexpr const char* initial_conditions = "ics.hdf5";

// Components of the bodies of a file that Milkomeda wrote.
class ComponentsById {
  public:
    // Reads the file. Throws FileError.
    explicit ComponentsById(const Hdf5Part& part)
        : components_(part.description().particles.components), ids_(stored_ids(part)), rows_(ids_) {}

    std::span<const Component> components() const { return components_; }
    // Returns the index of the component of the body with this id. Throws FileError if there is no such body.
    std::size_t component_of(std::uint64_t id) const {
        // Ids in files are one larger than in particle sets.
        const bool fits = id > 0 && id - 1 <= std::numeric_limits<std::uint32_t>::max();
        const std::uint32_t row = fits ? rows_.row_of(static_cast<std::uint32_t>(id - 1)) : RowsById::none;
        if (row == RowsById::none) throw FileError(fmt::format("it does not contain the body with the id {}", id));
        const auto next = std::ranges::upper_bound(components_, std::size_t{row}, {}, &Component::first);
        return static_cast<std::size_t>(next - components_.begin()) - 1;
    }

  private:
    static std::vector<std::uint32_t> stored_ids(const Hdf5Part& part) {
        std::vector<std::uint32_t> ids(part.rows());
        part.read_ids([&](std::size_t row, std::span<const std::uint64_t> block) {
            for (const std::uint64_t id : block) ids[row++] = static_cast<std::uint32_t>(id - 1);
        });
        return ids;
    }

    std::vector<Component> components_;
    std::vector<std::uint32_t> ids_;
    RowsById rows_;
};

// Returns the component of a body that had the component `original` and now has a component of a type.
Component component_now(const Component& original, const Component& type) {
    const bool is_same = type_names[type_of(original)] == type.name;
    const bool is_of_swift = type.name == type_names[1] && !is_gas(original);  // SWIFT has types for gas and halo only
    return {is_same || is_of_swift ? original.name : type.name, original.galaxy, 0, 0, 0};
}

// Returns the index of the component of each row, and puts the components into `components`.
std::vector<std::uint32_t> tags_of(const ComponentsById& originals, std::span<const Component> types,
                                   std::span<const std::uint64_t> ids, std::span<const std::vector<SourceRows>> ranges,
                                   std::vector<Component>& components) {
    std::vector<std::uint32_t> tags(ids.size());
    std::map<std::string, std::uint32_t> known;
    for (std::size_t type = 0; type < types.size(); ++type) {
        std::vector<std::uint32_t> tag_of_original;
        for (const Component& original : originals.components()) {
            const Component now = component_now(original, types[type]);
            const auto [entry, is_new] = known.emplace(full_name(now), static_cast<std::uint32_t>(components.size()));
            tag_of_original.push_back(entry->second);
            if (is_new) components.push_back(now);
        }
        for (const SourceRows& range : ranges[type])
            for (std::size_t row = range.first; row < range.first + range.count; ++row) {
                tags[row] = tag_of_original[originals.component_of(ids[row])];
                ++components[tags[row]].count;
            }
    }
    return tags;
}

}  // namespace

fs::path initial_conditions_of(const fs::path& snapshot) {
    std::error_code ignored;
    if (snapshot.filename() == initial_conditions) return {};
    for (const fs::path& folder : {snapshot.parent_path(), snapshot.parent_path() / ".."})
        if (const fs::path file = (folder / initial_conditions).lexically_normal(); fs::is_regular_file(file, ignored))
            return file;
    return {};
}

std::vector<std::uint32_t> take_original_components(const fs::path& source, ParticleFile& file,
                                                    std::span<const std::uint64_t> ids,
                                                    std::span<const std::vector<SourceRows>> ranges) try {
    const Hdf5Part part(source, {});
    if (are_types(part.description().particles.components)) return {};
    std::vector<Component> components;
    const std::vector<std::uint32_t> tags =
        tags_of(ComponentsById(part), file.particles.components, ids, ranges, components);
    std::size_t first = 0;
    std::vector<std::uint32_t> places(tags.size()), next;
    for (Component& component : components) {
        next.push_back(static_cast<std::uint32_t>(component.first = first));
        first += component.count;
    }
    for (std::size_t row = 0; row < places.size(); ++row) places[row] = next[tags[row]]++;
    std::erase_if(components, [](const Component& component) { return component.count == 0; });
    file.particles.components = std::move(components);
    file.notes.push_back(
        fmt::format("the program takes the component and galaxy of each body from {}", source.string()));
    return places;
} catch (const FileError& error) {
    file.notes.push_back(fmt::format(
        "the program cannot take the components of the bodies from {} and shows the types of the snapshot: {}",
        source.string(), error.what()));
    return {};
}

}  // namespace milkomeda
