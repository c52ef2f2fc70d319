import * as THREE from 'three';
import { loft } from './body-loft.js';
import { panel, projector, seam } from './body-panel.js';
import { bar, box, pair, plate, put, rod, tube, turned } from './body-solids.js';
import { window } from './cab.js';
import { lampEye } from './lamps.js';
import { ridingMirror } from './scooter-gear.js';
import { wheel } from './small-wheel.js';

/** One small wheel with a hub motor cover or cap. */
export function smallWheel(g, M, at, { r, width, rim = r * 0.56, style = 'star', count = 5, tread = 'block', outer = 1 }) {
  const w = wheel({ r, rim, width, tread, pitches: Math.round(r * 190), depth: 0.004, square: 2.7, style, count, materials: M, hub: r * 0.2, thick: 0.024, offset: width * 0.22, cap: M.capColour ?? M.dark });
  w.position.set(...at);
  if (outer < 0) w.rotation.y = Math.PI;
  g.add(w);
}

/** Captain's seat on its post, with arm rests and head rest; faces +x. */
export function captain(g, M, { x, y, half = 0.23, tall = 0.5, head = true, arms = true, post = true, base = 0.36, piping, quilted = false, hide }) {
  const cover = hide ?? M.seat;
  const cushion = loft([{ x: x + 0.25, y: y - 0.01, w: half * 0.9, u: 0.045, d: 0.06, n: 3.2 }, { x: x + 0.12, y: y + 0.005, w: half, u: 0.05, d: 0.065, n: 3.2 }, { x: x - 0.1, y: y - 0.005, w: half, u: 0.05, d: 0.06, n: 3.2 }, { x: x - 0.22, y: y - 0.005, w: half * 0.94, u: 0.05, d: 0.06, n: 3 }], { round: 0.045 });
  put(g, cushion, cover);
  const back = loft([{ x: x - 0.22, y: y + 0.1, w: half * 0.9, u: 0.055, d: 0.05, n: 3 }, { x: x - 0.245, y: y + 0.1 + tall * 0.25, w: half, u: 0.05, d: 0.065, n: 2.9 }, { x: x - 0.275, y: y + 0.1 + tall * 0.6, w: half * 0.98, u: 0.045, d: 0.05, n: 2.9 }, { x: x - 0.31, y: y + 0.1 + tall * 0.92, w: half * 0.84, u: 0.042, d: 0.045, n: 2.7 }], { round: 0.04 });
  put(g, back, cover);
  put(g, plate([[-0.19, -tall * 0.38], [0.19, -tall * 0.38], [0.16, tall * 0.36], [-0.16, tall * 0.36]].map(([a, b]) => [a * (half / 0.23), b]), 0.02, { radius: 0.08, bevel: 0.008 }), M.trim, [x - 0.325, y + 0.12 + tall * 0.5, 0], [0, -Math.PI / 2, -0.13]);
  if (head) {
    put(g, loft([{ x: x - 0.325, y: y + tall + 0.172, w: 0.115, u: 0.036, d: 0.042, n: 3 }, { x: x - 0.34, y: y + tall + 0.287, w: 0.12, u: 0.036, d: 0.046, n: 3 }], { round: 0.035 }), cover);
    for (const z of [-0.055, 0.055]) {
      put(g, rod([x - 0.316, y + tall, z], [x - 0.33, y + tall + 0.21, z], 0.0085), M.black);
      put(g, rod([x - 0.3185, y + tall + 0.05, z], [x - 0.32, y + tall + 0.105, z], 0.014, 0.0125), M.trim);
    }
  }
  const face = projector(back, 'front');
  const over = projector(cushion, 'top');
  pair(g, (side) => {
    put(side, seam(face, 'front', [[half * 0.58, y + 0.12], [half * 0.64, y + 0.1 + tall * 0.4], [half * 0.5, y + 0.08 + tall * 0.9]], { width: piping ? 0.004 : 0.0025 }), piping ?? M.black);
    put(side, seam(over, 'top', [[x + 0.26, half * 0.58], [x, half * 0.64], [x - 0.18, half * 0.62]], { width: piping ? 0.004 : 0.0025 }), piping ?? M.black);
    if (arms) {
      put(side, loft([{ x: x + 0.16, y: y + 0.215, z: half + 0.055, w: 0.028, u: 0.018, n: 3 }, { x: x, y: y + 0.22, z: half + 0.058, w: 0.034, u: 0.022, n: 3 }, { x: x - 0.19, y: y + 0.22, z: half + 0.05, w: 0.028, u: 0.02, n: 3 }], { round: 0.025 }), M.rubber);
      put(side, tube([[x - 0.21, y + 0.215, half + 0.05], [x - 0.25, y + 0.16, half + 0.045], [x - 0.23, y - 0.02, half + 0.03], [x - 0.16, y - 0.05, half - 0.06]], 0.013), M.black);
    }
  });
  const rows = quilted ? 4 : 1;
  for (let i = 0; i < rows; i += 1) {
    const h = y + 0.1 + tall * (quilted ? 0.2 + i * 0.19 : 0.66);
    put(g, seam(face, 'front', [[-half * 0.58, h + 0.008], [0, h - 0.006], [half * 0.58, h + 0.008]], { width: 0.0025 }), M.black);
  }
  if (post) {
    put(g, rod([x - 0.02, base, 0], [x - 0.02, y - 0.06, 0], 0.034), M.black);
    put(g, box(0.26, 0.03, 0.26, 0.01), M.black, [x - 0.01, y - 0.075, 0]);
    put(g, tube([[x + 0.08, y - 0.08, half * 0.6], [x + 0.1, y - 0.085, half + 0.06], [x + 0.14, y - 0.085, half + 0.1]], 0.008), M.rubber);
  }
}

