// Long-legged travel bikes: a beak, a tall screen, a wide tank, protection everywhere.
import { metal, paint as coat, plastic } from '../../materials.js';
import { fuelCap, lettering, maskLamp, screen, seat, tailLamp } from '../../parts/bodywork.js';
import { tailArm } from '../../parts/chassis.js';
import { dash, handlebar, indicator } from '../../parts/front-end.js';
import { aluCase, crashBars, rack, topCase } from '../../parts/luggage.js';
import { both, mesh, printed, rod, shell, surface } from '../../parts/panel.js';
import { accentOf, lettersOn, rolling } from '../../parts/rolling.js';

export const kind = 'motorbike';
export const details = () => [
  { target: [0.55, 1.05, 0], radius: 0.36, azimuth: 48, elevation: 8 },
  { target: [0.08, 0.55, -0.1], radius: 0.36, azimuth: 28, elevation: 4 },
];

export function build({ paint, accent, params: p }) {
  const bike = rolling({ paint, accent, p: {
    wheelbase: 1.53, rake: 25.5, front: 0.338, rear: 0.328, fork: 0.82, frontTyre: 0.11, rearTyre: 0.15, frontRim: 0.242, tread: 'trail', spokes: true, exhaust: 'high', pivotHigh: 0.48, crankHigh: 0.49,
    radiatorHigh: 0.74, frontGuard: p.highGuard ? 'none' : undefined, lowerLength: 0.34, forkSpread: 0.102, subframeHigh: 0.93, hugger: false, ...p } });
  const all = { ...bike, p, paint, accent, second: coat(p.second ?? accentOf(accent, paint), 'gloss') };
  tank(all);
  front(all);
  rear(all);
  return bike.model;
}

