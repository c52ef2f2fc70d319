import * as THREE from 'three';
import { loft, sheet } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { bar, box, pair, plate, put, rod, tube } from '../../parts/body-solids.js';
import { sampleSpline } from '../../parts/body-spline.js';
import { window } from '../../parts/cab.js';
import { lampEye } from '../../parts/lamps.js';
import { bars, chassis, rack, winch } from '../../parts/off-road-gear.js';
import { handlebar } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { wordmark } from '../../parts/wordmark.js';

const DEFAULTS = { name: 'AYAL 450', wheelbase: 1.3, track: 0.92, r: 0.312, rim: 0.165, frontWidth: 0.2, rearWidth: 0.25, hood: 0, sharp: 0, face: 'round', racks: true, frontRack: true, rearRack: {}, tow: true, twoUp: false, backrest: false, winch: true, guards: false, bumper: 'loop', tread: 'mud', style: 'star', count: 6, screen: false, flare: 0.035 };

/** All-terrain quad from the small single-seater to the wide sport machine. */
function shape({ paint, accent, params = {} }) {
  const p = { ...DEFAULTS, ...params };
  const M = palette(paint, accent, undefined, { deep: true, finish: p.finish });
  M.rim = p.rimColour ? M.painted(p.rimColour, 'metallic') : p.alloy ? M.alu : M.rim;
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  chassis(g, M, { ...p, xf, xr, mount: 0.72 + p.lift, rearTop: 0.7 + p.lift, spring: p.spring ? M.painted(p.spring) : M.steel, springRadius: p.sport ? 0.042 : 0.034, ring: p.ring ? M.painted(p.ring) : undefined });
  const body = new THREE.Group();
  body.position.y = p.lift;
  g.add(body);
  frameAndEngine(body, M, p, xf, xr);
  nose(body, M, p, xf);
  tail(body, M, p, xr);
  saddle(body, M, p, xf, xr);
  cockpit(body, M, p, xf);
  footwells(body, M, p, xf, xr);
  front(body, M, p, xf);
  if (p.racks) {
    if (p.frontRack) rack(body, M, { x0: xf + 0.27, x1: xf - 0.2, y: 1.025 + p.hood, half: 0.4, drop: 0.32 });
    const { from = 0.16, to = -0.36, ...size } = p.rearRack;
    rack(body, M, { x0: xr + from, x1: xr + to, y: 0.945, half: 0.43, slats: 6, drop: 0.1, ...size });
  }
  return g;
}

