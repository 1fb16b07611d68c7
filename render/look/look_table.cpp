#include "render/look/look_table.hpp"

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

using Section = LookSection;

// The density limits are shown and stored in solar masses per square parsec.
constexpr Field<Look> lower_limit{
    [](const Look& look) -> SettingValue { return look.density.low * solar_masses_per_pc2; },
    [](Look& look, const SettingValue& value) {
        look.density.low = static_cast<float>(std::get<double>(value) / solar_masses_per_pc2);
    }};
constexpr Field<Look> upper_limit{
    [](const Look& look) -> SettingValue { return look.density.high * solar_masses_per_pc2; },
    [](Look& look, const SettingValue& value) {
        look.density.high = static_cast<float>(std::get<double>(value) / solar_masses_per_pc2);
    }};

constexpr Field<Look> sprite_color{
    [](const Look& look) -> SettingValue {
        return Rgb{look.sprite_color.r, look.sprite_color.g, look.sprite_color.b};
    },
    [](Look& look, const SettingValue& value) {
        const auto& [r, g, b] = std::get<Rgb>(value);
        look.sprite_color = {r, g, b};
    }};

void add_particles(std::vector<LookControl>& table) {
    table.insert(
        table.end(),
        {{Section::mode,
          {.key = "mode",
           .option = "--mode",
           .help = "how bodies are drawn",
           .label = "mode",
           .tooltip = "points and two kinds of sprites, a map of the surface density, or stars as a "
                      "photograph shows them ( d )"},
          field<Look, &Look::mode>},
         {Section::particles,
          {.key = "point_size",
           .label = "point size",
           .tooltip = "size of the particles, relative to the draw mode's own ( + - )",
           .valid = point_size_range,
           .slider = point_size_range,
           .scale = Scale::logarithmic,
           .format = "%.2f x"},
          field<Look, &Look::point_size>},
         {Section::particles,
          {.key = "brightness",
           .label = "brightness",
           .tooltip = "brightness of every particle",
           .valid = {0.01, 100},
           .slider = {0.05, 20},
           .scale = Scale::logarithmic,
           .format = "%.2f x"},
          field<Look, &Look::brightness>},
         {Section::particles,
          {.key = "sprite_color", .label = "sprite color", .tooltip = "colour of all sprites"},
          sprite_color,
          [](const Look& look) { return !is_hdr(look.mode) && !row_of(look.mode).colored_by_velocity; }}});
}

