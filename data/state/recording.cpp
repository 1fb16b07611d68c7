#include "data/state/recording.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <tuple>

#include "data/hdf5/hdf5_archive.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/hdf5/hdf5_recording.hpp"
#include "data/particles/row_order.hpp"
#include "data/state/component_lines.hpp"
#include "data/system/disk_space.hpp"
#include "data/system/isolated_process.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view recording_kind = "Milkomeda recording";

// Throws std::runtime_error if the file cannot grow by `needed` bytes. The check is needed because the HDF5 library
// cannot recover from a full disk. After the exception, the file can still be closed and keeps its content.
void require_room(int descriptor, std::uint64_t needed) {
    // space for the data that HDF5 writes only when it closes the file: the index of chunks and buffered data
    constexpr std::uint64_t for_the_end = 256 * 1024;
    if (bytes_to_grow(descriptor) < needed + for_the_end) throw std::runtime_error("No space left on device");
}

template <typename Number>
void send_list(Sender& sender, const std::vector<Number>& numbers) {
    sender.value(std::uint64_t{numbers.size()});
    sender.bytes(numbers.data(), numbers.size() * sizeof(Number));
}

// Task of the writer process: writes the received moments and reports the length of the file. At the end of the data
// the writer process completes the file, even if the sending process has died.
struct WriterWork {
    const std::filesystem::path& path;
    const RecordedBodies& bodies;
    RecordedColumns columns;
    bool has_gas;
    Existing existing;
    int socket;

    void operator()(Sender& sender) const {
        outlive_parent();
        // Replies only after renaming the temporary file, because the receiver of the reply ends the writer process.
        const Whole whole = write_whole(sender);
        sender.value(whole.bytes);
        send_list(sender, std::vector<char>(whole.name.begin(), whole.name.end()));
    }

  private:
    struct Whole {
        std::uint64_t bytes;
        std::string name;
    };

    Whole write_whole(Sender& sender) const {
        AtomicFile file(path, existing);
        const std::uint64_t moment_bytes = recorded_bytes(bodies.ids.size(), 1, columns, has_gas);
        const std::uint64_t own_bytes = 8 * bodies.ids.size() + bodies.components.size();
        try {
            require_room(file.descriptor(), own_bytes + moment_bytes);
            return write(file, moment_bytes, sender);
        } catch (const FileError&) {
            throw;
        } catch (const std::runtime_error& error) {
            file.fail(error.what());
        }
    }
    Whole write(AtomicFile& file, std::uint64_t moment_bytes, Sender& sender) const {
        const RecordedMoments stored{columns == RecordedColumns::all, has_gas};
        Hdf5RecordingWriter recording(file.path(), bodies, stored);
        std::string trouble;
        const std::size_t count = bodies.ids.size();
        std::vector<float> positions(3 * count), velocities(stored.velocities ? 3 * count : 0),
            lengths(stored.lengths ? count : 0);
        const auto take = [&](std::vector<float>& numbers) {
            return receive_all(socket, numbers.data(), numbers.size() * sizeof(float));
        };
        long moments = 0;
        for (double time = 0;
             receive_all(socket, &time, sizeof time) && take(positions) && take(velocities) && take(lengths);) {
            try {
                require_room(file.descriptor(), moment_bytes);
            } catch (const std::runtime_error& error) {
                trouble = error.what();
                break;
            }
            recording.add(time, positions, velocities, lengths);
            ++moments;
            try {
                sender.value(bytes_in(file.descriptor()));
            } catch (const std::runtime_error&) {
                // The receiving process was killed; the moments received so far still become a complete file.
            }
        }
        recording.close();
        if (moments == 0) throw std::runtime_error(trouble.empty() ? "no moments were recorded" : trouble);
        seal_archive(file.descriptor(), recording_kind, false);
        file.finish_lasting();
        if (!trouble.empty())
            throw std::runtime_error(fmt::format("{}; the recording contains the first {} moments", trouble, moments));
        return {bytes_in(file.descriptor()), file.name().string()};
    }
};

