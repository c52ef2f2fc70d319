import * as THREE from 'three';
import { plastic } from '../materials.js';
import { loft, sheet, skin } from './body-loft.js';
import { bar, box, pair, plate, put, rod, shock, tube, turned } from './body-solids.js';
import { roundPolygon } from './body-spline.js';
import { brakeDisc, wheel } from './small-wheel.js';

const turnTo = (mesh, pitch) => { mesh.rotation.z = pitch; return mesh; };

/** Mudguard over a wheel: an arc of sheet, its sides drawn down by `skirt`. Angles in degrees, 0 forward, 90 up. */
export function mudguard({ r, width, from, to, skirt = 0.05, peak = 0.01, flare = 0, thickness = 0.006, taper = 0.7 }) {
  const rows = Array.from({ length: 9 }, (_, i) => {
    const t = i / 8;
    const a = ((from + (to - from) * t) * Math.PI) / 180;
    const narrow = 1 - (1 - taper) * Math.abs(2 * t - 1) ** 3;
    const ends = 1 - 0.75 * Math.abs(2 * t - 1) ** 4;
    const points = [[peak, 0], [peak, 0.3], [peak * 0.7, 0.72], [-skirt * 0.12 * ends, 0.98], [-skirt * 0.6 * ends, 1.02], [-skirt * ends, 1.0 + flare]];
    return points.map(([out, across]) => [Math.cos(a) * (r + out), Math.sin(a) * (r + out), across * (width / 2) * narrow]);
  });
  return sheet(rows, { mirror: true, thickness, nu: 32, nv: 28 });
}

/** Telescopic fork with wheel, disc, calliper and mudguard. Returns the point on the steering axis at the given height. */
export function frontEnd(group, M, { x, r, rim, width, rake = 27, top = 0.8, leg = 0.017, gap = 0.062, disc = 0.11, guard, wheelStyle = {}, tyre = {}, both = false, guardPaint, slider = 0.5 }) {
  const lean = (rake * Math.PI) / 180;
  const on = (h) => [x - 0.03 - Math.tan(lean) * (h - r), h];
  const w = wheel({ r, rim, width, tread: 'road', pitches: 30, depth: 0.005, materials: M, disc: { r: disc, z: -gap + 0.014 }, count: 5, ...wheelStyle, ...tyre });
  w.position.set(x, r, 0);
  group.add(w);
  if (both) put(group, brakeDisc(disc), M.steel, [x, r, gap - 0.014]);
  const zs = gap + 0.012;
  pair(group, (side) => {
    const [ax, ay] = on(r);
    const [bx, by] = on(r + (top - r) * slider);
    const [cx, cy] = on(top);
    put(side, rod([ax + 0.006, ay - 0.02, zs], [bx, by, zs], leg * 1.35), M.fork ?? M.dark);
    put(side, rod([bx, by, zs], [cx, cy, zs], leg * 0.82), M.steel);
    put(side, rod([bx, by - 0.012, zs], [bx - 0.006, by + 0.004, zs], leg * 1.5), M.rubber);
    put(side, bar(leg * 1.7, 0.024), M.fork ?? M.dark, [ax + 0.026, ay, zs]);
    put(side, box(0.05, 0.03, 0.022, 0.008), M.fork ?? M.dark, [ax + 0.015, ay, zs]);
  });
  put(group, bar(0.009, zs * 2 + 0.03), M.steel, [x, r, 0]);
  for (const side of both ? [-1, 1] : [-1]) {
    const calliper = put(group, plate([[-0.045, -0.03], [0.05, -0.03], [0.05, 0.03], [-0.03, 0.036]], 0.042, { radius: 0.014, bevel: 0.006 }), M.calliper ?? M.gold, [x - disc * 0.72 - 0.005, r + disc * 0.62, side * (gap - 0.012)]);
    turnTo(calliper, 2.5);
    put(group, tube([[x - disc * 0.8, r + disc * 0.75, side * gap], [x - 0.16, r + 0.16, side * (gap + 0.012)], [on(top)[0], top, side * gap * 0.7]], 0.004), M.rubber);
  }
  if (guard) {
    const g = put(group, mudguard({ r: r + 0.022, width: width + 0.035, from: 28, to: 168, skirt: 0.06, ...guard }), guardPaint ?? M.paint);
    g.position.set(x, r, 0);
    pair(group, (side) => put(side, tube([[x - 0.02, r + 0.09, zs], [x - 0.04, r + 0.15, zs - 0.012], [x - 0.05, r * 1.9, zs - 0.022]], 0.006), M.black));
  }
  return on;
}

