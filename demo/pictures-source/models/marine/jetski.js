// Personal watercraft: V hull, deck with footwells, hood, stepped seat, handlebar, jet nozzle. x runs from the stern to the bow.
import * as THREE from 'three';
import { paint as lacquer, plastic, rubber, leather, metal, light, chrome } from '../../materials.js';
import { along, box, clamp, group, latheZ, lerp, loft, part, rod, smooth, surface, TAU, times, tube } from '../gear/shapes.js';
import { ink, label, lettering, shade, write } from '../gear/surfaces.js';
import { bothSides, hullSkin, linesAt, mirror } from './hull.js';

const HULL = {
  keel: [0.07, 0.03, 0.02, 0.02, 0.04, 0.1, 0.23, 0.47, 0.68],
  chineY: [0.21, 0.21, 0.22, 0.23, 0.26, 0.32, 0.43, 0.58, 0.7],
  chineZ: [0.48, 0.52, 0.54, 0.55, 0.54, 0.49, 0.39, 0.23, 0.02],
  bondY: [0.4, 0.4, 0.41, 0.42, 0.45, 0.5, 0.57, 0.65, 0.72],
  bondZ: [0.52, 0.57, 0.6, 0.61, 0.6, 0.57, 0.49, 0.33, 0.05],
};

function hull({ length, width }, colors) {
  const at = linesAt(HULL, length, width);
  const { mesh, topside } = hullSkin(at, { bottom: colors.bottom, side: colors.hull, rail: rubber() });
  const sponson = () => part(loft([0, 0.25, 0.75, 1].map((t, i) => {
    const s = at(0.04 + t * 0.32);
    const r = [0.01, 0.035, 0.04, 0.015][i];
    return times(9, (k) => [s.x, s.chineY + 0.035 + Math.sin((k / 8) * TAU) * r * 1.6, s.chineZ + 0.012 + Math.cos((k / 8) * TAU) * r]);
  }), { nu: 20, nv: 20 }), plastic('#1b1d20'));
  return { at, topside, mesh: group([mesh, bothSides(sponson)]) };
}

function deck(at, colors) {
  const tray = () => part(loft(times(12, (i) => {
    const s = at(lerp(0, 0.62, i / 11));
    const floor = lerp(0.39, 0.4, smooth(0.3, 0, i / 11)) + 0.05 * smooth(0.7, 1, i / 11);
    const wall = smooth(0.02, 0.16, i / 11) * 0.11;
    return [[s.x, s.bondY, s.bondZ], [s.x, s.bondY + wall, s.bondZ - 0.03], [s.x, s.bondY + wall, s.bondZ - 0.085], [s.x, floor + 0.01, s.bondZ - 0.13], [s.x, floor, s.bondZ - 0.16], [s.x, floor, 0.2], [s.x, floor, 0]];
  }), { nu: 60, nv: 60 }), colors.hull);
  const mat = () => part(surface((u, v) => {
    const s = at(lerp(0.015, 0.57, v));
    const inner = lerp(0.0, 0.27, smooth(0.1, 0.2, v));
    return [s.x, lerp(0.4, 0.402, v) + 0.05 * smooth(0.8, 1, v) + 0.006 + Math.abs(Math.sin(v * 120)) * 0.004, lerp(inner, s.bondZ - 0.17, u)];
  }, 20, 500), rubber());
  const shoulder = [0.6, 0.7, 0.76, 0.79, 0.785, 0.735];
  const front = part(loft(times(14, (i) => {
    const s = at(lerp(0.54, 1, i / 13));
    const top = along(shoulder, i / 13);
    return mirror([[s.x, top, 0], [s.x, top - 0.004, s.bondZ * 0.45], [s.x, lerp(s.bondY, top, 0.82), s.bondZ * 0.8], [s.x, lerp(s.bondY, top, 0.35), s.bondZ * 0.99], [s.x, s.bondY, s.bondZ]]);
  }), { nu: 70, nv: 60 }), colors.deck);
  return [bothSides(tray), bothSides(mat), front];
}

