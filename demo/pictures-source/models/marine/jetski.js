// Personal watercraft. Everything on deck is placed by t, the share of the length from the stern (0) to the bow (1), so that lengths can differ.
import * as THREE from 'three';
import { paint as lacquer, plastic, rubber, leather, metal, light, chrome, glass } from '../../materials.js';
import { along, body, box, clamp, group, latheZ, lerp, loft, part, patch, rod, smooth, surface, TAU, times, tube } from '../gear/shapes.js';
import { ink, label, printed, release, shade, texture, write } from '../gear/surfaces.js';
import { cradle } from './cradle.js';
import { bothSides, hullSkin, linesAt, mirror } from './hull.js';
import { steering, stern, touring } from './jetski-fittings.js';

const HULL = {
  keel: [0.07, 0.03, 0.02, 0.02, 0.04, 0.1, 0.22, 0.44, 0.68],
  chineY: [0.21, 0.21, 0.22, 0.23, 0.26, 0.32, 0.42, 0.56, 0.7],
  chineZ: [0.48, 0.52, 0.54, 0.55, 0.54, 0.5, 0.41, 0.26, 0.02],
  bondY: [0.4, 0.4, 0.41, 0.42, 0.45, 0.5, 0.57, 0.65, 0.72],
  bondZ: [0.52, 0.57, 0.6, 0.61, 0.6, 0.57, 0.5, 0.36, 0.05],
};
// Height of the painted shoulders either side of the hood, from t = 0.46 to the bow.
const SHOULDER = [0.47, 0.6, 0.705, 0.755, 0.775, 0.77, 0.735];
const shoulderAt = (t) => along(SHOULDER, clamp((t - 0.46) / 0.54, 0, 1));

/** A rounded spot on the skin f around (u0, v0), raised by `grow` outwards along z. */
const spot = (f, [u0, v0], [ru, rv], grow, n = 2.6) => surface((a, r) => {
  const k = a * TAU;
  const e = (Math.abs(Math.cos(k)) ** n + Math.abs(Math.sin(k)) ** n) ** (-1 / n);
  const [x, y, z] = f(u0 + Math.cos(k) * e * ru * r, v0 + Math.sin(k) * e * rv * r);
  return [x, y + grow * 0.3, z + Math.sign(z) * grow];
}, 60, 10, true);

function hull({ length, width }, colors) {
  const at = linesAt(HULL, length, width);
  const { mesh, topside } = hullSkin(at, { bottom: colors.bottom, side: colors.hull, rail: rubber() });
  const sponson = () => part(loft([0, 0.25, 0.75, 1].map((t, i) => {
    const s = at(0.04 + t * 0.32);
    const r = [0.01, 0.035, 0.04, 0.015][i];
    return times(9, (k) => [s.x, s.chineY + 0.035 + Math.sin((k / 8) * TAU) * r * 1.6, s.chineZ + 0.012 + Math.cos((k / 8) * TAU) * r]);
  }), { nu: 20, nv: 20 }), plastic('#1b1d20'));
  const nose = part(body([[0.955, 0.06, 0.05], [0.975, 0.055, 0.05], [1.004, 0.03, 0.035]].map(([t, a, b]) => ({ c: [at(t).x, at(t).bondY, 0], a: Math.max(at(t).bondZ, 0.03) + a * 0.3, b, n: 2.6 })), { ends: 0.2 }), rubber());
  return { at, topside, mesh: group([mesh, nose, bothSides(sponson)]) };
}

/** Where the seat begins and ends, and half its width at a share k of its length. */
const seatSpan = (p) => [0.545 - p.seatLength / p.length, 0.555];
const seatHalf = (k) => along([0.12, 0.185, 0.2, 0.19, 0.165, 0.15, 0.14], k);

