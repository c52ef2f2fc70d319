// A rally bike's navigation tower: a tall clear screen before instruments, lamps stacked below, and its cheeks.
import { carbon, light, pane, plastic } from '../materials.js';
import { projector } from './bodywork.js';
import { dash } from './front-end.js';
import { block, both, group, mesh, place, rod, surface, tube } from './panel.js';

export function tower({ model, bones, p, body, second, dark }) {
  const [bx, by] = bones.onFork(bones.fork - 0.12, 0.1), tall = p.towerTall ?? 0.3, w = p.towerWide ?? 0.125, x = bx, y = by;
  const clear = p.screenClear === false ? pane('#0c0d0f', 0.5) : pane(undefined, 0.16);
  const edge = [[x + 0.035, y + 0.06, w], [x + 0.01, y + 0.13, w * 1.02], [x - 0.035, y + tall * 0.78, w * 0.9], [x - 0.085, y + tall, w * 0.62]];
  const rows = edge.map(([px, py, half]) => [-1, -0.6, 0, 0.6, 1].map((s) => [px - 0.06 * s * s, py, s * half]));
  model.add(mesh(surface(rows, { along: 26, across: 20, thickness: 0 }), clear));
  model.add(tube([...rows.map((r) => r[0]), ...rows.at(-1).slice(1, -1), ...rows.map((r) => r.at(-1)).reverse()], 0.0025, plastic('#2a2c30', 0.3), { segments: 70, radial: 8 }));
  // painted mask with stacked lamps
  const face = [
    [[x - 0.02, y + 0.07, -w], [x + 0.04, y + 0.072, 0], [x - 0.02, y + 0.07, w]],
    [[x - 0.01, y, -w * 0.95], [x + 0.062, y, 0], [x - 0.01, y, w * 0.95]],
    [[x - 0.01, y - 0.075, -w * 0.72], [x + 0.055, y - 0.08, 0], [x - 0.01, y - 0.075, w * 0.72]],
    [[x - 0.02, y - 0.14, -w * 0.4], [x + 0.02, y - 0.155, 0], [x - 0.02, y - 0.14, w * 0.4]],
  ];
  model.add(mesh(surface(face, { along: 26, across: 22, thickness: 0.005 }), body));
  model.add(mesh(surface([[[x + 0.008, y + 0.045, -w * 0.6], [x + 0.062, y + 0.046, 0], [x + 0.008, y + 0.045, w * 0.6]], [[x + 0.02, y - 0.02, -w * 0.6], [x + 0.072, y - 0.02, 0], [x + 0.02, y - 0.02, w * 0.6]], [[x + 0.02, y - 0.085, -w * 0.4], [x + 0.062, y - 0.09, 0], [x + 0.02, y - 0.085, w * 0.4]]], { along: 20, across: 16, thickness: 0.01 }), plastic('#101114', 0.16)));
  for (const s of [-1, 1]) model.add(projector({ at: [x + 0.062, y + 0.012, s * w * 0.27], radius: 0.024 }));
  model.add(projector({ at: [x + 0.072, y - 0.05, 0], radius: 0.018 }), tube([[x + 0.034, y + 0.055, -w * 0.5], [x + 0.066, y + 0.056, 0], [x + 0.034, y + 0.055, w * 0.5]], 0.0034, light('#f3f8ff', 2.4)));
  // cheeks down to the tank's shrouds
  const cheek = surface([
    [[x - 0.02, y + 0.1, w * 0.98], [x - 0.09, y + 0.1, w * 1.12], [x - 0.16, y + 0.06, w * 1.22]],
    [[x - 0.012, y - 0.0, w * 0.98], [x - 0.1, y - 0.01, w * 1.2], [x - 0.19, y - 0.04, w * 1.34]],
    [[x - 0.02, y - 0.1, w * 0.72], [x - 0.1, y - 0.12, w * 1.12], [x - 0.17, y - 0.13, w * 1.3]],
  ], { along: 20, across: 16, thickness: 0.004 });
  model.add(both(mesh(cheek, p.cheekSecond ? second : body)));
  // the tower behind the glass: carbon spine, road book, computer, screen
  model.add(mesh(surface([[[x - 0.09, y - 0.05, -0.05], [x - 0.09, y - 0.05, 0.05]], [[x - 0.1, y + tall * 0.8, -0.04], [x - 0.1, y + tall * 0.8, 0.04]]], { along: 4, across: 8, thickness: 0.008 }), carbon()));
  model.add(place(group(block(0.06, 0.1, 0.17, 0.01, dark), place(block(0.01, 0.07, 0.14, 0.004, plastic('#e9e7de', 0.6)), { at: [-0.028, 0, 0] })), { at: [x - 0.13, y + 0.13, 0], turn: [0, 0, -0.35] }));
  model.add(dash({ at: [x - 0.13, y + tall * 0.78, 0], wide: 0.12, tall: 0.07, lean: -0.25 }));
  for (const s of [-1, 1]) model.add(rod([x - 0.09, y + 0.05, s * 0.05], [...bones.onFork(bones.fork - 0.02), s * 0.07], 0.008, dark));
}