function tank({ model, p, bones, body, dark, second, paint, crank, pivot }) {
  const [hx, hy] = bones.head, W = p.tankWide ?? 1, T = p.tankTop ?? 0;
  model.add(mesh(shell([
    { x: hx - 0.0, y: hy - 0.08, w: 0.07, up: 0.03, down: 0.06, n: 2.8 }, { x: hx - 0.06, y: hy - 0.075, w: 0.14 * W, up: 0.09 + T, down: 0.09, n: 2.8 }, { x: hx - 0.16, y: hy - 0.08, w: 0.18 * W, up: 0.13 + T, down: 0.12, n: 2.9, waist: 0.1 },
    { x: hx - 0.29, y: hy - 0.1, w: 0.17 * W, up: 0.12 + T, down: 0.13, n: 2.8, waist: 0.2 }, { x: hx - 0.4, y: hy - 0.13, w: 0.115, up: 0.085 + T * 0.5, down: 0.12, n: 2.6 }, { x: hx - 0.48, y: hy - 0.165, w: 0.085, up: 0.03, down: 0.08, n: 2.6 },
  ], { along: 46, around: 52 }), body), fuelCap({ at: [hx - 0.16, hy + 0.048 + T, 0] }));
  // shrouds that run from the seat round the radiator, with a darker lower half
  const reach = p.reach ?? 0.13;
  const lines = [
    [[hx - 0.36, hy - 0.1, 0.145], [hx - 0.2, hy - 0.03, 0.19 * W], [hx - 0.02, hy + 0.0, 0.215 * W], [hx + reach, hy - 0.05, 0.185 * W]],
    [[hx - 0.37, hy - 0.17, 0.155], [hx - 0.21, hy - 0.13, 0.21 * W], [hx - 0.04, hy - 0.11, 0.24 * W], [hx + reach * 0.95, hy - 0.11, 0.2 * W]],
    [[hx - 0.35, hy - 0.23, 0.15], [hx - 0.22, hy - 0.22, 0.205 * W], [hx - 0.07, hy - 0.22, 0.235 * W], [hx + reach * 0.75, hy - 0.19, 0.2 * W]],
    [[hx - 0.31, hy - 0.28, 0.145], [hx - 0.22, hy - 0.3, 0.19 * W], [hx - 0.1, hy - 0.31, 0.21 * W], [hx + reach * 0.4, hy - 0.28, 0.19 * W]],
  ];
  const flank = mesh(surface(lines, { along: 34, across: 24, thickness: 0.006 }), body), flip = flank.clone();
  flip.scale.z = -1;
  model.add(both(flank));
  model.add(both(mesh(surface([
    [[hx - 0.29, hy - 0.275, 0.15], [hx - 0.2, hy - 0.295, 0.192 * W], [hx - 0.08, hy - 0.3, 0.207 * W], [hx + reach * 0.26, hy - 0.284, 0.176 * W]],
    [[hx - 0.24, hy - 0.36, 0.15], [hx - 0.17, hy - 0.38, 0.186], [hx - 0.08, hy - 0.385, 0.2], [hx + reach * 0.2, hy - 0.36, 0.182]],
    [[hx - 0.18, hy - 0.44, 0.14], [hx - 0.12, hy - 0.46, 0.166], [hx - 0.06, hy - 0.455, 0.172], [hx + reach * 0.02, hy - 0.43, 0.16]],
  ], { along: 26, across: 18, thickness: 0.005 }), p.lowerPaint ? second : dark)));
  const print = { band: [[[0.04, 0.42], [0.35, 0.5], [0.7, 0.52], [0.98, 0.5]], [[0.1, 0.7], [0.35, 0.74], [0.7, 0.74], [0.98, 0.7]]], slash: [[[0.16, 0.02], [0.22, 0.34], [0.31, 0.68], [0.41, 0.97]], [[0.29, 0.02], [0.37, 0.34], [0.47, 0.68], [0.59, 0.97]]], nose: [[[0.82, 0.02], [0.8, 0.34], [0.76, 0.68], [0.7, 0.97]], [[0.995, 0.02], [0.995, 0.34], [0.995, 0.68], [0.995, 0.97]]] }[p.graphic ?? 'band'];
  model.add(both(printed(lines, ...print, second)));
  model.add(...lettering(p.mark ?? 'RAAM', 0.055, lettersOn(paint), (s) => [s > 0 ? flank : flip], { at: p.graphic === 'nose' ? [hx - 0.13, hy - 0.09, 0.2] : [hx - 0.07, hy - 0.075, 0.22], tilt: 0.02 }));
  model.add(both(mesh(surface([[[hx - 0.3, hy - 0.23, 0.12], [hx - 0.5, hy - 0.2, 0.115], [hx - 0.66, hy - 0.14, 0.11]], [[hx - 0.34, hy - 0.32, 0.13], [hx - 0.5, hy - 0.3, 0.135], [hx - 0.65, hy - 0.22, 0.115]], [[hx - 0.4, hy - 0.4, 0.125], [hx - 0.5, hy - 0.42, 0.13], [hx - 0.62, hy - 0.32, 0.11]]], { along: 20, across: 14 }), dark)));
  model.add(mesh(surface([-1, -0.5, 0, 0.5, 1].map((s) => [[hx - 0.06, 0.42, s * 0.12], [hx - 0.12, 0.28, s * 0.14], [hx - 0.26, 0.235 + Math.abs(s) * 0.03, s * 0.15], [pivot[0] + 0.1, 0.24 + Math.abs(s) * 0.03, s * 0.14]]), { along: 24, across: 16, thickness: 0.006 }), p.bashDark ? dark : metal('alu')));
  if (p.bars !== false) model.add(crashBars({ frame: [hx, hy - 0.22], low: [crank[0] + 0.18, 0.3], crank, engine: (p.engineWide ?? 0.33) / 2, wide: 0.235, material: p.barCoat ? coat(p.barCoat, 'gloss') : metal('black'), upper: p.upperBars ?? true }));
}

