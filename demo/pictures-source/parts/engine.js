// Engines, built round the crankshaft at the origin: +x forward, the left side at −z. Place the whole group in the frame.
import * as THREE from 'three';
import { anodised, metal, plastic, rubber } from '../materials.js';
import { block, bolts, copies, group, matrix, mesh, place, plate, rod, shell, tube, turned } from './panel.js';

// A round cover with a raised middle, ribs and a ring of bolts; `face` is the side it looks to.
export function cover(radius, depth, material, { face = -1, ribs = 0, bolt = 6, ring = true, cap = 0.5, boss = metal('dark') } = {}) {
  const model = group(turned([[0, depth], [radius * cap, depth], [radius * cap + 0.006, depth - 0.006], [radius * 0.86, depth - 0.009], [radius * 0.96, depth - 0.018], [radius, depth - 0.03], [radius, 0]], material, { segments: 56 }));
  if (ring) model.add(mesh(new THREE.TorusGeometry(radius * cap, 0.0022, 8, 56), boss, { at: [0, 0, depth] }), turned([[0, depth + 0.002], [radius * cap * 0.82, depth + 0.002], [radius * cap * 0.86, depth - 0.001]], boss, { segments: 48 }));
  if (ribs) model.add(copies(plate([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], 1, { smooth: false, bevel: 0.1 }), material, Array.from({ length: ribs }, (_, i) => {
    const a = (i / ribs) * Math.PI * 2, r = radius * (cap + 0.94) / 2;
    return matrix({ at: [Math.cos(a) * r, Math.sin(a) * r, depth - 0.008], turn: [0, 0, a], scale: [radius * (0.9 - cap), 0.005, 0.008] });
  })));
  model.add(bolts(Array.from({ length: bolt }, (_, i) => { const a = ((i + 0.5) / bolt) * Math.PI * 2; return [Math.cos(a) * (radius + 0.003), Math.sin(a) * (radius + 0.003), 0.012]; }), 0.0062, metal('steel')));
  for (let i = 0; i < bolt; i++) { const a = ((i + 0.5) / bolt) * Math.PI * 2; model.add(rod([Math.cos(a) * radius, Math.sin(a) * radius, 0], [Math.cos(a) * radius, Math.sin(a) * radius, 0.012], 0.0095, material)); }
  if (face < 0) model.rotation.y = Math.PI;
  return model;
}

const finned = (x, y, z, step, material, { thick = 0.0032, radius = 0.02 } = {}) => copies(block(x, z, 1, radius, material).geometry.rotateX(-Math.PI / 2), material,
  Array.from({ length: Math.max(1, Math.floor(y / step)) }, (_, i) => matrix({ at: [0, (i + 0.5) * step, 0], scale: [1, thick, 1] })));

