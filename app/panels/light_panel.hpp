// The part of the View panel that turns collected light into a picture.
#pragma once

#include "app/panels/widgets.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

void light_panel(Widgets& widgets, Look& look, const HdrPipeline& hdr);

// Stops the exposure from following the picture, or lets it follow again.
void lock_exposure(ToneMapping& light, const HdrPipeline& hdr, bool locked);

}  // namespace milkomeda
