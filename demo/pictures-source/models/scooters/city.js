import * as THREE from 'three';
import { loft } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { box, pair, plate, put, tube } from '../../parts/body-solids.js';
import { lampEye } from '../../parts/lamps.js';
import { centreStand, frontEnd, handlebar, powerUnit, tailGear } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { inked, wordmark } from '../../parts/wordmark.js';

const DEFAULTS = { word: 'RUACH', name: 'Clip', wheelbase: 1.26, r: 0.235, rim: 0.152, width: 0.105, seatY: 0.77, tail: 'short', lamp: 'head', rack: true, box: false, wheelStyle: { style: 'star', count: 5 }, deck: 0.3, screen: 0 };

/** Light town scooter with a flat floor (Clip) and, with a delivery box and a rack, the Cargo. */
function shape({ paint, accent, params = {} }) {
  const p = { ...DEFAULTS, ...params };
  const M = palette(paint, accent, p.seat);
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  frontEnd(g, M, { x: xf, r: p.r, rim: p.rim, width: p.width * 0.92, top: 0.8, disc: 0.095, wheelStyle: p.wheelStyle, guard: { from: 18, to: 150, skirt: 0.075, taper: 0.72, peak: 0.012 }, guardPaint: p.box ? M.trim : M.paint });
  powerUnit(g, M, { x: xr, r: p.r, rim: p.rim, width: p.width, wheelStyle: p.wheelStyle, caseLength: 0.42, top: [0.02, 0.385], guard: {}, silencer: { length: 0.36 }, spring: p.sport ? M.painted('#c8102e') : M.steel });
  const hx = xf - 0.03 - Math.tan(0.471) * (0.98 - p.r);
  apron(g, M, p, xf);
  headset(g, M, p, hx);
  floor(g, M, p, xf, xr);
  rear(g, M, p, xr, paint);
  centreStand(g, M, { x: xr + 0.3, y: 0.26 });
  if (p.box) deliveryBox(g, M, p, xr, paint);
  return g;
}

function apron(g, M, p, xf) {
  const s = xf - 0.63;
  const b = p.box ? 0.015 : 0;
  const shell = loft([
    { x: 0.285 + s, y: 0.9, w: 0.075, u: 0.085, d: 0.05, n: 2.2, m: 3 }, { x: 0.315 + s, y: 0.82, w: 0.15 + b, u: 0.125, d: 0.055, n: 2.1, m: 4 }, { x: 0.335 + s, y: 0.7, w: 0.198 + b, u: 0.16, d: 0.05, n: 2.2, m: 4 },
    { x: 0.35 + s, y: 0.56, w: 0.212 + b, u: 0.155, d: 0.05, n: 2.3, m: 4 }, { x: 0.35 + s, y: 0.42, w: 0.19 + b, u: 0.1, d: 0.06, n: 2.5, m: 4 }, { x: 0.315 + s, y: 0.29, w: 0.165, u: 0.055, d: 0.08, n: 3, m: 4 }], { round: [0.03, 0.02] });
  put(g, shell, M.paint);
  const front = projector(shell, 'front');
  // The black beak that runs from the headset down between the two halves of the apron.
  put(g, panel(front, 'front', [[-0.05, 0.87], [0.05, 0.87], [0.075, 0.7], [0.045, 0.47], [-0.045, 0.47], [-0.075, 0.7]], { lift: 0.007, radius: 0.03 }), p.box ? M.trim : M.piano);
  pair(g, (side) => {
    const eye = p.lamp === 'head' ? [[0.08, 0.725], [0.14, 0.76], [0.158, 0.72], [0.092, 0.685]] : [[0.08, 0.75], [0.13, 0.785], [0.155, 0.715], [0.095, 0.66]];
    lampEye(side, M, front, eye, p.lamp === 'head' ? { strip: [0, 1] } : { strip: [0, 1], pods: [[0.105, 0.712, 0.018], [0.133, 0.743, 0.018]] });
    put(side, panel(front, 'front', [[0.105, 0.64], [0.16, 0.663], [0.164, 0.638], [0.109, 0.613]], { lift: 0.007, radius: 0.01 }), M.amber);
    for (let i = 0; i < 3; i += 1) put(side, panel(front, 'front', [[0.035, 0.62 - i * 0.035], [0.052, 0.628 - i * 0.035], [0.05, 0.612 - i * 0.035], [0.034, 0.604 - i * 0.035]], { lift: 0.012, radius: 0.004, step: 0.006, bevel: 0.002 }), M.dark);
    put(side, seam(front, 'front', [[0.085, 0.88], [0.1, 0.66], [0.085, 0.46], [0.07, 0.33]]), M.black);
  });
  put(g, panel(front, 'front', [[-0.058, 0.715], [0.058, 0.715], [0.058, 0.674], [-0.058, 0.674]], { lift: 0.009, bevel: 0.001, radius: 0.004 }), wordmark(p.word, '#ffffff'));
  // Inner leg shield with glove box and hook.
  const inner = loft([{ x: 0.235 + s, y: 0.86, w: 0.12, u: 0.02, n: 4 }, { x: 0.275 + s, y: 0.7, w: 0.182, u: 0.03, n: 5 }, { x: 0.285 + s, y: 0.5, w: 0.19, u: 0.03, n: 5 }, { x: 0.25 + s, y: 0.32, w: 0.17, u: 0.04, n: 4 }], { round: 0.015 });
  put(g, inner, M.trim);
  const back = projector(inner, 'rear');
  pair(g, (side) => put(side, panel(back, 'rear', [[0.03, 0.78], [0.12, 0.78], [0.14, 0.62], [0.03, 0.62]], { lift: 0.008 }), M.soft));
  put(g, tube([[0.25 + s, 0.6, -0.014], [0.2 + s, 0.585, -0.014], [0.19 + s, 0.61, 0], [0.2 + s, 0.585, 0.014], [0.25 + s, 0.6, 0.014]], 0.005), M.steel);
}

