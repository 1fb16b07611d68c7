// The picture that a model is compared with, and the marks of the user.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/tools/picture_placement.hpp"
#include "data/base/asset_source.hpp"
#include "data/match/gray_picture.hpp"
#include "data/match/match_target.hpp"
#include "data/match/picture_marks.hpp"

namespace milkomeda {

// The picture that the score uses, computed from the marks.
struct PreparedPicture {
    GrayPicture cleaned;                // without background and masked light
    std::optional<MatchTarget> target;  // empty if `fault` says why the picture cannot be compared
    std::string fault;
};

class MatchPicture {
  public:
    // Reads the picture, and the description of the pair from `pair_file`. If `pair_file` is empty, reads the file with
    // the name of the picture and the extension .pair, if it exists. Without a description, guesses nuclei and
    // ellipses. Throws FileError, also if the picture contains too little light for a comparison.
    MatchPicture(const std::filesystem::path& file, const std::filesystem::path& pair_file);
    // Reads the built-in PNG file `name`, such as "data/lessons/pair.png", and the built-in file .pair beside it.
    // file() and pair_file() are then names without a folder. Throws FileError, and std::runtime_error if a file is
    // missing.
    MatchPicture(const std::string& name, const AssetSource& assets);

    const std::filesystem::path& file() const { return file_; }
    bool is_built_in() const { return is_built_in_; }  // true if file() is no file on disk
    // The picture, with at most 2048 pixels per edge.
    const GrayPicture& picture() const { return *picture_; }
    glm::dvec2 size() const { return {picture_->columns, picture_->rows}; }
    // Description of the pair that was read; empty if the marks are a guess.
    const std::filesystem::path& pair_file() const { return pair_file_; }

    const PictureMarks& marks() const { return marks_; }
    // Replaces the marks. Throws std::invalid_argument if a nucleus is outside of the picture, both nuclei have the
    // same place, or the separation is 0 or not finite.
    void set(const PictureMarks& marks);
    // The marks with the first guess of the mask.
    PictureMarks with_guessed_mask() const;

    // Reads the description of a pair. Throws FileError.
    void read_pair(const std::filesystem::path& pair_file);
    // Returns the description with the present marks.
    PairFiles described() const;
    // Writes the description, the mask and the parity. Keys that the program does not know stay unchanged. Throws
    // FileError.
    void write_pair(const std::filesystem::path& pair_file);

    // Prepares the picture in a background thread after changes of the marks, unless `is_changing`. Must be called once
    // a frame. Returns true if prepared() has changed.
    bool advance(bool is_changing);
    bool is_busy() const { return preparing_.valid(); }
    // Returns true if prepared() belongs to the present marks.
    bool is_prepared() const { return !is_due_ && !is_busy(); }
    const PreparedPicture& prepared() const { return prepared_; }

  private:
    void begin(const GrayPicture& whole);
    void adopt(PairFiles files, const std::filesystem::path& pair_file);

    std::filesystem::path file_, pair_file_;
    std::shared_ptr<const GrayPicture> picture_;
    double reduction_ = 1;  // pixels of the file per pixel of picture()
    PairFiles files_;
    PictureMarks marks_;
    bool is_built_in_ = false;
    bool is_new_ = true;  // true until the first advance()
    bool is_due_ = true;  // true if the marks have changed since the newest preparation began
    std::future<PreparedPicture> preparing_;
    PreparedPicture prepared_;
};

// Returns true if the file name has an extension of pictures, or of FITS files whose first image has two axes or more.
bool is_picture_file(const std::filesystem::path& file);

// Returns a pair for a picture without a description: the nuclei are the two brightest separate peaks of the picture,
// 30 kpc apart. The scale in arcseconds is that of the picture.
ObservedPair guessed_pair(const GrayPicture& picture);

}  // namespace milkomeda
