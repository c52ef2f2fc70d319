// Off-road bikes: long travel, plastic bodywork, a flat seat. One skeleton makes motocross, enduro, dual-sport, supermoto and electric ones.
import { anodised, gloss, light, metal, plastic, rubber } from '../../materials.js';
import { lettering, projector, seat, tailLamp } from '../../parts/bodywork.js';
import { cradle, footrests, headers, plateHolder, shock, foldedStand, silencer, subframe, swingarm } from '../../parts/chassis.js';
import { electric, radiator, single, singlePort } from '../../parts/engine.js';
import { dash, fork, frontBrakes, handlebar, indicator, mudguard, skeleton } from '../../parts/front-end.js';
import { block, both, decal, group, lay, mesh, place, printed, rod, shell, surface, tube } from '../../parts/panel.js';
import { tower } from '../../parts/tower.js';
import { accentOf, lettersOn } from '../../parts/rolling.js';
import { calliper, castWheel, chain, disc, spokeWheel, sprocket } from '../../parts/wheels.js';

export const kind = 'motorbike';
export const details = ({ scale = 1 }) => [
  { target: [0.05 * scale, 0.62 * scale, -0.08], radius: 0.36 * scale, azimuth: 26, elevation: 5 },
  { target: [0.5 * scale, 1.05 * scale, 0], radius: 0.34 * scale, azimuth: 46, elevation: 12 },
];

export function build({ paint, accent, params: p }) {
  const bones = skeleton({ wheelbase: 1.485, rake: 26.5, front: 0.352, rear: 0.338, fork: 0.86, offset: 0.024, ...p });
  const second = gloss(p.second ?? accentOf(accent, paint)), body = gloss(paint), dark = plastic('#232427', 0.4), white = gloss(p.plate ?? '#f3f4f2');
  const model = group(), [hx, hy] = bones.head, pivot = [hx - 0.5 * (p.compact ?? 1), (p.pivotHigh ?? 0.47)];
  const all = { model, bones, p, paint, accent, body, second, dark, white, hx, hy, pivot };
  rolling(all);
  if (p.battery) power(all); else engine(all);
  bodywork(all);
  controls(all);
  if (p.scale) model.scale.setScalar(p.scale);
  return group(model);
}

