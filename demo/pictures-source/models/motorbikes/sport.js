// Faired sports bikes: a pointed nose, a tall screen's low line, flanks that close in the engine, a short high tail.
import { carbon, metal, paint as coat } from '../../materials.js';
import { fuelCap, lettering, screen, seat, tailLamp } from '../../parts/bodywork.js';
import { tailArm } from '../../parts/chassis.js';
import { nose } from '../../parts/fairing.js';
import { dash, handlebar, indicator, mirror } from '../../parts/front-end.js';
import { both, mesh, onSurface, printed, rod, shell, surface } from '../../parts/panel.js';
import { accentOf, lettersOn, rolling } from '../../parts/rolling.js';

export const kind = 'motorbike';
export const details = () => [
  { target: [0.5, 0.85, -0.05], radius: 0.32, azimuth: 48, elevation: 8 },
  { target: [-0.45, 0.8, -0.05], radius: 0.34, azimuth: -30, elevation: 16 },
];

export function build({ paint, accent, params: p }) {
  const bike = rolling({ paint, accent, p: { subframeLong: 0.34, subframeHigh: 0.845, pegX: -0.06, pegY: -0.03, engineWide: 0.27, radiatorWide: 0.3, ...p } });
  const all = { ...bike, p, paint, accent, trim: coat(accentOf(accent, paint), 'gloss') };
  flanks(all);
  nose({ ...all, at: [bike.bones.onFork(bike.bones.fork - 0.06, 0.14)[0] + 0.02, bike.bones.head[1] - 0.03], style: p.lamp ?? 'fang', wide: p.noseWide ?? 0.175, long: p.noseLong ?? 1, ram: p.ram });
  tankAndTail(all);
  controls(all);
  return bike.model;
}

const WIDE = 0.208;
const upperFlank = ([hx, hy], w) => [
  [[hx - 0.2, hy - 0.1, 0.172], [hx - 0.02, hy - 0.035, w], [hx + 0.12, hy - 0.03, w * 1.02], [hx + 0.2, hy - 0.06, w * 0.86]],
  [[hx - 0.26, hy - 0.19, 0.185], [hx - 0.06, hy - 0.17, w * 1.12], [hx + 0.08, hy - 0.16, w * 1.12], [hx + 0.19, hy - 0.15, w * 0.86]],
  [[hx - 0.32, hy - 0.29, 0.19], [hx - 0.12, hy - 0.3, w * 1.1], [hx + 0.03, hy - 0.3, w * 1.06], [hx + 0.13, hy - 0.25, w * 0.82]],
];

function flanks({ model, p, bones, body, dark, trim, paint }) {
  const [hx, hy] = bones.head, w = WIDE, low = p.flankLow ?? 0.23, back = p.flankBack ?? 0.16, upper = upperFlank(bones.head, w);
  const side = mesh(surface(upper, { along: 36, across: 24, thickness: 0.006 }), body);
  model.add(both(side));
  const lower = [
    [[hx - 0.34, hy - 0.4, 0.176], [hx - 0.16, hy - 0.335, w * 1.03], [hx + 0.01, hy - 0.315, w * 1.02], [hx + 0.105, hy - 0.285, w * 0.8]],
    [[hx - 0.46, hy - 0.5, 0.178], [hx - 0.22, hy - 0.47, w * 1.06], [hx - 0.04, hy - 0.46, w * 1.0], [hx + 0.06, hy - 0.42, w * 0.78]],
    [[hx - 0.52 - back * 0.4, low + 0.1, 0.17], [hx - 0.3, low + 0.11, w * 0.96], [hx - 0.1, low + 0.13, w * 0.9], [hx + 0.005, low + 0.16, w * 0.7]],
    [[hx - 0.58 - back * 0.6, low + 0.005, 0.13], [hx - 0.34, low - 0.035, w * 0.7], [hx - 0.14, low - 0.02, w * 0.68], [hx - 0.03, low + 0.06, w * 0.5]],
    [[hx - 0.56 - back * 0.5, low - 0.03, 0.02], [hx - 0.36, low - 0.09, 0.03], [hx - 0.16, low - 0.075, 0.03], [hx - 0.06, low + 0.0, 0.02]],
  ];
  const belly = mesh(surface(lower, { along: 36, across: 34, thickness: 0.006 }), p.bellyDark ? dark : body);
  model.add(both(belly));
  // the vent between the two, with louvres, and a stripe in the second colour
  for (const [i, shift] of [0, 0.036, 0.072].entries()) model.add(both(mesh(surface([[[hx - 0.3 + shift * 1.6, hy - 0.3 - i * 0.004, 0.178], [hx - 0.12 + shift, hy - 0.315, w * 1.0]], [[hx - 0.34 + shift * 1.6, hy - 0.385 - i * 0.004, 0.17], [hx - 0.16 + shift, hy - 0.345, w * 0.98]]], { along: 10, across: 5, thickness: 0.004 }), dark)));
  const PRINTS = { bolt: [[[0.02, 0.2], [0.3, 0.2], [0.6, 0.18], [0.96, 0.12]], [[0.02, 0.34], [0.3, 0.34], [0.6, 0.28], [0.96, 0.16]]], wedge: [[[0.46, 0.03], [0.54, 0.2], [0.62, 0.4], [0.7, 0.62]], [[0.8, 0.03], [0.8, 0.2], [0.77, 0.4], [0.71, 0.62]]], sweep: [[[0.02, 0.42], [0.3, 0.4], [0.6, 0.36], [0.97, 0.3]], [[0.02, 0.62], [0.3, 0.6], [0.6, 0.54], [0.97, 0.36]]] };
  model.add(both(printed(lower, ...PRINTS[p.graphic ?? 'bolt'], trim)));
  const twin = (one) => { const model = one.clone(); model.scale.z = -1; return model; };
  const mirrored = twin(side);
  model.add(...lettering(p.mark ?? 'RAAM', 0.06, lettersOn(paint), (s) => [s > 0 ? side : mirrored], { at: [hx - (p.winglets ? 0.15 : 0.07), hy - (p.winglets ? 0.2 : 0.185), 0.2], tilt: 0.06 }));
  const under = twin(belly);
  model.add(...lettering(p.number ?? '1000', 0.036, p.bellyDark ? '#e8e8e8' : lettersOn(paint), (s) => [s > 0 ? belly : under], { at: p.graphic === 'sweep' ? [hx - 0.27, hy - 0.455, 0.19] : [hx - 0.3, hy - 0.58, 0.19], tilt: 0.08 }));
  if (p.winglets) for (const dy of [0, -0.09]) model.add(both(mesh(surface([[[hx + 0.18, hy - 0.1 + dy, w * 0.9], [hx + 0.08, hy - 0.075 + dy, w * 1.06]], [[hx + 0.14, hy - 0.12 + dy, w + 0.06], [hx + 0.05, hy - 0.095 + dy, w + 0.075]], [[hx + 0.13, hy - 0.16 + dy, w + 0.072], [hx + 0.05, hy - 0.145 + dy, w + 0.085]]], { along: 14, across: 14, thickness: 0.005 }), carbon())));
}

