import * as THREE from 'three';
import { loft, sheet } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { bar, box, pair, plate, put, rod, tube } from '../../parts/body-solids.js';
import { bench, cage, lightBar, roof, steeringWheel, window } from '../../parts/cab.js';
import { lampEye } from '../../parts/lamps.js';
import { bars, chassis, winch } from '../../parts/off-road-gear.js';
import { mudguard } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { inked, wordmark } from '../../parts/wordmark.js';

const DEFAULTS = { name: 'EITAN 570', wheelbase: 2.0, track: 1.26, r: 0.325, rim: 0.165, frontWidth: 0.21, rearWidth: 0.24, tread: 'mud', style: 'star', count: 8, rows: 1, electric: false, lift: 0.05, face: 'square', bed: 0.95, spring: '#2b2e33', bull: true };

/** Working side-by-side with a tipping bed: two or three seats, a crew of six, or an electric one with a closed cab. */
function shape({ paint, accent, params = {} }) {
  const p = { ...DEFAULTS, ...params };
  const M = palette(paint, accent, p.seat ?? '#2a2c2f');
  M.rim = p.rimColour ? M.painted(p.rimColour, 'metallic') : p.alloy ? M.alu : M.black;
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  chassis(g, M, { ...p, xf, xr, inner: 0.2, mount: 0.8 + p.lift, rearTop: 0.76 + p.lift, shockTop: 0.34, spring: M.painted(p.spring), springRadius: 0.04 });
  const body = new THREE.Group();
  body.position.y = p.lift;
  g.add(body);
  nose(body, M, p, xf);
  tub(body, M, p, xf, xr, paint);
  bed(body, M, p, xr, paint);
  cabin(body, M, p, xf, xr);
  if (p.electric) closedCab(body, M, p, xf, xr);
  for (const [x, from, to] of [[xf, 4, 166], [xr, 10, 170]]) {
    for (const s of [-1, 1]) put(body, mudguard({ r: p.r + 0.085, width: 0.34, from, to, skirt: 0.03, peak: 0.004, taper: 0.96, thickness: 0.012 }), M.trim, [x, p.r, s * (p.track / 2 - 0.015)]);
  }
  return g;
}

