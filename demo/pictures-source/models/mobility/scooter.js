import * as THREE from 'three';
import { loft, sheet } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { bar, box, pair, put, rod, shock, tube, turned } from '../../parts/body-solids.js';
import { lampEye } from '../../parts/lamps.js';
import { antiTip, captain, smallWheel, tiller, wireBasket } from '../../parts/mobility-gear.js';
import { canopy } from '../../parts/mobility-canopy.js';
import { mudguard } from '../../parts/scooter-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { inked, wordmark } from '../../parts/wordmark.js';

const DEFAULTS = {
  name: 'Nof', front: 2, wheelbase: 0.98, r: 0.155, rf: 0.145, width: 0.09, track: 0.54, nose: 0, style: 'star', count: 5, seat: '#26272a', seatY: 0.66, seatBack: 0.48, head: true, arms: true, loop: true, mirrors: true,
  basket: false, rearBasket: false, rearBox: false, canopy: false, bench: false, suspension: false, bumper: true, face: 'pair', screen: 0, tillerY: 0.96, sport: false, deckWidth: 0.27, quilted: false,
};

/** Mobility scooter with three or four wheels, a tiller and a swivelling seat. */
function shape({ paint, accent, params = {} }) {
  const p = { ...DEFAULTS, ...params };
  const M = palette(paint, accent, p.seat, { deep: true });
  if (p.twoTone) M.accent = M.painted(accent, 'matt'); // gloss would mirror the lamps and drown the name
  M.rim = p.rimColour ? M.painted(p.rimColour, 'metallic') : M.alu;
  M.tyre = p.greyTyres ? M.grey : M.tyre;
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  const look = { style: p.style, count: p.count };
  for (const s of [-1, 1]) {
    smallWheel(g, M, [xr, p.r, s * (p.track / 2)], { r: p.r, width: p.width, ...look, outer: s });
    if (p.front === 2) smallWheel(g, M, [xf, p.rf, s * (p.track / 2 - 0.01)], { r: p.rf, width: p.width * 0.92, ...look, outer: s });
  }
  put(g, bar(0.016, p.track - 0.06), M.steel, [xr, p.r, 0]);
  put(g, box(0.24, 0.15, 0.2, 0.03), M.dark, [xr + 0.02, p.r + 0.03, 0]);
  if (p.front === 1) {
    for (const s of [1]) smallWheel(g, M, [xf, p.rf, 0], { r: p.rf, width: p.width, ...look, outer: s });
    pair(g, (side) => { put(side, rod([xf, p.rf, p.width * 0.62], [xf - 0.08, p.rf * 2.1, p.width * 0.62], 0.014), p.sport ? M.chrome : M.black); put(side, bar(0.02, 0.02), M.steel, [xf, p.rf, p.width * 0.66]); });
  } else put(g, bar(0.014, p.track - 0.06), M.steel, [xf, p.rf, 0]);
  deck(g, M, p, xf, xr);
  haunch(g, M, p, xr, paint);
  if (p.front === 2) nose(g, M, p, xf, paint);
  else apron(g, M, p, xf);
  seating(g, M, p, xr);
  const foot = p.front === 2 ? [xf - 0.1, 0.42 + p.nose] : [xf - 0.1, 0.4];
  tiller(g, M, { x: xf - 0.34, y: p.tillerY, foot, loop: p.loop, mirrors: p.mirrors, lamp: p.face !== 'low', half: p.loop ? 0.25 : 0.31, basket: p.basket, screen: p.screen, boot: p.front === 2 });
  extras(g, M, p, xf, xr);
  if (p.canopy) canopy(g, M, { xf, xr, half: p.track / 2 + 0.05, top: 1.62, seatY: p.seatY });
  return g;
}

