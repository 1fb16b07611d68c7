// The controls of a page: time bar, camera, menu, labels. docs/page.md describes them.

const ICONS = {
  play: "M7 4v16l13-8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  menu: "M3 5h18v2H3zM3 11h18v2H3zM3 17h18v2H3z",
  full: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  view: "M12 3l9 8h-3v9h-5v-6h-2v6H6v-9H3z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
};
const SPEEDS = [0.125, 0.25, 0.5, 1, 2, 4, 8];
const ZOOM_RATIO = 1.1, STEEPEST_PITCH = 1.55, NEAREST = 0.05, FARTHEST = 4000;
const LABELS_APART_KPC = [2, 6];  // labels of two galaxies fade out between these distances
const SLOW_FRAME = 0.05, SMALLEST_SCALE = 0.3, REST_SECONDS = 0.35;

const byId = (id) => document.getElementById(id);

// Creates an element with these properties and children.
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const name in properties)
    if (name in element) element[name] = properties[name];
    else element.setAttribute(name, properties[name]);
  element.append(...children);
  return element;
}

function iconButton(icon, label, action) {
  const button = make("button", { type: "button", title: label, onclick: action });
  button.setAttribute("aria-label", label);
  setIcon(button, icon);
  return button;
}

function setIcon(button, icon) {
  const drawing = icon === "link" ? 'fill="none" stroke="currentColor" stroke-width="2"' : 'fill="currentColor"';
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path ${drawing} d="${ICONS[icon]}"/></svg>`;
}

// Returns 1, 2 or 5 times a power of ten, at most `limit`.
function roundLength(limit) {
  const power = 10 ** Math.floor(Math.log10(limit));
  return power * (limit >= 5 * power ? 5 : limit >= 2 * power ? 2 : 1);
}

function lengthText(kpc) {
  return kpc >= 1000 ? `${kpc / 1000} Mpc` : kpc >= 1 ? `${kpc} kpc` : `${Number((1000 * kpc).toPrecision(3))} pc`;
}

class Page {
  constructor(page) {
    this.page = page;
    this.canvas = byId("picture");
    this.overlay = byId("annotations");
    this.last = page.first + page.interval * (page.moments - 1);
    const show = page.show === "none" ? ["labels", "scale"] : page.show.split(",");
    this.state = {
      time: page.first, playing: false, speed: 1, camera: null, isFollowing: true,
      shown: page.groups.map(() => true), labels: show.includes("labels"), scale: show.includes("scale"),
      colorBy: page.look.color_by, pointSize: page.look.point_size, stops: 0,
    };
    this.scale = 1;     // resolution of the picture relative to that of the display
    this.isFixed = false;  // true: the resolution does not adapt
    this.readLink();
    this.openPicture();
    this.buildControls();
    this.listen();
    this.changed(true);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || new URLSearchParams(this.hash()).has("t");
    if (!still) this.play(true);
    requestAnimationFrame((now) => this.frame(now));
  }

  hash() { return location.hash.slice(1); }

  // Reads the state from the fragment of the address: t=17&camera=YAW,PITCH,DISTANCE,X,Y,Z&ui=0&scale=1
  readLink() {
    const link = new URLSearchParams(this.hash());
    const time = Number.parseFloat(link.get("t"));
    if (Number.isFinite(time)) this.state.time = Math.min(Math.max(time, this.page.first), this.last);
    const numbers = (link.get("camera") ?? "").split(",").map(Number);
    if (numbers.length >= 6 && numbers.every(Number.isFinite)) {
      const [yaw, pitch, distance, x, y, z] = numbers;
      this.state.camera = { yaw, pitch, distance, target: [x, y, z], fov: numbers[6] || this.page.cameras[0][6] };
      this.state.isFollowing = false;
    }
    document.body.classList.toggle("bare", link.get("ui") === "0");
    const scale = Number.parseFloat(link.get("scale"));
    if (scale > 0) {
      this.scale = Math.min(scale, 1);
      this.isFixed = true;
    }
  }
  link() {
    const { time, camera } = this.state;
    const round = (x) => Number(x.toPrecision(5));
    const numbers = [camera.yaw, camera.pitch, camera.distance, ...camera.target].map(round);
    return `${location.href.split("#")[0]}#t=${round(time)}&camera=${numbers}`;
  }

  openPicture() {
    const gl = this.canvas.getContext("webgl2", { antialias: false, alpha: false, depth: false,
                                                  powerPreference: "high-performance" });
    if (!gl) throw new Error("This browser has no WebGL2, which draws the galaxies. Use a current browser, and " +
                             "permit hardware acceleration in its settings.");
    this.picture = new Picture(gl, this.page);
    document.body.classList.toggle("points", !this.picture.format);
  }

  // Returns true if a wide picture is turned by 90 degrees, because the window is high, as on a phone.
  rolls() { return this.page.size[0] > this.page.size[1] && innerWidth < 0.8 * innerHeight; }

  // Returns the camera of the run at the present time. In narrow windows it is farther away, so that the galaxies fit.
  cameraOfRun() {
    const { page, state } = this;
    const place = Math.min(Math.max((state.time - page.first) / page.interval, 0), page.moments - 1);
    const before = Math.min(Math.floor(place), page.moments - 2), share = place - before;
    const from = page.cameras[before], to = page.cameras[before + 1];
    const mixed = from.map((x, i) => x + share * (to[i] - x));
    const turn = Math.atan2(Math.sin(to[0] - from[0]), Math.cos(to[0] - from[0]));
    const aspect = innerWidth / innerHeight, [across, high] = this.rolls() ? [page.size[1], page.size[0]] : page.size;
    const narrow = Math.max(across / high / aspect, 1) * (this.rolls() ? high / across : 1);
    return { yaw: from[0] + share * turn, pitch: mixed[1], distance: mixed[2] * narrow, target: mixed.slice(3, 6),
             fov: mixed[6] };
  }

  // ---- controls ----

  buildControls() {
    const { page, state } = this;
    byId("title").textContent = page.title;
    this.playButton = iconButton("play", "Play", () => this.play(!state.playing));
    this.clock = make("output", { id: "clock" });
    const speeds = SPEEDS.map((speed) => make("option", { value: speed, textContent: `${speed}×`, selected: speed === 1 }));
    this.speedChoice = make("select", { title: "Speed", onchange: () => state.speed = Number(this.speedChoice.value) },
                            ...speeds);
    this.speedChoice.setAttribute("aria-label", "Speed");
    this.menuButton = iconButton("menu", "Settings", () => this.toggleMenu());
    this.menuButton.setAttribute("aria-expanded", "false");
    const buttons = [this.playButton, this.clock, make("span", { className: "space" }), this.speedChoice,
                     iconButton("view", "Show all galaxies", () => this.followRun()),
                     iconButton("link", "Copy a link to this view", () => this.copyLink()), this.menuButton];
    if (document.documentElement.requestFullscreen ?? document.documentElement.webkitRequestFullscreen)
      buttons.push(iconButton("full", "Full screen", () => this.fullScreen()));
    byId("buttons").append(...buttons);
    this.slider = byId("time");
    Object.assign(this.slider, { min: page.first, max: this.last, value: state.time });
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    for (const chapter of page.chapters) {
      const tick = make("button", { type: "button", title: chapter.title, onclick: () => this.goTo(chapter.time) });
      tick.setAttribute("aria-label", `Go to: ${chapter.title}`);
      tick.style.left = `${100 * (chapter.time - page.first) / (this.last - page.first)}%`;
      byId("chapters").append(tick);
    }
    this.buildMenu();
    byId("controls").hidden = false;
    byId("message").hidden = true;
  }

  buildMenu() {
    const { page, state } = this, menu = byId("menu");
    const checkbox = (label, value, set) => make("label", {}, make("input", {
      type: "checkbox", checked: value, onchange: (event) => { set(event.target.checked); this.changed(true); } }), label);
    const slider = (label, min, max, value, set) => make("label", { className: "slider" }, label, make("input", {
      type: "range", min, max, step: 0.01, value,
      oninput: (event) => { set(Number(event.target.value)); this.changed(); } }));
    const colors = make("select", { onchange: () => { state.colorBy = Number(colors.value); this.changed(true); } },
      ...[...new Set([page.look.color_by, 0, 1, 3])].map((number) => make("option", {
        value: number, selected: number === state.colorBy,
        textContent: ["stars", "galaxy", "speed", "direction of motion", "temperature", "", "initial radius", "",
                      "mass"][number] })));
    menu.append(
      make("h2", { textContent: "Show" }),
      ...page.groups.map((group, i) => checkbox(group.title, true, (on) => state.shown[i] = on)),
      make("h2", { textContent: "Picture" }),
      make("label", {}, "Colors", colors),
      slider("Brightness", -3, 3, 0, (stops) => state.stops = stops),
      slider("Point size", -2, 2, Math.log2(state.pointSize), (size) => state.pointSize = 2 ** size),
      checkbox("Names", state.labels, (on) => state.labels = on),
      checkbox("Scale", state.scale, (on) => state.scale = on),
      make("p", { textContent: "Drag: turn. Pinch, wheel or right drag: zoom. Two fingers or middle drag: move. Space: " +
                               "play. Arrow keys: step. F: full screen." }),
      make("p", { textContent: `${page.bodies.toLocaleString("en")} bodies. Made with ${page.program}.` }));
  }
  toggleMenu(open = byId("menu").hidden) {
    byId("menu").hidden = !open;
    this.menuButton.setAttribute("aria-expanded", String(open));
  }

  play(on) {
    if (on && this.state.time >= this.last) this.goTo(this.page.first);
    this.state.playing = on;
    setIcon(this.playButton, on ? "pause" : "play");
    this.playButton.title = on ? "Pause" : "Play";
    this.playButton.setAttribute("aria-label", this.playButton.title);
    this.changed();
  }
  goTo(time) {
    this.state.time = Math.min(Math.max(time, this.page.first), this.last);
    this.changed(true);
  }
  followRun() {
    this.state.isFollowing = true;
    this.changed();
  }
  async copyLink() {
    const link = this.link();
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      this.say("The link to this view is copied");
    } catch {
      this.say("The address bar shows the link to this view");
    }
  }
  say(text) {
    byId("message-text").textContent = text;
    byId("message").hidden = false;
    byId("progress").hidden = true;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => byId("message").hidden = true, 2500);
  }
  fullScreen() {
    const root = document.documentElement;
    if (document.fullscreenElement ?? document.webkitFullscreenElement)
      (document.exitFullscreen ?? document.webkitExitFullscreen).call(document);
    else
      (root.requestFullscreen ?? root.webkitRequestFullscreen).call(root);
  }

  // ---- input ----

  listen() {
    const { canvas } = this, pointers = new Map();
    let middle = null, spread = 0;
    const gather = () => {
      const all = [...pointers.values()];
      middle = [0, 1].map((i) => all.reduce((sum, place) => sum + place[i], 0) / all.length);
      spread = all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) : 0;
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      gather();
      this.toggleMenu(false);
      canvas.focus({ preventScroll: true });
      event.preventDefault();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      const before = middle, wide = spread;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      gather();
      const motion = [0, 1].map((i) => (middle[i] - before[i]) / innerHeight);
      if (pointers.size > 1) {
        this.pan(motion);
        if (wide > 0 && spread > 0) this.zoom(Math.log(spread / wide) / Math.log(ZOOM_RATIO));
      } else if (event.buttons & 4 || event.shiftKey) {
        this.pan(motion);
      } else if (event.buttons & 2) {
        this.zoom(-20 * motion[1]);
      } else {
        this.turn(motion);
      }
    });
    const lift = (event) => {
      pointers.delete(event.pointerId);
      if (pointers.size > 0) gather();
    };
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(name, lift);
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      const lines = event.deltaMode === 0 ? event.deltaY / 50 : event.deltaY;
      this.zoom(-Math.min(Math.max(lines, -6), 6));
      event.preventDefault();
    }, { passive: false });
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("resize", () => this.changed());
    addEventListener("hashchange", () => {
      this.readLink();
      this.changed(true);
    });
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.picture = null;
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.openPicture();
      this.changed(true);
    });
  }
  key(event) {
    const inField = event.target.closest?.("select, input, button");
    if (event.ctrlKey || event.altKey || event.metaKey || (inField && event.key !== "Escape" && event.key !== "f")) return;
    const step = (event.shiftKey ? 10 : 1) * this.page.interval, { time } = this.state;
    const actions = {
      " ": () => this.play(!this.state.playing), ArrowRight: () => this.goTo(time + step),
      ArrowLeft: () => this.goTo(time - step), Home: () => this.goTo(this.page.first), End: () => this.goTo(this.last),
      ArrowUp: () => this.zoom(1), ArrowDown: () => this.zoom(-1), "+": () => this.zoom(1), "-": () => this.zoom(-1),
      f: () => this.fullScreen(), r: () => this.followRun(), Escape: () => this.toggleMenu(false),
    };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  }

  // Return the camera after the user has begun to move it.
  held() {
    this.state.isFollowing = false;
    this.changed();
    return this.state.camera;
  }
  turn([right, down]) {
    const camera = this.held(), [across, along] = camera.rolls ? [-down, right] : [right, down];
    camera.yaw -= Math.PI * across;
    camera.pitch = Math.min(Math.max(camera.pitch + Math.PI * along, -STEEPEST_PITCH), STEEPEST_PITCH);
  }
  zoom(amount) {
    const camera = this.held();
    camera.distance = Math.min(Math.max(camera.distance * ZOOM_RATIO ** -amount, NEAREST), FARTHEST);
  }
  pan([right, down]) {
    const camera = this.held(), axes = axesOf(camera, this.page.frame);
    const height = 2 * camera.distance * Math.tan(camera.fov / 2);
    camera.target = camera.target.map((x, i) => x + height * (down * axes.up[i] - right * axes.right[i]));
  }

  // ---- drawing ----

  // Asks for a new picture. If `jumps` is true, the exposure adapts at once.
  changed(jumps = false) {
    this.isStale = true;
    this.jumps ||= jumps;
  }

  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const seconds = Math.min((now - (this.before ?? now)) / 1000, 0.25);
    this.before = now;
    if (!this.picture) return;
    const { state, page } = this;
    if (state.playing) {
      state.time += seconds * page.pace * state.speed;
      if (state.time >= this.last) {
        state.time = this.last;
        this.play(false);
      }
      this.isStale = true;
    }
    const isMoving = this.isStale;
    if (isMoving) this.movedAt = now;
    // A picture at rest is drawn once more at full resolution, and until the exposure has adapted.
    const rests = !isMoving && this.scale < 1 && !this.isFixed && now - this.movedAt > 1000 * REST_SECONDS;
    if (!isMoving && !(rests && !this.isSharp) && !(now < this.adaptsUntil)) return;
    if (isMoving) this.adaptsUntil = now + 1500;
    this.isSharp = rests || this.scale === 1;
    this.isStale = false;
    this.draw(seconds, this.isSharp && rests ? 1 : this.scale);
    if (!rests) this.adaptScale(seconds);
  }

  draw(seconds, scale) {
    const { state, canvas } = this;
    if (state.isFollowing || !state.camera) state.camera = this.cameraOfRun();
    state.camera.rolls = this.rolls();
    const ratio = Math.min(devicePixelRatio || 1, 2) * scale;
    const width = Math.max(Math.round(innerWidth * ratio), 1), height = Math.max(Math.round(innerHeight * ratio), 1);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.picture.draw({ ...state, seconds: this.jumps ? Infinity : seconds });
    this.jumps = false;
    this.annotate();
    this.slider.value = state.time;
    this.drawnTime = state.time;
  }

  // Reduces the resolution where frames take long, and increases it again where they are quick.
  adaptScale(seconds) {
    if (this.isFixed || !(seconds > 0)) return;
    this.meanSeconds = 0.7 * (this.meanSeconds ?? seconds) + 0.3 * seconds;
    this.framesAtScale = (this.framesAtScale ?? 0) + 1;
    if (this.framesAtScale < 6) return;
    const factor = this.meanSeconds > SLOW_FRAME ? 0.7 : this.meanSeconds < SLOW_FRAME / 2.5 ? 1.2 : 1;
    const next = Math.min(Math.max(this.scale * factor, SMALLEST_SCALE), 1);
    if (next === this.scale) return;
    this.scale = next;
    this.framesAtScale = 0;
  }

  annotate() {
    const { page, state, overlay } = this, ratio = devicePixelRatio || 1;
    const width = innerWidth, height = innerHeight;
    if (overlay.width !== Math.round(width * ratio) || overlay.height !== Math.round(height * ratio))
      Object.assign(overlay, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const pen = overlay.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const view = viewOf(state.camera, page, width, height);
    pen.font = "14px system-ui, sans-serif";
    pen.lineWidth = 3;
    pen.strokeStyle = "rgba(0,0,0,.6)";
    if (state.labels) this.drawLabels(pen, view);
    if (state.scale && page.kpc > 0) this.drawScale(pen, view);
    this.writeTexts();
  }
  drawLabels(pen, view) {
    const { page, state } = this;
    const centers = page.galaxies.map((_, galaxy) => galaxyCenter(page, galaxy, state.time).position);
    pen.textAlign = "center";
    page.galaxies.forEach((title, galaxy) => {
      const place = pixelOf(view, centers[galaxy]);
      if (!place || !title) return;
      const distances = centers.map((center, i) =>
        i === galaxy ? Infinity : (page.kpc || 1) * Math.hypot(...center.map((x, k) => x - centers[galaxy][k])));
      const [least, most] = LABELS_APART_KPC;
      pen.globalAlpha = Math.min(Math.max((Math.min(...distances) - least) / (most - least), 0), 1);
      pen.strokeText(title, place[0], place[1] + 24);
      pen.fillStyle = "#dde6ff";
      pen.fillText(title, place[0], place[1] + 24);
    });
    pen.globalAlpha = 1;
  }
  drawScale(pen, view) {
    const pixelsPerKpc = view.pixels_at_unit_distance / view.reference_distance / this.page.kpc;
    const kpc = roundLength(0.22 * Math.min(view.width, 900) / pixelsPerKpc), bar = kpc * pixelsPerKpc;
    const right = view.width - 16, top = 24;
    pen.textAlign = "right";
    for (const [style, width] of [["rgba(0,0,0,.6)", 4], ["#dde6ff", 2]]) {
      pen.strokeStyle = style;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(right - bar, top - 4);
      pen.lineTo(right - bar, top);
      pen.lineTo(right, top);
      pen.lineTo(right, top - 4);
      pen.stroke();
    }
    pen.fillStyle = "#dde6ff";
    pen.fillText(lengthText(kpc), right, top + 18);
  }
  writeTexts() {
    const { page, state } = this, myr = state.time * page.myr;
    this.clock.value = page.myr === 0 ? `t = ${state.time.toFixed(2)}`
                     : Math.abs(myr) >= 1000 ? `${(myr / 1000).toFixed(2)} Gyr` : `${myr.toFixed(0)} Myr`;
    this.slider.setAttribute("aria-valuetext", this.clock.value);
    const chapter = page.chapters.findLast((entry) => entry.time <= state.time + 1e-6);
    const title = chapter ? chapter.title : "";
    if (byId("chapter").textContent !== title) byId("chapter").textContent = title;
  }
}

async function open() {
  try {
    if (!("DecompressionStream" in window))
      throw new Error("This browser is too old to unpack the page. Use a current browser.");
    const page = await unpackPage((share) => byId("progress").value = share);
    window.milkomedaPage = new Page(page);
  } catch (error) {
    byId("message-text").textContent = error.message;
    byId("message").classList.add("fault");
    byId("message").hidden = false;
    byId("progress").hidden = true;
    console.error(error);
  }
}
open();