function front({ model, p, bones, body, dark, second }) {
  const [tx, ty] = bones.top, [x, y] = bones.onFork(bones.fork - 0.1, 0.13), S = p.screenTall ?? 0.26;
  model.add(maskLamp({ at: [x, y, 0], coat: p.maskDark ? dark : body, style: p.lamp ?? 'claw', wide: p.lampWide ?? 0.13, tall: p.lampTall ?? 0.105, long: 0.16 }));
  if (p.beak !== 0) { // the beak under the lamps
    const b = p.beak ?? 0.2;
    model.add(mesh(surface([-1, -0.6, 0, 0.6, 1].map((s) => [[x + b, y - 0.165, s * 0.022], [x + b * 0.55, y - 0.125 - Math.abs(s) * 0.012, s * 0.07], [x + 0.02, y - 0.12 - Math.abs(s) * 0.03, s * 0.1], [x - 0.1, y - 0.14 - Math.abs(s) * 0.06, s * 0.12]]), { along: 28, across: 18, thickness: 0.022 }), body));
  }
  if (p.highGuard) {
    const gy = bones.frontAxle[1] * 2 + 0.07, gx = bones.onFork(bones.fork - 0.25)[0];
    model.add(mesh(surface([-1, -0.6, 0, 0.6, 1].map((s) => [[gx + 0.42, gy - 0.03], [gx + 0.2, gy + 0.02], [gx, gy + 0.02], [gx - 0.22, gy - 0.05]].map(([px, py], i) => [px, py - (Math.abs(s) > 0.8 ? 0.02 : 0), s * [0.035, 0.075, 0.075, 0.06][i]])), { along: 30, across: 16, thickness: 0.005 }), p.guardSecond ? second : body));
  }
  model.add(screen([[x + 0.02, y + 0.07, 0.115], [x - 0.02, y + 0.13, 0.155], [x - 0.075, y + 0.08 + S * 0.66, 0.165], [x - 0.14, y + 0.08 + S, 0.125]], { bow: 0.075, tint: p.screenTint ?? '#2a3138', opacity: 0.36 }));
  for (const s of [-1, 1]) model.add(rod([x - 0.08, y + 0.05, s * 0.08], [...bones.onFork(bones.fork - 0.02), s * 0.09], 0.01, metal('black')), indicator({ at: [x - 0.1, y - 0.1, s * 0.17], side: s }));
  model.add(dash({ at: [tx + 0.05, ty + 0.12, 0], wide: 0.18, tall: 0.11, lean: -0.5 }));
  model.add(handlebar({ at: [tx - 0.01, ty + 0.02], half: 0.43, rise: 0.1, back: 0.12, risers: 0.06, guards: p.guardsBody ? body : plastic('#232427', 0.42), reservoirs: true, mirrors: { shape: p.mirrors ?? 'wedge', up: 0.16, out: 0.02 }, heavyEnds: false }));
}