function tankAndTail({ model, p, bones, body, dark, paint, accent, trim }) {
  const [hx, hy] = bones.head, T = p.tankTop ?? 0, kick = p.tailKick ?? 0.04, L = p.tailLength ?? 1;
  const tank = [
    { x: hx - 0.02, y: hy - 0.07, w: 0.07, up: 0.03, down: 0.05, n: 2.8 }, { x: hx - 0.07, y: hy - 0.07, w: 0.14, up: 0.1 + T, down: 0.08, n: 2.9 }, { x: hx - 0.16, y: hy - 0.07, w: 0.172, up: 0.14 + T, down: 0.11, n: 3, waist: 0.1 },
    { x: hx - 0.27, y: hy - 0.08, w: 0.17, up: 0.135 + T, down: 0.13, n: 3, waist: 0.2 }, { x: hx - 0.37, y: hy - 0.1, w: 0.118, up: 0.1 + T * 0.6, down: 0.13, n: 2.7, waist: 0.15 }, { x: hx - 0.45, y: hy - 0.13, w: 0.092, up: 0.05, down: 0.1, n: 2.6 }, { x: hx - 0.49, y: hy - 0.15, w: 0.08, up: 0.015, down: 0.07, n: 2.6 },
  ];
  model.add(mesh(shell(tank, { along: 48, around: 56 }), body), fuelCap({ at: [hx - 0.17, hy + 0.068 + T, 0] }));
  model.add(mesh(surface([[[hx - 0.33, hy + 0.036 + T * 0.7, -0.05], [hx - 0.33, hy + 0.042 + T * 0.7, 0], [hx - 0.33, hy + 0.036 + T * 0.7, 0.05]], [[hx - 0.42, hy - 0.04, -0.045], [hx - 0.42, hy - 0.035, 0], [hx - 0.42, hy - 0.04, 0.045]]], { along: 10, across: 10, thickness: 0.003 }), dark));
  model.add(both(mesh(surface([[[hx - 0.3, hy - 0.19, 0.135], [hx - 0.46, hy - 0.17, 0.112], [hx - 0.62, hy - 0.12, 0.1]], [[hx - 0.34, hy - 0.29, 0.14], [hx - 0.48, hy - 0.28, 0.13], [hx - 0.6, hy - 0.2, 0.11]], [[hx - 0.42, hy - 0.36, 0.13], [hx - 0.5, hy - 0.38, 0.12], [hx - 0.58, hy - 0.3, 0.105]]], { along: 20, across: 14 }), dark)));
  const sx = hx - 0.45, sy = p.seatHeight ?? 0.825;
  model.add(seat([{ x: sx, y: sy - 0.01, w: 0.07, up: 0.026, down: 0.03, n: 2.8 }, { x: sx - 0.09, y: sy - 0.03, w: 0.1, up: 0.022, down: 0.03, n: 3 }, { x: sx - 0.19, y: sy - 0.033, w: 0.13, up: 0.022, down: 0.03, n: 3.2 }, { x: sx - 0.27, y: sy - 0.015, w: 0.13, up: 0.032, down: 0.03, n: 3.2 }, { x: sx - 0.31, y: sy + 0.03, w: 0.11, up: 0.03, down: 0.04, n: 3 }], { thread: accentOf(accent, paint) }));
  const end = sx - 0.64 * L;
  model.add(mesh(shell([
    { x: sx - 0.1, y: sy - 0.07, w: 0.1, up: 0.014, down: 0.03, n: 3 }, { x: sx - 0.22, y: sy - 0.065, w: 0.132, up: 0.03, down: 0.05, n: 3 }, { x: sx - 0.34, y: sy + 0.0 + kick * 0.3, w: 0.128, up: 0.05, down: 0.056, n: 2.9, waist: 0.2 },
    { x: sx - 0.46, y: sy + 0.05 + kick * 0.8, w: 0.1, up: 0.052, down: 0.045, n: 2.7, waist: 0.3 }, { x: sx - 0.57 * L, y: sy + 0.085 + kick * 1.2, w: 0.066, up: 0.034, down: 0.026, n: 2.6, waist: 0.3 }, { x: end, y: sy + 0.108 + kick * 1.5, w: 0.03, up: 0.01, down: 0.008, n: 2.6 },
  ], { along: 44, around: 44 }), body));
  // A white hump would be lost against a white page.
  if (p.solo || p.hump) model.add(mesh(shell([{ x: sx - 0.28, y: sy + 0.02, w: 0.096, up: 0.012, down: 0.03, n: 3 }, { x: sx - 0.32, y: sy + 0.05 + kick * 0.3, w: 0.108, up: 0.07, down: 0.04, n: 2.8 }, { x: sx - 0.42, y: sy + 0.075 + kick * 0.8, w: 0.088, up: 0.062, down: 0.03, n: 2.6 }, { x: sx - 0.54 * L, y: sy + 0.1 + kick * 1.2, w: 0.05, up: 0.03, down: 0.02, n: 2.5 }, { x: sx - 0.58 * L, y: sy + 0.11 + kick * 1.3, w: 0.02, up: 0.008, down: 0.01, n: 2.5 }], { along: 30 }), lettersOn(accentOf(accent, paint)) === '#17181b' ? body : trim));
  else model.add(seat([{ x: sx - 0.3, y: sy + 0.05, w: 0.085, up: 0.02, down: 0.03, n: 3 }, { x: sx - 0.33, y: sy + 0.065 + kick * 0.3, w: 0.095, up: 0.045, down: 0.03, n: 3 }, { x: sx - 0.43, y: sy + 0.09 + kick * 0.8, w: 0.088, up: 0.042, down: 0.03, n: 3 }, { x: sx - 0.52 * L, y: sy + 0.11 + kick * 1.15, w: 0.06, up: 0.034, down: 0.03, n: 2.8 }, { x: sx - 0.55 * L, y: sy + 0.118 + kick * 1.25, w: 0.035, up: 0.012, down: 0.02, n: 2.6 }], { thread: accentOf(accent, paint), along: 28 }));
  model.add(tailLamp({ at: [end + 0.016, sy + 0.096 + kick * 1.45, 0], wide: 0.04, style: p.tailLight ?? 'twin', turn: -0.35 }));
  model.add(tailArm({ from: [sx - 0.46, sy + 0.03 + kick * 0.8], out: sx - 0.76, axle: bones.rearAxle }));
}