function deck(g, M, p, xf, xr) {
  const [a, b] = [xf - (p.front === 2 ? 0.2 : 0.1), xr + 0.26];
  const w = p.deckWidth;
  put(g, loft([{ x: a, y: 0.16, w: w * (p.front === 1 ? 0.72 : 1), u: 0.03, d: 0.05, n: 5 }, { x: a - 0.15, y: 0.155, w, u: 0.03, d: 0.055, n: 5 }, { x: b, y: 0.155, w, u: 0.03, d: 0.055, n: 5 }], { round: 0.03 }), M.trim);
  for (const s of [-1, 1]) put(g, loft([{ x: a - 0.03, y: 0.155, z: s * (w - 0.005) * (p.front === 1 ? 0.86 : 1), w: 0.016, u: 0.026, d: 0.03, n: 3 }, { x: a - 0.16, y: 0.15, z: s * (w + 0.002), w: 0.018, u: 0.028, d: 0.03, n: 3 }, { x: b, y: 0.15, z: s * (w + 0.002), w: 0.018, u: 0.028, d: 0.03, n: 3 }], { round: 0.02 }), M.paint);
  put(g, box(a - b - 0.02, 0.008, w * 1.66, 0.004), M.rubber, [(a + b) / 2 - 0.02, 0.187, 0]);
  for (let i = 0; i < 8; i += 1) put(g, box(0.01, 0.006, w * 1.5, 0.003), M.soft, [b + 0.05 + (i * (a - b - 0.12)) / 7, 0.192, 0]);
}

// Shells run from the middle over the wheel to the lip of the arch; heights grow with the wheel.
const shellOf = (x, rows, k, lift, spread) => sheet(rows.map(([dx, ...c]) => c.map(([y, z]) => [x + dx * spread, y + lift, z * k])), { mirror: true, thickness: 0.007, nu: 40, nv: 52 });

