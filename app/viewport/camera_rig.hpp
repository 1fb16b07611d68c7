// Moves the camera: by mouse and keys with inertia, with a followed body or galaxy, with a star, or along a path of key
// frames.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/landmarks.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/sky_observer.hpp"
#include "app/ui/window.hpp"
#include "app/viewport/galaxy_framing.hpp"
#include "app/viewport/viewpoints.hpp"
#include "render/camera/camera_motion.hpp"
#include "render/camera/camera_path.hpp"

namespace milkomeda {

// The user's settings for the motion of the camera.
struct CameraSettings {
    bool inertia = true;
    bool turns = false;  // true: the camera keeps circling the target
    double degrees_per_second = 6;
    double fly_speed = 4;       // speed of the mode fly, in model length units per second
    bool keeps_framed = false;  // true: the camera keeps all galaxies in view until the user moves it
    bool plays_path = false;
};

class CameraRig {
  public:
    // Sets the camera of the scene, changed by the command line options `overrides`. Must be called at the start of the
    // program and after each reset of the run. Sets settings.turns to false and settings.keeps_framed as the scene
    // says.
    void begin(const SceneSetup& initial, const CameraOverrides& overrides);

    // Preserves as much of the camera's state as possible when the particle set is replaced. `same_bodies`: true if
    // equal ids in the old and the new set mean equal bodies.
    void reload(const SceneSetup& initial, bool same_bodies = false);

    // Sets the part of the picture that the panels leave free. Must be called before each frame.
    void see(const FreeView& free) { framing_.see(free); }

    // Moves the camera by the input of one frame. `seconds`: duration of the frame in seconds.
    void take(const Input& input, double seconds);
    // Moves the camera with the followed object, whose position belongs to the moment that LoadedScene::update() has
    // set. Must be called before each picture. `seconds`: time since the last picture.
    void follow(LoadedScene& loaded, double seconds = 0);

    const Camera& shown() const { return shown_; }
    // camera at the end of the transition in progress; equals shown() if no transition is in progress
    Camera& camera() { return camera_; }

    CameraMode mode() const { return mode_; }
    // Enters a camera mode. Throws UsageError for the mode sky if no galaxy of the scene has a disk.
    void enter(CameraMode mode, const LoadedScene& loaded);
    void next_mode(const LoadedScene& loaded);  // enters the next mode that the scene allows, cyclically
    void next_projection();  // enters the next projection that is possible in the camera mode, cyclically

    // Follows the object that find_followed() finds for `name`; an empty name stops following. Throws UsageError if
    // there is no such object.
    void follow(const std::string& name, const LoadedScene& loaded);
    const std::string& followed() const { return followed_.name; }

    // Moves smoothly to a view of all galaxies, and keeps them in view until the user moves the camera.
    void frame_all(const LoadedScene& loaded);
    // Returns true if frame_all() would be useful: the user has moved the camera, which follows no object and no path.
    bool can_frame() const;
    const GalaxyFraming& framing() const { return framing_; }

    // Makes the object at `point` of the picture the target, and moves the camera smoothly until the object is in the
    // center of the picture. `point` is in window heights from the center of the picture.
    void focus(const glm::vec2& point, LoadedScene& loaded);
    void focus(const glm::vec3& target);  // moves smoothly to a target in world coordinates

    void save_viewpoint(int key);
    // moves smoothly to the viewpoint saved under the key `key` (1 to 9); returns false if no viewpoint is saved
    bool go_to_viewpoint(int key, const LoadedScene& loaded);

    const Viewpoints& saved_viewpoints() const;  // saved viewpoints of the loaded scene

    void look_from(const Camera& camera);  // moves smoothly to `camera`
    void jump_to(const Camera& camera);    // moves to `camera` at once
    void add_key_frame(double time);

    CameraSettings settings;
    CameraPath path;
    std::map<std::string, Viewpoints> viewpoints;  // saved viewpoints of all scenes, by name of the scene or file

  private:
    bool is_moved(const Input& input) const;  // true if the input moves the camera
    void turn(double seconds);
    void follow_wheel(const Input& input, double seconds);
    void drag(const Input& input, glm::vec2 turn, double seconds);
    void fly(const Input& input, double seconds);
    void place_on_star(LoadedScene& loaded);
    void aim(const glm::vec3& star, LoadedScene& loaded);
    // Returns the position of the followed object; empty while the position is unknown.
    std::optional<glm::vec3> position_of_followed(LoadedScene& loaded) const;
    void follow_object(LoadedScene& loaded);
    void keep_framed(LoadedScene& loaded, double seconds);
    void glide();
    void stop_following();
    void stop_transition();

    std::string source_;
    CameraMode mode_ = CameraMode::orbit;
    Camera camera_, shown_;
    Camera camera_before_sky_;  // camera before the mode sky was entered
    OrbitInertia inertia_;
    CameraTransition transition_;
    // distance from the target that the camera approaches after a rotation of the wheel; empty once reached
    std::optional<float> wheel_goal_;
    glm::vec2 wheel_at_{0};  // point of the picture that stays fixed during the zoom, in window heights from the center

    SkyObserver observer_{};
    // true: in the mode sky, the camera aims at the galaxy without the observer's star until the user turns the camera
    bool aims_at_other_galaxy_ = false;
    Followed followed_;                       // without a name if the camera follows no object
    std::optional<glm::vec3> last_position_;  // last known position of the followed object
    GalaxyFraming framing_;
};

}  // namespace milkomeda
