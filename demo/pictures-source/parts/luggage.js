// Panniers, top cases, racks and bars.
import { lens, metal, plastic } from '../materials.js';
import { block, group, mesh, place, rod, shell, tube } from './panel.js';

// A rectangular aluminium case with ribs, corner pieces, a lid and latches.
export function aluCase({ at, long = 0.42, tall = 0.36, wide = 0.2, side = 1, coat = metal('alu') }) {
  const model = group(block(long, tall, wide, 0.022, coat), place(block(long * 1.012, tall * 0.1, wide * 1.03, 0.014, coat), { at: [0, tall * 0.44, 0] }), place(block(long * 1.008, 0.006, wide * 1.02, 0.003, plastic()), { at: [0, tall * 0.375, 0] }));
  for (const x of [-1, 1]) for (const y of [-1, 1]) model.add(place(block(0.055, 0.055, wide * 1.04, 0.018, plastic()), { at: [x * (long / 2 - 0.02), y * (tall / 2 - 0.02), 0] }));
  for (const y of [-0.14, 0.02, 0.18]) model.add(place(block(long * 0.72, 0.014, 0.008, 0.004, coat), { at: [0, tall * y, side * wide * 0.5] }));
  for (const x of [-0.3, 0.3]) model.add(place(block(0.03, 0.06, 0.012, 0.004, plastic()), { at: [long * x, tall * 0.38, side * wide * 0.51] }));
  model.add(tube([[-0.08, tall * 0.5, 0], [-0.07, tall * 0.5 + 0.03, 0], [0.07, tall * 0.5 + 0.03, 0], [0.08, tall * 0.5, 0]], 0.007, plastic()));
  return place(model, { at });
}

// A shaped case in the motorbike's colour, seen from outside as a rounded shell with a seam.
export function shellCase({ at, long = 0.5, tall = 0.38, wide = 0.2, side = 1, coat, tilt = 0 }) {
  const half = wide / 2, skin = (k, out) => [
    { x: -long * 0.5, y: tall * 0.1, z: out, w: half * 0.35 * k, up: tall * 0.2 * k, down: tall * 0.24 * k, n: 3 }, { x: -long * 0.44, y: tall * 0.04, z: out, w: half * 0.8 * k, up: tall * 0.36 * k, down: tall * 0.4 * k, n: 3.4 }, { x: -long * 0.2, y: 0, z: out, w: half * k, up: tall * 0.46 * k, down: tall * 0.5 * k, n: 3.6 },
    { x: long * 0.2, y: -0.01, z: out, w: half * k, up: tall * 0.44 * k, down: tall * 0.48 * k, n: 3.6 }, { x: long * 0.44, y: -0.03, z: out, w: half * 0.72 * k, up: tall * 0.32 * k, down: tall * 0.3 * k, n: 3.2 }, { x: long * 0.5, y: -0.035, z: out, w: half * 0.3 * k, up: tall * 0.18 * k, down: tall * 0.16 * k, n: 3 },
  ];
  const model = group(mesh(shell(skin(1, 0), { along: 40, around: 44 }), coat), mesh(shell(skin(1.008, 0).map((s) => ({ ...s, w: half * 0.07 })), { along: 40, around: 44 }), plastic()));
  model.add(place(block(0.05, 0.05, 0.014, 0.008, plastic('#1b1c1e', 0.35)), { at: [0.02, tall * 0.18, side * half * 0.98] }), place(block(long * 0.6, 0.018, 0.006, 0.003, plastic()), { at: [-0.01, -tall * 0.14, side * half * 0.99] }), place(block(0.03, 0.07, 0.05, 0.01, lens('#b3121c')), { at: [-long * 0.462, tall * 0.1, side * half * 0.5] }));
  return place(model, { at, turn: [0, 0, tilt] });
}

