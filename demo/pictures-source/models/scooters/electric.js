import * as THREE from 'three';
import { loft, sheet } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { bar, box, pair, put, rod, shock, tube } from '../../parts/body-solids.js';
import { lampEye } from '../../parts/lamps.js';
import { frontEnd, handlebar, mudguard, tailGear } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { wheel } from '../../parts/small-wheel.js';
import { wordmark } from '../../parts/wordmark.js';

/** Electric scooter of the 125 class: a low battery keel, a floating bench and a blade of a front. */
function shape({ paint, accent, params = {} }) {
  const p = { wheelbase: 1.5, r: 0.268, rim: 0.19, width: 0.12, name: 'E3', ...params };
  const M = palette(paint, accent, '#202125');
  M.calliper = M.anodised('#f0641e');
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  const look = { style: 'swirl', count: 7, thick: 0.034 };
  frontEnd(g, M, { x: xf, r: p.r, rim: p.rim, width: p.width * 0.9, top: 0.78, rake: 26, disc: 0.12, gap: 0.072, both: true, wheelStyle: look, guard: { from: 34, to: 140, skirt: 0.06, taper: 0.7 }, guardPaint: M.piano });
  drive(g, M, p, xr, look);
  front(g, M, xf, paint);
  keel(g, M, p, xf, xr, paint);
  bench(g, M, xr);
  return g;
}

function drive(g, M, p, xr, look) {
  const w = wheel({ r: p.r, rim: p.rim - 0.01, width: p.width + 0.02, tread: 'road', pitches: 34, depth: 0.0035, materials: M, ...look, disc: { r: 0.1, z: 0.07 } });
  w.position.set(xr, p.r, 0);
  g.add(w);
  const arm = (k) => loft([{ x: xr - 0.05, y: p.r, z: k, w: 0.018, u: 0.035, n: 3 }, { x: xr + 0.22, y: p.r + 0.012, z: k, w: 0.022, u: 0.045, n: 3 }, { x: xr + 0.46, y: p.r + 0.03, z: k * 0.95, w: 0.024, u: 0.075, n: 3 }], { round: 0.02 });
  put(g, arm(-0.108), M.alu);
  put(g, arm(0.108), M.alu);
  put(g, bar(0.085, 0.02, { r: 0.006 }), M.black, [xr, p.r, -0.085]);
  for (const y of [0.084, -0.084]) put(g, rod([xr, p.r + y, -0.085], [xr + 0.42, p.r + 0.03 + y * 0.4, -0.085], 0.008), M.rubber);
  put(g, loft([{ x: xr + 0.02, y: p.r + 0.085, z: -0.11, w: 0.012, u: 0.02, n: 3 }, { x: xr + 0.4, y: p.r + 0.075, z: -0.108, w: 0.014, u: 0.026, n: 3 }], { round: 0.02 }), M.trim);
  shock(g, [xr + 0.3, p.r + 0.03, -0.14], [xr + 0.44, 0.56, -0.14], { radius: 0.026, wire: 0.005, turns: 7, spring: M.anodised('#f0641e'), body: M.black });
  put(g, mudguard({ r: p.r + 0.02, width: p.width + 0.045, from: 40, to: 165, skirt: 0.03 }), M.piano, [xr, p.r, 0]);
  put(g, rod([xr + 0.5, 0.24, -0.14], [xr + 0.56, 0.03, -0.25], 0.011), M.black);
}

