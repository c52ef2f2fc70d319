// The large things that parts belong to: engines, wheels, forks and frames, made of the vehicles' own parts.
import { chrome, metal } from './materials.js';
import { bolts, group, place, rod, turned } from './parts/panel.js';
import { electric, inline, radiator, single } from './parts/engine.js';
import { cradle, headers, silencer, sparFrame, swingarm, trellis } from './parts/chassis.js';
import { fork, handlebar, skeleton } from './parts/front-end.js';
import { calliper, castWheel, disc, spokeWheel, sprocket } from './parts/wheels.js';

const bones = (o = {}) => skeleton({ wheelbase: 1.42, front: 0.3, rear: 0.31, ...o });
const front = (o, forkOptions, frame) => () => {
  const b = bones(o);
  return group(fork(b, forkOptions), frame?.({ head: b.head, pivot: [-0.2, 0.42] }));
};
const drive = (teeth, wheel) => () => group(
  swingarm({ pivot: [0.1, 0.42], axle: [-0.44, 0.31], material: metal('dark') }), place(wheel(), { at: [-0.44, 0.31, 0] }),
  place(sprocket({ radius: 0.1, teeth }), { at: [-0.44, 0.31, -0.12] }));
const cast = (radius, width, style, count) => () => castWheel({ radius, width, rim: 0.216, style, count });

const ring = (count, r, x) => Array.from({ length: count }, (_, i) => [Math.cos((i / count) * Math.PI * 2) * r, Math.sin((i / count) * Math.PI * 2) * r, x]);
const vanes = (r, count, from, to) => Array.from({ length: count }, (_, i) => { const a = (i / count) * Math.PI * 2; return rod([Math.cos(a) * r * 0.3, Math.sin(a) * r * 0.3, from], [Math.cos(a) * r * 0.95, Math.sin(a) * r * 0.95, to], 0.006, metal('alu')); });
const jetIntake = () => group(turned([[0.088, -0.12], [0.112, -0.12], [0.112, -0.1], [0.096, -0.095], [0.096, 0.1], [0.116, 0.105], [0.116, 0.13], [0.088, 0.13], [0.084, 0]], metal('alu')), turned([[0, -0.06], [0.03, -0.03], [0.034, 0.09], [0.02, 0.12], [0, 0.125]], metal('alu')), ...vanes(0.09, 8, 0.02, 0.06), bolts(ring(8, 0.106, -0.122), 0.008, metal('steel'), -1));
const jetNozzle = () => group(turned([[0.1, -0.1], [0.112, -0.1], [0.112, -0.075], [0.096, -0.07], [0.07, 0.08], [0.072, 0.1], [0.062, 0.1], [0.06, 0.08], [0.086, -0.08]], metal('alu')), turned([[0.08, 0.06], [0.09, 0.06], [0.078, 0.2], [0.068, 0.2]], metal('alu')), rod([0, -0.105, 0.1], [0, 0.105, 0.1], 0.009, metal('steel')), rod([0.09, 0, 0.15], [0.16, 0, 0.15], 0.008, metal('steel')));

export const pieces = {
  'jet-intake': jetIntake, 'jet-nozzle': jetNozzle,
  'engine-twin': () => inline({ cylinders: 2 }),
  'engine-four': () => inline({ cylinders: 4, wide: 0.38, lean: 28 }),
  'engine-big-twin': () => inline({ cylinders: 2, wide: 0.36, lean: 10, tall: 1.15, vee: true }),
  'engine-touring': () => inline({ cylinders: 4, wide: 0.44, lean: 40, tall: 0.9 }),
  'engine-single': () => single({ kick: true }),
  'engine-air': () => single({ air: true, size: 0.85 }),
  'engine-scooter': () => single({ size: 0.8, lean: 70 }),
  'engine-two-stroke': () => single({ stroke2: true, kick: true }),
  'engine-quad': () => single({ size: 1.15, lean: 22 }),
  'engine-marine': () => inline({ cylinders: 4, wide: 0.5, lean: 4, tall: 1.05 }),
  'motor-bike': () => electric(),
  radiator: () => radiator({}),
  'fork-road': front({}, { upside: true }, sparFrame),
  'fork-trellis': front({ fork: 0.68 }, { upside: false }, trellis),
  'fork-adventure': front({ fork: 0.82, front: 0.33, rake: 26 }, { upside: true, lowerLength: 0.34 }, cradle),
  'fork-enduro': front({ fork: 0.86, front: 0.34, rake: 27 }, { upside: true, guards: metal('cast') }, cradle),
  'wheel-five': cast(0.3, 0.12, 'five', 5), 'wheel-y': cast(0.3, 0.12, 'y', 5), 'wheel-ten': cast(0.3, 0.11, 'ten', 10), 'wheel-swirl': cast(0.31, 0.13, 'swirl', 6),
  'wheel-spoke': () => spokeWheel({ radius: 0.34, width: 0.085, rim: 0.267 }),
  'wheel-adventure': () => spokeWheel({ radius: 0.33, width: 0.11, rim: 0.242, tread: 'road' }),
  'drive-road': drive(42, cast(0.315, 0.17, 'five', 5)),
  'drive-sport': drive(43, cast(0.315, 0.19, 'swirl', 6)),
  'drive-adventure': drive(42, () => spokeWheel({ radius: 0.325, width: 0.15, rim: 0.216, tread: 'road' })),
  'drive-enduro': drive(50, () => spokeWheel({ radius: 0.33, width: 0.12, rim: 0.23 })),
  calliper: () => calliper({ radius: 0.155 }),
  'calliper-small': () => calliper({ radius: 0.12, long: 0.09, tall: 0.045, deep: 0.055 }),
  disc: () => disc({ radius: 0.155 }),
  'disc-wave': () => disc({ radius: 0.13, wave: true }),
  'disc-small': () => disc({ radius: 0.11, holes: 2 }),
  'bars-road': () => handlebar({ at: [0, 0] }),
  'bars-cross': () => handlebar({ at: [0, 0], brace: true, rise: 0.1, half: 0.41 }),
  silencer: () => silencer({ from: [0, 0, 0], to: [-0.42, 0.12, 0] }),
  headers: () => headers({ starts: [[0.2, 0.3, -0.06], [0.2, 0.3, 0.06]], low: [0.22, 0.02, 0], collect: [-0.1, 0, 0.06], end: [-0.3, 0.05, 0.1] }),
  axle: () => group(rod([0, 0, -0.14], [0, 0, 0.14], 0.009, chrome()), rod([0, 0, -0.14], [0, 0, -0.125], 0.016, metal('steel'))),
};
