// Boats with an outboard: open, centre console, RIB and cuddy. `layout` chooses what stands on the deck.
import * as THREE from 'three';
import { paint as lacquer, plastic, rubber, leather, chrome, glass, metal, light } from '../../materials.js';
import { along, box, clamp, extrude, group, lerp, loft, outline, part, rod, smooth, surface, TAU, times, tube } from '../gear/shapes.js';
import { ink, release, texture, write } from '../gear/surfaces.js';
import { bimini, cleat, collar, console_, cushion, hatch, navLight, rail, steeringWheel } from './boat-parts.js';
import { cradle } from './cradle.js';
import { bothSides, hullSkin, LINES, linesAt, mirror } from './hull.js';
import { outboard, SIZES } from './outboard.js';

function interior(at, { cockpit = [0.06, 0.86], floor = 0.36, cap = 0.16, crown = 0.06 }, colors) {
  const inner = (s, depth) => Math.max(s.bondZ - depth, 0.02);
  const low = (s, depth) => Math.max(Math.min(inner(s, depth), s.chineZ * (0.68 - 0.22 * smooth(0.06, 0.15, s.keel))), 0.01);
  const liner = () => part(loft(times(16, (i) => {
    const s = at(lerp(cockpit[0], cockpit[1], i / 15));
    const f = floor + Math.max(0, s.chineY - 0.42) * 0.9;
    return [[s.x, s.bondY, s.bondZ], [s.x, s.bondY + 0.03, s.bondZ - 0.015], [s.x, s.bondY + 0.038, inner(s, cap * 0.5)], [s.x, s.bondY + 0.034, inner(s, cap)], [s.x, s.bondY - 0.02, inner(s, cap + 0.02)], [s.x, f + 0.02, low(s, cap + 0.06)], [s.x, f, low(s, cap + 0.1)], [s.x, f, 0]];
  }), { nu: 70, nv: 80 }), colors.liner);
  const teak = part(surface((u, v) => {
    const s = at(lerp(cockpit[0] + 0.03, cockpit[1] - 0.02, v));
    return [s.x, floor + Math.max(0, s.chineY - 0.42) * 0.9 + 0.006 - (Math.abs((u * 22) % 1 - 0.5) > 0.45 ? 0.003 : 0), (u * 2 - 1) * low(s, cap + 0.12)];
  }, 220, 40), colors.deckPad);
  const foredeck = part(loft(times(10, (i) => {
    const s = at(lerp(cockpit[1], 1, i / 9));
    const top = s.bondY + 0.035 + crown * (1 - i / 9);
    return mirror([[s.x, top, 0], [s.x, top - 0.004, s.bondZ * 0.5], [s.x, s.bondY + 0.034, s.bondZ * 0.9], [s.x, s.bondY, s.bondZ]]);
  }), { nu: 50, nv: 40 }), colors.liner);
  const wall = (t, bottom) => {
    const s = at(t);
    return part(surface((u, v) => [s.x, lerp(bottom, s.bondY + 0.034 + crown * (t > 0.5 ? 1 - (2 * u - 1) ** 2 : 0), v), (u * 2 - 1) * lerp(low(s, 0.1), inner(s, 0.03), v ** 0.5)], 30, 6), colors.liner);
  };
  const stern = part(loft(times(4, (i) => {
    const s = at(lerp(0, cockpit[0], i / 3));
    return mirror([[s.x, s.bondY + 0.03 - (i < 2 ? 0.1 : 0), 0], [s.x, s.bondY + 0.03 - (i < 2 ? 0.1 : 0), s.bondZ * 0.3], [s.x, s.bondY + 0.035, s.bondZ * 0.42], [s.x, s.bondY + 0.03, s.bondZ * 0.96], [s.x, s.bondY, s.bondZ]]);
  }), { nu: 70, nv: 20 }), colors.liner);
  return [bothSides(liner), teak, foredeck, wall(cockpit[0], floor), wall(cockpit[1], floor + Math.max(0, at(cockpit[1]).chineY - 0.42) * 0.9), stern];
}

