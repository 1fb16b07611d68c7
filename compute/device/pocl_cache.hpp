// Checks the folder in which PoCL stores compiled kernels. Without a writable folder PoCL lists no devices,
// and on a full disk its compiler ends the process. So the folder must be checked before PoCL is loaded.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

// Returns PoCL's cache folder: POCL_CACHE_DIR, or a folder below XDG_CACHE_HOME or ~/.cache (PoCL
// documentation, "Environment variables").
std::filesystem::path pocl_cache();

// Returns the reason why kernels cannot be stored in `folder`, or an empty string if kernels can be stored. If `folder`
// does not exist, checks the nearest existing parent folder. Leaves no files behind.
std::string why_no_cache(const std::filesystem::path& folder);

// Must be called before the first OpenCL call. If pocl_cache() is not usable, sets POCL_CACHE_DIR to a
// private folder of this user in the temporary directory. Returns a warning to show to the user if the folder
// was changed or no usable folder exists.
std::optional<std::string> set_up_pocl_cache();

}  // namespace milkomeda