function haunch(g, M, p, xr, paint) {
  const k = p.track / 0.54;
  const lift = (p.r - 0.155) * 1.9;
  const sp = p.r / 0.155;
  const rows = [[0.38, [0.2, 0], [0.2, 0.13], [0.2, 0.19], [0.19, 0.25], [0.185, 0.29], [0.165, 0.305]], [0.3, [0.34, 0], [0.335, 0.14], [0.32, 0.2], [0.28, 0.26], [0.25, 0.31], [0.22, 0.33]], [0.16, [0.44, 0], [0.435, 0.15], [0.42, 0.22], [0.385, 0.28], [0.355, 0.335], [0.31, 0.355]], [0.0, [0.475, 0], [0.47, 0.15], [0.455, 0.22], [0.415, 0.28], [0.385, 0.335], [0.335, 0.358]], [-0.14, [0.465, 0], [0.46, 0.15], [0.44, 0.22], [0.395, 0.28], [0.345, 0.33], [0.295, 0.352]], [-0.25, [0.42, 0], [0.41, 0.14], [0.385, 0.2], [0.33, 0.26], [0.275, 0.3], [0.235, 0.32]], [-0.3, [0.32, 0], [0.31, 0.13], [0.28, 0.19], [0.24, 0.23], [0.21, 0.26], [0.185, 0.27]]];
  const skin = shellOf(xr, rows, k, lift, sp);
  put(g, skin, M.paint);
  pair(g, (side) => put(side, tube(rows.map(([dx, ...c]) => [xr + dx * sp, c.at(-1)[0] + lift, (c.at(-1)[1] + 0.003) * k]), 0.008), M.trim));
  const rear = projector(skin, 'rear');
  const top = projector(skin, 'top');
  pair(g, (side) => {
    put(side, panel(rear, 'rear', [[0.16 * k, 0.365 + lift], [0.25 * k, 0.33 + lift], [0.245 * k, 0.29 + lift], [0.16 * k, 0.31 + lift]], { lift: 0.007, radius: 0.014, dome: 0.004 }), M.tail);
    put(side, panel(rear, 'rear', [[0.18 * k, 0.295 + lift], [0.23 * k, 0.275 + lift], [0.23 * k, 0.255 + lift], [0.18 * k, 0.272 + lift]], { lift: 0.006, radius: 0.008 }), M.amber);
    put(side, seam(top, 'top', [[xr + 0.36 * sp, 0.17 * k], [xr + 0.1, 0.215 * k], [xr - 0.26 * sp, 0.185 * k]]), M.black);
    if (p.twoTone) put(side, panel(top, 'top', [[xr + 0.24 * sp, 0.24 * k], [xr + 0.2 * sp, 0.315 * k], [xr - 0.16 * sp, 0.315 * k], [xr - 0.18 * sp, 0.24 * k]], { lift: 0.005, radius: 0.03 }), M.accent);
  });
  put(g, panel(rear, 'rear', [[-0.1, 0.375 + lift], [0.1, 0.375 + lift], [0.1, 0.33 + lift], [-0.1, 0.33 + lift]], { lift: 0.003, radius: 0.003, bevel: 0.001 }), inked('NOAM', paint, { italic: false, spacing: 0.2 }));
  for (const view of ['left', 'right']) {
    const look = projector(skin, view);
    // In the two-tone field where there is one.
    if (p.twoTone) put(g, panel(look, view, [[xr + 0.095, 0.424 + lift], [xr - 0.095, 0.424 + lift], [xr - 0.095, 0.388 + lift], [xr + 0.095, 0.388 + lift]], { lift: 0.0075, radius: 0.003, bevel: 0.001 }), wordmark(p.name, '#f4f5f6', { italic: false, weight: 600, aspect: 5.1 }));
    else if (p.plate) { // a dull dark plate: the gloss round it mirrors the lamps; shorter over a small wheel
      const small = Math.min(1, sp);
      const field = (a, b, top, low) => [[xr + a * small, top + lift], [xr - b * small, top + lift], [xr - a * small, low + lift], [xr + b * small, low + lift]];
      put(g, panel(look, view, field(0.135, 0.115, 0.434, 0.376), { lift: 0.004, radius: 0.012, bevel: 0.002 }), M.painted('#17181b', 'matt'));
      put(g, panel(look, view, field(0.1, 0.1, 0.424, 0.386), { lift: 0.007, radius: 0.003, bevel: 0.001 }), wordmark(p.name, '#f4f5f6', { italic: false, weight: 600, aspect: 5.2 * small }));
    } else put(g, panel(look, view, [[xr + 0.12, 0.435 + lift], [xr - 0.12, 0.435 + lift], [xr - 0.12, 0.39 + lift], [xr + 0.12, 0.39 + lift]], { lift: 0.003, radius: 0.003, bevel: 0.001 }), inked(p.name, paint, { italic: false, weight: 600 }));
  }
}

