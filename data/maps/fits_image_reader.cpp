#include <fitsio.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "data/files/file_head.hpp"
#include "data/maps/fits_image.hpp"
#include "data/system/isolated_process.hpp"

namespace milkomeda {
namespace {

constexpr std::uint64_t most_image_pixels = std::uint64_t{1} << 27;

void require_status(int status) {
    if (status == 0) return;
    char reason[FLEN_STATUS] = "";
    fits_get_errstatus(status, reason);
    throw std::runtime_error(reason);
}

// Sent by the child process before unit and numbers.
struct ImageSummary {
    std::uint64_t columns, rows;
    double pixel, north;  // NaN if they are unknown
    bool is_mirrored;
};

// A FITS file at its first image, for use in the child process. Throws std::runtime_error.
class OpenedImage {
  public:
    // `most_bytes` is the largest size of an image that fits into the file.
    OpenedImage(const std::filesystem::path& path, std::uint64_t most_bytes) {
        int status = 0;
        // fits_open_diskfile() opens no network files and treats brackets in a path as ordinary characters.
        fits_open_diskfile(&file_, std::filesystem::absolute(path).c_str(), READONLY, &status);
        require_status(status);
        find_image();
        const bool is_packed = fits_is_compressed_image(file_, &status) != 0;
        int type = 0;
        require_status(fits_get_img_type(file_, &type, &status));
        const std::uint64_t bytes = static_cast<std::uint64_t>(std::abs(type)) / 8;
        if (columns_ > most_image_pixels / rows_)
            throw std::runtime_error(fmt::format("the image has {} x {} pixels; at most {} are possible", columns_,
                                                 rows_, most_image_pixels));
        constexpr std::uint64_t most_compression = 100;
        if (columns_ * rows_ * bytes > most_bytes * (is_packed ? most_compression : 1))
            throw std::runtime_error(fmt::format(
                "the header states {} x {} pixels of {} bytes, more than fit into the file", columns_, rows_, bytes));
    }
    ~OpenedImage() {
        int status = 0;
        if (file_) fits_close_file(file_, &status);
    }
    OpenedImage(const OpenedImage&) = delete;
    OpenedImage& operator=(const OpenedImage&) = delete;

    void send(Sender& sender) {
        sender.value(summary());
        sender.text(text_of("BUNIT").value_or(""));
        std::vector<double> line(columns_);
        double blank = std::numeric_limits<double>::quiet_NaN();
        for (std::uint64_t row = 0; row < rows_; ++row) {
            int any_blank = 0, status = 0;
            fits_read_img(file_, TDOUBLE, static_cast<LONGLONG>(row * columns_) + 1, static_cast<LONGLONG>(columns_),
                          &blank, line.data(), &any_blank, &status);
            require_status(status);
            sender.bytes(line.data(), line.size() * sizeof(double));
        }
    }

  private:
    void find_image() {
        int status = 0, dimensions = 0;
        std::string problem = "the file contains no image";
        for (int number = 1; fits_movabs_hdu(file_, number, nullptr, &status) == 0; ++number) {
            int kind = 0;
            fits_get_hdu_type(file_, &kind, &status);
            if (kind != IMAGE_HDU && !fits_is_compressed_image(file_, &status)) continue;
            require_status(fits_get_img_dim(file_, &dimensions, &status));
            if (dimensions == 0) continue;
            std::vector<LONGLONG> sizes(static_cast<std::size_t>(dimensions));
            require_status(fits_get_img_sizell(file_, dimensions, sizes.data(), &status));
            bool is_flat = dimensions > 1 && sizes[0] > 0 && sizes[1] > 0;
            for (std::size_t axis = 2; axis < sizes.size(); ++axis) is_flat = is_flat && sizes[axis] == 1;
            if (!is_flat) {
                std::string shape;
                for (const LONGLONG size : sizes) (shape += shape.empty() ? "" : " x ") += std::to_string(size);
                throw std::runtime_error(fmt::format("the first image has the size {}; it must have two axes", shape));
            }
            columns_ = static_cast<std::uint64_t>(sizes[0]), rows_ = static_cast<std::uint64_t>(sizes[1]);
            return;
        }
        if (status != END_OF_FILE) require_status(status);
        throw std::runtime_error(problem);
    }

