// Touring bikes: a full fairing with lower flanks, a tall screen, a deep seat for two and luggage in the paint's colour.
import { metal, paint as coat, plastic } from '../../materials.js';
import { fuelCap, lettering, screen, seat, tailLamp } from '../../parts/bodywork.js';
import { tailArm } from '../../parts/chassis.js';
import { nose } from '../../parts/fairing.js';
import { dash, handlebar, indicator, mirror } from '../../parts/front-end.js';
import { shellCase, topCase } from '../../parts/luggage.js';
import { both, mesh, onSurface, printed, rod, shell, surface } from '../../parts/panel.js';
import { accentOf, lettersOn, rolling } from '../../parts/rolling.js';

export const kind = 'motorbike';
export const details = () => [
  { target: [0.5, 0.98, 0], radius: 0.38, azimuth: 46, elevation: 10 },
  { target: [-0.5, 0.8, -0.1], radius: 0.45, azimuth: -20, elevation: 14 },
];

export function build({ paint, accent, params: p }) {
  const bike = rolling({ paint, accent, p: { wheelbase: 1.5, rake: 25, front: 0.302, rear: 0.315, fork: 0.74, tread: 'touring', engineWide: 0.3, exhaustTwin: p.big, pivotHigh: 0.44, crankHigh: 0.45, ...p } });
  const all = { ...bike, p, paint, accent, second: coat(p.second ?? accentOf(accent, paint), 'gloss') }, [hx, hy] = bike.bones.head, big = p.big ? 1 : 0;
  const at = [bike.bones.onFork(bike.bones.fork - 0.06, 0.16)[0], hy - 0.0];
  nose({ ...all, at, style: p.lamp ?? 'brow', wide: 0.215 + big * 0.03, long: p.noseLong ?? 0.9, ram: false, tall: 1.1 });
  flanks(all);
  middle(all);
  const S = p.screenTall ?? 0.3, w = 0.17 + big * 0.03;
  bike.model.add(screen([[at[0] + 0.045, at[1] + 0.055, w * 0.7], [at[0] - 0.01, at[1] + 0.1, w * 1.02], [at[0] - 0.09, at[1] + 0.06 + S * 0.66, w * 1.08], [at[0] - 0.17, at[1] + 0.06 + S, w * 0.82]], { bow: 0.1, tint: '#3a434c', opacity: 0.3 }));
  const [tx, ty] = bike.bones.top;
  bike.model.add(handlebar({ at: [tx - 0.02, ty + 0.03], half: 0.39, rise: 0.08, back: 0.17, risers: 0.05, reservoirs: 'both' }), dash({ at: [tx + 0.07, ty + 0.09, 0], wide: 0.24, tall: 0.12, lean: -0.55 }));
  for (const s of [-1, 1]) bike.model.add(mirror({ from: [at[0] - 0.06, at[1] + 0.02, s * (w - 0.01)], to: [at[0] - 0.12, at[1] + 0.075, s * (w + 0.19)], side: s, wide: 0.085, tall: 0.045, material: coat(paint) }), rod([at[0] - 0.06, at[1] + 0.016, s * (w - 0.014)], [at[0] - 0.06, at[1] + 0.042, s * (w + 0.012)], 0.014, metal('black'), { end: 0.009 }));
  const [ix, iy, iz] = onSurface(upperFlank(bike.bones.head, p), 0.92, 0.52);
  for (const s of [-1, 1]) bike.model.add(indicator({ at: [ix, iy, s * (iz - 0.014)], side: s }));
  return bike.model;
}

const flankWide = (p) => (p.big ? 0.255 : 0.225);
function upperFlank([hx, hy], p) {
  const w = flankWide(p);
  return [
    [[hx - 0.28, hy - 0.13, 0.18], [hx - 0.1, hy - 0.04, w * 0.98], [hx + 0.08, hy + 0.0, w], [hx + 0.17, hy - 0.02, w * 0.9]],
    [[hx - 0.3, hy - 0.21, 0.19], [hx - 0.12, hy - 0.17, w * 1.08], [hx + 0.05, hy - 0.15, w * 1.08], [hx + 0.18, hy - 0.14, w * 0.88]],
    [[hx - 0.3, hy - 0.3, 0.19], [hx - 0.16, hy - 0.31, w * 1.06], [hx + 0.0, hy - 0.32, w * 1.04], [hx + 0.12, hy - 0.27, w * 0.84]],
    [[hx - 0.28, hy - 0.38, 0.185], [hx - 0.18, hy - 0.42, w * 1.0], [hx - 0.05, hy - 0.43, w * 0.98], [hx + 0.06, hy - 0.38, w * 0.8]],
  ];
}

