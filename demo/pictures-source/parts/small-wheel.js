import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { bar, box, plate, put, turned } from './body-solids.js';
import { loft } from './body-loft.js';

const step = (edge, x, soft) => { const t = Math.min(Math.max((x - edge) / soft + 0.5, 0), 1); return t * t * (3 - 2 * t); };
const wave = (x) => Math.abs(((x % 1) + 1) % 1 - 0.5) * 2;

// Each pattern tells how much rubber stands at an angle (in pitches round the tyre) and a place across (-1..1).
const TREADS = {
  road: (a, s) => {
    const slant = wave(a + Math.abs(s) * 0.9) < 0.2 && Math.abs(s) > 0.2 && Math.abs(s) < 0.86 ? 0 : 1;
    return slant * (Math.abs(Math.abs(s) - 0.12) < 0.035 ? 0 : 1);
  },
  whitewall: (a, s) => TREADS.road(a * 1.4, s * 0.96),
  block: (a, s) => {
    const row = Math.abs(s) < 0.28 ? 0 : Math.abs(s) < 0.66 ? 0.5 : 0;
    const gap = [0.28, 0.66].some((edge) => Math.abs(Math.abs(s) - edge) < 0.045);
    return gap || wave(a + row) < 0.2 ? 0 : 1;
  },
  mud: (a, s) => {
    const m = Math.abs(s);
    if (m < 0.34) return step(0.36, wave(a + (s > 0 ? 0.25 : -0.25) + s * 0.35), 0.1);
    if (m < 0.4) return 0;
    if (m < 0.72) return step(0.42, wave(a + 0.5 + (m - 0.4) * 0.5), 0.1);
    if (m < 0.76) return 0;
    return step(0.4, wave(a + (s > 0 ? 0 : 0.5)), 0.1);
  },
  chevron: (a, s) => step(0.46, wave(a + Math.abs(s) * 0.8), 0.14) * (Math.abs(s) < 0.04 ? 0.4 : 1),
  desert: (a, s) => {
    const m = Math.abs(s);
    const lane = Math.floor((m + 0.11) / 0.22);
    const gap = Math.abs(((m + 0.11) / 0.22) % 1 - 0.5) > 0.4;
    return gap ? 0 : step(0.3, wave(a + lane * 0.5), 0.12);
  },
  smooth: (a, s) => ([0, 0.4].some((line) => Math.abs(Math.abs(s) - line) < 0.05) ? 0 : wave(a) < 0.16 && Math.abs(s) > 0.45 ? 0 : 1),
};

