// Draws the bodies of a page by WebGL2, with the shaders of the program. Mirrors render/.

const GAUSSIAN_EDGE_EXPONENT = 4, EDGE_IN_SIGMAS = Math.sqrt(2 * GAUSSIAN_EDGE_EXPONENT);
const LARGEST_BLUR_REACH = 23;
const LOW_RESOLUTION_PIXEL = 4, LOW_RESOLUTION_ENLARGING = 1 / 3;  // render/low_resolution/low_resolution_splats.hpp
const LARGEST_SIGMA_IN_HEIGHTS = 0.06;                             // render/particles/star_pass.cpp
const LARGEST_CLOUD_IN_HEIGHTS = 0.1;                              // render/dust/cloud_pass.cpp
const LARGEST_GALAXY_SHARE = 0.04;                                 // app/scene/loaded_scene.cpp
const COLOR_BY_COMPONENT = 0, COLOR_BY_TEMPERATURE = 4;
const ATTRIBUTES = ["moment_0", "moment_1", "moment_2", "moment_3", "constants", "sizes_before", "sizes_after",
                    "tilts_before", "tilts_after"];

// ---- cameras (render/camera/camera.cpp); matrices are column by column ----

// Returns the axes of the camera in the world: right, up, and from the target to the camera. If camera.rolls is true, the
// picture is turned by 90 degrees.
function axesOf(camera, frame) {
  const level = Math.cos(camera.pitch);
  const local = [level * Math.sin(camera.yaw), Math.sin(camera.pitch), level * Math.cos(camera.yaw)];
  const out = [0, 1, 2].map((i) => frame[i] * local[0] + frame[3 + i] * local[1] + frame[6 + i] * local[2]);
  const right = normalized(cross([frame[3], frame[4], frame[5]], out));
  const up = cross(out, right);
  return camera.rolls ? { right: up.map((x) => -x), up: right, out } : { right, up, out };
}
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const normalized = (a) => a.map((x) => x / Math.hypot(...a));

// Returns the matrices and scales with which shaders/camera/projection.glsl projects.
function viewOf(camera, page, width, height, orthographic = page.orthographic) {
  const { right, up, out } = axesOf(camera, page.frame);
  const position = camera.target.map((x, i) => x + camera.distance * out[i]);
  const aspect = width / height, tangent = Math.tan(camera.fov / 2);
  const scale = orthographic ? 1 / (camera.distance * tangent) : 1 / tangent;
  const clip = new Array(16).fill(0);
  clip[0] = scale / aspect;
  clip[5] = scale;
  if (orthographic) {
    clip[15] = 1;
  } else {
    clip[10] = clip[11] = -1;
    clip[14] = -2 * camera.distance / 1000;
  }
  return {
    width, height, camera, orthographic,
    view_from_world: [right[0], up[0], out[0], 0, right[1], up[1], out[1], 0, right[2], up[2], out[2], 0,
                      -dot(right, position), -dot(up, position), -dot(out, position), 1],
    clip_from_view: clip,
    projection: orthographic ? 1 : 0,
    pixels_at_unit_distance: clip[5] * height / 2,
    reference_distance: orthographic ? 1 : camera.distance,
  };
}

// Returns the place of a world position in the view, in pixels from the upper left corner; null behind the camera.
function pixelOf(view, world) {
  const m = view.view_from_world, c = view.clip_from_view;
  const seen = [0, 1, 2].map((i) => m[i] * world[0] + m[4 + i] * world[1] + m[8 + i] * world[2] + m[12 + i]);
  const w = c[11] * seen[2] + c[15];
  if (!(w > 0)) return null;
  return [view.width * (0.5 + 0.5 * c[0] * seen[0] / w), view.height * (0.5 - 0.5 * c[5] * seen[1] / w)];
}

// ---- exposure (render/hdr/exposure.cpp) ----

const ADAPTATION_SECONDS = 0.5, SHARE_SEEN = 0.75, SHARE_WHITE = 0.003;
const LOWEST_STOP = -80, HIGHEST_STOP = 80, BINS_PER_STOP = 16;

