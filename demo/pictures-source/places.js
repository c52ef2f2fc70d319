// Drawn places for the scene banners, as SVG. The right half stays calm: a headline stands there.
import { randoms } from './random.js';

const frame = (width, height, defs, body) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}
<filter id="soft"><feGaussianBlur stdDeviation="26"/></filter><filter id="haze"><feGaussianBlur stdDeviation="5"/></filter><filter id="lens"><feGaussianBlur stdDeviation="12"/></filter>
<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0.09 0"/></filter></defs>
${body}<rect width="${width}" height="${height}" filter="url(#grain)"/></svg>`;
const fade = (id, stops, vertical = true) => `<linearGradient id="${id}" x1="0" y1="0" x2="${vertical ? 0 : 1}" y2="${vertical ? 1 : 0}">${stops.map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('')}</linearGradient>`;

const channel = (hex, k) => Number.parseInt(hex.slice(1 + k * 2, 3 + k * 2), 16);
const mix = (a, b, t) => `#${[0, 1, 2].map((k) => Math.round(channel(a, k) + (channel(b, k) - channel(a, k)) * t).toString(16).padStart(2, '0')).join('')}`;

// A ridge line across the picture: rough for rock, smooth for dunes and hills.
function ridge({ width, height, base, swing, rough, seed, points = 14 }) {
  const random = randoms(seed), list = [];
  // it runs past both edges, so that the blur has no end to show
  for (let i = -1; i <= points + 1; i++) list.push([(i / points) * width, base + (random() - 0.5) * swing]);
  if (rough) return `M-200 ${height} L${list.map(([x, y]) => `${x.toFixed(0)} ${y.toFixed(0)} L${(x + width / points / 2).toFixed(0)} ${(y + (random() - 0.4) * swing * rough).toFixed(0)}`).join(' L')} L${width + 200} ${height} Z`;
  let d = `M${list[0][0].toFixed(0)} ${height} L${list[0][0].toFixed(0)} ${list[0][1].toFixed(0)}`;
  for (let i = 0; i < list.length - 1; i++) { const [x, y] = list[i], [nx, ny] = list[i + 1], m = (x + nx) / 2; d += ` C${m.toFixed(0)} ${y.toFixed(0)} ${m.toFixed(0)} ${ny.toFixed(0)} ${nx.toFixed(0)} ${ny.toFixed(0)}`; }
  return `${d} L${list.at(-1)[0].toFixed(0)} ${height} Z`;
}