function rear({ model, p, bones, body, dark, paint, accent, pivot }) {
  const [hx, hy] = bones.head, sx = hx - 0.43, sy = hy - 0.13 + (p.seatUp ?? 0), thread = accentOf(accent, paint);
  if (p.flatSeat) model.add(seat([{ x: sx + 0.05, y: sy + 0.04, w: 0.06, up: 0.02, down: 0.04, n: 2.8 }, { x: sx - 0.08, y: sy + 0.005, w: 0.1, up: 0.03, down: 0.05, n: 3 }, { x: sx - 0.25, y: sy - 0.002, w: 0.125, up: 0.032, down: 0.05, n: 3 }, { x: sx - 0.45, y: sy + 0.025, w: 0.125, up: 0.034, down: 0.045, n: 3 }, { x: sx - 0.6, y: sy + 0.055, w: 0.11, up: 0.034, down: 0.04, n: 3 }, { x: sx - 0.66, y: sy + 0.07, w: 0.08, up: 0.01, down: 0.03, n: 3 }], { thread }));
  else {
    model.add(seat([{ x: sx + 0.03, y: sy + 0.02, w: 0.065, up: 0.025, down: 0.04, n: 2.8 }, { x: sx - 0.08, y: sy - 0.005, w: 0.11, up: 0.03, down: 0.05, n: 3 }, { x: sx - 0.22, y: sy - 0.012, w: 0.148, up: 0.032, down: 0.05, n: 3 }, { x: sx - 0.32, y: sy + 0.0, w: 0.15, up: 0.036, down: 0.05, n: 3 }, { x: sx - 0.37, y: sy + 0.035, w: 0.13, up: 0.03, down: 0.05, n: 3 }], { thread }));
    model.add(seat([{ x: sx - 0.35, y: sy + 0.05, w: 0.11, up: 0.02, down: 0.03, n: 3 }, { x: sx - 0.38, y: sy + 0.055, w: 0.135, up: 0.045, down: 0.04, n: 3 }, { x: sx - 0.52, y: sy + 0.062, w: 0.135, up: 0.044, down: 0.04, n: 3 }, { x: sx - 0.64, y: sy + 0.078, w: 0.115, up: 0.04, down: 0.035, n: 3 }, { x: sx - 0.68, y: sy + 0.085, w: 0.09, up: 0.012, down: 0.03, n: 3 }], { thread, along: 30 }));
  }
  model.add(mesh(shell([{ x: sx - 0.12, y: sy - 0.065, w: 0.1, up: 0.02, down: 0.04, n: 3 }, { x: sx - 0.3, y: sy - 0.045, w: 0.135, up: 0.035, down: 0.06, n: 3 }, { x: sx - 0.5, y: sy + 0.0, w: 0.13, up: 0.045, down: 0.05, n: 3 }, { x: sx - 0.66, y: sy + 0.04, w: 0.1, up: 0.035, down: 0.035, n: 2.8 }, { x: sx - 0.74, y: sy + 0.06, w: 0.06, up: 0.014, down: 0.014, n: 2.6 }], { along: 36 }), body));
  model.add(rack({ at: [sx - 0.7, sy + 0.1], long: 0.3, wide: 0.12 }));
  model.add(tailLamp({ at: [sx - 0.735, sy + 0.045, 0], wide: 0.05, style: p.tailLight ?? 'bar', turn: -0.1 }));
  model.add(tailArm({ from: [sx - 0.56, sy + 0.01], out: sx - 0.86, axle: bones.rearAxle }));
  if (p.panniers) for (const s of [-1, 1]) {
    const z = s * (s > 0 ? 0.36 : 0.29), at = [bones.rearAxle[0] + 0.02, sy - 0.21, z];
    model.add(aluCase({ at, side: s, long: p.caseLong ?? 0.43, tall: 0.37, wide: 0.21, coat: p.caseCoat ? metal(p.caseCoat) : undefined }));
    for (const dy of [0.12, -0.1]) model.add(rod([at[0] + 0.2, at[1] + dy, s * 0.1], [at[0] - 0.2, at[1] + dy, s * 0.17], 0.009, metal('black')));
    model.add(rod([at[0] + 0.12, at[1] - 0.12, s * 0.16], [at[0] + 0.16, at[1] + 0.2, s * 0.12], 0.009, metal('black')));
  }
  if (p.topCase) model.add(topCase({ at: [sx - 0.76, sy + 0.27, 0], coat: body, tall: 0.28, wide: 0.46, long: 0.36 }));
  model.add(mesh(surface([-1, 0, 1].map((s) => [[pivot[0] - 0.1, sy - 0.22, s * 0.07], [pivot[0] - 0.28, sy - 0.12 - Math.abs(s) * 0.02, s * 0.09], [sx - 0.6, sy - 0.03 - Math.abs(s) * 0.02, s * 0.085]]), { along: 16, across: 10 }), dark));
}
