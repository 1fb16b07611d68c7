// Collects the moments of a run for a web page that plays the run in a browser (docs/page.md), and writes the page.
#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/commands/rendered_run.hpp"
#include "data/page/packed_motion.hpp"
#include "render/page/page_light.hpp"

namespace milkomeda {

// Times of the moments of a page: moment i shows the model time first + i * interval.
struct PageTimes {
    double first = 0, interval = 1;
    std::size_t moments = 2;
    double at(std::size_t moment) const { return first + interval * static_cast<double>(moment); }
};

class PageRecorder {
  public:
    // Largest number of bodies that a page shows, and the number that it shows by default.
    static constexpr std::size_t most_bodies = 200'000, usual_bodies = 20'000;
    // The attributes of bodies (shapes and sizes of their splats) are stored for each sixteenth moment.
    static constexpr std::size_t attribute_interval = 16;

    // `run` must show the first moment, and its attributes must be known. If the run shows more bodies than
    // `limit`, the page shows a fair sample of this size. Throws UsageError if the page cannot show the run: the look
    // is not that of draw mode stars, no body is shown, or the camera sees the whole sky.
    PageRecorder(RenderedRun& run, const PageTimes& times, std::size_t limit);

    // Adds the moment that the run shows. `has_attributes`: true if the attributes of this moment are known. Throws
    // std::runtime_error if the bodies of the run have been replaced.
    void add(bool has_attributes);

    std::size_t bodies() const { return rows_.size(); }
    std::size_t moments() const { return packer_->moments(); }
    // Returns the text of the page. At least two moments must have been added. `size`: width and height of the picture
    // for which the camera was chosen.
    std::string html(const Assets& assets, const glm::ivec2& size) const;

  private:
    void choose_rows(std::size_t limit);
    nlohmann::ordered_json described(const Assets& assets, const glm::ivec2& size) const;
    nlohmann::ordered_json groups_json(const Assets& assets) const;
    nlohmann::ordered_json chapters_json() const;
    std::string packed_constants() const;
    std::string attributes_of_moments() const;
    glm::vec2 range_of_lengths() const;

    RenderedRun& run_;
    PageTimes times_;
    std::shared_ptr<const SceneSetup> setup_;  // setup of the bodies when the recording began
    std::vector<std::size_t> rows_;            // row of the run for each body of the page
    std::vector<PageGroup> groups_;
    std::vector<std::size_t> components_;  // component of each group
    std::vector<std::string> galaxies_;
    PositionGrid grid_;
    std::unique_ptr<MotionPacker> packer_;
    std::vector<std::vector<glm::vec3>> centers_;  // centers of the galaxies at each moment
    std::vector<Camera> cameras_;                  // camera at each moment
    std::vector<std::vector<float>> lengths_;      // smoothing lengths at each moment of the attributes
    std::vector<std::string> shapes_;              // six bytes for each body at each moment of the attributes
    std::vector<float> births_;                    // fourth number of the velocity of each body at the last moment
};

}  // namespace milkomeda