function rolling({ model, bones, p, second, dark, body, pivot, hx, hy }) {
  const rim = p.rimCoat ? anodised(p.rimCoat) : anodised('#24262a'), hub = p.hubCoat ? anodised(p.hubCoat) : metal('dark');
  const [fa, ra] = [[...bones.frontAxle, 0], [...bones.rearAxle, 0]], fw = p.frontTyre ?? 0.085, rw = p.rearTyre ?? 0.12;
  if (p.cast) {
    model.add(place(castWheel({ radius: bones.frontAxle[1], width: fw, rim: 0.216, style: p.cast, material: p.rimCoat ? rim : metal('black'), tread: p.tread ?? 'road' }), { at: fa }), place(castWheel({ radius: bones.rearAxle[1], width: rw, rim: 0.216, style: p.cast, material: p.rimCoat ? rim : metal('black'), tread: p.tread ?? 'road' }), { at: ra }));
  } else {
    const hoop = { tread: p.tread ?? 'knobby', rimMaterial: rim, hubMaterial: hub, knob: p.knob };
    model.add(place(spokeWheel({ ...hoop, radius: bones.frontAxle[1], width: fw, rim: p.frontRim ?? 0.268 }), { at: fa }), place(spokeWheel({ ...hoop, radius: bones.rearAxle[1], width: rw, rim: p.rearRim ?? 0.233, hubRadius: 0.06 }), { at: ra }));
  }
  const spread = p.forkSpread ?? 0.098;
  model.add(fork(bones, { outer: p.forkCoat ? anodised(p.forkCoat) : metal('black'), lowerLength: p.lowerLength ?? 0.34, spread, radius: p.forkRadius ?? 0.027, guards: p.cast ? null : (p.guardsDark ? dark : body), clamp: anodised(p.clampCoat ?? '#3b3d41'), boots: p.boots, upside: p.upside ?? true }));
  model.add(frontBrakes(bones, { radius: p.disc ?? 0.13, sides: [-1], spread: 0.062, wave: true, angle: 2.7, long: 0.09, caliperMaterial: metal('dark') }));
  model.add(place(disc({ radius: 0.11, wave: true }), { at: [...bones.rearAxle, 0.075] }), place(calliper({ radius: 0.11, angle: 0.9, long: 0.075, deep: 0.05 }), { at: [...bones.rearAxle, 0.075] }));
  const z = -0.082;
  model.add(place(sprocket({ radius: 0.105, teeth: 48, material: p.sprocketCoat ? anodised(p.sprocketCoat) : metal('dark') }), { at: [...bones.rearAxle, z] }), chain([pivot[0] + 0.085, pivot[1] - 0.03, 0.03], [...bones.rearAxle, 0.107], z, p.goldChain ? anodised('#c29a3e') : metal('gunmetal')));
  model.add(swingarm({ pivot, axle: bones.rearAxle, material: metal(p.armMetal ?? 'cast'), wide: 0.1, endWide: 0.108, tall: 0.062, brace: false }));
  const [ax, ay] = bones.rearAxle; // chain guide and the front slider
  model.add(mesh(surface([[[ax + 0.26, ay - 0.03, z - 0.014], [ax + 0.13, ay - 0.06, z - 0.016]], [[ax + 0.25, ay - 0.085, z - 0.014], [ax + 0.14, ay - 0.105, z - 0.016]]], { along: 6, across: 5, thickness: 0.026 }), dark));
  model.add(shock({ from: [pivot[0] - 0.09, pivot[1] - 0.04, 0], to: [pivot[0] + 0.02, pivot[1] + 0.36, 0], spring: anodised(p.spring ?? '#e8e8e8'), radius: 0.034, reservoir: true }));
  const frameCoat = p.frameCoat ? gloss(p.frameCoat) : metal(p.frameMetal ?? 'alu');
  model.add(cradle({ head: bones.head, pivot, material: frameCoat, wide: 0.098, low: p.sump ?? 0.3, front: hx - 0.03, spar: p.spar ?? true }));
  model.add(subframe({ from: [pivot[0] + 0.06, pivot[1] + 0.34], to: [pivot[0] - 0.4, hy - 0.06 + (p.tailUp ?? 0)], material: metal(p.subframeMetal ?? 'alu'), wide: 0.085, r: 0.011, drop: 0.2 }));
  model.add(footrests({ at: [pivot[0] + 0.03, pivot[1] - 0.1], wide: 0.1, passenger: p.two ? [pivot[0] - 0.2, pivot[1] + 0.1] : null, hang: [pivot[0] - 0.17, pivot[1] + 0.33], hanger: metal('cast') }));
  model.add(foldedStand({ from: [pivot[0] + 0.03, pivot[1] - 0.13, -0.11], to: [pivot[0] - 0.3, pivot[1] - 0.02, -0.135] }));
}