export const places = {
  // a dark hall with a band of light and a polished floor
  hall({ width: w, height: h, ground, glow, spark }) {
    const strips = Array.from({ length: 7 }, (_, i) => { const x = w * (0.02 + i * 0.105), bright = i < 5 ? 1 - Math.abs(i - 2) * 0.22 : 0.18; return `<rect x="${x}" y="${h * 0.06}" width="${w * 0.012}" height="${h * 0.6}" fill="${i === 2 ? spark : glow}" opacity="${bright}" filter="url(#haze)"/><rect x="${x - 40}" y="${h * 0.02}" width="${w * 0.05}" height="${h * 0.68}" fill="${glow}" opacity="${bright * 0.25}" filter="url(#soft)"/><rect x="${x}" y="${h * 0.71}" width="${w * 0.012}" height="${h * 0.22}" fill="${i === 2 ? spark : glow}" opacity="${bright * 0.28}" filter="url(#soft)"/>`; }).join('');
    return frame(w, h, fade('wall', [[0, '#050607'], [0.55, ground], [1, '#0a0b0d']]) + fade('floor', [[0, '#000', 0.7], [0.25, ground], [1, '#34373d']]) + `<radialGradient id="pool" cx="0.36" cy="0.5" r="0.5"><stop offset="0" stop-color="#ffffff" stop-opacity="0.34"/><stop offset="1" stop-color="#ffffff" stop-opacity="0"/></radialGradient>`,
      `<rect width="${w}" height="${h}" fill="url(#wall)"/>${strips}<rect y="${h * 0.69}" width="${w}" height="${h * 0.31}" fill="url(#floor)" opacity="0.92"/><ellipse cx="${w * 0.36}" cy="${h * 0.86}" rx="${w * 0.42}" ry="${h * 0.17}" fill="url(#pool)"/>`);
  },
  // dunes or hills at a low sun, five ridges deep
  ridges({ width: w, height: h, sky, sun, far, near, ground, rough = 0, seed = 3 }) {
    const layers = Array.from({ length: 5 }, (_, i) => { const t = i / 4; return `<path filter="url(#${i < 2 ? 'lens' : 'haze'})" d="${ridge({ width: w, height: h, base: h * (0.44 + t * 0.22), swing: h * (0.17 - t * 0.1), rough, seed: seed + i * 7, points: rough ? 16 : 6 + i })}" fill="url(#r${i})"/>`; }).join('');
    const defs = Array.from({ length: 5 }, (_, i) => fade(`r${i}`, [[0, mix(far, near, i / 4)], [1, mix(far, near, Math.min(1, i / 4 + 0.3))]])).join('');
    return frame(w, h, fade('sky', sky.map((c, i) => [i / (sky.length - 1) * 0.7, c])) + fade('ground', [[0, near], [0.35, ground], [1, mix(ground, '#000000', 0.25)]]) + defs + `<radialGradient id="sun"><stop offset="0" stop-color="${sun}" stop-opacity="0.95"/><stop offset="0.15" stop-color="${sun}" stop-opacity="0.6"/><stop offset="0.4" stop-color="${sun}" stop-opacity="0.22"/><stop offset="0.7" stop-color="${sun}" stop-opacity="0.06"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient>`,
      `<rect width="${w}" height="${h}" fill="url(#sky)"/><circle cx="${w * 0.3}" cy="${h * 0.4}" r="${h * 0.55}" fill="url(#sun)"/>${layers}<rect y="${h * 0.72}" width="${w}" height="${h * 0.28}" fill="url(#ground)"/>`);
  },
  // a promenade: sky, a city's far line, a strip of sea, pale paving
  city({ width: w, height: h, sky, far, near, sea, ground }) {
    const random = randoms(11);
    const row = (count, base, tall, fill) => Array.from({ length: count }, (_, i) => { const bw = w / count * (0.55 + random() * 0.5), bh = tall * (0.35 + random() * 0.65), x = (i / count) * w * 1.1 - w * 0.05, windows = Array.from({ length: 5 }, () => `<rect x="${(x + bw * (0.1 + random() * 0.7)).toFixed(0)}" y="${(base - bh * (0.15 + random() * 0.75)).toFixed(0)}" width="5" height="8" fill="#fff6dc" opacity="0.5"/>`).join(''); return `<rect x="${x.toFixed(0)}" y="${(base - bh).toFixed(0)}" width="${bw.toFixed(0)}" height="${bh.toFixed(0)}" rx="4" fill="${fill}"/>${windows}`; }).join('');
    return frame(w, h, fade('sky', sky.map((c, i) => [i / (sky.length - 1) * 0.66, c])) + fade('paving', [[0, mix(ground, '#000000', 0.22)], [0.4, ground], [1, mix(ground, '#ffffff', 0.25)]]) + fade('sea', [[0, sea, 0.9], [1, sea]]),
      `<rect width="${w}" height="${h}" fill="url(#sky)"/><g filter="url(#lens)" opacity="0.75">${row(26, h * 0.6, h * 0.3, far)}</g><g filter="url(#lens)" opacity="0.9">${row(17, h * 0.62, h * 0.2, near)}</g><rect y="${h * 0.6}" width="${w}" height="${h * 0.1}" fill="url(#sea)"/><rect y="${h * 0.685}" width="${w}" height="7" fill="#ffffff" opacity="0.7"/><rect y="${h * 0.69}" width="${w}" height="${h * 0.31}" fill="url(#paving)"/>${Array.from({ length: 9 }, (_, i) => `<line x1="${w * (0.36 + (i - 4) * 0.1)}" y1="${h * 0.69}" x2="${w * (0.36 + (i - 4) * 0.34)}" y2="${h}" stroke="#000" stroke-opacity="0.06" stroke-width="3"/>`).join('')}`);
  },
  // a park path: foliage in rounds, light between
  park({ width: w, height: h, sky, far, near, ground }) {
    const random = randoms(5), crowns = (count, base, size, fill, opacity) => Array.from({ length: count }, () => { const x = (random() * 1.2 - 0.1) * w, r = size * (0.6 + random() * 0.7); return `<circle cx="${x.toFixed(0)}" cy="${(base - r * 0.4 + random() * 40).toFixed(0)}" r="${r.toFixed(0)}" fill="${fill}" opacity="${opacity}"/>`; }).join('');
    return frame(w, h, fade('sky', sky.map((c, i) => [i / (sky.length - 1) * 0.7, c])) + fade('path', [[0, ground], [1, '#fbf7ee']]) + fade('grass', [[0, far], [1, near]]),
      `<rect width="${w}" height="${h}" fill="url(#sky)"/><g filter="url(#soft)">${crowns(34, h * 0.5, h * 0.15, far, 0.8)}</g><g filter="url(#haze)">${crowns(26, h * 0.62, h * 0.1, near, 0.55)}</g><rect y="${h * 0.64}" width="${w}" height="${h * 0.36}" fill="url(#grass)"/><path d="M0 ${h * 0.8} C${w * 0.3} ${h * 0.7} ${w * 0.7} ${h * 0.7} ${w} ${h * 0.74} L${w} ${h} L0 ${h} Z" fill="url(#path)"/>`);
  },
  // open water under a wide sky
  sea({ width: w, height: h, sky, sun, sea }) {
    const random = randoms(9), waves = Array.from({ length: 90 }, (_, i) => { const t = (i / 90) ** 1.6, y = h * (0.57 + t * 0.43), len = 40 + t * 260, x = random() * w; return `<path d="M${x.toFixed(0)} ${y.toFixed(0)} q${(len / 2).toFixed(0)} ${(-4 - t * 12).toFixed(0)} ${len.toFixed(0)} 0" stroke="#ffffff" stroke-opacity="${(0.1 + random() * 0.22).toFixed(2)}" stroke-width="${(1 + t * 4).toFixed(1)}" fill="none"/>`; }).join('');
    return frame(w, h, fade('sky', sky.map((c, i) => [i / (sky.length - 1) * 0.58, c])) + fade('sea', sea.map((c, i) => [i / (sea.length - 1), c])) + `<radialGradient id="sun"><stop offset="0" stop-color="${sun}"/><stop offset="0.3" stop-color="${sun}" stop-opacity="0.4"/><stop offset="0.65" stop-color="${sun}" stop-opacity="0.1"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient>`,
      `<rect width="${w}" height="${h}" fill="url(#sky)"/><circle cx="${w * 0.34}" cy="${h * 0.5}" r="${h * 0.5}" fill="url(#sun)"/><rect y="${h * 0.56}" width="${w}" height="${h * 0.44}" fill="url(#sea)"/>${waves}`);
  },
  // the water that laps over a hull, drawn before the vehicle
  wash({ width: w, height: h, sea }) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><defs>${fade('wash', [[0, sea.at(-1), 0], [0.35, sea.at(-1), 0.85], [1, sea.at(-1)]])}<filter id="foam"><feGaussianBlur stdDeviation="7"/></filter></defs><rect y="${h * 0.82}" width="${w}" height="${h * 0.18}" fill="url(#wash)"/><g filter="url(#foam)" fill="#ffffff">${[[0.12, 0.86, 0.1, 0.012], [0.3, 0.875, 0.17, 0.016], [0.5, 0.87, 0.13, 0.012], [0.62, 0.86, 0.07, 0.008]].map(([x, y, rx, ry]) => `<ellipse cx="${w * x}" cy="${h * y}" rx="${w * rx}" ry="${h * ry}" opacity="0.55"/>`).join('')}</g></svg>`;
  },
};