function flanks({ model, p, bones, body, dark, second, paint, crank }) {
  const [hx, hy] = bones.head, w = flankWide(p), upper = upperFlank(bones.head, p);
  const side = mesh(surface(upper, { along: 34, across: 26, thickness: 0.006 }), body), flip = side.clone();
  flip.scale.z = -1;
  model.add(both(side), ...lettering(p.mark ?? 'RAAM', 0.06, lettersOn(paint), (s) => [s > 0 ? side : flip], { at: [hx - (p.big ? 0.03 : 0.05), hy - 0.15, 0.22], tilt: 0.05 }));
  model.add(both(mesh(surface([
    [[hx - 0.26, hy - 0.37, 0.19], [hx - 0.18, hy - 0.415, w], [hx - 0.05, hy - 0.425, w * 0.98], [hx + 0.06, hy - 0.375, w * 0.8]],
    [[hx - 0.34, hy - 0.52, 0.18], [hx - 0.22, hy - 0.56, w * 0.92], [hx - 0.1, hy - 0.57, w * 0.88], [hx + 0.0, hy - 0.53, w * 0.7]],
    [[crank[0] - 0.2, 0.27, 0.15], [crank[0] - 0.04, 0.235, w * 0.72], [crank[0] + 0.1, 0.25, w * 0.68], [crank[0] + 0.2, 0.32, w * 0.5]],
    [[crank[0] - 0.2, 0.22, 0.05], [crank[0] - 0.04, 0.19, 0.06], [crank[0] + 0.1, 0.21, 0.05], [crank[0] + 0.17, 0.28, 0.04]],
  ], { along: 30, across: 26, thickness: 0.006 }), p.lowerPaint ? second : p.lowerBody ? body : dark)));
  // The model's number and, where the fairing ends above the belly, a line that follows it: many points, so that it never dips below the bulge.
  const line = (t) => Array.from({ length: 10 }, (_, i) => [0.05 + i * 0.1, t + 0.012 * i - 0.00012 * i ** 3]);
  if (!p.big) model.add(both(printed(upper, line(0.66), line(0.685), second)));
  model.add(...lettering(p.big ? '1300' : '800', 0.036, lettersOn(paint), (s) => [s > 0 ? side : flip], { at: [hx - (p.big ? 0.065 : 0.085), hy - 0.235, 0.22], tilt: 0.05 }));
  model.add(both(mesh(surface([[[hx - 0.32, hy - 0.24, 0.13], [hx - 0.5, hy - 0.2, 0.12], [hx - 0.68, hy - 0.13, 0.115]], [[hx - 0.36, hy - 0.34, 0.14], [hx - 0.52, hy - 0.3, 0.14], [hx - 0.68, hy - 0.22, 0.12]], [[hx - 0.42, hy - 0.42, 0.13], [hx - 0.52, hy - 0.43, 0.13], [hx - 0.64, hy - 0.34, 0.12]]], { along: 20, across: 14 }), p.sideBody ? body : dark)));
  if (p.big) for (const s of [-1, 1]) model.add(rod([crank[0] + 0.06, crank[1] + 0.12, s * 0.1], [crank[0] + 0.06, crank[1] + 0.12, s * 0.24], 0.045, metal('dark')));
}

