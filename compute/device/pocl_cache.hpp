// PoCL keeps the kernels that it has built in a folder. Without one that takes files it has no devices, and
// where the disk is full its compiler ends the process; so the folder is looked at before PoCL is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

// Where PoCL would keep them: POCL_CACHE_DIR, or below XDG_CACHE_HOME or ~/.cache. (PoCL, "Environment
// variables")
std::filesystem::path pocl_cache();

// Why the folder, or the one that it would be made in, takes no kernels; empty when it does. Leaves no trace.
std::string why_no_cache(const std::filesystem::path& folder);

// To be called before the first call of OpenCL. Where PoCL's own folder takes no files, sets POCL_CACHE_DIR
// to one of this user's among the temporary files; the line, if any, says so, or that there is none.
std::optional<std::string> set_up_pocl_cache();

}  // namespace milkomeda
