import * as THREE from 'three';
import { pane } from '../../materials.js';
import { loft, sheet } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { box, pair, plate, put, tube } from '../../parts/body-solids.js';
import { window } from '../../parts/cab.js';
import { lampEye } from '../../parts/lamps.js';
import { centreStand, frontEnd, handlebar, powerUnit, tailGear } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { topCase } from '../../parts/top-case.js';
import { inked, wordmark } from '../../parts/wordmark.js';

// On a short scooter the mirrors' and the bar's hard shadows would fall on the paint under the seat and look like dirt.
const calm = (mesh, p) => Object.assign(mesh.userData, { unshaded: p.flat });
const DEFAULTS = { name: 'Maxi 300', wheelbase: 1.52, rf: 0.275, rr: 0.262, deck: 0.3, rimF: 0.19, rimR: 0.178, width: 0.135, seatY: 0.78, screen: 0.36, nose: 0, girth: 1, face: 'slant', topCase: false, squeeze: 1, squeezeRear: 1, tunnel: 0.5, both: false, wheelStyle: { style: 'y', count: 5 } };

/** Large scooter with a faired front, a centre tunnel and a stepped double seat; the GT adds a tall screen and a top case. */
function shape({ paint, accent, params = {} }) {
  const p = { ...DEFAULTS, ...params };
  const M = palette(paint, accent, p.seat);
  if (p.goldFork) M.fork = M.gold;
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  frontEnd(g, M, { x: xf, r: p.rf, rim: p.rimF, width: p.width * 0.86, top: 0.72, disc: 0.128, gap: 0.075, leg: 0.019, both: p.both, wheelStyle: p.wheelStyle, guard: { from: 30, to: 152, skirt: 0.1, taper: 0.66, peak: 0.012 }, guardPaint: p.guardPaint === 'trim' ? M.trim : M.paint });
  powerUnit(g, M, { x: xr, r: p.rr, rim: p.rimR, width: p.width, wheelStyle: p.wheelStyle, caseLength: 0.52, shocks: 2, top: [-0.02, 0.705 - p.rr, p.width / 2 + 0.042], silencer: { length: 0.46, u: 0.07, w: 0.052, rise: 0.12 }, guard: { from: 25, to: 160 }, spring: p.sport ? M.painted('#c8102e') : M.steel });
  // A short scooter has the same sections closer together, drawn in towards its axles.
  const [front, back] = [new THREE.Group(), new THREE.Group()];
  front.scale.x = p.squeeze;
  front.position.x = xf * (1 - p.squeeze);
  back.scale.x = p.squeezeRear;
  back.position.x = xr * (1 - p.squeezeRear);
  g.add(front, back);
  fairing(front, M, p, xf);
  cockpit(front, M, p, xf);
  middle(g, M, p, xf, xr, paint);
  rear(back, M, p, xr, paint);
  centreStand(g, M, { x: xr + 0.36, y: 0.26 });
  if (p.topCase) topCase(g, M, { x: xr - 0.24, y: p.seatY + 0.14, w: 0.27, d: 0.2, h: 0.32 });
  return g;
}