class Histogram {
  weights = new Float64Array((HIGHEST_STOP - LOWEST_STOP) * BINS_PER_STOP);
  total = 0;
  add(value, weight) {
    if (!(value > 0)) return;
    const bin = Math.min(Math.max((Math.log2(value) - LOWEST_STOP) * BINS_PER_STOP, 0), this.weights.length - 1);
    this.weights[Math.floor(bin)] += weight;
    this.total += weight;
  }
  // Returns the value that is exceeded by entries with the total weight `weight`.
  valueBelow(weight) {
    let above = 0;
    for (let bin = this.weights.length; bin-- > 0;) {
      above += this.weights[bin];
      if (above > weight) {
        const position = bin + (above - weight) / this.weights[bin];
        return 2 ** (position / BINS_PER_STOP + LOWEST_STOP);
      }
    }
    return 0;
  }
}

// Returns the key luminance and the brightness of the brightest pixels; null for a black picture. `cells`: RGBA floats.
function measureLight(cells, scale) {
  const byLight = new Histogram(), byArea = new Histogram();
  for (let i = 0; i < cells.length; i += 4) {
    const light = scale * (0.2126 * cells[i] + 0.7152 * cells[i + 1] + 0.0722 * cells[i + 2]);
    byLight.add(light, light);
    byArea.add(light, 1);
  }
  const key = byLight.valueBelow(SHARE_SEEN * byLight.total);
  return key > 0 ? { key, bright: Math.max(byArea.valueBelow(SHARE_WHITE * cells.length / 4), key) } : null;
}

// ---- WebGL ----

class Program {
  constructor(gl, [vertex, fragment], name) {
    this.gl = gl;
    this.name = name;
    this.program = gl.createProgram();
    this.shaders = [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]].map(([kind, text]) => {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      return shader;
    });
    ATTRIBUTES.forEach((attribute, location) => {
      if (vertex.includes(attribute)) gl.bindAttribLocation(this.program, location, attribute);
    });
    gl.linkProgram(this.program);
  }
  // Reads the uniforms. Throws an Error with the log if a shader does not compile.
  complete() {
    const gl = this.gl;
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(`shader ${this.name}: ` + this.shaders.map((shader) => gl.getShaderInfoLog(shader)).join(" ") +
                      gl.getProgramInfoLog(this.program));
    this.uniforms = new Map();
    const count = gl.getProgramParameter(this.program, gl.ACTIVE_UNIFORMS) || 0;
    for (let i = 0; i < count; ++i) {
      const { name, type } = gl.getActiveUniform(this.program, i);
      this.uniforms.set(name.replace("[0]", ""), { type, location: gl.getUniformLocation(this.program, name) });
    }
  }
  use() { this.gl.useProgram(this.program); }
  set(values) {
    const gl = this.gl;
    for (const name in values) {
      const uniform = this.uniforms.get(name);
      if (!uniform) continue;
      const value = values[name], list = typeof value === "object" ? value : [Number(value)];
      switch (uniform.type) {
        case gl.FLOAT: gl.uniform1fv(uniform.location, list); break;
        case gl.FLOAT_VEC2: gl.uniform2fv(uniform.location, list); break;
        case gl.FLOAT_VEC3: gl.uniform3fv(uniform.location, list); break;
        case gl.FLOAT_VEC4: gl.uniform4fv(uniform.location, list); break;
        case gl.INT_VEC2: gl.uniform2iv(uniform.location, list); break;
        case gl.FLOAT_MAT3: gl.uniformMatrix3fv(uniform.location, false, list); break;
        case gl.FLOAT_MAT4: gl.uniformMatrix4fv(uniform.location, false, list); break;
        default: gl.uniform1iv(uniform.location, list);  // numbers, truth values and samplers
      }
    }
  }
}

// A texture of floats to which a framebuffer draws.
class LightTarget {
  constructor(gl, format, width, height) {
    Object.assign(this, { gl, width, height });
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, format.internal, width, height, 0, gl.RGBA, format.type, null);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    this.framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
    this.works = gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
  }
  bind() {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.framebuffer);
    this.gl.viewport(0, 0, this.width, this.height);
  }
  clear() { this.gl.clearBufferfv(this.gl.COLOR, 0, [0, 0, 0, 0]); }
  show(unit) {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
  }
  free() {
    this.gl.deleteTexture(this.texture);
    this.gl.deleteFramebuffer(this.framebuffer);
  }
}

