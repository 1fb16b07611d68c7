#include "app/shell/view.hpp"

#include "app/io/user_folders.hpp"
#include "app/shell/viewer_app.hpp"
#include "data/system/end_signals.hpp"

namespace milkomeda {

void view(const ViewOptions& options, const Assets& assets) {
    Settings settings;
    const auto folder = options.program.saved_settings ? config_folder() : std::optional<std::filesystem::path>{};
    if (folder) settings = read_settings(*folder);
    ViewerApp{options, assets, {settings, folder}}.run();
    end_as_signalled();
}

}  // namespace milkomeda
