#include "app/tools/history.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "app/tools/settings_snapshot.hpp"
#include "render/look/presets.hpp"

using namespace milkomeda;

namespace {

// A writer appends letters to a word by commands that can be undone.
struct Writer {
    std::string word;
    History history{100};

    void write(char letter, std::size_t bytes = 0) {
        word += letter;
        history.add({.name = {letter},
                     .undo = [this] { word.pop_back(); },
                     .redo = [this, letter] { word += letter; },
                     .bytes = bytes});
    }
};

}  // namespace

TEST_CASE("commands are undone from the last to the first, and redone from the first to the last") {
    Writer writer;
    CHECK(writer.history.next_undo().empty());
    writer.history.undo();  // The history is empty, so undo() has no effect.
    for (const char letter : {'a', 'b', 'c'}) writer.write(letter);
    CHECK(writer.history.next_undo() == "c");
    CHECK(writer.history.next_redo().empty());
    writer.history.undo();
    writer.history.undo();
    CHECK(writer.word == "a");
    CHECK(writer.history.next_undo() == "a");
    CHECK(writer.history.next_redo() == "b");
    writer.history.redo();
    CHECK(writer.word == "ab");
    writer.write('x');  // The new command drops the undone command that wrote `c`.
    CHECK(writer.history.next_redo().empty());
    writer.history.redo();
    CHECK(writer.word == "abx");
    for (int i = 0; i < 5; ++i) writer.history.undo();
    CHECK(writer.word.empty());
    for (int i = 0; i < 5; ++i) writer.history.redo();
    CHECK(writer.word == "abx");
    writer.history.clear();
    writer.history.undo();
    CHECK(writer.word == "abx");
}

TEST_CASE(
    "the oldest undo entries are dropped when the entries exceed their memory limit, but the newest entry is kept") {
    Writer writer;
    writer.write('a', 60);
    writer.write('b', 30);
    writer.write('c', 60);
    for (int i = 0; i < 3; ++i) writer.history.undo();
    CHECK(writer.word == "a");
    writer.history.redo();
    writer.write('d', 1000);
    writer.history.undo();
    CHECK(writer.word == "ab");
    CHECK(writer.history.next_undo().empty());
}

TEST_CASE("the number of undo entries is limited") {
    Writer writer;
    for (std::size_t i = 0; i < History::max_entries + 5; ++i) writer.write('a');
    std::size_t undone = 0;
    for (; !writer.history.next_undo().empty(); ++undone) writer.history.undo();
    CHECK(undone == History::max_entries);
}

TEST_CASE("a command whose undo fails stays in the undo list") {
    History history;
    history.add({.name = "a", .undo = [] { throw std::runtime_error("no"); }, .redo = [] {}});
    CHECK_THROWS_AS(history.undo(), std::runtime_error);
    CHECK(history.next_undo() == "a");
    CHECK(history.next_redo().empty());
}

TEST_CASE("an undo entry for a changed setting gives the name and the old and new value of the setting") {
    const SettingsSnapshot before{.shown = {{"milky-way halo", false}}};
    SettingsSnapshot after = before;
    CHECK(words_for_change(before, after).empty());
    after.parameters.softening = 0.1;
    CHECK(words_for_change(before, after) == "softening 0.05 -> 0.1");
    after.parameters.fraction_denominator = 4;
    CHECK(words_for_change(before, after) == "softening 0.05 -> 0.1, and 1 more");
    after = before;
    after.parameters.fraction_denominator = 4;
    CHECK(words_for_change(before, after).ends_with("1 -> 1/4"));
    after = before;
    after.parameters.steps_per_frame = 3;
    CHECK(words_for_change(before, after).ends_with("auto -> 3"));
    after = before;
    after.look.mode = DrawMode::density;
    CHECK(words_for_change(before, after) == "mode stars -> density");
    after.look = with_preset(before.look, Preset::infrared);
    CHECK(words_for_change(before, after) == "preset infrared");
    after = before;
    after.annotations.set(index(Annotation::trails));
    CHECK(words_for_change(before, after) == "trails on");
    after.annotations.set(index(Annotation::clock));
    CHECK(words_for_change(before, after) == "annotations on");
    after = before;
    after.shown["milky-way halo"] = true;
    CHECK(words_for_change(before, after) == "milky-way halo shown");
}

