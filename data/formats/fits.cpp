// Reader of FITS tables. The library CFITSIO reads the file in a child process, because damaged files can crash it.
#include <fitsio.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "data/base/make_room.hpp"
#include "data/base/quantity.hpp"
#include "data/base/units.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/row_components.hpp"
#include "data/formats/table_description.hpp"
#include "data/formats/table_layout.hpp"
#include "data/system/isolated_process.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Sent by the child process before the rows.
struct FitsSummary {
    std::uint64_t rows;
    std::optional<double> time;  // in model units
};

// The following classes and functions run in the child process. They throw std::runtime_error.

void require_fits(int status) {
    if (status == 0) return;
    char reason[FLEN_STATUS] = "";
    fits_get_errstatus(status, reason);
    throw std::runtime_error(reason);
}

// Column of a FITS table, or one element of a column of vectors.
struct FitsColumn {
    int number;  // number of the column in the table, counted from 1
    int type;    // type in CFITSIO, such as TDOUBLE
    long width;  // numbers per row
    long element;
    bool is_text, is_number;  // true if this column or element has one text per row, or one number per row
    bool has_floats;          // true if the file stores floats in binary form
};

bool is_fits_integer(int type) {
    for (const int integer : {TBYTE, TSBYTE, TSHORT, TUSHORT, TINT, TUINT, TLONG, TULONG, TLONGLONG, TULONGLONG})
        if (type == integer) return true;
    return false;
}

class FitsTable {
  public:
    // Finds the first table with positions. Throws std::runtime_error if the header states a table larger than
    // `most_bytes`.
    FitsTable(const std::filesystem::path& path, const ReadOptions& options, std::uint64_t most_bytes) {
        int status = 0;
        // fits_open_diskfile() opens no network files and treats brackets in a path as ordinary characters. An absolute
        // path never begins with "~", which the library would replace by the home folder.
        fits_open_diskfile(&file_, std::filesystem::absolute(path).c_str(), READONLY, &status);
        require_fits(status);
        find_table(options);
        require_fits(fits_get_num_rowsll(file_, &rows_, &status));
        LONGLONG row_bytes = 0;
        require_fits(fits_read_key(file_, TLONGLONG, "NAXIS1", &row_bytes, nullptr, &status));
        if (rows_ < 0 || row_bytes < 1 || static_cast<std::uint64_t>(rows_) > most_bytes / row_bytes)
            throw std::runtime_error(
                fmt::format("the header states {} rows of {} bytes, more than fit into the file", rows_, row_bytes));
    }
    ~FitsTable() {
        int status = 0;
        if (file_) fits_close_file(file_, &status);
    }
    FitsTable(const FitsTable&) = delete;
    FitsTable& operator=(const FitsTable&) = delete;

    void send(Sender& sender, const ReadOptions& options) {
        sender.value(FitsSummary{static_cast<std::uint64_t>(rows_), time(options)});
        send_layout(sender);
        int status = 0;
        long most_rows = 0;
        require_fits(fits_get_rowsize(file_, &most_rows, &status));
        RowComponents components;
        for (LONGLONG first = 1; first <= rows_;) {
            const auto count = static_cast<std::size_t>(std::clamp<LONGLONG>(rows_ - first + 1, 1, most_rows));
            sender.value(count);
            send_block(sender, first, count, components);
            first += static_cast<LONGLONG>(count);
        }
        sender.value(components.names.size());
        for (const auto& [component, galaxy] : components.names) sender.text(component), sender.text(galaxy);
        sender.bytes(components.tags.data(), components.tags.size());
    }

