#include "data/formats/text_numbers.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "data/system/file_error.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view word_separators = " ,\t\r\v\f";

}  // namespace

std::vector<std::vector<std::string_view>> first_words(std::string_view text, std::size_t count) {
    std::vector<std::vector<std::string_view>> lines;
    while (lines.size() < count && !text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::vector<std::string_view> words;
        for (std::size_t at; (at = line.find_first_not_of(word_separators)) != line.npos;) {
            line.remove_prefix(at);
            words.push_back(line.substr(0, line.find_first_of(word_separators)));
            line.remove_prefix(words.back().size());
        }
        if (!words.empty()) lines.push_back(std::move(words));
    }
    return lines;
}

std::optional<double> real_from(std::string_view word) {
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    std::string number(word);
    if (const std::size_t exponent = number.find_first_of("dD"); exponent != number.npos) {
        number[exponent] = 'e';
        if (number.substr(exponent + 1).starts_with('+')) number.erase(exponent + 1, 1);
    }
    return number_from<double>(number);
}

double TextNumbers::real(std::string_view name) {
    const std::string_view word = next_word(name);
    const std::optional<double> number = real_from(word);
    if (!number) fail(word, name, "a number");
    return *number;
}

std::uint64_t TextNumbers::integer(std::string_view name) {
    const std::string_view word = next_word(name);
    const std::optional<std::uint64_t> number = number_from<std::uint64_t>(word);
    if (!number) fail(word, name, "an integer from 0 to 18446744073709551615");
    return *number;
}

bool TextNumbers::find_word() {
    while ((position_ = std::min(line_.find_first_not_of(word_separators, position_), line_.size())) == line_.size()) {
        const auto line = reader_.next_line();
        line_ = line.value_or("");
        position_ = 0;
        if (!line) return false;
    }
    return true;
}

std::string_view TextNumbers::next_word(std::string_view name) {
    if (!find_word()) throw FileError(reader_.path(), fmt::format("is incomplete: it ends before the {}", name));
    const std::size_t end = std::min(line_.find_first_of(word_separators, position_), line_.size());
    return line_.substr(std::exchange(position_, end), end - position_);
}

void TextNumbers::fail(std::string_view word, std::string_view name, const char* type) const {
    throw FileError(fmt::format("{}:{}:{}: {} for the {} is not {}", reader_.path().string(), reader_.line_number(),
                                position_ - word.size() + 1, quoted(word), name, type));
}

}  // namespace milkomeda
