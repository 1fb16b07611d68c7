#include "app/ui/triangle_clipper.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace milkomeda {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t with) {
    // 2^64 divided by the golden ratio (Knuth's multiplicative hash)
    hash = (hash ^ with) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 32);
}

template <typename T>
std::uint64_t bits(const T& value) {
    static_assert(sizeof(T) <= sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    return word;
}

std::uint64_t mixed(std::uint64_t hash, const ImDrawVert& vertex) {
    return mixed(mixed(mixed(hash, bits(vertex.pos)), bits(vertex.uv)), bits(vertex.col));
}

// Returns the clip rectangle of a command in pixels, rounded as in ImGui's OpenGL renderer; y points up, as in OpenGL.
PixelArea clip_of(const ImDrawCmd& command, const ImDrawData& lists) {
    const ImVec4& clip = command.ClipRect;
    const float height = lists.DisplaySize.y;
    const ImVec2 least{clip.x - lists.DisplayPos.x, clip.y - lists.DisplayPos.y},
        most{clip.z - lists.DisplayPos.x, clip.w - lists.DisplayPos.y};
    const glm::ivec2 size{static_cast<int>(most.x - least.x), static_cast<int>(most.y - least.y)};
    const int low = static_cast<int>(height) - static_cast<int>(height - most.y);
    const int left = static_cast<int>(least.x);
    return {{left, low - size.y}, {left + size.x, low}};
}

PixelArea bounds_of(const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, const ImVec2& origin) {
    const auto floor = [](float x) { return static_cast<int>(std::floor(x)); };
    const auto ceil = [](float x) { return static_cast<int>(std::ceil(x)); };
    return {{floor(std::min({a.pos.x, b.pos.x, c.pos.x}) - origin.x),
             floor(std::min({a.pos.y, b.pos.y, c.pos.y}) - origin.y)},
            {ceil(std::max({a.pos.x, b.pos.x, c.pos.x}) - origin.x),
             ceil(std::max({a.pos.y, b.pos.y, c.pos.y}) - origin.y)}};
}

}  // namespace

TriangleClipper::TriangleClipper(ImDrawData& lists, std::uint64_t frame) : lists_{lists} {
    const ImTextureID letters = ImGui::GetIO().Fonts->TexID;
    triangles_.reserve(static_cast<std::size_t>(lists.TotalIdxCount) / 3);
    clips_.resize(static_cast<std::size_t>(lists.CmdListsCount));
    for (int l = 0; l < lists.CmdListsCount; ++l) {
        const ImDrawList& list = *lists.CmdLists[l];
        for (int c = 0; c < list.CmdBuffer.Size; ++c) {
            const ImDrawCmd& command = list.CmdBuffer[c];
            const PixelArea clip = clip_of(command, lists);
            clips_[static_cast<std::size_t>(l)].push_back(clip);
            if (clip.empty()) continue;
            std::uint64_t state = mixed(mixed(bits(clip.least), bits(clip.most)), bits(command.GetTexID()));
            if (command.GetTexID() != letters) state = mixed(state, frame);
            const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
            for (unsigned i = command.IdxOffset; i < command.IdxOffset + command.ElemCount; i += 3) {
                const ImDrawIdx* const corner = list.IdxBuffer.Data + i;
                const ImDrawVert &p = vertices[corner[0]], &q = vertices[corner[1]], &r = vertices[corner[2]];
                const PixelArea pixels = overlap(bounds_of(p, q, r, lists.DisplayPos), clip);
                if (pixels.empty()) continue;
                triangles_.push_back({pixels, l, c, i, mixed(mixed(mixed(state, p), q), r)});
            }
        }
    }
}

void TriangleClipper::draw(std::span<const PixelArea> areas) {
    struct SavedList {
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
    };
    std::vector<SavedList> saved(clips_.size());
    const auto exchange_with_saved = [&] {
        for (std::size_t l = 0; l < saved.size(); ++l) {
            saved[l].commands.swap(lists_.CmdLists[static_cast<int>(l)]->CmdBuffer);
            saved[l].indices.swap(lists_.CmdLists[static_cast<int>(l)]->IdxBuffer);
        }
    };
    exchange_with_saved();
    const ImVec2 origin = lists_.DisplayPos;
    for (const PixelArea& area : areas) {
        const Triangle* before = nullptr;
        for (const Triangle& triangle : triangles_) {
            if (!touch(triangle.pixels, area)) continue;
            const auto l = static_cast<std::size_t>(triangle.list);
            const auto c = static_cast<std::size_t>(triangle.command);
            ImDrawList& list = *lists_.CmdLists[triangle.list];
            if (!before || before->list != triangle.list || before->command != triangle.command) {
                const PixelArea clip = overlap(clips_[l][c], area);
                ImDrawCmd command = saved[l].commands[triangle.command];
                command.ClipRect = {
                    static_cast<float>(clip.least.x) + origin.x, static_cast<float>(clip.least.y) + origin.y,
                    static_cast<float>(clip.most.x) + origin.x, static_cast<float>(clip.most.y) + origin.y};
                command.IdxOffset = static_cast<unsigned>(list.IdxBuffer.Size);
                command.ElemCount = 0;
                list.CmdBuffer.push_back(command);
            }
            before = &triangle;
            for (unsigned corner = 0; corner < 3; ++corner)
                list.IdxBuffer.push_back(saved[l].indices[static_cast<int>(triangle.first_index + corner)]);
            list.CmdBuffer.back().ElemCount += 3;
        }
    }
    ImGui_ImplOpenGL3_RenderDrawData(&lists_);
    exchange_with_saved();
}

}  // namespace milkomeda
