// What all hulls share: the lines from stern to bow, the V bottom, the topsides and the rubbing strake.
import * as THREE from 'three';
import { along, group, lerp, part, smooth, surface, times, tube } from '../gear/shapes.js';

export const mirror = (half) => [...half.slice(1).reverse().map(([x, y, z]) => [x, y, -z]), ...half];
export const bothSides = (make) => [make(), group([make()], [0, 0, 0], [0, 0, 0], [1, 1, -1])];

/** The lines of a common boat. */
export const LINES = {
  keel: [0.05, 0.02, 0, 0, 0.02, 0.07, 0.18, 0.42, 0.86],
  chineY: [0.3, 0.29, 0.29, 0.3, 0.32, 0.37, 0.46, 0.63, 0.95],
  chineZ: [0.78, 0.82, 0.84, 0.84, 0.81, 0.73, 0.57, 0.31, 0.02],
  bondY: [0.76, 0.77, 0.78, 0.8, 0.83, 0.88, 0.94, 1.01, 1.07],
  bondZ: [0.88, 0.93, 0.96, 0.97, 0.96, 0.91, 0.78, 0.49, 0.05],
};

/** lines: keel, chineY, chineZ, bondY, bondZ as lists from stern to bow. Returns the section at t in 0..1. */
export function linesAt(lines, length, width) {
  return (t) => {
    const h = Object.fromEntries(Object.entries(lines).map(([k, v]) => [k, along(v, t)]));
    return { x: lerp(-length / 2, length / 2, t), ...h, chineZ: Math.max(h.chineZ * width, 0.004), bondZ: Math.max(h.bondZ * width, 0.012) };
  };
}

export function hullSkin(at, { bottom, side, rail, railRadius = 0.022, flare = 0.012, strake = 0.012 }) {
  const topside = (u, t, out = 0) => {
    const s = at(t);
    return [s.x, lerp(s.chineY, s.bondY, u), lerp(s.chineZ, s.bondZ, u ** 0.8) + Math.sin(u * Math.PI) * flare + out];
  };
  const keel = surface((u, v) => {
    const s = at(v);
    const a = u * 2 - 1;
    const k = Math.abs(a);
    const ridge = strake * (smooth(0.42, 0.46, k) - smooth(0.46, 0.56, k) + smooth(0.7, 0.74, k) - smooth(0.74, 0.84, k));
    return [s.x, lerp(s.keel, s.chineY, k ** 0.92) - ridge * (1 - smooth(0.75, 0.95, v)), a * s.chineZ];
  }, 72, 110);
  // The transom takes its edge from the topsides and the keel, so that no gap opens between them.
  const transom = surface((u, v) => {
    const a = u * 2 - 1;
    const [x, , z] = topside(v, 0);
    const s = at(0);
    const low = lerp(s.keel, s.chineY, Math.abs(a) ** 0.92);
    return [x, v === 0 ? low : lerp(low, lerp(s.chineY, s.bondY, v), smooth(0, 1, v) * 0.25 + v * 0.75), a * z];
  }, 60, 16);
  const strakes = times(2, (i) => part(tube(times(41, (k) => {
    const s = at(k / 40);
    return [s.x, s.bondY, (i ? -1 : 1) * s.bondZ];
  }), railRadius, { sides: 12, segments: 200 }), rail));
  const ends = [1, -1].map((k) => part(new THREE.SphereGeometry(railRadius * 1.06, 24, 16), rail, [at(0).x, at(0).bondY, k * at(0).bondZ]));
  return {
    topside,
    mesh: group([part(keel, bottom), bothSides(() => part(surface((u, v) => topside(u, v), 16, 110), side)), part(transom, side), strakes, ends]),
  };
}