function windshield(at, colors, { x, y, rise, wide, back }) {
  const point = (a, v) => [x - a * a * back * 0.5 - Math.abs(a) ** 4 * back * 0.5 - v * rise * 0.9, y + v * rise - a * a * 0.05, a * (wide - 0.08 * v)];
  const pane = part(surface((u, v) => point(u * 2 - 1, v), 60, 10), glass('#1d2a33', 0.55));
  const edge = (v) => part(tube(times(25, (i) => point(i / 12 - 1, v)), 0.014, { segments: 140 }), chrome());
  return [pane, edge(0.01), edge(1), [-1, -0.5, 0.5, 1].map((a) => part(tube(times(5, (i) => point(a, i / 4)), 0.012), chrome()))];
}

/** The cabin top of a cuddy with its side windows. */
function cabin(at, c) {
  const rows = times(14, (i) => {
    const s = at(lerp(0.5, 0.93, i / 13));
    const rise = 0.34 * (1 - smooth(0.25, 1, i / 13)) + 0.04;
    const w = s.bondZ * 0.82;
    return mirror([[s.x, s.bondY + rise + 0.02, 0], [s.x, s.bondY + rise, w * 0.55], [s.x, s.bondY + rise * 0.8, w * 0.86], [s.x, s.bondY + 0.03, w]]);
  });
  const f = (u, v) => along(rows.map((r) => along(r, u)), v);
  const window = () => part(surface((a, r) => {
    const k = a * TAU;
    const e = (Math.abs(Math.cos(k)) ** 3 + Math.abs(Math.sin(k)) ** 3) ** (-1 / 3);
    const [x, y, z] = f(0.915 + Math.cos(k) * e * r * (0.036 - 0.012 * Math.sin(k)), 0.26 + Math.sin(k) * e * r * 0.2);
    return [x, y + 0.002, z + 0.006];
  }, 80, 8, true), plastic('#12161a', 0.1));
  return [part(surface(f, 60, 70), c.liner), bothSides(window)];
}

