import * as THREE from 'three';
import { loft, sheet } from './body-loft.js';
import { projector, seam } from './body-panel.js';
import { bar, box, pair, put, rod, tube, turned } from './body-solids.js';
import { sampleSpline } from './body-spline.js';
import { bars } from './off-road-gear.js';

/** Bucket seat with bolsters, head rest and belts; its front edge towards +x. */
export function bucket(g, M, [x, y, z], { w = 0.25, tall = 0.62, belt, stitch, sport = true, recline = 0.2 }) {
  const top = [x - 0.24 - tall * recline, y + tall];
  put(g, loft([{ x: x + 0.26, y: y + 0.0, z, w: w * 0.8, u: 0.06, d: 0.09, n: 3.2 }, { x: x + 0.1, y: y + 0.01, z, w: w, u: 0.065, d: 0.1, n: 3.2 }, { x: x - 0.12, y: y - 0.01, z, w: w, u: 0.06, d: 0.1, n: 3.2 }, { x: x - 0.24, y: y, z, w: w * 0.9, u: 0.07, d: 0.09, n: 3 }], { round: 0.05 }), M.cloth);
  const back = loft([{ x: x - 0.24, y: y + 0.0, z, w: w * 0.9, u: 0.06, d: 0.06, n: 3.2 }, { x: x - 0.25 - tall * recline * 0.3, y: y + tall * 0.3, z, w: w * 0.94, u: 0.06, d: 0.055, n: 3 }, { x: x - 0.24 - tall * recline * 0.66, y: y + tall * 0.66, z, w: w * 1.02, u: 0.055, d: 0.05, n: 2.8 }, { x: x - 0.24 - tall * recline * 0.85, y: y + tall * 0.85, z, w: w * 0.66, u: 0.045, d: 0.045, n: 2.8 }, { x: top[0], y: top[1] + 0.06, z, w: w * 0.46, u: 0.042, d: 0.042, n: 2.8 }], { round: 0.04 });
  put(g, back, M.seat);
  for (const k of [-1, 1]) {
    put(g, loft([{ x: x - 0.2, y: y + 0.1, z: z + k * w * 0.86, w: 0.05, u: 0.06, n: 2.6 }, { x: x - 0.22 - tall * recline * 0.5, y: y + tall * 0.5, z: z + k * w * 0.92, w: 0.05, u: 0.06, n: 2.6 }, { x: x - 0.22 - tall * recline * 0.72, y: y + tall * 0.72, z: z + k * w * 0.84, w: 0.04, u: 0.05, n: 2.6 }], { round: 0.04 }), sport ? M.accent2 ?? M.seat : M.seat);
    put(g, loft([{ x: x + 0.24, y: y + 0.03, z: z + k * w * 0.84, w: 0.05, u: 0.05, n: 2.6 }, { x: x - 0.14, y: y + 0.05, z: z + k * w * 0.88, w: 0.05, u: 0.055, n: 2.6 }], { round: 0.05 }), sport ? M.accent2 ?? M.seat : M.seat);
    if (belt) put(g, tube([[x - 0.2, y + 0.06, z + k * w * 0.3], [x - 0.17 - tall * recline * 0.4, y + tall * 0.4, z + k * w * 0.36], [x - 0.2 - tall * recline * 0.8, y + tall * 0.84, z + k * w * 0.3]], 0.014, { around: 6 }), belt);
  }
  const face = projector(back, 'front');
  for (let i = 0; i < 4; i += 1) put(g, seam(face, 'front', [[z - w * 0.5, y + tall * (0.2 + i * 0.15)], [z, y + tall * (0.19 + i * 0.15)], [z + w * 0.5, y + tall * (0.2 + i * 0.15)]], { width: 0.0035 }), stitch ?? M.black);
}

/** Bench over the whole width, with as many hollows as there are places. */
export function bench(g, M, [x, y], { half = 0.58, places = 3, tall = 0.46, stitch }) {
  for (let i = 0; i < places; i += 1) {
    const w = half / places - 0.006;
    const z = ((i + 0.5) / places - 0.5) * 2 * half;
    put(g, loft([{ x: x + 0.24, y: y - 0.005, z, w, u: 0.055, d: 0.08, n: 4.4 }, { x: x + 0.02, y, z, w, u: 0.06, d: 0.09, n: 4.4 }, { x: x - 0.22, y: y - 0.01, z, w, u: 0.06, d: 0.08, n: 4.4 }], { round: 0.035 }), M.seat);
    const back = loft([{ x: x - 0.24, y: y + 0.06, z, w, u: 0.055, n: 4 }, { x: x - 0.28, y: y + tall * 0.5, z, w, u: 0.06, n: 4 }, { x: x - 0.33, y: y + tall, z, w: w * 0.96, u: 0.045, n: 4 }], { round: 0.035 });
    put(g, back, M.seat);
    put(g, loft([{ x: x - 0.35, y: y + tall + 0.1, z, w: w * 0.5, u: 0.035, n: 3.4 }, { x: x - 0.37, y: y + tall + 0.2, z, w: w * 0.48, u: 0.035, n: 3.4 }], { round: 0.03 }), M.seat);
    for (const k of [-1, 1]) put(g, rod([x - 0.335, y + tall - 0.02, z + k * 0.06], [x - 0.355, y + tall + 0.11, z + k * 0.06], 0.011), M.steel);
    put(g, seam(projector(back, 'front'), 'front', [[z - w * 0.7, y + tall * 0.62], [z, y + tall * 0.6], [z + w * 0.7, y + tall * 0.62]], { width: 0.003 }), stitch ?? M.black);
  }
}

