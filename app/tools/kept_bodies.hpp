// Bodies that the user has kept from a measured region. They stay marked at all times of the run, so that the picture
// shows where they come from and where they go.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

class KeptBodies {
  public:
    // Keeps the bodies in these rows of `bodies` instead of all bodies kept before.
    void keep(std::span<const std::uint32_t> rows, const ParticleSet& bodies);
    void forget();

    std::span<const std::uint32_t> ids() const { return ids_; }  // ascending
    // Asks for the positions of the marked bodies. Must be called once a frame.
    void advance(LoadedScene& loaded);
    // Returns the positions of the marked bodies, a sample of at most 400 of the kept bodies.
    std::span<const glm::vec3> places() const { return places_; }

  private:
    std::vector<std::uint32_t> ids_;
    std::shared_ptr<const SceneSetup> setup_;  // the setup to which marked_ belongs
    std::vector<std::size_t> marked_;          // rows of the marked bodies
    std::vector<glm::vec3> places_;
};

}  // namespace milkomeda
