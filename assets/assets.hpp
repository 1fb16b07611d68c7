// Files embedded in the program: kernels, shaders, scenes and pictures.
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
    // Files below `folder` (the project's root, or a copy of parts of it) replace the embedded files:
    // `--assets DIR`.
    explicit Assets(std::filesystem::path folder = {});

    std::string read(std::string_view name) const override;
    // Returns the names of embedded files and of further files in the folder.
    std::vector<std::string> list(std::string_view folder) const override;
    // Returns the files of the folder that replace embedded files, or that could.
    std::vector<std::filesystem::path> edited_files() const;
    // Returns read() as a function for code that does not know this class; must not outlive this object.
    ReadAsset reader() const;

    // Returns the time of the latest change of a kernel, shader or picture in the folder; without a folder
    // the earliest possible time.
    std::filesystem::file_time_type last_change() const;

  private:
    std::filesystem::path folder_;
};

}  // namespace milkomeda