function nose(g, M, p, xf, paint) {
  const k = p.track / 0.54;
  const lift = (p.rf - 0.145) * 1.9;
  const sp = p.rf / 0.145;
  const n = p.nose;
  const rows = [[0.27, [0.22, 0], [0.22, 0.11], [0.215, 0.18], [0.205, 0.24], [0.195, 0.28], [0.17, 0.3]], [0.21, [0.32 + n, 0], [0.315 + n, 0.12], [0.295, 0.19], [0.275, 0.25], [0.255, 0.3], [0.22, 0.325]], [0.08, [0.42 + n, 0], [0.41 + n, 0.13], [0.37, 0.2], [0.345, 0.26], [0.325, 0.315], [0.285, 0.34]], [-0.04, [0.47 + n * 1.3, 0], [0.455 + n * 1.3, 0.13], [0.4, 0.2], [0.36, 0.26], [0.335, 0.315], [0.29, 0.34]], [-0.15, [0.475 + n * 1.3, 0], [0.455 + n, 0.125], [0.385, 0.19], [0.315, 0.26], [0.28, 0.31], [0.24, 0.335]], [-0.23, [0.42 + n, 0], [0.4 + n, 0.12], [0.31, 0.185], [0.235, 0.25], [0.215, 0.29], [0.185, 0.31]], [-0.27, [0.32, 0], [0.31, 0.12], [0.24, 0.18], [0.19, 0.24], [0.18, 0.27], [0.16, 0.285]]];
  const skin = shellOf(xf, rows, k, lift, sp);
  put(g, skin, M.paint);
  pair(g, (side) => put(side, tube(rows.map(([dx, ...c]) => [xf + dx * sp, c.at(-1)[0] + lift, (c.at(-1)[1] + 0.003) * k]), 0.008), M.trim));
  const front = projector(skin, 'front');
  const top = projector(skin, 'top');
  const eyes = { pair: [[0.105, 0.335], [0.175, 0.32], [0.18, 0.28], [0.12, 0.275]], round: [[0.12, 0.345, 0.03], [0.185, 0.345, 0.03], [0.185, 0.28, 0.03], [0.12, 0.28, 0.03]], low: [[0.085, 0.325], [0.19, 0.345], [0.2, 0.3], [0.11, 0.275]] };
  pair(g, (side) => {
    lampEye(side, M, front, eyes[p.face].map(([z, y, r]) => (r ? [z * k, y + lift, r] : [z * k, y + lift])), { radius: 0.015, pods: p.face === 'round' ? [[0.1525 * k, 0.3125 + lift, 0.026]] : [[0.148 * k, 0.305 + lift, 0.016]], strip: p.face === 'low' ? [0, 1] : undefined });
    put(side, panel(front, 'front', [[0.215 * k, 0.3 + lift], [0.26 * k, 0.285 + lift], [0.26 * k, 0.262 + lift], [0.22 * k, 0.272 + lift]], { lift: 0.006, radius: 0.009 }), M.amber);
    put(side, seam(top, 'top', [[xf + 0.22 * sp, 0.16 * k], [xf, 0.19 * k], [xf - 0.2 * sp, 0.165 * k]]), M.black);
    if (p.twoTone) put(side, panel(top, 'top', [[xf + 0.12 * sp, 0.225 * k], [xf + 0.1 * sp, 0.3 * k], [xf - 0.12 * sp, 0.3 * k], [xf - 0.1 * sp, 0.225 * k]], { lift: 0.005, radius: 0.025 }), M.accent);
  });
  put(g, panel(front, 'front', [[-0.075, 0.31 + lift], [0.075, 0.31 + lift], [0.065, 0.25 + lift], [-0.065, 0.25 + lift]], { lift: 0.005, radius: 0.015 }), M.trim);
  for (let i = 0; i < 3; i += 1) put(g, panel(front, 'front', [[-0.06, 0.3 - i * 0.016 + lift], [0.06, 0.3 - i * 0.016 + lift], [0.06, 0.292 - i * 0.016 + lift], [-0.06, 0.292 - i * 0.016 + lift]], { lift: 0.009, radius: 0.003, step: 0.008, bevel: 0.002 }), M.chrome);
  put(g, panel(front, 'front', [[-0.06, 0.375 + lift], [0.06, 0.375 + lift], [0.06, 0.345 + lift], [-0.06, 0.345 + lift]], { lift: 0.003, radius: 0.003, bevel: 0.001 }), inked('NOAM', paint, { italic: false, spacing: 0.2 }));
}

