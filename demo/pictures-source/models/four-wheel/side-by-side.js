import * as THREE from 'three';
import { loft, sheet } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { box, pair, put, rod, tube } from '../../parts/body-solids.js';
import { bucket, cage, lightBar, roof, steeringWheel, window } from '../../parts/cab.js';
import { lampEye } from '../../parts/lamps.js';
import { bars, chassis } from '../../parts/off-road-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { wordmark } from '../../parts/wordmark.js';

const DEFAULTS = { name: 'NIMER 800', wheelbase: 2.05, track: 1.32, r: 0.35, rim: 0.18, frontWidth: 0.23, rearWidth: 0.28, tread: 'mud', style: 'star', count: 6, rows: 1, sport: false, face: 'slit', lift: 0.06, spring: '#2b2e33', snorkel: false };

/** Side-by-side with two or four bucket seats in a roll cage. */
function shape({ paint, accent, params = {} }) {
  const p = { ...DEFAULTS, ...params };
  const M = palette(paint, accent, undefined, { deep: true });
  M.rim = p.alloy ? M.alu : p.rimColour ? M.painted(p.rimColour, 'metallic') : M.rim;
  M.arm = p.sport ? M.paint : M.frame;
  M.accent2 = p.trimColour ? M.hide(p.trimColour) : undefined;
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  chassis(g, M, { ...p, xf, xr, inner: 0.2, mount: 0.86 + p.lift, rearTop: 0.95 + p.lift, shockTop: 0.34, springRadius: p.sport ? 0.05 : 0.042, spring: M.painted(p.spring), trailing: p.sport, ring: p.ring ? M.painted(p.ring) : undefined, pitches: p.tread === 'desert' ? 40 : 24 });
  const body = new THREE.Group();
  body.position.y = p.lift;
  g.add(body);
  const k = p.track / 1.32;
  bonnet(body, M, p, xf, k);
  face(body, M, p, xf);
  haunch(body, M, p, xr, k);
  tub(body, M, p, xf, xr, k);
  cabin(body, M, p, xf, xr);
  return g;
}

function bonnet(g, M, p, xf, k) {
  const v = p.sport ? 0.03 : 0;
  const rows = [[0.44, [0.66, 0], [0.66, 0.2], [0.65, 0.34], [0.65, 0.46], [0.66, 0.58], [0.645, 0.62]], [0.35, [0.8, 0], [0.8, 0.22], [0.77, 0.35], [0.745, 0.48], [0.755, 0.65], [0.72, 0.71]], [0.16, [0.93 - v, 0], [0.925 - v, 0.24], [0.87, 0.36], [0.855, 0.5], [0.865, 0.69], [0.8, 0.76]],
    [-0.06, [0.995 - v, 0], [0.99 - v, 0.29], [0.93, 0.41], [0.895, 0.53], [0.89, 0.7], [0.825, 0.775]], [-0.28, [1.05 - v, 0], [1.045 - v, 0.33], [0.99, 0.47], [0.925, 0.57], [0.86, 0.7], [0.79, 0.765]], [-0.45, [1.08, 0], [1.075, 0.37], [1.03, 0.51], [0.94, 0.61], [0.77, 0.69], [0.69, 0.74]], [-0.54, [1.09, 0], [1.085, 0.39], [1.04, 0.55], [0.91, 0.65], [0.66, 0.7], [0.58, 0.72]]];
  const skin = sheet(rows.map(([dx, ...c]) => c.map(([y, z]) => [xf + dx, y, z * k])), { mirror: true, thickness: 0.008, nu: 42, nv: 56 });
  put(g, skin, M.paint);
  const top = projector(skin, 'top');
  const x = (d) => xf + d;
  put(g, panel(top, 'top', [[x(0.24), -0.12], [x(0.24), 0.12], [x(-0.12), 0.2], [x(-0.4), 0.24], [x(-0.4), -0.24], [x(-0.12), -0.2]], { lift: 0.01, radius: 0.04 }), p.sport ? M.piano : M.trim);
  for (const z of [-0.11, 0.11]) for (let i = 0; i < 4; i += 1) put(g, panel(top, 'top', [[x(-0.06 - i * 0.06), z - 0.05], [x(-0.06 - i * 0.06), z + 0.05], [x(-0.085 - i * 0.06), z + 0.05], [x(-0.085 - i * 0.06), z - 0.05]], { lift: 0.016, radius: 0.008, step: 0.012 }), M.dark);
  put(g, panel(top, 'top', [[x(0.2), -0.09], [x(0.2), 0.09], [x(0.13), 0.09], [x(0.13), -0.09]].map(([a, b]) => [a, b]), { lift: 0.0125, radius: 0.004, bevel: 0.001 }), M.piano);
  pair(g, (side) => {
    put(side, seam(top, 'top', [[x(0.34), 0.26 * k], [x(0), 0.36 * k], [x(-0.3), 0.45 * k], [x(-0.5), 0.5 * k]], { width: 0.003 }), M.black);
    put(side, panel(top, 'top', [[x(0.2), 0.5 * k], [x(0.18), 0.67 * k], [x(-0.26), 0.68 * k], [x(-0.22), 0.55 * k]], { lift: 0.007, radius: 0.04 }), p.accentFender ? M.accent : M.paint);
    put(side, tube(rows.map(([dx, ...c]) => [x(dx), c.at(-1)[0], (c.at(-1)[1] + 0.004) * k]), 0.016), M.trim);
  });
  put(g, loft([{ x: x(-0.5), y: 0.98, w: 0.58, u: 0.11, d: 0.3, n: 5 }, { x: x(-0.62), y: 0.96, w: 0.58, u: 0.14, d: 0.3, n: 5 }, { x: x(-0.7), y: 0.95, w: 0.56, u: 0.1, d: 0.2, n: 5 }], { round: 0.03, upright: true }), M.trim);
}

