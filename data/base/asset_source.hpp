// Interface to the files that ship with the program (kernels, shaders, scenes), independent of their storage.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

class AssetSource {
  public:
    virtual ~AssetSource() = default;

    // Returns the whole content of a file. `name` is the path relative to the project's root:
    // "data/scenes/mice.toml". Throws std::runtime_error that names the file if it does not exist.
    virtual std::string read(std::string_view name) const = 0;

    // Returns the sorted names of the files in a folder, such as "data/scenes/mice.toml". Subfolders are ignored.
    virtual std::vector<std::string> list(std::string_view folder) const = 0;
};

}  // namespace milkomeda