function frameAndEngine(g, M, p, xf, xr) {
  bars(g, M.frame, 0.017, [[[xf + 0.2, 0.3, 0.12], [xr + 0.05, 0.29, 0.13], [xr - 0.1, 0.45, 0.13], [xr - 0.2, 0.74, 0.15]], [[xf + 0.2, 0.3, -0.12], [xr + 0.05, 0.29, -0.13], [xr - 0.1, 0.45, -0.13], [xr - 0.2, 0.74, -0.15]],
    [[xf + 0.2, 0.3, 0.12], [xf + 0.16, 0.62, 0.14], [xf - 0.2, 0.76, 0.14], [xr - 0.2, 0.74, 0.15]], [[xf + 0.2, 0.3, -0.12], [xf + 0.16, 0.62, -0.14], [xf - 0.2, 0.76, -0.14], [xr - 0.2, 0.74, -0.15]]]);
  put(g, loft([{ x: xf + 0.12, y: 0.36, w: 0.13, u: 0.1, n: 4 }, { x: xf - 0.3, y: 0.43, w: 0.15, u: 0.16, n: 4 }, { x: xr + 0.3, y: 0.44, w: 0.16, u: 0.18, n: 4 }, { x: xr - 0.08, y: 0.42, w: 0.13, u: 0.14, n: 4 }], { round: 0.03, upright: true }), M.dark);
  put(g, box(p.wheelbase + 0.26, 0.02, 0.34, 0.008), M.trim, [0, 0.275, 0]);
  const clutch = plate([[0.32, 0.36, 0.1], [0.3, 0.56, 0.12], [0.04, 0.6, 0.12], [-0.22, 0.52, 0.1], [-0.2, 0.33, 0.1], [0.05, 0.34, 0.1]], 0.1, { bevel: 0.016, radius: 0.1 });
  put(g, clutch, M.black, [0, 0, -0.17]);
  for (let i = 0; i < 6; i += 1) put(g, box(0.008, 0.13, 0.012, 0.004), M.dark, [-0.02 + i * 0.04, 0.47, -0.235], [0, 0, -0.15]);
  put(g, box(0.24, 0.22, 0.24, 0.03), M.cast, [0.05, 0.46, 0.06]);
  put(g, bar(0.085, 0.04, { r: 0.01 }), M.alu, [0.06, 0.44, 0.19]);
  for (let i = 0; i < 6; i += 1) put(g, box(0.17, 0.008, 0.19, 0.003), M.cast, [0.06, 0.58 + i * 0.018, 0.05]);
  const zr = 0.21;
  put(g, tube([[0.14, 0.6, 0.12], [0.2, 0.5, 0.2], [0.0, 0.5, zr + 0.02], [xr + 0.2, 0.62, zr], [xr, 0.66, zr]], 0.02), M.steel);
  put(g, loft([{ x: xr + 0.06, y: 0.655, z: zr, w: 0.03, u: 0.03, n: 2 }, { x: xr - 0.04, y: 0.66, z: zr, w: 0.062, u: 0.068, n: 2.3 }, { x: xr - 0.34, y: 0.68, z: zr, w: 0.062, u: 0.068, n: 2.3 }], { round: [0, 0.02] }), p.sport ? M.titanium : M.steel);
  put(g, rod([xr - 0.34, 0.68, zr], [xr - 0.4, 0.684, zr], 0.026, 0.024), M.black);
}

// One sheet from the middle of the bonnet out to the lip of the mudguard, as it comes out of the mould.
function shell(x, rows, k) {
  return sheet(rows.map(([dx, ...points]) => points.map(([y, z]) => [x + dx, y, z * k])), { mirror: true, thickness: 0.007, nu: 42, nv: 56 });
}

// The welt along the outer edge of such a sheet.
function lip(x, rows, k) {
  return tube(sampleSpline(rows.map(([dx, ...points]) => { const [y, z] = points.at(-1); return [x + dx, y, z * k]; }), 25), 0.012);
}

