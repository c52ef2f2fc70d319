// A road motorbike without its bodywork: wheels, brakes, fork, frame, engine, exhaust, chain. The models dress it.
import { anodised, carbon, metal, paint as coat, plastic } from '../materials.js';
import { foldedStand, footrests, headers, shock, silencer, sparFrame, subframe, swingarm, trellis } from './chassis.js';
import { electric, inline, ports, radiator } from './engine.js';
import { fork, frontBrakes, mudguard, skeleton } from './front-end.js';
import { group, mesh, place, rod, shell, surface, tube } from './panel.js';
import { calliper, castWheel, chain, disc, spokeWheel, sprocket } from './wheels.js';

export const accentOf = (accent, paint) => accent ?? (['#c8102e', '#f0641e', '#6d1a2c'].includes(paint.toLowerCase()) ? '#f3f4f2' : '#d0182c');
export function lettersOn(hex) {
  const n = Number.parseInt(hex.slice(1), 16), luma = ((n >> 16) * 3 + ((n >> 8) & 255) * 6 + (n & 255)) / 10;
  return luma > 140 ? '#17181b' : '#f3f4f2';
}

export function rolling({ paint, accent, p }) {
  const bones = skeleton(p), [hx] = bones.head, model = group();
  const body = coat(paint, p.finish), dark = plastic('#232427', 0.42);
  const frameCoat = p.frameCoat ? coat(p.frameCoat === 'paint' ? paint : p.frameCoat, 'gloss') : metal(p.frameMetal ?? 'black');
  const pivot = [hx - (p.pivotBack ?? 0.58), p.pivotHigh ?? 0.43];
  wheels({ model, p, bones, paint, accent, body, dark });
  drive({ model, p, bones, pivot, dark });
  const crank = [hx - (p.crankBack ?? 0.31), p.crankHigh ?? 0.435];
  if (p.battery) volts({ model, p, bones, pivot, frameCoat, dark });
  else power({ model, p, bones, pivot, crank, frameCoat });
  return { model, bones, body, dark, pivot, crank, frameCoat };
}

function wheels({ model, p, bones, paint, accent, body, dark }) {
  const fr = p.frontTyre ?? 0.12, rr = p.rearTyre ?? 0.18, rim = 0.216, tread = p.tread ?? 'road', spread = p.forkSpread ?? 0.104;
  const finish = { stripe: p.stripe && accentOf(accent, paint), tread };
  if (p.spokes) {
    const hoop = { tread, rimMaterial: anodised(p.wheelCoat ?? '#2a2b2e'), square: p.square };
    model.add(place(spokeWheel({ ...hoop, radius: bones.frontAxle[1], width: fr, rim: p.frontRim ?? 0.24 }), { at: [...bones.frontAxle, 0] }), place(spokeWheel({ ...hoop, radius: bones.rearAxle[1], width: rr, rim: p.rearRim ?? 0.216, hubRadius: 0.065 }), { at: [...bones.rearAxle, 0] }));
  } else {
    const material = p.wheelCoat ? anodised(p.wheelCoat) : metal('black');
    model.add(place(castWheel({ ...finish, radius: bones.frontAxle[1], width: fr, rim: p.frontRim ?? rim, style: p.wheel, material }), { at: [...bones.frontAxle, 0] }));
    model.add(place(castWheel({ ...finish, radius: bones.rearAxle[1], width: rr, rim: p.rearRim ?? rim, style: p.wheel, material, hubRadius: 0.055 }), { at: [...bones.rearAxle, 0] }));
  }
  model.add(fork(bones, { outer: p.forkCoat ? anodised(p.forkCoat) : metal('black'), upside: p.upside ?? true, radius: p.forkRadius ?? 0.027, spread, lowerLength: p.lowerLength ?? 0.3 }));
  model.add(frontBrakes(bones, { radius: p.discs ?? 0.155, sides: p.singleDisc ? [-1] : [-1, 1], wave: p.wave, caliperMaterial: p.calliperCoat ? coat(p.calliperCoat, 'gloss') : metal('dark') }));
  if (p.frontGuard !== 'none') {
    model.add(mudguard({ axle: bones.frontAxle, radius: bones.frontAxle[1], half: fr * 0.57, from: p.guardFrom ?? 40, to: p.guardTo ?? 150, skirt: 0.046, tip: 0.66, lift: 0.014 }, p.guardPaint === false ? dark : body));
    for (const s of [-1, 1]) model.add(mesh(surface([[[...bones.onFork(0.27, 0.03), s * (spread - 0.028)], [...bones.onFork(0.3, -0.08), s * (spread - 0.03)]], [[...bones.onFork(0.14, 0.03), s * (spread - 0.02)], [...bones.onFork(0.19, -0.08), s * (spread - 0.022)]]], { along: 6, across: 6 }), dark));
  }
  model.add(place(disc({ radius: 0.11, wave: p.wave }), { at: [...bones.rearAxle, 0.085] }), place(calliper({ radius: 0.11, angle: 0.9, long: 0.075, deep: 0.05 }), { at: [...bones.rearAxle, 0.085] }));
}