// Chooses the format of light targets: floats of 32 or 16 bits; null if the browser cannot add up floats.
function lightFormat(gl) {
  const floats = gl.getExtension("EXT_color_buffer_float"), halfs = gl.getExtension("EXT_color_buffer_half_float");
  const wide = { internal: gl.RGBA32F, type: gl.FLOAT, isWide: true };
  const narrow = { internal: gl.RGBA16F, type: gl.HALF_FLOAT, isWide: false };
  const works = (format) => {
    const target = new LightTarget(gl, format, 4, 4);
    target.free();
    return target.works;
  };
  if (floats && gl.getExtension("EXT_float_blend") && gl.getExtension("OES_texture_float_linear") && works(wide))
    return wide;
  return (floats || halfs) && works(narrow) ? narrow : null;
}

// Buffers with the columns of the bodies, at the moments around the shown time.
class BodyBuffers {
  constructor(gl, page) {
    Object.assign(this, { gl, page, shown: [], attributesShown: [] });
    this.array = gl.createVertexArray();
    this.moments = [0, 1, 2, 3].map(() => gl.createBuffer());
    this.attributes = [0, 1].map(() => gl.createBuffer());
    gl.bindVertexArray(this.array);
    const constants = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, constants);
    gl.bufferData(gl.ARRAY_BUFFER, page.constants, gl.STATIC_DRAW);
    gl.vertexAttribPointer(4, 4, gl.FLOAT, false, 16, 0);
    for (let i = 0; i < ATTRIBUTES.length; ++i) gl.enableVertexAttribArray(i);
    // Rows with dust: those with the smallest vertical rank.
    const dusty = [];
    this.dustyRanges = page.groups.map((group) => {
      const first = dusty.length;
      for (let row = group.first; group.clouds > 0 && row < group.first + group.count; ++row) {
        const rank = page.constants[4 * row + 2];
        if (rank >= 0 && rank < page.look.dust_share) dusty.push(row);
      }
      return [first, dusty.length - first];
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(dusty), gl.STATIC_DRAW);
    gl.bindVertexArray(null);
  }
  // Returns the numbers of a moment; before the first and after the last moment, numbers that continue the motion.
  numbersAt(moment) {
    const { bodies, moments, numbers } = this.page, size = 3 * bodies;
    const at = (index) => numbers.subarray(size * index, size * (index + 1));
    if (moment >= 0 && moment < moments) return at(moment);
    const edge = moment < 0 ? at(0) : at(moments - 1), inner = moment < 0 ? at(1) : at(moments - 2);
    return edge.map((number, i) => Math.min(Math.max(2 * number - inner[i], -32768), 32767));
  }
  // Puts the moments around `time` into the buffers. Returns the uniforms of shaders/page/row.glsl.
  show(time) {
    const { gl, page } = this;
    const place = Math.min(Math.max((time - page.first) / page.interval, 0), page.moments - 1);
    const before = Math.min(Math.floor(place), page.moments - 2);
    gl.bindVertexArray(this.array);
    for (let i = 0; i < 4; ++i) {
      const moment = before - 1 + i, slot = (moment + 4) % 4;
      gl.bindBuffer(gl.ARRAY_BUFFER, this.moments[slot]);
      if (this.shown[slot] !== moment) gl.bufferData(gl.ARRAY_BUFFER, this.numbersAt(moment), gl.DYNAMIC_DRAW);
      this.shown[slot] = moment;
      gl.vertexAttribPointer(i, 3, gl.SHORT, false, 6, 0);
    }
    const last = page.attribute_moments - 1;
    const momentOf = (index) => Math.min(index * page.attribute_interval, page.moments - 1);
    const first = Math.min(Math.floor(place / page.attribute_interval), Math.max(last - 1, 0));
    const second = Math.min(first + 1, last), wide = momentOf(second) - momentOf(first);
    for (let i = 0; i < 2; ++i) {
      const index = i === 0 ? first : second;
      gl.bindBuffer(gl.ARRAY_BUFFER, this.attributes[index % 2]);
      if (this.attributesShown[index % 2] !== index)
        gl.bufferData(gl.ARRAY_BUFFER, page.attributes[index], gl.DYNAMIC_DRAW);
      this.attributesShown[index % 2] = index;
      gl.vertexAttribPointer(5 + i, 4, gl.UNSIGNED_BYTE, false, 8, 0);
      gl.vertexAttribPointer(7 + i, 4, gl.UNSIGNED_BYTE, false, 8, 4);
    }
    gl.bindVertexArray(null);
    const most = page.levels.map((levels) => levels - 1);
    return {
      most_sizes: most.slice(0, 4), most_tilts: [...most.slice(4), 1],
      grid_origin: page.origin, grid_step: page.step, moment_share: place - before, moment_interval: page.interval,
      attribute_share: wide > 0 ? Math.min(Math.max((place - momentOf(first)) / wide, 0), 1) : 0,
      lengths: page.lengths, shown_time: page.first + place * page.interval,
    };
  }
}