function front(g, M, xf, paint) {
  const s = xf - 0.75;
  const blade = loft([{ x: 0.76 + s, y: 0.7, w: 0.04, u: 0.02, d: 0.03, n: 3 }, { x: 0.68 + s, y: 0.73, w: 0.12, u: 0.065, d: 0.08, n: 2.8 }, { x: 0.56 + s, y: 0.75, w: 0.175, u: 0.13, d: 0.13, n: 2.8 }, { x: 0.42 + s, y: 0.72, w: 0.19, u: 0.2, d: 0.22, n: 3 }, { x: 0.3 + s, y: 0.68, w: 0.165, u: 0.2, d: 0.3, n: 3.2 }], { round: [0.02, 0.02], upright: true });
  put(g, blade, M.paint);
  const look = projector(blade, 'front');
  const left = projector(blade, 'left');
  put(g, panel(look, 'front', [[-0.145, 0.775], [0.145, 0.775], [0.12, 0.69], [0.04, 0.655], [-0.04, 0.655], [-0.12, 0.69]], { lift: 0.004, radius: 0.015 }), M.piano);
  pair(g, (side) => {
    lampEye(side, M, look, [[0.025, 0.752], [0.135, 0.766], [0.122, 0.728], [0.03, 0.715]], { frame: false, radius: 0.006, pods: [[0.055, 0.735, 0.013], [0.09, 0.741, 0.013]] });
    put(side, panel(look, 'front', [[0.0, 0.787], [0.165, 0.812], [0.172, 0.8], [0.0, 0.776]], { lift: 0.006, radius: 0.003, step: 0.006, bevel: 0.002 }), M.drl);
    put(side, panel(left, 'left', [[0.58 + s, 0.72], [0.4 + s, 0.8], [0.29 + s, 0.76], [0.29 + s, 0.44], [0.4 + s, 0.54]], { lift: 0.006, radius: 0.03 }), M.piano);
    put(side, panel(left, 'left', [[0.52 + s, 0.705], [0.4 + s, 0.755], [0.335 + s, 0.74], [0.335 + s, 0.71], [0.4 + s, 0.725], [0.5 + s, 0.68]], { lift: 0.01, radius: 0.012 }), M.paint);
    put(side, seam(left, 'left', [[0.7 + s, 0.755], [0.5 + s, 0.85], [0.36 + s, 0.895]]), M.black);
  });
  put(g, panel(look, 'front', [[-0.04, 0.705], [0.04, 0.705], [0.04, 0.685], [-0.04, 0.685]], { lift: 0.007, radius: 0.003, bevel: 0.001 }), wordmark('RUACH', '#ffffff', { italic: false }));
  const rows = Array.from({ length: 6 }, (_, i) => { const t = i / 5; const [x, y] = [0.56 + s - t * 0.15, 0.86 + t * 0.17]; const w = 0.13 * (1 - 0.35 * t * t); return [[x, y, 0], [x - 0.008, y, w * 0.5], [x - 0.04, y - 0.006, w * 0.9], [x - 0.085, y - 0.02, w]]; });
  put(g, sheet(rows, { mirror: true, thickness: 0.004 }), M.smoke);
  const hx = 0.33 + s;
  put(g, box(0.016, 0.12, 0.22, 0.02), M.piano, [hx + 0.05, 0.97, 0], [0, 0, -0.6]);
  put(g, box(0.004, 0.1, 0.195, 0.01), M.screen, [hx + 0.043, 0.975, 0], [0, 0, -0.6]);
  put(g, loft([{ x: hx + 0.02, y: 0.86, w: 0.05, u: 0.05, n: 2.6 }, { x: hx, y: 0.99, w: 0.05, u: 0.04, n: 2.6 }], { round: 0.01 }), M.black);
  handlebar(g, M, { x: hx, y: 1.03, half: 0.37, back: 0.08, rise: 0.02, mirror: { w: 0.13, h: 0.06, round: 0.02 } });
}

function keel(g, M, p, xf, xr, paint) {
  const tub = loft([{ x: xf - 0.43, y: 0.5, w: 0.12, u: 0.1, d: 0.16, n: 4 }, { x: xf - 0.55, y: 0.44, w: 0.15, u: 0.1, d: 0.2, n: 4.4 }, { x: xf - 0.75, y: 0.41, w: 0.165, u: 0.11, d: 0.19, n: 4.4 }, { x: xr + 0.62, y: 0.43, w: 0.16, u: 0.12, d: 0.19, n: 4 }, { x: xr + 0.42, y: 0.47, w: 0.13, u: 0.12, d: 0.14, n: 4 }], { round: 0.03, upright: true });
  put(g, tub, M.trim);
  for (const view of ['left', 'right']) {
    const look = projector(tub, view);
    put(g, panel(look, view, [[xf - 0.48, 0.53], [xf - 0.74, 0.485], [xr + 0.5, 0.56], [xr + 0.44, 0.48], [xr + 0.62, 0.3], [xf - 0.64, 0.28], [xf - 0.48, 0.42]], { lift: 0.012, radius: 0.03, bevel: 0.008 }), M.paint);
    put(g, panel(look, view, [[xf - 0.62, 0.42], [xr + 0.62, 0.42], [xr + 0.56, 0.36], [xf - 0.64, 0.35]], { lift: 0.016, radius: 0.02, bevel: 0.003 }), M.piano);
    put(g, panel(look, view, [[xf - 0.65, 0.415], [xf - 0.84, 0.415], [xf - 0.84, 0.36], [xf - 0.65, 0.36]], { lift: 0.0185, radius: 0.003, bevel: 0.001 }), wordmark(p.name, '#ffffff', { aspect: 3, italic: false }));
    for (let i = 0; i < 9; i += 1) put(g, panel(look, view, [[xf - 0.9 - i * 0.022, 0.405], [xf - 0.912 - i * 0.022, 0.405], [xf - 0.912 - i * 0.022, 0.365], [xf - 0.9 - i * 0.022, 0.365]], { lift: 0.021, radius: 0.003, step: 0.008, bevel: 0.002 }), M.dark);
  }
  pair(g, (side) => {
    put(side, box(0.36, 0.018, 0.1, 0.008), M.black, [xf - 0.74, 0.3, 0.205]);
    for (let i = 0; i < 6; i += 1) put(side, box(0.012, 0.008, 0.085, 0.003), M.rubber, [xf - 0.88 + i * 0.055, 0.312, 0.205]);
  });
}

