// What turns with the handlebar, and the measures that everything else hangs on.
import * as THREE from 'three';
import { anodised, chrome, leather, lens, metal, plastic, rubber } from '../materials.js';
import { block, bolts, group, loft, mesh, place, plate, rod, shell, surface, tube, v } from './panel.js';
import { calliper, disc } from './wheels.js';

// From wheelbase, rake and wheels to the points of a motorbike. x = 0 lies midway between the axles.
export function skeleton({ wheelbase = 1.43, rake = 24, front = 0.3, rear = 0.315, fork = 0.7, offset = 0.028 }) {
  const a = (rake * Math.PI) / 180, along = [-Math.sin(a), Math.cos(a)], ahead = [Math.cos(a), Math.sin(a)];
  const frontAxle = [wheelbase / 2, front], rearAxle = [-wheelbase / 2, rear];
  // A point `d` metres up the fork from the axle and `f` metres before its line.
  const onFork = (d, f = 0) => [frontAxle[0] + along[0] * d + ahead[0] * f, frontAxle[1] + along[1] * d + ahead[1] * f];
  return { wheelbase, rake: a, frontAxle, rearAxle, onFork, top: onFork(fork), low: onFork(fork - 0.19), head: onFork(fork - 0.02, -offset), headLow: onFork(fork - 0.17, -offset), fork };
}

export function fork(bones, { spread = 0.1, upside = true, outer = metal('black'), inner = chrome(), radius = 0.027, boots = false, guards = null, clamp = anodised('#3b3d41'), lowerLength = 0.3, sink = 0 } = {}) {
  const at = (d, z, f = 0) => [...bones.onFork(d, f), z], model = group(), long = bones.fork;
  for (const z of [-spread, spread]) {
    if (upside) {
      model.add(rod(at(lowerLength, z), at(long + 0.022, z), radius, outer), rod(at(0.05, z), at(lowerLength, z), radius * 0.8, inner), rod(at(lowerLength - 0.012, z), at(lowerLength + 0.018, z), radius * 1.06, metal('black')));
      model.add(rod(at(lowerLength + 0.1, z), at(lowerLength + 0.106, z), radius * 1.03, clamp));
    } else {
      model.add(rod(at(0.0, z), at(lowerLength + 0.1, z), radius * 1.08, outer), rod(at(lowerLength + 0.1, z), at(long + 0.02, z), radius * 0.76, boots ? rubber() : inner), rod(at(lowerLength + 0.085, z), at(lowerLength + 0.115, z), radius * 1.16, rubber()));
      if (boots) for (let i = 0; i < 9; i++) model.add(rod(at(lowerLength + 0.12 + i * 0.018, z), at(lowerLength + 0.128 + i * 0.018, z), radius * 1.15, rubber()));
    }
    model.add(rod(at(long + 0.02, z), at(long + 0.034, z), radius * 0.7, anodised('#b08a3a')), mesh(new THREE.CylinderGeometry(0.009, 0.009, 0.012, 6), metal('steel'), { at: at(long + 0.038, z), turn: [0, 0, bones.rake] }));
    const lug = block(0.05, 0.11, 0.05, 0.016, outer); // the casting that holds the axle
    place(lug, { at: at(0.025, z), turn: [0, 0, bones.rake] });
    model.add(lug);
    if (guards) {
      const guard = surface([[at(0.33, z, 0.036), at(0.16, z, 0.046), at(-0.01, z, 0.042)], [at(0.33, z + Math.sign(z) * 0.034, 0.004), at(0.16, z + Math.sign(z) * 0.04, 0.008), at(-0.02, z + Math.sign(z) * 0.04, 0.006)], [at(0.32, z + Math.sign(z) * 0.02, -0.03), at(0.16, z + Math.sign(z) * 0.026, -0.036), at(0.0, z + Math.sign(z) * 0.026, -0.03)]], { along: 10, across: 8, thickness: 0.003 });
      model.add(mesh(guard, guards));
    }
  }
  model.add(rod(at(0, -spread - 0.035), at(0, spread + 0.035), 0.012, metal('steel')), bolts([[...bones.frontAxle, spread + 0.035]], 0.014, metal('steel')), bolts([[...bones.frontAxle, -spread - 0.035]], 0.014, metal('steel'), -1));
  const yoke = (d, tall) => {
    const [x, y] = bones.onFork(d);
    const shape = plate([[-0.055, -spread + 0.03], [-0.045, 0], [-0.055, spread - 0.03], [-0.035, spread + 0.036], [0.03, spread + 0.036], [0.034, spread - 0.03], [0.024, 0], [0.034, -spread + 0.03], [0.03, -spread - 0.036], [-0.035, -spread - 0.036]], tall, { bevel: 0.006 });
    shape.rotateX(Math.PI / 2);
    model.add(mesh(shape, clamp, { at: [x, y, 0], turn: [0, 0, bones.rake] }));
  };
  yoke(long, 0.03);
  yoke(long - 0.19, 0.042);
  model.add(rod([...bones.onFork(long - 0.2, -0.028), 0], [...bones.onFork(long + 0.03, -0.028), 0], 0.024, metal('dark')));
  model.position.y = -sink;
  return model;
}

