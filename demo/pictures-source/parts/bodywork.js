// Seats, lamps, screens, tails and the small things that make bodywork look finished.
import * as THREE from 'three';
import { chrome, fabric, glass, leather, lens, light, metal, pane, plastic } from '../materials.js';
import { block, both, decal, group, lay, mesh, onSurface, place, shell, shellPoint, stitches, surface, tube, turned, v } from './panel.js';

// A seat: leather over a shell, a gripping inlay on top, seams with thread of the accent colour.
export function seat(stations, { colour = '#242426', thread = '#8b8e93', seams = [0.22, 0.78], inlay = true, cross = [], along = 46 } = {}) {
  const model = group(mesh(shell(stations, { along, around: 48 }), leather(colour)));
  const line = (t) => Array.from({ length: 24 }, (_, i) => shellPoint(stations, 0.03 + 0.94 * (i / 23), t * Math.PI).add(v(0, 0.0006, 0)));
  for (const t of seams) model.add(stitches(line(t), leather(thread)));
  for (const c of cross) model.add(stitches(Array.from({ length: 20 }, (_, i) => shellPoint(stations, c, (0.12 + 0.76 * (i / 19)) * Math.PI).add(v(0, 0.0008, 0))), leather(thread)));
  if (inlay) {
    const rows = [0.3, 0.4, 0.5, 0.6, 0.7].map((t) => Array.from({ length: 20 }, (_, i) => shellPoint(stations, 0.1 + 0.78 * (i / 19), t * Math.PI).add(v(0, 0.0018, 0))));
    model.add(mesh(surface(rows, { along: 40, across: 12, thickness: 0.0015 }), fabric('#2b2c2f')));
  }
  return model;
}

// A projector lens in a bright ring, looking towards +x.
export function projector({ at, radius = 0.028, lit = true, ring = chrome() }) {
  return place(group(
    mesh(new THREE.TorusGeometry(radius, radius * 0.12, 10, 40).rotateY(Math.PI / 2), ring),
    mesh(new THREE.SphereGeometry(radius * 0.9, 28, 18).scale(0.5, 1, 1), lit ? light('#f4f8ff', 1.5) : glass('#223', 0.8)),
    mesh(new THREE.CylinderGeometry(radius * 1.15, radius * 1.3, 0.03, 36).rotateZ(-Math.PI / 2), metal('black'), { at: [-0.018, 0, 0] })), { at });
}

export function roundLamp({ at, radius = 0.088, ring = metal('black'), style = 'halo', lean = -0.05 }) {
  const bowl = [[0, -0.11], [radius * 0.5, -0.1], [radius * 0.86, -0.06], [radius * 0.99, -0.01], [radius, 0.012]];
  const model = group(turned(bowl, ring), turned([[radius * 0.9, 0.018], [radius * 1.03, 0.012], [radius * 1.03, -0.006], [radius * 0.98, -0.012]], chrome()), turned([[0, 0.0], [radius * 0.92, 0.006]], metal('black')));
  model.add(mesh(new THREE.TorusGeometry(radius * 0.8, radius * 0.055, 10, 60), light('#f2f7ff', 2.4), { at: [0, 0, 0.012] }));
  if (style === 'halo') model.add(place(block(radius * 1.45, radius * 0.13, 0.014, 0.005, light('#f2f7ff', 1.6)), { at: [0, 0, 0.012] }));
  for (const y of [-0.34, 0.34]) for (const x of [-0.22, 0.22]) model.add(mesh(new THREE.SphereGeometry(radius * 0.2, 20, 14).scale(1, 1, 0.5), light('#dfe9f7', 0.75), { at: [x * radius, y * radius, 0.01] }));
  model.add(mesh(new THREE.SphereGeometry(radius * 1.5, 40, 16, 0, Math.PI * 2, 0, Math.asin(0.62)).rotateX(Math.PI / 2).translate(0, 0, -radius * 1.5 * Math.cos(Math.asin(0.62)) + 0.016), glass('#c8d4df', 0.16)));
  return place(group(place(model, { turn: [0, Math.PI / 2, 0] })), { at, turn: [0, 0, lean] });
}