/** The centre cowling from the steering to the bow, with its dark air scoops and light signature. */
function hood({ crown = 1, nose = 0, sharp = 0 }, colors) {
  const x = [0.12, 0.36, 0.7, 1.02, 1.3, 1.56];
  const wide = [0.2, 0.29, 0.315, 0.27, 0.19, 0.05];
  const top = [0.9, 1.0, 0.985, 0.92, 0.84, 0.75 + nose].map((y) => 0.7 + (y - 0.7) * crown);
  const low = [0.52, 0.62, 0.7, 0.735, 0.745, 0.71];
  const section = (k) => {
    const [w, t, b] = [wide[k], top[k], low[k]];
    return mirror([[x[k], t, 0], [x[k], t - 0.006 - sharp * 0.012, w * 0.5], [x[k], t - 0.045, w * 0.86], [x[k], lerp(b, t, 0.4), w * 1.05], [x[k], b, w * 1.2]]);
  };
  const shell = part(loft(x.map((_, k) => section(k)), { nu: 80, nv: 90 }), colors.body);
  const center = part(surface((u, v) => {
    const t = lerp(0.2, 0.93, v);
    const half = along(wide, t) * (0.44 - 0.2 * v);
    return [along(x, t), along(top, t) + 0.006 - (2 * u - 1) ** 2 * 0.012, (2 * u - 1) * half];
  }, 16, 60), colors.accent);
  const scoop = () => part(surface((u, v) => {
    const t = lerp(0.28, 0.62, v);
    const bow = Math.sin(v * Math.PI) ** 0.5;
    return [along(x, t), lerp(along(low, t), along(top, t), 0.5 + (u - 0.5) * 0.34 * bow), along(wide, t) * lerp(1.08, 0.98, u) + 0.012];
  }, 12, 40), colors.dark);
  const lamp = () => part(tube([[1.02, 0.84, 0.245], [1.2, 0.8, 0.2], [1.36, 0.775, 0.15], [1.46, 0.755, 0.09]], 0.011, { sides: 8 }), light('#eaf6ff'));
  return [shell, center, bothSides(scoop), bothSides(lamp)];
}

function saddle({ seats = 2, seatLength = 1.4 }, colors) {
  const end = 0.32 - seatLength;
  const step = seats === 1 ? [0.74, 0.78, 0.8, 0.8, 0.8, 0.79, 0.79] : seats === 2 ? [0.72, 0.79, 0.86, 0.85, 0.8, 0.79, 0.84] : [0.78, 0.85, 0.93, 0.89, 0.86, 0.8, 0.86];
  const at = (t) => ({ x: lerp(end, 0.34, t), top: along(step, t), w: along([0.13, 0.19, 0.2, 0.19, 0.165, 0.15, 0.15], t) });
  const skin = (a, b, grow, mat) => part(loft(times(16, (i) => {
    const s = at(lerp(a, b, i / 15));
    const y = s.top + grow;
    return mirror([[s.x, y, 0], [s.x, y - 0.006, s.w * 0.55], [s.x, y - 0.04, s.w * 0.96], [s.x, y - 0.12, s.w * 1.12], [s.x, 0.58, s.w * 1.08]]);
  }), { nu: 60, nv: 90 }), mat);
  const insert = (a, b) => part(surface((u, v) => {
    const s = at(lerp(a, b, v));
    const k = 2 * u - 1;
    const round = Math.min(1, Math.sin(v * Math.PI) * 3) ** 0.4;
    return [s.x, s.top + 0.007 - k * k * 0.012 + Math.sin(v * 60) ** 8 * -0.004, k * s.w * 0.6 * round];
  }, 20, 80), colors.seatInsert);
  const pedestal = part(loft(times(10, (i) => {
    const s = at(i / 9);
    return mirror([[s.x, 0.62, 0], [s.x, 0.62, s.w * 1.0], [s.x, 0.56, s.w * 1.2], [s.x, 0.46, s.w * 1.28 + 0.02], [s.x, 0.385, s.w * 1.4 + 0.04]]);
  }), { nu: 50, nv: 50 }), colors.body);
  const cap = part(loft([0, 1].map((i) => {
    const s = at(0);
    return mirror([[s.x, lerp(0.385, s.top, i), 0], [s.x, lerp(0.385, s.top - 0.02, i), s.w * 0.7], [s.x, lerp(0.385, s.top - 0.1, i), s.w * 1.1]]);
  })), colors.dark);
  const grab = part(tube([[end + 0.06, 0.66, -0.2], [end - 0.05, 0.71, -0.15], [end - 0.08, 0.72, 0], [end - 0.05, 0.71, 0.15], [end + 0.06, 0.66, 0.2]], 0.018), plastic('#1b1d20'));
  const inserts = seats === 1 ? insert(0.1, 0.86) : seats === 2 ? [insert(0.06, 0.42), insert(0.55, 0.92)] : [insert(0.04, 0.26), insert(0.34, 0.56), insert(0.66, 0.93)];
  return [skin(0, 1, 0, colors.seat), inserts, pedestal, cap, grab];
}