function engine({ model, bones, p, pivot, hx, dark }) {
  const spec = { size: p.engineSize ?? 1.14, lean: p.cylinderLean ?? 6, stroke2: p.stroke2, air: p.air, kick: p.kick, covers: metal(p.coverMetal ?? 'magnesium'), casing: metal(p.caseMetal ?? 'cast'), head: metal(p.headMetal ?? 'cast') };
  const crank = [pivot[0] + 0.225 * (p.compact ?? 1), pivot[1] - 0.015], port = singlePort(spec), start = [crank[0] + port[0], crank[1] + port[1], port[2]];
  model.add(place(single(spec), { at: [...crank, 0] }));
  const back = pivot[0], can = metal(p.canMetal ?? 'alu');
  if (p.stroke2) { // expansion chamber: swells, then narrows into a thin tail pipe
    const belly = (t) => 0.02 + 0.048 * Math.exp(-(((t - 0.42) / 0.17) ** 2)) + 0.004 * t;
    model.add(tube([start, [start[0] + 0.08, start[1] - 0.03, 0.02], [hx + 0.03, start[1] - 0.17, 0.05], [hx - 0.08, start[1] - 0.25, 0.1], [crank[0] + 0.04, start[1] - 0.12, 0.135], [back + 0.04, start[1] + 0.04, 0.125], [back - 0.1, start[1] + 0.09, 0.1]], (t) => Math.max(0.016, belly(t) * (t > 0.75 ? 1 - (t - 0.75) * 1.6 : 1)), metal('steel'), { segments: 90, radial: 24 }));
    model.add(silencer({ from: [back - 0.09, start[1] + 0.09, 0.1], to: [back - 0.36, start[1] + 0.17, 0.115], radius: 0.036, sleeve: can, section: 'round', cap: metal('dark') }));
  } else {
    const high = p.pipeHigh ?? 0.17;
    model.add(headers({ starts: [start], low: [hx - 0.02, start[1] - 0.14, 0.045], collect: [crank[0] + 0.05, start[1] - 0.12, 0.125], radius: 0.02, end: null, material: metal(p.pipeMetal ?? 'titanium'), knee: 0.07 }));
    model.add(tube([[crank[0] + 0.05, start[1] - 0.12, 0.125], [back + 0.07, start[1] - 0.04, 0.125], [back - 0.1, start[1] + 0.04, 0.11]], 0.022, metal(p.pipeMetal ?? 'titanium')));
    model.add(silencer({ from: [back - 0.09, start[1] + 0.035, 0.112], to: [back - 0.43, start[1] + high, 0.13], radius: p.canRadius ?? 0.052, sleeve: can, section: p.canSection ?? 'hex', cap: metal('black') }));
    if (p.canTwin) model.add(silencer({ from: [back - 0.09, start[1] + 0.035, -0.112], to: [back - 0.43, start[1] + high, -0.13], radius: 0.048, sleeve: can, section: 'hex', cap: metal('black') }));
  }
  if (!p.air) for (const s of [-1, 1]) {
    model.add(place(radiator({ wide: 0.12, tall: 0.25, deep: 0.034, frame: metal('alu') }), { at: [hx - 0.02, bones.head[1] - 0.29, s * 0.095], turn: [0, 0, 0.42] }));
    model.add(tube([[hx - 0.02, bones.head[1] - 0.41, s * 0.08], [hx - 0.07, crank[1] + 0.12, s * 0.07], [crank[0] + 0.07, crank[1] + 0.03, s * 0.085]], 0.011, rubber()));
  }
  if (p.bashPlate !== false) model.add(mesh(surface([-1, -0.6, 0, 0.6, 1].map((s) => [[hx - 0.012, (p.sump ?? 0.3) + 0.137, s * 0.066], [hx - 0.076, (p.sump ?? 0.3) - 0.004, s * 0.074], [hx - 0.23, (p.sump ?? 0.3) - 0.019, s * 0.086], [pivot[0] + 0.08, (p.sump ?? 0.3) + 0.003, s * 0.086]]), { along: 24, across: 14, thickness: 0.005 }), p.bashMetal ? metal('alu') : dark));
  model.add(mesh(shell([{ x: pivot[0] + 0.12, y: pivot[1] + 0.28, w: 0.06, up: 0.07, down: 0.07, n: 4 }, { x: pivot[0], y: pivot[1] + 0.3, w: 0.085, up: 0.09, down: 0.1, n: 4 }, { x: pivot[0] - 0.18, y: pivot[1] + 0.34, w: 0.08, up: 0.08, down: 0.1, n: 4 }], { along: 16 }), dark)); // air box
}

function power({ model, p, pivot, dark, hx }) {
  const size = p.battery;
  model.add(place(electric({ battery: size, motor: p.motor ?? 0.1, wide: 0.16, lean: 14, casing: metal(p.caseMetal ?? 'dark'), accent: p.accentCoat ? anodised(p.accentCoat) : undefined }), { at: [pivot[0] + 0.13, pivot[1] - 0.03, 0] }));
  model.add(place(block(0.2, 0.13, 0.15, 0.03, metal('black')), { at: [pivot[0] - 0.01, pivot[1] + 0.27, 0], turn: [0, 0, 0.25] }));
  for (let i = 0; i < 8; i++) model.add(place(block(0.006, 0.11, 0.166, 0.002, metal('black')), { at: [pivot[0] - 0.075 + i * 0.019, pivot[1] + 0.254 + i * 0.0048, 0], turn: [0, 0, 0.25] }));
  model.add(mesh(surface([-1, 0, 1].map((s) => [[hx - 0.03, (p.sump ?? 0.3) + 0.1, s * 0.08], [hx - 0.12, (p.sump ?? 0.3) - 0.02, s * 0.09], [pivot[0] + 0.06, (p.sump ?? 0.3) - 0.02, s * 0.09]]), { along: 20, across: 10, thickness: 0.005 }), dark));
}