export function frontBrakes(bones, { radius = 0.155, sides = [-1, 1], spread = 0.072, wave = false, angle = 2.75, caliperMaterial = metal('gold'), long = 0.125, carrier } = {}) {
  const model = group();
  for (const side of sides) {
    const rotor = disc({ radius, wave, ...(carrier && { carrierMaterial: carrier }) });
    model.add(place(rotor, { at: [...bones.frontAxle, side * spread] }), place(calliper({ radius, angle, long, material: caliperMaterial }), { at: [...bones.frontAxle, side * spread] }));
    // the hose up to the lower yoke
    const [cx, cy] = [bones.frontAxle[0] + Math.cos(angle) * radius, bones.frontAxle[1] + Math.sin(angle) * radius];
    model.add(tube([[cx, cy + 0.03, side * (spread + 0.02)], [...bones.onFork(0.34, -0.05), side * (spread + 0.035)], [...bones.onFork(bones.fork - 0.22, -0.02), side * 0.05]], 0.0042, rubber()));
  }
  return model;
}

// A mudguard round a wheel: angles in degrees from straight ahead, over the top. `tip` narrows the ends, `skirt` is how far the sides come down.
export function mudguard({ axle, radius, half = 0.07, from = 10, to = 150, skirt = 0.045, tip = 0.6, lift = 0.018, thickness = 0.004, beak = 0 }, material) {
  const rows = [-1, -0.86, -0.5, 0, 0.5, 0.86, 1].map((side) => Array.from({ length: 13 }, (_, i) => {
    const t = i / 12, a = ((from + (to - from) * t) * Math.PI) / 180, taper = 1 - (1 - tip) * Math.abs(2 * t - 1) ** 2.2;
    const drop = skirt * (Math.abs(side) > 0.9 ? 1 : Math.abs(side) > 0.8 ? 0.42 : Math.abs(side) * 0.14), r = radius + lift + (t < 0.25 ? beak * (1 - t / 0.25) ** 2 : 0) - drop * (0.35 + 0.65 * taper);
    return [axle[0] + Math.cos(a) * r, axle[1] + Math.sin(a) * r, side * half * taper * (Math.abs(side) > 0.9 ? 1.02 : 1)];
  }));
  return mesh(surface(rows, { along: 40, across: 24, thickness }), material);
}