/** Swinging engine unit with belt case on the left, cylinder, cooling cover, rear wheel, shocks and silencer on the right. */
export function powerUnit(group, M, { x, r, rim, width, pivot = 0.44, wheelStyle = {}, tyre = {}, caseLength = 0.5, shocks = 1, top = [0.02, 0.3], silencer = {}, guard, cover, spring }) {
  const w = wheel({ r, rim, width, tread: 'road', pitches: 30, depth: 0.005, materials: M, disc: { r: 0.1, z: width * 0.62 }, count: 5, ...wheelStyle, ...tyre });
  w.position.set(x, r, 0);
  w.rotation.y = 0;
  group.add(w);
  const z = -(width / 2 + 0.052);
  const long = caseLength;
  const belt = loft([
    { x: x - 0.06, y: r + 0.005, z, w: 0.03, u: 0.07, d: 0.072, n: 3 }, { x: x + 0.05, y: r + 0.012, z, w: 0.036, u: 0.078, d: 0.078, n: 3 }, { x: x + long * 0.5, y: r + 0.025, z, w: 0.036, u: 0.07, d: 0.066, n: 3 },
    { x: x + long * 0.8, y: r + 0.034, z, w: 0.038, u: 0.086, d: 0.08, n: 3 }, { x: x + long, y: r + 0.038, z, w: 0.032, u: 0.08, d: 0.074, n: 3 }], { round: 0.035 });
  put(group, belt, M.cast);
  const lid = [[x - 0.09, r - 0.045, 0.05], [x - 0.09, r + 0.06, 0.05], [x + long * 0.4, r + 0.085, 0.1], [x + long + 0.02, r + 0.105, 0.06], [x + long + 0.03, r - 0.02, 0.06], [x + long * 0.5, r - 0.03, 0.1]];
  put(group, plate(lid, 0.024, { radius: 0.05, bevel: 0.008 }), cover ?? M.dark, [0, 0, z - 0.034]);
  put(group, turned([[0.001, -0.012], [0.048, -0.011], [0.056, -0.004], [0.058, 0.01]], 40), M.cast, [x + long * 0.86, r + 0.04, z - 0.046]);
  for (let i = 0; i < 5; i += 1) put(group, box(0.006, 0.085 - i * 0.004, 0.012, 0.003), M.cast, [x + 0.1 + i * 0.03, r + 0.024 + i * 0.002, z - 0.044], [0, 0, 0.25]);
  for (const [bx, by] of [[-0.07, 0.045], [-0.07, -0.035], [0.12, 0.075], [long - 0.02, 0.095], [long, -0.01], [long * 0.5, -0.028]]) put(group, new THREE.CylinderGeometry(0.006, 0.006, 0.012, 6).rotateX(Math.PI / 2), M.steel, [x + bx, r + by, z - 0.046]);
  const engine = loft([{ x: x + long * 0.55, y: r + 0.03, w: 0.1, u: 0.08, d: 0.07, n: 4 }, { x: x + long * 0.85, y: r + 0.04, w: 0.11, u: 0.09, d: 0.09, n: 4 }, { x: x + long * 1.12, y: r + 0.05, w: 0.085, u: 0.075, d: 0.07, n: 4 }], { round: 0.02 });
  put(group, engine, M.cast);
  for (let i = 0; i < 7; i += 1) put(group, box(0.0055, 0.13, 0.17, 0.002), M.cast, [x + long * 1.04 + i * 0.012, r - 0.01, 0]);
  put(group, box(0.06, 0.1, 0.12, 0.02), M.dark, [x + long * 1.04 + 0.11, r - 0.02, 0]);
  const mount = [x + top[0], r + top[1]];
  for (const side of shocks === 2 ? [-1, 1] : [-1]) shock(group, [x - 0.005, r + 0.05, side * (width / 2 + 0.075)], [mount[0], mount[1], side * (top[2] ?? width / 2 + 0.06)], { radius: 0.027, wire: 0.0052, turns: 9, spring: spring ?? M.steel, body: M.black });
  const s = { length: 0.36, u: 0.055, w: 0.045, rise: 0.07, ...silencer };
  const zr = width / 2 + 0.075;
  put(group, tube([[x + long * 1.1, r - 0.03, 0.05], [x + long, r - 0.085, zr * 0.7], [x + 0.3, r - 0.07, zr], [x + 0.17, r - 0.02, zr]], 0.016), M.dark);
  put(group, loft([{ x: x + 0.19, y: r - 0.018, z: zr, w: 0.02, u: 0.026, n: 2 }, { x: x + 0.12, y: r - 0.002, z: zr, w: s.w, u: s.u, n: 2.4 }, { x: x - 0.05, y: r + s.rise * 0.55, z: zr, w: s.w, u: s.u, n: 2.4 }, { x: x + 0.14 - s.length, y: r + s.rise, z: zr, w: s.w * 0.84, u: s.u * 0.86, n: 2.4 }], { round: [0, 0.014] }), M.black);
  put(group, loft([{ x: x + 0.1, y: r + 0.004, z: zr + 0.012, w: s.w * 0.9, u: s.u * 0.72, n: 3 }, { x: x - 0.1, y: r + s.rise * 0.75, z: zr + 0.014, w: s.w * 0.86, u: s.u * 0.66, n: 3 }], { round: 0.02 }), s.shield ?? M.alu);
  put(group, rod([x + 0.14 - s.length, r + s.rise, zr], [x + 0.1 - s.length, r + s.rise + 0.004, zr], 0.014, 0.013), M.steel);
  if (guard) put(group, mudguard({ r: r + 0.026, width: width + 0.03, from: 35, to: 150, skirt: 0.03, ...guard }), M.trim).position.set(x, r, 0);
  return { mount };
}

