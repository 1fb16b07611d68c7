// Reader for text files that consist of numbers, whose meaning follows from their order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/files/text_file.hpp"

namespace milkomeda {

// Returns the words of the first `count` lines of a text that are not blank. Blanks and commas separate words.
std::vector<std::vector<std::string_view>> first_words(std::string_view text, std::size_t count);

// Converts a word to a number: C and Fortran notation, "+1.5", "1.5D+03". Returns an empty optional for other words.
std::optional<double> real_from(std::string_view word);

// Reads the numbers of a text file one after another; blanks, commas and line ends separate them. The file may be
// compressed by gzip. Functions throw FileError with line and column; `name` is the name of the number in messages.
class TextNumbers {
  public:
    explicit TextNumbers(const std::filesystem::path& file) : reader_(file) {}

    double real(std::string_view name);
    std::uint64_t integer(std::string_view name);
    // Skips the rest of the line from which the last number was read.
    void skip_line() { position_ = line_.size(); }
    // Returns true if no number follows.
    bool at_end() { return !find_word(); }
    double share_read() const { return reader_.share_read(); }

  private:
    // Moves to the next word. Returns false at the end of the file.
    bool find_word();
    std::string_view next_word(std::string_view name);
    [[noreturn]] void fail(std::string_view word, std::string_view name, const char* type) const;

    TextReader reader_;
    std::string_view line_;  // valid until the next line is read
    std::size_t position_ = 0;
};

}  // namespace milkomeda