function deck(p, at, colors) {
  const wall = (t) => smooth(0.01, 0.12, t) * 0.12;
  // The floor rises to the transom's edge, so that the two end in one line.
  const floor = (t) => 0.39 + 0.06 * smooth(0.42, 0.6, t) + Math.max(0, 1 - t / 0.046) * (at(0).bondY - 0.39);
  const tray = () => part(loft(times(14, (i) => {
    const t = lerp(0, 0.6, i / 13);
    const s = at(t);
    return [[s.x, s.bondY, s.bondZ], [s.x, s.bondY + wall(t) * 0.7, s.bondZ - 0.008], [s.x, s.bondY + wall(t), s.bondZ - 0.04], [s.x, s.bondY + wall(t), s.bondZ - 0.085], [s.x, floor(t) + (i ? 0.02 : 0), s.bondZ - 0.13], [s.x, floor(t), s.bondZ - 0.16], [s.x, floor(t), 0.2], [s.x, floor(t), 0]];
  }), { nu: 70, nv: 60 }), colors.deck);
  // The mat lies on the flat of the floor. Its ribs end before the seat's foot and before a smooth border, whose edges go down into the floor.
  const [t0, t1] = seatSpan(p);
  const foot = (k) => (k < -0.03 ? -1 : seatHalf(Math.max(k, 0)) * 1.4 + 0.04);
  const mat = () => part(surface((u, v) => {
    const t = lerp(0.004, 0.56, v);
    const s = at(t);
    const z = Math.min(u / 0.95, 1) * (s.bondZ - 0.168), groove = u < 0.88 && v > 0.02 && Math.sin(v * 420) < 0 ? 0.003 * smooth(0.004, 0.024, z - foot((t - t0) / (t1 - t0))) : 0;
    return [s.x, floor(t) + (u === 1 || v === 0 ? -0.004 : 0.014 - groove), z];
  }, 40, 420), colors.mat);
  const front = part(loft(times(16, (i) => {
    const t = lerp(0.46, 1, i / 15);
    const s = at(t);
    const top = shoulderAt(t);
    return mirror([[s.x, top, 0], [s.x, top, s.bondZ * 0.4], [s.x, lerp(s.bondY, top, 0.86), s.bondZ * 0.76], [s.x, lerp(s.bondY, top, 0.48), s.bondZ * 0.975], [s.x, s.bondY, s.bondZ]]);
  }), { nu: 80, nv: 90 }), colors.deck);
  return [bothSides(tray), bothSides(mat), front];
}

/** The hood from the steering to the bow with its centre panel, scoops and lamps. */
function hood(p, at, colors) {
  const wide = [0.2, 0.265, 0.3, 0.3, 0.265, 0.2, 0.035];
  const top = [0.9, 1.0, 0.985, 0.935, 0.875, 0.815, 0.752].map((y, i) => 0.72 + (y - 0.72) * p.crown + (i > 3 ? p.nose : 0));
  const station = (t) => {
    const k = (t - 0.53) / 0.455;
    const s = at(t);
    return { x: s.x, w: Math.min(along(wide, k) * p.width, s.bondZ * 0.84), top: along(top, k), low: shoulderAt(t) - 0.012 };
  };
  const rows = times(18, (i) => {
    const s = station(lerp(0.53, 0.985, i / 17));
    return mirror([[s.x, s.top, 0], [s.x, s.top - 0.005 - p.sharp * 0.01, s.w * 0.5], [s.x, s.top - 0.04 - p.sharp * 0.006, s.w * 0.84], [s.x, lerp(s.low, s.top, 0.42), s.w * 1.03], [s.x, s.low, s.w * 1.16]]);
  });
  const f = (u, v) => along(rows.map((r) => along(r, u)), v);
  const raised = (grow) => (u, v) => { const q = f(u, v); return [q[0], q[1] + grow, q[2] + Math.sign(q[2]) * grow * 0.5 * Math.abs(u - 0.5)]; };
  const center = part(surface((a, v) => raised(0.004)(0.5 + (a - 0.5) * (0.3 - 0.06 * v) * Math.min(1, (1 - v) * 9) ** 0.5, lerp(0.2, 0.96, v)), 24, 70), colors.accent);
  const lip = bothSides(() => part(tube(times(24, (i) => raised(0.002)(0.5 + (0.15 - 0.03 * (i / 23)) * Math.min(1, (1 - i / 23) * 9) ** 0.5, lerp(0.2, 0.96, i / 23))), 0.004, { sides: 8 }), plastic('#15171a', 0.3)));
  const back = part(surface((u, v) => { const q = f(u, 0); return [q[0] - 0.1 * Math.sin(v * 1.57), lerp(q[1], 0.62, v * 0.55), q[2] * (1 - 0.55 * v)]; }, 50, 12), colors.dark);
  const grille = bothSides(() => [part(spot(f, [0.9, 0.34], [0.055, 0.15], 0.006), plastic('#0c0d0f', 0.5)), times(5, (i) => part(spot(f, [0.9 + (i - 2) * 0.018, 0.34 - Math.abs(i - 2) * 0.004], [0.0035, 0.125 - Math.abs(i - 2) * 0.014], 0.011), plastic('#2a2d31', 0.4)))]);
  const lamp = bothSides(() => [part(tube(times(14, (i) => raised(0.006)(0.79 - 0.02 * (i / 13), lerp(0.58, 0.9, i / 13))), 0.009, { sides: 10 }), light('#eef7ff', 1.6)), part(tube(times(10, (i) => raised(0.005)(0.83, lerp(0.66, 0.84, i / 9))), 0.006, { sides: 8 }), plastic('#0c0d0f', 0.2))]);
  // It stands off the skin along the normal, and ends where the hood is still clear of the shoulders.
  const off = (u, v, out) => {
    const [a, b, c, d] = [[u - 0.01, v], [u + 0.01, v], [u, v - 0.01], [u, v + 0.01]].map((at) => new THREE.Vector3(...f(...at)));
    return new THREE.Vector3(...f(u, v)).add(b.sub(a).cross(d.sub(c)).setLength(out)).toArray();
  };
  const flash = bothSides(() => part(surface((a, v) => off(lerp(0.885, 0.965 - 0.05 * v, a), lerp(0.5, 0.86, v), 0.004), 16, 120), colors.accent));
  return { f, station, parts: [part(surface(f, 90, 120), colors.body), center, lip, back, grille, lamp, flash] };
}

