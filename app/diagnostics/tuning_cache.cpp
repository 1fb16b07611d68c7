#include "app/diagnostics/tuning_cache.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "data/base/hash.hpp"
#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// Returns the key of the file for a number of bodies: sqrt(2)^n rounded to an integer, with n = round(2 log2(bodies)).
std::string class_of(std::size_t bodies) {
    const double half_octave = std::round(2 * std::log2(static_cast<double>(bodies)));
    return std::to_string(std::lround(std::exp2(half_octave / 2)));
}

std::string name_of(const Device& device) { return device.platform + ", " + device.name; }

// Returns the driver version, and a hash of the source code of all kernels.
std::string version_of(const Device& device, const ReadAsset& read) {
    std::uint64_t hash = fnv_offset_basis;
    const auto add = [&](std::string_view name) {
        hash = hash_of(read_with_includes(read, name, LineDirective::with_file), hash);
    };
    for (const KernelVariant& variant : direct_variants()) add(variant.source);
    add("kernels/direct/sources.cl");
    add("kernels/direct/partials.cl");
    return fmt::format("{}, kernels {}", driver_version(device), hexadecimal(hash));
}

// Reads a JSON object. Returns an empty object if the file does not exist or does not contain a JSON object.
Json read_json(const std::filesystem::path& path) try {
    const Json json = parse_json(read_small_file(path).value_or("{}"));
    return json.is_object() ? json : Json::object();
} catch (const std::invalid_argument& error) {
    log_warning(fmt::format("{} is ignored: {}", path.string(), error.what()));
    return Json::object();
}

}  // namespace

TuningCache::TuningCache(std::optional<std::filesystem::path> folder, const Device& device, const ReadAsset& read)
    : folder_{std::move(folder)}, device_{device}, version_{version_of(device, read)} {}

std::optional<MeasuredKernels> TuningCache::find(std::size_t bodies) const try {
    if (!keeps()) return std::nullopt;
    const Json all = read_json(file());
    const auto device = all.find(name_of(device_));
    if (device == all.end() || device->at("version") != version_) return std::nullopt;
    const auto found = device->at("bodies").find(class_of(bodies));
    if (found == device->at("bodies").end()) return std::nullopt;
    MeasuredKernels measured{parse_kernel(found->at("best").get<std::string>(), device_), {}};
    for (const auto& [kernel, gpairs] : found->at("gpairs_per_s").items())
        measured.rates.push_back({parse_kernel(kernel, device_), 1e9 * gpairs.get<double>()});
    return measured;
} catch (const FileError& error) {
    log_warning(fmt::format("{}; the file is ignored", error.what()));
    return std::nullopt;
} catch (const std::exception& error) {  // the user may have edited the file
    log_warning(fmt::format("{} is ignored: {}", file().string(), json_fault(error)));
    return std::nullopt;
}

void TuningCache::keep(std::size_t bodies, const MeasuredKernels& measured) const try {
    if (!keeps()) return;
    Json all = read_json(file());
    Json& device = all[name_of(device_)];
    if (!device.is_object() || device.value("version", "") != version_)
        device = {{"version", version_}, {"bodies", Json::object()}};
    Json rates = Json::object();
    for (const auto& [kernel, rate] : measured.rates) rates[to_string(kernel)] = rate * 1e-9;
    device["bodies"][class_of(bodies)] = {{"best", to_string(measured.best)}, {"gpairs_per_s", rates}};

    std::filesystem::create_directories(*folder_);
    write_small_file(file(), json_page(all));
} catch (const FileError& error) {
    log_warning(fmt::format("measured kernels are not saved: {}", error.what()));
} catch (const std::exception& error) {
    log_warning(fmt::format("measured kernels are not saved: {}: {}", file().string(), json_fault(error)));
}

}  // namespace milkomeda