template <typename Result>
Result read_in_recording(const std::filesystem::path& path, const std::function<void(Sender&)>& work,
                         const std::function<Result(IsolatedProcess&)>& receive) {
    require_intact_archive(path, recording_kind, false);
    return read_in_child(path, {512 << 20, 20}, "cannot be read: ", work, receive);
}

template <typename Number>
std::vector<Number> receive_list(IsolatedProcess& child) {
    constexpr std::uint64_t most = std::uint64_t{1} << 36;
    const auto count = child.value<std::uint64_t>();
    if (count > most / sizeof(Number)) throw std::runtime_error("a data set is too long: the file is damaged");
    std::vector<Number> numbers(count);
    child.bytes(numbers.data(), count * sizeof(Number));
    return numbers;
}

// Returns velocities for a recording without velocities: differences of the positions at neighboring moments.
std::vector<float> velocities_between(const Hdf5RecordingReader& reader, std::size_t moment) {
    const std::vector<double> times = reader.times();
    const std::size_t before = moment > 0 ? moment - 1 : moment, after = std::min(moment + 1, times.size() - 1);
    const double seconds = times[after] - times[before];
    std::vector<float> velocities(3 * reader.count(), 0.0f);
    if (!(seconds > 0)) return velocities;
    const std::vector<float> from = reader.positions(before), to = reader.positions(after);
    for (std::size_t i = 0; i < velocities.size(); ++i)
        velocities[i] = static_cast<float>((double{to[i]} - double{from[i]}) / seconds);
    return velocities;
}

}  // namespace

std::uint64_t recorded_bytes(std::size_t bodies, std::size_t moments, RecordedColumns columns, bool has_gas) {
    const std::uint64_t numbers = (columns == RecordedColumns::all ? 6 : 3) + (has_gas ? 1 : 0);
    return std::uint64_t{moments} * (bodies * numbers * sizeof(float) + sizeof(double));
}

RecordingWriter::RecordingWriter(const std::filesystem::path& file, const ParticleSet& particles,
                                 RecordedColumns columns, Existing existing)
    : file_{file}, columns_{columns}, has_gas_{std::ranges::any_of(particles.components, is_gas)} {
    // reports an unwritable file before the child process starts
    { const AtomicFile trial{file, existing}; }
    RecordedBodies bodies;
    bodies.ids = particles.ids;
    for (const Float4& position : particles.positions) bodies.masses.push_back(position.w);
    bodies.components = lines_of(particles.components);
    bodies.origin = {particles.origin.x, particles.origin.y, particles.origin.z};
    Descriptor there;
    try {
        std::tie(socket_, there) = make_socket_pair();
    } catch (const std::runtime_error& error) {
        throw FileError(file, std::string("cannot be written: ") + error.what());
    }
    const WriterWork work{file_, bodies, columns, has_gas_, existing, there};
    std::vector<int> given = own_descriptors(file);
    given.push_back(there);
    writer_ = std::make_unique<IsolatedProcess>(IsolatedProcess::no_limits, work, std::move(given));
}

RecordingWriter::~RecordingWriter() {
    try {
        finish();
    } catch (const std::exception&) {
        // The destructor ignores errors; call finish() to receive them.
    }
}

void RecordingWriter::add(double time, std::span<const Float4> positions, std::span<const Float4> velocities) try {
    send_all(socket_, &time, sizeof time);
    const auto send_column = [&](std::span<const Float4> rows) {
        block_.clear();
        for (const Float4& row : rows) block_.insert(block_.end(), {row.x, row.y, row.z});
        send_all(socket_, block_.data(), block_.size() * sizeof(float));
    };
    send_column(positions);
    if (columns_ == RecordedColumns::all) send_column(velocities);
    if (has_gas_) {
        block_.resize(velocities.size());
        std::ranges::transform(velocities, block_.begin(), &Float4::w);
        send_all(socket_, block_.data(), block_.size() * sizeof(float));
    }
    bytes_ = writer_->value<std::uint64_t>();
} catch (const std::runtime_error& error) {
    writer_.reset();
    socket_ = {};
    throw FileError(error.what());
}