function saddle(p, at, colors) {
  const steps = [[0.73, 0.76, 0.79, 0.8, 0.79, 0.78, 0.8], [0.72, 0.79, 0.86, 0.85, 0.79, 0.78, 0.83], [0.77, 0.86, 0.93, 0.89, 0.85, 0.79, 0.84]][p.seats - 1];
  const [t0, t1] = seatSpan(p);
  const station = (k) => ({ x: at(lerp(t0, t1, k)).x, top: along(steps, k), w: seatHalf(k) });
  const row = (s) => mirror([[s.x, s.top, 0], [s.x, s.top - 0.006, s.w * 0.55], [s.x, s.top - 0.035, s.w * 0.93], [s.x, s.top - 0.1, s.w * 1.1], [s.x, 0.585, s.w * 1.06]]);
  const rows = times(22, (i) => row(station(i / 21)));
  const f = (u, v) => along(rows.map((r) => along(r, u)), v);
  const cushion = ([v0, v1]) => part(surface((a, b) => {
    const v = lerp(v0, v1, b);
    const round = Math.min(1, Math.sin(b * Math.PI) * 2.2) ** 0.45;
    const q = f(0.5 + (a - 0.5) * 0.5 * round, v);
    return [q[0], q[1] + 0.005 - 0.004 * Math.abs(Math.sin(b * 9.42)) ** 24, q[2]];
  }, 24, 80), colors.seatInsert);
  const piping = bothSides(() => part(tube(times(30, (i) => { const q = f(0.76, lerp(0.02, 0.98, i / 29)); return [q[0], q[1] + 0.003, q[2] + 0.003]; }), 0.005, { sides: 8 }), leather(p.pipingHex ?? '#c9ced3')));
  const side = times(12, (i) => {
    const s = station(lerp(-0.015, 1, i / 11));
    return mirror([[s.x, 0.61, 0], [s.x, 0.61, s.w], [s.x, 0.57, s.w * 1.2], [s.x, 0.47, s.w * 1.27 + 0.02], [s.x, 0.388, s.w * 1.4 + 0.04]]);
  });
  const end = surface((u, v) => { const [x, y, z] = along(side[0], u); return [x + 0.001, y, z * (1 - v)]; }, 40, 6);
  const pedestal = [part(loft(side, { nu: 60, nv: 60 }), colors.body), part(end, colors.body)];
  const blade = bothSides(() => part(loft(times(8, (i) => { const s = station(lerp(0.08, 0.8, i / 7)); const h = 0.05 * Math.sin((i / 7) * Math.PI) ** 0.6 + 0.004; return [[s.x, 0.52 + h, s.w * 1.235 + 0.026], [s.x, 0.52, s.w * 1.26 + 0.03], [s.x, 0.52 - h, s.w * 1.3 + 0.034]]; }), { nu: 8, nv: 40 }), colors.accent));
  // The seat's back end: rounded shut, down to one level line, and closed below as far as the pedestal.
  const back = (k) => 0.06 * (1 - k ** 2.6) ** (1 / 2.6);
  const cap = [
    part(surface((u, v) => { const q = f(u, 0), k = Math.cos(v * Math.PI * 0.5) ** (2 / 2.6); return [q[0] - back(k), lerp(0.585, q[1], k), q[2] * k]; }, 50, 20), colors.seat),
    part(surface((u, v) => { const q = f(0, 0), a = u * 2 - 1; return [q[0] - back(Math.abs(a)) * v, 0.585, q[2] * a]; }, 40, 4), colors.seat),
  ];
  const s0 = station(0);
  const grab = part(tube([[s0.x + 0.1, 0.6, -0.2], [s0.x - 0.05, 0.7, -0.16], [s0.x - 0.1, 0.72, 0], [s0.x - 0.05, 0.7, 0.16], [s0.x + 0.1, 0.6, 0.2]], 0.02), plastic('#1b1d20', 0.4));
  const ranges = [[[0.1, 0.88]], [[0.06, 0.44], [0.56, 0.94]], [[0.03, 0.27], [0.36, 0.58], [0.68, 0.95]]][p.seats - 1];
  return [part(surface(f, 70, 110), colors.seat), ranges.map(cushion), piping, pedestal, blade, cap, grab];
}