// A modern mask: a faceted painted brow over a dark face with a drawn light signature and low projectors.
export function maskLamp({ at, wide = 0.1, tall = 0.1, long = 0.16, coat, style = 'fang', lean = 0, dark = plastic('#101114', 0.16) }) {
  const model = group(), glow = light('#f3f8ff', 2.6), w = wide, t = tall;
  // the dark face: edge lines from the brow's rim down to the chin, receding
  const lines = [
    [[-0.035, t * 0.42, -w * 1.0], [0.02, t * 0.36, -w * 0.62], [0.05, t * 0.28, 0], [0.02, t * 0.36, w * 0.62], [-0.035, t * 0.42, w * 1.0]],
    [[-0.04, t * 0.05, -w * 0.98], [0.03, -t * 0.02, -w * 0.56], [0.062, -t * 0.06, 0], [0.03, -t * 0.02, w * 0.56], [-0.04, t * 0.05, w * 0.98]],
    [[-0.05, -t * 0.4, -w * 0.72], [0.018, -t * 0.5, -w * 0.4], [0.046, -t * 0.52, 0], [0.018, -t * 0.5, w * 0.4], [-0.05, -t * 0.4, w * 0.72]],
    [[-0.075, -t * 0.85, -w * 0.4], [-0.02, -t * 0.98, -w * 0.22], [0.0, -t * 1.0, 0], [-0.02, -t * 0.98, w * 0.22], [-0.075, -t * 0.85, w * 0.4]],
  ];
  model.add(mesh(surface(lines, { along: 36, across: 24, thickness: 0.01 }), dark));
  model.add(mesh(shell([{ x: -long, y: t * 0.1, w: w * 0.6, up: t * 0.5, down: t * 0.5, n: 4 }, { x: -0.055, y: 0, w: w * 0.92, up: t * 0.5, down: t * 0.7, n: 3.4 }, { x: -0.03, y: 0, w: w * 0.8, up: t * 0.38, down: t * 0.65, n: 3 }], { along: 16, around: 36 }), plastic()));
  const brow = surface([
    [[0.068, t * 0.26, 0], [0.034, t * 0.34, w * 0.62], [-0.024, t * 0.4, w * 1.04], [-long * 0.9, t * 0.3, w * 1.06]],
    [[0.056, t * 0.4, 0], [0.026, t * 0.5, w * 0.6], [-0.034, t * 0.62, w * 0.98], [-long * 0.9, t * 0.62, w * 1.0]],
    [[0.012, t * 0.66, 0], [-0.016, t * 0.76, w * 0.5], [-0.06, t * 0.88, w * 0.72], [-long * 0.95, t * 0.92, w * 0.7]],
    [[-0.06, t * 0.98, 0], [-0.07, t * 1.0, w * 0.3], [-0.09, t * 1.02, w * 0.42], [-long, t * 1.06, w * 0.4]],
  ], { along: 30, across: 22, thickness: 0.006 });
  model.add(both(mesh(brow, coat ?? dark)), mesh(surface([[[-0.055, t * 0.95, -0.02], [-0.055, t * 0.95, 0.02]], [[-long, t * 1.05, -w * 0.4], [-long, t * 1.05, w * 0.4]]], { along: 6, across: 6 }), dark));
  const SIGNS = { // strokes on the face: along it from its middle (0) to its edge (1), and down it
    fang: [[[0.98, 0.1], [0.66, 0.16], [0.5, 0.34], [0.44, 0.62]]], slit: [[[0.98, 0.2], [0.6, 0.26], [0.2, 0.34]]],
    claw: [[[0.98, 0.08], [0.7, 0.12], [0.5, 0.2]], [[0.98, 0.28], [0.66, 0.36], [0.5, 0.56], [0.4, 0.82]]],
    bar: [[[0.98, 0.1], [0.5, 0.11], [0, 0.11]]], chin: [[[0.98, 0.34], [0.72, 0.56], [0.46, 0.78], [0.2, 0.9]]],
  };
  for (const sign of SIGNS[style] ?? SIGNS.fang) for (const s of [-1, 1]) model.add(tube(sign.map(([u, d]) => onSurface(lines, 0.5 + s * u * 0.5, d, [0.0105, 0, s * 0.003])), (q) => 0.0042 + 0.003 * Math.sin(Math.PI * q), glow, { radial: 8 }));
  if (style === 'slit' || style === 'bar' || style === 'chin') model.add(projector({ at: [0.066, -t * 0.22, 0], radius: 0.027 }));
  else for (const s of [-1, 1]) model.add(projector({ at: [0.056, -t * 0.3, s * w * 0.24], radius: 0.019 }));
  return place(group(model), { at, turn: [0, 0, lean] });
}