function nose(g, M, p, xf) {
  const x = (d) => xf + d;
  const soft = p.electric ? 3.4 : 4.6;
  const hood = loft([{ x: x(0.5), y: 0.76, w: 0.4, u: 0.13, d: 0.2, n: soft }, { x: x(0.42), y: 0.77, w: 0.46, u: 0.19, d: 0.24, n: soft }, { x: x(0.2), y: 0.78, w: 0.48, u: 0.225, d: 0.24, n: 4.6 }, { x: x(-0.1), y: 0.79, w: 0.5, u: 0.25, d: 0.24, n: 5 }, { x: x(-0.4), y: 0.79, w: 0.58, u: 0.285, d: 0.3, n: 6 }, { x: x(-0.56), y: 0.79, w: 0.62, u: 0.3, d: 0.36, n: 7 }], { round: [0.05, 0.02], upright: true });
  put(g, hood, M.paint);
  const look = projector(hood, 'front');
  const top = projector(hood, 'top');
  put(g, panel(top, 'top', [[x(0.36), -0.26], [x(0.36), 0.26], [x(-0.34), 0.36], [x(-0.34), -0.36]], { lift: 0.012, radius: 0.06 }), M.paint);
  put(g, panel(top, 'top', [[x(0.1), -0.16], [x(0.1), 0.16], [x(-0.16), 0.19], [x(-0.16), -0.19]], { lift: 0.018, radius: 0.04 }), M.trim);
  pair(g, (side) => {
    put(side, seam(top, 'top', [[x(0.46), 0.3], [x(0.1), 0.42], [x(-0.36), 0.5]], { width: 0.003 }), M.black);
    const eye = p.electric ? [[0.16, 0.845], [0.4, 0.86], [0.4, 0.82], [0.18, 0.805]] : p.face === 'round' ? [[0.25, 0.875, 0.06], [0.38, 0.875, 0.06], [0.38, 0.745, 0.06], [0.25, 0.745, 0.06]] : [[0.21, 0.88], [0.4, 0.87], [0.405, 0.78], [0.25, 0.765]];
    const pods = p.electric ? [[0.23, 0.83, 0.015], [0.29, 0.833, 0.015], [0.35, 0.837, 0.015]] : p.face === 'round' ? [[0.315, 0.81, 0.055]] : [[0.285, 0.828, 0.032], [0.355, 0.828, 0.032]];
    lampEye(side, M, look, eye, { radius: 0.014, pods, strip: p.face === 'round' ? undefined : [0, 1] });
    put(side, panel(look, 'front', [[0.3, 0.72], [0.4, 0.72], [0.4, 0.69], [0.3, 0.69]], { lift: 0.006, radius: 0.008 }), M.amber);
  });
  if (p.electric) {
    put(g, panel(look, 'front', [[-0.42, 0.88], [0.42, 0.88], [0.4, 0.79], [-0.4, 0.79]], { lift: 0.003, radius: 0.03 }), M.piano);
    put(g, panel(look, 'front', [[-0.41, 0.893], [0.41, 0.893], [0.41, 0.886], [-0.41, 0.886]], { lift: 0.008, radius: 0.003, step: 0.01, bevel: 0.001 }), M.drl);
  } else {
    put(g, panel(look, 'front', [[-0.19, 0.87], [0.19, 0.87], [0.22, 0.66], [-0.22, 0.66]], { lift: 0.006, radius: 0.03 }), M.trim);
    for (let i = 0; i < 5; i += 1) put(g, panel(look, 'front', [[-0.165, 0.795 - i * 0.026], [0.165, 0.795 - i * 0.026], [0.165, 0.782 - i * 0.026], [-0.165, 0.782 - i * 0.026]], { lift: 0.014, radius: 0.005, step: 0.012 }), M.dark);
  }
  put(g, panel(look, 'front', [[-0.13, 0.86], [0.13, 0.86], [0.13, 0.81], [-0.13, 0.81]], { lift: 0.0125, radius: 0.003, bevel: 0.001 }), wordmark('SELA', '#f2f4f5', { aspect: 3.6, spacing: 0.25 }));
  put(g, loft([{ x: x(0.48), y: 0.52, w: 0.44, u: 0.11, d: 0.1, n: 4 }, { x: x(0.58), y: 0.53, w: 0.4, u: 0.08, d: 0.08, n: 4 }], { round: [0.02, 0.03], upright: true }), M.trim);
  put(g, box(0.5, 0.1, 0.4, 0.03), M.trim, [x(0.25), 0.42, 0]);
  if (p.bull) {
    const a = x(0.64);
    bars(g, M.black, 0.021, [[[x(0.3), 0.42, -0.24], [a, 0.46, -0.26], [a + 0.02, 0.72, -0.28], [a - 0.04, 0.94, -0.26], [a - 0.04, 0.94, 0.26], [a + 0.02, 0.72, 0.28], [a, 0.46, 0.26], [x(0.3), 0.42, 0.24]], [[a + 0.015, 0.68, -0.275], [a + 0.02, 0.68, -0.46], [x(0.42), 0.66, -0.54]], [[a + 0.015, 0.68, 0.275], [a + 0.02, 0.68, 0.46], [x(0.42), 0.66, 0.54]], [[a + 0.01, 0.6, -0.27], [a + 0.01, 0.6, 0.27]]]);
    winch(g, M, [a + 0.0, 0.51]);
  } else { for (const z of [-0.16, 0.16]) put(g, new THREE.TorusGeometry(0.028, 0.009, 10, 28), M.steel, [x(0.63), 0.5, z], [0, Math.PI / 2, 0]); }
  put(g, loft([{ x: x(-0.52), y: 1.0, w: 0.6, u: 0.11, d: 0.3, n: 6 }, { x: x(-0.64), y: 0.98, w: 0.6, u: 0.13, d: 0.3, n: 6 }, { x: x(-0.72), y: 0.97, w: 0.58, u: 0.1, d: 0.2, n: 6 }], { round: 0.03, upright: true }), M.trim);
}

