// Naked road bikes: everything in the open, so the engine and the tank carry the picture.
import { metal, paint as coat, plastic } from '../../materials.js';
import { fuelCap, lettering, maskLamp, roundLamp, screen, seat, tailLamp, twinLamp } from '../../parts/bodywork.js';
import { tailArm } from '../../parts/chassis.js';
import { dash, handlebar, indicator } from '../../parts/front-end.js';
import { both, mesh, rod, shell, surface, tube } from '../../parts/panel.js';
import { accentOf, lettersOn, rolling } from '../../parts/rolling.js';

export const kind = 'motorbike';
export const details = () => [
  { target: [0.1, 0.52, -0.1], radius: 0.33, azimuth: 24, elevation: 4 },
  { target: [0.45, 0.98, 0], radius: 0.3, azimuth: 52, elevation: 12 },
];

export function build({ paint, accent, params: p }) {
  const bike = rolling({ paint, accent, p: { subframeLong: 0.36, subframeHigh: 0.83, ...p } });
  tankAndTail({ ...bike, p, paint, accent });
  front({ ...bike, p });
  return bike.model;
}

function tankAndTail({ model, p, bones, body, dark, paint, accent, pivot }) {
  const [hx, hy] = bones.head, k = p.tank ?? 1, T = p.tankTop ?? 0, W = p.tankWide ?? 1;
  const tank = [
    { x: hx + 0.005, y: hy - 0.05, w: 0.06 * W, up: 0.035, down: 0.05, n: 2.6 },
    { x: hx - 0.05, y: hy - 0.045, w: 0.125 * W, up: 0.1 + T, down: 0.08, n: 2.7 },
    { x: hx - 0.14, y: hy - 0.045, w: 0.165 * W, up: 0.135 + T, down: 0.105, n: p.tankEdge ?? 2.7, waist: 0.1 },
    { x: hx - 0.25 * k, y: hy - 0.055, w: 0.165 * W, up: 0.128 + T, down: 0.12, n: p.tankEdge ?? 2.7, waist: 0.18 },
    { x: hx - 0.36 * k, y: hy - 0.075, w: 0.122 * W, up: 0.095 + T * 0.7, down: 0.11, n: 2.6, waist: 0.16 },
    { x: hx - 0.44 * k, y: hy - 0.1, w: 0.09, up: 0.05, down: 0.09, n: 2.6, waist: 0.1 },
    { x: hx - 0.47 * k, y: hy - 0.115, w: 0.075, up: 0.012, down: 0.06, n: 2.6 },
  ];
  const skin = mesh(shell(tank, { along: 48, around: 56 }), body);
  model.add(skin, fuelCap({ at: [hx - 0.14, hy + 0.089 + T, 0], tilt: 0.02 }));
  
  // wings beside the radiator
  const reach = p.wingReach ?? 0.1, drop = p.wingDrop ?? 0.26;
  const wing = mesh(surface([
    [[hx - 0.26, hy + 0.005, 0.158 * W], [hx - 0.1, hy + 0.03, 0.178], [hx + reach * 0.6, hy - 0.02, 0.182], [hx + reach, hy - 0.075, 0.178]],
    [[hx - 0.25, hy - 0.05, 0.172 * W], [hx - 0.1, hy - 0.055, 0.2], [hx + reach * 0.5, hy - 0.09, 0.2], [hx + reach * 0.92, hy - 0.125, 0.188]],
    [[hx - 0.2, hy - 0.13, 0.158], [hx - 0.09, hy - 0.17, 0.186], [hx + reach * 0.25, hy - 0.19, 0.186], [hx + reach * 0.75, hy - 0.19, 0.176]],
    [[hx - 0.13, hy - 0.18, 0.15], [hx - 0.07, hy - drop * 0.86, 0.168], [hx, hy - drop, 0.168], [hx + reach * 0.5, hy - drop * 0.96, 0.162]],
  ], { along: 34, across: 26, thickness: 0.006 }), p.wingDark ? dark : body);
  model.add(both(wing));
  const twin = wing.clone();
  twin.scale.z = -1;
  model.add(...lettering(p.mark ?? 'RAAM', 0.04, p.wingDark ? '#e9eaec' : lettersOn(paint), (side) => [side > 0 ? wing : twin, skin], { at: [hx - 0.055, hy - 0.035, 0.19], tilt: -0.1 }));
  if (p.wingInset !== false) model.add(both(mesh(surface([
    [[hx - 0.12, hy - 0.075, 0.2], [hx + reach * 0.3, hy - 0.1, 0.205], [hx + reach * 0.8, hy - 0.125, 0.196]],
    [[hx - 0.1, hy - 0.1, 0.203], [hx + reach * 0.3, hy - 0.125, 0.206], [hx + reach * 0.75, hy - 0.142, 0.194]],
    [[hx - 0.07, hy - 0.12, 0.199], [hx + reach * 0.25, hy - 0.147, 0.2], [hx + reach * 0.7, hy - 0.158, 0.19]],
  ], { along: 20, across: 8, thickness: 0.004 }), p.insetPaint ? coat(accentOf(accent, paint), 'gloss') : dark)));

  // side covers under the tank's rear, closing the gap to the frame
  model.add(both(mesh(surface([[[hx - 0.3, hy - 0.15, 0.112], [hx - 0.45, hy - 0.14, 0.108], [hx - 0.6, hy - 0.09, 0.102]], [[hx - 0.32, hy - 0.24, 0.125], [hx - 0.46, hy - 0.23, 0.13], [hx - 0.6, hy - 0.16, 0.112]], [[hx - 0.38, hy - 0.31, 0.118], [hx - 0.47, hy - 0.33, 0.124], [hx - 0.57, hy - 0.25, 0.11]]], { along: 20, across: 14 }), dark)));

  const sx = hx - 0.42 * k, sy = p.seatHeight ?? 0.81, kick = p.tailKick ?? 0, L = p.tailLength ?? 1;
  const cushion = [
    { x: sx, y: sy + 0.005, w: 0.065, up: 0.03, down: 0.035, n: 2.6 }, { x: sx - 0.09, y: sy - 0.018, w: 0.098, up: 0.03, down: 0.04, n: 2.8 }, { x: sx - 0.2, y: sy - 0.025, w: 0.138, up: 0.028, down: 0.04, n: 3 },
    { x: sx - 0.3, y: sy - 0.012, w: 0.142, up: 0.034, down: 0.04, n: 3 }, { x: sx - 0.37, y: sy + 0.012, w: 0.118, up: 0.05, down: 0.05, n: 3 },
  ];
  model.add(seat(cushion, { thread: accentOf(accent, paint), cross: [] }));
  const pillion = [
    { x: sx - 0.345, y: sy + 0.035, w: 0.1, up: 0.012, down: 0.03, n: 3 }, { x: sx - 0.37, y: sy + 0.052 + kick * 0.3, w: 0.108, up: 0.042, down: 0.04, n: 3 }, { x: sx - 0.46, y: sy + 0.068 + kick * 0.7, w: 0.1, up: 0.04, down: 0.035, n: 3 }, { x: sx - 0.56 * L, y: sy + 0.083 + kick, w: 0.078, up: 0.034, down: 0.03, n: 2.8 }, { x: sx - 0.6 * L, y: sy + 0.09 + kick, w: 0.05, up: 0.012, down: 0.02, n: 2.6 },
  ];
  if (p.hump) model.add(mesh(shell(pillion.map((s) => ({ ...s, up: s.up * 1.15 })), { along: 30 }), body));
  else model.add(seat(pillion, { thread: accentOf(accent, paint), along: 30 }));
  const tail = [
    { x: sx - 0.14, y: sy - 0.06, w: 0.1, up: 0.012, down: 0.03, n: 3 }, { x: sx - 0.26, y: sy - 0.055, w: 0.13, up: 0.03, down: 0.05, n: 3 }, { x: sx - 0.4, y: sy - 0.012 + kick * 0.5, w: 0.124, up: 0.048, down: 0.05, n: 2.8 },
    { x: sx - 0.53 * L, y: sy + 0.035 + kick * 0.9, w: 0.098, up: 0.045, down: 0.036, n: 2.6 }, { x: sx - 0.64 * L, y: sy + 0.076 + kick * 1.1, w: 0.066, up: 0.03, down: 0.022, n: 2.6 }, { x: sx - 0.68 * L, y: sy + 0.09 + kick * 1.15, w: 0.045, up: 0.012, down: 0.01, n: 2.6 },
  ];
  model.add(mesh(shell(tail, { along: 40, around: 44 }), body));
  model.add(tailLamp({ at: [sx - 0.672 * L, sy + 0.08 + kick * 1.1, 0], wide: 0.05, style: p.tailLight ?? 'bar', turn: -0.25 }));
  model.add(tailArm({ from: [sx - 0.5 * L, sy + 0.025 + kick * 0.8], out: sx - 0.86, axle: bones.rearAxle }));
  model.add(both(tube([[sx - 0.39, sy + 0.01, 0.1], [sx - 0.41, sy + 0.04, 0.122], [sx - 0.55, sy + 0.085 + kick, 0.104], [sx - 0.57, sy + 0.08 + kick, 0.07]], 0.0085, metal('black'))));
}