function headset(g, M, p, hx) {
  const pod = loft([{ x: hx - 0.075, y: 1.0, w: 0.1, u: 0.03, d: 0.035, n: 2.6 }, { x: hx - 0.02, y: 1.005, w: 0.15, u: 0.05, d: 0.055, n: 2.5 }, { x: hx + 0.06, y: 0.985, w: 0.145, u: 0.06, d: 0.07, n: 2.4 }, { x: hx + 0.12, y: 0.965, w: 0.105, u: 0.05, d: 0.06, n: 2.3 }], { round: [0.02, 0.035] });
  put(g, pod, M.paint);
  put(g, loft([{ x: hx - 0.02, y: 0.9, w: 0.06, u: 0.06, n: 2.5 }, { x: hx - 0.01, y: 0.97, w: 0.1, u: 0.07, n: 2.5 }], { round: 0.01 }), M.trim);
  const front = projector(pod, 'front');
  if (p.lamp === 'head') {
    lampEye(g, M, front, [[-0.095, 1.01], [0.095, 1.01], [0.108, 0.972], [0.055, 0.922], [-0.055, 0.922], [-0.108, 0.972]], { radius: 0.035, strip: [0, 1], pods: [[-0.045, 0.968, 0.024], [0.045, 0.968, 0.024]] });
  } else {
    put(g, panel(front, 'front', [[-0.1, 1.02], [0.1, 1.02], [0.075, 0.935], [-0.075, 0.935]], { lift: 0.005, radius: 0.03 }), M.piano);
  }
  pair(g, (side) => put(side, seam(pod, 'left', [[hx - 0.09, 0.99], [hx + 0.03, 0.985], [hx + 0.12, 0.945]]), M.black));
  const top = projector(pod, 'top');
  put(g, panel(top, 'top', [[hx - 0.07, -0.075], [hx + 0.03, -0.085], [hx + 0.03, 0.085], [hx - 0.07, 0.075]], { lift: 0.006, radius: 0.03 }), M.piano);
  handlebar(g, M, { x: hx, y: 1.015, half: 0.335, back: 0.06, mirror: { round: p.round ?? 0.03 } });
  if (p.screen) {
    const y = 1.02;
    const fly = loft([{ x: hx + 0.115, y, w: 0.12, u: 0.003, n: 5 }, { x: hx + 0.085, y: y + p.screen * 0.5, w: 0.14, u: 0.003, n: 4 }, { x: hx + 0.03, y: y + p.screen, w: 0.1, u: 0.003, n: 3 }], { round: 0.01 });
    put(g, fly, M.smoke);
  }
}

