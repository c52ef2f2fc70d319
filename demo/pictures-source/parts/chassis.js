// Frames, swingarms, shocks, exhausts, footrests and stands. Points are [x, y, z] in the motorbike's space.
import * as THREE from 'three';
import { anodised, chrome, metal, paint, plastic, rubber } from '../materials.js';
import { indicator } from './front-end.js';
import { block, bolts, group, loft, mesh, place, plate, rod, tube, turned, v } from './panel.js';

// A beam of rounded-box section through points, `size` [tall, wide] or a list of them per point.
export function beam(points, size, material, { n = 4, steps = 30, up = [0, 1, 0] } = {}) {
  const path = new THREE.CatmullRomCurve3(points.map((p) => v(...p)), false, 'catmullrom', 0.5), sizes = Array.isArray(size[0]) ? size : points.map(() => size), rings = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps, f = t * (sizes.length - 1), k = Math.min(sizes.length - 2, Math.floor(f)), m = f - k, s = m * m * (3 - 2 * m);
    const tall = sizes[k][0] + (sizes[k + 1][0] - sizes[k][0]) * s, wide = sizes[k][1] + (sizes[k + 1][1] - sizes[k][1]) * s;
    const at = path.getPoint(t), along = path.getTangent(t), side = v(...up).cross(along).normalize(), top = along.clone().cross(side).normalize();
    rings.push(Array.from({ length: 24 }, (_, j) => {
      const a = (j / 24) * Math.PI * 2, c = Math.cos(a), d = Math.sin(a), p = 2 / n;
      return at.clone().addScaledVector(side, (Math.sign(c) * Math.abs(c) ** p * wide) / 2).addScaledVector(top, (Math.sign(d) * Math.abs(d) ** p * tall) / 2);
    }));
  }
  return mesh(loft(rings), material);
}

// Two aluminium spars from the steering head round the engine to the swingarm pivot.
export function sparFrame({ head, pivot, material = metal('black'), wide = 0.125, tall = 0.1, belly = 0.02, neck = 0.05 }) {
  const [hx, hy] = head, [px, py] = pivot, model = group();
  for (const s of [-1, 1]) {
    model.add(beam([[hx + 0.01, hy - 0.06, s * neck * 0.5], [hx - 0.09, hy - 0.085, s * wide * 0.86], [(hx + px) / 2 + 0.02, (hy + py) / 2 + 0.13 - belly, s * wide], [px + 0.09, py + 0.16, s * wide * 0.98], [px + 0.02, py + 0.04, s * wide * 0.92], [px, py - 0.06, s * wide * 0.86]],
      [[0.15, 0.03], [tall * 1.35, 0.034], [tall, 0.036], [tall * 0.95, 0.038], [tall * 0.95, 0.04], [tall * 0.7, 0.04]], material, { steps: 44 }));
    model.add(place(bolts([[px, py, s * (wide * 0.92 + 0.022)]], 0.02, metal('steel'), s)), rod([px, py, s * wide * 0.8], [px, py, s * (wide * 0.92 + 0.022)], 0.03, material));
  }
  model.add(rod([hx - 0.035, hy - 0.15, 0], [hx + 0.02, hy + 0.002, 0], 0.034, material));
  return model;
}

// A trellis of steel tubes.
export function trellis({ head, pivot, material, wide = 0.12, tube: r = 0.0145, low = 0.2 }) {
  const [hx, hy] = head, [px, py] = pivot, model = group();
  for (const s of [-1, 1]) {
    const A = [hx - 0.02, hy - 0.03, s * 0.03], B = [hx + 0.02, hy - 0.15, s * 0.03], C = [px + 0.05, py + 0.26, s * wide], D = [px + 0.02, py + 0.1, s * wide];
    const mix = (p, q, t) => p.map((c, i) => c + (q[i] - c) * t);
    const upper = [A, mix(A, C, 0.4).map((c, i) => (i === 2 ? s * wide * 0.95 : c)), C], lower = [B, [mix(B, D, 0.4)[0], mix(B, D, 0.42)[1] + 0.03, s * wide * 1.04], D];
    model.add(tube(upper, r, material, { segments: 40 }), tube(lower, r, material, { segments: 40 }), tube([C, D, [px, py - 0.05, s * wide * 0.95]], r, material));
    const up = new THREE.CatmullRomCurve3(upper.map((p) => v(...p))), down = new THREE.CatmullRomCurve3(lower.map((p) => v(...p)));
    for (const [a, b] of [[0.22, 0.06], [0.22, 0.4], [0.55, 0.4], [0.55, 0.72], [0.86, 0.72]]) model.add(rod(up.getPoint(a).toArray(), down.getPoint(b).toArray(), r * 0.8, material));
    model.add(rod([px, py, s * wide * 0.8], [px, py, s * (wide + 0.022)], 0.032, metal('dark')), bolts([[px, py, s * (wide + 0.024)]], 0.019, metal('steel'), s));
    model.add(mesh(plate([[-0.045, 0.13], [0.03, 0.14], [0.045, 0.02], [0.02, -0.08], [-0.035, -0.09], [-0.05, 0.02]], 0.028, { bevel: 0.006 }), metal('dark'), { at: [px, py, s * wide * 0.96] }));
  }
  model.add(rod([hx - 0.04, hy - 0.16, 0], [hx + 0.02, hy + 0.002, 0], 0.032, material));
  return model;
}

