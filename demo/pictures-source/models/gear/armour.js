// Body armour: a mesh shirt on an invisible wearer who faces +x, with hard plates on chest, back, shoulders and arms. Its hem stands on the ground.
import { fabric, gloss, plastic } from '../../materials.js';
import { limb, pad, Pattern, skin } from './cloth.js';
import { bodyAt, box, group, lerp, part, surface, times, tube } from './shapes.js';
import { release } from './surfaces.js';

const SHIRT = [
  [0, 0.18, 0.108, 0], [0, 0.176, 0.106, 0.13], [0.005, 0.204, 0.118, 0.29], [0.008, 0.21, 0.125, 0.41], [0, 0.206, 0.116, 0.5], [-0.01, 0.188, 0.1, 0.565], [-0.012, 0.125, 0.078, 0.606], [-0.008, 0.08, 0.07, 0.63],
].map(([x, a, b, y]) => ({ c: [x, y, 0], a, b, n: 2.5 }));
/** Skin f(grow); u 0.25 is the chest, 0.75 the back, v from hem to neck. */
const torso = (grow = 0) => bodyAt(SHIRT, { axis: 'y', ends: 0, grow });
const sleeve = () => limb([[-0.012, 0.54, 0.11], [-0.012, 0.51, 0.2], [-0.015, 0.4, 0.262], [0, 0.29, 0.29], [0.04, 0.175, 0.296], [0.075, 0.085, 0.29]], [0.05, 0.064, 0.065, 0.058, 0.05, 0.037], { folds: 0.002, seed: 1, across: [1, 0, 0] });
/** Closes the opening f(u, at), so that nobody looks through the shirt. */
const lid = (f, at) => {
  const rim = times(24, (i) => f(i / 24, at));
  const middle = [0, 1, 2].map((n) => rim.reduce((sum, p) => sum + p[n], 0) / 24);
  return part(surface((u, v) => f(u, at).map((c, n) => lerp(middle[n], c, v)), 48, 3, true), fabric('#0f1012'));
};
const band = (f, v0, v1, material, grow) => part(surface((u, v) => f(grow)(u, lerp(v0, v1, v)), 96, 6, true), material);

export function build({ paint, accent, params }) {
  release();
  const bright = accent ?? params.accents?.[paint] ?? '#5d636b';
  const [hard, dark, accents] = [gloss(paint), plastic('#2a2d31', 0.35), plastic(bright, 0.35)];
  const plate = (f, u, v, thick, material = hard) => part(pad(f, u, v, thick, { sharp: 8 }), material);
  const mesh = new Pattern('#1b1d20', { cell: 8 }).dots(0, 1, 0, 1, 14).material(fabric('#1b1d20'));
  const neck = bodyAt([[0, 0.086, 0.078, 0.618], [0.002, 0.079, 0.073, 0.634], [0.006, 0.083, 0.078, 0.652]].map(([x, a, b, y]) => ({ c: [x - 0.008, y, 0], a, b, n: 2.2 })), { axis: 'y', ends: 0 });
  const arm = () => {
    const f = sleeve();
    return [
      skin(f(), mesh, 64, 90), lid(f(), 0.998), band(f, 0.955, 1, fabric('#24272b'), 0.0025), band(f, 0.42, 0.46, fabric(bright), 0.006),
      plate(f, [0.5, 1], [0.12, 0.3], 0.03), plate(f, [0.56, 0.94], [0.31, 0.38], 0.02), plate(f, [0.54, 0.96], [0.52, 0.64], 0.022), plate(f, [0.6, 0.9], [0.65, 0.86], 0.015),
    ];
  };
  return group([
    skin(torso(), mesh, 120, 90), lid(torso(), 0.002), arm(), group(arm(), [0, 0, 0], [0, 0, 0], [1, 1, -1]), band(torso, 0.06, 0.18, fabric('#24272b'), 0.008), band(torso, 0, 0.025, fabric('#24272b'), 0.002),
    [-1, 1].map((s) => [plate(torso, [0.25 + s * 0.012, 0.25 + s * 0.15], [0.56, 0.76], 0.026), plate(torso, [0.25 + s * 0.02, 0.25 + s * 0.12], [0.43, 0.545], 0.018, dark), plate(torso, [0.25 + s * 0.03, 0.25 + s * 0.14], [0.585, 0.63], 0.034, accents)]),
    times(5, (i) => plate(torso, [0.7, 0.8], [0.15 + i * 0.14, 0.27 + i * 0.14], 0.03)),
    [[0.17, 0.21, 0.31], [0.18, 0.32, 0.415]].map(([u, v0, v1]) => plate(torso, [u, 0.5 - u], [v0, v1], 0.015, dark)),
    part(box(0.012, 0.03, 0.05, 0.005), plastic('#0f1012', 0.3), [torso(0.012)(0.25, 0.12)[0], torso(0)(0.25, 0.12)[1], 0]),
    skin(neck, fabric('#1b1d20'), 64, 20), part(tube(times(48, (i) => neck(i / 48, 1)), 0.0045, { closed: true, segments: 160, sides: 8 }), fabric('#1b1d20')), lid(neck, 0.6),
  ]);
}
