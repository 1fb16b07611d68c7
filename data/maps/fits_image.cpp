#include "data/maps/fits_image.hpp"

#include <fitsio.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "data/files/binary_file.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

// A FITS file in memory that is being written. Errors of CFITSIO accumulate in `status`; after an error, all calls do
// nothing.
struct WrittenFits {
    static constexpr std::size_t block = 2880;
    fitsfile* file = nullptr;
    void* memory = nullptr;
    std::size_t bytes = 0;
    int status = 0;

    WrittenFits() { fits_create_memfile(&file, &memory, &bytes, block, std::realloc, &status); }
    ~WrittenFits() {
        int ignored = 0;
        if (file) fits_close_file(file, &ignored);
        std::free(memory);
    }
    WrittenFits(const WrittenFits&) = delete;
    WrittenFits& operator=(const WrittenFits&) = delete;

    void key(const std::string& name, double value, const std::string& comment = "") {
        constexpr int digits = -15;  // significant digits, with an exponent only if it is needed
        fits_update_key_dbl(file, name.c_str(), value, digits, comment.c_str(), &status);
    }
    void key(const std::string& name, const std::string& value, const std::string& comment = "") {
        fits_update_key_longstr(file, name.c_str(), value.c_str(), comment.c_str(), &status);
    }
    // Completes the file, and returns its content.
    std::string_view content() {
        LONGLONG header = 0, data = 0, end = 0;
        fits_flush_file(file, &status);
        fits_get_hduaddrll(file, &header, &data, &end, &status);
        return {static_cast<const char*>(memory), status == 0 ? static_cast<std::size_t>(end) : 0};
    }
};

void write_keys(WrittenFits& fits, const std::vector<FitsKey>& keys) {
    for (const FitsKey& key : keys)
        std::visit([&](const auto& value) { fits.key(key.name, value, key.comment); }, key.value);
}

void write_header(WrittenFits& fits, const FitsImage& image) {
    for (std::size_t i = 0; i < image.axes.size(); ++i) {
        const FitsAxis& axis = image.axes[i];
        const std::string number = std::to_string(i + 1);
        fits.key("CTYPE" + number, axis.type);
        fits.key("CUNIT" + number, axis.unit);
        fits.key("CRPIX" + number, axis.reference_pixel);
        fits.key("CRVAL" + number, axis.reference);
        fits.key("CDELT" + number, axis.step);
    }
    fits.key("BUNIT", image.unit);
    write_keys(fits, image.keys);
}

void save(WrittenFits& fits, const std::filesystem::path& path) {
    const std::string_view content = fits.content();
    if (fits.status != 0) {
        char reason[FLEN_STATUS] = "";
        fits_get_errstatus(fits.status, reason);
        throw FileError(path, fmt::format("cannot be written: {}", reason));
    }
    BinaryWriter writer{path};
    writer.text(content);
    writer.commit();
}

// CFITSIO takes pointers to changeable values, but does not change them.
template <typename Value>
Value* changeable(const Value* value) {
    return const_cast<Value*>(value);
}

std::string form_of(const FitsTableColumn& column) {
    if (std::holds_alternative<std::vector<double>>(column.values)) return "D";
    if (std::holds_alternative<std::vector<std::int64_t>>(column.values)) return "K";
    std::size_t width = 1;
    for (const std::string& text : std::get<std::vector<std::string>>(column.values))
        width = std::max(width, text.size());
    return fmt::format("{}A", width);
}

void write_column(WrittenFits& fits, int number, const std::vector<double>& values) {
    fits_write_col(fits.file, TDOUBLE, number, 1, 1, static_cast<LONGLONG>(values.size()), changeable(values.data()),
                   &fits.status);
}

void write_column(WrittenFits& fits, int number, const std::vector<std::int64_t>& values) {
    const std::vector<LONGLONG> wide(values.begin(), values.end());
    fits_write_col(fits.file, TLONGLONG, number, 1, 1, static_cast<LONGLONG>(wide.size()), changeable(wide.data()),
                   &fits.status);
}

void write_column(WrittenFits& fits, int number, const std::vector<std::string>& values) {
    std::vector<char*> texts;
    for (const std::string& text : values) texts.push_back(changeable(text.c_str()));
    fits_write_col(fits.file, TSTRING, number, 1, 1, static_cast<LONGLONG>(texts.size()), texts.data(), &fits.status);
}

}  // namespace

void write_fits_image(const std::filesystem::path& path, const FitsImage& image) {
    WrittenFits fits;
    std::vector<long> sizes;
    for (const FitsAxis& axis : image.axes) sizes.push_back(static_cast<long>(axis.size));
    fits_create_img(fits.file, DOUBLE_IMG, static_cast<int>(sizes.size()), sizes.data(), &fits.status);
    write_header(fits, image);
    fits_write_img(fits.file, TDOUBLE, 1, static_cast<LONGLONG>(image.numbers.size()), changeable(image.numbers.data()),
                   &fits.status);
    save(fits, path);
}

void write_fits_table(const std::filesystem::path& path, const FitsTableContent& table) {
    WrittenFits fits;
    fits_create_img(fits.file, BYTE_IMG, 0, nullptr, &fits.status);
    std::vector<std::string> forms;
    for (const FitsTableColumn& column : table.columns) forms.push_back(form_of(column));
    std::vector<char*> names, form_texts, units;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        names.push_back(changeable(table.columns[i].name.c_str()));
        units.push_back(changeable(table.columns[i].unit.c_str()));
        form_texts.push_back(forms[i].data());
    }
    fits_create_tbl(fits.file, BINARY_TBL, 0, static_cast<int>(forms.size()), names.data(), form_texts.data(),
                    units.data(), "BODIES", &fits.status);
    write_keys(fits, table.keys);
    for (std::size_t i = 0; i < forms.size(); ++i)
        std::visit([&](const auto& values) { write_column(fits, static_cast<int>(i) + 1, values); },
                   table.columns[i].values);
    save(fits, path);
}

}  // namespace milkomeda