const LAYOUTS = {
  open: (at, p, c) => [
    interior(at, { cockpit: [0.07, 0.84], crown: 0.04 }, c),
    [[-1.1, 1.05], [0.05, 1.15], [1.05, 0.8, 0.44]].map(([x, w, foot = w]) => [
      part(box(0.34, 0.3, foot, 0.04), c.liner, [x, 0.5, 0]), cushion(0.4, 0.09, w + 0.04, p.seat, [x, 0.69, 0], [0, 0, 0], p.piping)]),
    [group([part(extrude(outline([[-0.2, 0], [-0.16, 0.46], [0.06, 0.6], [0.16, 0.58], [0.2, 0]]), 0.36, 0.04), c.liner)], [-0.38, 0.36, 0.46]),
      group([steeringWheel(0.15)], [-0.62, 0.87, 0.46], [0, Math.PI / 2, -0.4]),
      part(surface((u, v) => [-0.28 - v * 0.1 - (2 * u - 1) ** 2 * 0.08, 0.94 + v * 0.2, 0.46 + (2 * u - 1) * 0.18], 20, 6), glass('#26333c', 0.5))],
    rail(at, [0.8, 0.975], 0.1, { posts: 3 }),
  ],
  console: (at, p, c) => [
    interior(at, { cockpit: [0.06, 0.88] }, c),
    group([console_({ screen: 0.5 }, c)], [0.1, 0.37, 0]),
    [cushion(0.5, 0.1, 0.62, p.seat, [0.62, 0.66, 0], [0, 0, 0], p.piping), part(box(0.46, 0.3, 0.6, 0.04), c.liner, [0.62, 0.5, 0])],
    [part(box(0.46, 0.5, 0.78, 0.05), c.liner, [-0.85, 0.6, 0]), cushion(0.5, 0.1, 0.84, p.seat, [-0.85, 0.9, 0], [0, 0, 0], p.piping), cushion(0.09, 0.34, 0.84, p.seat, [-1.1, 1.12, 0], [0, 0, 0.16], p.piping)],
    [-1, 1].map((z) => cushion(1.0, 0.09, 0.42, p.seat, [1.45, 0.72, z * 0.33], [0, z * 0.42, 0], p.piping)),
    part(surface((u, v) => [lerp(1.0, 1.95, v), 0.68 - 0.02 * u, (u * 2 - 1) * lerp(0.72, 0.3, v)], 8, 8), c.liner),
    rail(at, [0.66, 0.98], 0.16), cleats(at), navLight([-2.2, 0.8, -0.5]),
    p.tTop && tTop(p, c),
  ],
  rib: (at, p, c) => [
    interior(at, { cockpit: [0.05, 0.8], cap: 0.14, crown: 0.02, floor: 0.34 }, c),
    collar(at, 0.235, p.tubeHex, p.tubeAccent),
    group([console_({ width: 0.6, height: 0.92, depth: 0.6, screen: 0.34 }, c)], [0.15, 0.34, 0]),
    [part(box(0.62, 0.42, 0.5, 0.06), c.liner, [-0.62, 0.55, 0]), cushion(0.7, 0.12, 0.46, p.seat, [-0.62, 0.82, 0], [0, 0, 0], p.piping), cushion(0.1, 0.3, 0.44, p.seat, [-0.95, 1.0, 0], [0, 0, 0.1], p.piping)],
    [cushion(0.4, 0.1, 0.5, p.seat, [0.62, 0.62, 0], [0, 0, 0], p.piping), part(box(0.36, 0.26, 0.46, 0.04), c.liner, [0.62, 0.46, 0])],
    part(tube([[-1.85, 0.6, -0.62], [-1.9, 1.35, -0.5], [-1.92, 1.5, -0.3], [-1.92, 1.52, 0], [-1.92, 1.5, 0.3], [-1.9, 1.35, 0.5], [-1.85, 0.6, 0.62]], 0.024, { segments: 120 }), chrome()),
    navLight([-1.92, 1.5, 0]),
  ],
  cuddy: (at, p, c) => [
    interior(at, { cockpit: [0.1, 0.5], floor: 0.42 }, c),
    cabin(at, c),
    hatch(0.46, 0.46, [at(0.66).x, at(0.66).bondY + 0.29, 0], c),
    windshield(at, c, { x: at(0.56).x, y: at(0.52).bondY + 0.3, rise: 0.42, wide: 0.86, back: 0.95 }),
    [-1, 1].map((z) => [part(box(0.4, 0.34, 0.44, 0.05), c.liner, [-0.55, 0.6, z * 0.42]), cushion(0.46, 0.12, 0.48, p.seat, [-0.55, 0.84, z * 0.42], [0, 0, 0], p.piping), cushion(0.12, 0.5, 0.48, p.seat, [-0.78, 1.1, z * 0.42], [0, 0, 0.12], p.piping)]),
    [part(box(0.46, 0.36, 1.5, 0.05), c.liner, [-2.15, 0.6, 0]), cushion(0.52, 0.12, 1.52, p.seat, [-2.12, 0.84, 0], [0, 0, 0], p.piping), cushion(0.12, 0.34, 1.52, p.seat, [-2.38, 1.02, 0], [0, 0, 0.14], p.piping)],
    [part(box(0.3, 0.46, 0.6, 0.06), c.trim, [-0.02, 1.06, 0.42]), group([steeringWheel(0.17)], [-0.26, 1.16, 0.42], [0, Math.PI / 2, -0.35])],
    rail(at, [0.52, 0.985], 0.24, { posts: 6 }), cleats(at),
    bimini(-0.9, at(0.35).bondY + 0.04, 0.9, 1.9, 1.12, p.canvasHex),
    [-1, 1].map((z) => part(box(0.62, 0.05, 0.72, 0.03), c.liner, [-3.32, 0.42, z * 0.62])),
    [-1, 1].map((z) => part(box(0.5, 0.012, 0.6, 0.005), c.deckPad, [-3.32, 0.45, z * 0.62])),
  ],
};
const cleats = (at) => [0.12, 0.55, 0.9].flatMap((t) => [-1, 1].map((z) => cleat([at(t).x, at(t).bondY + 0.038, z * Math.max(at(t).bondZ - 0.08, 0.02)])));

