import * as THREE from 'three';
import { loft, sheet } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { bar, box, pair, put, tube, turned } from '../../parts/body-solids.js';
import { centreStand, frontEnd, handlebar, mudguard, powerUnit, tailGear } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { inked, wordmark } from '../../parts/wordmark.js';

const DEFAULTS = { name: 'Via', wheelbase: 1.29, r: 0.24, rim: 0.152, width: 0.112, seatY: 0.78, seat: '#5b3a26', long: 0, rack: true, screen: false, split: false };

/** Classic town scooter: pressed-steel leg shield with a chrome edge, round lamp and rounded side cowls. */
function shape({ paint, accent, params = {} }) {
  const p = { ...DEFAULTS, ...params };
  const M = palette(paint, accent, p.seat);
  M.calliper = M.steel;
  M.fork = M.alu;
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  const wheelStyle = { style: p.split ? 'twin' : 'dish', count: 6, hub: 0.05, thick: 0.03 };
  const look = { ...wheelStyle, whitewall: p.whitewall ? M.painted('#efece2', 'matt') : undefined };
  M.rim = p.split ? M.alu : M.painted('#c9ccd0', 'metallic');
  frontEnd(g, M, { x: xf, r: p.r, rim: p.rim, width: p.width * 0.95, top: 0.46, disc: 0.095, rake: 26, wheelStyle: look, slider: 0.8 });
  const guard = put(g, mudguard({ r: p.r + 0.03, width: 0.205, from: 14, to: 172, skirt: 0.125, taper: 0.62, peak: 0.03, thickness: 0.004 }), M.paint, [xf, p.r, 0]);
  put(g, tube(Array.from({ length: 9 }, (_, i) => { const a = ((48 + i * 12) * Math.PI) / 180; return [xf + Math.cos(a) * (p.r + 0.064), p.r + Math.sin(a) * (p.r + 0.064), 0]; }), 0.006), M.chrome);
  guard.name = 'front mudguard';
  powerUnit(g, M, { x: xr, r: p.r, rim: p.rim, width: p.width, wheelStyle: look, caseLength: 0.4, top: [0.06, 0.28], silencer: { length: 0.4, shield: M.chrome }, cover: M.alu });
  const hx = xf - 0.03 - Math.tan(0.454) * (0.98 - p.r);
  shield(g, M, p, xf);
  headset(g, M, p, hx);
  floor(g, M, p, xf, xr);
  rear(g, M, p, xr, paint);
  centreStand(g, M, { x: xr + 0.32, y: 0.24 });
  return g;
}