/** A swept band and the name on both flanks; both follow the hull, and the band stays below the name. */
function graphics({ name, band, sweep }, topside, colors) {
  const ribbon = () => part(surface((u, v) => {
    const half = 0.24 * Math.sin(clamp(v, 0, 1) * Math.PI) ** 0.7;
    const t = lerp(band[0], band[1], v), top = lerp(0.43, 0.97, smooth(0.47, 0.72, t));
    return topside(clamp(0.3 + sweep * (v - 0.3) * 0.7 + (u - 0.5) * half * 2, 0.04, top), t, 0.003);
  }, 10, 70), colors.accent);
  const map = texture(1024, 160, (c, w, h) => write(c, name, w / 2, h / 2, h * 0.86, colors.ink, { italic: true, spacing: 6 }));
  const material = new THREE.MeshStandardMaterial({ map, transparent: true, depthWrite: false, roughness: 0.35, polygonOffset: true, polygonOffsetFactor: -3 });
  const word = (side) => part(surface((u, v) => { const [x, y, z] = topside(lerp(0.45, 0.81, v), side < 0 ? lerp(0.46, 0.22, u) : lerp(0.22, 0.46, u), 0.006); return [x, y, side * z]; }, 50, 6), material);
  return [bothSides(ribbon), word(-1), word(1)];
}

export function build({ paint, accent = '#17181b', params }) {
  release();
  const p = { length: 3.3, width: 1, name: 'GAL', seats: 2, seatLength: 1.35, crown: 1, nose: 0, sharp: 0.5, band: [0.22, 0.8], sweep: 0.3, screen: 0.12, ...params };
  const hullHex = p.hull ?? '#f1f2f0';
  const colors = {
    body: lacquer(paint), deck: lacquer(p.deckHull ? hullHex : paint), hull: lacquer(hullHex), bottom: lacquer(p.bottom ?? shade(hullHex, -0.03)), accent: lacquer(accent),
    dark: plastic('#16181b', 0.4), mat: rubber('#26282c'), seat: leather('#1d1f23'), seatInsert: leather(p.seatHex ?? shade(accent, -0.02)), ink: ink(hullHex),
  };
  const { at, topside, mesh } = hull(p, colors);
  const bonnet = hood(p, at, colors);
  return group([mesh, cradle(at, [0.18, 0.6], { length: p.length, ground: -0.055, thick: 0.1, beam: 0.05 }), deck(p, at, colors), bonnet.parts, saddle(p, at, colors), steering(p, bonnet, colors), stern(at, colors), graphics(p, topside, colors), p.touring && touring(at, colors)]);
}