function fairing(g, M, p, xf) {
  const s = xf - 0.76;
  const k = p.girth;
  const nose = loft([
    { x: 0.85 + s + p.nose, y: 0.705, w: 0.028, u: 0.014, d: 0.02, n: 2.4 }, { x: 0.79 + s + p.nose * 0.7, y: 0.712, w: 0.1 * k, u: 0.068, d: 0.07, n: 2.5 }, { x: 0.66 + s, y: 0.72, w: 0.19 * k, u: 0.15, d: 0.13, n: 2.5, m: 2.4 }, { x: 0.52 + s, y: 0.7, w: 0.245 * k, u: 0.235, d: 0.22, n: 2.6, m: 2.4 },
    { x: 0.4 + s, y: 0.66, w: 0.262 * k, u: 0.3, d: 0.34, n: 2.8, m: 2.5 }, { x: 0.27 + s, y: 0.62, w: 0.24 * k, u: 0.3, d: 0.33, n: 3, m: 2.8 }, { x: 0.2 + s, y: 0.6, w: 0.21 * k, u: 0.26, d: 0.31, n: 3.2, m: 3 }], { round: [0.02, 0.02], upright: true });
  calm(put(g, nose, M.paint), p);
  const front = projector(nose, 'front');
  const left = projector(nose, 'left');
  const faces = {
    slant: { eye: [[0.03, 0.735], [0.1, 0.772], [0.192 * k, 0.838], [0.205 * k, 0.8], [0.12, 0.705], [0.05, 0.695]], pods: [[0.085, 0.736, 0.021], [0.14, 0.766, 0.021]], strip: [1, 3] },
    boomerang: { eye: [[0.045, 0.7], [0.17 * k, 0.815], [0.212 * k, 0.86], [0.215 * k, 0.79], [0.15 * k, 0.7], [0.07, 0.665]], pods: [[0.1, 0.715, 0.019], [0.15 * k, 0.752, 0.023]], strip: [0, 2] },
    quad: { eye: [[0.02, 0.765], [0.15 * k, 0.815], [0.2 * k, 0.77], [0.165 * k, 0.69], [0.06, 0.68], [0.02, 0.7]], pods: [[0.06, 0.73, 0.026], [0.125, 0.752, 0.026]], strip: [0, 1] },
    brow: { eye: [[0.06, 0.76], [0.2 * k, 0.85], [0.214 * k, 0.815], [0.17 * k, 0.755], [0.075, 0.715]], pods: [[0.105, 0.752, 0.017], [0.148, 0.775, 0.017]], strip: [0, 1] },
  };
  const face = faces[p.face];
  pair(g, (side) => {
    lampEye(side, M, front, face.eye, { ...face, radius: 0.014 });
    put(side, panel(front, 'front', [[0.09, 0.655], [0.185 * k, 0.72], [0.19 * k, 0.7], [0.1, 0.632]], { lift: 0.005, radius: 0.008 }), M.amber);
    // Side air outlet and the dark lower flank.
    put(side, panel(left, 'left', [[0.54 + s, 0.57], [0.42 + s, 0.62], [0.28 + s, 0.5], [0.25 + s, 0.36], [0.38 + s, 0.37], [0.48 + s, 0.47]], { lift: 0.005, radius: 0.04 }), M.trim);
    put(side, panel(left, 'left', [[0.58 + s, 0.69], [0.36 + s, 0.76], [0.22 + s, 0.66], [0.22 + s, 0.6], [0.38 + s, 0.66], [0.56 + s, 0.62]], { lift: 0.009, radius: 0.03 }), p.flank ? M.painted(p.flank) : M.paint);
    for (let i = 0; i < 3; i += 1) put(side, panel(left, 'left', [[0.44 + s - i * 0.05, 0.56 - i * 0.03], [0.41 + s - i * 0.05, 0.565 - i * 0.03], [0.37 + s - i * 0.05, 0.49 - i * 0.03], [0.4 + s - i * 0.05, 0.485 - i * 0.03]], { lift: 0.01, radius: 0.012, bevel: 0.004 }), M.soft);
    put(side, seam(left, 'left', [[0.74 + s, 0.75], [0.55 + s, 0.85], [0.36 + s, 0.93]]), M.black);
    put(side, seam(front, 'front', [[0.02, 0.66], [0.1, 0.62], [0.17, 0.5]]), M.black);
  });
  put(g, panel(front, 'front', [[-0.045, 0.66], [0.045, 0.66], [0.06, 0.6], [0, 0.58], [-0.06, 0.6]], { lift: 0.006, radius: 0.01 }), M.piano);
  // The screen's foot stands on a black field that runs out into the badge before it.
  put(g, panel(front, 'front', [[-0.125, 0.866], [0.125, 0.866], [0.105, 0.832], [0.066, 0.826], [0.045, 0.768], [-0.045, 0.768], [-0.066, 0.826], [-0.105, 0.832]], { lift: 0.006, radius: 0.016 }), M.piano);
  put(g, panel(front, 'front', [[-0.04, 0.812], [0.04, 0.812], [0.04, 0.79], [-0.04, 0.79]], { lift: 0.0085, radius: 0.003, bevel: 0.001 }), wordmark('RUACH', '#ffffff'));
  const inner = loft([{ x: 0.24 + s, y: 0.92, w: 0.15, u: 0.02, n: 4 }, { x: 0.2 + s, y: 0.76, w: 0.205 * k, u: 0.03, n: 4 }, { x: 0.19 + s, y: 0.55, w: 0.215 * k, u: 0.03, n: 4 }, { x: 0.2 + s, y: 0.36, w: 0.21 * k, u: 0.03, n: 4 }], { round: 0.02 });
  put(g, inner, M.trim);
  pair(g, (side) => put(side, panel(projector(inner, 'rear'), 'rear', [[0.06, 0.82], [0.15, 0.81], [0.17, 0.64], [0.06, 0.64]], { lift: 0.008 }), M.soft));
}