function nose(g, M, p, xf) {
  const k = (p.frontTrack ?? p.track) / 0.92;
  const h = p.hood;
  const v = p.sharp;
  const f = p.flare;
  const rows = [
    [0.36 + v * 0.06, [0.68, 0], [0.675, 0.14], [0.66, 0.24], [0.655, 0.35], [0.61, 0.455 + f], [0.56, 0.48 + f]],
    [0.29, [0.79 + h, 0], [0.78 + h, 0.15], [0.735, 0.25], [0.725, 0.37], [0.69, 0.51 + f], [0.635, 0.545 + f]],
    [0.18, [0.895 + h, 0], [0.88 + h, 0.17], [0.8, 0.26], [0.785 + v * 0.02, 0.38], [0.745 + v * 0.03, 0.53 + f], [0.665, 0.575 + f]],
    [0.02, [0.955 + h, 0], [0.935 + h, 0.18], [0.845, 0.265], [0.81 + v * 0.03, 0.38], [0.775 + v * 0.03, 0.53 + f], [0.69, 0.575 + f]],
    [-0.13, [0.99 + h, 0], [0.965 + h, 0.17], [0.86, 0.26], [0.785, 0.38], [0.745, 0.53 + f], [0.665, 0.575 + f]],
    [-0.27, [0.995 + h, 0], [0.96 + h, 0.16], [0.83, 0.25], [0.7, 0.38], [0.645, 0.53 + f], [0.565, 0.57 + f]],
    [-0.37, [0.97 + h, 0], [0.93 + h, 0.15], [0.76, 0.245], [0.58, 0.38], [0.52, 0.51 + f], [0.45, 0.54 + f]],
    [-0.42, [0.94 + h, 0], [0.89 + h, 0.14], [0.7, 0.24], [0.5, 0.37], [0.44, 0.49 + f], [0.385, 0.515 + f]]];
  const skin = shell(xf, rows, k);
  put(g, skin, M.paint);
  const top = projector(skin, 'top');
  const x = (d) => xf + d;
  put(g, panel(top, 'top', [[x(0.26), -0.085], [x(0.26), 0.085], [x(-0.05), 0.11], [x(-0.2), 0.07], [x(-0.2), -0.07], [x(-0.05), -0.11]], { lift: 0.009, radius: 0.03 }), p.sport ? M.accent : M.trim);
  for (let i = 0; i < 4; i += 1) put(g, panel(top, 'top', [[x(0.13 - i * 0.05), -0.06], [x(0.13 - i * 0.05), 0.06], [x(0.11 - i * 0.05), 0.062], [x(0.11 - i * 0.05), -0.062]], { lift: 0.014, radius: 0.006, step: 0.01 }), M.soft);
  pair(g, (side) => {
    put(side, seam(top, 'top', [[x(0.31), 0.2], [x(0.1), 0.235], [x(-0.15), 0.225], [x(-0.36), 0.19]]), M.black);
    put(side, panel(top, 'top', [[x(0.16), 0.36 * k], [x(0.14), 0.5 * k + f * 0.8], [x(-0.18), 0.5 * k + f * 0.8], [x(-0.14), 0.36 * k]], { lift: 0.006, radius: 0.03 }), p.sport ? M.accent : M.trim);
    put(side, lip(xf, rows, k), M.trim);
  });
  // Wing between bonnet and knee with the model's name: between what the mudguard hides from the front and the rear end of the field. A long quad has a longer one.
  const longer = Math.min(0.1, Math.max(0, (p.wheelbase - 1.24) / 2));
  const [first, last] = [0.44 + 0.84 * (0.24 * k - 0.225), 0.635 + longer];
  for (const [view, sign] of [['left', -1], ['right', 1]]) {
    const wing = loft([{ x: x(0.0), y: 0.85 + h, z: sign * 0.185, w: 0.02, u: 0.05, d: 0.04, n: 2.6 }, { x: x(-0.22), y: 0.83 + h, z: sign * 0.205, w: 0.03, u: 0.1, d: 0.1, n: 2.8 }, { x: x(-0.46), y: 0.785 + h, z: sign * 0.2, w: 0.03, u: 0.1, d: 0.12, n: 2.8 }, { x: x(-0.7 - longer), y: 0.74 + h, z: sign * 0.17, w: 0.02, u: 0.05, d: 0.07, n: 2.6 }], { round: 0.02, upright: true });
    put(g, wing, M.paint);
    const look = projector(wing, view);
    put(g, panel(look, view, [[x(-0.14), 0.865 + h], [x(-0.42), 0.86 + h], [x(-0.67 - longer), 0.795 + h], [x(-0.645 - longer), 0.69 + h], [x(-0.4), 0.69 + h], [x(-0.16), 0.79 + h]], { lift: 0.005, radius: 0.03 }), p.sport ? M.accent : M.trim);
    put(g, panel(look, view, [[x(-first), 0.78 + h], [x(-last), 0.78 + h], [x(-last), 0.705 + h], [x(-first), 0.705 + h]], { lift: 0.0075, radius: 0.003, bevel: 0.001 }), wordmark(p.name, '#f1f3f4', { aspect: 3.4 }));
  }
  put(g, panel(top, 'top', [[x(0.31), -0.06], [x(0.31), 0.06], [x(0.28), 0.065], [x(0.28), -0.065]], { lift: 0.005, radius: 0.006, step: 0.01 }), M.trim);
}