    // Reads the keyword TIME from the header of the table or, if it is missing there, from the primary header. Returns
    // the time in model units.
    std::optional<double> time(const ReadOptions& options) {
        double number = 0;
        int status = 0, table = 0;
        fits_get_hdu_num(file_, &table);
        if (fits_read_key(file_, TDOUBLE, "TIME", &number, nullptr, &status)) {
            require_fits(fits_movabs_hdu(file_, 1, nullptr, &(status = 0)));
            fits_read_key(file_, TDOUBLE, "TIME", &number, nullptr, &status);
        }
        const bool has_time = status == 0 && std::isfinite(number);
        const std::string unit = text_of_key("TIMEUNIT");
        require_fits(fits_movabs_hdu(file_, table, nullptr, &(status = 0)));
        if (!has_time) return std::nullopt;
        if (unit.empty() || options.units != UnitChoice::automatic)
            return model_time(number, units_of(options, std::nullopt, model_units));
        const auto time = read_quantity(exact_number(number) + " " + unit, {myr_per_time, "Myr"});
        if (!time)
            layout_.notes.push_back("the unit " + milkomeda::quoted(unit) +
                                    " of the keyword TIME is unknown; the program ignores the time");
        return time;
    }

  private:
    std::string text_of_key(const std::string& key) const {
        char text[FLEN_VALUE] = "";
        int status = 0;
        return fits_read_key(file_, TSTRING, key.c_str(), text, nullptr, &status) ? "" : text;
    }

    void find_table(const ReadOptions& options) {
        int found = 0, status = 0;
        std::vector<std::string> others;
        std::string problem;
        TableLayout layout;
        std::vector<FitsColumn> columns;
        for (int number = 1, kind = 0; fits_movabs_hdu(file_, number, &kind, &status) == 0; ++number) {
            int dimensions = 0;
            if (kind == IMAGE_HDU && fits_get_img_dim(file_, &dimensions, &status) == 0 && dimensions == 0) continue;
            const std::string name = text_of_key("EXTNAME");
            const std::string shown = name.empty() ? fmt::format("{}", number - 1) : milkomeda::quoted(name);
            std::string reason = found || kind == IMAGE_HDU ? "" : problem_of_table(options, shown);
            if (found || kind == IMAGE_HDU || !reason.empty()) {
                others.push_back(shown);
                if (problem.empty()) problem = reason;
                continue;
            }
            found = number;
            layout = layout_, columns = columns_;
        }
        if (!found && status != END_OF_FILE) require_fits(status);
        const bool has_rest = status != END_OF_FILE;
        if (!found && problem.empty())
            throw std::runtime_error(others.empty() ? "the file contains no table"
                                                    : "the file contains images, but no table");
        if (!found) throw std::runtime_error(problem);
        require_fits(fits_movabs_hdu(file_, found, nullptr, &(status = 0)));
        layout_ = std::move(layout), columns_ = std::move(columns);
        if (has_rest)
            layout_.notes.emplace_back(
                "the rest of the file after the table is not FITS; the program does not read it");
        constexpr std::size_t most = 10;
        const std::size_t count = others.size();
        others.resize(std::min(count, most));
        if (count > 0)
            layout_.notes.push_back("the program does not read these extensions of the file: " + join(others) +
                                    (count > most ? ", ..." : ""));
    }

    // Finds the columns and roles of the current HDU, a table. Returns the reason why the table cannot be read, for
    // example because it has no positions; otherwise an empty text.
    std::string problem_of_table(const ReadOptions& options, const std::string& table) try {
        take_columns();
        TableColumns& columns = layout_.columns;
        layout_.has_names =
            std::ranges::any_of(columns, [](const TableColumn& column) { return !column.name.empty(); });
        layout_.rule = "by the names of the columns";
        if (layout_.has_names) {
            assign_by_name(columns);
        } else if (options.columns.empty() && !columns.empty()) {
            layout_.rule = "by position: " + assign_by_position(columns, 0, is_fits_integer(columns_.front().type));
            layout_.notes.push_back("the columns have no names; the program reads them " + layout_.rule);
        }
        if (!options.columns.empty()) {
            assign_by_choice(columns, options.columns);
            layout_.rule = "as assigned by --columns";
        }
        for (const ColumnRole role : {ColumnRole::x, ColumnRole::y, ColumnRole::z})
            if (!column_with(columns, role))
                return fmt::format(
                    "the table {} lacks the column {}; its columns are {}; assign them, for example by "
                    "--columns m=3,x=0,y=1,z=2",
                    table, name_of(role), list_of_columns(columns, {}));
        check_types();
        assign_units(columns, options);
        return "";
    } catch (const std::invalid_argument& error) {
        return fmt::format("table {}: {}", table, error.what());
    }

