// What a hull stands on ashore: saddles of dark metal with rubber where they bear the bottom, joined by two beams along the ground.
import { metal, rubber } from '../../materials.js';
import { box, extrude, group, lerp, outline, part, surface, times } from '../gear/shapes.js';

/** Height of the bottom at the share k of the half breadth. */
const bottomAt = (s, k) => lerp(s.keel, s.chineY, k ** 0.92);

function saddle(at, t, { length, ground, reach, thick, pad }) {
  const s = at(t), half = thick / 2, wide = s.chineZ * reach, dark = metal('black');
  // The lowest that the bottom is over the saddle's thickness.
  const lows = [-1, 0, 1].map((k) => at(t + (k * half) / length));
  const rim = (z) => Math.min(...lows.map((low) => bottomAt(low, Math.abs(z) / s.chineZ)));
  const across = times(25, (i) => (i / 12 - 1) * wide), foot = Math.min(0.07, (s.keel - ground) * 0.45), in_ = wide * 0.62;
  const low = ground + foot;
  const plate = outline([...across.map((z) => [z, rim(z) - pad]), [wide * 1.02, ground], [in_, ground], [in_ * 0.86, low], [-in_ * 0.86, low], [-in_, ground], [-wide * 1.02, ground]]);
  const rail = surface((u, v) => {
    // Round the edge: up the front, over the top, down the back.
    const z = lerp(-wide, wide, v) * 1.03, [dx, dy] = [[-1, -1], [-1, 0.45], [-0.85, 0.8], [0.85, 0.8], [1, 0.45], [1, -1]][Math.round(u * 5)];
    return [s.x + dx * (half + 0.012), rim(Math.min(wide, Math.abs(z))) - pad * 0.4 + dy * pad, z];
  }, 5, 48);
  return [part(extrude(plate, thick, 0.004).rotateY(-Math.PI / 2), dark, [s.x, 0, 0]), part(rail, rubber())];
}

export function cradle(at, stations, { length, ground, reach = 0.72, thick = 0.09, pad = 0.022, beam = 0.07 }) {
  const [from, to] = [at(stations[0]).x, at(stations.at(-1)).x], z = at(stations[0]).chineZ * reach * 0.6;
  return group([
    stations.map((t) => saddle(at, t, { length, ground, reach, thick, pad })),
    [-1, 1].map((k) => part(box(to - from + thick * 3, beam, beam * 1.1, 0.012), metal('black'), [(from + to) / 2, ground + beam / 2, k * z])),
  ]);
}
