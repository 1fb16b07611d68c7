#include "data/search/state_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

void StateWriter::put(std::string_view name, std::span<const double> numbers) {
    text_ += name;
    for (const double number : numbers) text_ += " " + exact_number(number);
    text_ += '\n';
}

StateReader::StateReader(std::string_view text) : lines_{split(std::string{text}, '\n')} {
    if (!lines_.empty() && lines_.back().empty()) lines_.pop_back();
}

void StateReader::fail(const std::string& reason) const {
    throw std::invalid_argument(fmt::format("line {}: {}", next_ + 1, reason));
}

std::vector<double> StateReader::take(std::string_view name, std::size_t count) {
    if (next_ == lines_.size()) fail(fmt::format("the text ends before {}; start a new search", name));
    const std::vector<std::string> words = split(lines_[next_], ' ');
    if (words.front() != name)
        fail(fmt::format("{} is not {}; start a new search", milkomeda::quoted(words.front()), name));
    if (words.size() != count + 1)
        fail(fmt::format("{} has {} numbers, but needs {}; start a new search", name, words.size() - 1, count));
    std::vector<double> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = number_from<double>(words[i]);
        if (!number || !std::isfinite(*number)) fail(fmt::format("{} is not a number", milkomeda::quoted(words[i])));
        numbers.push_back(*number);
    }
    ++next_;
    return numbers;
}

std::uint64_t StateReader::take_count(std::string_view name, std::uint64_t most) {
    const double number = take(name);
    if (!(number >= 0 && number <= static_cast<double>(most)) || number != std::floor(number)) {
        --next_;
        fail(fmt::format("{} is {}, but must be a whole number from 0 to {}", name, short_number(number), most));
    }
    return static_cast<std::uint64_t>(number);
}

bool StateReader::has_next(std::string_view name) const {
    return next_ < lines_.size() && split(lines_[next_], ' ').front() == name;
}

void StateReader::finish() const {
    if (next_ < lines_.size()) fail("the text has more lines than the state; start a new search");
}

}  // namespace milkomeda