function tub(g, M, p, xf, xr, paint) {
  const [a, b] = [xf - 0.54, xr + 0.46];
  put(g, loft([{ x: a, y: 0.46, w: 0.6, u: 0.06, d: 0.08, n: 7 }, { x: b, y: 0.46, w: 0.6, u: 0.06, d: 0.08, n: 7 }], { round: 0.03, upright: true }), M.trim);
  put(g, box(p.wheelbase + 0.7, 0.05, 0.42, 0.01), M.frame, [-0.05, 0.38, 0]);
  for (let row = 0; row < p.rows; row += 1) put(g, loft([{ x: a - 0.5 - row * 0.95, y: 0.56, w: 0.585, u: 0.12, d: 0.1, n: 7 }, { x: a - 0.98 - row * 0.95, y: 0.56, w: 0.585, u: 0.12, d: 0.1, n: 7 }], { round: 0.03, upright: true }), M.trim);
  for (const [view, s] of [['left', -1], ['right', 1]]) {
    const sill = loft([{ x: a + 0.02, y: 0.5, z: s * 0.615, w: 0.04, u: 0.1, d: 0.08, n: 3.4 }, { x: a - 0.14, y: 0.465, z: s * 0.63, w: 0.045, u: 0.07, d: 0.08, n: 3.4 }, { x: b + 0.2, y: 0.465, z: s * 0.63, w: 0.045, u: 0.07, d: 0.08, n: 3.4 }, { x: b + 0.02, y: 0.52, z: s * 0.615, w: 0.04, u: 0.14, d: 0.1, n: 3.4 }], { round: 0.03, upright: true });
    put(g, sill, M.paint);
    const x = (a + b) / 2;
    put(g, panel(projector(sill, view), view, [[x - 0.2, 0.505], [x + 0.2, 0.505], [x + 0.2, 0.44], [x - 0.2, 0.44]], { lift: 0.002, radius: 0.003, bevel: 0.001 }), inked(p.name, paint, { aspect: 6 }));
    bars(g, M.black, 0.022, [[[a + 0.02, 0.4, s * 0.6], [a - 0.08, 0.36, s * 0.7], [b + 0.1, 0.36, s * 0.7], [b, 0.4, s * 0.6]]]);
  }
  if (p.doors && !p.electric) halfDoors(g, M, p, a, b);
}

function halfDoors(g, M, p, a, b) {
  const length = (a - b - 0.06) / p.rows;
  for (let i = 0; i < p.rows; i += 1) for (const [view, s] of [['left', -1], ['right', 1]]) {
    const x0 = a - 0.02 - i * (length + 0.02);
    const x1 = x0 - length + 0.04;
    const grid = [0, 0.3, 0.6, 1].map((t) => [0, 0.35, 0.7, 1].map((q) => [x0 + (x1 - x0) * t, 0.55 + q * (0.46 - 0.2 * Math.sin(t * Math.PI)), s * (0.645 + 0.035 * Math.sin(q * Math.PI * 0.85))]));
    const skin = sheet(grid, { thickness: 0.022, nu: 30, nv: 20 });
    put(g, skin, M.paint);
    const look = projector(skin, view);
    put(g, panel(look, view, [[x0 + (x1 - x0) * 0.14, 0.75], [x0 + (x1 - x0) * 0.86, 0.73], [x0 + (x1 - x0) * 0.82, 0.62], [x0 + (x1 - x0) * 0.2, 0.61]], { lift: 0.006, radius: 0.03 }), M.trim);
    put(g, box(0.1, 0.028, 0.02, 0.008), M.black, [x1 + 0.12, 0.84, s * 0.69]);
  }
}

