import * as THREE from 'three';
import { loft } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { bar, box, pair, put, rod, shock, tube, turned } from '../../parts/body-solids.js';
import { frontEnd, handlebar, mudguard, tailGear } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { wheel } from '../../parts/small-wheel.js';
import { inked, wordmark } from '../../parts/wordmark.js';

/** Small electric scooter: a soft rectangular body, a ring of light, a flat saddle and a motor in the rear hub. */
function shape({ paint, accent, params = {} }) {
  const p = { wheelbase: 1.24, r: 0.235, rim: 0.152, width: 0.1, name: 'E1', seat: '#2a2b2e', ...params };
  const M = palette(paint, accent, p.seat);
  M.calliper = M.dark;
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  frontEnd(g, M, { x: xf, r: p.r, rim: p.rim, width: p.width, top: 0.66, disc: 0.095, wheelStyle: { style: 'swirl', count: 5 }, guard: { from: 22, to: 150, skirt: 0.05, taper: 0.8 } });
  drive(g, M, p, xr);
  front(g, M, xf, paint);
  floor(g, M, xf, xr);
  rear(g, M, p, xr, paint);
  return g;
}

function drive(g, M, p, xr) {
  const w = wheel({ r: p.r, rim: p.rim, width: p.width + 0.01, tread: 'road', pitches: 34, depth: 0.0035, materials: M, style: 'star', count: 3, hub: 0.06 });
  w.position.set(xr, p.r, 0);
  g.add(w);
  put(g, bar(0.118, 0.085, { r: 0.014, around: 64 }), M.alu, [xr, p.r, 0]);
  for (const side of [-1, 1]) put(g, turned([[0.001, 0.012], [0.05, 0.012], [0.07, 0.006], [0.098, 0.004]], 56), M.dark, [xr, p.r, side * 0.043], [side < 0 ? Math.PI : 0, 0, 0]);
  for (let i = 0; i < 18; i += 1) { const a = (i / 18) * Math.PI * 2; put(g, box(0.026, 0.004, 0.09, 0.0015), M.cast, [xr + Math.cos(a) * 0.109, p.r + Math.sin(a) * 0.109, 0], [0, 0, a]); }
  pair(g, (side) => {
    put(side, loft([{ x: xr - 0.03, y: p.r, z: 0.088, w: 0.014, u: 0.03, n: 3 }, { x: xr + 0.18, y: p.r + 0.02, z: 0.09, w: 0.014, u: 0.024, n: 3 }, { x: xr + 0.38, y: p.r + 0.05, z: 0.08, w: 0.016, u: 0.032, n: 3 }], { round: 0.02 }), M.black);
    shock(side, [xr + 0.01, p.r + 0.03, 0.112], [xr + 0.08, 0.58, 0.112], { radius: 0.024, wire: 0.0048, turns: 9, spring: M.accent, body: M.black });
    put(side, bar(0.02, 0.03), M.steel, [xr, p.r, 0.1]);
  });
  put(g, mudguard({ r: p.r + 0.02, width: p.width + 0.04, from: 62, to: 168, skirt: 0.03 }), M.trim, [xr, p.r, 0]);
  put(g, rod([xr + 0.4, 0.3, -0.12], [xr + 0.46, 0.03, -0.23], 0.01), M.black);
}