function bodywork({ model, bones, p, paint, accent, body, second, dark, white, hx, hy, pivot }) {
  const S = p.shroud ?? 1, D = p.shroudDrop ?? 0.3, R = p.shroudRound ?? 0;
  // front mudguard: high under the yokes and between the fork's legs, ending just behind them before radiators and frame, or close to the wheel on road tyres
  if (p.lowGuard) model.add(mudguard({ axle: bones.frontAxle, radius: bones.frontAxle[1], half: (p.frontTyre ?? 0.085) * 0.58, from: 40, to: 150, skirt: 0.045 }, body));
  else {
    const y = bones.frontAxle[1] * 2 + (p.guardGap ?? 0.1), x = bones.onFork(bones.fork - 0.21)[0], tilt = 0.2, between = (p.forkSpread ?? 0.098) - (p.forkRadius ?? 0.027) - 0.004;
    const rows = [-1, -0.75, -0.35, 0, 0.35, 0.75, 1].map((s) => [[x + 0.45, -0.018], [x + 0.34, 0.014], [x + 0.22, 0.034], [x + 0.12, 0.04], [x + 0.03, 0.026], [x - 0.045, -0.008]].map(([px, dy], i) => {
      const w = [0.042, 0.064, 0.078, between, between, between * 0.8][i], fold = [0.004, 0.016, 0.024, 0.024, 0.02, 0.006][i]; // round at both ends, its edges turned down between them
      return [px + [-0.045, -0.012, 0, 0, 0.006, 0.025][i] * s * s, y + dy + (px - x) * tilt * 0.2 - (Math.abs(s) > 0.7 ? fold : Math.abs(s) * 0.008), s * w];
    }));
    model.add(mesh(surface(rows, { along: 40, across: 22, thickness: 0.004 }), body));
  }
  // radiator shrouds: from the seat's nose to a point before the fork
  const shroud = [
    [[hx - 0.4, hy - 0.045, 0.088], [hx - 0.22, hy - 0.005, 0.13], [hx - 0.04, hy + 0.022, 0.158 * S], [hx + 0.11 * S - R * 0.4, hy - 0.002 - R * 0.4, 0.15 * S - R]],
    [[hx - 0.385, hy - 0.1, 0.104], [hx - 0.22, hy - 0.085, 0.158 + R], [hx - 0.03, hy - 0.066, 0.19 * S + R], [hx + 0.15 * S - R * 0.7, hy - 0.06, 0.165 * S]],
    [[hx - 0.345, hy - 0.155, 0.11], [hx - 0.205, hy - D * 0.58, 0.15 + R], [hx - 0.04, hy - D * 0.55, 0.178 * S + R], [hx + 0.12 * S, hy - D * 0.42, 0.164 * S]],
    [[hx - 0.29, hy - 0.21, 0.106], [hx - 0.2, hy - D * 0.93, 0.132], [hx - 0.1, hy - D, 0.152], [hx + 0.03 + R * 0.5, hy - D * 0.85 + R, 0.155]],
  ];
  const flank = mesh(surface(shroud, { along: 36, across: 28, thickness: 0.005 }), body), flip = flank.clone();
  flip.scale.z = -1;
  model.add(both(flank));
  const PRINTS = {
    slash: [[[[0.2, 0.02], [0.26, 0.34], [0.34, 0.68], [0.44, 0.97]], [[0.46, 0.02], [0.52, 0.34], [0.6, 0.68], [0.7, 0.97]]]],
    double: [[[[0.1, 0.02], [0.16, 0.34], [0.24, 0.68], [0.34, 0.97]], [[0.24, 0.02], [0.3, 0.34], [0.38, 0.68], [0.48, 0.97]]], [[[0.3, 0.02], [0.36, 0.34], [0.44, 0.68], [0.54, 0.97]], [[0.36, 0.02], [0.42, 0.34], [0.5, 0.68], [0.6, 0.97]]]],
    lower: [[[[0.03, 0.5], [0.18, 0.53], [0.35, 0.56], [0.47, 0.578], [0.58, 0.598], [0.7, 0.62], [0.85, 0.68], [0.99, 0.74]], [[0.03, 0.97], [0.18, 0.97], [0.35, 0.97], [0.47, 0.97], [0.58, 0.97], [0.7, 0.97], [0.85, 0.97], [0.99, 0.97]]]],
    nose: [[[[0.8, 0.02], [0.84, 0.34], [0.78, 0.68], [0.66, 0.97]], [[0.995, 0.02], [0.995, 0.34], [0.995, 0.68], [0.995, 0.97]]]],
    rear: [[[[0.01, 0.02], [0.01, 0.34], [0.01, 0.68], [0.01, 0.97]], [[0.44, 0.02], [0.3, 0.34], [0.22, 0.68], [0.3, 0.97]]]],
    arrow: [[[[0.05, 0.62], [0.3, 0.62], [0.6, 0.62], [0.9, 0.76]], [[0.2, 0.9], [0.4, 0.9], [0.6, 0.89], [0.9, 0.78]]]],
  };
  for (const [first, last] of PRINTS[p.graphic ?? 'slash']) model.add(both(printed(shroud, first, last, second)));
  model.add(...lettering(p.mark ?? 'ZIK', p.markSize ?? 0.052, p.markColour ?? lettersOn(paint), (s) => [s > 0 ? flank : flip], { at: [hx + 0.03, hy - 0.085, 0.17], tilt: -0.06 }));
  // tank (or its cover) between the shrouds, cap, seat
  const up = p.tankUp ?? 0;
  model.add(mesh(shell([{ x: hx - 0.03, y: hy - 0.07, w: 0.06, up: 0.02, down: 0.06, n: 3 }, { x: hx - 0.1, y: hy - 0.06, w: 0.1, up: 0.055 + up, down: 0.1, n: 3 }, { x: hx - 0.2, y: hy - 0.07, w: 0.115, up: 0.06 + up, down: 0.12, n: 3 }, { x: hx - 0.32, y: hy - 0.09, w: 0.1, up: 0.05 + up * 0.6, down: 0.12, n: 3 }, { x: hx - 0.4, y: hy - 0.11, w: 0.08, up: 0.02, down: 0.1, n: 3 }], { along: 28 }), p.tankClear ? plastic('#d8d9d2', 0.45) : p.tankPaint ? body : dark));
  model.add(mesh(block(0.06, 0.02, 0.06, 0.01, dark).geometry, dark, { at: [hx - 0.15, hy + 0.01 + up, 0] }), rod([hx - 0.15, hy + 0.0 + up, 0], [hx - 0.15, hy + 0.03 + up, 0], 0.034, p.capCoat ? anodised(p.capCoat) : dark));
  const fat = p.seatFat ?? 1, sy = hy - 0.045 + (p.seatUp ?? 0), step = p.seatStep ?? 0;
  model.add(seat([
    { x: hx - 0.17, y: sy + 0.038 + up, w: 0.03, up: 0.01, down: 0.02, n: 2.6 }, { x: hx - 0.24, y: sy + 0.026 + up * 0.5, w: 0.05 * fat, up: 0.024, down: 0.04, n: 2.8 }, { x: hx - 0.38, y: sy - 0.012, w: 0.068 * fat, up: 0.028, down: 0.05, n: 3 }, { x: hx - 0.55, y: sy - 0.025, w: 0.084 * fat * (1 + step), up: 0.03, down: 0.05, n: 3.2 },
    { x: hx - 0.72, y: sy - 0.005 + step * 0.12, w: 0.086 * fat, up: 0.03 + step * 0.06, down: 0.045, n: 3.2 }, { x: hx - 0.86, y: sy + 0.015 + step * 0.15, w: 0.078 * fat, up: 0.028, down: 0.03, n: 3 }, { x: hx - 0.93, y: sy + 0.025 + step * 0.15, w: 0.05, up: 0.008, down: 0.02, n: 2.8 },
  ], { thread: p.thread ?? paint, along: 54 }));
  // side plates with a start number, and the tail
  const side = [
    [[pivot[0] + 0.13, hy - 0.115, 0.096], [pivot[0] - 0.1, hy - 0.085, 0.106], [pivot[0] - 0.3, hy - 0.05, 0.098], [pivot[0] - 0.5, hy - 0.02, 0.078]],
    [[pivot[0] + 0.1, hy - 0.21, 0.118], [pivot[0] - 0.1, hy - 0.18, 0.13], [pivot[0] - 0.27, hy - 0.12, 0.116], [pivot[0] - 0.46, hy - 0.05, 0.085]],
    [[pivot[0] + 0.04, hy - 0.3, 0.116], [pivot[0] - 0.08, hy - 0.3, 0.12], [pivot[0] - 0.23, hy - 0.2, 0.11], [pivot[0] - 0.4, hy - 0.08, 0.088]],
  ];
  const coat = p.sidePaint === 'second' ? second : p.sidePaint === 'dark' ? dark : p.sidePaint ? body : white;
  const panel = mesh(surface(side, { along: 30, across: 20, thickness: 0.004 }), coat), far = panel.clone();
  far.scale.z = -1;
  model.add(both(panel));
  model.add(both(printed(side, [[0.02, 0.72], [0.2, 0.66], [0.5, 0.6], [0.97, 0.5]], [[0.02, 0.97], [0.2, 0.97], [0.5, 0.97], [0.97, 0.97]], p.sidePaint ? second : body, 0.007)));
  if (p.number) model.add(...lettering(p.number, 0.075, p.sidePaint === 'dark' ? '#f3f4f2' : p.sidePaint === 'second' ? lettersOn(p.second ?? '#000000') : p.sidePaint ? lettersOn(paint) : lettersOn(p.plate ?? '#f3f4f2'), (s) => [s > 0 ? panel : far], { at: [pivot[0] - 0.1, hy - 0.17, 0.13], tilt: 0.12 }));
  const tx = hx - 0.62, ty = hy - 0.075;
  const rows = [-1, -0.8, -0.4, 0, 0.4, 0.8, 1].map((s) => [[tx, ty], [tx - 0.16, ty + 0.018], [tx - 0.32, ty + 0.05], [tx - 0.46, ty + 0.062], [tx - (p.tailLong ?? 0.58), ty + (p.tailEnd ?? 0.035)]].map(([x, y], i) => [x, y - (Math.abs(s) > 0.75 ? [0.05, 0.05, 0.034, 0.022, 0.012][i] : 0.006 * Math.abs(s)), s * [0.085, 0.096, 0.09, 0.072, 0.042][i]]));
  model.add(mesh(surface(rows, { along: 40, across: 22, thickness: 0.004 }), body));
}