    void take_columns() {
        layout_ = {}, columns_ = {};
        int count = 0, kind = 0, status = 0;
        require_fits(fits_get_num_cols(file_, &count, &status));
        require_fits(fits_get_hdu_type(file_, &kind, &status));
        for (int number = 1; number <= count; ++number) {
            int type = 0, stored = 0;
            long width = 0, bytes = 0;
            require_fits(fits_get_coltype(file_, number, &stored, nullptr, nullptr, &status));
            require_fits(fits_get_eqcoltype(file_, number, &type, &width, &bytes, &status));
            const std::string name = text_of_key(fmt::format("TTYPE{}", number)),
                              unit = text_of_key(fmt::format("TUNIT{}", number));
            const bool has_numbers = is_fits_integer(type) || type == TFLOAT || type == TDOUBLE;
            const bool has_floats = kind == BINARY_TBL && (stored == TFLOAT || stored == TDOUBLE);
            if (has_numbers && width == 3 && role_of(name + "_x")) {
                for (const char axis : {'x', 'y', 'z'}) {
                    columns_.push_back({number, type, width, axis - 'x', false, true, has_floats});
                    layout_.columns.push_back({name + '_' + axis, unit});
                }
            } else {
                columns_.push_back({number, type, width, 0, type == TSTRING && (width == bytes || width == 1),
                                    has_numbers && width == 1, has_floats});
                layout_.columns.push_back({name, unit});
            }
        }
    }

