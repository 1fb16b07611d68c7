// Moves the camera: by mouse and keys with inertia, by following a body or galaxy, from a star, or along a
// path of key frames.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/scene/sky_observer.hpp"
#include "app/ui/window.hpp"
#include "app/viewport/viewpoints.hpp"
#include "render/camera/camera_motion.hpp"
#include "render/camera/camera_path.hpp"
#include "render/camera/framing.hpp"

namespace milkomeda {

// Settings of the camera's motion.
struct CameraSettings {
    bool inertia = true;
    bool turns = false;  // turns around the target without end
    double degrees_per_second = 6;
    double fly_speed = 4;  // model units per second
    bool keeps_framed = false;
    bool plays_path = false;
};

class CameraRig {
  public:
    // Takes the camera of the scene and the overrides of the command line, at the start and at each reset.
    // The settings of the user stay.
    void begin(const SceneSetup& initial, const CameraOverrides& overrides);

    // The particle set was replaced: keeps the camera's state as far as possible. `same_bodies`: bodies
    // present in both sets have equal ids.
    void reload(const SceneSetup& initial, bool same_bodies = false);

    // Sets the part of the picture between the panels; call from the first frame on.
    void see(const FreeView& free) { free_ = free; }

    // Moves the camera by the input of a frame of `seconds`.
    void take(const Input& input, double seconds);
    // Moves the camera with the followed object to the moment of the next picture (LoadedScene::update()).
    // Call before each picture. Videos, whose frames take no time, need only this function.
    void follow(LoadedScene& loaded, double seconds = 0);

    const Camera& shown() const { return shown_; }
    Camera& camera() { return camera_; }  // camera at the end of a transition

    CameraMode mode() const { return mode_; }
    // Throws UsageError if there is no disk for the mode sky.
    void enter(CameraMode mode, const LoadedScene& loaded);
    void next_mode(const LoadedScene& loaded);  // next mode that the scene allows, cyclically
    void next_projection();                     // next projection that suits the mode, cyclically

    // Follows a galaxy or perturber by its name, or a body by its id in the source; "" follows nothing.
    // Throws UsageError if there is no such object.
    void follow(const std::string& name, const LoadedScene& loaded);
    const std::string& followed() const { return followed_; }

    void frame_all(const LoadedScene& loaded);  // moves smoothly to a view of all shown bodies

    // Moves smoothly until the object at `place` is in the middle of the picture; orbits turn around it then.
    // `place` is relative to the middle of the picture, in units of its height.
    void focus(const glm::vec2& place, LoadedScene& loaded);
    void focus(const glm::vec3& place);  // moves to a position in the world

    void save_viewpoint(int key);
    // returns false without a viewpoint of this key
    bool go_to_viewpoint(int key, const LoadedScene& loaded);

    const Viewpoints& kept_viewpoints() const;  // viewpoints of the current scene

    void look_from(const Camera& camera);  // moves smoothly to this camera
    void add_key_frame(double time);

    CameraSettings settings;
    CameraPath path;
    std::map<std::string, Viewpoints> viewpoints;  // viewpoints of all scenes and files, by name

  private:
    bool is_touched(const Input& input) const;
    void turn(double seconds);
    void follow_wheel(const Input& input, double seconds);
    void drag(const Input& input, glm::vec2 turn, double seconds);
    void fly(const Input& input, double seconds);
    void place_on_star(LoadedScene& loaded);
    void aim(const glm::vec3& star, LoadedScene& loaded);
    std::optional<glm::vec3> place_of_followed(LoadedScene& loaded) const;  // empty while unknown
    void follow_object(LoadedScene& loaded);
    void compose(const LoadedScene& loaded, double seconds);
    void frame_sample(LoadedScene& loaded);
    // Returns a camera with equal direction that shows all points between the panels.
    Camera with_all_in_view(const std::vector<glm::vec3>& points) const;
    void keep_framed(LoadedScene& loaded, double seconds);
    void glide();
    void let_go();  // stops following
    void stop_transition();

    std::string source_;
    CameraMode mode_ = CameraMode::orbit;
    Camera camera_, shown_;
    Camera camera_before_sky_;  // camera before the mode sky
    OrbitInertia inertia_;
    CameraTransition transition_;
    std::optional<float> wheel_goal_;  // distance that the wheel requests
    glm::vec2 wheel_at_{0};            // point of the picture that stays fixed while the distance changes

    SkyObserver observer_{};
    bool aims_at_other_galaxy_ = false;  // The camera points at the other galaxy until the user turns it.
    std::string followed_;
    std::optional<std::size_t> followed_row_;  // row of a followed body
    std::optional<glm::vec3> last_place_;      // last position of the followed object
    std::optional<FreeView> free_, composed_for_;
    double composing_ = 0;     // remaining seconds in which the view adapts to the sizes of the panels
    bool frames_all_ = false;  // frame all bodies as soon as a sample of their positions is known
    std::optional<Camera> framing_;
    double framing_age_ = 0;  // seconds since framing_ was computed
};

}  // namespace milkomeda