function cockpit(g, M, p, xf) {
  const s = xf - 0.76;
  const h = p.screen;
  const rows = Array.from({ length: 8 }, (_, i) => {
    const t = i / 7;
    const [x, y] = [0.66 + s - t * (0.16 + h * 0.36), 0.855 + t * h + t * 0.06];
    const w = (0.15 + 0.09 * Math.sin(Math.min(t * 1.5, 1.2) * 1.3)) * (1 - 0.28 * t * t) * p.girth;
    return [[x, y, 0], [x - 0.008, y, w * 0.42], [x - 0.045, y - 0.006, w * 0.8], [x - 0.115, y - 0.028, w]];
  });
  if (h > 0.45) window(g, { ...M, clear: pane(undefined, 0.15) }, rows, { mirror: true }); // a tall clear screen would fade into the page without its edge
  else put(g, sheet(rows, { mirror: true, thickness: 0.0045, nu: 28, nv: 36 }), M.smoke);
  // The cowl behind the screen comes out of the paint, no wider than the screen's edge.
  const wide = (1 + p.girth) / 2;
  put(g, loft([{ x: 0.69 + s, y: 0.782, w: 0.07 * wide, u: 0.035, d: 0.05, n: 2.4 }, { x: 0.58 + s, y: 0.86, w: 0.12 * wide, u: 0.05, d: 0.06, n: 2.6 }, { x: 0.46 + s, y: 0.92, w: 0.19 * wide, u: 0.05, d: 0.06, n: 3 }, { x: 0.34 + s, y: 0.95, w: 0.19 * wide, u: 0.045, d: 0.08, n: 3.4 }], { round: 0.03, upright: true }), M.soft);
  put(g, box(0.012, 0.085, 0.19, 0.02), M.piano, [0.31 + s, 1.0, 0], [0, 0, -0.5]);
  put(g, box(0.004, 0.066, 0.165, 0.012), M.screen, [0.304 + s, 1.0, 0], [0, 0, -0.5]);
  const hx = 0.33 + s;
  put(g, loft([{ x: hx - 0.07, y: 1.03, w: 0.07, u: 0.025, n: 2.6 }, { x: hx + 0.04, y: 1.03, w: 0.09, u: 0.03, n: 2.6 }], { round: 0.025 }), M.trim);
  handlebar(g, M, { x: hx, y: 1.065, half: 0.37, back: 0.1, rise: 0.02, mirrors: !p.fairingMirrors, mirror: { w: 0.14, h: 0.085, convex: p.flat ? 5 : 0 } });
  if (p.fairingMirrors) pair(g, (side) => {
    put(side, tube([[0.54 + s, 0.84, 0.17], [0.54 + s, 0.97, 0.23], [0.52 + s, 1.05, 0.3]], 0.012), M.trim);
    put(side, loft([{ x: 0.56 + s, y: 1.07, z: 0.34, w: 0.07, u: 0.035, n: 2.6 }, { x: 0.51 + s, y: 1.07, z: 0.345, w: 0.085, u: 0.048, n: 2.8 }], { round: [0.035, 0], upright: true }), M.paint);
    put(side, loft([{ x: 0.511 + s, y: 1.07, z: 0.345, w: 0.079, u: 0.043, n: 2.8 }, { x: 0.506 + s, y: 1.07, z: 0.345, w: 0.078, u: 0.042, n: 2.8 }], { round: 0, upright: true }), M.reflector);
  });
}