/** Steering column with console: a loop handle or open bars, display, levers, mirrors and a lamp. */
export function tiller(g, M, { x, y, foot, loop = true, mirrors = true, lamp = true, half = 0.26, basket = false, paint = true, boot = true, screen }) {
  const [fx, fy] = foot;
  const lean = Math.atan2(fx - x, y - fy);
  const column = loft([{ x: fx, y: fy, w: 0.055, u: 0.05, n: 2.8 }, { x: fx + (x - fx) * 0.5, y: fy + (y - fy) * 0.5, w: 0.048, u: 0.045, n: 2.8 }, { x, y: y - 0.02, w: 0.06, u: 0.05, n: 2.8 }], { round: 0.02 });
  put(g, column, M.trim);
  if (boot) for (let i = 0; i < 5; i += 1) put(g, new THREE.TorusGeometry(0.062 - i * 0.004, 0.008, 10, 32).rotateX(Math.PI / 2), M.rubber, [fx + (x - fx) * i * 0.035, fy + (y - fy) * i * 0.035 + 0.01, 0], [0, 0, lean]);
  const head = loft([{ x: x - 0.09, y: y + 0.01, w: 0.105, u: 0.03, d: 0.03, n: 3 }, { x: x - 0.01, y: y + 0.02, w: 0.135, u: 0.045, d: 0.05, n: 2.8 }, { x: x + 0.075, y: y + 0.005, w: 0.115, u: 0.055, d: 0.06, n: 2.6 }, { x: x + 0.115, y: y - 0.01, w: 0.085, u: 0.045, d: 0.05, n: 2.5 }], { round: 0.03 });
  put(g, head, paint ? M.paint : M.trim);
  const top = projector(head, 'top');
  put(g, panel(top, 'top', [[x - 0.085, -0.075], [x + 0.025, -0.095], [x + 0.025, 0.095], [x - 0.085, 0.075]], { lift: 0.005, radius: 0.025 }), M.piano);
  put(g, panel(top, 'top', [[x - 0.055, -0.045], [x + 0.012, -0.05], [x + 0.012, 0.05], [x - 0.055, 0.045]], { lift: 0.0065, radius: 0.008, bevel: 0.001, step: 0.012 }), M.screen);
  put(g, bar(0.017, 0.014), M.dark, [x - 0.035, y + 0.066, 0.075], [Math.PI / 2, 0, 0]);
  if (lamp) lampEye(g, M, projector(head, 'front'), [[-0.07, y + 0.03], [0.07, y + 0.03], [0.055, y - 0.035], [-0.055, y - 0.035]], { radius: 0.025, pods: [[-0.028, y - 0.002, 0.02], [0.028, y - 0.002, 0.02]] });
  const h = half;
  if (loop) {
    put(g, tube([[x - 0.0, y + 0.015, -0.1], [x - 0.02, y + 0.02, -h * 0.8], [x - 0.07, y + 0.025, -h], [x - 0.14, y + 0.022, -h], [x - 0.19, y + 0.018, -h * 0.82], [x - 0.2, y + 0.016, 0], [x - 0.19, y + 0.018, h * 0.82], [x - 0.14, y + 0.022, h], [x - 0.07, y + 0.025, h], [x - 0.02, y + 0.02, h * 0.8], [x, y + 0.015, 0.1]], 0.0125), M.black);
    for (const s of [-1, 1]) put(g, tube([[x - 0.06, y + 0.025, s * h], [x - 0.15, y + 0.022, s * h], [x - 0.188, y + 0.018, s * h * 0.84]], 0.018), M.rubber);
  } else {
    put(g, tube([[x - 0.16, y + 0.0, -h], [x - 0.07, y + 0.025, -h * 0.75], [x, y + 0.02, -0.1], [x, y + 0.02, 0.1], [x - 0.07, y + 0.025, h * 0.75], [x - 0.16, y, h]], 0.0125), M.black);
    for (const s of [-1, 1]) put(g, tube([[x - 0.17, y - 0.003, s * (h + 0.006)], [x - 0.07, y + 0.025, s * h * 0.76]], 0.018), M.rubber);
  }
  pair(g, (side) => {
    put(side, tube([[x - 0.01, y - 0.01, 0.1], [x - 0.07, y - 0.015, h * 0.6], [x - 0.13, y - 0.018, h * 0.72]], 0.006), M.alu);
    if (mirrors) ridingMirror(side, M, { from: [x + 0.0, y + 0.03, h * 0.55], to: [x - 0.0, y + 0.2, h + 0.04], w: 0.12, h: 0.085, round: 0.036 });
  });
  if (screen) window(g, M, [0, 0.33, 0.66, 1].map((t) => [[x + 0.13 - t * 0.12, y + 0.04 + t * screen, 0], [x + 0.12 - t * 0.12, y + 0.04 + t * screen, 0.13], [x + 0.08 - t * 0.12, y + 0.04 + t * screen * 0.96, 0.23 - t * t * 0.05]]), { mirror: true });
  if (basket) wireBasket(g, M, { x: x + 0.24, y: y - 0.22, w: 0.36, d: 0.24, h: 0.22 });
}