// Two tubes under the engine, one backbone: enduro and small road bikes.
export function cradle({ head, pivot, material, wide = 0.1, low = 0.24, front = 0.2, r = 0.017, spar = true }) {
  const [hx, hy] = head, [px, py] = pivot, model = group();
  for (const s of [-1, 1]) {
    if (spar) model.add(beam([[hx - 0.01, hy - 0.05, s * 0.025], [hx - 0.16, hy - 0.12, s * wide * 0.72], [px + 0.16, py + 0.34, s * wide * 0.8], [px + 0.04, py + 0.2, s * wide * 0.85], [px, py, s * wide * 0.85], [px + 0.01, py - 0.09, s * wide * 0.7]], [[0.07, 0.026], [0.075, 0.03], [0.066, 0.03], [0.075, 0.034], [0.09, 0.036], [0.05, 0.032]], material, { steps: 40 }));
    else model.add(tube([[hx - 0.02, hy - 0.06, 0], [hx - 0.2, hy - 0.1, s * wide * 0.6], [px + 0.1, py + 0.28, s * wide], [px, py + 0.05, s * wide], [px, py - 0.08, s * wide * 0.8]], r, material));
    model.add(tube([[hx + 0.02, hy - 0.14, s * 0.012], [hx + 0.005, hy - 0.26, s * wide * 0.4], [front, low + 0.14, s * wide * 0.55], [front - 0.06, low + 0.01, s * wide * 0.62], [front - 0.2, low, s * wide * 0.75], [px + 0.05, low + 0.03, s * wide * 0.75], [px, py - 0.08, s * wide * 0.75]], r, material, { segments: 60 }));
    model.add(rod([px, py, s * wide * 0.7], [px, py, s * (wide + 0.012)], 0.024, metal('dark')), bolts([[px, py, s * (wide + 0.014)]], 0.016, metal('steel'), s));
  }
  model.add(rod([hx - 0.035, hy - 0.15, 0], [hx + 0.02, hy, 0], 0.03, material));
  return model;
}

export function subframe({ from, to, material = metal('black'), wide = 0.11, r = 0.0125, drop = 0.14 }) {
  const [fx, fy] = from, [tx, ty] = to, model = group();
  for (const s of [-1, 1]) model.add(tube([[fx, fy, s * wide], [(fx + tx) / 2, (fy + ty) / 2 + 0.01, s * wide * 0.95], [tx, ty, s * wide * 0.6]], r, material), tube([[fx - 0.02, fy - drop, s * wide * 0.95], [(fx + tx) / 2 - 0.02, (fy + ty) / 2 - 0.05, s * wide * 0.9], [tx + 0.12, ty - 0.012, s * wide * 0.65]], r * 0.9, material));
  return model;
}