export function topCase({ at, long = 0.4, tall = 0.3, wide = 0.54, coat, base = plastic() }) {
  const half = wide / 2;
  const lid = [{ x: -long * 0.5, y: 0.02, w: half * 0.7, up: tall * 0.3, down: tall * 0.3, n: 3.2 }, { x: -long * 0.42, y: 0.01, w: half * 0.94, up: tall * 0.45, down: tall * 0.4, n: 3.6 }, { x: 0, y: 0, w: half, up: tall * 0.54, down: tall * 0.46, n: 3.6 }, { x: long * 0.42, y: 0, w: half * 0.92, up: tall * 0.42, down: tall * 0.42, n: 3.6 }, { x: long * 0.5, y: 0, w: half * 0.7, up: tall * 0.26, down: tall * 0.3, n: 3.2 }];
  const model = group(mesh(shell(lid, { along: 40, around: 52 }), coat), mesh(shell(lid.map((s) => ({ ...s, y: s.y - 0.02, w: s.w * 1.008, up: 0.008, down: 0.012 })), { along: 40 }), base), place(block(0.02, 0.04, wide * 0.52, 0.01, lens('#b3121c')), { at: [-long * 0.49, 0.035, 0] }), place(block(long * 0.8, 0.05, wide * 0.5, 0.02, base), { at: [0, -tall * 0.5, 0] }));
  model.add(mesh(shell([{ x: long * 0.46, y: 0.02, w: half * 0.6, up: 0.05, down: 0.06, n: 3 }, { x: long * 0.56, y: 0.02, w: half * 0.55, up: 0.045, down: 0.055, n: 3 }, { x: long * 0.58, y: 0.02, w: half * 0.4, up: 0.02, down: 0.03, n: 3 }], { along: 12 }), plastic('#26272a', 0.7)));
  return place(model, { at });
}

export function rack({ at: [x, y], long = 0.26, wide = 0.11, material = metal('black') }) {
  const model = group();
  for (const s of [-1, 1]) model.add(tube([[x + long * 0.6, y - 0.02, s * wide], [x + long * 0.3, y + 0.012, s * wide], [x - long * 0.45, y + 0.016, s * wide * 0.86], [x - long * 0.5, y + 0.016, s * wide * 0.5]], 0.0095, material));
  for (const k of [0.3, 0.02, -0.26]) model.add(rod([x + long * k, y + 0.012, -wide * 0.98], [x + long * k, y + 0.012, wide * 0.98], 0.008, material));
  model.add(place(block(long * 0.7, 0.008, wide * 1.3, 0.004, plastic()), { at: [x - 0.01, y + 0.02, 0] }));
  return model;
}

export function crashBars({ frame: [fx, fy], low: [lx, ly], crank: [cx, cy], engine = 0.165, wide = 0.22, material = metal('black'), r = 0.0125, upper = true }) {
  const model = group();
  for (const s of [-1, 1]) {
    const joint = ([x, y]) => model.add(rod([x, y, s * engine * 0.8], [x, y, s * (engine + 0.034)], 0.021, material), rod([x, y, s * (engine + 0.03)], [x, y, s * (engine + 0.04)], 0.011, metal('steel')));
    const under = [cx - 0.05, cy - 0.105], over = [cx - 0.09, cy + 0.105], end = [[lx - 0.06, ly + 0.035, s * wide * 0.9], [...under, s * (engine + 0.018)]];
    joint(under);
    if (!upper) model.add(tube([[lx, ly, s * 0.1], [lx + 0.02, ly + 0.03, s * wide * 0.86], ...end], r, material, { segments: 50 }));
    else {
      joint(over);
      // behind the shroud up to the frame, and down round the engine's front
      model.add(tube([[fx - 0.1, fy + 0.1, s * 0.11], [fx + 0.03, fy, s * 0.175], [fx + 0.05, fy - 0.08, s * 0.197], [lx + 0.07, ly + 0.21, s * wide], [lx + 0.035, ly + 0.08, s * wide], ...end], r, material, { segments: 90 }));
      model.add(tube([[lx + 0.072, ly + 0.215, s * wide], [cx + 0.05, ly + 0.265, s * wide], [...over, s * (engine + 0.018)]], r, material, { segments: 40 }));
    }
  }
  return model;
}