function controls({ model, bones, p, paint, body, second, dark, white, hx, hy }) {
  const [tx, ty] = bones.top, lampAt = [...bones.onFork(bones.fork - 0.1, 0.085), 0];
  model.add(handlebar({ at: [tx - 0.005, ty + 0.02], half: p.barHalf ?? 0.4, rise: 0.095, back: 0.09, brace: !p.noBrace, guards: p.handGuards === false ? null : (p.handGuards === 'dark' ? dark : body), material: p.barCoat ? anodised(p.barCoat) : metal('black'), reservoirs: 'both', mirrors: p.road ? { shape: p.mirrors ?? 'round', up: 0.17, out: 0.03 } : null, heavyEnds: false, risers: 0.045 }));
  if (p.tower) tower({ model, bones, p, body, second, dark });
  if (p.lampless) { // motocross number board
    const board = mesh(surface([[[lampAt[0], lampAt[1] + 0.11, -0.075], [lampAt[0] + 0.01, lampAt[1] + 0.12, 0], [lampAt[0], lampAt[1] + 0.11, 0.075]], [[lampAt[0] + 0.023, lampAt[1], -0.12], [lampAt[0] + 0.035, lampAt[1], 0], [lampAt[0] + 0.023, lampAt[1], 0.12]], [[lampAt[0] + 0.035, lampAt[1] - 0.11, -0.085], [lampAt[0] + 0.045, lampAt[1] - 0.12, 0], [lampAt[0] + 0.035, lampAt[1] - 0.11, 0.085]]], { along: 20, across: 18, thickness: 0.004 }), white);
    model.add(board, lay(place(decal(p.number, 0.075, lettersOn(p.plate ?? '#f3f4f2')), { at: [lampAt[0] + 0.15, lampAt[1] + 0.004, 0], turn: [0, Math.PI / 2, 0] }), board, 0.0045));
  } else if (!p.tower) headlight({ model, p, at: lampAt, body, dark });
  model.add(place(block(0.05, 0.035, 0.07, 0.012, dark), { at: [tx + 0.03, ty + 0.07, 0], turn: [0, 0, -0.5] }));
  const end = [hx - 0.62 - (p.tailLong ?? 0.58), hy - 0.075 + (p.tailEnd ?? 0.035)];
  if (!p.lampless) {
    model.add(tailLamp({ at: [end[0] + 0.01, end[1] - 0.006, 0], wide: 0.03, tall: 0.014, style: 'bar' }));
    model.add(plateHolder({ from: [end[0] + 0.12, end[1] - 0.01], to: [end[0] - 0.03, end[1] - (p.road ? 0.16 : 0.1)], wide: 0.17, tall: 0.12 }));
    for (const s of [-1, 1]) model.add(indicator({ at: [end[0] + 0.02, end[1] - 0.06, s * 0.03], side: s, ahead: -1 }), indicator({ at: [lampAt[0] - 0.04, lampAt[1] - (p.tower ? 0.12 : 0.04), s * (p.tower ? 0.14 : 0.08)], side: s }));
  }
  if (p.road) model.add(dash({ at: [tx + 0.03, ty + 0.08, 0], wide: 0.12, tall: 0.075 }));
}

