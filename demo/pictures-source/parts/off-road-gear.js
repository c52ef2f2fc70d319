import * as THREE from 'three';
import { loft } from './body-loft.js';
import { bar, box, pair, put, rod, shock, tube } from './body-solids.js';
import { wheel } from './small-wheel.js';

/** Four wheels with hubs, double wishbones, half shafts and shocks. Lengths as in the params of the model. */
export function chassis(g, M, { xf, xr, track, r, rim, frontWidth, rearWidth, tread = 'mud', pitches = 22, depth = 0.016, style = 'star', count = 6, mount = 0.75, spring, inner = 0.14, shockTop = 0.2, rearTop, trailing = false, springRadius = 0.034, ring, square = 3.2, frontTrack = track }) {
  for (const [x, width, half, front] of [[xf, frontWidth, frontTrack / 2, true], [xr, rearWidth, track / 2, false]]) {
    const w = wheel({ r, rim, width, tread, pitches, depth, square, style, count, materials: { ...M, rim: M.rim }, hub: 0.055, thick: 0.036, offset: width * 0.26, cap: M.black, disc: { r: rim * 0.68, z: -0.02 } });
    if (ring) put(w, new THREE.TorusGeometry(rim - 0.002, 0.009, 12, 80), ring, [0, 0, width * 0.37]);
    if (ring) for (let i = 0; i < 16; i += 1) { const a = (i / 16) * Math.PI * 2; put(w, new THREE.CylinderGeometry(0.005, 0.005, 0.012, 6).rotateX(Math.PI / 2), M.steel, [Math.cos(a) * (rim - 0.004), Math.sin(a) * (rim - 0.004), width * 0.385]); }
    put(g, box(0.32, 0.24, inner * 2, 0.03), M.frame, [x, r + 0.03, 0]);
    pair(g, (side) => {
      const sideWheel = w.clone();
      sideWheel.position.set(x, r, half);
      side.add(sideWheel);
      const hub = half - 0.07;
      put(side, box(0.07, 0.17, 0.05, 0.018), M.dark, [x, r + 0.01, hub]);
      put(side, rod([x, r + 0.02, inner * 0.6], [x, r, hub], 0.014), M.steel);
      for (const z of [inner + 0.03, hub - 0.03]) put(side, bar(0.032, 0.05, { r: 0.01 }), M.rubber, [x, r + 0.01, z]);
      const arm = (y, dy, k) => {
        put(side, tube([[x + 0.14 * k, y + dy, inner], [x + 0.02, y, hub]], 0.0135), M.arm ?? M.frame);
        put(side, tube([[x - 0.14 * k, y + dy, inner], [x - 0.02, y, hub]], 0.0135), M.arm ?? M.frame);
        put(side, box(0.06, 0.025, 0.04, 0.008), M.arm ?? M.frame, [x, y, hub]);
      };
      if (trailing && !front) {
        put(side, loft([{ x: x - 0.04, y: r, z: hub - 0.04, w: 0.03, u: 0.05, n: 3 }, { x: x + 0.4, y: r + 0.03, z: hub - 0.1, w: 0.03, u: 0.055, n: 3 }, { x: x + 0.78, y: r + 0.06, z: inner + 0.12, w: 0.03, u: 0.035, n: 3 }], { round: 0.03 }), M.arm ?? M.frame);
        for (const dy of [-0.06, 0.02, 0.09]) put(side, rod([x - 0.02, r + dy, hub], [x - 0.04, r + dy + 0.02, inner], 0.013), M.arm ?? M.frame);
      } else { arm(r - 0.075, 0.02, 1); arm(r + 0.085, 0.045, 0.8); }
      const top = front ? mount : (rearTop ?? mount);
      const z = trailing && !front ? hub - 0.06 : hub - 0.09;
      const foot = trailing && !front ? [x + 0.16, r + 0.06, z] : [x - 0.015, r - 0.05, z];
      shock(side, foot, [x + (trailing && !front ? 0.22 : -0.05), top, front ? shockTop : shockTop + 0.03], { radius: springRadius, wire: springRadius * 0.24, turns: 10, spring: spring ?? M.painted('#c8102e'), body: M.black, reservoir: springRadius > 0.036 ? [-0.06, 0, 0] : undefined });
      if (front) put(side, rod([x + 0.1, r + 0.05, inner], [x + 0.09, r + 0.02, hub], 0.009), M.steel);
    });
  }
}

/** Bars as a cage or a rack is welded: each item a list of points. */
export function bars(g, material, radius, lists, smooth = false) {
  for (const points of lists) put(g, tube(points, radius, { smooth }), material);
}

/** Carrier of tubes over the mudguards. */
export function rack(g, M, { x0, x1, y, half, material, lip = 0.05, slats = 5, drop = 0.12 }) {
  const paint = material ?? M.black;
  const mid = (x0 + x1) / 2;
  put(g, tube([[x0, y, -half + 0.06], [x0, y, half - 0.06], [x0 - 0.03, y, half], [x1 + 0.05, y, half], [x1, y, half - 0.08], [x1, y, -half + 0.08], [x1 + 0.05, y, -half], [x0 - 0.03, y, -half]], 0.0125, { closed: true, tension: 0.08 }), paint);
  for (let i = 0; i < slats; i += 1) put(g, tube([[x0 - 0.01, y - 0.002, (i / (slats - 1) - 0.5) * half * 1.5], [x1 + 0.01, y - 0.002, (i / (slats - 1) - 0.5) * half * 1.5]], 0.009), paint);
  put(g, tube([[mid, y - 0.006, -half], [mid, y - 0.006, half]], 0.009), paint);
  pair(g, (side) => {
    for (const x of [x0 - 0.08, x1 + 0.1]) put(side, tube([[x, y - drop, half * 0.55], [x, y - 0.01, half * 0.62]], 0.01), paint);
    put(side, tube([[x0 - 0.05, y, half], [x0 - 0.08, y + lip, half], [x1 + 0.12, y + lip, half], [x1 + 0.08, y, half]], 0.009, { smooth: false }), paint);
  });
}

/** Winch with drum, rope and hook, its fairlead forward. */
export function winch(g, M, [x, y]) {
  put(g, bar(0.04, 0.1), M.steel, [x - 0.05, y, 0]);
  for (let i = 0; i < 7; i += 1) put(g, new THREE.TorusGeometry(0.036, 0.006, 8, 32), M.soft, [x - 0.05, y, -0.036 + i * 0.012]);
  for (const z of [-0.085, 0.085]) put(g, bar(0.046, 0.07, { r: 0.012 }), M.black, [x - 0.05, y, z]);
  put(g, box(0.016, 0.06, 0.15, 0.006), M.black, [x, y, 0]);
  for (const dy of [-0.02, 0.02]) put(g, rod([x + 0.01, y + dy, -0.055], [x + 0.01, y + dy, 0.055], 0.008), M.steel);
  put(g, tube([[x + 0.012, y, 0], [x + 0.05, y - 0.004, 0], [x + 0.062, y - 0.03, 0], [x + 0.04, y - 0.045, 0], [x + 0.025, y - 0.03, 0]], 0.008), M.painted('#c8102e'));
}
