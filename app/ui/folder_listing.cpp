#include "app/ui/folder_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "data/formats/formats.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view name, std::string_view begin) {
    return name.size() >= begin.size() && std::equal(begin.begin(), begin.end(), name.begin(),
                                                     [](char a, char b) { return small_letter(a) == small_letter(b); });
}

// Returns true if the name `a` comes before `b` in the list: ignores case, and compares numbers within names by their
// values.
bool comes_before(std::string_view a, std::string_view b) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            const auto number = [&](std::string_view text, std::size_t& at) {
                while (at < text.size() && text[at] == '0') ++at;
                const std::size_t begin = at;
                while (at < text.size() && is_digit(text[at])) ++at;
                return text.substr(begin, at - begin);
            };
            const std::string_view m = number(a, i), n = number(b, j);
            if (m.size() != n.size()) return m.size() < n.size();
            if (m != n) return m < n;
            continue;
        }
        const char c = small_letter(a[i]), d = small_letter(b[j]);
        if (c != d) return c < d;
        ++i, ++j;
    }
    return a.size() - i < b.size() - j;
}

void sort(std::vector<FolderEntry>& entries, FileOrder order) {
    std::ranges::sort(entries, [order](const FolderEntry& a, const FolderEntry& b) {
        if (a.is_folder != b.is_folder) return a.is_folder;
        if (order == FileOrder::newest && a.changed != b.changed) return a.changed > b.changed;
        if (order == FileOrder::largest && a.bytes != b.bytes) return a.bytes > b.bytes;
        return comes_before(a.name, b.name);
    });
}

FolderEntry entry_of(const fs::directory_entry& file) {
    std::error_code ignored;
    FolderEntry entry{.name = file.path().filename().string(), .is_folder = file.is_directory(ignored)};
    if (!entry.is_folder)
        if (const std::uintmax_t bytes = file.file_size(ignored); !ignored) entry.bytes = bytes;
    if (const auto changed = file.last_write_time(ignored); !ignored) entry.changed = changed;
    return entry;
}

}  // namespace

bool looks_readable(std::string_view name) {
    if (name.ends_with(".toml")) return true;
    constexpr std::string_view digits = "0123456789";
    const bool is_numbered = name.find_first_of(digits) != name.npos;
    const std::string_view extension = name.substr(std::min(name.rfind('.'), name.size()));
    // GADGET files such as snap_017, and parts of snapshots such as snap_017.0, have no extension.
    if (is_numbered && extension.find_first_not_of(digits, 1) == name.npos) return true;
    for (const ParticleFormat& format : particle_formats())
        for (const std::string_view known : format.extensions)
            if (name.ends_with(known)) return true;
    return false;
}

FolderListing list_folder(const fs::path& folder, bool all, FileOrder order,
                          std::span<const std::string_view> extensions) {
    const auto is_wanted = [extensions](const std::string& name) {
        if (extensions.empty()) return looks_readable(name);
        return std::ranges::any_of(extensions, [&](std::string_view extension) { return name.ends_with(extension); });
    };
    FolderListing listing;
    std::error_code error;
    fs::directory_iterator file{folder, error};
    for (const fs::directory_iterator end; !error && file != end; file.increment(error)) {
        FolderEntry entry = entry_of(*file);
        const bool is_shown = !entry.name.starts_with('.') && (entry.is_folder || is_wanted(entry.name));
        if (all || is_shown) listing.entries.push_back(std::move(entry));
    }
    if (error) {
        listing.entries.clear();
        listing.trouble = fmt::format("{} cannot be read: {}", folder.string(), error.message());
    }
    sort(listing.entries, order);
    if (folder.has_relative_path()) listing.entries.insert(listing.entries.begin(), {.name = "..", .is_folder = true});
    return listing;
}

fs::path path_typed(const fs::path& folder, std::string_view typed) {
    const char* const home = std::getenv("HOME");
    if (home && (typed == "~" || typed.starts_with("~/")))
        return (fs::path{home} / (typed.size() > 2 ? typed.substr(2) : "")).lexically_normal();
    return (folder / typed).lexically_normal();
}

std::string completed(const fs::path& folder, std::string_view typed, bool all,
                      std::span<const std::string_view> extensions) {
    const std::size_t slash = typed.rfind('/');
    const std::size_t name_at = slash == typed.npos ? 0 : slash + 1;
    const std::string_view begin = typed.substr(name_at);
    const fs::path place = path_typed(folder, name_at == 0 ? "." : typed.substr(0, name_at));
    const FolderListing listing = list_folder(place, all || begin.starts_with('.'), FileOrder::name, extensions);
    std::vector<const FolderEntry*> matches;
    for (const FolderEntry& entry : listing.entries)
        if (entry.name != ".." && entry.name.starts_with(begin)) matches.push_back(&entry);
    if (matches.empty()) return std::string{typed};
    std::string shared = matches.front()->name;
    for (const FolderEntry* const match : matches) {
        shared.erase(std::ranges::mismatch(shared, match->name).in1, shared.end());
        while (shared.size() < match->name.size() && (match->name[shared.size()] & 0xc0) == 0x80)
            shared.pop_back();  // removes an incomplete UTF-8 character
    }
    const bool is_folder = matches.size() == 1 && matches.front()->is_folder;
    return std::string{typed.substr(0, name_at)} + shared + (is_folder ? "/" : "");
}

std::size_t first_match(const std::vector<FolderEntry>& entries, std::string_view typed) {
    const auto found =
        std::ranges::find_if(entries, [&](const FolderEntry& entry) { return begins_with(entry.name, typed); });
    return static_cast<std::size_t>(found - entries.begin());
}

}  // namespace milkomeda