function drive({ model, p, bones, pivot, dark }) {
  const { from, to } = rails(p, pivot);
  const z = -0.105, rr = p.rearTyre ?? 0.18, [ax, ay] = bones.rearAxle;
  if (p.shaft) model.add(mesh(shell([{ x: ax + 0.06, y: ay, z: -0.1, w: 0.055, up: 0.06, down: 0.06, n: 3 }, { x: ax - 0.02, y: ay, z: -0.1, w: 0.062, up: 0.075, down: 0.075, n: 2.4 }, { x: ax - 0.085, y: ay, z: -0.1, w: 0.03, up: 0.03, down: 0.03, n: 2.4 }], { along: 20 }), metal('dark')));
  else model.add(place(sprocket({ radius: 0.098, teeth: 44, material: metal(p.sprocketMetal ?? 'dark') }), { at: [ax, ay, z] }), chain([pivot[0] + 0.1, pivot[1] - 0.005, 0.036], [ax, ay, 0.1], z, metal(p.chainMetal ?? 'gunmetal')));
  model.add(swingarm({ pivot, axle: bones.rearAxle, material: metal(p.armMetal ?? 'dark'), brace: p.armBrace ?? true, wide: 0.125, endWide: 0.135 }));
  if (!p.shaft) model.add(mesh(surface([[[pivot[0] - 0.02, pivot[1] + 0.07, z - 0.012], [ax + 0.12, ay + 0.14, z - 0.014]], [[pivot[0] - 0.02, pivot[1] + 0.055, z - 0.022], [ax + 0.1, ay + 0.115, z - 0.026]]], { along: 10, across: 4 }), dark));
  model.add(shock({ from: [pivot[0] - 0.075, pivot[1] - 0.03, -0.02], to: [pivot[0], pivot[1] + 0.3, 0], spring: anodised(p.spring ?? '#c8102e'), reservoir: p.exotic }));
  if (p.hugger !== false) model.add(mudguard({ axle: bones.rearAxle, radius: ay, half: rr * 0.42, from: 22, to: 80, skirt: 0.05, lift: 0.01, tip: 0.7 }, dark));
  model.add(footrests({ at: [pivot[0] + (p.pegX ?? -0.02), pivot[1] + (p.pegY ?? -0.08)], wide: 0.16, passenger: p.solo ? null : [pivot[0] - 0.24, pivot[1] + 0.09], hang: [(from[0] + to[0]) / 2 - 0.02, (from[1] + to[1]) / 2 - 0.05] }));
  model.add(foldedStand({ from: [pivot[0] + 0.12, 0.27, -0.13], to: [pivot[0] - 0.16, 0.275, -0.165] }));
}

// Where the tubes that carry the seat begin, and where they end within the tail.
const rails = (p, [x, y]) => ({ from: [x + 0.06, y + 0.29], to: [x - (p.subframeLong ?? 0.42), (p.subframeHigh ?? 0.8) + (p.tailKick ?? 0)] });

function power({ model, p, bones, pivot, crank, frameCoat }) {
  const [hx] = bones.head;
  const motor = { cylinders: p.cylinders ?? 2, wide: p.engineWide ?? 0.33, lean: p.cylinderLean ?? 20, size: p.engineSize ?? 1, tall: p.cylinderTall ?? 1, vee: p.vee };
  model.add(p.frame === 'trellis' ? trellis({ head: bones.head, pivot, material: frameCoat, wide: motor.wide * 0.5 + 0.002 }) : sparFrame({ head: bones.head, pivot, material: frameCoat, wide: 0.132, tall: p.sparTall ?? 0.095 }));
  model.add(subframe({ ...rails(p, pivot), material: p.frame === 'trellis' ? frameCoat : metal('black'), wide: 0.095 }));
  model.add(place(inline({ ...motor, covers: metal(p.coverMetal ?? 'gunmetal'), casing: metal(p.caseMetal ?? 'black'), accent: metal(p.accentMetal ?? 'cast'), head: metal(p.headMetal ?? 'black'), barrel: metal(p.barrelMetal ?? 'black') }), { at: [...crank, 0] }));
  const start = ports(motor).map(([x, y, z]) => [x + crank[0], y + crank[1], z]), collect = [pivot[0] + 0.17, 0.235, 0.04];
  model.add(headers({ starts: start, low: [crank[0] + 0.23, 0.27, 0], collect, radius: motor.cylinders === 4 ? 0.0175 : 0.021, end: null, material: metal(p.pipeMetal ?? 'steel') }));
  exhaust({ model, p, pivot, collect });
  model.add(place(radiator({ wide: p.radiatorWide ?? 0.34, tall: p.radiatorTall ?? 0.25 }), { at: [hx + 0.01, p.radiatorHigh ?? 0.64, 0], turn: [0, 0, 0.2] }));
  model.add(tube([[hx + 0.005, 0.55, -0.15], [hx - 0.05, 0.49, -0.165], [crank[0] + 0.12, crank[1] - 0.06, -0.155]], 0.014, metal('black')));
  // battery, electrics and air box fill the space under the tank and the seat
  model.add(mesh(shell([{ x: hx - 0.12, y: 0.82, w: 0.1, up: 0.05, down: 0.06, n: 4 }, { x: hx - 0.3, y: 0.8, w: 0.105, up: 0.06, down: 0.08, n: 4 }, { x: hx - 0.5, y: 0.74, w: 0.085, up: 0.05, down: 0.08, n: 4 }, { x: hx - 0.66, y: 0.74, w: 0.07, up: 0.04, down: 0.05, n: 4 }], { along: 20 }), plastic()));
}