function apron(g, M, p, xf) {
  const s = xf - 0.1;
  put(g, mudguard({ r: p.rf + 0.018, width: p.width + 0.06, from: 12, to: 158, skirt: 0.05, taper: 0.75, peak: 0.01 }), M.paint, [xf, p.rf, 0]);
  const shield = loft([{ x: s - 0.1, y: 0.68, w: 0.06, u: 0.04, d: 0.035, n: 2.6 }, { x: s - 0.06, y: 0.56, w: 0.13, u: 0.06, d: 0.035, n: 2.6, m: 3.4 }, { x: s - 0.02, y: 0.42, w: 0.185, u: 0.075, d: 0.03, n: 2.5, m: 3.6 }, { x: s + 0.0, y: 0.3, w: 0.2, u: 0.07, d: 0.035, n: 2.6, m: 3.6 }, { x: s - 0.03, y: 0.18, w: 0.18, u: 0.05, d: 0.06, n: 3, m: 3.6 }], { round: [0.03, 0.02] });
  put(g, shield, M.paint);
  const look = projector(shield, 'front');
  put(g, panel(look, 'front', [[-0.045, 0.64], [0.045, 0.64], [0.07, 0.5], [0.045, 0.38], [-0.045, 0.38], [-0.07, 0.5]], { lift: 0.006, radius: 0.03 }), p.twoTone ? M.accent : M.trim);
  pair(g, (side) => {
    if (p.face === 'low') lampEye(side, M, look, [[0.08, 0.5], [0.14, 0.52], [0.155, 0.47], [0.095, 0.44]], { radius: 0.012, pods: [[0.118, 0.482, 0.015]], strip: [0, 1] });
    put(side, panel(look, 'front', [[0.12, 0.42], [0.165, 0.41], [0.17, 0.385], [0.125, 0.39]], { lift: 0.006, radius: 0.009 }), M.amber);
    put(side, seam(look, 'front', [[0.1, 0.6], [0.15, 0.36], [0.15, 0.22]]), M.black);
  });
  put(g, panel(look, 'front', [[-0.042, 0.585], [0.042, 0.585], [0.042, 0.56], [-0.042, 0.56]], { lift: 0.008, radius: 0.003, bevel: 0.001 }), wordmark('NOAM', '#ffffff', { italic: false, spacing: 0.2 }));
  put(g, loft([{ x: s - 0.15, y: 0.56, w: 0.1, u: 0.02, n: 4 }, { x: s - 0.09, y: 0.36, w: 0.165, u: 0.025, n: 4 }, { x: s - 0.08, y: 0.2, w: 0.17, u: 0.03, n: 4 }], { round: 0.012 }), M.trim);
}

function seating(g, M, p, xr) {
  const x = xr + 0.12;
  const piping = p.piping ? M.painted(p.piping) : undefined;
  if (p.bench) {
    captain(g, M, { x, y: p.seatY, half: 0.4, tall: p.seatBack, head: false, arms: true, post: false, piping, quilted: true });
    put(g, box(0.32, p.seatY - 0.48, 0.5, 0.03), M.trim, [x - 0.02, (p.seatY + 0.4) / 2, 0]);
    put(g, seam(projector(loft([{ x: x + 0.25, y: p.seatY - 0.01, w: 0.36, u: 0.045, n: 3.2 }, { x: x + 0.1, y: p.seatY + 0.005, w: 0.4, u: 0.05, n: 3.2 }, { x: x - 0.2, y: p.seatY - 0.005, w: 0.38, u: 0.05, n: 3 }], { round: 0.04 }), 'top'), 'top', [[x + 0.24, 0], [x, 0], [x - 0.18, 0]], { width: 0.004 }), piping ?? M.black);
  } else captain(g, M, { x, y: p.seatY, half: p.seatHalf ?? 0.23, tall: p.seatBack, head: p.head, arms: p.arms, base: 0.4, piping, quilted: p.quilted });
}

