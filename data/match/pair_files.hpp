// Descriptions of two interacting galaxies: the files .pair and .meta of Galaxy Zoo: Mergers (Holincheck et al. 2016,
// MNRAS 459, 720).
#pragma once

#include <array>
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

// A text file of lines "key=value". Blank lines, lines that begin with #, and unknown keys are kept.
class KeyFile {
  public:
    KeyFile() = default;
    // Accepts values in single quotes and lines that end with a semicolon. Throws FileError with file and line if a
    // line has no "=" or repeats a key, or if the file does not exist.
    explicit KeyFile(const std::filesystem::path& path);
    KeyFile(const std::filesystem::path& path, const std::string& content);  // `path` is for messages

    // Returns an empty optional if the key is missing or its value is empty.
    std::optional<std::string> text(const std::string& key) const;
    // Throws FileError with file, line and key if the value is not a finite number.
    std::optional<double> number(const std::string& key) const;
    // Throws FileError, also if the key is missing.
    double needed_number(const std::string& key) const;
    // Replaces the value, or adds a line at the end.
    void set(const std::string& key, const std::string& value);
    void set(const std::string& key, double value);
    // Writes all lines atomically. Throws FileError.
    void write(const std::filesystem::path& path) const;
    // Throws FileError with the file, the line of the key, the key and the reason.
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

  private:
    struct Line {
        std::string key, value;  // without a key, `value` is the whole line
        bool is_quoted = false, has_semicolon = false;
    };
    const Line* find(const std::string& key) const;

    std::filesystem::path path_;
    std::vector<Line> lines_;
};

struct ValueRange {
    double least = 0, most = 0;
    bool operator==(const ValueRange&) const = default;
};

struct ObservedGalaxy {
    std::string name;
    glm::dvec2 nucleus{0};                  // pixels of the picture
    double semi_major = 0, semi_minor = 0;  // of the disk's ellipse, pixels
    double position_angle = 0;              // of the major axis, degrees
    double magnitude = 0, velocity = 0;     // 0: unknown; velocity in km/s, away from the observer
    ValueRange mass, radius;                // model units
};

// Two observed galaxies and the ranges in which the parameters of a model are searched.
struct ObservedPair {
    std::string name;
    std::array<ObservedGalaxy, 2> galaxies;
    glm::dvec2 size{0};               // of the picture to which the pixels belong
    double arcseconds_per_pixel = 0;  // 0: unknown
    double distance = 0;              // Mpc, of galaxy 1
    glm::dvec2 separation{0};         // galaxy 2 minus galaxy 1, model units, x to the right and y up
    ValueRange z, vx, vy, vz;         // of galaxy 2 relative to galaxy 1, model units
    bool has_ranges = false;          // the ranges of z, velocities and radii are from the file

    // Returns the length of a pixel in model units, from the separation of the nuclei.
    double length_per_pixel() const;
    // Returns a copy for a picture of another size. Throws std::invalid_argument if the shapes differ by more than 1 %.
    ObservedPair scaled_to(glm::dvec2 picture_size) const;
};

// The files of a pair: name.pair, and name.meta if it exists.
struct PairFiles {
    KeyFile pair, meta;
    bool has_meta = false;

    // Returns the pair. The nuclei are those of .meta if it exists. The separation is rxMpc and ryMpc if usePixelCoords
    // is false, and otherwise follows from the pixels, the scale in .meta and primaryDistance; 37 of the 62 published
    // models have other separations, because other distances were used.
    // If useRanges is false, the ranges are set_own_ranges(). Throws FileError.
    ObservedPair observed() const;
    // Sets the keys of all members of `observed`. Other keys stay unchanged.
    void set(const ObservedPair& observed);
};

// Sets the ranges that files without ranges get: z within 3 separations, v_x and v_y within the parabolic speed of the
// largest masses at the separation, v_z within twice the observed difference (or the parabolic speed, if no velocities
// are known), and radii from 0.5 to 1.5 of the semi-major axes.
void set_own_ranges(ObservedPair& pair);

// Throws FileError.
PairFiles read_pair(const std::filesystem::path& pair_file);
// Writes name.pair and name.meta. Throws FileError.
void write_pair(const std::filesystem::path& pair_file, const PairFiles& files);

}  // namespace milkomeda