    std::optional<std::string> text_of(const char* key) const {
        char text[FLEN_VALUE] = "";
        int status = 0;
        if (fits_read_key(file_, TSTRING, key, text, nullptr, &status)) return {};
        return text;
    }
    std::optional<double> number_of(const char* key) const {
        double number = 0;
        int status = 0;
        if (fits_read_key(file_, TDOUBLE, key, &number, nullptr, &status) || !std::isfinite(number)) return {};
        return number;
    }

    // The matrix from pixels to the sky (first row: east), from CDi_j, or else from CDELTi with PCi_j or CROTA2
    // (Greisen & Calabretta 2002, A&A 395, 1061); zero if the axes are not on the sky.
    std::array<double, 4> sky_matrix() const {
        const std::string type = text_of("CTYPE1").value_or("");
        const bool is_sky =
            type.starts_with("RA") || type.starts_with("DEC") || type.find("LON") < 2 || type.find("LAT") < 2;
        if (!is_sky) return {};
        const auto matrix = [this](const std::string& name, std::array<double, 4> usual) {
            constexpr std::array places{"1_1", "1_2", "2_1", "2_2"};
            for (std::size_t i = 0; i < places.size(); ++i)
                usual[i] = number_of((name + places[i]).c_str()).value_or(usual[i]);
            return usual;
        };
        std::array<double, 4> sky = matrix("CD", {});
        if (sky[0] * sky[3] - sky[1] * sky[2] == 0) {
            const double x = number_of("CDELT1").value_or(0), y = number_of("CDELT2").value_or(0);
            const double angle = number_of("CROTA2").value_or(0) * std::numbers::pi / 180;
            const double slope = x == 0 ? 0 : y / x * std::sin(angle);
            const double slope_back = y == 0 ? 0 : x / y * std::sin(angle);
            sky = matrix("PC", {std::cos(angle), -slope, slope_back, std::cos(angle)});
            sky = {x * sky[0], x * sky[1], y * sky[2], y * sky[3]};
        }
        // The first axis can be the latitude.
        if (type.starts_with("DEC") || type.find("LAT") < 2) sky = {sky[2], sky[3], sky[0], sky[1]};
        return sky;
    }

    ImageSummary summary() const {
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        const std::array<double, 4> sky = sky_matrix();
        const double determinant = sky[0] * sky[3] - sky[1] * sky[2];
        if (determinant == 0 || !std::isfinite(determinant)) return {columns_, rows_, unknown, unknown, false};
        const std::string unit = text_of("CUNIT1").value_or("deg");
        const double arcseconds = unit == "arcsec" ? 1 : unit == "arcmin" ? 60 : 3600;
        // The inverse matrix applied to north (0, 1)
        const double right = -sky[1] / determinant, up = sky[0] / determinant;
        return {columns_, rows_, std::sqrt(std::abs(determinant)) * arcseconds,
                std::atan2(-right, up) * 180 / std::numbers::pi, determinant > 0};
    }

    fitsfile* file_ = nullptr;
    std::uint64_t columns_ = 0, rows_ = 0;
};

FitsPicture received_image(IsolatedProcess& child) {
    const auto summary = child.value<ImageSummary>();
    FitsPicture picture;
    picture.columns = summary.columns, picture.rows = summary.rows;
    if (!std::isnan(summary.pixel)) picture.pixel = summary.pixel, picture.north = summary.north;
    picture.is_mirrored = summary.is_mirrored;
    picture.unit = child.text();
    picture.numbers.resize(picture.columns * picture.rows);
    child.bytes(picture.numbers.data(), picture.numbers.size() * sizeof(double));
    return picture;
}

}  // namespace

FitsPicture read_fits_image(const std::filesystem::path& path) {
    const FileHead head = head_of(path);
    constexpr std::uint64_t compression = 100;  // of a packed file, which CFITSIO unpacks in memory
    const std::uint64_t size = head.size * (head.packed ? compression : 1);
    return read_in_child<FitsPicture>(
        path, {128 << 20, 10}, "cannot be read as a FITS image: ",
        [&](Sender& sender) {
            OpenedImage{path, size}.send(sender);
        },
        received_image, head.packed ? 15 * head.size : 0);
}

}  // namespace milkomeda