function steering({ screen = 0.2, mirrors = true, barHeight = 0 }, colors) {
  const y = 1.02 + barHeight;
  const grip = (s) => [
    part(rod([0.14, y + 0.02, s * 0.24], [0.1, y + 0.01, s * 0.39], 0.018), rubber()),
    part(rod([0.14, y + 0.02, s * 0.235], [0.137, y + 0.018, s * 0.25], 0.026), plastic('#222')),
    part(tube([[0.15, y, s * 0.22], [0.19, y - 0.01, s * 0.27], [0.18, y - 0.02, s * 0.37]], 0.007), metal('alu')),
  ];
  const glassMirror = (s) => [
    part(loft([[0.62, 0.05], [0.56, 0.085], [0.47, 0.09], [0.44, 0.075]].map(([x, r], i) => times(9, (k) => [x, 0.98 + Math.sin((k / 8) * TAU) * r * 0.62, s * (0.345 + 0.02 * i) + Math.cos((k / 8) * TAU) * r])), { nu: 28, nv: 20 }), colors.body),
    part(new THREE.CircleGeometry(0.07, 32).rotateY(-Math.PI / 2), chrome(), [0.437, 0.98, s * 0.405], [0, 0, 0], [1, 0.62, 1]),
    part(rod([0.6, 0.9, s * 0.25], [0.55, 0.96, s * 0.33], 0.02, 16, 0.016), colors.dark),
  ];
  const wind = screen > 0 && part(surface((u, v) => {
    const a = (u - 0.5) * 2;
    return [0.62 - v * 0.24 - a * a * 0.2, 0.98 + v * screen - a * a * (0.05 + 0.05 * v), a * (0.25 - 0.06 * v)];
  }, 30, 14), plastic('#15171a'));
  return [
    part(tube([[0.12, y + 0.02, -0.26], [0.2, y + 0.015, -0.12], [0.22, y, 0], [0.2, y + 0.015, 0.12], [0.12, y + 0.02, 0.26]], 0.017), metal('black')),
    part(box(0.16, 0.09, 0.2, 0.035), colors.dark, [0.22, y + 0.005, 0], [0, 0, -0.35]),
    part(rod([0.38, 0.8, 0], [0.22, y - 0.01, 0], 0.07, 32, 0.055), colors.dark),
    part(box(0.13, 0.03, 0.17, 0.012), plastic('#0c0d0f'), [0.42, 1.0, 0], [0, 0, 0.9]),
    group([label(0.15, 0.1, (c, w, h) => {
      c.fillStyle = '#07131d';
      c.fillRect(0, 0, w, h);
      write(c, '42', w * 0.5, h * 0.45, h * 0.5, '#dff4ff');
      write(c, 'km/h', w * 0.5, h * 0.8, h * 0.16, '#6fd0ff');
      c.strokeStyle = '#27a6e8';
      c.lineWidth = 12;
      c.beginPath();
      c.arc(w / 2, h * 0.55, h * 0.42, Math.PI, Math.PI * 1.7);
      c.stroke();
    }, [0, 0, 0], [0, 0, 0], { emissive: 0.6 })], [0.405, 1.013, 0], [0, Math.PI / 2, 0]),
    [-1, 1].map(grip), mirrors && [-1, 1].map(glassMirror), wind,
  ];
}

