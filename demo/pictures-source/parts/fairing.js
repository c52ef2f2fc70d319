// The nose of a faired motorbike: painted cheeks and beak round a dark face with lamps.
import { light, plastic } from '../materials.js';
import { projector } from './bodywork.js';
import { both, mesh, onSurface, surface, tube } from './panel.js';

// `at` is the middle of the nose at the lamps' height; `wide` half its width at the screen's foot.
export function nose({ model, body, dark, at: [x, y], style = 'fang', wide = 0.2, long = 1, ram = true, tall = 1 }) {
  const tip = 0.13 * long, w = wide, h = tall;
  const beak = [
    [[x - 0.16, y + 0.1 * h, 0], [x - 0.02, y + 0.075 * h, 0], [x + 0.09 * long, y + 0.025 * h, 0], [x + tip, y - 0.03, 0]],
    [[x - 0.17, y + 0.09 * h, w * 0.42], [x - 0.03, y + 0.066 * h, w * 0.4], [x + 0.08 * long, y + 0.018 * h, w * 0.3], [x + tip * 0.94, y - 0.032, w * 0.12]],
    [[x - 0.2, y + 0.06 * h, w * 0.82], [x - 0.06, y + 0.035 * h, w * 0.8], [x + 0.05 * long, y - 0.002, w * 0.62], [x + tip * 0.8, y - 0.036, w * 0.3]],
    [[x - 0.22, y + 0.0, w * 1.04], [x - 0.09, y - 0.012, w * 0.99], [x + 0.015, y - 0.024, w * 0.83], [x + tip * 0.62, y - 0.042, w * 0.48]],
  ];
  // One skin from side to side: two halves would show where they meet.
  const right = beak.slice(1).reverse().map((line) => line.map(([px, py, pz]) => [px, py, -pz]));
  model.add(mesh(surface([...right, ...beak], { along: 30, across: 48, thickness: 0.005 }), body));
  const cheek = [
    [[x - 0.22, y + 0.002, w * 1.043], [x - 0.09, y - 0.01, w * 0.993], [x + 0.015, y - 0.023, w * 0.835], [x + tip * 0.58, y - 0.041, w * 0.5]],
    [[x - 0.2, y - 0.06, w * 1.08], [x - 0.09, y - 0.066, w * 1.03], [x - 0.0, y - 0.075, w * 0.84], [x + tip * 0.4, y - 0.085, w * 0.56]],
    [[x - 0.17, y - 0.14, w * 1.05], [x - 0.09, y - 0.15, w * 0.98], [x - 0.02, y - 0.15, w * 0.8], [x + tip * 0.1, y - 0.14, w * 0.56]],
    [[x - 0.16, y - 0.2, w * 0.98], [x - 0.1, y - 0.215, w * 0.88], [x - 0.05, y - 0.21, w * 0.7], [x - 0.02, y - 0.19, w * 0.5]],
  ];
  model.add(both(mesh(surface(cheek, { along: 26, across: 20, thickness: 0.005 }), body)));
  const face = [
    [[x - 0.0, y - 0.022, -w * 0.82], [x + tip * 0.7, y - 0.034, -w * 0.4], [x + tip * 0.91, y - 0.029, 0], [x + tip * 0.7, y - 0.034, w * 0.4], [x - 0.0, y - 0.022, w * 0.82]],
    [[x - 0.02, y - 0.08, -w * 0.84], [x + tip * 0.58, y - 0.09, -w * 0.4], [x + tip * 0.78, y - 0.094, 0], [x + tip * 0.58, y - 0.09, w * 0.4], [x - 0.02, y - 0.08, w * 0.84]],
    [[x - 0.04, y - 0.15, -w * 0.78], [x + tip * 0.3, y - 0.155, -w * 0.36], [x + tip * 0.46, y - 0.16, 0], [x + tip * 0.3, y - 0.155, w * 0.36], [x - 0.04, y - 0.15, w * 0.78]],
    [[x - 0.06, y - 0.2, -w * 0.55], [x + 0.01, y - 0.21, -w * 0.26], [x + 0.02, y - 0.21, 0], [x + 0.01, y - 0.21, w * 0.26], [x - 0.06, y - 0.2, w * 0.55]],
  ];
  model.add(mesh(surface(face, { along: 44, across: 22, thickness: 0.008 }), plastic('#121316', 0.16)));
  const SIGNS = {
    fang: [[[0.98, 0.08], [0.6, 0.1], [0.36, 0.3], [0.3, 0.52]]], claw: [[[0.84, 0.1], [0.6, 0.12], [0.34, 0.18]], [[0.8, 0.52], [0.66, 0.57], [0.4, 0.62]]], slit: [[[0.98, 0.14], [0.7, 0.16], [0.34, 0.24]]],
    brow: [[[0.98, 0.05], [0.7, 0.04], [0.4, 0.05], [0.12, 0.09]]], tri: [[[0.98, 0.12], [0.56, 0.12]], [[0.96, 0.26], [0.6, 0.26]], [[0.92, 0.4], [0.64, 0.4]]],
  };
  const glow = light('#f3f8ff', 2.6);
  for (const sign of SIGNS[style] ?? SIGNS.fang) for (const s of [-1, 1]) model.add(tube(sign.map(([u, d]) => onSurface(face, 0.5 + s * u * 0.5, d, [0.008, 0, s * 0.003])), (q) => 0.004 + 0.003 * Math.sin(Math.PI * q), glow, { radial: 8 }));
  for (const s of [-1, 1]) model.add(projector({ at: onSurface(face, 0.5 + s * 0.27, 0.4, [0.006, 0, 0]), radius: 0.019 }), projector({ at: onSurface(face, 0.5 + s * 0.37, 0.3, [0.002, 0, 0]), radius: 0.014 }));
  if (ram) model.add(mesh(surface([[onSurface(face, 0.42, 0.62, [0.003, 0, 0]), onSurface(face, 0.58, 0.62, [0.003, 0, 0])], [onSurface(face, 0.43, 0.9, [0.003, 0, 0]), onSurface(face, 0.57, 0.9, [0.003, 0, 0])]], { along: 10, across: 6, thickness: 0.004 }), dark));
}
