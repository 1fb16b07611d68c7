// Read access to the files embedded in the program: kernels, shaders, scenes, lessons and pictures.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/asset_source.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

class Assets : public AssetSource {
  public:
    // Files below `folder` replace embedded files of equal name. `folder` is the project's root or a partial copy of
    // it, set by the option `--assets DIR`. With an empty path, no embedded file is replaced.
    explicit Assets(std::filesystem::path folder = {});

    std::string read(std::string_view name) const override;
    // Returns the names of the embedded files below `folder`, and of the files in this folder that exist only on disk.
    std::vector<std::string> list(std::string_view folder) const override;
    // Returns all kernels, shaders, pictures and scenes in the folder on disk; each may replace an embedded file.
    std::vector<std::filesystem::path> edited_files() const;
    // Returns read() as a function object, for code that does not know the class Assets. The function object must not
    // outlive this object.
    ReadAsset reader() const;

    // Returns the time of the latest change of a kernel, shader or picture on disk. Without a folder on disk, the
    // function returns the earliest representable time.
    std::filesystem::file_time_type last_change() const;

  private:
    std::filesystem::path folder_;
};

}  // namespace milkomeda