function middle(g, M, p, xf, xr, paint) {
  const [a, b] = [xf - 0.54 * p.squeeze, xr + 0.6 * p.squeezeRear];
  if (p.flat) { flatFloor(g, M, p, a, b, paint); return; }
  const tunnel = loft([{ x: a + 0.06, y: 0.4, w: 0.1, u: 0.14, d: 0.1, n: 3 }, { x: a - 0.1, y: 0.38, w: 0.1, u: p.tunnel - 0.38, d: 0.1, n: 3 }, { x: b + 0.06, y: 0.38, w: 0.105, u: p.tunnel - 0.36, d: 0.1, n: 3 }, { x: b - 0.1, y: 0.42, w: 0.13, u: 0.2, d: 0.1, n: 3 }], { round: 0.03, upright: true });
  put(g, tunnel, M.trim);
  put(g, panel(projector(tunnel, 'top'), 'top', [[a - 0.05, -0.06], [a - 0.05, 0.06], [b + 0.02, 0.06], [b + 0.02, -0.06]], { lift: 0.006, radius: 0.03 }), M.soft);
  pair(g, (side) => {
    put(side, loft([{ x: b - 0.12, y: 0.33, z: 0.17, w: 0.07, u: 0.03, d: 0.06, n: 4 }, { x: b + 0.05, y: 0.3, z: 0.175, w: 0.085, u: 0.03, d: 0.06, n: 4 }, { x: a - 0.06, y: 0.3, z: 0.175, w: 0.085, u: 0.03, d: 0.06, n: 4 }, { x: a + 0.1, y: 0.33, z: 0.17, w: 0.07, u: 0.05, d: 0.07, n: 4 }], { round: 0.03 }), M.trim);
    put(side, box(a - b + 0.1, 0.008, 0.1, 0.004), M.rubber, [(a + b) / 2, 0.331, 0.19]);
    for (let i = 0; i < 6; i += 1) put(side, box(0.012, 0.006, 0.085, 0.003), M.alu, [b + 0.03 + i * 0.055, 0.336, 0.19]);
  });
  const skirt = (k) => loft([{ x: b - 0.22, y: 0.4, z: 0.19 * k, w: 0.012, u: 0.014, n: 2.6 }, { x: b - 0.06, y: 0.335, z: 0.236 * k, w: 0.018, u: 0.05, d: 0.04, n: 3 }, { x: b + 0.1, y: 0.287, z: 0.25 * k, w: 0.02, u: 0.052, d: 0.05, n: 3 }, { x: a - 0.06, y: 0.287, z: 0.25 * k, w: 0.02, u: 0.052, d: 0.05, n: 3 }, { x: a + 0.1, y: 0.345, z: 0.238 * k, w: 0.018, u: 0.06, d: 0.05, n: 3 }, { x: a + 0.24, y: 0.44, z: 0.2 * k, w: 0.012, u: 0.02, n: 2.6 }], { round: 0.02 });
  for (const [k, view] of [[1, 'right'], [-1, 'left']]) {
    const shape = skirt(k);
    put(g, shape, M.paint);
    const x = (a + b) / 2;
    put(g, panel(projector(shape, view), view, [[x - 0.11, 0.305], [x + 0.11, 0.305], [x + 0.11, 0.262], [x - 0.11, 0.262]], { lift: 0.002, bevel: 0.0008, radius: 0.003 }), inked(p.name, paint, { aspect: 5 }));
  }
}

function flatFloor(g, M, p, a, b, paint) {
  const y = p.tunnel;
  const tub = loft([{ x: b - 0.14, y: y + 0.03, w: 0.15, u: 0.05, d: 0.11, n: 5 }, { x: b + 0.02, y: y - 0.03, w: 0.19, u: 0.03, d: 0.09, n: 5 }, { x: a - 0.06, y: y - 0.03, w: 0.195, u: 0.03, d: 0.09, n: 5 }, { x: a + 0.08, y: y + 0.02, w: 0.17, u: 0.06, d: 0.11, n: 4 }], { round: 0.03 });
  put(g, tub, M.trim);
  for (let i = -3; i <= 3; i += 1) put(g, box(a - b - 0.02, 0.008, 0.024, 0.003), M.rubber, [(a + b) / 2, y + 0.003, i * 0.05]);
  for (const view of ['left', 'right']) {
    const look = projector(tub, view);
    put(g, panel(look, view, [[b - 0.12, y + 0.03], [b + 0.04, y - 0.012], [a - 0.08, y - 0.012], [a + 0.06, y + 0.03], [a + 0.03, y - 0.055], [a - 0.08, y - 0.095], [b + 0.04, y - 0.095], [b - 0.09, y - 0.05]], { lift: 0.009, radius: 0.025 }), M.paint);
    const x = (a + b) / 2;
    put(g, panel(look, view, [[x - 0.1, y - 0.032], [x + 0.1, y - 0.032], [x + 0.1, y - 0.075], [x - 0.1, y - 0.075]], { lift: 0.0115, bevel: 0.0008, radius: 0.003 }), inked(p.name, paint, { aspect: 5 }));
  }
}