export function swingarm({ pivot, axle, material = metal('dark'), wide = 0.115, tall = 0.075, brace = true, single = false, endWide = null }) {
  const [px, py] = pivot, [ax, ay] = axle, model = group(), w = endWide ?? wide + 0.005;
  for (const s of single ? [-1] : [-1, 1]) {
    model.add(beam([[px, py, s * wide * 0.72], [px - 0.1, py - 0.004, s * wide * 0.9], [(px + ax) / 2 - 0.06, (py + ay) / 2 + 0.012, s * w], [ax, ay, s * w], [ax - 0.05, ay - 0.002, s * w]], [[tall * 0.95, 0.05], [tall * 1.35, 0.034], [tall * 1.05, 0.034], [tall * 0.8, 0.034], [tall * 0.62, 0.03]], material, { steps: 36 }));
    if (brace) model.add(tube([[px - 0.1, py + tall * 0.4, s * wide * 0.8], [px - 0.2, py + tall * 1.2, s * wide * 0.92], [ax + 0.1, ay + tall * 0.5, s * w]], 0.012, material));
    model.add(place(block(0.07, 0.034, 0.012, 0.006, metal('alu')), { at: [ax - 0.01, ay, s * (w + 0.018)] }), place(block(0.03, 0.026, 0.02, 0.005, metal('steel')), { at: [ax - 0.06, ay, s * w] }));
    model.add(rod([ax - 0.075, ay, s * w], [ax - 0.05, ay, s * w], 0.006, metal('steel')));
  }
  model.add(rod([px, py, -wide], [px, py, wide], 0.026, material), rod([px - 0.12, py, -wide * 0.85], [px - 0.12, py, wide * 0.85], 0.03, material));
  model.add(rod([ax, ay, -w - 0.03], [ax, ay, w + 0.03], 0.012, metal('steel')), bolts([[ax, ay, w + 0.026]], 0.016, metal('steel')), bolts([[ax, ay, -w - 0.026]], 0.016, metal('steel'), -1));
  return model;
}

export function shock({ from, to, spring = anodised('#c8102e'), radius = 0.03, turns = 7, body = metal('gunmetal'), reservoir = false }) {
  const a = v(...from), b = v(...to), span = a.distanceTo(b), model = group();
  model.add(rod([0, 0, 0], [0, span, 0], 0.012, chrome()), rod([0, span * 0.42, 0], [0, span * 0.96, 0], radius * 0.62, body), rod([0, span * 0.84, 0], [0, span * 0.88, 0], radius * 1.12, metal('black')), rod([0, span * 0.1, 0], [0, span * 0.13, 0], radius * 1.1, metal('black')));
  const coil = Array.from({ length: turns * 14 + 1 }, (_, i) => { const t = i / (turns * 14), q = t * turns * Math.PI * 2; return [Math.cos(q) * radius, span * (0.14 + 0.69 * t), Math.sin(q) * radius]; });
  model.add(tube(coil, radius * 0.18, spring, { segments: turns * 26, radial: 10 }));
  for (const y of [0, span]) model.add(rod([0, y, -0.018], [0, y, 0.018], 0.02, body));
  if (reservoir) model.add(rod([radius + 0.026, span * 0.6, 0], [radius + 0.026, span * 0.95, 0], 0.02, anodised('#b9912f')), rod([radius + 0.026, span * 0.93, 0], [radius + 0.026, span * 0.955, 0], 0.0215, metal('black')));
  model.position.copy(a);
  model.quaternion.setFromUnitVectors(v(0, 1, 0), b.clone().sub(a).normalize());
  return model;
}

// Header pipes from the ports through a collector to `end`; heat colours the first bends.
export function headers({ starts, low, collect, end, radius = 0.019, material = metal('steel'), endRadius = 0.027, knee = 0.06 }) {
  const model = group();
  starts.forEach(([x, y, z], i) => {
    const spread = (i - (starts.length - 1) / 2) * 0.04;
    model.add(tube([[x, y, z], [x + knee, y - 0.035, z], [low[0] + 0.02, (y + low[1]) / 2, z * 0.85 + low[2]], [low[0] - 0.01, low[1] + 0.05, z * 0.6 + low[2]], [low[0] - 0.07, low[1], spread + low[2]], [...collect.slice(0, 2), collect[2] + spread * 0.35]], radius, material, { segments: 70, radial: 18 }));
    model.add(rod([x - 0.006, y + 0.004, z], [x + 0.012, y - 0.004, z], radius * 1.45, metal('steel')));
  });
  if (end) model.add(tube([collect, [(collect[0] + end[0]) / 2, (collect[1] + end[1]) / 2 - 0.006, (collect[2] + end[2]) / 2], end], endRadius, material), rod([collect[0] + 0.03, collect[1], collect[2]], [collect[0] - 0.03, collect[1], collect[2]], endRadius * 1.25, material));
  return model;
}