function shield(g, M, p, xf) {
  const s = xf - 0.645;
  const rows = [[0.335, 0.95, 0.03, 0.05, 0.06], [0.33, 0.9, 0.05, 0.1, 0.115], [0.345, 0.8, 0.1, 0.18, 0.19], [0.36, 0.66, 0.12, 0.215, 0.225], [0.372, 0.5, 0.12, 0.215, 0.225], [0.37, 0.38, 0.11, 0.195, 0.2], [0.33, 0.3, 0.1, 0.17, 0.175]]
    .map(([x, y, a, b, c]) => [[x + s + 0.025, y, 0], [x + s + 0.022, y, a * 0.5], [x + s + 0.006, y, a], [x + s - 0.018, y, (a + b) / 2], [x + s - 0.035, y, b], [x + s - 0.052, y, c]]);
  const skin = sheet(rows, { mirror: true, thickness: 0.014, nu: 40, nv: 44 });
  put(g, skin, M.paint);
  pair(g, (side) => put(side, tube(rows.map((row) => row.at(-1)).map(([x, y, z]) => [x - 0.004, y, z * 0.985]), 0.0085), M.chrome));
  const front = projector(skin, 'front');
  const column = loft([{ x: 0.33 + s, y: 0.93, w: 0.035, u: 0.035, n: 2.2 }, { x: 0.35 + s, y: 0.8, w: 0.055, u: 0.045, n: 2.4 }, { x: 0.37 + s, y: 0.62, w: 0.06, u: 0.046, n: 2.6 }, { x: 0.385 + s, y: 0.52, w: 0.058, u: 0.05, n: 2.5 }, { x: 0.44 + s, y: 0.44, w: 0.056, u: 0.05, n: 2.4 }, { x: 0.5 + s, y: 0.39, w: 0.05, u: 0.045, n: 2.4 }], { round: 0.02 });
  put(g, column, M.paint);
  const nose = projector(column, 'front');
  put(g, panel(nose, 'front', [[-0.03, 0.74], [0.03, 0.74], [0.036, 0.6], [0, 0.52], [-0.036, 0.6]], { lift: 0.005, radius: 0.012 }), p.split ? M.piano : M.chrome);
  for (let i = 0; i < 5; i += 1) put(g, panel(nose, 'front', [[-0.02, 0.715 - i * 0.026], [0.02, 0.715 - i * 0.026], [0.02, 0.705 - i * 0.026], [-0.02, 0.705 - i * 0.026]], { lift: 0.0075, radius: 0.004, step: 0.006, bevel: 0.0015 }), p.split ? M.chrome : M.black);
  pair(g, (side) => {
    const hit = front(0.15, 0.8);
    const at = [hit.point.x, hit.point.y, hit.point.z];
    put(side, turned([[0.001, 0.014], [0.018, 0.011], [0.026, 0.002], [0.026, -0.01]], 32), M.amber, at, [0, Math.PI / 2 - 0.25, 0]);
    put(side, turned([[0.024, 0.004], [0.03, 0.003], [0.032, -0.01]], 32), M.chrome, at, [0, Math.PI / 2 - 0.25, 0]);
  });
  put(g, panel(front, 'front', [[0.075, 0.72], [0.175, 0.745], [0.175, 0.715], [0.075, 0.69]], { lift: 0.004, radius: 0.004, bevel: 0.001 }), wordmark('Via', '#dfe2e5', { weight: 700 }));
  const inner = loft([{ x: 0.25 + s, y: 0.78, w: 0.12, u: 0.03, n: 4 }, { x: 0.265 + s, y: 0.66, w: 0.17, u: 0.04, n: 4 }, { x: 0.28 + s, y: 0.5, w: 0.15, u: 0.03, n: 4 }], { round: 0.02 });
  put(g, inner, M.paint);
  put(g, panel(projector(inner, 'rear'), 'rear', [[-0.1, 0.76], [0.1, 0.76], [0.12, 0.6], [-0.12, 0.6]], { lift: 0.006, radius: 0.03 }), M.paint);
  put(g, bar(0.013, 0.012), M.chrome, [0.21 + s, 0.7, 0], [0, Math.PI / 2, 0]);
}