function floor(g, M, p, xf, xr) {
  const [a, b] = [xf - 0.3, xr + 0.5];
  const y = p.deck;
  const tub = loft([{ x: b - 0.12, y: y - 0.01, w: 0.15, u: 0.035, d: 0.07, n: 5 }, { x: b + 0.02, y: y - 0.03, w: 0.175, u: 0.035, d: 0.07, n: 5 }, { x: a - 0.05, y: y - 0.03, w: 0.178, u: 0.035, d: 0.06, n: 5 }, { x: a + 0.06, y, w: 0.16, u: 0.04, d: 0.06, n: 4 }], { round: 0.03 });
  put(g, tub, M.trim);
  for (let i = -3; i <= 3; i += 1) put(g, box(a - b - 0.02, 0.006, 0.022, 0.003), M.rubber, [(a + b) / 2, y + 0.006, i * 0.042]);
  const look = projector(tub, 'left');
  pair(g, (side) => put(side, panel(look, 'left', [[b - 0.1, y - 0.012], [a + 0.05, y - 0.008], [a + 0.03, y - 0.062], [b - 0.06, y - 0.08]], { lift: 0.008, radius: 0.025 }), M.paint));
}

function rear(g, M, p, xr, paint) {
  const top = p.seatY - 0.06;
  const e = p.tail === 'long' ? -0.06 : 0;
  const body = loft([
    { x: xr + 0.54, y: 0.5, w: 0.12, u: 0.17, d: 0.25, n: 3.2 }, { x: xr + 0.47, y: 0.52, w: 0.152, u: 0.19, d: 0.26, n: 3 }, { x: xr + 0.36, y: 0.55, w: 0.17, u: top - 0.55, d: 0.2, n: 2.8 }, { x: xr + 0.26, y: 0.59, w: 0.175, u: top - 0.59, d: 0.12, n: 2.8 },
    { x: xr + 0.12, y: 0.62, w: 0.165, u: top - 0.62, d: 0.085, n: 2.6 }, { x: xr - 0.06, y: 0.665, w: 0.138, u: top - 0.655, d: 0.07, n: 2.5 }, { x: xr - 0.2 + e, y: 0.715, w: 0.092, u: 0.045, d: 0.045, n: 2.5 }], { round: [0.02, 0.035], upright: true });
  put(g, body, M.paint).userData.unshaded = true; // the mirrors' and the bar's hard shadows would look like holes in it
  const left = projector(body, 'left');
  pair(g, (side) => {
    put(side, panel(left, 'left', [[xr + 0.5, 0.38], [xr + 0.43, 0.56], [xr + 0.25, 0.6], [xr + 0.27, 0.51], [xr + 0.42, 0.34]], { lift: 0.006, radius: 0.04 }), M.trim);
    put(side, seam(left, 'left', [[xr + 0.46, 0.675], [xr + 0.2, 0.685], [xr - 0.12, 0.72]]), M.black);
    put(side, panel(left, 'left', [[xr + 0.15, 0.61], [xr - 0.1, 0.67], [xr - 0.13, 0.69], [xr - 0.08, 0.69], [xr + 0.17, 0.64]], { lift: 0.007, radius: 0.012 }), p.stripe ? M.painted(p.stripe) : M.accent);
    for (let i = 0; i < 4; i += 1) put(side, panel(left, 'left', [[xr + 0.33 + i * 0.035, 0.49 - i * 0.012], [xr + 0.35 + i * 0.035, 0.49 - i * 0.012], [xr + 0.37 + i * 0.035, 0.45 - i * 0.012], [xr + 0.35 + i * 0.035, 0.45 - i * 0.012]], { lift: 0.011, radius: 0.006, step: 0.008, bevel: 0.002 }), M.black);
  });
  for (const view of ['left', 'right']) put(g, panel(projector(body, view), view, [[xr + 0.38, 0.668], [xr + 0.18, 0.668], [xr + 0.18, 0.625], [xr + 0.38, 0.625]], { lift: 0.0035, bevel: 0.001, radius: 0.004 }), inked(p.name, paint));
  const seat = loft([{ x: xr + 0.56, y: p.seatY - 0.035, w: 0.085, u: 0.03, d: 0.06, n: 2.6 }, { x: xr + 0.46, y: p.seatY - 0.03, w: 0.13, u: 0.04, d: 0.07, n: 2.8, m: 3 }, { x: xr + 0.28, y: p.seatY - 0.03, w: 0.158, u: 0.035, d: 0.07, n: 2.9 }, { x: xr + 0.14, y: p.seatY - 0.01, w: 0.152, u: 0.045, d: 0.08, n: 2.8 }, { x: xr - 0.02, y: p.seatY + 0.005, w: 0.13, u: 0.045, d: 0.065, n: 2.7 }, { x: xr - 0.13, y: p.seatY + 0.005, w: 0.1, u: 0.03, d: 0.05, n: 2.6 }], { round: [0.03, 0.04] });
  put(g, seat, M.seat);
  const over = projector(seat, 'top');
  pair(g, (side) => put(side, seam(over, 'top', [[xr + 0.56, 0.055], [xr + 0.3, 0.115], [xr + 0.1, 0.11], [xr - 0.14, 0.07]], { width: 0.0016 }), M.painted(p.stripe ?? '#4a4d52')));
  put(g, seam(over, 'top', [[xr + 0.17, -0.13], [xr + 0.155, 0], [xr + 0.17, 0.13]], { width: 0.002 }), M.black);
  const rearLook = projector(body, 'rear');
  put(g, panel(rearLook, 'rear', [[-0.075, 0.735], [0.075, 0.735], [0.06, 0.69], [-0.06, 0.69]], { lift: 0.006, radius: 0.015, dome: 0.006 }), M.tail);
  pair(g, (side) => put(side, tube([[xr + 0.02, p.seatY - 0.035, 0.13], [xr - 0.02, p.seatY + 0.0, 0.145], [xr - 0.2, p.seatY + 0.02, 0.125], [xr - 0.27, p.seatY + 0.022, 0.05], [xr - 0.27, p.seatY + 0.022, 0]], 0.012), p.box ? M.black : M.dark));
  if (p.rack) put(g, plate([[xr - 0.13, -0.08], [xr - 0.13, 0.08], [xr - 0.27, 0.06], [xr - 0.27, -0.06]], 0.014, { radius: 0.03, bevel: 0.004, cuts: [[[xr - 0.16, -0.012], [xr - 0.16, -0.05], [xr - 0.24, -0.04], [xr - 0.24, -0.012]], [[xr - 0.16, 0.012], [xr - 0.16, 0.05], [xr - 0.24, 0.04], [xr - 0.24, 0.012]]] }), M.trim, [0, p.seatY + 0.03, 0], [-Math.PI / 2, 0, 0]);
  tailGear(g, M, { x: xr - 0.17 + e, y: 0.64, indicatorAt: [xr - 0.14, 0.69, 0.07] });
}