void RecordingWriter::finish() {
    if (!writer_) return;
    socket_ = {};  // tells the writer process that the data has ended
    try {
        bytes_ = writer_->value<std::uint64_t>();
        const auto name = receive_list<char>(*writer_);
        file_ = std::string{name.begin(), name.end()};
    } catch (const std::runtime_error& error) {
        writer_.reset();
        throw FileError(error.what());
    }
    writer_.reset();
}

bool looks_like_recording(const FileHead& head) { return looks_like_archive(head, recording_kind); }

std::vector<double> recorded_times(const std::filesystem::path& file) {
    auto times = read_in_recording<std::vector<double>>(
        file, [&](Sender& sender) { send_list(sender, Hdf5RecordingReader(file).times()); },
        [](IsolatedProcess& child) { return receive_list<double>(child); });
    if (times.empty()) throw FileError(file, "contains no moments");
    for (std::size_t i = 0; i < times.size(); ++i)
        if (!std::isfinite(times[i]) || (i > 0 && !(times[i] > times[i - 1])))
            fail_as_inconsistent(file, "the times of the moments do not increase");
    return times;
}

ParticleSet read_recorded(const std::filesystem::path& file, std::size_t moment) {
    const auto send = [&](Sender& sender) {
        const Hdf5RecordingReader reader(file);
        const RecordedBodies bodies = reader.bodies();
        const std::vector<double> times = reader.times();
        if (moment >= times.size()) throw std::runtime_error("the requested moment does not exist");
        sender.value(times[moment]);
        sender.value(bodies.origin);
        send_list(sender, bodies.ids);
        send_list(sender, bodies.masses);
        send_list(sender, std::vector<char>(bodies.components.begin(), bodies.components.end()));
        send_list(sender, reader.positions(moment));
        send_list(sender, reader.has_velocities() ? reader.velocities(moment) : velocities_between(reader, moment));
        send_list(sender, reader.lengths(moment));
    };
    return read_in_recording<ParticleSet>(file, send, [&](IsolatedProcess& child) {
        ParticleFile content;
        ParticleSet& particles = content.particles;
        particles.time = child.value<double>();
        const auto [x, y, z] = child.value<std::array<double, 3>>();
        particles.origin = {x, y, z};
        particles.ids = receive_list<std::uint32_t>(child);
        const auto masses = receive_list<float>(child);
        const auto components = receive_list<char>(child);
        const auto positions = receive_list<float>(child), velocities = receive_list<float>(child),
                   lengths = receive_list<float>(child);
        const std::size_t rows = particles.ids.size();
        if (masses.size() != rows || positions.size() != 3 * rows || velocities.size() != 3 * rows ||
            (!lengths.empty() && lengths.size() != rows))
            fail_as_inconsistent(file, "the columns have different numbers of bodies");
        particles.positions.resize(rows);
        particles.velocities.resize(rows);
        for (std::size_t i = 0; i < rows; ++i) {
            particles.positions[i] = {positions[3 * i], positions[3 * i + 1], positions[3 * i + 2], masses[i]};
            particles.velocities[i] = {velocities[3 * i], velocities[3 * i + 1], velocities[3 * i + 2],
                                       lengths.empty() ? 0 : lengths[i]};
        }
        add_components(file, {components.begin(), components.end()}, particles);
        finish(file, content);
        return std::move(particles);
    });
}

ParticleFile read_recording_bodies(const std::filesystem::path& file, const ReadOptions&) {
    ParticleFile content;
    const std::vector<double> times = recorded_times(file);
    content.particles = read_recorded(file, 0);
    sort_components_by_id(content.particles);
    content.is_complete = true;
    content.notes.push_back(
        fmt::format("the recording contains {} moments, the last at time {:f}; the program reads only the first moment",
                    times.size(), times.back()));
    return content;
}

std::optional<double> read_recording_time(const std::filesystem::path& file, const ReadOptions&) {
    return recorded_times(file).front();
}

void write_recording_bodies(const std::filesystem::path& file, const ParticleSet& particles) {
    require_readable(file, particles.components);
    RecordingWriter writer(file, particles, RecordedColumns::all);
    writer.add(particles.time, particles.positions, particles.velocities);
    writer.finish();
}

}  // namespace milkomeda