/** Basket of wire with a rounded rim; x is its middle, y its floor. */
export function wireBasket(g, M, { x, y, w, d, h, material }) {
  const wire = material ?? M.black;
  const ring = (t, r = 0.0035) => {
    const [a, b] = [d * (0.42 + 0.08 * t), w * (0.42 + 0.08 * t)];
    put(g, tube([[x - a, y + h * t, -b], [x + a, y + h * t, -b], [x + a, y + h * t, b], [x - a, y + h * t, b]], r, { closed: true, tension: 0.06 }), wire);
  };
  ring(1, 0.007);
  for (const t of [0, 0.2, 0.4, 0.6, 0.8]) ring(t);
  for (let i = 0; i <= 8; i += 1) {
    const z = (i / 8 - 0.5) * 2;
    put(g, tube([[x - d * 0.5, y + h, z * w * 0.5], [x - d * 0.42, y, z * w * 0.42], [x + d * 0.42, y, z * w * 0.42], [x + d * 0.5, y + h, z * w * 0.5]], 0.003, { smooth: false, around: 6 }), wire);
  }
  for (let i = 1; i <= 5; i += 1) {
    const k = (i / 6 - 0.5) * 2;
    put(g, tube([[x + k * d * 0.5, y + h, -w * 0.5], [x + k * d * 0.42, y, -w * 0.42], [x + k * d * 0.42, y, w * 0.42], [x + k * d * 0.5, y + h, w * 0.5]], 0.003, { smooth: false, around: 6 }), wire);
  }
  put(g, box(0.1, 0.03, 0.1, 0.008), M.trim, [x - d * 0.44, y + h * 0.5, 0]);
}

/** Anti-tip wheels on their arms behind the rear axle. */
export function antiTip(g, M, [x, y], half = 0.12) {
  pair(g, (side) => {
    put(side, tube([[x + 0.1, y + 0.06, half], [x, y + 0.03, half], [x - 0.05, y - 0.01, half]], 0.01), M.black);
    put(side, turned([[0.008, -0.012], [0.026, -0.011], [0.028, 0], [0.026, 0.011], [0.008, 0.012]], 32), M.grey, [x - 0.05, y - 0.012, half]);
  });
}