// Returns the center of a galaxy at a model time, and its velocity.
function galaxyCenter(page, galaxy, time) {
  const place = Math.min(Math.max((time - page.first) / page.interval, 0), page.moments - 1);
  const before = Math.min(Math.floor(place), page.moments - 2), share = place - before;
  const count = page.centers.length / 3 / page.moments, at = 3 * (before * count + galaxy);
  const position = [], velocity = [];
  for (let axis = 0; axis < 3; ++axis) {
    const from = page.centers[at + axis], way = page.centers[at + 3 * count + axis] - from;
    position.push(page.origin[axis] + page.step * (from + share * way));
    velocity.push(page.step * way / page.interval);
  }
  return { position, velocity };
}

class Picture {
  // Throws an Error if a shader does not compile. `look` is page.look with the user's changes.
  constructor(gl, page) {
    Object.assign(this, { gl, page, targets: {}, key: 0, bright: 0, reading: null });
    this.format = lightFormat(gl);
    const names = this.format ? Object.keys(page.programs).filter((name) => name !== "points") : ["points"];
    this.programs = Object.fromEntries(names.map((name) => [name, new Program(gl, page.programs[name], name)]));
    for (const name of names) this.programs[name].complete();
    this.largestPoint = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE)[1];
    this.bodies = new BodyBuffers(gl, page);
    this.nothing = gl.createVertexArray();
    if (this.format) this.sky = [page.skyGalaxies, page.skyStars].map((rows) => this.skyArray(rows));
  }
  skyArray(rows) {
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, rows, gl.STATIC_DRAW);
    for (let location = 0; location < 3; ++location) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 4, gl.FLOAT, false, 48, 16 * location);
    }
    gl.bindVertexArray(null);
    return { array, count: rows.length / 12 };
  }
  target(name, width, height) {
    const old = this.targets[name];
    if (old && old.width === width && old.height === height) return old;
    if (old) old.free();
    return this.targets[name] = new LightTarget(this.gl, this.format, width, height);
  }
  // Draws a pass over the whole bound target. `inputs` are targets for the samplers of these names.
  screen(name, inputs, values = {}) {
    const program = this.programs[name], gl = this.gl;
    program.use();
    Object.keys(inputs).forEach((sampler, unit) => {
      inputs[sampler].show(unit);
      program.set({ [sampler]: unit });
    });
    program.set(values);
    gl.bindVertexArray(this.nothing);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  // Draws the picture of a time into the canvas. `state`: time, camera, shown (a truth value for each group), pointSize,
  // colorBy, and seconds since the last picture; with infinite seconds the exposure adapts at once.
  draw(state) {
    const gl = this.gl, width = gl.drawingBufferWidth, height = gl.drawingBufferHeight;
    const view = viewOf(state.camera, this.page, width, height);
    gl.disable(gl.DEPTH_TEST);
    gl.blendFunc(gl.ONE, gl.ONE);
    const row = this.bodies.show(state.time);
    if (!this.format) return this.drawPoints(view, state, row);
    const scale = view.pixels_at_unit_distance / view.reference_distance;
    // Floats of 16 bits have a small range, so the light is scaled to about 1.
    this.areaScale = scale * scale;
    this.lightScale = this.format.isWide ? 1 : this.areaScale / 0.02;
    gl.enable(gl.BLEND);
    const light = this.target("light", width, height);
    light.bind();
    light.clear();
    const look = this.page.look, natural = [COLOR_BY_COMPONENT, COLOR_BY_TEMPERATURE].includes(state.colorBy);
    const dust = this.drawDust(view, state, row, natural && look.dust);
    this.drawLight(view, state, row, light, dust, natural);
    if (natural && look.background > 0 && look.color_by === state.colorBy) this.drawSky(view, state, light, dust);
    gl.disable(gl.BLEND);
    this.resolve(light, state);
  }

  // Returns the uniforms that all programs of bodies need in this view.
  viewUniforms(view) {
    const k = this.lightScale ?? 1;
    return { ...view, light_for_eye: [k, 0, 0, 0, k, 0, 0, 0, k] };
  }
  depthOrigin(view) {
    return view.orthographic ? -view.view_from_world[14] : Math.log(view.reference_distance);
  }

  drawDust(view, state, row, wanted) {
    const gl = this.gl, coarseness = 2;
    const screen = wanted ? this.target("dust", Math.ceil(view.width / coarseness), Math.ceil(view.height / coarseness))
                          : this.target("no dust", 1, 1);
    screen.bind();
    screen.clear();
    if (!wanted) return screen;
    const program = this.programs.clouds;
    program.use();
    gl.bindVertexArray(this.bodies.array);
    const common = { ...this.viewUniforms(view), ...row, time_offset: 0, blend: 1, depth_origin: this.depthOrigin(view),
                     pixels_at_unit_distance: view.pixels_at_unit_distance / coarseness,
                     largest_sigma: Math.max(1, Math.min(LARGEST_CLOUD_IN_HEIGHTS * view.height / coarseness,
                                                         this.largestPoint / (2 * EDGE_IN_SIGMAS))) };
    this.page.groups.forEach((group, index) => {
      const [first, count] = this.bodies.dustyRanges[index];
      if (!state.shown[index] || count === 0) return;
      program.set({ ...group.dust, ...common, drift: galaxyCenter(this.page, group.galaxy, state.time).velocity });
      gl.drawElementsInstanced(gl.POINTS, count, gl.UNSIGNED_INT, 4 * first, group.clouds);
    });
    return screen;
  }

  // Draws the splats of one kind for all shown groups.
  drawSplats(name, instances, view, state, row, dust, values) {
    const gl = this.gl, page = this.page, program = this.programs[name];
    program.use();
    dust.show(0);
    const edge = Math.max(EDGE_IN_SIGMAS, Math.min(
      EDGE_IN_SIGMAS * LARGEST_SIGMA_IN_HEIGHTS * view.height * state.pointSize, this.largestPoint / 2));
    const common = {
      ...this.viewUniforms(view), ...row, time_offset: 0, blend: 1, depth_origin: this.depthOrigin(view),
      star_clock: row.shown_time * page.light.birth_clock[0], model_time: row.shown_time, color_by: state.colorBy,
      sigma_factor: state.pointSize, largest_sigma: edge / EDGE_IN_SIGMAS, narrowest_cluster: 0, streaks: 0,
      dust: 0, dust_corner: [0, 0], dust_scale: [1 / view.width, 1 / view.height], extinction: page.extinction,
      drawn_squares: [0, 3e38], pixel_width: 1, enlarging: 0, inner_share: [1, 1], ...values };
    gl.bindVertexArray(this.bodies.array);
    program.set(page.light);
    program.set(common);
    page.groups.forEach((group, index) => {
      if (!state.shown[index]) return;
      program.set(group.light);
      program.set(values);
      gl.drawArraysInstanced(gl.POINTS, group.first, group.count, instances);
    });
  }

  drawLight(view, state, row, light, dust, natural) {
    const gl = this.gl, page = this.page, edge = LOW_RESOLUTION_PIXEL ** 2;
    // Wide splats are collected at low resolution (LowResolutionSplats).
    const margin = Math.max(2, Math.ceil(Math.max(EDGE_IN_SIGMAS, Math.min(
      EDGE_IN_SIGMAS * LARGEST_SIGMA_IN_HEIGHTS * view.height * state.pointSize,
      this.largestPoint / 2)) / LOW_RESOLUTION_PIXEL));
    const inner = [Math.ceil(view.width / LOW_RESOLUTION_PIXEL), Math.ceil(view.height / LOW_RESOLUTION_PIXEL)];
    const wide = this.target("wide", inner[0] + 2 * margin, inner[1] + 2 * margin);
    const rows = this.target("rows", view.width, inner[1] + 4);
    wide.bind();
    wide.clear();
    this.drawSplats("particles", 1, view, state, row, dust, {
      drawn_squares: [edge, 3e38], pixel_width: LOW_RESOLUTION_PIXEL, enlarging: LOW_RESOLUTION_ENLARGING,
      inner_share: [inner[0] / wide.width, inner[1] / wide.height],
      dust_corner: [margin, margin], dust_scale: [1 / inner[0], 1 / inner[1]] });
    gl.disable(gl.BLEND);
    rows.bind();
    this.screen("along_rows", { light: wide }, { first: [margin, margin - 2], corner: [0, 0],
                                                 narrow: inner[0] / view.width });
    gl.enable(gl.BLEND);
    light.bind();
    this.screen("along_columns", { light: rows }, { first: [0, 2], corner: [0, 0], narrow: inner[1] / view.height });
    this.drawSplats("particles", 1, view, state, row, dust, { drawn_squares: [0, edge] });
    if (natural && page.clusters > 0) this.drawSplats("clusters", page.clusters, view, state, row, dust, {});
    if (page.stars > 0) this.drawSplats("stars", page.stars, view, state, row, dust, {});
  }

  drawSky(view, state, light, dust) {
    const gl = this.gl, page = this.page;
    const sky = view.orthographic ? viewOf(view.camera, page, view.width, view.height, false) : view;
    const radius = Math.max(...page.groups.map((group, i) => state.shown[i] ? group.radius : 0));
    ["galaxies", "foreground"].forEach((name, i) => {
      const program = this.programs[name];
      program.use();
      dust.show(0);
      program.set({ ...this.viewUniforms(sky), light_per_pixel: page.look.background / this.areaScale,
                    height: view.height, largest_point: this.largestPoint,
                    largest_size: radius > 0 ? LARGEST_GALAXY_SHARE * radius / view.camera.distance : 1,
                    dust: 0, dust_corner: [0, 0], dust_scale: [1 / view.width, 1 / view.height],
                    extinction: page.extinction });
      gl.bindVertexArray(this.sky[i].array);
      gl.drawArrays(gl.POINTS, 0, this.sky[i].count);
    });
  }

  // Blurs a target along rows and columns (render/hdr/gaussian_blur.cpp), and mixes in a wider blur.
  blur(from, name, sigmaInHeights, leastSigma, wider = null, share = 0) {
    const sigma = sigmaInHeights * from.height, reach = Math.min(Math.ceil(2.5 * sigma), LARGEST_BLUR_REACH);
    const weights = Array.from({ length: reach + 1 }, (_, i) => Math.exp(-0.5 * (i / Math.max(sigma, leastSigma)) ** 2));
    const sum = weights.reduce((total, weight, i) => total + (i === 0 ? 1 : 2) * weight, 0);
    const values = { weights: new Float32Array(weights.map((weight) => weight / sum)), reach };
    const scratch = this.target(name + " scratch", from.width, from.height);
    const to = this.target(name, from.width, from.height);
    scratch.bind();
    this.screen("blur", { picture: from, spread: wider ?? from }, { ...values, direction: [1, 0], spread_share: 0 });
    to.bind();
    this.screen("blur", { picture: scratch, spread: wider ?? from },
                { ...values, direction: [0, 1], spread_share: share });
    return to;
  }

  // Converts the light to the picture (render/hdr/hdr_pipeline.cpp).
  resolve(light, state) {
    const gl = this.gl, look = this.page.look, smaller = [];
    for (let from = light; smaller.length < 2 || from.height > 80;) {
      const to = this.target("smaller " + smaller.length, Math.ceil(from.width / 4), Math.ceil(from.height / 4));
      to.bind();
      this.screen("reduce", { picture: from });
      smaller.push(from = to);
    }
    const last = smaller[smaller.length - 1];
    this.meter(smaller.find((picture) => picture.width <= 512) ?? last, state.seconds);
    const wide = this.blur(last, "wide bloom", 0.05, 0.1);
    const spread = this.blur(smaller[smaller.length - 2], "bloom", 0.007, 0.1, wide, look.bloom_width);
    const key = look.automatic_exposure ? this.key : look.key_luminance;
    const exposure = key > 0 ? this.areaScale / this.lightScale * look.brightness *
                                 2 ** (look.exposure_stops + (state.stops ?? 0)) / key : 0;
    let lines = last;
    if (look.local_contrast > 0) {
      const logarithms = this.target("logarithms", last.width, last.height);
      logarithms.bind();
      this.screen("logarithm", { picture: last }, { exposure });
      const means = this.blur(logarithms, "local means", 0.02, 0.3);
      const fitted = this.target("local lines", last.width, last.height);
      fitted.bind();
      this.screen("local_line", { means });
      lines = this.blur(fitted, "local tone", 0.02, 0.3);
    }
    const white = Math.max(2 ** look.range_stops, (look.automatic_exposure ? this.bright : 0) / Math.max(key, 1e-30));
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    this.screen("tone", { collected: light, spread, neighborhood: lines }, {
      spread_pixel: 4 ** (smaller.length - 1), exposure, bloom: look.bloom, saturation: look.saturation,
      faint_gain: look.faint_gain, asinh_of_most: Math.asinh(look.faint_gain * white),
      local_contrast_share: look.local_contrast });
  }

  // Measures the light of a small picture, and lets the exposure follow. With infinite seconds, waits for the result;
  // else takes a result when it has arrived, so that no frame waits.
  meter(small, seconds) {
    const gl = this.gl, scale = this.areaScale / this.lightScale;
    const size = 4 * small.width * small.height;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, small.framebuffer);
    if (!Number.isFinite(seconds)) {
      const cells = new Float32Array(size);
      gl.readPixels(0, 0, small.width, small.height, gl.RGBA, gl.FLOAT, cells);
      this.wanted = measureLight(cells, scale) ?? this.wanted;
    } else if (this.reading && gl.clientWaitSync(this.reading.fence, 0, 0) !== gl.TIMEOUT_EXPIRED) {
      const cells = new Float32Array(this.reading.size);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.pixels);
      gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, cells);
      gl.deleteSync(this.reading.fence);
      this.wanted = measureLight(cells, this.reading.scale) ?? this.wanted;
      this.reading = null;
    }
    if (!this.reading && Number.isFinite(seconds)) {
      this.pixels ??= gl.createBuffer();
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.pixels);
      gl.bufferData(gl.PIXEL_PACK_BUFFER, 4 * size, gl.STREAM_READ);
      gl.readPixels(0, 0, small.width, small.height, gl.RGBA, gl.FLOAT, 0);
      this.reading = { fence: gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0), size, scale };
      gl.flush();
    }
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    if (!this.wanted) return;
    const share = this.key > 0 && Number.isFinite(seconds) ? 1 - Math.exp(-seconds / ADAPTATION_SECONDS) : 1;
    this.key = this.key > 0 ? this.key * (this.wanted.key / this.key) ** share : this.wanted.key;
    this.bright = this.bright > 0 ? this.bright * (this.wanted.bright / this.bright) ** share : this.wanted.bright;
  }

  // Draws points, for browsers without targets of floats.
  drawPoints(view, state, row) {
    const gl = this.gl, program = this.programs.points;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, view.width, view.height);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    program.use();
    gl.bindVertexArray(this.bodies.array);
    const size = Math.min(Math.max(state.pointSize * view.height / 360, 1.5), this.largestPoint);
    this.page.groups.forEach((group, index) => {
      if (!state.shown[index]) return;
      const color = state.colorBy === COLOR_BY_COMPONENT ? group.color : group.light.galaxy_light ??
                                                                          this.page.light.galaxy_light;
      const brightness = Math.min(0.5, 3000 / this.page.bodies);
      program.set({ ...this.viewUniforms(view), ...row, ...this.page.light, ...group.light, point_size: size,
                    point_light: color.map((x) => brightness * Math.min(x, 1.5)) });
      gl.drawArrays(gl.POINTS, group.first, group.count);
    });
    gl.disable(gl.BLEND);
  }
}