function rear(g, M, p, xr, paint) {
  const y = p.seatY;
  const k = p.girth;
  const body = loft([
    { x: xr + 0.66, y: 0.52, w: 0.13, u: 0.15, d: p.flat ? 0.21 : 0.16, n: 3 }, { x: xr + 0.56, y: 0.55, w: 0.175 * k, u: y - 0.61, d: p.flat ? 0.24 : 0.17, n: 2.9 }, { x: xr + 0.36, y: 0.6, w: 0.205 * k, u: y - 0.65, d: 0.15, n: 2.7 }, { x: xr + 0.12, y: 0.67, w: 0.2 * k, u: y - 0.7, d: 0.1, n: 2.5 },
    { x: xr - 0.1, y: 0.745, w: 0.165 * k, u: y - 0.7, d: 0.075, n: 2.4 }, { x: xr - 0.3, y: 0.82, w: 0.105, u: 0.045, d: 0.05, n: 2.3 }, { x: xr - 0.4, y: 0.855, w: 0.06, u: 0.025, d: 0.03, n: 2.2 }], { round: [p.flat ? 0.04 : 0.03, 0.02], upright: true, ...(p.flat && { arc: [0, 0.01, 0.04, 0.09, 0.16, 0.25, 0.4, 0.55, 0.72, 0.88, 0.97] }) });
  calm(put(g, body, M.paint), p);
  const left = projector(body, 'left');
  pair(g, (side) => {
    put(side, panel(left, 'left', [[xr + 0.62, 0.5], [xr + 0.48, 0.6], [xr + 0.22, 0.64], [xr + 0.14, 0.6], [xr + 0.36, 0.48], [xr + 0.54, 0.4]], { lift: 0.006, radius: 0.04 }), M.trim);
    put(side, panel(left, 'left', [[xr + 0.44, 0.675], [xr + 0.1, 0.73], [xr - 0.24, 0.825], [xr - 0.3, 0.83], [xr - 0.2, 0.79], [xr + 0.1, 0.665], [xr + 0.38, 0.63]], { lift: 0.008, radius: 0.03 }), p.flank ? M.painted(p.flank) : M.paint);
    put(side, seam(left, 'left', [[xr + 0.6, 0.66], [xr + 0.3, 0.7], [xr - 0.05, 0.775]]), M.black);
    for (let i = 0; i < 4; i += 1) put(side, panel(left, 'left', [[xr + 0.44 - i * 0.05, 0.56], [xr + 0.42 - i * 0.05, 0.565], [xr + 0.38 - i * 0.05, 0.52], [xr + 0.4 - i * 0.05, 0.515]], { lift: 0.01, radius: 0.008, bevel: 0.003, step: 0.01 }), M.soft);
    put(side, tube([[xr + 0.04, y + 0.04, 0.15], [xr - 0.04, y + 0.09, 0.165], [xr - 0.24, y + 0.13, 0.15], [xr - 0.32, y + 0.135, 0.09]], 0.014), p.topCase ? M.black : M.dark);
    put(side, panel(projector(body, 'rear'), 'rear', [[0.02, 0.85], [0.09, 0.86], [0.12, 0.83], [0.06, 0.8], [0.02, 0.8]], { lift: 0.006, radius: 0.01, dome: 0.003 }), M.tail);
  });
  const seat = loft([{ x: xr + 0.66, y: y - 0.05, w: 0.09, u: 0.03, d: 0.07, n: 2.6 }, { x: xr + 0.54, y: y - 0.035, w: 0.145, u: 0.035, d: 0.08, n: 2.8 }, { x: xr + 0.34, y: y - 0.03, w: 0.18, u: 0.035, d: 0.09, n: 2.9 }, { x: xr + 0.24, y: y - 0.005, w: 0.175, u: 0.055, d: 0.1, n: 2.8 }, { x: xr + 0.17, y: y + 0.03, w: 0.165, u: 0.06, d: 0.1, n: 2.7 }, { x: xr - 0.06, y: y + 0.055, w: 0.15, u: 0.045, d: 0.09, n: 2.7 }, { x: xr - 0.24, y: y + 0.075, w: 0.115, u: 0.035, d: 0.06, n: 2.6 }], { round: [0.04, 0.05] });
  put(g, seat, M.seat);
  const over = projector(seat, 'top');
  pair(g, (side) => put(side, seam(over, 'top', [[xr + 0.64, 0.06], [xr + 0.4, 0.125], [xr + 0.2, 0.13], [xr - 0.26, 0.075]], { width: 0.0018 }), M.painted(p.stitch ?? '#6a6e74')));
  for (const x of [0.28, 0.19]) put(g, seam(over, 'top', [[xr + x, -0.14], [xr + x - 0.02, 0], [xr + x, 0.14]], { width: 0.002 }), M.black);
  put(g, plate([[xr - 0.2, -0.1], [xr - 0.2, 0.1], [xr - 0.4, 0.05], [xr - 0.4, -0.05]], 0.018, { radius: 0.03, bevel: 0.005 }), M.trim, [0, y + 0.125, 0], [-Math.PI / 2, 0, 0]);
  tailGear(g, M, { x: xr - 0.3, y: 0.74, indicatorAt: [xr - 0.24, 0.79, 0.08] });
}

export const build = repaintable(shape);
export const details = () => [{ target: [0.55, 0.85, 0], radius: 0.46, azimuth: 52, elevation: 10 }, { target: [-0.55, 0.55, -0.1], radius: 0.5, azimuth: -16, elevation: 13 }];
