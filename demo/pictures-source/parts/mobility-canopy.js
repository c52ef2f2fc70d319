import { sheet } from './body-loft.js';
import { pair, put, rod, tube } from './body-solids.js';
import { roof } from './cab.js';

/** Rain and sun roof on four posts, with a clear windscreen and a clear back. */
export function canopy(g, M, { xf, xr, half, top, seatY }) {
  pair(g, (side) => {
    put(side, tube([[xf + 0.06, 0.4, half - 0.04], [xf - 0.06, 0.85, half - 0.02], [xf - 0.2, top - 0.12, half - 0.03], [xf - 0.3, top, half - 0.05], [xr - 0.1, top + 0.01, half - 0.05], [xr - 0.2, top - 0.1, half - 0.03], [xr - 0.24, seatY + 0.2, half - 0.02], [xr - 0.2, 0.42, half - 0.04]], 0.014), M.alu);
    put(side, rod([xf - 0.06, 0.92, half - 0.02], [xf - 0.2, 0.95, 0.2], 0.008), M.black);
  });
  for (const x of [xf - 0.3, (xf + xr) / 2 - 0.1, xr - 0.1]) put(g, rod([x, top + 0.005, -half + 0.05], [x, top + 0.005, half - 0.05], 0.01), M.alu);
  roof(g, M.paint, { x0: xf - 0.1, x1: xr - 0.3, y: top + 0.045, half: half + 0.03, thick: 0.018, peak: 0.05 });
  const screen = [0, 0.25, 0.5, 0.75, 1].map((t) => { const [x, y] = [xf + 0.05 - t * 0.27 - t * t * 0.06, 0.5 + t * (top - 0.54)]; return [[x + 0.02, y, 0], [x + 0.018, y, half * 0.5], [x, y, half - 0.03]]; });
  put(g, sheet(screen, { mirror: true, thickness: 0.004 }), M.clear);
  put(g, sheet([0, 0.5, 1].map((t) => { const [x, y] = [xr - 0.245 + t * 0.06, seatY + 0.12 + t * (top - seatY - 0.2)]; return [[x, y, 0], [x, y, half * 0.5], [x, y, half - 0.04]]; }), { mirror: true, thickness: 0.004 }), M.clear);
}
