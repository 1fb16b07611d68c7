#include "render/look/look_table.hpp"

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

using Section = LookSection;

// Interface and settings files give density limits in solar masses per square parsec.
template <float DensityLook::*limit>
constexpr Field<Look> density_limit{
    [](const Look& look) -> SettingValue { return look.density.*limit * solar_masses_per_pc2; },
    [](Look& look, const SettingValue& value) {
        look.density.*limit = static_cast<float>(std::get<double>(value) / solar_masses_per_pc2);
    }};

// The interface gives velocities in km/s.
constexpr Field<Look> largest_speed{
    [](const Look& look) -> SettingValue { return look.density.largest_speed * km_s_per_velocity; },
    [](Look& look, const SettingValue& value) {
        look.density.largest_speed = static_cast<float>(std::get<double>(value) / km_s_per_velocity);
    }};

constexpr Field<Look> sprite_color{[](const Look& look) -> SettingValue {
                                       return Rgb{look.sprite_color.r, look.sprite_color.g, look.sprite_color.b};
                                   },
                                   [](Look& look, const SettingValue& value) {
                                       const auto& [r, g, b] = std::get<Rgb>(value);
                                       look.sprite_color = {r, g, b};
                                   }};

bool has_asinh_curve(const Look& look) { return look.tone_mapping.curve == ToneCurve::asinh; }
bool is_photograph(const Look& look) { return rendering_of(look.mode) == Rendering::photograph; }
bool shows_hii_regions(const Look& look) { return row_of(look.color_by).shows_hii_regions; }