// Water-cooled twin or four, lying in the frame with its cylinders leaning forward.
export function inline({ cylinders = 2, wide = 0.34, lean = 18, tall = 1, size = 1, casing = metal('black'), barrel = metal('black'), head = metal('black'), covers = metal('dark'), accent = metal('cast'), vee = false } = {}) {
  const model = group(), h = wide / 2;
  // crankcase: sculpted slabs, the middle ones wider than the sides
  const outline = [[-0.235, 0.06], [-0.18, 0.135], [-0.06, 0.15], [0.06, 0.14], [0.125, 0.07], [0.135, -0.03], [0.1, -0.1], [0.02, -0.135], [-0.12, -0.14], [-0.2, -0.1], [-0.24, -0.03]];
  model.add(mesh(plate(outline, wide * 0.8, { bevel: 0.018 }), casing));
  model.add(mesh(plate(outline.map(([x, y]) => [x * 0.93, y * 0.92]), wide * 0.92, { bevel: 0.016 }), casing));
  model.add(mesh(shell([{ x: -0.17, y: -0.12, w: h * 0.62, up: 0.04, down: 0.045, n: 4 }, { x: -0.05, y: -0.12, w: h * 0.7, up: 0.05, down: 0.062, n: 4 }, { x: 0.06, y: -0.11, w: h * 0.62, up: 0.05, down: 0.05, n: 4 }], { along: 16, around: 32 }), casing));
  for (let i = 0; i < 7; i++) model.add(place(block(0.16, 0.006, wide * 0.6, 0.003, casing), { at: [-0.05, -0.172 + 0, 0] }));
  // split line of the case and its bolts
  model.add(place(block(0.36, 0.012, wide * 0.94, 0.005, casing), { at: [-0.055, 0.012, 0], turn: [0, 0, 0.1] }));
  for (const side of [-1, 1]) {
    const z = side * h * 0.92;
    model.add(place(cover(0.092, 0.05, covers, { face: side, ribs: side < 0 ? 0 : 10, bolt: 7, cap: 0.55, boss: accent }), { at: [0.03, -0.005, z] }));
    model.add(place(cover(side > 0 ? 0.085 : 0.05, side > 0 ? 0.034 : 0.026, covers, { face: side, bolt: 5, cap: 0.6, boss: accent }), { at: [-0.135, 0.005, z * 0.97] }));
    model.add(bolts([[-0.2, 0.06, side * wide * 0.4], [-0.09, 0.12, side * wide * 0.46], [0.09, 0.095, side * wide * 0.46], [0.11, -0.06, side * wide * 0.46], [-0.04, -0.12, side * wide * 0.46], [-0.18, -0.09, side * wide * 0.46]], 0.0075, metal('steel'), side));
  }
  // sprocket cover and gear lever shaft on the left, water pump with its hose, oil filter in front
  model.add(place(mesh(plate([[-0.07, 0.055], [0.02, 0.06], [0.05, 0], [0.02, -0.05], [-0.06, -0.055], [-0.085, 0]], 0.03, { bevel: 0.01 }), covers), { at: [-0.15, 0.015, -h * 0.97] }));
  model.add(place(cover(0.034, 0.03, accent, { face: -1, bolt: 3, ring: false }), { at: [0.085, -0.075, -h * 0.86] }));
  model.add(rod([0.12, -0.06, 0], [0.185, -0.075, 0], 0.035, metal('black')), turned([[0, 0.004], [0.02, 0.004]], accent));
  // cylinders and head
  const upper = (angle) => {
    const top = group(), bore = wide * (cylinders === 4 ? 0.94 : 0.72), y0 = 0.115;
    top.add(place(block(0.155, 0.13 * tall, bore, 0.02, barrel), { at: [0, y0 + 0.065 * tall, 0] }));
    const fins = finned(0.168, 0.115 * tall, bore + 0.014, 0.013, barrel);
    top.add(place(fins, { at: [0, y0 + 0.006, 0] }));
    top.add(place(block(0.172, 0.012, bore + 0.016, 0.01, accent), { at: [0, y0 + 0.13 * tall, 0] })); // head gasket face
    const y1 = y0 + 0.135 * tall;
    top.add(place(block(0.185, 0.085, bore + 0.02, 0.024, head), { at: [0, y1 + 0.042, 0] }));
    for (const side of [-1, 1]) {
      top.add(place(mesh(plate([[-0.085, -0.03], [0.085, -0.03], [0.075, 0.025], [0, 0.045], [-0.075, 0.025]], 0.012, { bevel: 0.004 }), covers), { at: [0, y1 + 0.045, side * (bore / 2 + 0.012)] }));
      top.add(bolts([[-0.06, y1 + 0.04, side * (bore / 2 + 0.019)], [0.06, y1 + 0.04, side * (bore / 2 + 0.019)], [0, y1 + 0.07, side * (bore / 2 + 0.019)]], 0.006, metal('steel'), side));
    }
    // cam cover with two raised shafts
    top.add(mesh(shell([{ x: -0.095, y: y1 + 0.1, w: bore * 0.49, up: 0.006, down: 0.02, n: 5 }, { x: -0.085, y: y1 + 0.1, w: bore * 0.5, up: 0.034, down: 0.02, n: 5 }, { x: -0.03, y: y1 + 0.1, w: bore * 0.5, up: 0.044, down: 0.02, n: 5 }, { x: 0, y: y1 + 0.1, w: bore * 0.46, up: 0.034, down: 0.02, n: 5 }, { x: 0.03, y: y1 + 0.1, w: bore * 0.5, up: 0.044, down: 0.02, n: 5 }, { x: 0.085, y: y1 + 0.1, w: bore * 0.5, up: 0.034, down: 0.02, n: 5 }, { x: 0.095, y: y1 + 0.1, w: bore * 0.49, up: 0.006, down: 0.02, n: 5 }], { along: 36, around: 28 }), covers));
    for (let i = 0; i < cylinders; i++) {
      const z = (i - (cylinders - 1) / 2) * (bore / cylinders);
      top.add(rod([0, y1 + 0.12, z], [0, y1 + 0.16, z], 0.014, rubber()));
      top.add(rod([-0.09, y1 + 0.05, z], [-0.16, y1 + 0.09, z], 0.026, rubber()), rod([-0.15, y1 + 0.085, z], [-0.215, y1 + 0.12, z], 0.03, metal('dark'))); // intake and throttle body
      top.add(rod([0.085, y1 + 0.03, z], [0.125, y1 + 0.015, z], 0.026, metal('steel')));
      top.add(place(mesh(plate([[-0.03, -0.036], [0.03, -0.036], [0.036, 0], [0.03, 0.036], [-0.03, 0.036], [-0.036, 0]], 0.01, { bevel: 0.003 }), metal('steel')), { at: [0.1, y1 + 0.024, z], turn: [0, Math.PI / 2, 0] }));
    }
    return place(top, { turn: [0, 0, -(angle * Math.PI) / 180] });
  };
  model.add(place(upper(lean), { at: [0.045, 0, 0] }));
  if (vee) model.add(place(upper(lean - 75), { at: [-0.03, 0.01, 0] }));
  model.scale.setScalar(size);
  return model;
}

