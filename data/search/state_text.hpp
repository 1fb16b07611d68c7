// Text form of the state of a search: lines of a name and numbers, which are exact.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

class StateWriter {
  public:
    void put(std::string_view name, std::span<const double> numbers);
    void put(std::string_view name, double number) { put(name, std::span{&number, 1}); }
    // Counts up to 2^53 are exact.
    void put_count(std::string_view name, std::uint64_t count) { put(name, static_cast<double>(count)); }

    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

// Reads the lines in the order in which StateWriter wrote them. The functions throw std::invalid_argument with the
// number of the line if the line has another name, another count of numbers, or a text that is not a number.
class StateReader {
  public:
    explicit StateReader(std::string_view text);

    std::vector<double> take(std::string_view name, std::size_t count);
    double take(std::string_view name) { return take(name, 1).front(); }
    // Returns a whole number of at most `most`.
    std::uint64_t take_count(std::string_view name, std::uint64_t most = std::uint64_t{1} << 53);
    // Returns true if the next line has this name.
    bool has_next(std::string_view name) const;
    // Throws if lines are left.
    void finish() const;

  private:
    [[noreturn]] void fail(const std::string& reason) const;

    std::vector<std::string> lines_;
    std::size_t next_ = 0;
};

}  // namespace milkomeda