function front(g, M, xf, paint) {
  const s = xf - 0.62;
  const shell = loft([{ x: 0.27 + s, y: 1.0, w: 0.1, u: 0.075, d: 0.04, n: 3.4 }, { x: 0.29 + s, y: 0.9, w: 0.135, u: 0.09, d: 0.04, n: 3.6 }, { x: 0.315 + s, y: 0.72, w: 0.165, u: 0.1, d: 0.05, n: 3.8 }, { x: 0.335 + s, y: 0.54, w: 0.172, u: 0.095, d: 0.05, n: 3.8 }, { x: 0.34 + s, y: 0.4, w: 0.165, u: 0.075, d: 0.06, n: 3.8 }, { x: 0.31 + s, y: 0.29, w: 0.16, u: 0.06, d: 0.08, n: 3.6 }], { round: [0.03, 0.02] });
  put(g, shell, M.paint);
  const look = projector(shell, 'front');
  const face = [[-0.105, 0.955, 0.05], [0.105, 0.955, 0.05], [0.105, 0.76, 0.05], [-0.105, 0.76, 0.05]];
  put(g, panel(look, 'front', face, { lift: 0.005, bevel: 0.004 }), M.piano);
  const hit = look(0, 0.858);
  const lamp = new THREE.Group();
  put(lamp, turned([[0.062, 0.004], [0.064, 0.013], [0.076, 0.013], [0.078, 0.004]], 72), M.drl);
  put(lamp, turned([[0.001, 0.016], [0.03, 0.014], [0.05, 0.004]], 56), M.lamp);
  put(lamp, turned([[0.051, 0.006], [0.054, 0.012], [0.058, 0.006]], 56), M.chrome);
  put(lamp, turned([[0.001, 0.024], [0.05, 0.021], [0.082, 0.008]], 56), M.lens);
  lamp.position.copy(hit.point);
  lamp.rotation.y = Math.PI / 2;
  g.add(lamp);
  pair(g, (side) => {
    put(side, panel(look, 'front', [[0.122, 0.78], [0.14, 0.78], [0.15, 0.66], [0.136, 0.66]], { lift: 0.005, radius: 0.007, step: 0.008, bevel: 0.002 }), M.amber);
    put(side, seam(look, 'front', [[0.1, 0.7], [0.105, 0.5], [0.1, 0.34]]), M.black);
  });
  put(g, seam(look, 'front', [[-0.1, 0.7], [0, 0.692], [0.1, 0.7]]), M.black);
  put(g, panel(look, 'front', [[-0.075, 0.66], [0.075, 0.66], [0.075, 0.62], [-0.075, 0.62]], { lift: 0.003, radius: 0.004, bevel: 0.001 }), inked('RUACH', paint, { italic: false, spacing: 0.2 }));
  const hx = 0.24 + s;
  put(g, loft([{ x: hx - 0.06, y: 1.04, w: 0.075, u: 0.02, n: 3.4 }, { x: hx + 0.03, y: 1.035, w: 0.1, u: 0.028, n: 3.4 }, { x: hx + 0.1, y: 1.015, w: 0.085, u: 0.025, n: 3 }], { round: 0.02 }), M.trim);
  put(g, box(0.09, 0.006, 0.13, 0.003), M.screen, [hx - 0.01, 1.062, 0], [0, 0, 0.08]);
  handlebar(g, M, { x: hx + 0.02, y: 1.065, half: 0.32, back: 0.07, mirror: { w: 0.1, h: 0.1, round: 0.05 } });
  put(g, loft([{ x: 0.22 + s, y: 0.86, w: 0.105, u: 0.025, n: 5 }, { x: 0.265 + s, y: 0.6, w: 0.152, u: 0.03, n: 5 }, { x: 0.265 + s, y: 0.34, w: 0.15, u: 0.04, n: 5 }], { round: 0.015 }), M.trim);
  put(g, tube([[0.22 + s, 0.7, -0.014], [0.17 + s, 0.685, -0.014], [0.16 + s, 0.71, 0], [0.17 + s, 0.685, 0.014], [0.22 + s, 0.7, 0.014]], 0.005), M.steel);
}

function floor(g, M, xf, xr) {
  const [a, b] = [xf - 0.29, xr + 0.42];
  put(g, loft([{ x: b - 0.1, y: 0.28, w: 0.15, u: 0.03, d: 0.09, n: 6 }, { x: b + 0.05, y: 0.27, w: 0.172, u: 0.03, d: 0.1, n: 6 }, { x: a, y: 0.27, w: 0.172, u: 0.03, d: 0.09, n: 6 }, { x: a + 0.08, y: 0.29, w: 0.16, u: 0.03, d: 0.08, n: 6 }], { round: 0.02 }), M.trim);
  for (const side of [-1, 1]) put(g, box(a - b, 0.045, 0.012, 0.005), M.paint, [(a + b) / 2, 0.265, side * 0.176]);
  put(g, box(a - b - 0.03, 0.01, 0.27, 0.005), M.rubber, [(a + b) / 2, 0.302, 0]);
  for (let i = 0; i < 9; i += 1) put(g, box(0.012, 0.008, 0.25, 0.003), M.soft, [b + 0.035 + i * 0.042, 0.309, 0]);
}