// The exhaust ports of an inline engine in the engine's own space, for header pipes to begin at.
export function ports({ cylinders = 2, wide = 0.34, lean = 18, tall = 1, size = 1 }) {
  const a = -(lean * Math.PI) / 180, bore = wide * (cylinders === 4 ? 0.94 : 0.72), x = 0.125, y = 0.115 + 0.135 * tall + 0.015;
  return Array.from({ length: cylinders }, (_, i) => [(0.045 + x * Math.cos(a) - y * Math.sin(a)) * size, (x * Math.sin(a) + y * Math.cos(a)) * size, (i - (cylinders - 1) / 2) * (bore / cylinders) * size]);
}

// Off-road single: narrow, upright. `stroke2` gives the two-stroke's short barrel and domed head, `air` deep fins.
export function single({ size = 1, lean = 8, stroke2 = false, air = false, casing = metal('cast'), covers = metal('magnesium'), barrel = metal('cast'), head = metal('cast'), kick = false } = {}) {
  const model = group();
  const outline = [[-0.2, 0.03], [-0.17, 0.09], [-0.06, 0.115], [0.05, 0.12], [0.11, 0.06], [0.115, -0.03], [0.07, -0.1], [-0.05, -0.115], [-0.16, -0.09], [-0.2, -0.03]];
  model.add(mesh(plate(outline, 0.15, { bevel: 0.014 }), casing), mesh(plate(outline.map(([x, y]) => [x * 0.92, y * 0.9]), 0.19, { bevel: 0.014 }), casing));
  for (const side of [-1, 1]) {
    model.add(place(cover(side < 0 ? 0.074 : 0.062, 0.036, covers, { face: side, bolt: 6, cap: 0.5, ring: side < 0 }), { at: [0.035, -0.005, side * 0.092] }));
    if (side > 0) model.add(place(cover(0.082, 0.05, covers, { face: 1, ribs: 0, bolt: 6, cap: 0.62 }), { at: [-0.085, 0, 0.09] }));
    model.add(bolts([[-0.16, 0.05, side * 0.095], [-0.06, 0.095, side * 0.095], [0.08, 0.08, side * 0.095], [0.09, -0.05, side * 0.095], [-0.03, -0.095, side * 0.095], [-0.15, -0.06, side * 0.095]], 0.006, metal('steel'), side));
  }
  model.add(place(cover(0.03, 0.024, metal('dark'), { face: 1, bolt: 3, ring: false }), { at: [0.06, -0.075, 0.09] }));
  model.add(place(mesh(plate([[-0.05, 0.045], [0.03, 0.045], [0.045, 0], [0.02, -0.04], [-0.05, -0.045], [-0.065, 0]], 0.022, { bevel: 0.007 }), plastic()), { at: [-0.14, 0.01, -0.1] }));
  const top = group(), tall = stroke2 ? 0.1 : 0.105;
  top.add(place(block(0.125, tall, 0.125, 0.03, barrel), { at: [0, 0.1 + tall / 2, 0] }));
  if (air) top.add(place(finned(0.18, tall + 0.02, 0.17, 0.0135, barrel, { radius: 0.03, thick: 0.003 }), { at: [0, 0.1, 0] }));
  else top.add(place(block(0.14, 0.01, 0.14, 0.03, metal('alu')), { at: [0, 0.1 + tall, 0] }), place(block(0.14, 0.012, 0.14, 0.03, metal('alu')), { at: [0, 0.108, 0] }));
  const y = 0.1 + tall + 0.006;
  if (stroke2) top.add(mesh(turned([[0, 0.05], [0.03, 0.048], [0.055, 0.03], [0.064, 0.008], [0.064, 0]], head).geometry.rotateX(-Math.PI / 2), head, { at: [0, y, 0] }), rod([0, y + 0.045, 0], [0, y + 0.085, 0.006], 0.012, metal('steel')), bolts([[0, 0, 0]], 0.001, metal('steel')),
    place(block(0.05, 0.07, 0.07, 0.02, metal('dark')), { at: [-0.085, 0.135, 0] }), place(block(0.04, 0.05, 0.05, 0.012, metal('black')), { at: [0.06, 0.17, 0.04] }));
  else {
    top.add(place(block(0.15, 0.075, 0.145, 0.022, head), { at: [0, y + 0.036, 0] }));
    if (air) top.add(place(finned(0.185, 0.07, 0.17, 0.0135, head, { radius: 0.03 }), { at: [0, y, 0] }));
    top.add(mesh(shell([{ x: -0.075, y: y + 0.078, w: 0.06, up: 0.004, down: 0.02, n: 4 }, { x: -0.066, y: y + 0.078, w: 0.066, up: 0.03, down: 0.02, n: 4 }, { x: -0.02, y: y + 0.078, w: 0.068, up: 0.04, down: 0.02, n: 4 }, { x: 0.025, y: y + 0.078, w: 0.068, up: 0.04, down: 0.02, n: 4 }, { x: 0.066, y: y + 0.078, w: 0.064, up: 0.028, down: 0.02, n: 4 }, { x: 0.075, y: y + 0.078, w: 0.06, up: 0.004, down: 0.02, n: 4 }], { along: 26, around: 26 }), covers));
    for (const side of [-1, 1]) top.add(bolts([[-0.05, y + 0.04, side * 0.074], [0.05, y + 0.04, side * 0.074], [0, y + 0.055, side * 0.074], [0, y + 0.015, side * 0.074]], 0.0055, metal('steel'), side));
    top.add(place(cover(0.03, 0.012, covers, { face: -1, bolt: 2, ring: false }), { at: [-0.01, y + 0.05, -0.07] }));
  }
  // intake: into the head, or through the reed block behind a two-stroke's barrel
  if (stroke2) top.add(rod([-0.1, 0.135, 0], [-0.13, 0.142, 0], 0.03, metal('dark')), tube([[-0.12, 0.14, 0], [-0.15, 0.16, 0], [-0.17, 0.21, 0], [-0.175, 0.27, 0]], 0.026, rubber()));
  else top.add(rod([-0.06, y + 0.035, 0], [-0.14, y + 0.06, 0], 0.026, rubber()), rod([-0.13, y + 0.055, 0], [-0.19, y + 0.075, 0], 0.03, metal('dark')));
  model.add(place(top, { at: [0.035, 0, 0], turn: [0, 0, -(lean * Math.PI) / 180] }));
  if (kick) model.add(tube([[-0.1, 0.03, 0.13], [-0.12, 0.1, 0.15], [-0.15, 0.17, 0.15], [-0.14, 0.18, 0.19]], 0.008, metal('alu')));
  model.scale.setScalar(size);
  return model;
}
export function singlePort({ size = 1, lean = 8, stroke2 = false } = {}) {
  const a = -(lean * Math.PI) / 180, x = 0.075, y = stroke2 ? 0.14 : 0.245;
  return [(0.035 + x * Math.cos(a) - y * Math.sin(a)) * size, (x * Math.sin(a) + y * Math.cos(a)) * size, 0.01];
}

