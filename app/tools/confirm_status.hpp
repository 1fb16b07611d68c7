// Settings, progress and result of a confirmation of a model with live galaxies, for the Match card.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/options.hpp"

namespace milkomeda {

struct ConfirmStatus {
    // Settings of the user: number of bodies of both galaxies, and largest number of corrections of the start.
    int bodies = static_cast<int>(ConfirmOptions{}.bodies),
        corrections = static_cast<int>(ConfirmOptions{}.corrections);

    std::optional<std::string> progress;  // has a value while the command confirm runs

    struct Result {
        bool is_confirmed = false;  // the error of the place is accepted
        std::size_t bodies = 0, corrections = 0;
        double place_error = 0;                    // share of the projected separation
        std::optional<double> live, restricted{};  // scores of the live and of the restricted encounter
        std::filesystem::path scene, report;
    };
    std::optional<Result> result;  // of the last confirmation
    std::string fault;             // why the last confirmation has failed, in one line; or empty
};

}  // namespace milkomeda