TEST_CASE("undoing a change of settings restores only the changed settings") {
    const SettingsSnapshot before{.shown = {{"disk", true}, {"halo", false}}};
    SettingsSnapshot after = before;
    after.parameters.damping = 0.99;
    after.annotations.set(index(Annotation::grid));
    after.shown["halo"] = true;
    SettingsSnapshot now = after;
    now.parameters.timestep = 0.01;
    now.annotations.set(index(Annotation::axes));
    // Between the change and its undo, galaxies have been added and deleted.
    now.shown = {{"halo", true}, {"satellite stars", true}};
    const SettingsSnapshot undone = with_change(now, after, before);
    CHECK(undone.parameters.damping == 1);
    CHECK(undone.parameters.timestep == 0.01);
    CHECK_FALSE(undone.annotations[index(Annotation::grid)]);
    CHECK(undone.annotations[index(Annotation::axes)]);
    CHECK(undone.shown == std::map<std::string, bool>{{"halo", false}, {"satellite stars", true}});
}

TEST_CASE("dragging a slider produces one undo entry") {
    SettingsWatch watch;
    SettingsSnapshot now;
    CHECK_FALSE(watch.look_at(now, false));
    for (const double softening : {0.06, 0.07, 0.08}) {
        now.parameters.softening = softening;
        CHECK_FALSE(watch.look_at(now, true));
    }
    const auto change = watch.look_at(now, false);
    REQUIRE(change);
    CHECK(words_for_change(change->before, change->after) == "softening 0.05 -> 0.08");
    CHECK_FALSE(watch.look_at(now, false));
    now.parameters.softening = 0.05;
    watch.begin(now);  // An undo has restored this value, which is not a change by the user.
    CHECK_FALSE(watch.look_at(now, false));
    // The slider is dragged and then returns to its start, which is no change.
    now.parameters.softening = 0.06;
    CHECK_FALSE(watch.look_at(now, true));
    now.parameters.softening = 0.05;
    CHECK_FALSE(watch.look_at(now, false));
}

TEST_CASE("changes of camera and panel settings can be undone, except for changes that a camera path has made") {
    const SettingsSnapshot before{.others = {{"camera mode", std::string{"orbit"}},
                                             {"field of view", 60.0},
                                             {"turn", false},
                                             {"detail", std::optional<double>{}}}};
    SettingsSnapshot after = before;
    after.others[1].value = 45.0;
    CHECK(words_for_change(before, after) == "field of view 60 -> 45");
    after = before;
    after.others[3].value = std::optional<double>{4};
    CHECK(words_for_change(before, after) == "detail auto -> 4");
    after.others[2].value = true;
    CHECK(words_for_change(before, after) == "turn off -> on, and 1 more");
    SettingsSnapshot now = after;
    now.others[0].value = std::string{"fly"};
    const SettingsSnapshot undone = with_change(now, after, before);
    CHECK(undone.others[0].value == ExtraValue{std::string{"fly"}});
    CHECK(undone.others[2].value == ExtraValue{false});

    SettingsWatch watch;
    watch.look_at(before, false);
    SettingsSnapshot moved = before;
    moved.others[1].value = 70.0;  // A camera path has changed this value.
    watch.excuse(before.others, moved.others);
    CHECK_FALSE(watch.look_at(moved, false));
    moved.others[1].value = 80.0;  // The user has changed this value.
    const auto change = watch.look_at(moved, false);
    REQUIRE(change);
    CHECK(words_for_change(change->before, change->after) == "field of view 70 -> 80");
}