// Electric drive: a finned motor and a battery case with cooling ribs.
export function electric({ battery = [0.3, 0.34, 0.22], motor = 0.11, wide = 0.18, casing = metal('dark'), accent = anodised('#c6ccd2'), ribs = 9, lean = 10 } = {}) {
  const model = group(turned([[0, wide / 2], [motor, wide / 2 - 0.008], [motor, -wide / 2 + 0.008], [0, -wide / 2]], casing, { segments: 64 }));
  for (let i = 0; i < 9; i++) { const z = -wide / 2 + 0.022 + (i * (wide - 0.044)) / 8; model.add(turned([[motor * 0.98, z - 0.003], [motor + 0.012, z - 0.002], [motor + 0.012, z + 0.002], [motor * 0.98, z + 0.003]], casing, { segments: 64 })); }
  for (const side of [-1, 1]) model.add(place(cover(motor * 0.86, 0.022, casing, { face: side, ribs: 12, bolt: 8, cap: 0.42, boss: accent }), { at: [0, 0, side * (wide / 2 - 0.008)] }));
  const [x, y, z] = battery, pack = group(block(x, y, z, 0.035, casing));
  for (let i = 0; i < ribs; i++) for (const side of [-1, 1]) pack.add(place(block(x * 0.76, 0.007, 0.016, 0.003, casing), { at: [0, -y * 0.36 + (i * y * 0.72) / (ribs - 1), side * z / 2] }));
  for (const side of [-1, 1]) {
    pack.add(mesh(plate([[-x * 0.46, y * 0.44], [x * 0.46, y * 0.44], [x * 0.46, y * 0.36], [-x * 0.46, y * 0.36]], 0.012, { smooth: false, bevel: 0.003 }), accent, { at: [0, 0, side * z / 2] }));
    pack.add(bolts([[-x * 0.44, y * 0.3, side * z / 2], [x * 0.44, y * 0.3, side * z / 2], [-x * 0.44, -y * 0.42, side * z / 2], [x * 0.44, -y * 0.42, side * z / 2]], 0.008, metal('steel'), side));
  }
  model.add(place(pack, { at: [0.13, motor + y * 0.42, 0], turn: [0, 0, (-lean * Math.PI) / 180] }));
  model.add(tube([[-0.02, motor, 0.06], [-0.05, motor + 0.1, 0.09], [0.04, motor + 0.16, z / 2 + 0.005]], 0.011, rubber('#e8741c')), tube([[0.01, motor, 0.03], [-0.02, motor + 0.08, 0.08], [0.06, motor + 0.13, z / 2]], 0.011, rubber('#e8741c')));
  return model;
}

// A radiator with a core of fins, tanks at its sides and a cap.
export function radiator({ wide = 0.32, tall = 0.24, deep = 0.035, frame = metal('black') } = {}) {
  const core = metal('gunmetal'), model = group(block(deep * 0.5, tall * 0.92, wide * 0.86, 0.004, metal('black')));
  model.add(copies(new THREE.BoxGeometry(deep, 0.0022, wide * 0.84), core, Array.from({ length: Math.floor(tall / 0.0085) }, (_, i) => matrix({ at: [0, -tall * 0.45 + i * 0.0078, 0] }))));
  for (const side of [-1, 1]) model.add(place(block(deep * 1.1, tall, wide * 0.09, 0.01, frame), { at: [0, 0, side * wide * 0.46] }));
  for (const up of [-1, 1]) model.add(place(block(deep * 1.05, 0.014, wide * 0.96, 0.005, frame), { at: [0, up * tall * 0.48, 0] }));
  return model;
}