function face(g, M, p, xf) {
  const block = loft([{ x: xf + 0.2, y: 0.62, w: 0.42, u: 0.18, d: 0.2, n: 3.6 }, { x: xf + 0.4, y: 0.61, w: 0.4, u: 0.15, d: 0.18, n: 3.4 }, { x: xf + 0.5, y: 0.58, w: 0.32, u: 0.1, d: 0.12, n: 3 }], { round: [0.02, 0.04], upright: true });
  put(g, block, M.trim);
  const look = projector(block, 'front');
  const eyes = { slit: [[0.2, 0.71], [0.385, 0.735], [0.38, 0.65], [0.24, 0.635]], claw: [[0.19, 0.64], [0.25, 0.705], [0.39, 0.74], [0.36, 0.66], [0.27, 0.6]], stack: [[0.25, 0.74], [0.385, 0.735], [0.38, 0.58], [0.28, 0.57]] };
  const pods = { slit: [[0.27, 0.685, 0.024], [0.335, 0.695, 0.024]], claw: [[0.265, 0.655, 0.02], [0.32, 0.685, 0.022]], stack: [[0.33, 0.695, 0.03], [0.332, 0.625, 0.03]] };
  pair(g, (side) => {
    lampEye(side, M, look, eyes[p.face], { radius: 0.016, pods: pods[p.face], strip: p.face === 'claw' ? [0, 2] : [0, 1] });
    put(side, tube([[xf + 0.42, 0.42, 0.2], [xf + 0.46, 0.34, 0.22], [xf + 0.2, 0.3, 0.2]], 0.014), M.frame);
  });
  for (let i = 0; i < 4; i += 1) put(g, panel(look, 'front', [[-0.17, 0.685 - i * 0.042], [0.17, 0.685 - i * 0.042], [0.16, 0.66 - i * 0.042], [-0.16, 0.66 - i * 0.042]], { lift: 0.01, radius: 0.008, step: 0.014 }), M.dark);
  const name = () => wordmark('SELA', '#f2f4f5', { aspect: 3.6, spacing: 0.25 });
  if (p.sport) put(g, panel(look, 'front', [[-0.13, 0.745], [0.13, 0.745], [0.13, 0.695], [-0.13, 0.695]], { lift: 0.006, radius: 0.003, bevel: 0.001 }), name());
  const x = xf + 0.56;
  bars(g, M.arm, 0.02, [[[xf + 0.3, 0.4, -0.24], [x, 0.44, -0.26], [x + 0.02, 0.6, -0.28], [x + 0.02, 0.6, 0.28], [x, 0.44, 0.26], [xf + 0.3, 0.4, 0.24]], [[x + 0.005, 0.47, -0.27], [x + 0.005, 0.47, 0.27]]]);
  if (!p.sport) {
    bars(g, M.frame, 0.018, [[[x, 0.6, -0.2], [x - 0.06, 0.8, -0.2], [x - 0.06, 0.8, 0.2], [x, 0.6, 0.2]]]);
    // The name stands on a plate between the bar's uprights: on the grille behind them one of them would cross it.
    const sign = new THREE.Group();
    put(sign, box(0.012, 0.08, 0.38, 0.005), M.piano);
    put(sign, new THREE.PlaneGeometry(0.234, 0.065), name(), [0.0068, 0, 0], [0, Math.PI / 2, 0]);
    sign.position.set(x - 0.043, 0.743, 0);
    sign.rotation.z = 0.29;
    g.add(sign);
  }
  for (const z of [-0.12, 0.12]) put(g, new THREE.TorusGeometry(0.026, 0.008, 10, 28), M.painted('#c8102e'), [x + 0.03, 0.455, z], [0, Math.PI / 2, 0]);
}

