// The files that travel inside the program: kernels, shaders, scenes, pictures.
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
    // Files found below `folder` (the project's root, or a copy of parts of it) take precedence over the
    // built-in ones: `--assets DIR`.
    explicit Assets(std::filesystem::path folder = {});

    std::string read(std::string_view name) const override;
    // The built-in files, and those that the folder holds besides.
    std::vector<std::string> list(std::string_view folder) const override;
    // Those that take precedence, or could.
    std::vector<std::filesystem::path> edited_files() const;
    // read() as a function, for those who do not know of assets; not to outlive these.
    ReadAsset reader() const;

    // Latest modification of any kernel, shader or picture below the folder; the earliest time there is
    // without a folder.
    std::filesystem::file_time_type last_change() const;

  private:
    std::filesystem::path folder_;
};

}  // namespace milkomeda