export function steeringWheel(g, M, [x, y, z], tilt = 0.55) {
  const w = new THREE.Group();
  put(w, new THREE.TorusGeometry(0.165, 0.0155, 16, 64), M.rubber);
  put(w, turned([[0.001, 0.03], [0.04, 0.026], [0.05, 0.0]], 36), M.trim);
  for (const a of [0.15, Math.PI - 0.15, -Math.PI / 2]) put(w, box(0.13, 0.028, 0.01, 0.004).translate(0.1, 0, 0.004), M.dark, [0, 0, 0], [0, 0, a]);
  w.position.set(x, y, z);
  w.rotation.set(0, -Math.PI / 2, 0);
  w.rotateX(-tilt);
  g.add(w);
  put(g, rod([x + 0.01, y - 0.005, z], [x + 0.25, y - 0.2, z], 0.018), M.black);
}

/** Curved window over a grid of points, as `sheet` takes it, with a thin edge all round. */
export function window(g, M, grid, { mirror = false } = {}) {
  const rows = mirror ? grid.map((row) => [...row.slice(1).reverse().map(([x, y, z]) => [x, y, -z]), ...row]) : grid;
  put(g, sheet(rows, { thickness: 0.004 }), M.clear);
  const sides = [rows[0], rows.map((row) => row.at(-1)), rows.at(-1).toReversed(), rows.map((row) => row[0]).toReversed()];
  put(g, tube(sides.flatMap((side) => sampleSpline(side, 16).slice(0, -1)), 0.005, { closed: true }), M.edge);
}

/** Roll cage: front pillars, roof rails and as many hoops as there are rows, with cross tubes. */
export function cage(g, M, { front, top, rows, back, half = 0.6, upper = 0.5, radius = 0.025, material, cross = true }) {
  const paint = material ?? M.frame;
  const [fx, fy] = front;
  const [tx, ty] = top;
  const last = rows.at(-1);
  pair(g, (side) => {
    bars(side, paint, radius, [[[fx, fy, half], [tx, ty, upper], [last[0], ty + 0.01, upper], [last[0] - 0.06, ty - 0.04, upper], [back[0], back[1], half - 0.08]]]);
    for (const [x, y] of rows) bars(side, paint, radius, [[[x - 0.02, y, half + 0.04], [x - 0.02, y + 0.35, half + 0.03], [x, ty, upper]]]);
    bars(side, paint, radius * 0.75, [[[fx - 0.12, fy + 0.22, half - 0.02], [fx - 0.36, fy + 0.02, half + 0.03]]]);
  });
  for (const x of [tx, ...rows.map(([rx]) => rx)]) bars(g, paint, radius * 0.92, [[[x, ty, -upper], [x, ty + 0.012, 0], [x, ty, upper]]]);
  if (cross) bars(g, paint, radius * 0.72, [[[last[0] - 0.03, ty - 0.05, -upper], [last[0] - 0.03, last[1] + 0.12, half - 0.05]], [[last[0] - 0.03, ty - 0.05, upper], [last[0] - 0.03, last[1] + 0.12, -half + 0.05]]]);
}

/** Bowed roof plate with a raised edge. */
export function roof(g, material, { x0, x1, y, half, thick = 0.03, peak = 0.03 }) {
  const rows = Array.from({ length: 7 }, (_, i) => { const t = i / 6; const x = x0 + (x1 - x0) * t; const e = Math.abs(2 * t - 1) ** 4; return [[x, y + peak - e * 0.03, 0], [x, y + peak * 0.9 - e * 0.03, half * 0.4], [x, y + peak * 0.75 - e * 0.03, half * 0.7], [x, y + peak * 0.9 - e * 0.03, half * 0.82], [x, y + 0.0 - e * 0.03, half * 0.98], [x, y - 0.04 - e * 0.02, half]]; });
  const skin = sheet(rows, { mirror: true, thickness: thick, nu: 28, nv: 48 });
  put(g, skin, material);
  return skin;
}

export function lightBar(g, M, [x, y], half = 0.4, count = 10) {
  put(g, box(0.06, 0.055, half * 2, 0.012), M.black, [x, y, 0]);
  for (let i = 0; i < count; i += 1) {
    const z = ((i + 0.5) / count - 0.5) * half * 1.92;
    put(g, bar(0.019, 0.012), M.chrome, [x + 0.03, y, z], [0, Math.PI / 2, 0]);
    put(g, bar(0.014, 0.016), M.drl, [x + 0.031, y, z], [0, Math.PI / 2, 0]);
  }
  put(g, box(0.006, 0.046, half * 1.96, 0.003), M.lens, [x + 0.038, y, 0]);
}