function haunch(g, M, p, xr, k) {
  const rows = [[0.52, [0.9, 0], [0.9, 0.3], [0.87, 0.46], [0.78, 0.58], [0.66, 0.68], [0.6, 0.71]], [0.36, [0.94, 0], [0.94, 0.32], [0.93, 0.48], [0.88, 0.6], [0.82, 0.7], [0.75, 0.755]], [0.1, [0.98, 0], [0.98, 0.34], [0.98, 0.5], [0.94, 0.62], [0.9, 0.72], [0.83, 0.775]], [-0.16, [1.0, 0], [1.0, 0.34], [1.0, 0.5], [0.96, 0.62], [0.91, 0.72], [0.845, 0.77]], [-0.36, [1.0, 0], [1.0, 0.34], [0.985, 0.5], [0.93, 0.6], [0.885, 0.69], [0.83, 0.73]], [-0.46, [0.97, 0], [0.965, 0.34], [0.945, 0.5], [0.89, 0.58], [0.84, 0.64], [0.8, 0.67]]];
  const skin = sheet(rows.map(([dx, ...c]) => c.map(([y, z]) => [xr + dx, y, z * k])), { mirror: true, thickness: 0.008, nu: 40, nv: 56 });
  put(g, skin, M.paint);
  const top = projector(skin, 'top');
  put(g, panel(top, 'top', [[xr + 0.44, -0.38], [xr + 0.44, 0.38], [xr - 0.4, 0.4], [xr - 0.4, -0.4]], { lift: 0.006, radius: 0.05 }), M.trim);
  for (let i = -3; i <= 3; i += 1) put(g, panel(top, 'top', [[xr + 0.4, i * 0.1 - 0.02], [xr + 0.4, i * 0.1 + 0.02], [xr - 0.37, i * 0.1 + 0.02], [xr - 0.37, i * 0.1 - 0.02]], { lift: 0.014, radius: 0.01 }), M.soft);
  pair(g, (side) => {
    put(side, tube(rows.map(([dx, ...c]) => [xr + dx, c.at(-1)[0], (c.at(-1)[1] + 0.004) * k]), 0.016), M.trim);
    put(side, panel(top, 'top', [[xr + 0.28, 0.6 * k], [xr + 0.28, 0.69 * k], [xr - 0.22, 0.69 * k], [xr - 0.22, 0.6 * k]], { lift: 0.007, radius: 0.03 }), p.accentFender ? M.accent : M.paint);
    put(side, tube([[xr + 0.36, 0.97, 0.44], [xr + 0.34, 1.06, 0.45], [xr - 0.36, 1.07, 0.45], [xr - 0.4, 1.0, 0.44]], 0.015, { smooth: false }), M.frame);
  });
  const fascia = loft([{ x: xr - 0.3, y: 0.82, w: 0.5, u: 0.15, d: 0.18, n: 4 }, { x: xr - 0.44, y: 0.82, w: 0.46, u: 0.11, d: 0.14, n: 4 }], { round: 0.03, upright: true });
  put(g, fascia, M.trim);
  const look = projector(fascia, 'rear');
  pair(g, (side) => put(side, panel(look, 'rear', [[0.24, 0.9], [0.42, 0.9], [0.42, 0.83], [0.3, 0.83]], { lift: 0.008, radius: 0.014 }), M.tail));
  put(g, panel(look, 'rear', [[-0.15, 0.89], [0.15, 0.89], [0.15, 0.82], [-0.15, 0.82]], { lift: 0.004, radius: 0.003, bevel: 0.001 }), wordmark(p.name, '#e6e9eb', { aspect: 4.4 }));
  for (const z of p.sport ? [-0.1, 0.1] : [0.2]) { put(g, loft([{ x: xr - 0.1, y: 0.62, z, w: 0.07, u: 0.07, n: 2.2 }, { x: xr - 0.4, y: 0.64, z, w: 0.07, u: 0.07, n: 2.2 }], { round: [0.03, 0.01] }), M.steel); put(g, rod([xr - 0.4, 0.64, z], [xr - 0.5, 0.645, z], 0.034, 0.032), M.black); }
  put(g, loft([{ x: xr + 0.3, y: 0.55, w: 0.28, u: 0.18, n: 4 }, { x: xr - 0.25, y: 0.56, w: 0.26, u: 0.16, n: 4 }], { round: 0.04, upright: true }), M.dark);
  bars(g, M.frame, 0.02, [[[xr - 0.1, 0.42, -0.2], [xr - 0.5, 0.5, -0.22], [xr - 0.52, 0.7, -0.24], [xr - 0.52, 0.7, 0.24], [xr - 0.5, 0.5, 0.22], [xr - 0.1, 0.42, 0.2]]]);
}

