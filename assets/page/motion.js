// Unpacks the data of a page: the positions of all bodies at all moments, and other columns. Mirrors data/page.
"use strict";

// Returns the bytes of a base64 text (RFC 4648).
function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Lets the browser draw and handle input.
const breath = () => new Promise((resolve) => setTimeout(resolve));

const PREDICTION_TERMS = 3, COEFFICIENT_SCALE = 4096, LARGEST_PREDICTION = 4 * 32767;

// Unpacks the positions (MotionPacker in data/page/packed_motion.hpp). Returns integers: `numbers` holds three for each
// body, moment after moment, and `centers` three for each galaxy. `report` receives the finished share.
async function unpackMotion(bytes, bodies, galaxies, moments, galaxyOf, report) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const centers = new Int16Array(3 * galaxies * moments);
  for (let i = 0; i < centers.length; ++i) centers[i] = view.getInt16(2 * i, true);
  const order = 2 * centers.length;
  let at = order + 4 * bodies;
  const numbers = new Int16Array(3 * bodies * moments);
  const coefficients = new Int32Array(PREDICTION_TERMS), x = new Int32Array(moments);
  const bodiesPerBreath = Math.max(1, Math.ceil(400000 / moments));
  for (let place = 0; place < bodies; ++place) {
    if (place % bodiesPerBreath === 0) {
      report(place / bodies);
      await breath();
    }
    const body = view.getUint32(order + 4 * place, true);
    const multiple = bytes[at++];
    for (let i = 0; i < PREDICTION_TERMS; ++i, at += 2) coefficients[i] = view.getInt16(at, true);
    for (let axis = 0; axis < 3; ++axis) {
      let target = 3 * body + axis, center = 3 * galaxyOf[body] + axis;
      for (let n = 0; n < moments; ++n, target += 3 * bodies, center += 3 * galaxies) {
        let residual = bytes[at++];
        if (residual === 255) {
          residual = bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16;
          at += 3;
        }
        residual = residual >>> 1 ^ -(residual & 1);
        let predicted = 0;
        if (n >= PREDICTION_TERMS) {
          let sum = COEFFICIENT_SCALE / 2;
          for (let i = 0; i < PREDICTION_TERMS; ++i) sum += coefficients[i] * x[n - 1 - i];
          predicted = Math.min(Math.max(Math.floor(sum / COEFFICIENT_SCALE), -LARGEST_PREDICTION), LARGEST_PREDICTION);
        } else if (n > 0) {
          predicted = x[n - 1];
        }
        x[n] = predicted + residual;
        numbers[target] = multiple * x[n] + centers[center];
      }
    }
  }
  return { numbers, centers };
}

// Unpacks packed_attributes(): returns, for each moment, an array of eight bytes for each body, of which `channels` are
// used.
function unpackAttributes(bytes, bodies, channels, moments) {
  const unpacked = Array.from({ length: moments }, () => new Uint8Array(8 * bodies));
  let at = 0;
  for (let channel = 0; channel < channels; ++channel)
    for (let body = 0; body < bodies; ++body)
      for (let moment = 0, value = 0; moment < moments; ++moment) {
        value = value + bytes[at++] & 255;
        unpacked[moment][8 * body + channel] = value;
      }
  return unpacked;
}

// Returns rows of `columns.length / rows` floats from floats that are stored column after column.
function rowsOfColumns(columns, rows) {
  const width = columns.length / rows, result = new Float32Array(columns.length);
  for (let column = 0; column < width; ++column)
    for (let row = 0; row < rows; ++row) result[width * row + column] = columns[rows * column + row];
  return result;
}

// Unpacks the whole page. Returns the description of the page with the unpacked columns.
async function unpackPage(report) {
  const sections = JSON.parse(document.getElementById("sections").textContent);
  const element = document.getElementById("data");
  const data = bytesOfBase64(element.textContent);
  element.remove();
  const section = (name) => inflated(data.subarray(sections[name][0], sections[name][0] + sections[name][1]));
  const page = JSON.parse(new TextDecoder().decode(await section("page")));
  const { bodies, moments } = page, galaxies = Math.max(page.galaxies.length, 1);
  const galaxyOf = new Uint16Array(bodies);
  for (const group of page.groups) galaxyOf.fill(group.galaxy, group.first, group.first + group.count);
  Object.assign(page, await unpackMotion(await section("motion"), bodies, galaxies, moments, galaxyOf, report));
  page.attributes = unpackAttributes(await section("attributes"), bodies, page.levels.length, page.attribute_moments);
  page.constants = rowsOfColumns(new Float32Array((await section("constants")).buffer), bodies);
  const sky = new Float32Array((await section("sky")).buffer), floats = 12;
  page.skyGalaxies = rowsOfColumns(sky.subarray(0, floats * page.sky[0]), page.sky[0]);
  page.skyStars = rowsOfColumns(sky.subarray(floats * page.sky[0]), page.sky[1]);
  return page;
}
