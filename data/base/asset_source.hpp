// The files that travel with the program (kernels, shaders, scenes), for those who do not know where they are
// kept.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

class AssetSource {
  public:
    virtual ~AssetSource() = default;

    // The whole content of a file, named by its path from the project's root: "data/scenes/mice.toml".
    // Throws std::runtime_error that names the file when there is none.
    virtual std::string read(std::string_view name) const = 0;

    // The names, such as "data/scenes/mice.toml", of the files that lie in a folder itself; sorted.
    virtual std::vector<std::string> list(std::string_view folder) const = 0;
};

}  // namespace milkomeda