function controls({ model, p, bones }) {
  const [tx, ty] = bones.top, [hx, hy] = bones.head, up = p.barRise ?? -0.005;
  model.add(handlebar({ at: [tx, ty + up], clip: 0.104, half: 0.345, rise: 0.0, back: 0.12, drop: 0.02 }));
  model.add(dash({ at: [tx + 0.015, ty + 0.046, 0], wide: 0.15, tall: 0.08, lean: -0.62 }));
  const u = p.screenUp ?? 0, foot = bones.onFork(bones.fork - 0.06, 0.14)[0] + 0.02, y = hy - 0.03;
  model.add(screen([[foot + 0.05, y + 0.046, 0.075], [foot - 0.03, y + 0.098, 0.115], [foot - 0.12, y + 0.15 + u * 0.6, 0.132], [foot - 0.21, y + 0.178 + u, 0.112]], { bow: 0.075, tint: p.screenTint ?? '#101317', opacity: 0.5 }));
  for (const s of [-1, 1]) model.add(mirror({ from: [foot - 0.06, hy - 0.004, s * 0.135], to: [foot - 0.07, hy + 0.11, s * 0.33], side: s, wide: 0.075, tall: 0.034 }), rod([foot - 0.06, hy - 0.004, s * 0.132], [foot - 0.059, hy + 0.02, s * 0.143], 0.012, metal('black'), { end: 0.008 }));
  const [ix, iy, iz] = onSurface(upperFlank(bones.head, WIDE), p.winglets ? 0.5 : 0.8, p.winglets ? 0.88 : 0.66);
  for (const s of [-1, 1]) model.add(indicator({ at: [ix, iy, s * (iz - 0.014)], side: s }));
}