// Handlebar, centred on the clamp at `at`. half width, rise, pull back.
export function handlebar({ at, half = 0.39, rise = 0.07, back = 0.1, material = metal('black'), radius = 0.0125, grip = rubber(), brace = false, clip = false, lever = metal('dark'), guards = null, lip = plastic('#232427', 0.42), reservoirs = true, risers = 0.035, drop = 0, mirrors = null, signal = false, heavyEnds = true }) {
  const model = group(), [x, y] = at;
  const end = (s) => v(x - back, y + rise - drop, s * half), inner = (s) => v(x - back * 0.42, y + rise - drop + 0.004, s * (half - 0.135));
  if (clip) for (const s of [-1, 1]) model.add(tube([[x + 0.005, y + rise - drop + 0.006, s * clip], inner(s), end(s)], radius, material, { tension: 0.2 }));
  else model.add(tube([end(-1), inner(-1), [x - back * 0.12, y + rise * 0.86 - drop, -half * 0.42], [x, y + risers, -0.1], [x, y + risers, 0.1], [x - back * 0.12, y + rise * 0.86 - drop, half * 0.42], inner(1), end(1)], radius, material, { segments: 80, tension: 0.35 }));
  if (!clip) for (const z of [-0.04, 0.04]) model.add(place(block(0.045, 0.04 + risers * 0.5, 0.026, 0.008, metal('dark')), { at: [x, y + risers - 0.012, z] }));
  if (brace) model.add(tube([[x - back * 0.1, y + rise * 0.8, -half * 0.42], [x - back * 0.05, y + rise * 0.84, 0], [x - back * 0.1, y + rise * 0.8, half * 0.42]], 0.008, material), place(shell0(0.11), { at: [x - back * 0.02, y + rise * 0.86, 0] }));
  for (const s of [-1, 1]) {
    const a = inner(s), b = end(s), d = b.clone().sub(a).normalize(), p = (t, up = 0, fwd = 0) => a.clone().addScaledVector(d, t).add(v(fwd, up, 0)).toArray();
    const span = a.distanceTo(b);
    model.add(rod(p(0.005), p(span), 0.0165, grip));
    for (let i = 0; i < 9; i++) model.add(rod(p(0.02 + i * 0.011), p(0.024 + i * 0.011), 0.0175, grip));
    model.add(rod(p(-0.002), p(0.006), 0.021, grip));
    if (heavyEnds) model.add(rod(p(span - 0.002), p(span + 0.028), 0.0165, metal('dark'), { end: 0.013 }));
    model.add(place(block(0.044, 0.042, 0.048, 0.012, plastic()), { at: p(-0.035, -0.003, -0.002) }));
    model.add(place(block(0.008, 0.008, 0.014, 0.003, plastic(s > 0 ? '#b3202a' : '#55585d')), { at: p(-0.035, 0.008, -0.026) }));
    // lever and its bracket
    model.add(place(block(0.035, 0.026, 0.04, 0.008, metal('black')), { at: p(-0.07, 0, 0.022) }));
    model.add(tube([p(-0.06, -0.004, 0.036), p(-0.02, -0.008, 0.058), p(0.05, -0.014, 0.056), p(0.125, -0.016, 0.048), p(0.15, -0.018, 0.05)], (t) => 0.0066 - 0.0012 * t, lever, { radial: 10 }));
    if (reservoirs && (s > 0 || reservoirs === 'both')) model.add(place(block(0.05, 0.034, 0.05, 0.006, plastic('#3a3c40', 0.4)), { at: p(-0.085, 0.036, 0.012) }), rod(p(-0.082, 0, 0.014), p(-0.085, 0.026, 0.012), 0.013, metal('black')), place(block(0.054, 0.006, 0.054, 0.003, metal('black')), { at: p(-0.085, 0.053, 0.012) }));
    if (guards) model.add(handGuard(p, s, guards, lip, span));
    if (mirrors) model.add(mirror({ from: p(-0.07, 0.012, 0.006), to: p(mirrors.out ?? 0.02, mirrors.up ?? 0.17, mirrors.back ?? -0.01), side: s, shape: mirrors.shape }));
  }
  return model;
}
const shell0 = (wide) => block(0.035, 0.035, wide, 0.014, leather('#202124'));

