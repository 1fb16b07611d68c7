#include "app/cli/command_pages.hpp"

#include <algorithm>
#include <stdexcept>

namespace milkomeda {
namespace {

struct CommandPage {
    std::string command;      // name of the command; empty for the program without a command
    std::string description;  // empty for the program, whose description is in app/cli/program_page.hpp
    std::vector<Example> examples;
};

std::vector<CommandPage> command_pages() {
    return {
        {"",
         "",
         {{"milkomeda antennae", "Opens the window with the scene antennae."},
          {"milkomeda 'run/snap_%03d.hdf5'", "Plays the snapshots of a run in the window."},
          {"milkomeda render --at 300Myr --show scale,clock -o picture.png", "Draws a picture without a display."},
          {"milkomeda simulate antennae --until 30 -o end.hdf5", "Simulates without drawing."}}},
        {"render",
         "Draws a picture or a video of a scene, a particle file or a series of snapshots. The command needs no "
         "display. "
         "The extension of the output file determines whether the output is a picture, a video, numbered pictures or a "
         "web page. "
         "Without --at, a picture of a scene shows the famous moment of the scene, and a picture of a file shows the "
         "bodies of the file. Equal commands on the same machine write equal pictures.",
         {{"milkomeda render antennae -o antennae.png", "Draws the famous moment of the scene antennae."},
          {"milkomeda render --at 300Myr --show scale,clock --size 1920x1080 -o picture.png",
           "Draws the default scene after 300 million years, with a scale bar and a clock."},
          {"milkomeda render whirlpool --until 30 --turn 360 -o video.mp4",
           "Draws a video in which the camera circles the galaxies once. Videos require ffmpeg(1)."},
          {"milkomeda render 'run/snap_%03d.hdf5' -o run.html",
           "Writes the snapshots of a run as a web page, which plays them in a browser."}}},
        {"simulate",
         "Computes a run without drawing. The command writes the final state, a series of snapshots, a recording, or a "
         "table of energies, momenta, radii and distances. The command needs an OpenCL device, but no display.",
         {{"milkomeda simulate start.hdf5 --until 20 --every 1 -o run.hdf5",
           "Writes the snapshots run-00000.hdf5, run-00001.hdf5 and so on."},
          {"milkomeda simulate antennae --until 60 --diagnostics antennae.csv",
           "Writes a table with the energies of the run and the distance of the galaxies."},
          {"milkomeda simulate mice --until 40 --record mice.recording",
           "Records a run, which the command milkomeda mice.recording plays in the window."},
          {"milkomeda simulate --until 1Gyr -o end.milkomeda",
           "Saves a run after 1 billion years, so that the window or a command can continue it bit for bit."}}},
        {"generate",
         "Writes the initial conditions of a scene to a particle file, for example as the start of a run of another "
         "program. The extension of the file, or --format, determines the format.",
         {{"milkomeda generate antennae --bodies 100000 -o antennae.hdf5",
           "Writes 100,000 bodies of the scene antennae as an HDF5 snapshot."},
          {"milkomeda generate milky-way --components disk,bulge --seed 7 -o galaxy.csv",
           "Writes disk and bulge of the Milky Way as a table, with other random positions than by default."}}},
        {"hand-over",
         "Prepares a run for GADGET-4 or SWIFT, for example on a cluster. The new folder contains initial conditions, "
         "a parameter file with the units, softening, accuracy and gas of Milkomeda, a script that starts the program "
         "with mpirun or Slurm, and a README.md with the expected time and memory.",
         {{"milkomeda hand-over antennae --to gadget4 --bodies 1000000 --ranks 64 -o antennae",
           "Prepares a run of GADGET-4 with 64 MPI ranks in the new folder antennae."},
          {"milkomeda hand-over end.milkomeda --to swift --ranks 2 --until 60 -o swift",
           "Prepares SWIFT to continue a saved run up to the time 60."}}},
        {"potential",
         "Computes the gravitational potential of all bodies at the points of a lattice. A lattice with one layer, "
         "such "
         "as 256x256x1, is a plane. The extension of the output file determines the format: an array of NumPy, an HDF5 "
         "file or a picture.",
         {{"milkomeda potential --at 300Myr --lattice 256x256x1 -o plane.png",
           "Draws the potential of the default scene in a plane after 300 million years."},
          {"milkomeda potential start.hdf5 --lattice 64x64x64 --extent 20,20,20 --json -o cube.npy",
           "Writes the potential in a cube of 80 kpc, and prints a summary."}}},
        {"profile",
         "Measures galaxies in rings around their spin axes: rotation curve, surface density, velocity dispersions, "
         "thickness, enclosed mass, the shape with the bar, and what an observer sees: velocities along the line of "
         "sight, spin "
         "and Sersic index. Values are in kpc, km/s and solar masses. The "
         "extension "
         "of the output file determines the format: tables, JSON or a picture with charts. Only a time after the start "
         "of the source needs an OpenCL device.",
         {{"milkomeda profile milky-way --quantity rotation -o rotation.png",
           "Draws the rotation curve of the model Milky Way, with the part of each component."},
          {"milkomeda profile --at 300Myr --galaxy andromeda --component disk,gas -o andromeda.csv",
           "Writes all quantities of the disk and the gas of Andromeda after 300 million years."},
          {"milkomeda profile end.hdf5 --bins 20 --radius 15 -o end.json",
           "Measures every galaxy of a file in 20 rings within 15 kpc."}}},
        {"map",
         "Observes the bodies of a scene or file as a map in the pixels of the sky: surface density, velocity along "
         "the line of sight and its moments, age, gas, star formation, brightness, or a cube of channels of velocity. "
         "A telescope can blur the map and add noise. The extension of the output file determines the format: a FITS "
         "image with world coordinates, an array of NumPy or a picture. Only pictures need OpenGL.",
         {{"milkomeda map milky-way --galaxy milky-way --incline 60 --quantity velocity -o velocity.fits",
           "Writes the velocity field of the model Milky Way, inclined by 60 degrees."},
          {"milkomeda map milky-way --quantity brightness --instrument sdss --distance 20 --exposure 54 -o sdss.png",
           "Draws the model Milky Way as the SDSS sees it in r at 20 Mpc, with noise."},
          {"milkomeda map antennae --at 460Myr --pixels 256x256 --quantity cube --psf 3 -o antennae.fits",
           "Writes a cube of the Antennae as at a distance of 10 Mpc, with a point spread function of 3 arcseconds."}}},
        {"match",
         "Searches the encounters that made the pair of galaxies in a picture. Each encounter moves test particles of "
         "two "
         "disks in the potentials of two rigid galaxies; a score says how similar the result is to the picture. The "
         "search ends after --seconds, after --encounters, or if 20,000 encounters of ten or more populations do not "
         "improve the best score by 0.1. "
         "The result is a TOML file with distinct solutions, each with a line of parameters for --spam. Needs an "
         "OpenCL "
         "device, for example PoCL on the CPU.",
         {{"milkomeda match arp148.png --pair arp148.pair -o arp148.toml",
           "Searches for one minute in the ranges of a .pair file."},
          {"milkomeda match pair.fits --nuclei 310,250,402,270 --distance 130 --velocity-difference -208 -o pair.toml",
           "Describes the pair by options; the FITS image contains the scale."},
          {"milkomeda match arp148.png --pair arp148.pair --resume arp148.search --seconds 600 -o arp148.toml",
           "Continues an earlier search for at most ten minutes."},
          {"milkomeda match arp148.png --pair arp148.pair --score models.txt",
           "Prints the scores of the encounters in a file."}}},
        {"confirm",
         "Repeats a restricted encounter of two galaxies with live galaxies, whose bodies attract each other, and "
         "writes "
         "a scene. After each run, the start is corrected until the galaxies reach their observed places. If a picture "
         "of the pair is given, the command compares the bodies with it. A report shows pictures, orbits and "
         "parameters.",
         {{"milkomeda confirm HST_Arp148 -o arp148.toml",
           "Writes a scene, which the command milkomeda arp148.toml plays in the window."},
          {"milkomeda confirm models.txt --family 2 --picture pair.png --pair pair.pair -o pair.toml --report "
           "pair.html",
           "Repeats the second model of a file, compares it with a picture, and writes a report."}}},
        {"follow",
         "Opens the window with a run that another program is computing, and adds each new snapshot when it is "
         "complete. The window says when the newest snapshot was written, and which share of the run is done. If no "
         "snapshot exists yet, the command waits for the first one. A parameter file of GADGET, AREPO or SWIFT in the "
         "folder says where the snapshots are and when the run ends.",
         {{"milkomeda follow antennae", "Follows a run in the folder that hand-over has written."},
          {"milkomeda follow run/output --until 20", "Follows the newest series of numbered snapshots in a folder."}}},
        {"info",
         "Describes a particle file: format, units, number of bodies, total mass, components and bounds. Numbers are "
         "in "
         "model units.",
         {{"milkomeda info start.hdf5", "Describes a file."},
          {"milkomeda info --explain table.csv", "Also says from which column and unit of the file each number comes."},
          {"milkomeda info --json start.hdf5", "Prints the description as JSON, for scripts."}}},
        {"devices",
         "Lists the OpenCL devices of this machine. For each device, the list contains the index that --device "
         "accepts, "
         "how positions get from the device to OpenGL (the tier), and the reason.",
         {{"milkomeda devices", "Lists the devices."},
          {"milkomeda devices --json", "Prints the list as JSON, for scripts."}}},
        {"bench",
         "Measures the speed of computation or drawing on this machine. The first argument is the subject of the "
         "measurement. Tables show measured speeds beside the highest possible speed of the device, if it is known.",
         {{"milkomeda bench", "Measures all kernels of the direct sum on the default device, in about 30 seconds."},
          {"milkomeda bench solvers --bodies 20000,100000",
           "Compares the times of the direct sum and of the fast multipole method."},
          {"milkomeda bench draw --mode stars --size 1920x1080", "Measures the time of each drawing pass."},
          {"milkomeda bench direct --full --csv kernels.csv --plot kernels.png",
           "Measures every setting of the kernels, and writes a table and charts."}}},
        {"scenes",
         "Lists the built-in scenes. For each scene, the list contains the name, the title, the events worth watching, "
         "and the times of the milestones. The commands render, simulate, generate, potential and profile accept the "
         "name of a "
         "scene. With --pairs, the command lists the published models of pairs of galaxies instead, with the closest "
         "distance on the orbit, the time since then, and the ratio of the masses. The option --spam accepts their "
         "names.",
         {{"milkomeda scenes", "Lists the scenes."},
          {"milkomeda scenes --pairs --json", "Prints the published models of pairs as JSON, for scripts."},
          {"milkomeda scenes --assets .", "Lists the scenes in the folder data/scenes of the current folder."}}},
    };
}

CommandPage page_of(const std::string& command) {
    const std::vector<CommandPage> pages = command_pages();
    const auto found = std::ranges::find(pages, command, &CommandPage::command);
    if (found == pages.end()) throw std::logic_error("the command " + command + " has no page");
    return *found;
}

}  // namespace

void add_page(CommandText& command) {
    CommandPage page = page_of(command.name);
    command.description = std::move(page.description);
    command.examples = std::move(page.examples);
}

std::string examples_of(const std::string& command) {
    std::string text = "Examples:\n";
    for (const Example& example : page_of(command).examples)
        text += "  " + example.line + "\n      " + example.meaning + "\n";
    return text;
}

}  // namespace milkomeda
