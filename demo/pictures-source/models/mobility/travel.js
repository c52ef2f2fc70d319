import * as THREE from 'three';
import { loft } from '../../parts/body-loft.js';
import { panel, projector, seam } from '../../parts/body-panel.js';
import { bar, box, pair, plate, put, rod, tube } from '../../parts/body-solids.js';
import { lampEye } from '../../parts/lamps.js';
import { antiTip, smallWheel, tiller } from '../../parts/mobility-gear.js';
import { repaintable } from '../../parts/recolour.js';
import { palette } from '../../parts/scooter-palette.js';
import { inked, wordmark } from '../../parts/wordmark.js';

/** Folding travel scooter: the light one is a frame of tubes, the self-folding one a beam with covers over its actuators. */
function shape({ paint, accent, params = {} }) {
  const p = { name: 'MASA LITE', auto: false, wheelbase: 0.78, r: 0.11, rf: 0.1, track: 0.42, ...params };
  const M = palette(paint, accent, '#26272a');
  M.rim = p.auto ? M.alu : M.painted('#2b2e33');
  const g = new THREE.Group();
  const [xf, xr] = [p.wheelbase / 2, -p.wheelbase / 2];
  for (const s of [-1, 1]) {
    smallWheel(g, M, [xr, p.r, s * p.track / 2], { r: p.r, width: 0.06, style: 'star', count: p.auto ? 6 : 5, outer: s, tread: 'smooth' });
    smallWheel(g, M, [xf, p.rf, s * (p.auto ? p.track / 2 - 0.03 : 0.075)], { r: p.rf, width: 0.05, style: 'star', count: p.auto ? 6 : 5, outer: s, tread: 'smooth' });
  }
  put(g, bar(0.012, p.track), M.steel, [xr, p.r, 0]);
  put(g, bar(0.012, p.auto ? p.track - 0.06 : 0.16), M.steel, [xf, p.rf, 0]);
  put(g, bar(0.055, 0.16, { r: 0.012 }), M.dark, [xr + 0.02, p.r + 0.02, 0]);
  if (p.auto) beam(g, M, p, xf, xr, paint);
  else frame(g, M, p, xf, xr, paint);
  seat(g, M, p, xr);
  tiller(g, M, { x: xf - 0.24, y: 0.92, foot: [xf - 0.05, p.auto ? 0.28 : 0.26], loop: p.auto, mirrors: false, half: p.auto ? 0.21 : 0.25, boot: p.auto, paint: true, lamp: true });
  antiTip(g, M, [xr - 0.16, 0.045], 0.12);
  return g;
}