/** Tyre around the z axis. `square` 2 is a round motorcycle crown, larger values a flat one. */
export function tyre({ r, rim, width, tread = 'road', pitches = 40, depth = 0.004, square = 2.2, around = { mud: 264, desert: 288, block: 200 }[tread] ?? 180, across = tread === 'mud' || tread === 'desert' ? 36 : 28 }) {
  const h = (r - rim) / 2;
  const mid = rim + h;
  const pattern = TREADS[tread];
  const [position, index, m] = [[], [], across + 1];
  for (let i = 0; i <= around; i += 1) {
    const angle = (i / around) * Math.PI * 2;
    for (let j = 0; j <= across; j += 1) {
      const t = -0.5 + j / across;
      const phi = t * Math.PI * 1.72;
      const [c, s] = [Math.cos(phi), Math.sin(phi)];
      const z = Math.sign(s) * Math.abs(s) ** (2 / square) * (width / 2);
      const crown = Math.sign(c) * Math.abs(c) ** (2 / square) * h;
      const place = phi / (Math.PI * 0.46);
      const raised = Math.abs(place) < 1 ? pattern((i / around) * pitches, place) : 0;
      const lines = Math.abs(place) >= 1 && Math.abs(Math.abs(place) - 1.3) < 0.035 ? 0.0015 : 0;
      const rho = mid + crown + (raised - 1) * depth * Math.max(0, c * 0.7 + 0.3) * (Math.abs(place) < 1 ? 1 : 0) + lines;
      position.push(Math.cos(angle) * rho, Math.sin(angle) * rho, z * (1 + (raised && Math.abs(place) > 0.7 && depth > 0.008 ? 0.05 : 0)));
    }
  }
  for (let i = 0; i < around; i += 1) for (let j = 0; j < across; j += 1) { const a = i * m + j; index.push(a, a + m, a + 1, a + 1, a + m, a + m + 1); }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

/** Barrel of a rim with both lips, around the z axis. */
export function barrel(r, width, drop = 0.016) {
  const w = width / 2;
  const outer = [[r + 0.006, -w], [r + 0.003, -w + 0.004], [r - 0.004, -w + 0.012], [r - drop, -w + 0.03], [r - drop, w - 0.03], [r - 0.004, w - 0.012], [r + 0.003, w - 0.004], [r + 0.006, w]];
  const inner = outer.map(([x, z]) => [x - 0.006, z]).reverse();
  return turned([...outer, ...inner, outer[0]], 64);
}

const around = (geometry, count, turn = 0) => mergeGeometries(Array.from({ length: count }, (_, i) => geometry.clone().rotateZ((i / count) * Math.PI * 2 + turn)));

/** Spokes of a cast wheel from the hub to the rim, `style` as named below. */
export function spokes({ style, count, hub, rim, thick = 0.03 }) {
  const arm = (from, to, w0, w1, bow = 0, z = 0) => {
    const mid = [(from[0] + to[0]) / 2 - (to[1] - from[1]) * bow, (from[1] + to[1]) / 2 + (to[0] - from[0]) * bow];
    return loft([{ x: from[0], y: from[1], w: thick / 2, u: w0, n: 3.4, z }, { x: mid[0], y: mid[1], w: thick * 0.42, u: (w0 + w1) * 0.46, n: 3.2, z: z * 0.8 }, { x: to[0], y: to[1], w: thick * 0.4, u: w1, n: 3.4, z: 0 }], { round: 0, around: 16, steps: 5 });
  };
  const reach = rim - 0.012;
  const on = (radius, angle) => [Math.cos(angle) * radius, Math.sin(angle) * radius];
  if (style === 'y') {
    const fork = hub + (rim - hub) * 0.36;
    return around(mergeGeometries([arm([hub * 0.7, 0], [fork + 0.004, 0], 0.019, 0.017), arm([fork - 0.008, 0.006], on(reach, 0.3), 0.012, 0.011, -0.06), arm([fork - 0.008, -0.006], on(reach, -0.3), 0.012, 0.011, 0.06)]), count);
  }
  if (style === 'twin') return around(mergeGeometries([arm([hub * 0.7, 0.012], on(reach, 0.09), 0.009, 0.009), arm([hub * 0.7, -0.012], on(reach, -0.09), 0.009, 0.009)]), count);
  if (style === 'swirl') return around(arm([hub * 0.7, 0], on(reach, 0.35), 0.017, 0.012, 0.12), count);
  if (style === 'dish') {
    const dish = [[hub * 0.6, 0.02], [hub + 0.01, 0.022], [rim * 0.72, 0.004], [rim - 0.008, 0.014], [rim - 0.008, 0.004], [rim * 0.72, -0.008], [hub, 0.01]];
    return turned(dish, 72);
  }
  if (style === 'steel') return stamped(count, hub, rim);
  return around(arm([hub * 0.7, 0], on(reach, 0), 0.018, 0.012), count);
}

// The disc of a steel wheel as it leaves the press: a crown round the hub, a flat ring with `count` round holes, each with a turned edge, and a welded rim.
function stamped(count, hub, rim) {
  const [crown, edge, hole] = [rim * 0.53, rim - 0.009, rim * 0.135];
  const ring = (radius) => Array.from({ length: 72 }, (_, i) => [Math.cos((i / 72) * Math.PI * 2) * radius, Math.sin((i / 72) * Math.PI * 2) * radius]);
  const middle = (crown + edge) / 2 + 0.001;
  const holes = Array.from({ length: count }, (_, i) => { const a = (i / count) * Math.PI * 2; return [Math.cos(a) * middle, Math.sin(a) * middle, hole]; });
  const face = plate(ring(edge), 0.005, { radius: 0.001, bevel: 0, step: 0.02, holes: [...holes, [0, 0, crown - 0.006]], curve: 32 });
  const crest = turned([[hub * 0.6, 0.022], [hub + 0.004, 0.022], [hub + 0.012, 0.019], [crown - 0.01, 0.0065], [crown - 0.003, 0.0035], [crown + 0.003, 0.0026], [crown - 0.006, -0.0025], [hub, 0.012]], 72);
  const weld = turned([[edge - 0.008, 0.0025], [edge - 0.002, 0.006], [edge + 0.005, 0.006], [edge + 0.005, -0.006], [edge - 0.006, -0.0025]], 72);
  const rolled = holes.map(([x, y]) => new THREE.TorusGeometry(hole, 0.0026, 8, 40).translate(x, y, 0.0015));
  return mergeGeometries([face, ...[crest, weld, ...rolled].map((geometry) => geometry.toNonIndexed())]);
}

/** Brake disc with drilled holes, around the z axis. */
export function brakeDisc(r, inner = r * 0.68) {
  const circle = (radius, n = 64) => Array.from({ length: n }, (_, i) => [Math.cos((i / n) * Math.PI * 2) * radius, Math.sin((i / n) * Math.PI * 2) * radius]);
  const holes = Array.from({ length: 24 }, (_, i) => { const a = (i / 24) * Math.PI * 2; const d = r - (r - inner) * (0.25 + 0.25 * (i % 3)); return [Math.cos(a) * d, Math.sin(a) * d, 0.0042]; });
  return plate(circle(r), 0.004, { radius: 0.001, bevel: 0, step: 0.014, holes: [...holes, [0, 0, inner]], curve: 8 });
}

/** A whole wheel: tyre, barrel, spokes, hub, bolts and a disc, around the z axis, its outer face towards +z. */
export function wheel({ r, rim, width, tread, pitches, depth, square, style = 'star', count = 5, materials, disc, hub = 0.045, both = true, thick = 0.03, offset = 0, cap, whitewall }) {
  const group = new THREE.Group();
  put(group, tyre({ r, rim: rim - 0.004, width, tread, pitches, depth, square }), materials.tyre);
  put(group, barrel(rim, width * 0.72), materials.rim);
  const star = put(group, spokes({ style, count, hub, rim, thick }), materials.rim);
  star.position.z = offset;
  put(group, bar(hub, thick * 2 + width * 0.2, { r: 0.006 }), materials.rim, [0, 0, offset * 0.7]);
  put(group, bar(hub * 0.45, thick * 2 + width * 0.3, { r: 0.003 }), cap ?? materials.steel, [0, 0, offset]);
  for (let i = 0; i < 4; i += 1) {
    const a = (i / 4) * Math.PI * 2 + 0.4;
    put(group, new THREE.CylinderGeometry(0.006, 0.006, thick * 2 + width * 0.2 + 0.01, 6).rotateX(Math.PI / 2), materials.steel, [Math.cos(a) * hub * 0.72, Math.sin(a) * hub * 0.72, offset * 0.7]);
  }
  if (whitewall) {
    const wall = turned([[rim + 0.012, 0], [rim + (r - rim) * 0.34, 0.003], [rim + (r - rim) * 0.56, -0.002]], 96);
    put(group, wall, whitewall, [0, 0, width * 0.487]);
    if (both) put(group, wall.clone().rotateX(Math.PI), whitewall, [0, 0, -width * 0.487]);
  }
  if (disc) {
    put(group, brakeDisc(disc.r), materials.steel, [0, 0, disc.z]);
    put(group, around(box(disc.r * 0.45, 0.012, 0.004, 0.002).translate(disc.r * 0.5, 0, 0), 5), materials.dark, [0, 0, disc.z]);
  }
  return group;
}
