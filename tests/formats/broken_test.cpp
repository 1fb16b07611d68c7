// Every broken table must be refused with a one-line message. The message names the file, the position in the file and
// the reason.
#include <doctest/doctest.h>

#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

const std::string good = "1 2 3 4 5 6 7\n";

}  // namespace

TEST_CASE("broken table rows are refused with line, column and reason") {
    struct Case {
        std::string text, error_message;
    };
    const Case cases[] = {
        {good + "1 2 3 4 5 6\n", ":2:12: the row ends after 6 of 7 columns (mass x y z vx vy vz)"},
        {good + "  1 2\t3  \n", ":2:10: the row ends after 3 of 7 columns"},
        {good + "1 2 3 4 5 6 7 8\n", ":2:15: the row has more than 7 columns (mass x y z vx vy vz)"},
        {good + "\n# comment\n1 2 3 4 5 6 7 x\n", ":4:15: the row has more than 7 columns"},
        {good + "1 2 3 4 5 6 7 # note\n", ":2:15: the row has more than 7 columns"},
        {"1 2 three 4 5 6 7\n", ":1:5: 'three' in column y is not a number"},
        {"mass x y z vx vy vz\n", ": contains a header, but no bodies"},
        {"1 2 3.4.5 4 5 6 7\n", ":1:5: '3.4.5' in column y is not a number"},
        {"1 2 3e 4 5 6 7\n", ":1:5: '3e' in column y is not a number"},
        {"1 0x2 3 4 5 6 7\n", ":1:3: '0x2' in column x is not a number"},
        {"1 +-2 3 4 5 6 7\n", ":1:3: '+-2' in column x is not a number"},
        {"1 + 3 4 5 6 7\n", ":1:3: '+' in column x is not a number"},
        {good + "1,2,3,4,5,6,7\n", ":2:14: the row ends after 1 of 7 columns"},
        {"1 2 \"abcdefghijklmnopqrstuvwxyz\" 4 5 6 7\n",
         ":1:6: 'abcdefghijklmnopqrstuvwx...' in column y is not a number"},
        {"1 2 3 4 5 6 \xc3\xa4\n", ":1:13: '\?\?' in column vz is not a number"},
        {good + "1 2 nan 4 5 6 7\n", ":2:5: 'nan' in column y is not finite"},
        {"1 2 3 4 inf 6 7\n", ":1:9: 'inf' in column vx is not finite"},
        {"1 2 3 4 5 -Infinity 7\n", ":1:11: '-Infinity' in column vy is not finite"},
        {"1 2 3 1e39 5 6 7\n", ":1:7: '1e39' in column z is too large for a 32-bit float"},
        {"1 2 3 -3.5e38 5 6 7\n", ":1:7: '-3.5e38' in column z is too large for a 32-bit float"},
        {"1 2 3 1e999 5 6 7\n", ":1:7: '1e999' in column z is too large for a 32-bit float"},
        {good + good + "-1e-9 2 3 4 5 6 7\n", ":3:1: the mass '-1e-9' is negative"},
        {"0 2 3 4 5 6 7\n0 1 1 1 1 1 1\n", ": all masses are 0"},
        {"1e-60 2 3 4 5 6 7\n", ": all masses are 0"},
        {"\n# nothing but comments\n\n", ": contains no bodies; each row must be: mass x y z vx vy vz"},
        {std::string(100'000, '7'), ":1:65536: the line is too long; the file is not a text table"},
        {good + std::string(100'000, ' ') + good, ":2:65536: the line is too long; the file is not a text table"},
    };
    const TemporaryFolder folder;
    for (const Case& broken : cases)
        for (const bool packed : {false, true}) {
            const auto file = folder.put("broken.tab", packed ? gzipped(broken.text) : broken.text);
            const std::string error_message = refusal(file);
            CAPTURE(broken.text.substr(0, 80));
            CAPTURE(error_message);
            CHECK(error_message.starts_with(file.string() + broken.error_message));
            CHECK(error_message.find('\n') == std::string::npos);
        }
}

TEST_CASE("a path that is not a particle file is refused with its name and the reason") {
    const TemporaryFolder folder;
    const auto error_message = [](const std::filesystem::path& file) {
        return refusal(file).substr(file.string().size());
    };
    CHECK(error_message(folder / "missing.tab") == ": there is no such file");
    CHECK(error_message(folder / "no/folder/x.tab") == ": there is no such file");
    CHECK(error_message(folder / "") == ": is a folder, not a particle file");
    CHECK(error_message(folder.put("empty.tab", "")) == ": is empty");
    CHECK(error_message(folder.put("file", "x") / "below.tab") != "");
    CHECK(error_message(folder.put("picture.tab", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16))) ==
          ": has an unknown format (Milkomeda reads hdf5, milkomeda, recording, gadget2, nemo, tipsy, phigrape, fits, "
          "csv, table)");
    CHECK(error_message(folder.put("empty.tab.gz", gzipped(""))) ==
          ": contains no bodies; each row must be: mass x y z vx vy vz");
}

TEST_CASE("a broken gzip file is refused with the message of zlib") {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "1 2 3 4 5 6 " + std::to_string(i * 7919 % 10'007) + "\n";
    const std::string whole = gzipped(text);
    const TemporaryFolder folder;
    const auto error_message = [&](const std::string& content) {
        const auto file = folder.put("broken.tab.gz", content);
        return refusal(file).substr(std::min(refusal(file).size(), file.string().size()));
    };
    CHECK(error_message(whole).empty());
    for (const std::size_t length : {2ul, 5ul, 20ul, whole.size() / 2, whole.size() - 8, whole.size() - 1}) {
        CAPTURE(length);
        CHECK(error_message(whole.substr(0, length)) == ": cannot be read: unexpected end of file");
    }

    std::string corrupt = whole;
    corrupt[whole.size() - 6] = static_cast<char>(corrupt[whole.size() - 6] ^ 1);
    CHECK(error_message(corrupt) == ": cannot be read: incorrect data check");
    corrupt = whole;
    corrupt[2] = 7;
    CHECK(error_message(corrupt) == ": cannot be read: unknown compression method");
    corrupt = whole;
    for (std::size_t i = 100; i < 120; ++i) corrupt[i] = '\xff';
    CHECK_FALSE(error_message(corrupt).empty());
    // This gzip file is valid, but it contains no text.
    CHECK(error_message(gzipped(std::string("\0\1\2\3", 4))) ==
          ":1:1: the file contains binary data; it is not a text table");
}

TEST_CASE("a truncated gzip table is refused as a whole and yields no rows") {
    const TemporaryFolder folder;
    const std::string whole = gzipped(good + good + good);
    CHECK_THROWS_AS(read_particles(folder.put("cut.tab.gz", whole.substr(0, whole.size() - 4))), FileError);
}