// An alloy bow from a clamp on the bar round the lever into the bar's end, and bolted to it a shield of three folded planes, the lowest one dark.
function handGuard(p, s, material, lip, span) {
  const alloy = metal('alu'), dark = metal('black');
  const bow = [[-0.112, -0.022, 0.002], [-0.108, -0.02, 0.045], [-0.075, -0.016, 0.082], [0, -0.012, 0.1], [0.08, -0.008, 0.091], [span - 0.004, -0.003, 0.056], [span + 0.022, 0, 0.016], [span + 0.022, 0, -0.012]];
  const model = group(mesh(surface([-0.009, -0.008, 0.008, 0.009].map((up, i) => bow.map(([t, y, f]) => p(t, y + up, f - (i % 3 ? 0 : 0.0015)))), { along: 48, across: 8, thickness: 0.006 }), alloy));
  model.add(place(block(0.036, 0.04, 0.024, 0.007, dark), { at: p(-0.112, -0.02, -0.006) }), rod(p(-0.112, -0.044, -0.004), p(-0.112, 0.004, -0.004), 0.005, metal('steel')));
  model.add(rod(p(span - 0.004), p(span + 0.03), 0.0185, dark), rod(p(span + 0.03), p(span + 0.034), 0.007, alloy));
  const folds = [
    [[-0.028, 0.036, 0.082], [0.02, 0.06, 0.086], [0.08, 0.05, 0.078], [span - 0.008, 0.032, 0.048], [span + 0.026, 0.02, 0.01]],
    [[-0.066, 0.008, 0.094], [0.012, 0.022, 0.115], [0.08, 0.018, 0.105], [span, 0.012, 0.07], [span + 0.032, 0.008, 0.024]],
    [[-0.07, -0.018, 0.09], [0.012, -0.016, 0.113], [0.08, -0.015, 0.103], [span, -0.012, 0.069], [span + 0.032, -0.012, 0.024]],
    [[-0.03, -0.05, 0.07], [0.02, -0.054, 0.084], [0.08, -0.046, 0.076], [span - 0.014, -0.034, 0.048], [span + 0.02, -0.024, 0.012]],
  ].map((line) => line.map((q) => p(...q)));
  for (const [i, coat] of [material, material, lip].entries()) {
    const middle = folds[i].map((q, k) => q.map((n, axis) => (n + folds[i + 1][k][axis]) / 2));
    model.add(mesh(surface([folds[i], middle, folds[i + 1]], { along: 36, across: 6, thickness: 0.0035, tension: 0.3 }), coat));
  }
  for (const [t, f] of [[-0.04, 0.106], [span - 0.012, 0.078]]) model.add(rod(p(t, -0.004, f - 0.03), p(t, -0.004, f + 0.002), 0.0065, dark));
  return model;
}

// A mirror on a stalk; `shape`: round, wedge.
export function mirror({ from, to, side, shape = 'wedge', material = plastic('#1d1e21', 0.4), wide = 0.064, tall = 0.032 }) {
  const model = group(tube([from, [from[0] + (to[0] - from[0]) * 0.3 + 0.01, from[1] + (to[1] - from[1]) * 0.75, from[2] + (to[2] - from[2]) * 0.35], to], 0.0055, metal('black')));
  const head = group();
  if (shape === 'round') head.add(mesh(new THREE.SphereGeometry(0.05, 28, 18).scale(0.45, 1, 1), material, { at: [0.006, 0, 0] }), mesh(new THREE.CircleGeometry(0.045, 32).rotateY(-Math.PI / 2), chrome(), { at: [-0.012, 0, 0] }));
  else {
    const rim = (k, x) => [[x, tall * 0.9 * k, side * wide * k], [x, tall * 0.95 * k, 0], [x, tall * 0.6 * k, -side * wide * 0.85 * k], [x, -tall * 0.25 * k, -side * wide * k], [x, -tall * 0.9 * k, -side * wide * 0.5 * k], [x, -tall * 0.95 * k, side * wide * 0.5 * k], [x, -tall * 0.4 * k, side * wide * 1.08 * k]];
    const ring = (k, x) => new THREE.CatmullRomCurve3(rim(k, x).map((q) => v(...q)), true).getPoints(35).slice(0, -1);
    head.add(mesh(loft([ring(1, -0.012), ring(1.03, -0.004), ring(0.95, 0.008), ring(0.72, 0.016), ring(0.2, 0.02)]), material), mesh(loft([ring(0.93, -0.0135), ring(0.93, -0.013)]), chrome()));
  }
  place(head, { at: to, turn: [0, side * 0.12, 0.06] });
  return group(model, head);
}

