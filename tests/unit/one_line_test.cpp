// A message must be one printable line of limited length, even if the message contains text from users and files.
#include "data/text/one_line.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

TEST_CASE("one_line() leaves printable text unchanged in every language") {
    for (const char* text : {"", "no file 'x.tab'; there are: a, b", "größer als 3 µm — 銀河 🌌", "C:\\new"})
        CHECK(one_line(text) == text);
}

TEST_CASE("one_line() escapes characters that end a line or control a terminal") {
    CHECK(one_line("one\ntwo\r\n\tthree") == "one\\ntwo\\r\\n\\tthree");
    CHECK(one_line("\x1b[31mred\x1b[0m\x07") == "\\x1b[31mred\\x1b[0m\\x07");
    CHECK(one_line(std::string_view{"a\0b\x7f", 4}) == "a\\x00b\\x7f");
    // These are one-byte control sequences and line ends of Unicode (C1 controls).
    CHECK(one_line("\u009b31m\u0085") == "\\x9b31m\\x85");
    CHECK(one_line("\u2028\u2029\u202etfel\ufeff") == "\\u2028\\u2029\\u202etfel\\ufeff");
}

TEST_CASE("one_line() escapes invisible characters and characters that change the text direction") {
    for (const auto& [text, escaped] : std::initializer_list<std::pair<const char*, const char*>>{
             {"\u061c", "\\u061c"},
             {"\u200e\u200f", "\\u200e\\u200f"},
             {"\u202a\u202e\u2066\u2069", "\\u202a\\u202e\\u2066\\u2069"},
             {"\u00ad\u034f\u200b\u200d\u2060", "\\xad\\u034f\\u200b\\u200d\\u2060"},
             {"\u115f\u3164\uffa0", "\\u115f\\u3164\\uffa0"},
             {"\u0600\u06dd\u180e", "\\u0600\\u06dd\\u180e"},
             {"\U0001d173\U000e0041", "\\u1d173\\ue0041"}})
        CHECK(one_line(text) == escaped);
    CHECK(one_line("\u0627\u05d0\u1100\ufe0f") == "\u0627\u05d0\u1100\ufe0f");
}

TEST_CASE("one_line() escapes each byte that is not valid UTF-8") {
    CHECK(one_line("\xff\xfe") == "\\xff\\xfe");
    CHECK(one_line("a\xc3") == "a\\xc3");                  // The last character is truncated.
    CHECK(one_line("\xc0\xaf") == "\\xc0\\xaf");           // These bytes are an overlong encoding of a character.
    CHECK(one_line("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // These bytes encode half of a surrogate pair.
    // These bytes encode a number beyond the last Unicode character.
    CHECK(one_line("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("one_line() shortens long words and lines in the middle, between characters") {
    const std::string word = one_line("begin" + std::string(30'000, 'x') + "end and more");
    CHECK(word.starts_with("beginxxx"));
    CHECK(word.find("xxx ... xxx") != word.npos);
    CHECK(word.ends_with("xxxend and more"));
    CHECK(word.size() < 220);

    std::string text = "first";
    for (int i = 0; i < 10'000; ++i) text += " \u00e4\u00e4\u00e4";
    for (const std::string lead : {"", "x", "xx", "xxx"}) {
        const std::string line = one_line(lead + text + " last");
        CHECK(line.size() <= 2000);
        CHECK(line.ends_with(" last"));
        CHECK(line.find('\\') == line.npos);  // An escaped byte would mean that the line was cut within a character.
        CHECK(one_line(line) == line);
    }
}