function bed(g, M, p, xr, paint) {
  const [x1, x0] = [xr + 0.46, xr + 0.46 - p.bed - 0.05];
  const [y, h, half] = [0.8, 0.3, 0.66];
  const mid = (x0 + x1) / 2;
  put(g, box(x1 - x0, 0.035, half * 2, 0.008), M.trim, [mid, y, 0]);
  for (let i = -5; i <= 5; i += 1) put(g, box(x1 - x0 - 0.06, 0.014, 0.05, 0.005), M.soft, [mid, y + 0.022, i * 0.11]);
  for (const s of [-1, 1]) {
    const wall = box(x1 - x0, h, 0.035, 0.012);
    put(g, wall, M.paint, [mid, y + h / 2, s * half]);
    for (let i = 0; i < 4; i += 1) put(g, box((x1 - x0) / 4.8, h * 0.62, 0.016, 0.007), M.paint, [x0 + ((i + 0.5) / 4) * (x1 - x0), y + h * 0.5, s * (half + 0.018)]);
    put(g, box(x1 - x0 + 0.02, 0.03, 0.06, 0.012), M.trim, [mid, y + h, s * half]);
    put(g, box(0.05, 0.1, 0.1, 0.01), M.tail, [x0 + 0.015, y - 0.1, s * (half - 0.1)]);
    put(g, box(0.03, 0.15, 0.13, 0.008), M.frame, [x0 + 0.045, y - 0.09, s * (half - 0.1)]);
    for (const x of [x0 + 0.12, x1 - 0.12]) put(g, tube([[x - 0.03, y + h * 0.9, s * (half - 0.03)], [x - 0.03, y + h * 0.78, s * (half - 0.05)], [x + 0.03, y + h * 0.78, s * (half - 0.05)], [x + 0.03, y + h * 0.9, s * (half - 0.03)]], 0.006), M.steel);
  }
  put(g, box(0.05, 0.075, half * 2 - 0.07, 0.01), M.frame, [x0 + 0.06, y - 0.05, 0]);
  put(g, box(0.035, h, half * 2, 0.012), M.paint, [x1, y + h / 2, 0]);
  const gate = box(0.035, h * 0.96, half * 2 - 0.04, 0.012);
  put(g, gate, M.paint, [x0, y + h / 2, 0]);
  put(g, box(0.016, h * 0.5, half * 1.5, 0.007), M.paint, [x0 - 0.018, y + h * 0.5, 0]);
  put(g, box(0.03, 0.035, 0.16, 0.01), M.black, [x0 - 0.026, y + h * 0.82, 0]);
  put(g, new THREE.PlaneGeometry(0.5, 0.1), inked('SELA', paint, { aspect: 5, spacing: 0.3 }), [x0 - 0.0272, y + h * 0.48, 0], [0, -Math.PI / 2, 0]);
  bars(g, M.frame, 0.024, [[[xr + 0.4, 0.42, -0.22], [x0 + 0.05, 0.44, -0.24], [x0 - 0.02, 0.6, -0.26], [x0 - 0.02, 0.6, 0.26], [x0 + 0.05, 0.44, 0.24], [xr + 0.4, 0.42, 0.22]]]);
  put(g, box(0.2, 0.05, 0.06, 0.006), M.frame, [x0, 0.44, 0]);
  put(g, new THREE.SphereGeometry(0.028, 24, 16), M.chrome, [x0 - 0.07, 0.51, 0]);
  put(g, rod([x0 - 0.07, 0.45, 0], [x0 - 0.07, 0.5, 0], 0.014), M.steel);
  put(g, rod([xr + 0.3, 0.48, 0.2], [xr - 0.1, y - 0.02, 0.2], 0.016), M.steel);
  put(g, loft([{ x: xr + 0.34, y: 0.55, w: 0.3, u: 0.16, d: 0.14, n: 4 }, { x: xr - 0.24, y: 0.55, w: 0.28, u: 0.14, d: 0.12, n: 4 }], { round: 0.03, upright: true }), p.electric ? M.alu : M.dark);
  if (!p.electric) { put(g, loft([{ x: xr - 0.2, y: 0.58, z: 0.34, w: 0.07, u: 0.075, n: 2.3 }, { x: xr - 0.5, y: 0.6, z: 0.34, w: 0.07, u: 0.075, n: 2.3 }], { round: [0.04, 0.01] }), M.steel); put(g, rod([xr - 0.5, 0.6, 0.34], [xr - 0.58, 0.605, 0.34], 0.028), M.black); }
}