function extras(g, M, p, xf, xr) {
  const sp = p.r / 0.155;
  if (p.bumper) {
    put(g, tube([[xr - 0.22 * sp, 0.2, -p.track * 0.44], [xr - 0.32 * sp, 0.2, -p.track * 0.3], [xr - 0.34 * sp, 0.2, 0], [xr - 0.32 * sp, 0.2, p.track * 0.3], [xr - 0.22 * sp, 0.2, p.track * 0.44]], 0.018), M.trim);
    if (p.front === 2) put(g, tube([[xf + 0.2, 0.19, -p.track * 0.46], [xf + 0.29 * sp, 0.19, -p.track * 0.3], [xf + 0.31 * sp, 0.19, 0], [xf + 0.29 * sp, 0.19, p.track * 0.3], [xf + 0.2, 0.19, p.track * 0.46]], 0.018), M.trim);
  }
  antiTip(g, M, [xr - 0.28 * sp, 0.06], 0.1);
  if (p.suspension) pair(g, (side) => {
    shock(side, [xr + 0.1, p.r + 0.0, p.track / 2 - 0.09], [xr + 0.16, p.r + 0.26, p.track / 2 - 0.1], { radius: 0.026, wire: 0.005, turns: 6, spring: M.painted(p.springColour ?? '#f0641e'), body: M.black });
    if (p.front === 2) shock(side, [xf - 0.12, p.rf, p.track / 2 - 0.1], [xf - 0.16, p.rf + 0.24, p.track / 2 - 0.12], { radius: 0.024, wire: 0.005, turns: 6, spring: M.painted(p.springColour ?? '#f0641e'), body: M.black });
  });
  const back = xr - 0.26;
  if (p.rearBasket) { wireBasket(g, M, { x: back - 0.16, y: 0.56, w: 0.46, d: 0.28, h: 0.24 }); put(g, tube([[xr - 0.1, 0.44, 0], [back, 0.5, 0], [back - 0.1, 0.56, 0]], 0.016), M.black); }
  if (p.rearBox) {
    const b = loft([{ x: back - 0.1, y: 0.52, w: 0.22, u: 0.15, n: 4.4 }, { x: back - 0.1, y: 0.66, w: 0.235, u: 0.16, n: 4.4 }, { x: back - 0.1, y: 0.76, w: 0.23, u: 0.155, n: 4.2 }], { round: 0.025 });
    put(g, b, M.paint);
    put(g, seam(projector(b, 'rear'), 'rear', [[-0.19, 0.72], [0, 0.722], [0.19, 0.72]], { width: 0.003 }), M.black);
    put(g, panel(projector(b, 'rear'), 'rear', [[-0.04, 0.735], [0.04, 0.735], [0.035, 0.7], [-0.035, 0.7]], { lift: 0.008, radius: 0.008 }), M.dark);
    put(g, tube([[xr - 0.1, 0.44, 0], [back, 0.48, 0], [back - 0.1, 0.51, 0]], 0.018), M.black);
  }
  if (p.cane) { put(g, tube([[xr - 0.12, 0.42, 0.2], [xr - 0.14, 1.16, 0.2], [xr - 0.11, 1.22, 0.2], [xr - 0.06, 1.21, 0.2]], 0.009), M.painted('#6b4326')); put(g, bar(0.02, 0.1), M.black, [xr - 0.12, 0.5, 0.2], [Math.PI / 2, 0, 0]); }
  if (p.sport) {
    const lamp = [xf - 0.13, 0.72, 0];
    put(g, turned([[0.068, 0.04], [0.066, 0.048], [0.07, 0.051], [0.075, 0.047], [0.077, 0.036], [0.072, -0.01], [0.05, -0.05], [0.02, -0.07]], 48), M.chrome, lamp, [0, Math.PI / 2, 0]);
    put(g, turned([[0.001, 0.004], [0.036, 0.012], [0.056, 0.028], [0.068, 0.045]], 48), M.grey, lamp, [0, Math.PI / 2, 0]);
    put(g, turned([[0.001, 0.036], [0.016, 0.032], [0.022, 0.022], [0.022, 0.006]], 32), M.lamp, lamp, [0, Math.PI / 2, 0]);
    put(g, turned([[0.001, 0.062], [0.04, 0.057], [0.067, 0.046]], 48), M.lens, lamp, [0, Math.PI / 2, 0]);
  }
}

export const build = repaintable(shape);
export const details = ({ tillerY = 0.96, wheelbase = 1 }) => [{ target: [0.3 + (wheelbase - 0.9) * 0.25, tillerY - 0.13, 0], radius: 0.37, azimuth: 20, elevation: 22 }, { target: [-0.42, 0.45, -0.15], radius: 0.4, azimuth: -24, elevation: 16 }];