function volts({ model, p, bones, pivot, frameCoat, dark }) {
  const [hx] = bones.head;
  model.add(p.frame === 'trellis' ? trellis({ head: bones.head, pivot, material: frameCoat, wide: 0.15 }) : sparFrame({ head: bones.head, pivot, material: frameCoat, wide: 0.14, tall: 0.085 }));
  model.add(subframe({ ...rails(p, pivot), material: metal('black'), wide: 0.095 }));
  model.add(place(electric({ battery: p.battery, motor: 0.105, wide: 0.2, lean: 12, casing: metal(p.caseMetal ?? 'dark'), accent: p.accentCoat && anodised(p.accentCoat) }), { at: [pivot[0] + 0.14, pivot[1] - 0.03, 0] }));
  model.add(mesh(shell([{ x: hx - 0.06, y: 0.27, w: 0.09, up: 0.05, down: 0.03, n: 4 }, { x: hx - 0.2, y: 0.25, w: 0.1, up: 0.06, down: 0.045, n: 4 }, { x: pivot[0] + 0.05, y: 0.26, w: 0.08, up: 0.05, down: 0.03, n: 4 }], { along: 20 }), dark));
}

function exhaust({ model, p, pivot, collect }) {
  const pipe = metal(p.pipeMetal ?? 'steel'), sleeve = p.canCarbon ? carbon() : metal(p.canMetal ?? 'titanium'), cap = metal(p.canCap ?? 'black');
  const [px] = pivot, rise = p.canRise ?? 0, long = p.canLong ?? 0;
  const side = (s) => {
    if (p.exhaust === 'high') return [tube([[collect[0], collect[1], s * 0.04], [px, 0.25, s * 0.1], [px - 0.1, 0.36, s * 0.17], [px - 0.16, 0.46, s * 0.185]], 0.026, pipe), silencer({ from: [px - 0.15, 0.44, s * 0.185], to: [px - 0.47 - long, 0.66 + rise, s * 0.2], radius: p.canRadius ?? 0.05, sleeve, cap, section: p.canSection ?? 'hex', outlets: p.outlets ?? 1 })];
    return [tube([[collect[0], collect[1], s * 0.04], [px + 0.03, 0.225, s * 0.1], [px - 0.1, 0.25 + rise * 0.3, s * 0.17]], 0.027, pipe), silencer({ from: [px - 0.08, 0.245 + rise * 0.25, s * 0.17], to: [px - 0.46 - long, 0.36 + rise, s * 0.195], radius: p.canRadius ?? 0.056, sleeve, cap, section: p.canSection ?? 'oval', outlets: p.outlets ?? 1 })];
  };
  if (p.exhaust === 'belly') {
    model.add(mesh(shell([{ x: collect[0] + 0.1, y: 0.235, z: 0.01, w: 0.06, up: 0.03, down: 0.04, n: 3 }, { x: collect[0], y: 0.225, z: 0.01, w: 0.12, up: 0.055, down: 0.055, n: 3.5 }, { x: collect[0] - 0.2, y: 0.22, z: 0.01, w: 0.13, up: 0.06, down: 0.055, n: 3.5 }, { x: collect[0] - 0.3, y: 0.222, z: 0.015, w: 0.1, up: 0.045, down: 0.04, n: 3 }], { along: 24 }), sleeve));
    for (const s of [-1, 1]) model.add(rod([collect[0] - 0.22, 0.235, s * 0.09], [collect[0] - 0.34, 0.25, s * 0.155], 0.032, cap, { open: true }), rod([collect[0] - 0.25, 0.238, s * 0.105], [collect[0] - 0.335, 0.249, s * 0.15], 0.024, metal('steel'), { open: true }));
  } else if (p.exhaust === 'tail') { // under the seat
    for (const s of [-1, 1]) model.add(tube([[collect[0], collect[1], s * 0.05], [px, 0.26, s * 0.09], [px - 0.08, 0.45, s * 0.1], [px - 0.14, 0.66, s * 0.08]], 0.024, pipe), silencer({ from: [px - 0.13, 0.69, s * 0.075], to: [px - 0.5, 0.86 + (p.tailKick ?? 0), s * 0.07], radius: 0.042, sleeve, cap, section: 'round' }));
  } else for (const s of p.exhaustTwin ? [1, -1] : [1]) model.add(...side(s));
}