// A small LED indicator on a rubber stem pointing along ±z.
export function indicator({ at, side, ahead = 1 }) {
  const stem = rod([0, 0, 0], [0, 0, side * 0.03], 0.007, rubber());
  const body = mesh(shell([{ x: -0.022, y: 0, w: 0.004, up: 0.004, down: 0.004 }, { x: -0.014, y: 0, w: 0.024, up: 0.011, down: 0.011 }, { x: 0.012, y: 0, w: 0.03, up: 0.012, down: 0.012 }, { x: 0.018, y: 0, w: 0.026, up: 0.009, down: 0.009 }], { along: 12, around: 20 }), plastic('#1b1c1e', 0.4));
  const glow = mesh(shell([{ x: 0.012, y: 0, w: 0.026, up: 0.0095, down: 0.0095 }, { x: 0.022, y: 0, w: 0.022, up: 0.007, down: 0.007 }], { along: 4, around: 20 }), lens('#f08a1c'));
  const head = group(body, glow);
  head.scale.x = ahead;
  return place(group(stem, place(head, { at: [0, 0, side * 0.052] })), { at });
}

// A dashboard with a lit screen drawn by hand: a tachometer arc, a speed, a gear.
let screenMaterial;
export function dash({ at, wide = 0.16, tall = 0.095, lean = -0.7 }) {
  screenMaterial ??= (() => {
    const canvas = new OffscreenCanvas(512, 300), pen = canvas.getContext('2d');
    pen.fillStyle = '#0b1016'; pen.fillRect(0, 0, 512, 300);
    pen.lineWidth = 16;
    for (let i = 0; i < 24; i++) { pen.strokeStyle = i > 19 ? '#e0342b' : i < 13 ? '#e8f1f7' : '#44525e'; pen.beginPath(); pen.arc(200, 210, 150, Math.PI * (1 + i / 23), Math.PI * (1.032 + i / 23)); pen.stroke(); }
    pen.fillStyle = '#fff'; pen.font = 'bold 120px sans-serif'; pen.textAlign = 'center'; pen.fillText('88', 200, 230);
    pen.fillStyle = '#7fd0ff'; pen.font = 'bold 90px sans-serif'; pen.fillText('4', 430, 130);
    pen.fillStyle = '#9fb0bd'; pen.font = '32px sans-serif'; pen.fillText('km/h', 200, 275); pen.fillText('12:40', 430, 220);
    const map = new THREE.CanvasTexture(canvas); map.colorSpace = THREE.SRGBColorSpace;
    return new THREE.MeshPhysicalMaterial({ color: '#000', emissive: '#fff', emissiveMap: map, emissiveIntensity: 0.9, roughness: 0.1, clearcoat: 1 });
  })();
  const screen = mesh(new THREE.PlaneGeometry(wide * 0.88, tall * 0.82), screenMaterial, { at: [-0.0105, 0, 0], turn: [0, -Math.PI / 2, 0] });
  return place(group(block(0.02, tall, wide, 0.008, plastic('#1b1c1e', 0.35)), screen), { at, turn: [0, 0, lean] });
}