function headset(g, M, p, hx) {
  const pod = loft([{ x: hx - 0.085, y: 1.005, w: 0.075, u: 0.03, d: 0.04, n: 2.3 }, { x: hx - 0.02, y: 1.015, w: 0.115, u: 0.05, d: 0.065, n: 2.2 }, { x: hx + 0.06, y: 1.0, w: 0.1, u: 0.072, d: 0.085, n: 2.1 }, { x: hx + 0.12, y: 0.985, w: 0.09, u: 0.085, d: 0.088, n: 2 }], { round: [0.03, 0] });
  put(g, pod, M.paint);
  pair(g, (side) => put(side, loft([{ x: hx - 0.03, y: 1.01, z: 0.06, w: 0.06, u: 0.04, n: 2.2 }, { x: hx + 0.04, y: 1.006, z: 0.075, w: 0.075, u: 0.036, n: 2.2 }], { round: 0.03 }), M.paint));
  put(g, loft([{ x: hx - 0.015, y: 0.86, w: 0.05, u: 0.05, n: 2.2 }, { x: hx - 0.01, y: 0.96, w: 0.075, u: 0.07, n: 2.2 }], { round: 0.01 }), M.paint);
  const lamp = new THREE.Group();
  const shape = p.square ? 5 : 2;
  put(lamp, loft([{ x: 0, y: 0, w: 0.09, u: 0.09, n: shape }, { x: 0.016, y: 0, w: 0.088, u: 0.088, n: shape }], { round: [0, 0.006] }), M.chrome);
  put(lamp, turned([[0.001, 0.024], [0.05, 0.028], [0.076, 0.03]], 56), M.reflector, [0, 0, 0], [0, Math.PI / 2, 0]);
  put(lamp, turned([[0.001, 0.04], [0.028, 0.038], [0.04, 0.028]], 40), M.lamp, [0, 0, 0], [0, Math.PI / 2, 0]);
  put(lamp, turned([[0.044, 0.028], [0.052, 0.033], [0.056, 0.026]], 48), M.chrome, [0, 0, 0], [0, Math.PI / 2, 0]);
  put(lamp, turned([[0.06, 0.03], [0.066, 0.033], [0.071, 0.028]], 48), M.drl, [0, 0, 0], [0, Math.PI / 2, 0]);
  put(lamp, turned([[0.001, 0.052], [0.045, 0.046], [0.08, 0.03]], 48), M.tinted('#e8eef2', 0.12), [0, 0, 0], [0, Math.PI / 2, 0]);
  lamp.position.set(hx + 0.115, 0.984, 0);
  lamp.rotation.z = 0.02;
  g.add(lamp);
  put(g, turned([[0.001, 0.012], [0.05, 0.01], [0.056, 0]], 40), M.clear, [hx - 0.03, 1.062, 0], [-Math.PI / 2, -0.3, 0]);
  put(g, turned([[0.05, 0.008], [0.06, 0.006], [0.062, -0.012]], 40), M.chrome, [hx - 0.03, 1.06, 0], [-Math.PI / 2, -0.3, 0]);
  handlebar(g, M, { x: hx, y: 1.02, half: 0.335, back: 0.055, rise: 0.01, mirror: { chromed: true, w: 0.105, h: 0.105, round: 0.052 } });
  if (p.screen) {
    const rows = Array.from({ length: 6 }, (_, i) => { const t = i / 5; return [[hx + 0.17 - t * 0.13, 1.05 + t * 0.36, 0], [hx + 0.165 - t * 0.13, 1.05 + t * 0.36, 0.09], [hx + 0.14 - t * 0.13, 1.05 + t * 0.35, 0.16 * (1 - 0.3 * t * t)], [hx + 0.09 - t * 0.13, 1.05 + t * 0.33, 0.2 * (1 - 0.45 * t * t)]]; });
    put(g, sheet(rows, { mirror: true, thickness: 0.004 }), M.clear);
    pair(g, (side) => put(side, tube([[hx + 0.02, 1.04, 0.1], [hx + 0.12, 1.12, 0.12]], 0.006), M.chrome));
  }
}

function floor(g, M, p, xf, xr) {
  const [a, b] = [xf - 0.29, xr + 0.46];
  const tub = loft([{ x: b - 0.1, y: 0.31, w: 0.16, u: 0.03, d: 0.05, n: 4 }, { x: b + 0.03, y: 0.285, w: 0.19, u: 0.03, d: 0.05, n: 4 }, { x: a - 0.08, y: 0.285, w: 0.195, u: 0.03, d: 0.05, n: 4 }, { x: a + 0.05, y: 0.31, w: 0.175, u: 0.03, d: 0.05, n: 4 }], { round: 0.03 });
  put(g, tub, M.paint);
  for (let i = -3; i <= 3; i += 1) { put(g, box(a - b + 0.0, 0.008, 0.016, 0.003), M.rubber, [(a + b) / 2, 0.317, i * 0.046]); put(g, box(0.02, 0.01, 0.018, 0.004), M.chrome, [a + 0.005, 0.318, i * 0.046]); }
  pair(g, (side) => put(side, seam(projector(tub, 'left'), 'left', [[b - 0.12, 0.29], [b + 0.1, 0.275], [a + 0.05, 0.285]], { width: 0.006 }), M.chrome));
}