/** Grip with ribs, lever, switch box and bar end, for the bar ends at ±z. */
export function handlebar(group, M, { x, y, half = 0.34, back = 0.05, drop = 0, mirrors = true, rise = 0.03, mirror = {}, levers = true }) {
  const ribs = Array.from({ length: 29 }, (_, i) => [0.0165 + (i % 2 ? 0.0012 : -0.0003) + (i === 0 || i === 28 ? 0.004 : 0), -0.058 + i * 0.0041]);
  put(group, tube([[x - back, y - drop, -half], [x - back * 0.7, y - drop * 0.8, -half * 0.66], [x, y - rise, -0.1], [x, y - rise, 0.1], [x - back * 0.7, y - drop * 0.8, half * 0.66], [x - back, y - drop, half]], 0.0112), M.frame);
  pair(group, (side) => {
    const yaw = Math.atan2(back * 0.3, half * 0.34);
    const at = [x - back * 0.93, y - drop, half - 0.062];
    put(side, turned([[0.001, -0.058], ...ribs, [0.001, 0.058]], 28), M.rubber, at, [0, -yaw, 0]);
    put(side, bar(0.014, 0.02), M.alu, [x - back, y - drop, half + 0.006]);
    put(side, box(0.044, 0.04, 0.05, 0.012), M.trim, [x - back * 0.62, y - drop * 0.8, half - 0.155]);
    if (levers) {
      put(side, tube([[x - back * 0.5, y - drop * 0.8, half - 0.16], [x - back * 0.5 + 0.045, y - drop * 0.8 - 0.003, half - 0.13], [x - back + 0.06, y - drop - 0.006, half - 0.06], [x - back + 0.052, y - drop - 0.008, half - 0.002]], 0.0062), M.alu);
      put(side, new THREE.SphereGeometry(0.0085, 14, 10), M.alu, [x - back + 0.052, y - drop - 0.008, half]);
      put(side, box(0.05, 0.032, 0.036, 0.01), M.black, [x - back * 0.35, y - drop * 0.8 + 0.01, half - 0.16]);
    }
    if (mirrors) ridingMirror(side, M, { from: [x - back * 0.5, y - drop * 0.8 + 0.02, half - 0.15], to: [x - back * 0.5 - 0.01, y + 0.17, half - 0.01], ...mirror });
  });
}