function tail(g, M, p, xr) {
  const k = p.track / 0.92;
  const f = p.flare;
  const rows = [
    [0.45, [0.8, 0], [0.78, 0.16], [0.64, 0.24], [0.53, 0.38], [0.485, 0.49 + f], [0.44, 0.515 + f]],
    [0.4, [0.83, 0], [0.81, 0.17], [0.7, 0.25], [0.6, 0.38], [0.55, 0.53 + f], [0.485, 0.56 + f]],
    [0.28, [0.85, 0], [0.84, 0.18], [0.8, 0.26], [0.74, 0.38], [0.695, 0.56 + f], [0.615, 0.6 + f]],
    [0.1, [0.86, 0], [0.855, 0.19], [0.84, 0.28], [0.82, 0.4], [0.78, 0.57 + f], [0.695, 0.61 + f]],
    [-0.1, [0.865, 0], [0.86, 0.19], [0.85, 0.28], [0.84, 0.4], [0.785, 0.57 + f], [0.695, 0.61 + f]],
    [-0.28, [0.86, 0], [0.855, 0.19], [0.845, 0.28], [0.81, 0.4], [0.73, 0.555 + f], [0.635, 0.59 + f]],
    [-0.38, [0.83, 0], [0.825, 0.19], [0.815, 0.28], [0.765, 0.39], [0.66, 0.525 + f], [0.555, 0.55 + f]]];
  const skin = shell(xr, rows, k);
  put(g, skin, M.paint);
  pair(g, (side) => {
    put(side, lip(xr, rows, k), M.trim);
    put(side, seam(projector(skin, 'top'), 'top', [[xr + 0.4, 0.2], [xr + 0.1, 0.25], [xr - 0.36, 0.25]]), M.black);
  });
  const fascia = loft([{ x: xr - 0.3, y: 0.72, w: 0.3, u: 0.12, d: 0.12, n: 4 }, { x: xr - 0.38, y: 0.72, w: 0.28, u: 0.085, d: 0.1, n: 4 }], { round: 0.03, upright: true });
  put(g, fascia, M.trim);
  const look = projector(fascia, 'rear');
  pair(g, (side) => { put(side, panel(look, 'rear', [[0.13, 0.77], [0.25, 0.77], [0.25, 0.7], [0.16, 0.7]], { lift: 0.008, radius: 0.014, dome: 0.004 }), M.tail); });
  put(g, panel(look, 'rear', [[-0.1, 0.765], [0.1, 0.765], [0.1, 0.715], [-0.1, 0.715]], { lift: 0.004, radius: 0.004, bevel: 0.001 }), wordmark('SELA', '#e6e9eb', { aspect: 3.4 }));
  if (!p.tow) return;
  put(g, box(0.4, 0.05, 0.05, 0.006), M.frame, [xr - 0.22, 0.4, 0]);
  put(g, new THREE.SphereGeometry(0.025, 24, 16), M.chrome, [xr - 0.4, 0.46, 0]);
  put(g, rod([xr - 0.4, 0.42, 0], [xr - 0.4, 0.45, 0], 0.012), M.steel);
}

