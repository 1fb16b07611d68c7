#include "render/hdr/light_meter.hpp"

namespace milkomeda {

void LightMeter::ask(const LightTarget& picture, float scale, MapColors colors) {
    if (copied_.is_started()) return;
    cells_ = static_cast<std::size_t>(picture.width()) * static_cast<std::size_t>(picture.height());
    scale_ = scale;
    colors_ = colors;
    picture.bind_for_reading();
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pixels_.name());
    glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(cells_ * sizeof(glm::vec4)), nullptr, GL_STREAM_READ);
    glReadPixels(0, 0, picture.width(), picture.height(), GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    copied_.start();
}

std::optional<Metering> LightMeter::take(bool waits) {
    if (!copied_.is_started() || !copied_.is_complete(waits)) return std::nullopt;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pixels_.name());
    const auto size = static_cast<GLsizeiptr>(cells_ * sizeof(glm::vec4));
    const auto* cells = static_cast<const glm::vec4*>(glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, size, GL_MAP_READ_BIT));
    std::optional<Metering> metering;
    if (cells != nullptr) metering = measure({cells, cells_}, scale_, colors_);
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return metering;
}

}  // namespace milkomeda