function front({ model, p, bones, body, dark }) {
  const [tx, ty] = bones.top, lampAt = [bones.onFork(bones.fork - 0.08, 0.115 + (p.lampOut ?? 0))[0], bones.onFork(bones.fork - 0.08, 0.115)[1] + (p.lampUp ?? 0), 0];
  if (p.lamp === 'round') model.add(roundLamp({ at: lampAt, radius: 0.085, ring: metal('black') }));
  else if (p.lamp === 'twin') model.add(twinLamp({ at: lampAt, coat: body }));
  else model.add(maskLamp({ at: lampAt, coat: body, style: p.lamp, wide: p.lampWide, tall: p.lampTall }));
  if (p.flyscreen) model.add(screen([[lampAt[0] + 0.02, lampAt[1] + 0.07, 0.085], [lampAt[0] - 0.03, lampAt[1] + 0.13, 0.09], [lampAt[0] - 0.09, lampAt[1] + 0.185, 0.07]], { bow: 0.04 }));
  for (const s of [-1, 1]) {
    model.add(rod([lampAt[0] - 0.06, lampAt[1] - 0.01, s * 0.075], [...bones.onFork(bones.fork - 0.1), s * 0.1], 0.009, metal('black')));
    model.add(indicator({ at: [lampAt[0] - 0.07, lampAt[1] - 0.045, s * 0.09], side: s }));
  }
  model.add(dash({ at: [tx + 0.035, ty + 0.075, 0], lean: -0.75 }));
  model.add(handlebar({ at: [tx - 0.012, ty + 0.02], half: p.barHalf ?? 0.385, rise: p.barRise ?? 0.075, back: p.barBack ?? 0.105, reservoirs: p.reservoirs ?? true, mirrors: { shape: p.mirrors ?? 'wedge', out: 0.045, up: 0.16 } }));
}

