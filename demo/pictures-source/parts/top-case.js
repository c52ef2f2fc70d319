import { loft } from './body-loft.js';
import { panel, projector, seam } from './body-panel.js';
import { box, pair, put } from './body-solids.js';
import { wordmark } from './wordmark.js';

/** Rounded top case on its plate, its rear face towards -x. */
export function topCase(g, M, { x, y, w, d, h, word = 'RUACH' }) {
  const base = loft([{ x, y: y + 0.02, w: w * 0.86, u: d * 0.84, n: 4 }, { x, y: y + h * 0.3, w: w * 0.97, u: d * 0.97, n: 4 }, { x, y: y + h * 0.5, w, u: d, n: 4 }], { round: [0.02, 0] });
  const lid = loft([{ x, y: y + h * 0.5, w, u: d, n: 4 }, { x, y: y + h * 0.75, w: w * 0.97, u: d * 0.95, n: 3.6 }, { x: x + 0.01, y: y + h * 0.94, w: w * 0.84, u: d * 0.8, n: 3.2 }], { round: [0, 0.035] });
  put(g, base, M.trim);
  put(g, lid, M.paint);
  put(g, loft([{ x, y: y + h * 0.49, w: w * 1.012, u: d * 1.012, n: 4 }, { x, y: y + h * 0.515, w: w * 1.012, u: d * 1.012, n: 4 }], { round: 0.003 }), M.black);
  const rear = projector([base, lid], 'rear');
  put(g, panel(rear, 'rear', [[-w * 0.72, y + h * 0.44], [w * 0.72, y + h * 0.44], [w * 0.62, y + h * 0.24], [-w * 0.62, y + h * 0.24]], { lift: 0.005, radius: 0.02 }), M.tail);
  put(g, panel(rear, 'rear', [[-0.08, y + h * 0.74], [0.08, y + h * 0.74], [0.08, y + h * 0.64], [-0.08, y + h * 0.64]], { lift: 0.004, radius: 0.004, bevel: 0.001 }), wordmark(word, '#dfe3e6'));
  put(g, panel(rear, 'rear', [[-0.045, y + h * 0.56], [0.045, y + h * 0.56], [0.04, y + h * 0.45], [-0.04, y + h * 0.45]], { lift: 0.01, radius: 0.01 }), M.dark);
  for (const view of ['left', 'right']) {
    const look = projector([base, lid], view);
    put(g, panel(look, view, [[x - d * 0.5, y + h * 0.75], [x + d * 0.5, y + h * 0.75], [x + d * 0.44, y + h * 0.62], [x - d * 0.44, y + h * 0.62]], { lift: 0.003, radius: 0.004, bevel: 0.001 }), wordmark(word, '#c9ced3'));
    put(g, seam(look, view, [[x - d * 0.7, y + h * 0.2], [x, y + h * 0.17], [x + d * 0.7, y + h * 0.2]]), M.black);
  }
  pair(g, (side) => put(side, box(0.05, 0.02, 0.03, 0.008), M.dark, [x + d * 0.9, y + h * 0.5, w * 0.5]));
  put(g, box(d * 1.5, 0.024, w * 1.1, 0.01), M.black, [x, y, 0]);
}