// An enduro headlight mask with number-board shoulders.
export function headlight({ model, p, at: [x, y], body, dark }) {
  const w = p.maskWide ?? 0.115, h = p.maskTall ?? 0.14;
  const lines = [
    [[x - 0.04, y + h, -w * 0.42], [x - 0.015, y + h * 1.05, 0], [x - 0.04, y + h, w * 0.42]],
    [[x - 0.03, y + h * 0.5, -w * 0.86], [x + 0.025, y + h * 0.55, 0], [x - 0.03, y + h * 0.5, w * 0.86]],
    [[x - 0.02, y, -w], [x + 0.05, y + 0.01, 0], [x - 0.02, y, w]],
    [[x - 0.02, y - h * 0.45, -w * 0.8], [x + 0.05, y - h * 0.48, 0], [x - 0.02, y - h * 0.45, w * 0.8]],
    [[x - 0.03, y - h * 0.8, -w * 0.4], [x + 0.02, y - h * 0.9, 0], [x - 0.03, y - h * 0.8, w * 0.4]],
  ];
  model.add(mesh(surface(lines, { along: 30, across: 30, thickness: 0.005 }), body));
  model.add(mesh(surface([[[x + 0.004, y + h * 0.2, -w * 0.62], [x + 0.052, y + h * 0.24, 0], [x + 0.004, y + h * 0.2, w * 0.62]], [[x + 0.014, y - h * 0.1, -w * 0.7], [x + 0.062, y - h * 0.1, 0], [x + 0.014, y - h * 0.1, w * 0.7]], [[x + 0.01, y - h * 0.5, -w * 0.46], [x + 0.055, y - h * 0.55, 0], [x + 0.01, y - h * 0.5, w * 0.46]]], { along: 20, across: 16, thickness: 0.012 }), plastic('#101114', 0.16)));
  if (p.lampStyle === 'stack') for (const k of [0.08, -0.3]) model.add(projector({ at: [x + 0.075, y + h * k, 0], radius: 0.02 }));
  else if (p.lampStyle === 'wide') for (const s of [-1, 1]) model.add(projector({ at: [x + 0.068, y - h * 0.12, s * w * 0.3], radius: 0.021 }));
  else model.add(projector({ at: [x + 0.074, y - h * 0.16, 0], radius: 0.031 }));
  model.add(tube([[x + 0.034, y + h * 0.19, -w * 0.5], [x + 0.071, y + h * 0.21, 0], [x + 0.034, y + h * 0.19, w * 0.5]], 0.0035, light('#f3f8ff', 2.4)));
  for (const k of [0.3, -0.3]) for (const s of [-1, 1]) model.add(tube([[x - 0.03, y + h * k, s * w * 0.8], [x - 0.09, y + h * k + 0.01, s * 0.1]], 0.008, rubber()));
}