void add_light(std::vector<LookControl>& table) {
    const auto asinh = [](const Look& look) { return look.tone_mapping.curve == ToneCurve::asinh; };
    table.insert(
        table.end(),
        {{Section::exposure,
          {.key = "automatic_exposure",  // no label: the exposure control of the panel also sets the lock
           .tooltip = "off: the exposure is locked ( x )"},
          field<Look, &Look::tone_mapping, &ToneMapping::automatic_exposure>},
         {Section::exposure,
          {.key = "middle",
           .tooltip = "the surface brightness, in model units, that a locked exposure shows clearly",
           .valid = {1e-10, 1e10}},
          field<Look, &Look::tone_mapping, &ToneMapping::key_luminance>},
         {Section::exposure,
          {.key = "exposure_stops",
           .label = "exposure",
           .tooltip = "exposure compensation, in stops: brighter or darker than the light meter or the lock "
                      "would make it",
           .valid = {-8, 8},
           .slider = {-8, 8},
           .format = "%+.2f stops"},
          field<Look, &Look::tone_mapping, &ToneMapping::exposure_stops>},
         {Section::tone,
          {.key = "curve",
           .option = "--tone",
           .help = "tone curve",
           .label = "tone curve",
           .tooltip = "asinh keeps faint tails, bright nuclei and colours; aces and exponential turn white"},
          field<Look, &Look::tone_mapping, &ToneMapping::curve>},
         {Section::tone,
          {.key = "range_stops",
           .label = "range",
           .tooltip = "dynamic range, in stops, from what is clearly seen to white",
           .valid = {1, 14},
           .slider = {1, 14},
           .format = "%.1f stops"},
          field<Look, &Look::tone_mapping, &ToneMapping::range_stops>,
          asinh},
         {Section::tone,
          {.key = "faint_gain",
           .label = "faint light",
           .tooltip = "how much the faintest light is amplified, relative to the brightest",
           .valid = {0.1, 50},
           .slider = {0.1, 50},
           .format = "%.1f x"},
          field<Look, &Look::tone_mapping, &ToneMapping::faint_gain>,
          asinh},
         {Section::tone,
          {.key = "bloom",
           .option = "--bloom",
           .help = "share of the light that spreads, 0 to 1",
           .label = "bloom",
           .tooltip = "the share of all light that blooms into its surroundings",
           .valid = {0, 1},
           .slider = {0, 1},
           .format = "%.2f"},
          field<Look, &Look::tone_mapping, &ToneMapping::bloom>},
         {Section::tone,
          {.key = "bloom_width",
           .label = "wide bloom",
           .tooltip = "the share of the bloom that spreads over a tenth of the picture",
           .valid = {0, 1},
           .slider = {0, 1},
           .format = "%.2f"},
          field<Look, &Look::tone_mapping, &ToneMapping::bloom_width>},
         {Section::tone,
          {.key = "saturation",
           .label = "saturation",
           .tooltip = "saturation of all colours; 0 is black and white",
           .valid = {0, 2},
           .slider = {0, 2},
           .format = "%.2f"},
          field<Look, &Look::tone_mapping, &ToneMapping::saturation>},
         {Section::tone,
          {.key = "streaks",
           .option = "--streaks",
           .help = "share of the brightest stars' light that goes into spikes, 0 to 1",
           .label = "streaks",
           .tooltip = "the share of the brightest stars' light that goes into spikes",
           .valid = {0, 1},
           .slider = {0, 1},
           .format = "%.2f"},
          field<Look, &Look::tone_mapping, &ToneMapping::streaks>},
         {Section::tone,
          {.key = "local_contrast",
           .option = "--local-contrast",
           .help = "how much the brightness of bright regions is taken back, 0 to 1",
           .label = "local contrast",
           .tooltip =
               "how much of the brightness of bright regions is taken back, so that a core shows what is in "
               "it; 0 leaves all to the tone curve",
           .valid = {0, 1},
           .slider = {0, 1},
           .format = "%.2f"},
          field<Look, &Look::tone_mapping, &ToneMapping::local_contrast>,
          [](const Look& look) { return !look.tone_mapping.infrared; }},
         {Section::tone,
          {.key = "dust",
           .option = "--dust",
           .help = "dust in disks, relative to what is observed, 0 to 2",
           .label = "dust",
           .tooltip = "dust in disks, which dims and reddens what lies behind it, relative to what is "
                      "observed; 0 is "
                      "none",
           .valid = {0, 2},
           .slider = {0, 2},
           .format = "%.2f x"},
          field<Look, &Look::dust, &Dust::amount>,
          is_natural},
         {Section::tone,
          {.key = "dust_share",
           .label = "dusty share",
           .tooltip =
               "the share of a disk's particles that carry its dust: those nearest to its plane, so that a "
               "smaller share is a thinner layer",
           .valid = {0.02, 1},
           .slider = {2, 100},
           .format = "%.0f %%",
           .shown_factor = 100},
          field<Look, &Look::dust, &Dust::share>,
          shows_dust},
         {Section::tone,
          {.key = "background",
           .option = "--background",
           .help = "light of far galaxies and near stars around the scene, 0 to 10",
           .label = "background",
           .tooltip =
               "light of the far galaxies and near stars around the scene, relative to what is natural; 0 is "
               "an empty sky",
           .valid = {0, 10},
           .slider = {0, 4},
           .format = "%.2f x"},
          field<Look, &Look::background>,
          is_natural},
         {Section::tone,
          {.key = "infrared",
           .label = "infrared",
           .tooltip = "old stars count as much as young ones, in the colours of the colour map"},
          field<Look, &Look::tone_mapping, &ToneMapping::infrared>},
         {Section::tone,
          {.key = "stretch",
           .option = "--stretch",
           .help = "how far light follows tails, arms and disks, 0 to 1; 0: every body is round",
           .label = "stretch",
           .tooltip =
               "how far the light of a particle follows what lies around it: along tails and arms, flat in "
               "disks; 0 makes every particle round",
           .valid = {0, 1},
           .slider = {0, 1},
           .format = "%.2f"},
          field<Look, &Look::sub_particle, &SubParticleDetail::stretch>,
          [](const Look& look) { return is_hdr(look.mode); }},
         {Section::tone,
          {.key = "resolved",
           .option = "--resolved",
           .help = "light that is drawn star by star from near, 0 to 1.5 of the usual; 0: none",
           .label = "resolved stars",
           .tooltip =
               "the light of a particle's brightest stars, drawn one by one where it is seen from near; 0 "
               "leaves all light smooth",
           .valid = {0, 1.5},
           .slider = {0, 1.5},
           .format = "%.2f x"},
          field<Look, &Look::sub_particle, &SubParticleDetail::resolved>,
          [](const Look& look) { return rendering_of(look.mode) == Rendering::photograph; }},
         {Section::tone,
          {.key = "most_stars",
           .option = "--most-stars",
           .help = "such stars in a picture, millions; on a GPU ten times as many",
           .label = "most stars",
           .tooltip = "how many stars a picture has at most, in millions; ten times as many on a GPU, fewer "
                      "where it is slow",
           .valid = {0.01, 16},
           .slider = {0.01, 16},
           .scale = Scale::logarithmic,
           .format = "%.2f million"},
          field<Look, &Look::sub_particle, &SubParticleDetail::most_stars>,
          [](const Look& look) {
              return rendering_of(look.mode) == Rendering::photograph && look.sub_particle.resolved > 0;
          }}});
}