function rear(g, M, p, xr, paint) {
  const body = loft([{ x: xr + 0.56, y: 0.5, w: 0.09, u: 0.16, d: 0.2, n: 2.4 }, { x: xr + 0.47, y: 0.52, w: 0.13, u: 0.18, d: 0.24, n: 2.5 }, { x: xr + 0.3, y: 0.56, w: 0.14, u: 0.16, d: 0.16, n: 2.6 }, { x: xr, y: 0.58, w: 0.14, u: 0.14, d: 0.1, n: 2.6 }, { x: xr - 0.2 - p.long, y: 0.55, w: 0.09, u: 0.11, d: 0.1, n: 2.3 }, { x: xr - 0.29 - p.long, y: 0.5, w: 0.05, u: 0.07, d: 0.08, n: 2.2 }], { round: [0.03, 0.03], upright: true });
  put(g, body, M.paint);
  const cowlAt = (k) => loft([{ x: xr + 0.43, y: 0.46, z: k * 0.1, w: 0.035, u: 0.07, d: 0.07, n: 2.1 }, { x: xr + 0.34, y: 0.475, z: k * 0.115, w: 0.085, u: 0.12, d: 0.115, n: 2.2 }, { x: xr + 0.16, y: 0.5, z: k * 0.122, w: 0.112, u: 0.15, d: 0.13, n: 2.3 }, { x: xr - 0.02, y: 0.51, z: k * 0.115, w: 0.105, u: 0.135, d: 0.12, n: 2.3 }, { x: xr - 0.17 - p.long, y: 0.505, z: k * 0.095, w: 0.07, u: 0.095, d: 0.09, n: 2.2 }, { x: xr - 0.26 - p.long, y: 0.49, z: k * 0.075, w: 0.03, u: 0.05, d: 0.05, n: 2 }], { round: [0.04, 0.04], upright: true });
  const [cowl, flank] = [cowlAt(1), cowlAt(-1)];
  const left = projector(cowl, 'right');
  pair(g, (side) => {
    put(side, cowl, M.paint);
    if (p.split) put(side, panel(left, 'right', [[xr + 0.37, 0.47], [xr + 0.28, 0.555], [xr + 0.02, 0.585], [xr - 0.16, 0.54], [xr - 0.1, 0.5], [xr + 0.1, 0.5], [xr + 0.27, 0.46]], { lift: 0.004, radius: 0.05 }), M.accent);
    put(side, seam(left, 'right', [[xr + 0.4, 0.43], [xr + 0.25, 0.4], [xr, 0.415], [xr - 0.2, 0.455]], { width: 0.0045, lift: 0.002 }), M.chrome);
    for (let i = 0; i < 4; i += 1) put(side, panel(left, 'right', [[xr + 0.26 - i * 0.03, 0.475 + i * 0.004], [xr + 0.245 - i * 0.03, 0.475 + i * 0.004], [xr + 0.255 - i * 0.03, 0.435 + i * 0.004], [xr + 0.27 - i * 0.03, 0.435 + i * 0.004]], { lift: 0.005, radius: 0.005, step: 0.006, bevel: 0.002 }), M.black);
  });
  for (const [view, shape] of [['right', cowl], ['left', flank]]) {
    const x = xr - 0.02;
    put(g, panel(projector(shape, view), view, [[x - 0.09, 0.6], [x + 0.09, 0.6], [x + 0.09, 0.555], [x - 0.09, 0.555]].map(([a, b]) => [a, b - (p.split ? 0.1 : 0.02)]), { lift: 0.004, bevel: 0.001, radius: 0.004 }), p.split ? wordmark(p.name, '#eef0f2', { weight: 700 }) : inked(p.name, paint, { dark: '#3a3c40', light: '#e9ecee', weight: 700 }));
  }
  const seat = loft([{ x: xr + 0.53, y: p.seatY - 0.06, w: 0.09, u: 0.035, d: 0.05, n: 2.6 }, { x: xr + 0.42, y: p.seatY - 0.045, w: 0.13, u: 0.05, d: 0.06, n: 2.7 }, { x: xr + 0.24, y: p.seatY - 0.045, w: 0.15, u: 0.048, d: 0.06, n: 2.8 }, { x: xr + 0.1, y: p.seatY - 0.03, w: 0.145, u: 0.055, d: 0.07, n: 2.7 }, { x: xr - 0.08, y: p.seatY - 0.04, w: 0.13, u: 0.055, d: 0.06, n: 2.6 }, { x: xr - 0.18, y: p.seatY - 0.055, w: 0.09, u: 0.04, d: 0.045, n: 2.4 }], { round: [0.04, 0.04] });
  put(g, seat, M.seat);
  const over = projector(seat, 'top');
  pair(g, (side) => { put(side, seam(projector(seat, 'left'), 'left', [[xr + 0.54, p.seatY - 0.055], [xr + 0.3, p.seatY - 0.065], [xr, p.seatY - 0.06], [xr - 0.2, p.seatY - 0.06]], { width: 0.004 }), M.painted(p.piping ?? '#e8dfca')); });
  for (let i = 0; i < 6; i += 1) put(g, seam(over, 'top', [[xr + 0.4 - i * 0.095, -0.12], [xr + 0.405 - i * 0.095, 0], [xr + 0.4 - i * 0.095, 0.12]], { width: 0.002 }), M.hide('#2a1a12'));
  pair(g, (side) => { put(side, tube([[xr + 0.1, p.seatY - 0.1, 0.135], [xr, p.seatY - 0.06, 0.155], [xr - 0.2, p.seatY - 0.03, 0.14], [xr - 0.3, p.seatY - 0.02, 0.07], [xr - 0.3, p.seatY - 0.02, 0]], 0.009), M.chrome); });
  if (p.rack) {
    const y = p.seatY + 0.0;
    for (const z of [-0.08, -0.03, 0.03, 0.08]) put(g, tube([[xr - 0.2, y, z], [xr - 0.44, y + 0.004, z]], 0.006), M.chrome);
    put(g, tube([[xr - 0.18, y - 0.05, -0.1], [xr - 0.22, y, -0.12], [xr - 0.43, y + 0.004, -0.12], [xr - 0.46, y + 0.004, 0], [xr - 0.43, y + 0.004, 0.12], [xr - 0.22, y, 0.12], [xr - 0.18, y - 0.05, 0.1]], 0.008), M.chrome);
  }
  const back = projector(body, 'rear');
  put(g, panel(back, 'rear', [[-0.045, 0.6], [0.045, 0.6], [0.05, 0.54], [-0.05, 0.54]], { lift: 0.012, radius: 0.02, dome: 0.01 }), M.tail);
  put(g, panel(back, 'rear', [[-0.053, 0.608], [0.053, 0.608], [0.058, 0.532], [-0.058, 0.532]], { lift: 0.008, radius: 0.024 }), M.chrome);
  tailGear(g, M, { x: xr - 0.24 - p.long, y: 0.5, indicatorAt: [xr - 0.24 - p.long, 0.52, 0.06] });
}

export const build = repaintable(shape);
export const details = () => [{ target: [0.4, 0.86, 0], radius: 0.36, azimuth: 48, elevation: 10 }, { target: [-0.5, 0.58, -0.1], radius: 0.44, azimuth: -20, elevation: 16 }];
