// Images, cubes and tables in FITS files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace milkomeda {

// An axis of the world coordinates (WCS; Greisen & Calabretta 2002, A&A 395, 1061): the pixel `reference_pixel`,
// counted from 1, has the coordinate `reference`, and each pixel adds `step`.
struct FitsAxis {
    std::string type, unit;  // CTYPE and CUNIT
    std::size_t size = 0;
    double reference_pixel = 0, reference = 0, step = 1;
};

struct FitsKey {
    std::string name;  // at most eight characters
    std::variant<double, std::string> value;
    std::string comment;
};

struct FitsImage {
    std::vector<FitsAxis> axes;       // the first axis varies fastest
    std::string unit;                 // of the numbers, BUNIT
    std::vector<FitsKey> keys;        // further keys of the header
    std::span<const double> numbers;  // NaN: unknown
};

// Writes the image as 64-bit floats with the library CFITSIO. Throws FileError.
void write_fits_image(const std::filesystem::path& path, const FitsImage& image);

// A column of a table; all columns of a table have equal numbers of rows.
struct FitsTableColumn {
    std::string name, unit;
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>> values;
};

struct FitsTableContent {
    std::vector<FitsTableColumn> columns;
    std::vector<FitsKey> keys;  // further keys of the header of the table
};

// Writes a binary table behind an empty image. Throws FileError.
void write_fits_table(const std::filesystem::path& path, const FitsTableContent& table);

// An image that was read from a file.
struct FitsPicture {
    std::size_t columns = 0, rows = 0;
    std::vector<double> numbers;  // columns vary fastest, the first row is the lowest; NaN: blank
    std::string unit;             // BUNIT; empty if it is unknown
    // Edge of a square with the area of a pixel in arcseconds, from the world coordinates; empty without coordinates on
    // the sky.
    std::optional<double> pixel;
    // Position angle of north in degrees, counterclockwise from up; empty without coordinates on the sky.
    std::optional<double> north;
    bool is_mirrored = false;  // east is to the right if north is up
};

// Reads the first image of a FITS file, of any number type, also compressed. Further axes of the image must have the
// length 1. The library CFITSIO reads the file in a child process, because damaged files can crash it. Throws FileError
// if the file cannot be read, contains no image with two axes, or if the image has more than 2^27 pixels.
FitsPicture read_fits_image(const std::filesystem::path& path);

}  // namespace milkomeda