void add_color(std::vector<LookControl>& table) {
    const auto through_map = [](const Look& look) { return uses_color_map(look.color_by); };
    const auto with_young_stars = [](const Look& look) { return row_of(look.color_by).shows_young_stars; };
    const auto with_hii_regions = [](const Look& look) { return row_of(look.color_by).shows_hii_regions; };
    table.insert(
        table.end(),
        {{Section::color,
          {.key = "color_by",
           .option = "--color-by",
           .help = "of the mode stars: what gives a body its colour",
           .label = "color by",
           .tooltip = "what gives each particle its colour; its brightness stays ( b )"},
          field<Look, &Look::color_by>},
         {Section::color,
          {.key = "color_map",
           .option = "--color-map",
           .help = "for colours by a number",
           .label = "color map",
           .tooltip =
               "even steps for every eye; colours of one brightness, as brightness means density ( v )"},
          field<Look, &Look::color_map>,
          through_map},
         {Section::color,
          {.key = "young_share",
           .label = "young stars",
           .tooltip = "the share of disk particles that are bright, blue and young",
           .valid = {0, 0.1},
           .slider = {0, 10},
           .format = "%.2f %%",
           .shown_factor = 100},
          field<Look, &Look::stars, &Stars::young_share>,
          with_young_stars},
         {Section::color,
          {.key = "h2_share",
           .label = "H II regions",
           .tooltip = "the share of disk particles that are glowing nebulae",
           .valid = {0, 0.1},
           .slider = {0, 10},
           .format = "%.2f %%",
           .shown_factor = 100},
          field<Look, &Look::stars, &Stars::hii_share>,
          with_hii_regions},
         {Section::color,
          {.key = "star_formation",
           .option = "--star-formation",
           .help = "how strongly clusters and nebulae follow where disks are compressed, 0 to 2; 0: even",
           .label = "star formation",
           .tooltip =
               "how strongly young stars and H II regions follow where a disk is dense and being compressed; "
               "0: not at all",
           .valid = {0, 2},
           .slider = {0, 2},
           .format = "%.2f x"},
          field<Look, &Look::stars, &Stars::formation>,
          with_hii_regions},
         {Section::color,
          {.key = "halo_light",
           .label = "halo light",
           .tooltip =
               "light of dark halos where they are shown, relative to the little that they have by default",
           .valid = {0, 20},
           .slider = {0, 20},
           .format = "%.2f x"},
          field<Look, &Look::stars, &Stars::halo_light>}});
}

void add_density(std::vector<LookControl>& table) {
    table.insert(
        table.end(),
        {{Section::density_limits,
          {.key = "automatic",
           .label = "automatic limits",
           .tooltip = "the limits follow the picture: a quarter of what is not empty lies below them, half a "
                      "percent above"},
          field<Look, &Look::density, &DensityLook::automatic_limits>},
         {Section::density_limits,
          {.key = "low",
           .label = "lower limit",
           .tooltip = "lower limit: what is less dense is black",
           .valid = density_limits_range,
           .slider = {1e-4, 1e6},
           .scale = Scale::logarithmic,
           .format = "%.3g M☉ pc⁻²",
           .unit = {1, "M☉ pc⁻²"}},
          lower_limit},
         {Section::density_limits,
          {.key = "high",
           .label = "upper limit",
           .tooltip = "upper limit: what is denser has the brightest colour",
           .valid = density_limits_range,
           .slider = {1e-4, 1e6},
           .scale = Scale::logarithmic,
           .format = "%.3g M☉ pc⁻²",
           .unit = {1, "M☉ pc⁻²"}},
          upper_limit},
         {Section::contours,
          {.key = "contour_step",
           .label = "contour step",
           .tooltip =
               "distance between two contours, as a power of ten: 0.5 draws two for each factor of ten",
           .valid = {0.1, 2},
           .slider = {0.1, 2},
           .format = "%.2f dex"},
          field<Look, &Look::density, &DensityLook::contour_step>}});
}

void add_stereo(std::vector<LookControl>& table) {
    table.insert(table.end(),
                 {{Section::stereo,
                   {.key = "stereo",
                    .option = "--stereo",
                    .help = "two eyes; anaglyph: red left, cyan right",
                    .label = "stereo",
                    .tooltip = "one picture for each eye, or both in one for glasses of red and cyan ( F2 )"},
                   field<Look, &Look::stereo>},
                  {Section::stereo,
                   {.key = "eye_separation",
                    .label = "eye separation",
                    .tooltip = "distance between the eyes, as a share of the distance to the camera's target",
                    .valid = {0, 0.2},
                    .slider = {0, 0.2},
                    .format = "%.3f"},
                   field<Look, &Look::eye_separation>}});
}

}  // namespace

std::span<const LookControl> look_table() {
    static const std::vector<LookControl> table = [] {
        std::vector<LookControl> rows;
        add_particles(rows);
        add_light(rows);
        add_color(rows);
        add_density(rows);
        add_stereo(rows);
        return rows;
    }();
    return table;
}

}  // namespace milkomeda
