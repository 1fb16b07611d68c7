// The extension module milkomeda._core. The package python/milkomeda wraps it with names, defaults and documentation.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstring>
#include <filesystem>

#include "compute/device/opencl_error.hpp"
#include "data/base/build_error.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/forces.hpp"
#include "python/bindings/pictures.hpp"
#include "python/bindings/poll.hpp"
#include "python/bindings/run.hpp"
#include "python/bindings/scene.hpp"

namespace milkomeda::python {
namespace {

PyObject *general_error = nullptr, *usage_error = nullptr;

// Raises the messages of the program as milkomeda.Error, or as milkomeda.UsageError for invalid arguments.
void translate(std::exception_ptr thrown) try {
    if (thrown) std::rethrow_exception(thrown);
} catch (const py::builtin_exception&) {
    throw;
} catch (const std::bad_alloc&) {
    throw;
} catch (const UsageError& error) {
    PyErr_SetString(usage_error, error.what());
} catch (const std::invalid_argument& error) {
    PyErr_SetString(usage_error, error.what());
} catch (const std::filesystem::filesystem_error& error) {
    PyErr_SetString(general_error, (error.path1().string() + ": " + error.code().message()).c_str());
} catch (const BuildError& error) {
    PyErr_SetString(general_error, error.what());
} catch (const std::exception& error) {
    const char* const advice = opencl_failure(error) ? "; try again, or another device" : "";
    PyErr_SetString(general_error, (in_words(error) + advice).c_str());
}

void add_errors(py::module_& module) {
    general_error = PyErr_NewExceptionWithDoc("milkomeda.Error", "A failure; the message is that of the program.",
                                              PyExc_RuntimeError, nullptr);
    const py::tuple bases = py::make_tuple(py::handle{general_error}, py::handle{PyExc_ValueError});
    usage_error = PyErr_NewExceptionWithDoc("milkomeda.UsageError", "An invalid argument. Also a ValueError.",
                                            bases.ptr(), nullptr);
    module.attr("Error") = py::handle{general_error};
    module.attr("UsageError") = py::handle{usage_error};
    py::register_exception_translator(translate);
}

// Calls `work` without Python's lock.
auto unlocked(const auto& work) {
    const py::gil_scoped_release others_run;
    return work();
}

py::list components_of(const Snapshot& snapshot) {
    py::list list;
    for (const Component& component : snapshot.particles->components)
        list.append(py::make_tuple(component.galaxy, component.name, component.count));
    return list;
}

void add_snapshot(py::module_& module) {
    py::class_<Snapshot>(
        module, "Snapshot",
        "Bodies at one time, in model units. Arrays are read-only views.\n\n"
        "Snapshot(positions, velocities, masses, ids=None, components=None, time=0): positions and\n"
        "velocities of shape (N, 3), masses of shape (N,), float32 or float64; ids are the numbers of\n"
        "the bodies, by default the rows; components are tuples (galaxy, name, number of bodies) in\n"
        "the order of the rows, by default one component \"all\". Names such as disk, bulge, halo and\n"
        "gas choose how pictures show the bodies.")
        .def(py::init([](const py::object& positions, const py::object& velocities, const py::object& masses,
                         py::object ids, py::object components, const py::object& time) {
                 return snapshot_of({array_of(positions, "positions"), array_of(velocities, "velocities"),
                                     array_of(masses, "masses"), std::move(ids), std::move(components),
                                     number_of(time, "time")});
             }),
             py::arg("positions"), py::arg("velocities"), py::arg("masses"), py::arg("ids") = py::none(),
             py::arg("components") = py::none(), py::arg("time") = 0.0)
        .def_property_readonly("positions",
                               [](const Snapshot& s) { return vectors_of(s.particles->positions, s.particles); })
        .def_property_readonly("velocities",
                               [](const Snapshot& s) { return vectors_of(s.particles->velocities, s.particles); })
        .def_property_readonly("masses",
                               [](const Snapshot& s) { return fourth_of(s.particles->positions, s.particles); })
        .def_property_readonly("ids", [](const Snapshot& s) { return ids_of(s.particles); })
        .def_property_readonly("components", components_of)
        .def_property_readonly("time", [](const Snapshot& s) { return s.particles->time; })
        .def_property_readonly("origin",
                               [](const Snapshot& s) {
                                   const glm::dvec3& origin = s.particles->origin;
                                   return py::make_tuple(origin.x, origin.y, origin.z);
                               })
        .def("__len__", [](const Snapshot& s) { return s.particles->size(); })
        .def("__repr__", [](const Snapshot& s) {
            return fmt::format("<milkomeda.Snapshot: t = {:g}, {} bodies>", s.particles->time, s.particles->size());
        });
}

void add_scene(py::module_& module) {
    py::class_<LoadedSource>(module, "Scene")
        .def(py::init([](const Words& words, const std::optional<Snapshot>& snapshot) {
            return unlocked([&] { return load(words, snapshot); });
        }))
        .def_property_readonly("source", [](const LoadedSource& s) { return s.setup->source; })
        .def_property_readonly("title", [](const LoadedSource& s) { return s.setup->title; })
        .def_property_readonly("notes", [](const LoadedSource& s) { return s.setup->notes; })
        .def_property_readonly("until", [](const LoadedSource& s) { return s.setup->until; })
        .def_property_readonly("picture_time", [](const LoadedSource& s) { return s.setup->famous_time; })
        .def_property_readonly("milestones",
                               [](const LoadedSource& s) {
                                   py::list list;
                                   for (const SceneMilestone& milestone : s.setup->milestones)
                                       list.append(py::make_tuple(milestone.time, milestone.title));
                                   return list;
                               })
        .def_property_readonly("dt", [](const LoadedSource& s) { return s.setup->parameters.timestep; })
        .def_property_readonly("softening", [](const LoadedSource& s) { return s.setup->parameters.softening; })
        .def_property_readonly("snapshot", &LoadedSource::snapshot);
}

void add_run(py::module_& module) {
    py::class_<Run>(module, "Run")
        .def(py::init([](const LoadedSource& source, const Words& words) {
            return unlocked([&] { return std::make_unique<Run>(source, words); });
        }))
        .def("status",
             [](const Run& run) {
                 const SimulationStatus status = unlocked([&] { return run.status(); });
                 py::dict values;
                 values["time"] = status.time;
                 values["steps"] = status.steps;
                 values["device"] = status.device;
                 values["solver"] = status.solver;
                 values["numbers"] = status.numbers;
                 return values;
             })
        .def("step",
             [](Run& run, long steps, const py::object& progress) {
                 Poll poll{progress};
                 unlocked([&] { run.step(steps, poll); });
             })
        .def("go_to",
             [](Run& run, double time, const py::object& progress) {
                 Poll poll{progress};
                 unlocked([&] { run.go_to(time, poll); });
             })
        .def("snapshot", [](Run& run) { return unlocked([&] { return run.snapshot(); }); })
        .def("diagnostics_columns", &Run::diagnostics_columns)
        .def("diagnostics", [](Run& run) { return unlocked([&] { return run.diagnostics(); }); });
}

py::array pixels_of(const Image& image) {
    py::array_t<std::uint8_t> pixels{{py::ssize_t{image.height}, py::ssize_t{image.width}, py::ssize_t{3}}};
    std::uint8_t* to = pixels.mutable_data();
    for (std::size_t i = 0; i < image.rgba.size(); i += 4, to += 3) std::memcpy(to, &image.rgba[i], 3);
    return pixels;
}

py::bytes png_of(const py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>& pixels) {
    if (pixels.ndim() != 3 || pixels.shape(2) != 3 || pixels.size() == 0)
        throw UsageError("a picture must have the shape (height, width, 3)");
    Image image{static_cast<int>(pixels.shape(1)), static_cast<int>(pixels.shape(0)), {}};
    image.rgba.resize(static_cast<std::size_t>(pixels.size()) / 3 * 4, 255);
    const std::uint8_t* from = pixels.data();
    for (std::size_t i = 0; i < image.rgba.size(); i += 4, from += 3) std::memcpy(&image.rgba[i], from, 3);
    return png_bytes(image);
}

}  // namespace

PYBIND11_MODULE(_core, module) {
    module.attr("__version__") = MILKOMEDA_VERSION;
    add_errors(module);
    add_snapshot(module);
    add_scene(module);
    add_run(module);
    module.def("forces", [](py::array positions, py::array masses, double softening, const std::string& accuracy,
                            const std::string& device, double gravity, py::object out) {
        return forces({std::move(positions), std::move(masses), softening, gravity, accuracy, device, std::move(out)});
    });
    module.def("read", [](const Words& words) { return unlocked([&] { return read(words); }); });
    module.def("write", [](const std::string& file, const Snapshot& snapshot, const std::string& format) {
        unlocked([&] { write(file, snapshot, format); });
    });
    module.def("profile", [](const Words& words, const Snapshot& snapshot) {
        return unlocked([&] { return interruptible([=] { return profile(words, snapshot); }); });
    });
    module.def("draw", [](const Words& words, const Snapshot& snapshot) {
        return pixels_of(unlocked([&] { return interruptible([=] { return draw(words, snapshot); }); }));
    });
    module.def("render_file", [](const Words& words, const std::optional<Snapshot>& snapshot) {
        unlocked([&] { render_file(words, snapshot); });
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    });
    py::module_::import("atexit").attr("register")(py::cpp_function(join_abandoned));
    module.def("array_of", array_of);
    module.def("number_of", number_of);
    module.def("png", png_of);
    module.def("scenes", scene_list);
    module.def("devices", device_list);
}

}  // namespace milkomeda::python