function deliveryBox(g, M, p, xr, paint) {
  const [w, h, d, x, y] = [0.25, 0.44, 0.21, xr - 0.08, p.seatY + 0.06];
  const shell = loft([{ x, y: y + 0.012, w: w - 0.01, u: d - 0.01, n: 9 }, { x, y: y + h * 0.5, w, u: d, n: 9 }, { x, y: y + h, w: w - 0.004, u: d - 0.004, n: 9 }], { round: 0.012 });
  put(g, shell, M.painted('#f3f4f2', 'gloss'));
  put(g, loft([{ x, y: y + h + 0.005, w: w + 0.006, u: d + 0.006, n: 9 }, { x, y: y + h + 0.045, w: w - 0.006, u: d - 0.006, n: 8 }], { round: 0.02 }), M.paint);
  for (const view of ['left', 'right']) {
    const look = projector(shell, view);
    put(g, panel(look, view, [[x - 0.16, y + 0.06], [x + 0.16, y + 0.06], [x + 0.16, y + 0.1], [x - 0.16, y + 0.1]], { lift: 0.002, bevel: 0.001, radius: 0.004 }), M.paint);
    put(g, panel(look, view, [[x - 0.15, y + 0.19], [x + 0.15, y + 0.19], [x + 0.15, y + 0.28], [x - 0.15, y + 0.28]], { lift: 0.002, bevel: 0.001, radius: 0.004 }), wordmark(p.word, '#1b1d20'));
  }
  pair(g, (side) => { put(side, box(0.02, 0.09, 0.01, 0.004), M.steel, [x + 0.1, y + h, w + 0.006]); put(side, tube([[xr + 0.12, p.seatY - 0.06, 0.14], [xr + 0.1, y - 0.005, 0.17], [xr - 0.26, y - 0.005, 0.17], [xr - 0.3, y - 0.005, 0.1]], 0.011, { smooth: false }), M.black); });
  put(g, box(0.5, 0.02, 0.38, 0.008), M.black, [x - 0.02, y, 0]);
}

export const build = repaintable(shape);
export const details = () => [{ target: [0.42, 0.72, 0], radius: 0.42, azimuth: 52, elevation: 10 }, { target: [-0.5, 0.5, -0.1], radius: 0.46, azimuth: -14, elevation: 14 }];