// A silencer from `from` to `to`: sleeve with a hexagonal, oval or round section, end caps, hanger strap.
export function silencer({ from, to, radius = 0.055, section = 'oval', sleeve = metal('titanium'), cap = metal('black'), outlets = 1, squash = 1.25, taper = 0.86 }) {
  const a = v(...from), b = v(...to), span = a.distanceTo(b), model = group();
  const ring = (y, k) => Array.from({ length: 36 }, (_, i) => {
    const q = (i / 36) * Math.PI * 2, six = section === 'hex' ? Math.cos(Math.PI / 6) / Math.cos(((q + Math.PI / 6) % (Math.PI / 3)) - Math.PI / 6) : 1;
    return v(Math.cos(q) * radius * k * six * squash, y, Math.sin(q) * radius * k * six * (section === 'round' ? squash : 1));
  });
  if (section === 'round') squash = 1;
  model.add(mesh(loft([ring(0, 0.45), ring(span * 0.1, taper * 0.82), ring(span * 0.15, taper * 0.96)]), cap), mesh(loft([ring(span * 0.14, taper), ring(span * 0.3, 0.97), ring(span * 0.86, 1)]), sleeve), mesh(loft([ring(span * 0.85, 1.025), ring(span * 0.93, 1.01), ring(span * 0.985, 0.8), ring(span, 0.62), ring(span * 0.96, 0.55), ring(span * 0.9, 0.5)], { cap: true }), cap));
  for (const y of [0.15, 0.85]) model.add(mesh(loft([ring(span * y - 0.004, 1.02 * (y < 0.5 ? taper : 1)), ring(span * y + 0.004, 1.025 * (y < 0.5 ? taper + 0.01 : 1))]), metal('steel')));
  for (let i = 0; i < outlets; i++) {
    const x = outlets === 1 ? 0 : (i - 0.5) * radius * 0.9;
    model.add(place(mesh(turned([[radius * 0.26, -0.05], [radius * 0.34, 0.006], [radius * 0.4, 0.004], [radius * 0.4, -0.05]], metal('steel')).geometry.rotateX(-Math.PI / 2), metal('steel')), { at: [x, span, 0] }));
  }
  model.position.copy(a);
  model.quaternion.setFromUnitVectors(v(0, 1, 0), b.clone().sub(a).normalize());
  return model;
}

export function footrests({ at, wide = 0.15, material = metal('alu'), passenger = null, shift = true, hanger = metal('dark'), rubbered = false, brake = true, hang = null }) {
  const model = group(), [x, y] = at;
  const peg = (px, py, z0, s) => group(rod([px, py, s * z0], [px - 0.012, py + 0.006, s * (z0 + 0.095)], 0.0115, rubbered ? rubber() : material), ...Array.from({ length: 7 }, (_, i) => rod([px - i * 0.0015, py + 0.001, s * (z0 + 0.022 + i * 0.011)], [px - i * 0.0015, py + 0.002, s * (z0 + 0.027 + i * 0.011)], 0.0138, rubbered ? rubber() : material)));
  for (const s of [-1, 1]) {
    model.add(mesh(plate([[0.02, 0.13], [0.055, 0.11], [0.02, 0.02], [0.022, -0.02], [-0.016, -0.024], [-0.022, 0.03]], 0.014, { bevel: 0.004 }), hanger, { at: [x, y, s * wide] }));
    model.add(peg(x, y, wide, s));
    model.add(mesh(plate([[-0.04, -0.02], [0.015, -0.026], [0.03, 0.03], [0.0, 0.075], [-0.035, 0.06]], 0.004, { bevel: 0.0015 }), metal('dark'), { at: [x - 0.02, y + 0.03, s * (wide + 0.012)] })); // heel guard
    if (passenger) model.add(peg(passenger[0], passenger[1], wide - 0.005, s), beam([[passenger[0], passenger[1] - 0.012, s * (wide - 0.012)], [(passenger[0] + hang[0]) / 2 - 0.012, (passenger[1] + hang[1]) / 2, s * (wide - 0.03)], [...hang, s * 0.1]], [[0.03, 0.016], [0.022, 0.014], [0.04, 0.014]], hanger), beam([[passenger[0], passenger[1], s * (wide - 0.012)], [passenger[0] + 0.09, passenger[1] + 0.09, s * (wide - 0.03)], [hang[0] + 0.13, hang[1] - 0.07, s * 0.1]], [0.018, 0.012], hanger));
  }
  if (shift) model.add(tube([[x + 0.03, y - 0.005, -wide - 0.01], [x + 0.1, y + 0.0, -wide - 0.018], [x + 0.155, y + 0.01, -wide - 0.02]], 0.0065, metal('dark')), rod([x + 0.15, y + 0.01, -wide - 0.018], [x + 0.152, y + 0.012, -wide - 0.062], 0.009, rubber()), rod([x + 0.06, y, -wide - 0.01], [x + 0.08, y + 0.13, -wide + 0.01], 0.004, metal('steel')));
  if (brake) model.add(tube([[x + 0.02, y - 0.01, wide + 0.01], [x + 0.1, y - 0.02, wide + 0.02], [x + 0.16, y - 0.01, wide + 0.03]], 0.0075, metal('dark')), place(block(0.03, 0.01, 0.045, 0.004, metal('alu')), { at: [x + 0.165, y - 0.006, wide + 0.045] }));
  return model;
}