function frame(g, M, p, xf, xr, paint) {
  const paintTube = (points, r = 0.0155) => put(g, tube(points, r, { smooth: false }), M.paint);
  for (const s of [-1, 1]) {
    paintTube([[xf - 0.06, 0.16, s * 0.06], [xf - 0.2, 0.13, s * 0.15], [xr + 0.18, 0.13, s * 0.17], [xr + 0.02, 0.16, s * 0.15]]);
    paintTube([[xr + 0.34, 0.14, s * 0.15], [xr + 0.06, 0.56, s * 0.15]]);
    paintTube([[xr + 0.02, 0.15, s * 0.13], [xr + 0.26, 0.56, s * 0.13]]);
    put(g, bar(0.02, 0.05, { r: 0.006 }), M.dark, [xr + 0.18, 0.365, s * 0.14]);
    put(g, rod([xr - 0.02, 0.56, s * 0.16], [xr + 0.34, 0.56, s * 0.16], 0.0125), M.black);
  }
  put(g, tube([[xf, 0.105, 0], [xf - 0.05, 0.24, 0], [xf - 0.07, 0.36, 0]], 0.022), M.dark);
  put(g, box(0.36, 0.016, 0.31, 0.006), M.trim, [xf - 0.36, 0.145, 0]);
  for (let i = 0; i < 7; i += 1) put(g, box(0.012, 0.006, 0.28, 0.003), M.rubber, [xf - 0.51 + i * 0.05, 0.155, 0]);
  for (const x of [xr + 0.34, xr + 0.04]) put(g, rod([x, 0.14, -0.16], [x, 0.14, 0.16], 0.013), M.paint);
  const pack = loft([{ x: xr + 0.3, y: 0.23, w: 0.1, u: 0.055, n: 5 }, { x: xr + 0.14, y: 0.24, w: 0.11, u: 0.06, n: 5 }, { x: xr + 0.08, y: 0.24, w: 0.1, u: 0.055, n: 5 }], { round: 0.015 });
  put(g, pack, M.piano);
  put(g, panel(projector(pack, 'top'), 'top', [[xr + 0.27, -0.06], [xr + 0.27, 0.06], [xr + 0.12, 0.06], [xr + 0.12, -0.06]], { lift: 0.003, radius: 0.01 }), M.paint);
  for (const [view, s] of [['left', -1], ['right', 1]]) {
    const flag = loft([{ x: xf - 0.16, y: 0.132, z: s * 0.172, w: 0.004, u: 0.026, n: 5 }, { x: xr + 0.2, y: 0.132, z: s * 0.19, w: 0.004, u: 0.026, n: 5 }], { round: 0.006 });
    put(g, flag, M.paint);
    put(g, panel(projector(flag, view), view, [[xf - 0.22, 0.153], [xf - 0.46, 0.153], [xf - 0.46, 0.113], [xf - 0.22, 0.113]], { lift: 0.0015, radius: 0.003, bevel: 0.0008 }), inked(p.name, paint, { aspect: 5, italic: false }));
  }
}

function beam(g, M, p, xf, xr, paint) {
  const spine = loft([{ x: xf + 0.06, y: 0.2, w: 0.1, u: 0.05, d: 0.06, n: 3 }, { x: xf - 0.06, y: 0.22, w: 0.13, u: 0.09, d: 0.09, n: 3 }, { x: xf - 0.16, y: 0.16, w: 0.17, u: 0.05, d: 0.05, n: 4 }, { x: xr + 0.36, y: 0.145, w: 0.185, u: 0.035, d: 0.04, n: 5 }, { x: xr + 0.24, y: 0.17, w: 0.18, u: 0.09, d: 0.06, n: 4 }, { x: xr + 0.06, y: 0.22, w: 0.16, u: 0.1, d: 0.08, n: 3.4 }, { x: xr - 0.1, y: 0.22, w: 0.13, u: 0.06, d: 0.06, n: 3 }], { round: [0.03, 0.03], upright: true });
  put(g, spine, M.paint);
  const front = projector(spine, 'front');
  lampEye(g, M, front, [[-0.07, 0.245], [0.07, 0.245], [0.06, 0.205], [-0.06, 0.205]], { radius: 0.012, strip: [0, 1], pods: [[-0.03, 0.224, 0.013], [0.03, 0.224, 0.013]] });
  const top = projector(spine, 'top'), strip = (from, to, half, options) => panel(top, 'top', [[xf - from, -half], [xf - from, half], [xf - to, half], [xf - to, -half]], options);
  put(g, strip(0.2, 0.5, 0.135, { lift: 0.004, radius: 0.04 }), M.rubber);
  for (let i = 0; i < 6; i += 1) put(g, strip(0.232 + i * 0.045, 0.244 + i * 0.045, 0.115, { lift: 0.008, radius: 0.005, bevel: 0.003 }), M.soft);
  pair(g, (side) => {
    put(side, loft([{ x: xr + 0.26, y: 0.22, z: 0.145, w: 0.022, u: 0.03, n: 3 }, { x: xr + 0.14, y: 0.4, z: 0.15, w: 0.02, u: 0.026, n: 3 }, { x: xr + 0.08, y: 0.56, z: 0.15, w: 0.018, u: 0.024, n: 3 }], { round: 0.02 }), M.alu);
    put(side, loft([{ x: xr - 0.02, y: 0.24, z: 0.12, w: 0.018, u: 0.024, n: 3 }, { x: xr + 0.18, y: 0.54, z: 0.125, w: 0.016, u: 0.022, n: 3 }], { round: 0.02 }), M.alu);
    put(side, bar(0.026, 0.05, { r: 0.008 }), M.anodised('#f0641e'), [xr + 0.12, 0.44, 0.14]);
    put(side, rod([xr - 0.02, 0.56, 0.15], [xr + 0.34, 0.56, 0.15], 0.014), M.black);
    put(side, rod([xr + 0.3, 0.24, 0.05], [xr + 0.1, 0.52, 0.05], 0.016, 0.011), M.steel);
    put(side, panel(projector(spine, 'rear'), 'rear', [[0.03, 0.25], [0.1, 0.245], [0.1, 0.215], [0.03, 0.22]], { lift: 0.005, radius: 0.01 }), M.tail);
  });
  // The name stands on the flank between the front wheel and the seat's struts, where nothing crosses it.
  for (const view of ['left', 'right']) put(g, panel(projector(spine, view), view, [[xf - 0.21, 0.172], [xf - 0.41, 0.172], [xf - 0.41, 0.132], [xf - 0.21, 0.132]], { lift: 0.002, radius: 0.003, bevel: 0.0008 }), inked(p.name, paint, { aspect: 5, italic: false }));
}