function middle({ model, p, bones, body, paint, accent }) {
  const [hx, hy] = bones.head, big = p.big ? 1 : 0, thread = accentOf(accent, paint);
  model.add(mesh(shell([
    { x: hx - 0.03, y: hy - 0.08, w: 0.08, up: 0.03, down: 0.06, n: 2.8 }, { x: hx - 0.09, y: hy - 0.08, w: 0.15, up: 0.1, down: 0.09, n: 2.8 }, { x: hx - 0.19, y: hy - 0.085, w: 0.185, up: 0.135, down: 0.12, n: 2.8, waist: 0.1 },
    { x: hx - 0.31, y: hy - 0.1, w: 0.175, up: 0.125, down: 0.13, n: 2.8, waist: 0.15 }, { x: hx - 0.42, y: hy - 0.13, w: 0.12, up: 0.085, down: 0.12, n: 2.6 }, { x: hx - 0.5, y: hy - 0.16, w: 0.09, up: 0.025, down: 0.08, n: 2.6 },
  ], { along: 46, around: 52 }), body), fuelCap({ at: [hx - 0.19, hy + 0.047, 0] }));
  const sx = hx - 0.46, sy = hy - 0.155 + (p.seatUp ?? 0);
  model.add(seat([{ x: sx + 0.02, y: sy + 0.02, w: 0.07, up: 0.03, down: 0.04, n: 2.8 }, { x: sx - 0.08, y: sy, w: 0.12, up: 0.035, down: 0.05, n: 3 }, { x: sx - 0.22, y: sy - 0.008, w: 0.165, up: 0.038, down: 0.055, n: 3 }, { x: sx - 0.33, y: sy + 0.008, w: 0.165, up: 0.05, down: 0.055, n: 3 }, { x: sx - 0.385, y: sy + 0.05, w: 0.14, up: 0.045, down: 0.06, n: 3 }], { thread, colour: p.seatColour }));
  model.add(seat([{ x: sx - 0.36, y: sy + 0.05, w: 0.12, up: 0.03, down: 0.03, n: 3 }, { x: sx - 0.4, y: sy + 0.06, w: 0.15, up: 0.06, down: 0.04, n: 3 }, { x: sx - 0.55, y: sy + 0.068, w: 0.15, up: 0.058, down: 0.04, n: 3 }, { x: sx - 0.68, y: sy + 0.085, w: 0.125, up: 0.05, down: 0.035, n: 3 }, { x: sx - 0.72, y: sy + 0.09, w: 0.1, up: 0.015, down: 0.03, n: 3 }], { thread, along: 30, colour: p.seatColour }));
  model.add(mesh(shell([{ x: sx - 0.1, y: sy - 0.07, w: 0.11, up: 0.02, down: 0.05, n: 3 }, { x: sx - 0.3, y: sy - 0.05, w: 0.15, up: 0.04, down: 0.09, n: 3 }, { x: sx - 0.52, y: sy + 0.0, w: 0.15, up: 0.05, down: 0.1, n: 3 }, { x: sx - 0.72, y: sy + 0.04, w: 0.125, up: 0.045, down: 0.07, n: 2.8 }, { x: sx - 0.83, y: sy + 0.06, w: 0.08, up: 0.02, down: 0.03, n: 2.6 }], { along: 36 }), body));
  model.add(tailLamp({ at: [sx - 0.82, sy + 0.04, 0], wide: 0.07, tall: 0.026, style: 'bar', turn: -0.1 }));
  model.add(both(rod([sx - 0.5, sy + 0.09, 0.16], [sx - 0.74, sy + 0.12, 0.13], 0.012, p.chromeTrim ? metal('alu') : metal('black'))));
  model.add(tailArm({ from: [sx - 0.66, sy], out: sx - 0.94, axle: bones.rearAxle }));
  if (p.cases !== false) for (const s of [-1, 1]) {
    model.add(shellCase({ at: [bones.rearAxle[0] + 0.05, sy - 0.16, s * (0.27 + big * 0.02)], side: s, long: 0.54 + big * 0.06, tall: 0.36 + big * 0.04, wide: 0.22 + big * 0.03, coat: body, tilt: -0.06 }));
    for (const k of [0.12, -0.12]) model.add(rod([bones.rearAxle[0] + k, sy - 0.1, s * 0.1], [bones.rearAxle[0] + k, sy - 0.1, s * 0.22], 0.01, plastic()));
  }
  if (p.topCase) {
    model.add(topCase({ at: [sx - 0.8, sy + 0.225, 0], coat: body, tall: 0.32, wide: 0.54, long: 0.42 }));
    for (const s of [-1, 1]) model.add(rod([sx - 0.7, sy + 0.05, s * 0.1], [sx - 0.84, sy + 0.13, s * 0.1], 0.012, metal('black')));
  }
}