function saddle(g, M, p, xf, xr) {
  const h = p.hood;
  put(g, loft([{ x: xf - 0.28, y: 0.86 + h, w: 0.16, u: 0.14, d: 0.2, n: 3 }, { x: xf - 0.48, y: 0.82 + h * 0.6, w: 0.145, u: 0.12, d: 0.2, n: 3 }, { x: xf - 0.66, y: 0.78, w: 0.13, u: 0.08, d: 0.2, n: 3 }], { round: 0.03, upright: true }), M.trim);
  put(g, bar(0.042, 0.03), M.black, [xf - 0.4, 0.965 + h, 0], [Math.PI / 2, 0, 0]);
  put(g, loft([{ x: xf - 0.5, y: 0.68, w: 0.14, u: 0.1, d: 0.12, n: 3 }, { x: xr + 0.3, y: 0.7, w: 0.17, u: 0.12, d: 0.16, n: 3 }, { x: xr - 0.1, y: 0.76, w: 0.17, u: 0.08, d: 0.1, n: 3 }], { round: 0.03, upright: true }), M.trim);
  const back = xr + (p.twoUp ? -0.2 : 0.06);
  const stations = [{ x: xf - 0.46, y: 0.88 + h * 0.6, w: 0.085, u: 0.045, d: 0.05, n: 2.6 }, { x: xf - 0.6, y: 0.865, w: 0.125, u: 0.05, d: 0.07, n: 2.7 }, { x: xf - 0.82, y: 0.855, w: 0.175, u: 0.05, d: 0.07, n: 2.9 }, { x: xr + 0.24, y: 0.875, w: 0.18, u: 0.055, d: 0.07, n: 2.9 }];
  const rest = p.twoUp ? [{ x: xr + 0.16, y: 0.93, w: 0.175, u: 0.06, d: 0.1, n: 2.8 }, { x: xr - 0.1, y: 0.955, w: 0.17, u: 0.055, d: 0.1, n: 2.8 }] : [];
  const seat = loft([...stations, ...rest, { x: back, y: p.twoUp ? 0.955 : 0.89, w: 0.15, u: 0.04, d: 0.06, n: 2.7 }], { round: [0.05, 0.05] });
  put(g, seat, M.seat);
  const over = projector(seat, 'top');
  pair(g, (side) => put(side, seam(over, 'top', [[xf - 0.46, 0.05], [xf - 0.7, 0.1], [xr + 0.24, 0.13], [back, 0.11]], { width: 0.0022 }), p.stitch ? M.painted(p.stitch) : M.grey));
  for (const x of [xf - 0.68, xr + 0.3]) put(g, seam(over, 'top', [[x, -0.12], [x - 0.015, 0], [x, 0.12]], { width: 0.003 }), M.black);
  if (p.backrest) {
    put(g, loft([{ x: xr - 0.27, y: 1.0, w: 0.15, u: 0.035, n: 4 }, { x: xr - 0.31, y: 1.13, w: 0.18, u: 0.045, n: 4 }, { x: xr - 0.34, y: 1.26, w: 0.15, u: 0.035, n: 4 }], { round: 0.03 }), M.seat);
    pair(g, (side) => { put(side, tube([[xr - 0.32, 0.9, 0.12], [xr - 0.34, 1.02, 0.14], [xr - 0.36, 1.2, 0.13]], 0.012), M.black); put(side, tube([[xr - 0.26, 0.98, 0.2], [xr - 0.2, 1.06, 0.24], [xr + 0.02, 1.07, 0.24], [xr + 0.05, 0.98, 0.22], [xr + 0.05, 0.9, 0.2]], 0.013), M.rubber); });
  }
}

function cockpit(g, M, p, xf) {
  const [x, y] = [xf - 0.34, 1.16 + p.hood];
  put(g, loft([{ x: xf - 0.22, y: 0.94 + p.hood, w: 0.06, u: 0.05, n: 3 }, { x: x + 0.02, y: y - 0.05, w: 0.06, u: 0.05, n: 3 }], { round: 0.02 }), M.trim);
  const pod = loft([{ x: x - 0.07, y: y + 0.01, w: 0.085, u: 0.025, d: 0.03, n: 3 }, { x: x + 0.03, y: y + 0.012, w: 0.115, u: 0.045, d: 0.05, n: 3 }, { x: x + 0.1, y: y - 0.02, w: 0.095, u: 0.05, d: 0.05, n: 3 }], { round: 0.03 });
  put(g, pod, p.face === 'pod' ? M.paint : M.trim);
  if (p.face === 'pod') pair(g, (side) => lampEye(side, M, projector(pod, 'front'), [[0.018, y + 0.008], [0.07, y + 0.006], [0.064, y - 0.042], [0.022, y - 0.046]], { radius: 0.01, pods: [[0.043, y - 0.019, 0.017]] }));
  put(g, box(0.09, 0.008, 0.12, 0.004), M.screen, [x - 0.03, y + 0.042, 0], [0, 0, 0.2]);
  handlebar(g, M, { x, y, half: 0.39, back: 0.1, rise: 0.03, mirrors: p.mirrors ?? true, mirror: { w: 0.13, h: 0.085 } });
  if (p.guards) pair(g, (side) => { put(side, loft([{ x: x - 0.02, y: y + 0.0, z: 0.24, w: 0.03, u: 0.03, d: 0.035, n: 3 }, { x: x + 0.005, y: y + 0.005, z: 0.33, w: 0.05, u: 0.055, d: 0.055, n: 3 }, { x: x - 0.03, y, z: 0.42, w: 0.03, u: 0.035, d: 0.035, n: 3 }], { round: 0.01 }), p.sport ? M.accent : M.trim); });
  if (p.screen) window(g, M, Array.from({ length: 6 }, (_, i) => { const t = i / 5; return [[x + 0.2 - t * 0.12, y + 0.02 + t * 0.36, 0], [x + 0.19 - t * 0.12, y + 0.02 + t * 0.36, 0.14], [x + 0.14 - t * 0.12, y + 0.02 + t * 0.34, 0.26 - t * t * 0.05], [x + 0.06 - t * 0.12, y + 0.02 + t * 0.3, 0.34 - t * t * 0.09]]; }), { mirror: true });
}

