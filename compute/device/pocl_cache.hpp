// Checks the folder in which PoCL stores compiled kernels. PoCL lists no devices without a writable folder,
// and on a full disk its compiler ends the process, so the folder must be checked before PoCL is loaded.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

// Returns PoCL's cache folder: POCL_CACHE_DIR, or a folder below XDG_CACHE_HOME or ~/.cache. (PoCL
// documentation, "Environment variables")
std::filesystem::path pocl_cache();

// Returns why kernels cannot be stored in the folder, or in the existing folder above it; returns an empty
// string if they can. Leaves no files behind.
std::string why_no_cache(const std::filesystem::path& folder);

// Must be called before the first OpenCL call. If PoCL's own folder is not usable, sets POCL_CACHE_DIR to a
// private folder of this user in the temporary directory. Returns a warning for people if the folder was
// changed or no usable folder exists.
std::optional<std::string> set_up_pocl_cache();

}  // namespace milkomeda