function rear(g, M, p, xr, paint) {
  const body = loft([{ x: xr + 0.5, y: 0.47, w: 0.14, u: 0.22, d: 0.18, n: 5 }, { x: xr + 0.4, y: 0.49, w: 0.162, u: 0.21, d: 0.17, n: 4.6 }, { x: xr + 0.24, y: 0.57, w: 0.165, u: 0.13, d: 0.1, n: 4 }, { x: xr - 0.02, y: 0.615, w: 0.155, u: 0.085, d: 0.07, n: 3.8 }, { x: xr - 0.2, y: 0.645, w: 0.125, u: 0.055, d: 0.05, n: 3.4 }], { round: [0.03, 0.03], upright: true });
  put(g, body, M.paint).userData.unshaded = true; // the mirrors' and the bar's hard shadows would look like holes in it
  for (const view of ['left', 'right']) {
    const look = projector(body, view);
    put(g, panel(look, view, [[xr + 0.46, 0.62], [xr + 0.3, 0.62], [xr + 0.25, 0.54], [xr + 0.33, 0.41], [xr + 0.46, 0.36]], { lift: 0.005, radius: 0.035 }), M.piano);
    put(g, panel(look, view, [[xr + 0.45, 0.59], [xr + 0.3, 0.59], [xr + 0.3, 0.53], [xr + 0.45, 0.53]], { lift: 0.0075, radius: 0.004, bevel: 0.001 }), wordmark(p.name, '#eef1f3', { italic: false, aspect: 2.4 }));
    put(g, seam(look, view, [[xr + 0.44, 0.655], [xr + 0.1, 0.655], [xr - 0.18, 0.668]]), M.black);
    put(g, panel(look, view, [[xr + 0.12, 0.64], [xr - 0.12, 0.645], [xr - 0.12, 0.61], [xr + 0.12, 0.6]], { lift: 0.003, radius: 0.004, bevel: 0.001 }), inked('electric', paint, { weight: 500, spacing: 0.1 }));
  }
  const y = 0.715;
  put(g, loft([{ x: xr + 0.5, y: y - 0.01, w: 0.12, u: 0.035, d: 0.04, n: 4 }, { x: xr + 0.36, y, w: 0.15, u: 0.04, d: 0.05, n: 4 }, { x: xr + 0.05, y: y + 0.005, w: 0.148, u: 0.042, d: 0.05, n: 4 }, { x: xr - 0.18, y: y + 0.01, w: 0.12, u: 0.036, d: 0.045, n: 3.6 }], { round: [0.04, 0.035] }), M.seat);
  const seatTop = projector(loft([{ x: xr + 0.5, y: y - 0.01, w: 0.12, u: 0.035, n: 4 }, { x: xr + 0.05, y: y + 0.005, w: 0.148, u: 0.042, n: 4 }, { x: xr - 0.18, y: y + 0.01, w: 0.12, u: 0.036, n: 3.6 }], { round: 0.03 }), 'top');
  for (let i = 0; i < 3; i += 1) put(g, seam(seatTop, 'top', [[xr + 0.3 - i * 0.14, -0.11], [xr + 0.3 - i * 0.14, 0], [xr + 0.3 - i * 0.14, 0.11]], { width: 0.0025 }), M.black);
  put(g, tube([[xr + 0.02, y - 0.04, 0.145], [xr - 0.2, y - 0.02, 0.14], [xr - 0.27, y + 0.0, 0.06], [xr - 0.27, y + 0.0, -0.06], [xr - 0.2, y - 0.02, -0.14], [xr + 0.02, y - 0.04, -0.145]], 0.011), M.alu);
  const back = projector(body, 'rear');
  put(g, panel(back, 'rear', [[-0.09, 0.675], [0.09, 0.675], [0.09, 0.645], [-0.09, 0.645]], { lift: 0.008, radius: 0.014 }), M.tail);
  tailGear(g, M, { x: xr - 0.17, y: 0.58, indicatorAt: [xr - 0.17, 0.62, 0.07] });
}

export const build = repaintable(shape);
export const details = () => [{ target: [0.36, 0.82, 0], radius: 0.4, azimuth: 50, elevation: 8 }, { target: [-0.56, 0.4, -0.1], radius: 0.42, azimuth: -16, elevation: 10 }];
