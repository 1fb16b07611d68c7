// Where the galaxies' centres and single bodies are, as they are shown now: for labels, trails and cameras.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

struct Landmark {
    std::string name;  // of a galaxy: "milky-way", empty where particles belong to none; of a body: its id
    glm::vec3 position{0}, velocity{0};  // model units
};

class Landmarks {
  public:
    // Finds the centres anew, `ahead` in model time after the last step. body() goes on asking this exhibit.
    // Reads some 10 KB of each galaxy back, so call it only in frames that need it.
    void update(LoadedScene& loaded, double ahead = 0);

    // In the order of their first components. Particles without galaxies count as one.
    std::span<const Landmark> galaxies() const { return galaxies_; }

    // The body in this row; empty when there is no such row.
    std::optional<Landmark> body(std::size_t row) const;

  private:
    const LoadedScene* loaded_ = nullptr;
    std::vector<Landmark> galaxies_;
};

}  // namespace milkomeda