// Two separate lamps side by side under a small brow.
export function twinLamp({ at, radius = 0.05, gap = 0.066, coat, lean = -0.1 }) {
  const model = group();
  for (const s of [-1, 1]) {
    const lamp = group(mesh(shell([{ x: -0.1, y: 0, w: radius * 0.5, up: radius * 0.5, down: radius * 0.5 }, { x: -0.05, y: 0, w: radius * 0.98, up: radius, down: radius, n: 2.3 }, { x: 0.012, y: 0, w: radius * 1.12, up: radius * 1.05, down: radius * 1.1, n: 2.3, lean: -0.25 }, { x: 0.02, y: 0, w: radius * 0.98, up: radius * 0.9, down: radius * 0.95, n: 2.3, lean: -0.25 }], { along: 24 }), coat ?? plastic()));
    lamp.add(projector({ at: [0.02, 0, 0], radius: radius * 0.58 }), tube(Array.from({ length: 12 }, (_, i) => { const a = Math.PI * (0.05 + 0.9 * (i / 11)); return [0.022 - 0.25 * Math.sin(a) * radius * 0.85, Math.sin(a) * radius * 0.85, Math.cos(a) * radius * 0.9]; }), 0.0045, light('#f3f8ff', 2.6)));
    model.add(place(lamp, { at: [0, 0, s * gap], turn: [0, -s * 0.16, 0] }));
  }
  return place(group(model), { at, turn: [0, 0, lean] });
}

// A windscreen: a curved sheet; `edge` lists [x, y, half width] from its foot to its top.
export function screen(edge, { tint = '#11151a', opacity = 0.46, bow = 0.06 } = {}) {
  const rows = edge.map(([x, y, w]) => [-1, -0.6, 0, 0.6, 1].map((s) => [x - bow * s * s, y, s * w]));
  return group(mesh(surface(rows, { along: 28, across: 18, thickness: 0 }), pane(tint, opacity)), tube([...rows.map((r) => r[0]), ...rows.at(-1).slice(1, -1), ...rows.map((r) => r.at(-1)).reverse()], 0.0022, glass(tint, 0.8), { segments: 70, radial: 8 }));
}

export function tailLamp({ at, wide = 0.05, tall = 0.02, deep = 0.03, turn = 0, style = 'bar' }) {
  const glow = lens('#d3121f'), model = group(place(block(deep, tall * 1.5, wide * 2.1, 0.008, plastic('#141416', 0.3)), { at: [deep * 0.2, 0, 0] }));
  if (style === 'bar') model.add(place(block(deep, tall, wide * 2, 0.007, glow), { at: [-deep * 0.2, 0, 0] }), place(block(deep, tall * 0.22, wide * 1.7, 0.002, light('#ff3a3a', 2.2)), { at: [-deep * 0.22 - 0.001, 0, 0] }));
  else if (style === 'twin') for (const s of [-1, 1]) model.add(place(block(deep, tall, wide * 0.8, 0.007, glow), { at: [-deep * 0.2, 0, s * wide * 0.56], turn: [s * 0.35, 0, 0] }), place(block(deep, tall * 0.25, wide * 0.6, 0.002, light('#ff3a3a', 2.2)), { at: [-deep * 0.22, 0, s * wide * 0.56], turn: [s * 0.35, 0, 0] }));
  else model.add(mesh(new THREE.TorusGeometry(tall, tall * 0.35, 12, 40).rotateY(Math.PI / 2), glow, { at: [-deep * 0.3, 0, 0] }));
  return place(group(model), { at, turn: [0, 0, turn] });
}

// Two-sided lettering on a panel that has its mirror image: one decal for each side, so that both read rightly.
export function lettering(text, height, colour, target, { at, tilt = 0, stretch = 1, font, face = 0 }) {
  return [-1, 1].map((side) => {
    const sticker = place(decal(text, height, colour, { stretch, outline: new THREE.Color(colour).getHSL({}).l > 0.5 ? '#15171a' : '#f4f5f6', ...(font && { font }) }), { at: [at[0], at[1], side * (Math.abs(at[2]) + 0.12)] });
    sticker.rotation.set(0, side < 0 ? Math.PI : 0, 0);
    sticker.rotateX(face * -1);
    sticker.rotateZ(side < 0 ? -tilt : tilt);
    return lay(sticker, target(side), 0.0045); // above the printed fields
  });
}

// A fuel cap flush in the tank's top.
export const fuelCap = ({ at, radius = 0.042, tilt = 0 }) => place(group(mesh(new THREE.CylinderGeometry(radius, radius * 1.05, 0.014, 44), metal('dark')), mesh(new THREE.CylinderGeometry(radius * 0.78, radius * 0.78, 0.017, 44), metal('alu')), place(block(0.03, 0.006, 0.012, 0.003, metal('black')), { at: [0, 0.009, 0] })), { at, turn: [0, 0, tilt] });