function footwells(g, M, p, xf, xr) {
  const k = p.track / 0.92;
  const [a, b] = [xf - 0.4, xr + 0.46];
  pair(g, (side) => {
    put(side, box(a - b, 0.03, 0.26 * k, 0.01), M.trim, [(a + b) / 2, 0.37, 0.37 * k]);
    for (let i = 0; i < 5; i += 1) put(side, box(a - b - 0.06, 0.012, 0.012, 0.004), M.soft, [(a + b) / 2, 0.389, (0.28 + i * 0.045) * k]);
    put(side, rod([(a + b) / 2 + 0.02, 0.415, 0.26 * k], [(a + b) / 2 + 0.02, 0.415, 0.45 * k], 0.014), M.alu);
    put(side, tube([[xf - 0.4, 0.4, 0.52 * k], [xf - 0.44, 0.36, 0.525 * k], [xr + 0.5, 0.36, 0.53 * k], [xr + 0.45, 0.44, (0.515 + p.flare) * k]], 0.016, { smooth: false }), M.frame);
  });
}

function front(g, M, p, xf) {
  const face = loft([{ x: xf + 0.1, y: 0.6, w: 0.24, u: 0.16, d: 0.18, n: 3.4 }, { x: xf + 0.3, y: 0.58, w: 0.235, u: 0.14, d: 0.17, n: 3.2 }, { x: xf + 0.37 + p.sharp * 0.06, y: 0.56, w: 0.2, u: 0.1, d: 0.12, n: 3 }], { round: [0.02, 0.05], upright: true });
  put(g, face, M.trim);
  const look = projector(face, 'front');
  for (let i = 0; i < 4; i += 1) put(g, panel(look, 'front', [[-0.09, 0.585 - i * 0.032], [0.09, 0.585 - i * 0.032], [0.085, 0.567 - i * 0.032], [-0.085, 0.567 - i * 0.032]], { lift: 0.008, radius: 0.006, step: 0.012 }), p.sport ? M.accent : M.dark);
  put(g, panel(look, 'front', [[-0.075, 0.64], [0.075, 0.64], [0.075, 0.605], [-0.075, 0.605]], { lift: 0.006, radius: 0.003, bevel: 0.001 }), wordmark('SELA', '#f2f4f5', { aspect: 3.6 }));
  const eyes = { round: [[0.1, 0.655], [0.2, 0.65], [0.21, 0.57], [0.12, 0.565]], slit: [[0.085, 0.645], [0.215, 0.665], [0.21, 0.61], [0.11, 0.595]], claw: [[0.09, 0.6], [0.13, 0.655], [0.222, 0.67], [0.2, 0.61], [0.14, 0.565]], pod: [[0.11, 0.65], [0.215, 0.655], [0.2, 0.59], [0.13, 0.575]] };
  pair(g, (side) => lampEye(side, M, look, eyes[p.face], { radius: p.face === 'round' ? 0.034 : 0.012, pods: p.face === 'round' ? [[0.157, 0.61, 0.034]] : [[0.137, 0.622, 0.017], [0.176, 0.63, 0.017]], strip: p.face === 'round' ? undefined : [0, 1] }));
  const x = xf + 0.47 + p.sharp * 0.04;
  if (p.bumper === 'loop') bars(g, M.black, 0.016, [[[xf + 0.2, 0.33, -0.14], [x, 0.4, -0.17], [x + 0.02, 0.62, -0.22], [x - 0.02, 0.7, -0.12], [x - 0.02, 0.7, 0.12], [x + 0.02, 0.62, 0.22], [x, 0.4, 0.17], [xf + 0.2, 0.33, 0.14]], [[x + 0.005, 0.45, -0.18], [x + 0.02, 0.45, 0.18]]]);
  if (p.bumper === 'bull') bars(g, M.black, 0.018, [[[xf + 0.16, 0.34, -0.14], [x, 0.38, -0.16], [x + 0.03, 0.6, -0.2], [x - 0.04, 0.86, -0.26], [x - 0.16, 0.95, -0.28]], [[xf + 0.16, 0.34, 0.14], [x, 0.38, 0.16], [x + 0.03, 0.6, 0.2], [x - 0.04, 0.86, 0.26], [x - 0.16, 0.95, 0.28]], [[x + 0.01, 0.76, -0.235], [x + 0.03, 0.76, 0.235]], [[x + 0.02, 0.5, -0.18], [x + 0.03, 0.5, 0.18]], [[x - 0.02, 0.8, -0.24], [x - 0.06, 0.75, -0.46], [xf + 0.3, 0.62, -0.52]], [[x - 0.02, 0.8, 0.24], [x - 0.06, 0.75, 0.46], [xf + 0.3, 0.62, 0.52]]]);
  // Hoop from frame to frame, with a loop on either side that starts and ends on its uprights.
  if (p.bumper === 'hoops') bars(g, M.black, 0.018, [[[xf + 0.19, 0.33, -0.125], [x, 0.38, -0.16], [x + 0.03, 0.6, -0.2], [x - 0.06, 0.89, -0.25], [x - 0.06, 0.89, 0.25], [x + 0.03, 0.6, 0.2], [x, 0.38, 0.16], [xf + 0.19, 0.33, 0.125]], [[x - 0.02, 0.76, -0.227], [x - 0.02, 0.76, 0.227]], [[x + 0.016, 0.5, -0.182], [x + 0.016, 0.5, 0.182]],
    ...[-1, 1].map((side) => [[x - 0.02, 0.76, side * 0.227], [x - 0.08, 0.74, side * 0.48], [x - 0.07, 0.52, side * 0.42], [x + 0.016, 0.5, side * 0.182]])]);
  if (p.bumper === 'sport') bars(g, M.black, 0.016, [[[xf + 0.2, 0.33, -0.12], [x, 0.42, -0.13], [x + 0.03, 0.56, -0.14], [x + 0.03, 0.56, 0.14], [x, 0.42, 0.13], [xf + 0.2, 0.33, 0.12]], [[x - 0.03, 0.5, -0.14], [x - 0.02, 0.6, -0.3], [xf + 0.3, 0.58, -0.34]], [[x - 0.03, 0.5, 0.14], [x - 0.02, 0.6, 0.3], [xf + 0.3, 0.58, 0.34]]]);
  put(g, plate([[-0.12, -0.09], [0.12, -0.09], [0.09, 0.09], [-0.09, 0.09]], 0.012, { radius: 0.02 }), M.trim, [xf + 0.34, 0.36, 0], [0, Math.PI / 2, 0]);
  if (p.winch) winch(g, M, [x + 0.0, 0.44]);
}

export const build = repaintable(shape);
export const details = () => [{ target: [0.85, 0.62, -0.1], radius: 0.6, azimuth: 55, elevation: 8 }, { target: [-0.7, 0.45, -0.45], radius: 0.5, azimuth: -18, elevation: 10 }];