// Returns the settings. A row without `.slider` has a slider over all valid numbers.
std::vector<LookControl> rows() {
    return {
        {Section::mode,
         {.key = "mode",
          .option = "--mode",
          .help = "draw mode",
          .label = "Mode",
          .tooltip = "Draw mode: points and two kinds of sprites, a map of the surface density, stars as in a "
                     "photograph, or opaque discs ( d )"},
         field<Look, &Look::mode>},
        {Section::particles,
         {.key = "point_size",
          .label = "Point size",
          .tooltip = "Size of the drawn bodies, relative to the default size in the draw mode ( + - )",
          .valid = point_size_range,
          .scale = Scale::logarithmic,
          .format = "%.2f x"},
         field<Look, &Look::point_size>},
        {Section::particles,
         {.key = "brightness",
          .label = "Brightness",
          .tooltip = "Factor by which the brightness of every body is multiplied",
          .valid = {0.01, 100},
          .slider = {0.05, 20},
          .scale = Scale::logarithmic,
          .format = "%.2f x"},
         field<Look, &Look::brightness>},
        {Section::particles,
         {.key = "sprite_color",
          .label = "Sprite color",
          .tooltip = "Color of all bodies in draw modes whose sprites have a single color"},
         sprite_color,
         [](const Look& look) { return !is_hdr(look.mode) && !row_of(look.mode).colored_by_velocity; }},
        {Section::exposure,
         // no label, because the control of the row "exposure_stops" also contains the switch that locks the exposure
         {.key = "automatic_exposure",
          .tooltip = "On: the exposure adapts to the light in the picture; off: the exposure is locked ( x )"},
         field<Look, &Look::tone_mapping, &ToneMapping::automatic_exposure>},
        {Section::exposure,
         {.key = "middle",
          .tooltip = "Surface brightness, in model units, that a locked exposure maps to middle gray",
          .valid = {1e-10, 1e10}},
         field<Look, &Look::tone_mapping, &ToneMapping::key_luminance>},
        {Section::exposure,
         {.key = "exposure_stops",
          .label = "Exposure",
          .tooltip = "Exposure compensation in stops, added to the automatic or the locked exposure: positive values "
                     "brighten the picture, negative values darken the picture",
          .valid = {-8, 8},
          .format = "%+.2f stops"},
         field<Look, &Look::tone_mapping, &ToneMapping::exposure_stops>},
        {Section::tone,
         {.key = "curve",
          .option = "--tone",
          .help = "tone curve",
          .label = "Tone curve",
          .tooltip = "Curve that converts light to brightness on the display: asinh keeps faint tails and bright "
                     "nuclei visible, with their colors; aces and exponential turn bright light white"},
         field<Look, &Look::tone_mapping, &ToneMapping::curve>},
        {Section::tone,
         {.key = "range_stops",
          .label = "Range",
          .tooltip =
              "Smallest number of stops between middle gray and white; pictures with brighter regions get more stops",
          .valid = {1, 14},
          .format = "%.1f stops"},
         field<Look, &Look::tone_mapping, &ToneMapping::range_stops>,
         has_asinh_curve},
        {Section::tone,
         {.key = "faint_gain",
          .label = "Faint light",
          .tooltip = "Amplification of the faintest light, relative to the brightest light: larger values brighten "
                     "faint tails",
          .valid = {0.1, 50},
          .format = "%.1f x"},
         field<Look, &Look::tone_mapping, &ToneMapping::faint_gain>,
         has_asinh_curve},
        {Section::tone,
         {.key = "bloom",
          .option = "--bloom",
          .help = "share of the light that spreads into its surroundings, 0 to 1",
          .label = "Bloom",
          .tooltip =
              "Share of the light that spreads into its surroundings: 0 keeps all light sharp, 1 spreads all light",
          .valid = {0, 1},
          .format = "%.2f"},
         field<Look, &Look::tone_mapping, &ToneMapping::bloom>},
        {Section::tone,
         {.key = "bloom_width",
          .label = "Wide bloom",
          .tooltip = "Share of the bloom that spreads over a tenth of the picture: 0 gives narrow glows, 1 a wide glow",
          .valid = {0, 1},
          .format = "%.2f"},
         field<Look, &Look::tone_mapping, &ToneMapping::bloom_width>},
        {Section::tone,
         {.key = "saturation",
          .label = "Saturation",
          .tooltip = "Saturation of all colors: 0 is black and white, 1 leaves the colors as they are, 2 doubles their "
                     "strength",
          .valid = {0, 2},
          .format = "%.2f"},
         field<Look, &Look::tone_mapping, &ToneMapping::saturation>},
        {Section::tone,
         {.key = "streaks",
          .option = "--streaks",
          .help = "share of the brightest stars' light that goes into spikes, 0 to 1",
          .label = "Streaks",
          .tooltip = "Share of the brightest stars' light that goes into diffraction spikes: 0 draws no spikes",
          .valid = {0, 1},
          .format = "%.2f"},
         field<Look, &Look::tone_mapping, &ToneMapping::streaks>},
        {Section::tone,
         {.key = "local_contrast",
          .option = "--local-contrast",
          .help = "removed share of the overexposure of bright regions, 0 to 1",
          .label = "Local contrast",
          .tooltip = "Removed share of the overexposure of bright regions: 0 leaves bright regions unchanged, 1 shows "
                     "the most detail in bright cores",
          .valid = {0, 1},
          .format = "%.2f"},
         field<Look, &Look::tone_mapping, &ToneMapping::local_contrast>,
         [](const Look& look) { return !look.tone_mapping.infrared; }},
        {Section::tone,
         {.key = "dust",
          .option = "--dust",
          .help = "amount of dust in disks, relative to the observed amount, 0 to 2",
          .label = "Dust",
          .tooltip = "Amount of dust in disks, relative to the observed amount. Dust dims and reddens the light behind "
                     "it; 0 removes the dust",
          .valid = {0, 2},
          .format = "%.2f x"},
         field<Look, &Look::dust, &Dust::amount>,
         is_natural},
        {Section::tone,
         {.key = "dust_share",
          .label = "Dusty share",
          .tooltip = "Share of a disk's bodies that carry dust: the bodies nearest to the plane of the disk. A smaller "
                     "share makes the dust layer thinner",
          .valid = {0.02, 1},
          .slider = {2, 100},
          .format = "%.0f %%",
          .shown_factor = 100},
         field<Look, &Look::dust, &Dust::share>,
         shows_dust},
        {Section::tone,
         {.key = "background",
          .option = "--background",
          .help = "brightness of far galaxies and foreground stars around the scene, 0 to 10; 1 is natural",
          .label = "Background",
          .tooltip = "Light of the far galaxies and foreground stars around the scene, relative to the natural "
                     "brightness; 0 draws an empty sky",
          .valid = {0, 10},
          .slider = {0, 4},
          .format = "%.2f x"},
         field<Look, &Look::background>,
         is_natural},
        {Section::tone,
         {.key = "infrared",
          .label = "Infrared",
          .tooltip = "Picture in infrared light: old stars are as bright as young stars, and the color map shows "
                     "brightness as colors"},
         field<Look, &Look::tone_mapping, &ToneMapping::infrared>},
        {Section::tone,
         {.key = "stretch",
          .option = "--stretch",
          .help = "stretching of the drawn bodies: 0 draws every body round, 1 stretches bodies along tails and arms",
          .label = "Stretch",
          .tooltip =
              "Stretching of the drawn bodies: 0 draws every body round, 1 stretches bodies along tails and arms and "
              "flattens them in disks",
          .valid = {0, 1},
          .format = "%.2f"},
         field<Look, &Look::sub_particle, &SubParticleDetail::stretch>,
         [](const Look& look) { return is_hdr(look.mode); }},
        {Section::tone,
         {.key = "resolved",
          .option = "--resolved",
          .help = "factor on the default share of the light that is drawn as single stars at close range, 0 to 1.5",
          .label = "Resolved stars",
          .tooltip = "Share of the light that is drawn as bright single stars when the camera is near, relative to the "
                     "default share; 0 draws no single stars",
          .valid = {0, 1.5},
          .format = "%.2f x"},
         field<Look, &Look::sub_particle, &SubParticleDetail::resolved>,
         is_photograph},
        {Section::tone,
         {.key = "most_stars",
          .option = "--most-stars",
          .help = "largest number of single stars in a picture, in millions, if a CPU draws; a GPU draws ten times "
                  "this number",
          .label = "Maximum stars",
          .tooltip = "Largest number of single stars in a picture, in millions, if a CPU draws; a GPU draws up to ten "
                     "times this number. If drawing is slow, fewer stars are drawn",
          .valid = {0.01, 16},
          .scale = Scale::logarithmic,
          .format = "%.2f million"},
         field<Look, &Look::sub_particle, &SubParticleDetail::most_stars>,
         [](const Look& look) { return is_photograph(look) && look.sub_particle.resolved > 0; }},
        {Section::color,
         {.key = "color_by",
          .option = "--color-by",
          .help = "quantity that determines the colors of the bodies in draw mode stars",
          .label = "Color by",
          .tooltip = "Quantity that gives each body its color; the brightness of the bodies does not depend on the "
                     "quantity ( b )"},
         field<Look, &Look::color_by>},
        {Section::color,
         {.key = "color_map",
          .option = "--color-map",
          .help = "color map of the quantity that determines the colors of the bodies",
          .label = "Color map",
          .tooltip = "Color map of the quantity: all colors have equal brightness, because the brightness of the "
                     "picture shows density ( v )"},
         field<Look, &Look::color_map>,
         [](const Look& look) { return uses_color_map(look.color_by); }},
        {Section::color,
         {.key = "young_share",
          .label = "Young stars",
          .tooltip = "Share of a disk's bodies that are bright, blue, young stars",
          .valid = {0, 0.1},
          .slider = {0, 10},
          .format = "%.2f %%",
          .shown_factor = 100},
         field<Look, &Look::stars, &Stars::young_share>,
         [](const Look& look) { return row_of(look.color_by).shows_young_stars; }},
        {Section::color,
         {.key = "h2_share",
          .label = "H II regions",
          .tooltip = "Share of a disk's bodies that are glowing nebulae",
          .valid = {0, 0.1},
          .slider = {0, 10},
          .format = "%.2f %%",
          .shown_factor = 100},
         field<Look, &Look::stars, &Stars::hii_share>,
         shows_hii_regions},
        {Section::color,
         {.key = "star_formation",
          .option = "--star-formation",
          .help = "how strongly young stars and nebulae gather where disks are compressed, 0 to 2; 0 spreads young "
                  "stars and nebulae evenly",
          .label = "Star formation",
          .tooltip = "How strongly young stars and H II regions gather where a disk is dense and being compressed; 0 "
                     "spreads stars and regions evenly",
          .valid = {0, 2},
          .format = "%.2f x"},
         field<Look, &Look::stars, &Stars::formation>,
         shows_hii_regions},
        {Section::color,
         {.key = "halo_light",
          .label = "Halo light",
          .tooltip = "Factor by which the light of visible halos is multiplied: 1 gives the faint default light, 0 "
                     "hides all halos",
          .valid = {0, 20},
          .format = "%.2f x"},
         field<Look, &Look::stars, &Stars::halo_light>},
        {Section::density_limits,
         {.key = "colors",
          .option = "--map-colors",
          .help = "quantity of the map in the draw mode density: surface density, brightness, star formation rate, "
                  "mean, dispersion, asymmetry (h3) or peakedness (h4) of the velocity along the line of sight, or age "
                  "of the stars",
          .label = "Map of",
          .tooltip =
              "Quantity that the map shows: mass, light or star formation per area, the mean, the dispersion, the "
              "asymmetry (h3) or the peakedness (h4) of the velocity along the line of sight, or the age of the stars. "
              "Only the draw mode density draws maps"},
         field<Look, &Look::density, &DensityLook::colors>},
        {Section::density_limits,
         {.key = "band",
          .option = "--map-band",
          .help = "band of maps of the brightness: u, g, r, i or z of the SDSS, or Johnson V",
          .label = "Band",
          .tooltip = "Band of maps of the brightness: u, g, r, i and z of the SDSS in AB magnitudes, or Johnson V"},
         field<Look, &Look::density, &DensityLook::band>,
         shows_band},
        {Section::density_limits,
         {.key = "largest_speed",
          .option = "--map-speed",
          .help = "velocity of the last color in maps of velocities, from the median of the map, or of the dispersion; "
                  "0 adapts the colors to the picture",
          .label = "Largest speed",
          .tooltip = "Velocity of the last color, from the median of the map; in maps of the dispersion, the largest "
                     "dispersion. 0 adapts the colors to the picture",
          .valid = {0, 5000},
          .slider = {0, 500},
          .format = "%.0f km/s",
          .unit = {1, "km/s"}},
         largest_speed,
         shows_speeds},
        {Section::density_limits,
         {.key = "automatic",
          .label = "Automatic limits",
          .tooltip = "Adapts the limits of the color map to the picture: 25 % of the non-empty area is less dense than "
                     "the lower limit, and 0.5 % is denser than the upper limit"},
         field<Look, &Look::density, &DensityLook::automatic_limits>,
         has_density_limits},
        {Section::density_limits,
         {.key = "low",
          .label = "Lower limit",
          .tooltip = "Surface density below which the map is black",
          .valid = density_limits_range,
          .slider = {1e-4, 1e6},
          .scale = Scale::logarithmic,
          .format = "%.3g M☉ pc⁻²",
          .unit = {1, "M☉ pc⁻²"}},
         density_limit<&DensityLook::low>,
         has_density_limits},
        {Section::density_limits,
         {.key = "high",
          .label = "Upper limit",
          .tooltip = "Surface density above which the map has its brightest color",
          .valid = density_limits_range,
          .slider = {1e-4, 1e6},
          .scale = Scale::logarithmic,
          .format = "%.3g M☉ pc⁻²",
          .unit = {1, "M☉ pc⁻²"}},
         density_limit<&DensityLook::high>,
         has_density_limits},
        {Section::density_limits,
         {.key = "gas_only",
          .label = "Gas only",
          .tooltip = "The map shows the surface density of the gas alone, like a map of the 21-cm line of hydrogen"},
         field<Look, &Look::density, &DensityLook::gas_only>},
        {Section::contours,
         {.key = "contour_step",
          .label = "Contour step",
          .tooltip = "Difference between neighboring contours in the decimal logarithm of the surface density: 0.5 "
                     "draws two contours for each factor of ten",
          .valid = {0.1, 2},
          .format = "%.2f dex"},
         field<Look, &Look::density, &DensityLook::contour_step>},
        {Section::stereo,
         {.key = "stereo",
          .option = "--stereo",
          .help = "stereo picture for two eyes; anaglyph: red for the left eye, cyan for the right eye",
          .label = "Stereo",
          .tooltip =
              "Stereo picture for two eyes: two pictures side by side, or an anaglyph for red and cyan glasses ( F2 )"},
         field<Look, &Look::stereo>},
        {Section::stereo,
         {.key = "eye_separation",
          .label = "Eye separation",
          .tooltip =
              "Distance between the eyes, as a share of the distance from the camera to its target; 0 gives no depth",
          .valid = {0, 0.2},
          .format = "%.3f"},
         field<Look, &Look::eye_separation>}};
}

}  // namespace

std::span<const LookControl> look_table() {
    static const std::vector<LookControl> table = [] {
        std::vector<LookControl> complete = rows();
        for (LookControl& control : complete)
            if (Setting& setting = control.setting; setting.slider.least == setting.slider.most)
                setting.slider = setting.valid;
        return complete;
    }();
    return table;
}

}  // namespace milkomeda