function seat(g, M, p, xr) {
  const [x, y] = [xr + 0.14, 0.6];
  const pad = loft([{ x: x + 0.2, y, w: 0.185, u: 0.025, d: 0.03, n: 4 }, { x, y: y + 0.004, w: 0.2, u: 0.03, d: 0.03, n: 4 }, { x: x - 0.17, y, w: 0.19, u: 0.026, d: 0.03, n: 4 }], { round: 0.03 });
  put(g, pad, M.seat);
  const back = loft([{ x: x - 0.2, y: y + 0.13, w: 0.18, u: 0.024, n: 4 }, { x: x - 0.225, y: y + 0.26, w: 0.195, u: 0.026, n: 4 }, { x: x - 0.25, y: y + 0.38, w: 0.18, u: 0.022, n: 4 }], { round: 0.028 });
  put(g, back, M.seat);
  put(g, panel(projector(back, 'front'), 'front', [[-0.09, y + 0.36], [0.09, y + 0.36], [0.09, y + 0.33], [-0.09, y + 0.33]], { lift: 0.002, radius: 0.003, bevel: 0.001 }), wordmark('NOAM', '#aeb4ba', { italic: false, spacing: 0.2, aspect: 5 }));
  for (const z of [-0.09, 0.09]) put(g, seam(projector(pad, 'top'), 'top', [[x + 0.2, z], [x, z * 1.1], [x - 0.17, z]], { width: 0.0025 }), M.grey);
  pair(g, (side) => {
    put(side, tube([[x - 0.12, y - 0.04, 0.19], [x - 0.19, y + 0.04, 0.2], [x - 0.245, y + 0.4, 0.19], [x - 0.25, y + 0.43, 0.14]], 0.011), M.black);
    if (p.auto) {
      put(side, loft([{ x: x + 0.12, y: y + 0.19, z: 0.23, w: 0.02, u: 0.014, n: 3 }, { x: x - 0.2, y: y + 0.2, z: 0.23, w: 0.022, u: 0.016, n: 3 }], { round: 0.02 }), M.rubber);
      put(side, rod([x - 0.2, y + 0.19, 0.225], [x - 0.22, y + 0.16, 0.2], 0.009), M.black);
    }
  });
  put(g, rod([x - 0.25, y + 0.43, -0.14], [x - 0.25, y + 0.43, 0.14], 0.011), M.black);
  put(g, plate([[-0.13, -0.1], [0.13, -0.1], [0.13, 0.1], [-0.13, 0.1]], 0.06, { radius: 0.02, bevel: 0.012 }), M.cloth, [x - 0.275, y + 0.22, 0], [0, -Math.PI / 2, -0.1]);
}

export const build = repaintable(shape);
export const details = () => [{ target: [0.2, 0.72, 0], radius: 0.34, azimuth: 22, elevation: 20 }, { target: [-0.28, 0.32, -0.1], radius: 0.34, azimuth: -20, elevation: 14 }];
