#include "app/tools/settings_snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "app/ui/setting_controls.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

// Returns the label of a setting in lower case, such as "point size". "H II regions" keeps its capitals. For a setting
// without a label, returns the key.
std::string name_of_setting(const Setting& setting) {
    std::string name = *setting.label ? setting.label : setting.key;
    std::ranges::replace(name, '_', ' ');
    if (name.size() > 1 && std::islower(static_cast<unsigned char>(name[1])))
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return name;
}

template <typename Table, typename Owner>
void add_changes(std::vector<std::string>& changes, const Table& table, const Owner& before, const Owner& after) {
    for (const auto& row : table) {
        const SettingValue was = row.field.get(before), is = row.field.get(after);
        if (was != is)
            changes.push_back(fmt::format("{} {} -> {}", name_of_setting(row.setting), text_of(row.setting, was),
                                          text_of(row.setting, is)));
    }
}

template <typename Table, typename Owner>
void take_changes(Owner& now, const Table& table, const Owner& before, const Owner& after) {
    for (const auto& row : table)
        if (row.field.get(before) != row.field.get(after)) row.field.set(now, row.field.get(after));
}

std::optional<bool> shown_in(const SettingsSnapshot& choices, const std::string& component) {
    const auto found = choices.shown.find(component);
    return found == choices.shown.end() ? std::nullopt : std::optional{found->second};
}

}  // namespace

std::string words_for_change(const SettingsSnapshot& before, const SettingsSnapshot& after) {
    std::vector<std::string> changes;
    add_changes(changes, parameter_table(), before.parameters, after.parameters);
    const bool only_look = changes.empty();
    add_changes(changes, look_table(), before.look, after.look);
    const std::optional<Preset> preset = preset_of(after.look);
    if (only_look && changes.size() > 1 && preset && preset != preset_of(before.look))
        return fmt::format("preset {}", name_of(*preset));
    const AnnotationSet toggled = before.annotations ^ after.annotations;
    if (toggled.count() > 1 && (before.annotations.none() || after.annotations.none()))
        changes.emplace_back(after.annotations.none() ? "annotations off" : "annotations on");
    else
        for (std::size_t i = 0; i < annotation_table.size(); ++i)
            if (toggled[i])
                changes.push_back(fmt::format("{} {}", annotation_table[i].name, after.annotations[i] ? "on" : "off"));
    for (const auto& [component, shown] : after.shown)
        if (const auto was = shown_in(before, component); was && *was != shown)
            changes.push_back(component + (shown ? " shown" : " hidden"));
    for (std::size_t i = 0; i < std::min(before.others.size(), after.others.size()); ++i)
        if (const ExtraValue& was = before.others[i].value, &is = after.others[i].value; was != is)
            changes.push_back(fmt::format("{} {} -> {}", after.others[i].name, words_of(was), words_of(is)));
    if (changes.size() < 2) return changes.empty() ? "" : changes.front();
    return fmt::format("{}, and {} more", changes.front(), changes.size() - 1);
}

SettingsSnapshot with_change(SettingsSnapshot now, const SettingsSnapshot& before, const SettingsSnapshot& after) {
    take_changes(now.parameters, parameter_table(), before.parameters, after.parameters);
    take_changes(now.look, look_table(), before.look, after.look);
    const AnnotationSet changed = before.annotations ^ after.annotations;
    now.annotations = (now.annotations & ~changed) | (after.annotations & changed);
    for (auto& [component, shown] : now.shown) {
        const auto was = shown_in(before, component), is = shown_in(after, component);
        if (was && is && *was != *is) shown = *is;
    }
    now.others = with_change(std::move(now.others), before.others, after.others);
    return now;
}

void SettingsWatch::excuse(const std::vector<ExtraSettingValue>& before, const std::vector<ExtraSettingValue>& after) {
    if (known_) known_->others = with_change(std::move(known_->others), before, after);
}

std::optional<SettingsWatch::Change> SettingsWatch::look_at(const SettingsSnapshot& now, bool busy) {
    if (!known_) known_ = now;
    if (busy || words_for_change(*known_, now).empty()) return std::nullopt;
    Change change{*known_, now};
    known_ = now;
    return change;
}

}  // namespace milkomeda
