import * as THREE from 'three';
import { box, pair, put, rod, tube } from './body-solids.js';
import { roof, window } from './cab.js';

/** Rain and sun roof on four posts, with a clear windscreen and a clear back. */
export function canopy(g, M, { xf, xr, half, top, seatY }) {
  const posts = [[xf + 0.06, 0.4, half - 0.04], [xf - 0.06, 0.85, half - 0.02], [xf - 0.2, top - 0.12, half - 0.03], [xf - 0.3, top, half - 0.05], [xr - 0.1, top + 0.01, half - 0.05], [xr - 0.2, top - 0.1, half - 0.03], [xr - 0.24, seatY + 0.2, half - 0.02], [xr - 0.2, 0.42, half - 0.04]];
  pair(g, (side) => put(side, tube(posts, 0.014), M.alu));
  for (const x of [xf - 0.3, (xf + xr) / 2 - 0.1, xr - 0.1]) put(g, rod([x, top + 0.005, -half + 0.05], [x, top + 0.005, half - 0.05], 0.01), M.alu);
  roof(g, M.paint, { x0: xf - 0.1, x1: xr - 0.3, y: top + 0.045, half: half + 0.03, thick: 0.018, peak: 0.05 });
  // The panes follow the posts, from which their rims do not part.
  const way = new THREE.CatmullRomCurve3(posts.map((p) => new THREE.Vector3(...p)), false, 'catmullrom', 0.5);
  const pane = (from, to, bow) => Array.from({ length: 13 }, (_, i) => { const { x, y, z } = way.getPoint((from + ((to - from) * i) / 12) / 7); return [0, 0.3, 0.6, 0.85, 1].map((k) => [x + bow * (1 - k ** 2), y, (z - 0.014) * k]); });
  window(g, M, pane(0.45, 2.9, 0.03), { mirror: true });
  window(g, M, pane(4.1, 6.5, -0.015), { mirror: true });
  put(g, box(0.03, 0.035, 0.05), M.black, [xf + 0.03, 0.64, 0]);
  put(g, rod([xf + 0.042, 0.64, 0], [xf + 0.009, 0.73, -0.12], 0.006), M.black);
  put(g, rod([xf + 0.024, 0.68, 0.01], [xf - 0.019, 0.78, -0.25], 0.007), M.black);
}