function stern({ length }, colors) {
  const x = -length * 0.5;
  return [
    part(latheZ([[0.0, 0], [0.11, 0], [0.105, 0.1], [0.075, 0.2], [0.068, 0.2], [0.06, 0.02]], 48), metal('steel'), [x, 0.18, 0], [0, -Math.PI / 2, 0]),
    part(box(0.1, 0.1, 0.26, 0.03), colors.dark, [x - 0.05, 0.17, 0]),
    part(box(0.05, 0.03, 0.62, 0.012), rubber(), [x - 0.015, 0.42, 0]),
    part(new THREE.TorusGeometry(0.035, 0.009, 12, 28), metal('steel'), [x - 0.02, 0.32, 0]),
    part(tube([[x - 0.01, 0.2, -0.2], [x - 0.06, 0.06, -0.2], [x - 0.06, 0.06, 0.2], [x - 0.01, 0.2, 0.2]], 0.012, { tension: 0.1 }), metal('black')),
  ];
}

/** Side graphics: a swept accent band and the name, on both flanks of the hull. */
function graphics({ name, band = [0.22, 0.8], sweep = 0.3 }, at, topside, colors) {
  const ribbon = () => part(surface((u, v) => {
    const center = 0.3 + sweep * (v - 0.3) * 0.7;
    const half = 0.26 * Math.sin(clamp(v * 1.02, 0, 1) * Math.PI) ** 0.7;
    return topside(clamp(center + (u - 0.5) * half * 2, 0.05, 0.97), lerp(band[0], band[1], v), 0.003);
  }, 10, 60), colors.accent);
  const s = at(0.4);
  return [bothSides(ribbon),
    lettering(name, 0.62, colors.ink, [s.x - 0.15, 0.34, -s.bondZ - 0.006], [0.22, 0, 0], { italic: true }),
    lettering(name, 0.62, colors.ink, [s.x - 0.15, 0.34, s.bondZ + 0.006], [-0.22, Math.PI, 0], { italic: true })];
}

function touring(colors) {
  const bag = () => [
    part(box(0.52, 0.2, 0.16, 0.06), colors.dark, [-1.0, 0.56, 0.33]),
    part(box(0.4, 0.05, 0.165, 0.02), colors.body, [-1.0, 0.65, 0.33]),
  ];
  const pole = part(tube([[-1.3, 0.5, -0.12], [-1.36, 1.0, -0.1], [-1.38, 1.12, 0], [-1.36, 1.0, 0.1], [-1.3, 0.5, 0.12]], 0.016), metal('steel'));
  return [bothSides(() => group(bag())), pole];
}

export function build({ paint, accent = '#17181b', params }) {
  const p = { length: 3.3, width: 1, name: 'GAL', ...params };
  const hullHex = p.hull ?? '#f1f2f0';
  const colors = {
    body: lacquer(paint), deck: lacquer(p.deckPaint ? paint : hullHex), hull: lacquer(hullHex), bottom: lacquer(p.bottom ?? shade(hullHex, -0.04)),
    accent: lacquer(accent), dark: plastic('#16181b'), seat: leather('#1d1f23'), seatInsert: leather(p.seatHex ?? accent), ink: ink(hullHex),
  };
  const { at, topside, mesh } = hull(p, colors);
  const model = group([
    mesh, deck(at, colors), hood(p, colors), saddle(p, colors), steering(p, colors), stern(p, colors), graphics(p, at, topside, colors), p.touring && touring(colors),
  ]);
  return group([model]);
}
