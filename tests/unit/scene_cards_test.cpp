#include "app/panels/scene_cards.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>

#include "app/panels/thumbnails.hpp"

using namespace milkomeda;

namespace {

namespace fs = std::filesystem;

// Replaces the user's data folder by an empty folder, so that the test finds no particle table that the user
// downloaded.
struct CardFolder {
    fs::path path = fs::temp_directory_path() / ("milkomeda-cards-" + std::to_string(getpid()));

    CardFolder() {
        fs::create_directories(path);
        setenv("XDG_DATA_HOME", path.c_str(), 1);
    }
    ~CardFolder() {
        unsetenv("XDG_DATA_HOME");
        fs::remove_all(path);
    }
    void put(const std::string& name, const std::string& text) const {
        fs::create_directories((path / name).parent_path());
        std::ofstream{path / name} << text;
    }
};

const SceneCard& card_named(const std::vector<SceneCard>& cards, const std::string& source) {
    const auto found = std::ranges::find(cards, source, &SceneCard::source);
    REQUIRE_MESSAGE(found != cards.end(), source);
    return *found;
}

}  // namespace

TEST_CASE("every shipped scene has a gallery card; without its particle table, the card says how to get the table") {
    const CardFolder folder;
    const std::vector<SceneCard> cards = scene_cards(Assets{}, folder.path);
    CHECK(cards.front().source == "milky-way-andromeda");
    for (const SceneCard& card : cards) {
        CAPTURE(card.source);
        CHECK_FALSE(card.title.empty());
        CHECK_FALSE(card.watch.empty());
        CHECK(card.trouble.empty() == (card.source != "dubinski"));
    }
    CHECK(card_named(cards, "dubinski").trouble ==
          "the Dubinski table is missing; the script data/get-dubinski downloads it");
    folder.put("milkomeda/dubinski.tab", "1 0 0 0 0 0 0\n");
    CHECK(card_named(scene_cards(Assets{}, folder.path), "dubinski").trouble.empty());
}

TEST_CASE("the gallery has cards for scene files in the user's folder, and no cards for other files") {
    const CardFolder folder;
    const std::string stars = "[galaxy.a.stars]\nprofile = 'plummer'\nmass = 1\n";
    folder.put("mine.toml", "title = 'Mine'\nwatch = 'little'\npicture_time = 3\n" + stars);
    folder.put("wrong.toml", "titel = 'Wrong'\n" + stars);
    folder.put("lost.toml", "title = 'Lost'\n[galaxy.a]\nfile = 'lost.tab'\n");
    folder.put("pyproject.toml", "[project]\nname = 'other'\n");
    const std::vector<SceneCard> cards = scene_cards(Assets{}, folder.path);
    const SceneCard& mine = card_named(cards, (folder.path / "mine.toml").string());
    CHECK(mine.title == "Mine");
    CHECK(mine.watch == "little");
    CHECK(mine.picture_time == 3);
    CHECK(mine.trouble.empty());
    CHECK(card_named(cards, (folder.path / "wrong.toml").string())
              .trouble.find("wrong.toml:1: there is no key 'titel'") != std::string::npos);
    CHECK(card_named(cards, (folder.path / "lost.toml").string()).trouble.ends_with("lost.tab: there is no such file"));
    CHECK(std::ranges::find(cards, (folder.path / "pyproject.toml").string(), &SceneCard::source) == cards.end());
}

TEST_CASE("the file name of a gallery picture changes with everything that determines the picture") {
    const SceneCard card{.source = "a/mine.toml", .title = "Mine", .watch = {}, .text = "title = 'Mine'"};
    const std::string name = thumbnail_name(card, {});
    CHECK(name.starts_with("mine-"));
    CHECK(name.ends_with(".png"));
    CHECK(name.size() == std::string{"mine-0123456789abcdef.png"}.size());
    CHECK(thumbnail_name(card, {}) == name);
    SceneCard edited = card;
    edited.text += '\n';
    CHECK(thumbnail_name(edited, {}) != name);
    SceneCard later = card;
    later.picture_time = 20;
    CHECK(thumbnail_name(later, {}) != name);
    ThumbnailOptions other;
    other.devices = "1";
    CHECK(thumbnail_name(card, other) != name);
}

TEST_CASE("every published model of a pair has a gallery card with its name, closest approach and present picture") {
    const std::vector<SceneCard> cards = pair_cards(Assets{});
    CHECK(cards.size() == 62);
    const SceneCard& arp87 = card_named(cards, "spam:SDSS_587742014353702970");
    CHECK(arp87.title == "Arp 87");
    CHECK(arp87.watch == "closest 11.1 kpc, 329 Myr ago");
    const auto is_numbered = [](const SceneCard& card) { return card.title.starts_with("SDSS "); };
    CHECK(std::ranges::is_partitioned(cards, std::not_fn(is_numbered)));  // pairs with names come first
    CHECK(std::ranges::count_if(cards, is_numbered) == 39);
    for (const SceneCard& card : cards) {
        CAPTURE(card.source);
        CHECK(card.trouble.empty());
        CHECK(card.watch.find('-') == std::string::npos);  // the approach of one pair is the present
        const std::vector<std::string> command = thumbnail_command(card, {});
        REQUIRE(command.size() > 2);
        CHECK(command[1] == "--spam");
        CHECK("spam:" + command[2] == card.source);
        const auto at = std::ranges::find(command, "--at");
        REQUIRE(at != command.end());
        CHECK(*(at + 1) == "0");
    }
    CHECK(thumbnail_name(arp87, {}).starts_with("SDSS_587742014353702970-"));
}

TEST_CASE("a gallery picture is rendered at the time that its scene requests") {
    const SceneCard card{.source = "mice", .title = {}, .watch = {}, .picture_time = 16.5};
    const std::vector<std::string> command = thumbnail_command(card, {});
    CHECK(command[0] == "render");
    CHECK(command[1] == "mice");
    const auto at = std::ranges::find(command, "--at");
    REQUIRE(at != command.end());
    CHECK(*(at + 1) == "16.5");
}

TEST_CASE("the picture of a preset is a different file than the picture of the scene in the gallery") {
    const ThumbnailOptions options;
    SceneCard card = scene_card("mice", Assets{});
    const std::string of_scene = thumbnail_name(card, options);
    card.preset = "infrared";
    CHECK(thumbnail_name(card, options) != of_scene);
    CHECK(thumbnail_name(card, options).starts_with("mice-infrared-"));
    const std::vector<std::string> command = thumbnail_command(card, options);
    const auto preset = std::ranges::find(command, "--preset");
    REQUIRE(preset != command.end());
    CHECK(*(preset + 1) == "infrared");
}