// Side stand folded down on the left, its foot on the ground.
export function sideStand({ from, foot = 0.2, lean = 0.1 }) {
  const [x, y, z] = from, end = [x - foot * 0.45, 0.012, z - foot - lean];
  return group(tube([from, [x - foot * 0.15, y * 0.62, z - foot * 0.35], end], 0.011, metal('black')), place(block(0.07, 0.014, 0.045, 0.006, metal('black')), { at: end }), tube([[x + 0.02, y + 0.01, z - 0.012], [x - foot * 0.13, y * 0.66, z - foot * 0.32]], 0.005, metal('steel')));
}
// The stand folded up along the frame.
export const foldedStand = ({ from, to }) => group(tube([from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 0.008, (from[2] + to[2]) / 2 - 0.006], to], 0.011, metal('black')), place(block(0.06, 0.02, 0.03, 0.008, metal('black')), { at: to }));

// An arm out of the tail that carries the indicators and, clear of the tyre, the number plate; `out` is where it ends.
export function tailArm({ from, out, axle, wide = 0.2, tall = 0.13, blank = paint('#f4c20d', 'gloss') }) {
  const lean = 0.3, [sin, cos] = [Math.sin(lean), Math.cos(lean)], low = out - sin * tall - axle[0], clear = axle[1] + 0.045;
  const tip = [out, axle[1] + Math.sqrt(Math.max(0, clear ** 2 - low ** 2)) + cos * tall], side = [out + 0.035, tip[1] + 0.014 + (from[1] - tip[1]) * 0.12];
  const model = group(beam([[...from, 0], [(from[0] + tip[0]) / 2, (from[1] + tip[1]) / 2 + 0.012, 0], [...side, 0], [tip[0] - 0.004, tip[1] - 0.004, 0]], [[0.03, 0.07], [0.022, 0.05], [0.02, 0.056], [0.016, 0.06]], plastic()));
  const plate = group(block(0.006, tall, wide, 0.004, plastic()), place(block(0.003, tall * 0.9, wide * 0.94, 0.002, blank), { at: [-0.004, 0, 0] }), place(block(0.012, tall * 0.5, 0.06, 0.005, plastic()), { at: [0.007, tall * 0.25, 0] }));
  model.add(place(plate, { at: [out - (sin * tall) / 2, tip[1] - (cos * tall) / 2, 0], turn: [0, 0, -lean] }), place(block(0.034, 0.014, 0.05, 0.006, plastic()), { at: [tip[0] - 0.008, tip[1] + 0.008, 0] }));
  for (const s of [-1, 1]) model.add(indicator({ at: [...side, s * 0.022], side: s, ahead: -1 }));
  return model;
}

// Number plate on its arm behind the rear wheel, with a small light above.
export function plateHolder({ from, to, wide = 0.2, tall = 0.13, blank = paint('#f4c20d', 'gloss'), lit = true, turn = 0.35 }) {
  const model = group(beam([[...from, 0], [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 0.015, 0], [to[0], to[1] + 0.03, 0]], [[0.03, 0.07], [0.018, 0.045], [0.016, 0.06]], plastic()));
  model.add(place(group(block(0.006, tall, wide, 0.004, plastic()), place(block(0.003, tall * 0.9, wide * 0.94, 0.002, blank), { at: [-0.004, 0, 0] })), { at: [to[0] - 0.012, to[1] - tall * 0.3, 0], turn: [0, 0, turn] }));
  if (lit) model.add(place(block(0.03, 0.016, 0.05, 0.006, plastic()), { at: [to[0], to[1] + 0.036, 0] }));
  return model;
}