function tub(g, M, p, xf, xr, k) {
  const [a, b] = [xf - 0.52, xr + 0.52];
  put(g, loft([{ x: a, y: 0.47, w: 0.58, u: 0.08, d: 0.09, n: 6 }, { x: (a + b) / 2, y: 0.46, w: 0.6, u: 0.08, d: 0.09, n: 6 }, { x: b, y: 0.47, w: 0.58, u: 0.08, d: 0.09, n: 6 }], { round: 0.03, upright: true }), M.trim);
  put(g, box(p.wheelbase + 0.5, 0.03, 0.5, 0.01), M.trim, [0, 0.37, 0]);
  put(g, box(a - b, 0.2, 0.24, 0.03), M.trim, [(a + b) / 2, 0.6, 0]);
  const doors = p.rows === 2 ? [[a + 0.02, (a + b) / 2 + 0.06], [(a + b) / 2 + 0.01, b - 0.02]] : [[a + 0.02, b - 0.02]];
  for (const [view, s] of [['left', -1], ['right', 1]]) {
    bars(g, M.arm, 0.022, [[[a + 0.06, 0.42, 0.64 * k * s], [b - 0.06, 0.42, 0.64 * k * s]]]);
    for (const [i, [x0, x1]] of doors.entries()) {
      const lean = (t, y) => [x0 + (x1 - x0) * t, y];
      const grid = [0, 0.25, 0.5, 0.75, 1].map((t) => {
        const low = 0.46 + 0.03 * Math.abs(2 * t - 1) ** 3;
        const high = (i === 0 ? 0.98 : 0.9) - 0.22 * Math.sin(t * Math.PI) * (p.rows === 2 ? 0.75 : 1) - (i === 0 ? 0.02 * t : -0.02 * t);
        return [0, 0.3, 0.6, 0.85, 1].map((q) => [...lean(t, low + (high - low) * q), s * k * (0.655 + 0.05 * Math.sin(q * Math.PI * 0.8) + (q > 0.9 ? -0.008 : 0))]);
      });
      const skin = sheet(grid, { thickness: 0.02, nu: 36, nv: 24 });
      put(g, skin, M.paint);
      const look = projector(skin, view);
      const w = x1 - x0;
      const on = (t, y) => [x0 + w * t, y];
      put(g, panel(look, view, [on(0.1, 0.78), on(0.34, 0.66), on(0.86, 0.62), on(0.9, 0.52), on(0.3, 0.5), on(0.1, 0.56)], { lift: 0.006, radius: 0.04 }), p.accentFender ? M.accent : M.trim);
      if (i === 0) put(g, panel(look, view, [on(0.22, 0.615), on(0.78, 0.6), on(0.78, 0.535), on(0.22, 0.535)], { lift: 0.0085, radius: 0.003, bevel: 0.001 }), wordmark(p.name, '#f1f3f4', { aspect: 5 }));
      put(g, seam(look, view, [on(0.06, 0.84), on(0.3, 0.73), on(0.7, 0.69), on(0.95, 0.7)], { width: 0.003 }), M.black);
      put(g, box(0.1, 0.025, 0.02, 0.008), M.black, [...on(0.86, 0.74), s * k * 0.7]);
    }
  }
}