function tTop(p, c) {
  const leg = (x, z) => part(tube([[x * 0.7 + 0.1, 0.4, z * 0.42], [x + 0.08, 1.3, z * 0.44], [x + 0.05, 2.02, z * 0.5]], 0.024), metal('alu'));
  return [part(box(1.5, 0.06, 1.3, 0.03), c.side, [0.0, 2.08, 0]), part(box(1.4, 0.02, 1.2, 0.01), c.liner, [0, 2.04, 0]), [-0.45, 0.45].flatMap((x) => [-1, 1].map((z) => leg(x, z))),
    times(4, (i) => part(rod([-0.78, 2.06, -0.45 + i * 0.3], [-0.92, 2.36, -0.45 + i * 0.3], 0.024), chrome()))];
}

export function build({ paint, accent = '#1b2a4a', params }) {
  release();
  const p = { length: 5.2, width: 1, layout: 'console', seat: '#e9e4da', piping: '#8d857a', power: 60, motorHex: '#17181b', name: 'GAL', ...params };
  p.canvasHex ??= accent;
  p.tubeHex ??= paint;
  p.tubeAccent ??= accent;
  const sideHex = p.layout === 'rib' ? p.hullHex ?? '#f1f2f0' : paint;
  const c = { side: lacquer(sideHex), bottom: lacquer(p.bottom ?? '#f1f2f0'), liner: lacquer(p.linerHex ?? '#f3f1ec'), trim: plastic('#2a2e33', 0.4), deckPad: plastic(p.deckHex ?? '#a58763', 0.6) };
  const at = linesAt({ ...LINES, ...p.lines }, p.length, p.width);
  const { mesh, topside } = hullSkin(at, { bottom: c.bottom, side: c.side, rail: p.layout === 'rib' ? rubber() : plastic('#2b2f34', 0.4), railRadius: 0.03, flare: p.flare ?? 0.02, strake: 0.02 });
  const stripe = ([u0, u1], [t0, t1], hex) => bothSides(() => part(surface((u, v) => topside(clamp(lerp(u0, u1, u) + p.stripeRise * (v - 0.5), 0.01, 0.98), lerp(t0, t1, v), 0.004), 6, 90), lacquer(hex)));
  p.stripeRise ??= 0.1;
  const map = texture(1024, 160, (pen, w, h) => write(pen, p.name, w / 2, h / 2, Math.min(h * 0.86, (w * 1.2) / p.name.length), p.wordHex ?? ink(sideHex), { italic: true, spacing: 6 }));
  const letters = new THREE.MeshStandardMaterial({ map, transparent: true, depthWrite: false, roughness: 0.35, polygonOffset: true, polygonOffsetFactor: -3 });
  const word = (side) => part(surface((u, v) => { const [x, y, z] = topside(lerp(0.48, 0.84, v), side < 0 ? lerp(0.52, 0.26, u) : lerp(0.26, 0.52, u), 0.006); return [x, y, side * z]; }, 50, 6), letters);
  const motor = outboard(SIZES[p.power], p.motorHex, accent);
  motor.position.set(at(0).x - 0.03, at(0).bondY - 0.06, 0);
  // Ashore the motor's skeg must clear the ground.
  const ground = new THREE.Box3().setFromObject(motor).min.y - 0.05;
  return group([
    mesh, cradle(at, [0.17, 0.6], { length: p.length, ground }), LAYOUTS[p.layout](at, p, c), motor,
    p.layout !== 'rib' && [stripe([0.12, 0.2], [0.0, 0.98], accent), stripe([0.24, 0.265], [0.0, 0.985], p.secondStripe ?? accent)],
    p.layout !== 'rib' && [word(-1), word(1)],
  ]);
}