function bench(g, M, xr) {
  const body = loft([{ x: xr + 0.72, y: 0.6, w: 0.1, u: 0.04, d: 0.08, n: 3.4 }, { x: xr + 0.55, y: 0.63, w: 0.15, u: 0.06, d: 0.09, n: 3.4 }, { x: xr + 0.28, y: 0.68, w: 0.16, u: 0.06, d: 0.07, n: 3.2 }, { x: xr, y: 0.735, w: 0.135, u: 0.045, d: 0.045, n: 3 }, { x: xr - 0.22, y: 0.785, w: 0.085, u: 0.025, d: 0.028, n: 2.8 }], { round: [0.03, 0.02], upright: true });
  put(g, body, M.paint);
  const left = projector(body, 'left');
  pair(g, (side) => { put(side, panel(left, 'left', [[xr + 0.6, 0.6], [xr + 0.3, 0.66], [xr - 0.1, 0.755], [xr + 0.0, 0.71], [xr + 0.3, 0.625], [xr + 0.58, 0.57]], { lift: 0.004, radius: 0.012 }), M.piano); });
  const rows = [[0.72, 0.655, 0.075, 0.03], [0.6, 0.685, 0.14, 0.03], [0.4, 0.72, 0.17, 0.032], [0.2, 0.755, 0.165, 0.034], [0, 0.79, 0.15, 0.034], [-0.22, 0.828, 0.11, 0.028]];
  const seat = loft(rows.map(([x, y, w, u]) => ({ x: xr + x, y, w, u, d: u * 1.1, n: 3.6 })), { round: [0.03, 0.03] });
  put(g, seat, M.seat);
  const over = projector(seat, 'top');
  for (let i = 0; i < 7; i += 1) put(g, seam(over, 'top', [[xr + 0.5 - i * 0.1, -0.12], [xr + 0.52 - i * 0.1, 0], [xr + 0.5 - i * 0.1, 0.12]], { width: 0.002 }), M.black);
  put(g, panel(over, 'top', [[xr + 0.2, -0.02], [xr + 0.2, 0.02], [xr - 0.1, 0.02], [xr - 0.1, -0.02]], { lift: 0.002, radius: 0.004, bevel: 0.001 }), M.painted('#f0641e'));
  pair(g, (side) => put(side, tube([[xr + 0.1, 0.72, 0.15], [xr - 0.05, 0.76, 0.16], [xr - 0.24, 0.805, 0.12]], 0.009), M.black));
  put(g, panel(projector(body, 'rear'), 'rear', [[-0.085, 0.808], [0.085, 0.808], [0.07, 0.79], [-0.07, 0.79]], { lift: 0.006, radius: 0.006, step: 0.008 }), M.tail);
  tailGear(g, M, { x: xr - 0.1, y: 0.68, indicatorAt: [xr - 0.08, 0.71, 0.07] });
}

export const build = repaintable(shape);
export const details = () => [{ target: [0.55, 0.8, 0], radius: 0.44, azimuth: 52, elevation: 8 }, { target: [-0.2, 0.5, -0.1], radius: 0.5, azimuth: 12, elevation: 10 }];