/** Mirror whose housing is rounded towards the front, on a stem with a nut at the bar and a socket at the housing. */
export function ridingMirror(side, M, { from, to, w = 0.125, h = 0.08, round = 0.032, shell, chromed = false, convex = 0 }) {
  const [metal, turn] = [chromed ? M.chrome : M.black, [0, -Math.PI / 2 + 0.16, 0]];
  const low = to[1] - h * 0.5;
  put(side, tube([from, [from[0] + 0.02, from[1] + (low - from[1]) * 0.36, from[2] + (to[2] - from[2]) * 0.4], [to[0] + 0.012, low - 0.03, to[2]], [to[0] + 0.012, to[1], to[2]]], 0.0058), metal);
  put(side, rod([from[0], from[1] - 0.016, from[2]], [from[0] + 0.003, from[1] + 0.016, from[2]], 0.012, 0.009), metal);
  put(side, rod([to[0] + 0.012, low - 0.034, to[2]], [to[0] + 0.012, low + 0.012, to[2]], 0.0085, 0.015), metal);
  const face = [[-w / 2, h * 0.42], [-w * 0.36, -h / 2], [w * 0.4, -h * 0.42], [w / 2, h / 2]];
  const edge = roundPolygon(face, round, 0.004);
  const rim = ([k, z]) => edge.map(([a, b]) => [a * k * (1 + 0.024 / w), b * k * (1 + 0.024 / h), z]);
  put(side, skin([[0.95, 0.013], [0.985, 0.013], [1, 0.008], [1, 0], [0.985, -0.01], [0.94, -0.02], [0.85, -0.0295], [0.7, -0.037], [0.5, -0.0425], [0.28, -0.0455], [0.06, -0.0465]].map(rim), { caps: true }), shell ?? (chromed ? M.chrome : plastic('#1d1e21', 0.4)), to, turn);
  const pane = face.map(([a, b]) => [a * 0.96, b * 0.94]);
  put(side, plate(pane, 0.004, { radius: round * 0.94, bevel: 0.001 }), M.reflector, [to[0] - 0.016, to[1], to[2] + 0.002], turn);
  if (convex) put(side, bowed(roundPolygon(pane, round * 0.94, 0.006), convex), M.reflector, [to[0] - 0.0185, to[1], to[2] + 0.002], turn);
}

/** A flat pane whose normals lean outwards: flat glass would mirror one grey spot of the studio, a convex one lamps and floor. */
function bowed(edge, convex) {
  const [rings, n] = [12, edge.length];
  const [position, normal, index] = [[], [], []];
  for (let k = 0; k <= rings; k += 1) for (const [a, b] of edge) {
    const [x, y] = [(a * k) / rings, (b * k) / rings];
    position.push(x, y, 0);
    normal.push(...new THREE.Vector3(x * convex, y * convex, 1).normalize().toArray());
  }
  for (let k = 0; k < rings; k += 1) for (let i = 0; i < n; i += 1) {
    const [a, b] = [k * n + i, k * n + ((i + 1) % n)];
    index.push(a, a + n, b, b, a + n, b + n);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normal, 3));
  return geometry.setIndex(index);
}

/** Centre stand, licence-plate carrier with lamp and indicators. */
export function tailGear(group, M, { x, y, plateTilt = 0.35, indicators = true, indicatorAt }) {
  put(group, tube([[x + 0.04, y + 0.05, 0], [x - 0.035, y - 0.02, 0], [x - 0.05, y - 0.06, 0], [x - 0.078, y - 0.12, 0]], 0.018), M.trim);
  put(group, box(0.008, 0.13, 0.17, 0.004), M.trim, [x - 0.1, y - 0.12, 0], [0, 0, -plateTilt]);
  put(group, box(0.004, 0.11, 0.155, 0.004), M.plate ?? M.painted('#f2c21a'), [x - 0.107, y - 0.121, 0], [0, 0, -plateTilt]);
  put(group, bar(0.018, 0.034), M.tail, [x - 0.066, y - 0.035, 0], [0, Math.PI / 2, 0]);
  if (indicators) pair(group, (side) => stalk(side, M, indicatorAt ?? [x - 0.03, y - 0.03, 0.06], [x - 0.04, y - 0.03, 0.125]));
}

export function stalk(side, M, from, to) {
  put(side, rod(from, to, 0.006), M.rubber);
  put(side, loft([{ x: to[0] + 0.018, y: to[1], z: to[2], w: 0.02, u: 0.014, n: 2.4 }, { x: to[0] - 0.012, y: to[1], z: to[2], w: 0.024, u: 0.017, n: 2.4 }], { round: [0.012, 0] }), M.trim);
  put(side, loft([{ x: to[0] - 0.012, y: to[1], z: to[2], w: 0.022, u: 0.0155, n: 2.4 }, { x: to[0] - 0.02, y: to[1], z: to[2], w: 0.018, u: 0.012, n: 2.4 }], { round: [0, 0.006] }), M.amber);
}

export function centreStand(group, M, { x, y }) {
  pair(group, (side) => { put(side, tube([[x, y, 0.07], [x - 0.1, 0.13, 0.12], [x - 0.24, 0.1, 0.15]], 0.011), M.black); put(side, box(0.06, 0.012, 0.04, 0.005), M.black, [x - 0.25, 0.095, 0.15]); });
}