    // Throws std::invalid_argument if a column of masses, positions or velocities does not contain one number per row.
    // Removes the role of other unusable columns and adds a note.
    void check_types() {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            TableColumn& column = layout_.columns[i];
            if (!column.role || columns_[i].is_number || (columns_[i].is_text && *column.role > ColumnRole::id))
                continue;
            if (is_quantity(*column.role))
                throw std::invalid_argument(
                    fmt::format("the column {} does not contain one number per row", milkomeda::quoted(column.name)));
            layout_.notes.push_back(fmt::format("the column {} does not contain one {} per row; the program ignores it",
                                                milkomeda::quoted(column.name),
                                                *column.role == ColumnRole::id ? "number" : "number or text"));
            column.role.reset();
        }
    }

    void send_layout(Sender& sender) const {
        sender.value(layout_.columns.size());
        for (const TableColumn& column : layout_.columns) {
            sender.text(column.name), sender.text(column.unit);
            sender.value(column.role), sender.value(column.factor);
        }
        sender.text(layout_.rule);
        sender.texts(layout_.notes);
    }

    // Sends the numbers of `count` rows from row `first` on (counted from 1), column by column. Adds the rows to
    // `components`.
    void send_block(Sender& sender, LONGLONG first, std::size_t count, RowComponents& components) {
        std::vector<std::string> component, galaxy(count), type(count, "all");
        bool has_names = false;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const auto role = layout_.columns[i].role;
            if (!role) continue;
            if (is_quantity(*role)) {
                sender.bytes(read<double>(i, TDOUBLE, first, count).data(), count * sizeof(double));
            } else if (*role == ColumnRole::id) {
                sender.bytes(read_ids(i, first, count).data(), count * sizeof(std::uint64_t));
            } else {
                has_names = true;
                (*role == ColumnRole::component ? component
                 : *role == ColumnRole::galaxy  ? galaxy
                                                : type) = read_texts(columns_[i], first, count);
                if (*role == ColumnRole::type) std::ranges::transform(type, type.begin(), name_of_type);
            }
        }
        for (std::size_t row = 0; has_names && row < count; ++row) try {
                components.add_row(component.empty() ? type[row] : component[row], galaxy[row]);
            } catch (const std::invalid_argument& error) {
                throw std::runtime_error(fmt::format("row {}: {}", first + static_cast<LONGLONG>(row), error.what()));
            }
    }

    template <typename Number>
    std::vector<Number> read(std::size_t i, int type, LONGLONG first, std::size_t count) const {
        const FitsColumn& column = columns_[i];
        const auto width = static_cast<std::size_t>(column.width), all = count * width;
        std::vector<Number> numbers(all);
        std::vector<char> are_null(all);
        int any_null = 0, status = 0;
        // When CFITSIO looks for masked numbers, it replaces -0 by 0. Columns of binary floats need no search, because
        // their only mask is NaN.
        if (column.has_floats)
            fits_read_col(file_, type, column.number, first, 1, static_cast<LONGLONG>(all), nullptr, numbers.data(),
                          nullptr, &status);
        else
            fits_read_colnull(file_, type, column.number, first, 1, static_cast<LONGLONG>(all), numbers.data(),
                              are_null.data(), &any_null, &status);
        require_fits(status);
        for (std::size_t row = 0; row < count; ++row) {
            const std::size_t place = row * width + static_cast<std::size_t>(column.element);
            if (are_null[place] || !std::isfinite(static_cast<double>(numbers[place])))
                throw std::runtime_error(fmt::format("row {}: the number in the column {} is masked or not finite",
                                                     first + static_cast<LONGLONG>(row),
                                                     milkomeda::quoted(layout_.columns[i].name)));
            numbers[row] = numbers[place];
        }
        numbers.resize(count);
        return numbers;
    }

    // Accepts integers that are stored as floats. Negative ids keep their bits.
    std::vector<std::uint64_t> read_ids(std::size_t i, LONGLONG first, std::size_t count) const {
        if (columns_[i].type == TULONGLONG) return read<std::uint64_t>(i, TULONGLONG, first, count);
        std::vector<std::int64_t> ids;
        if (is_fits_integer(columns_[i].type)) {
            ids = read<std::int64_t>(i, TLONGLONG, first, count);
        } else {
            constexpr double most = 9007199254740992;  // 2^53, up to which doubles represent all integers
            for (const double id : read<double>(i, TDOUBLE, first, count)) {
                if (id != std::floor(id) || std::abs(id) > most)
                    throw std::runtime_error(fmt::format("row {}: the id {} is not an integer",
                                                         first + static_cast<LONGLONG>(ids.size()), exact_number(id)));
                ids.push_back(static_cast<std::int64_t>(id));
            }
        }
        return {ids.begin(), ids.end()};
    }

    std::vector<std::string> read_texts(const FitsColumn& column, LONGLONG first, std::size_t count) const {
        int width = 0, any_null = 0, status = 0;
        require_fits(fits_get_col_display_width(file_, column.number, &width, &status));
        const std::size_t size = static_cast<std::size_t>(std::max(width, FLEN_VALUE)) + 1;
        std::vector<char> characters(count * size);
        std::vector<char*> places(count);
        for (std::size_t row = 0; row < count; ++row) places[row] = characters.data() + row * size;
        char nothing[] = "";
        require_fits(fits_read_col(file_, TSTRING, column.number, first, 1, static_cast<LONGLONG>(count), nothing,
                                   places.data(), &any_null, &status));
        std::vector<std::string> texts;
        for (const char* const place : places) {
            const std::string_view text = place;
            const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
            texts.emplace_back(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
        }
        return texts;
    }

    fitsfile* file_ = nullptr;
    TableLayout layout_;
    std::vector<FitsColumn> columns_;  // one per column of layout_
    LONGLONG rows_ = 0;
};

// The following functions run in the parent process.

std::size_t receive_count(IsolatedProcess& child, std::size_t most) {
    const auto count = child.value<std::size_t>();
    if (count > most) throw std::runtime_error("the child process sent a wrong number");
    return count;
}

TableLayout receive_layout(IsolatedProcess& child) {
    constexpr std::size_t most = 4096;
    TableLayout layout;
    layout.columns.resize(receive_count(child, most));
    for (TableColumn& column : layout.columns) {
        column.name = child.text(), column.unit = child.text();
        column.role = child.value<std::optional<ColumnRole>>(), column.factor = child.value<double>();
    }
    layout.rule = child.text();
    layout.notes = child.texts();
    return layout;
}