function cabin(g, M, p, xf, xr) {
  const a = xf - 0.54;
  const rows = Array.from({ length: p.rows }, (_, i) => a - 0.74 - i * 0.95);
  for (const x of rows) bench(g, M, [x, 0.72], { places: p.places ?? 3, half: 0.57, stitch: p.stitch ? M.painted(p.stitch) : M.grey });
  steeringWheel(g, M, [a - 0.32, 1.08, -0.36]);
  put(g, box(0.05, 0.1, 0.24, 0.02), M.piano, [a - 0.17, 1.08, -0.02], [0, 0, -0.25]);
  put(g, box(0.01, 0.075, 0.2, 0.01), M.screen, [a - 0.198, 1.08, -0.02], [0, 0, -0.25]);
  const top = 1.82;
  const hoops = rows.map((x, i) => [x - 0.3, i === rows.length - 1 ? 0.95 : 0.85]);
  cage(g, M, { front: [a + 0.03, 1.05], top: [a - 0.34, top], rows: hoops, back: [hoops.at(-1)[0] - 0.05, 0.95], half: 0.61, upper: 0.56, cross: false });
  roof(g, p.roofPaint ? M.paint : M.trim, { x0: a - 0.26, x1: hoops.at(-1)[0] - 0.06, y: top + 0.045, half: 0.6, peak: 0.035 });
  if (p.lightBar) lightBar(g, M, [a - 0.26, top + 0.1], 0.34, 8);
  if (p.lightBar) for (const z of [-0.24, 0.24]) put(g, box(0.045, 0.06, 0.03, 0.006), M.black, [a - 0.28, top + 0.06, z]);
  const screenTop = p.electric || p.fullScreen ? top - 1.07 : 0.32;
  window(g, M, [0, 0.33, 0.66, 1].map((t) => [[a + 0.045 - t * screenTop * 0.48, 1.07 + t * screenTop, 0], [a + 0.045 - t * screenTop * 0.48, 1.07 + t * screenTop, 0.32], [a + 0.03 - t * screenTop * 0.48, 1.07 + t * screenTop, 0.6 - t * 0.05]]), { mirror: true });
  if (p.electric || p.fullScreen) put(g, tube([[a + 0.06, 1.1, -0.02], [a - 0.02, 1.25, -0.2], [a - 0.08, 1.36, -0.34]], 0.007), M.black);
  if (hoops.length) bars(g, M.frame, 0.014, [0, 1, 2].map((i) => [[hoops.at(-1)[0] - 0.01, 1.14 + i * 0.14, -0.58], [hoops.at(-1)[0] - 0.01, 1.14 + i * 0.14, 0.58]]));
  pair(g, (side) => {
    put(side, rod([a - 0.08, 1.22, 0.6], [a - 0.04, 1.26, 0.72], 0.012), M.black);
    put(side, plate([[-0.09, -0.08], [0.09, -0.08], [0.08, 0.08], [-0.08, 0.08]], 0.05, { radius: 0.03, bevel: 0.016 }), M.trim, [a - 0.05, 1.28, 0.79], [0, Math.PI / 2, 0]);
    put(side, plate([[-0.08, -0.07], [0.08, -0.07], [0.07, 0.07], [-0.07, 0.07]], 0.004, { radius: 0.026, bevel: 0.001 }), M.reflector, [a - 0.077, 1.28, 0.79], [0, Math.PI / 2, 0]);
  });
}

function closedCab(g, M, p, xf, xr) {
  const a = xf - 0.54;
  const b = xr + 0.5;
  for (const [view, s] of [['left', -1], ['right', 1]]) {
    const grid = [0, 0.2, 0.5, 0.8, 1].map((t) => [0, 0.35, 0.7, 1].map((q) => [a - 0.0 + (b - a) * t, 0.52 + q * 0.54, s * (0.645 + 0.035 * Math.sin(q * Math.PI * 0.8))]));
    const skin = sheet(grid, { thickness: 0.022, nu: 30, nv: 20 });
    put(g, skin, M.paint);
    const look = projector(skin, view);
    put(g, panel(look, view, [[a - 0.08, 0.7], [b + 0.08, 0.7], [b + 0.1, 0.58], [a - 0.14, 0.58]], { lift: 0.005, radius: 0.03 }), M.trim);
    put(g, seam(look, view, [[a - 0.05, 0.56], [a - 0.04, 1.0]], { width: 0.003 }), M.black);
    put(g, box(0.13, 0.03, 0.024, 0.01), M.black, [b + 0.17, 0.92, s * 0.69]);
    window(g, M, [0, 0.5, 1].map((t) => [0, 0.5, 1].map((q) => [a - q * 0.33 * (1 - t) + (b - a + 0.04) * t, 1.08 + q * 0.7, s * (0.65 - q * 0.08)])));
    bars(g, M.black, 0.016, [[[a - 0.04, 1.06, s * 0.655], [b + 0.04, 1.06, s * 0.655]], [[b + 0.04, 1.06, s * 0.655], [b + 0.03, 1.8, s * 0.575]], [[(a + b) / 2 - 0.05, 1.06, s * 0.655], [(a + b) / 2 - 0.05, 1.8, s * 0.575]]]);
    if (s < 0) {
      put(g, panel(look, view, [[b + 0.2, 0.86, 0.02], [b + 0.34, 0.86, 0.02], [b + 0.34, 0.74, 0.02], [b + 0.2, 0.74, 0.02]].map(([x, y, r]) => [x + 0.38, y + 0.12, r]), { lift: 0.006 }), M.piano);
      put(g, bar(0.035, 0.01), M.anodised('#2fb36a'), [b + 0.65, 0.92, s * 0.688]);
    }
  }
}

export const build = repaintable(shape);
export const details = () => [{ target: [1.2, 0.85, 0], radius: 0.75, azimuth: 58, elevation: 7 }, { target: [-1.0, 0.95, -0.4], radius: 0.85, azimuth: -28, elevation: 22 }];