function cabin(g, M, p, xf, xr) {
  const [a, b] = [xf - 0.5, xr + 0.5];
  const belt = M.painted(p.belt ?? '#17181b', 'matt');
  const stitch = p.spring !== '#2b2e33' ? M.painted(p.spring) : M.grey;
  const rows = p.rows === 2 ? [a - 0.62, a - 1.5] : [a - 0.66];
  for (const x of rows) for (const z of [-0.29, 0.29]) bucket(g, M, [x, 0.68, z], { belt, stitch });
  steeringWheel(g, M, [a - 0.3, 1.05, -0.29]);
  put(g, box(0.03, 0.12, 0.24, 0.02), M.piano, [a - 0.215, 1.05, 0.0], [0, 0, -0.3]);
  put(g, box(0.01, 0.095, 0.2, 0.01), M.screen, [a - 0.232, 1.05, 0.0], [0, 0, -0.3]);
  put(g, tube([[a - 0.2, 1.06, 0.14], [a - 0.27, 1.07, 0.2], [a - 0.27, 1.07, 0.4], [a - 0.2, 1.06, 0.46]], 0.014), M.rubber);
  const top = 1.74;
  const hoops = rows.map((x, i) => [x - 0.36 - (i === rows.length - 1 ? 0 : 0.02), i === rows.length - 1 ? 0.95 : 0.9]);
  cage(g, M, { front: [a + 0.02, 1.05], top: [a - 0.44, top], rows: hoops, back: [xr - 0.12, 1.0], half: 0.6, upper: 0.52, material: p.sport ? M.arm : M.frame });
  const plate = roof(g, p.sport ? M.piano : M.trim, { x0: a - 0.4, x1: hoops.at(-1)[0] + 0.0, y: top + 0.04, half: 0.54 });
  put(g, seam(projector(plate, 'top'), 'top', [[a - 0.5, 0.2], [hoops.at(-1)[0] + 0.1, 0.2]], { width: 0.004 }), M.black);
  if (p.sport || p.rows === 2) lightBar(g, M, [a - 0.39, top + 0.09], 0.4);
  pair(g, (side) => {
    put(side, rod([a - 0.1, 1.22, 0.57], [a - 0.06, 1.27, 0.68], 0.012), M.black);
    put(side, loft([{ x: a - 0.02, y: 1.28, z: 0.75, w: 0.08, u: 0.04, n: 3 }, { x: a - 0.07, y: 1.28, z: 0.755, w: 0.1, u: 0.06, n: 3 }], { round: [0.03, 0.004], upright: true }), M.trim);
  });
  if (!p.sport) window(g, M, [0, 1, 2, 3].map((i) => { const t = i / 3; return [[a + 0.0 - t * 0.2, 1.07 + t * 0.26, 0], [a - t * 0.2, 1.07 + t * 0.26, 0.3], [a - 0.02 - t * 0.2, 1.07 + t * 0.26, 0.56 - t * 0.03]]; }), { mirror: true });
  if (p.sport) for (const x of [hoops.at(-1)[0] - 0.25]) { put(g, rod([x - 0.25, 1.05, 0.42], [x - 0.25, 2.0, 0.42], 0.006), M.rubber); put(g, box(0.004, 0.13, 0.2, 0.002), M.painted('#f0641e'), [x - 0.35, 1.93, 0.42], [0, Math.PI / 2, 0]); }
}

export const build = repaintable(shape);
export const details = () => [{ target: [1.3, 0.75, 0], radius: 0.75, azimuth: 58, elevation: 7 }, { target: [0, 1.05, 0], radius: 0.85, azimuth: 18, elevation: 24 }];