// Receives `count` rows and stores them from row `first` on.
void receive_block(IsolatedProcess& child, const TableColumns& columns, std::size_t first, std::size_t count,
                   ParticleFile& file) {
    std::vector<double> numbers(count);
    for (const TableColumn& column : columns) {
        if (!column.role || *column.role > ColumnRole::id) continue;
        if (*column.role == ColumnRole::id) {
            child.bytes(file.exact_ids.data() + first, count * sizeof(std::uint64_t));
            continue;
        }
        child.bytes(numbers.data(), count * sizeof(double));
        const auto take = [&](auto&& place) {
            for (std::size_t i = 0; i < count; ++i)
                place(first + i) = static_cast<std::decay_t<decltype(place(0))>>(column.factor * numbers[i]);
        };
        if (is_position(*column.role)) {
            const int axis = static_cast<int>(*column.role) - static_cast<int>(ColumnRole::x);
            take([&](std::size_t row) -> double& { return file.exact_positions[row][axis]; });
        } else if (*column.role == ColumnRole::mass) {
            take([&](std::size_t row) -> float& { return file.particles.positions[row].w; });
        } else {
            constexpr std::array axes{&Float4::x, &Float4::y, &Float4::z};
            const auto axis = axes[static_cast<std::size_t>(*column.role) - static_cast<std::size_t>(ColumnRole::vx)];
            take([&](std::size_t row) -> float& { return file.particles.velocities[row].*axis; });
        }
    }
}

void receive_fits(IsolatedProcess& child, const std::filesystem::path& path, const ReadOptions& options,
                  ParticleFile& file) {
    const auto [rows, time] = child.value<FitsSummary>();
    require_countable(path, rows);
    const TableLayout layout = receive_layout(child);
    make_room(rows, file.particles.positions, file.particles.velocities, file.exact_positions);
    if (column_with(layout.columns, ColumnRole::id)) make_room(rows, file.exact_ids);
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = receive_count(child, rows - first);
        receive_block(child, layout.columns, first, count, file);
        first += count;
    }
    RowComponents components;
    components.names.resize(receive_count(child, std::numeric_limits<std::uint8_t>::max()));
    for (auto& [component, galaxy] : components.names) component = child.text(), galaxy = child.text();
    if (!components.names.empty()) {
        components.tags.resize(rows);
        child.bytes(components.tags.data(), rows);
        if (*std::ranges::max_element(components.tags) >= components.names.size())
            throw std::runtime_error("the child process sent a wrong number");
    }
    file.particles.time = time.value_or(0);
    describe_table(file, layout, options);
    if (time) file.sources.push_back({"time", "keyword TIME", "", 1, ""});
    components.group_rows(file);
}

// Runs `work` on the table of the file in a child process.
template <typename Result>
Result read_fits_in_child(const std::filesystem::path& path, const ReadOptions& options,
                          const std::function<void(Sender&, FitsTable&)>& work,
                          const std::function<Result(IsolatedProcess&)>& receive) {
    const FileHead head = head_of(path);
    // CFITSIO decompresses a whole file into memory. For compressed files, the memory limit of the child process grows
    // by `compression` times the file size, and tables larger than `most_compression` times the file size are rejected.
    constexpr std::uint64_t compression = 15, most_compression = 100;
    const auto call = [&](Sender& sender) {
        FitsTable table(path, options, head.size * (head.packed ? most_compression : 1));
        work(sender, table);
    };
    return read_in_child<Result>(path, {128 << 20, 10}, "cannot be read as a FITS table: ", call, receive,
                                 head.packed ? compression * head.size : 0);
}

}  // namespace

bool looks_like_fits(const FileHead& head) {
    return head.bytes.starts_with("SIMPLE  =") || (head.packed && head.text.starts_with("SIMPLE  ="));
}

ParticleFile read_fits(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile file;
    read_fits_in_child<bool>(
        path, options, [&](Sender& sender, FitsTable& table) { table.send(sender, options); },
        [&](IsolatedProcess& child) { return receive_fits(child, path, options, file), true; });
    return file;
}

std::optional<double> read_fits_time(const std::filesystem::path& path, const ReadOptions& options) {
    using Time = std::optional<double>;
    return read_fits_in_child<Time>(
        path, options, [&](Sender& sender, FitsTable& table) { sender.value(table.time(options)); },
        [](IsolatedProcess& child) { return child.value<Time>(); });
}

}  // namespace milkomeda
