// Riding clothes on an invisible wearer who faces +x: torso, sleeves and legs with sewn panels, armour and fastenings.
import * as THREE from 'three';
import { fabric, leather, plastic, rubber, metal, gloss } from '../../materials.js';
import { limb, pad, Pattern, skin } from './cloth.js';
import { bodyAt, box, group, lerp, part, patch, smooth, surface, times, tube } from './shapes.js';
import { ink, release, shade, texture, write } from './surfaces.js';

const mirrored = (make) => [make(1), make(-1)];
/** Torso skin f(grow); u 0.25 is the chest, 0.75 the back, v from hem to neck. */
function torso({ hem = 0, waist = 0.2, chest = 0.235, shoulder = 0.205, depth = 0.13, hump = 0, folds = 0.005, seed = 1 } = {}) {
  const rows = [
    [0, waist * 1.04, depth * 0.92, hem], [0, waist, depth * 0.9, 0.12], [0.005, chest * 0.97, depth, 0.28], [0.008, chest, depth * 1.06, 0.4], [0, chest * 0.98, depth, 0.49], [-0.01, shoulder * 0.92, depth * 0.84, 0.56], [-0.012, 0.125, depth * 0.66, 0.6], [-0.008, 0.078, depth * 0.56, 0.622],
  ].map(([x, a, b, y]) => ({ c: [x, y, 0], a, b, n: 2.5 }));
  return (grow = 0) => {
    const f = bodyAt(rows, { axis: 'y', ends: 0, grow });
    return (u, v) => {
      const [x, y, z] = f(u, v);
      const crease = folds * Math.sin(y * 46 + Math.sin(z * 16 + seed) * 2.2) * (1 - smooth(0.25, 0.5, y)) + folds * 0.6 * Math.sin(z * 34 + y * 12 + seed) * smooth(0.3, 0.5, y);
      const back = hump * Math.exp(-(((y - 0.52) / 0.07) ** 2)) * Math.exp(-((z / 0.07) ** 2)) * smooth(0, -0.06, x);
      return [x + Math.sign(x) * crease - back, y, z + Math.sign(z) * crease * 0.4];
    };
  };
}
const sleeve = (side, { wrist = 0.042, upper = 0.082, folds = 0.006, seed = 1, reach = 0.6 } = {}) =>
  limb([[-0.012, 0.535, side * 0.11], [-0.012, 0.505, side * 0.2], [-0.015, 0.39, side * 0.268], [0.0, 0.27, side * 0.305], [0.05, 0.12, side * 0.315], [0.1, 0.57 - reach, side * 0.31]], [0.05, upper * 0.9, upper * 0.9, 0.064, 0.056, wrist], { folds, seed, across: [1, 0, 0] });
function collar(material, height = 0.05, lean = 0.01) {
  const f = bodyAt([[0, 0.084, 0.076, 0.606], [0.004, 0.078, 0.071, 0.608 + height * 0.5], [lean, 0.088, 0.08, 0.61 + height]].map(([x, a, b, y]) => ({ c: [x - 0.008, y, 0], a, b, n: 2.2 })), { axis: 'y', ends: 0 });
  return [skin(f, material, 64, 20), part(tube(times(48, (i) => f(i / 48, 1)), 0.0045, { closed: true, segments: 160, sides: 8 }), material), part(surface((u, v) => { const [x, y, z] = f(u, 1 - v * 0.9); return [x * 0.93, y, z * 0.93]; }, 64, 8, true), fabric('#2a2d31'))];
}
const cuff = (f, material) => part(surface((u, v) => f(0.004)(u, lerp(0.93, 0.995, v)), 48, 8, true), material);
const inside = part;

function jacket(p, { hex, accent, base, armour, cut, draw, sleeves, collarHeight = 0.05 }) {
  const t = torso(cut);
  const front = new Pattern(hex);
  draw(front);
  const arms = mirrored((side) => {
    const f = sleeve(side, { ...cut, seed: p.seed + side });
    const art = new Pattern(hex, { width: 1024, height: 1024 });
    sleeves?.(art, side);
    return [skin(f(), art.material(base), 64, 110), cuff(f, base), armour?.(f, side)];
  });
  const lining = fabric(shade(hex, hex < '#444' ? 0.08 : -0.12));
  return group([skin(t(), front.material(base), 160, 128), skin(t(-0.006), lining, 64, 40), arms, collar(base, collarHeight)], [0, 0.03 - (cut.hem ?? 0), 0]);
}

const flap = (pattern, u, v, w, h, hex) => pattern.panel([[u - w, v - h], [u + w, v - h], [u + w, v + h], [u - w, v + h]], hex, 0.62).seam([[u - w, v + h * 0.3], [u + w, v + h * 0.3]]);

const GARMENTS = {
  'jacket-sport': (p) => jacket(p, {
    hex: p.hex, accent: p.accent, base: leather(p.hex), cut: { waist: 0.185, chest: 0.225, hump: 0.045, folds: 0.003, upper: 0.078, shoulder: 0.215 }, collarHeight: 0.042,
    draw: (d) => {
      for (const s of [-1, 1]) {
        d.panel([[0.25 + s * 0.03, 0.0], [0.25 + s * 0.12, 0], [0.25 + s * 0.1, 0.4], [0.25 + s * 0.17, 0.66], [0.25 + s * 0.05, 0.72], [0.25 + s * 0.02, 0.4]], p.accent);
        d.panel([[0.25 + s * 0.05, 0.76], [0.25 + s * 0.19, 0.7], [0.25 + s * 0.25, 0.98], [0.25 + s * 0.06, 0.98]], shade(p.hex, p.hex < '#444' ? 0.14 : -0.14));
        d.dots(0.25 + s * 0.09 - 0.04, 0.25 + s * 0.09 + 0.04, 0.45, 0.62, 16);
        d.seam([[0.25 + s * 0.2, 0], [0.25 + s * 0.22, 0.9]]);
      }
      d.zip([[0.25, 0], [0.25, 1]]).text(p.brand, 0.25 - 0.085, 0.69, 54, ink(p.hex), { italic: true }).ribs(0.55, 0.95, 0.03, 0.2, 10);
    },
    sleeves: (d) => d.panel([[0.55, 0.05], [0.95, 0.05], [0.85, 0.6], [0.65, 0.6]], p.accent).seam([[0.25, 0], [0.25, 1]]).ribs(0.0, 0.45, 0.42, 0.56, 9),
    armour: (f) => [part(pad(f, [0.55, 0.95], [0.13, 0.3], 0.013), plastic('#1a1c1f', 0.3)), part(pad(f, [0.62, 0.88], [0.17, 0.26], 0.018), metal('gunmetal')), part(pad(f, [0.56, 0.92], [0.52, 0.68], 0.011), plastic('#1a1c1f', 0.3))],
  }),
  'jacket-adventure': (p) => jacket(p, {
    hex: p.hex, accent: p.accent, base: fabric(p.hex), cut: { hem: -0.12, waist: 0.218, chest: 0.25, upper: 0.092, wrist: 0.05, folds: 0.006, depth: 0.14 }, collarHeight: 0.07,
    draw: (d) => {
      const dark = shade(p.hex, p.hex < '#333' ? 0.1 : -0.22);
      d.panel([[0, 0.8], [0.5, 0.8], [0.5, 1], [0, 1]], dark);
      for (const s of [-1, 1]) {
        flap(d, 0.25 + s * 0.085, 0.6, 0.05, 0.075, dark);
        flap(d, 0.25 + s * 0.095, 0.2, 0.065, 0.1, shade(p.hex, -0.05));
        d.panel([[0.25 + s * 0.19, 0], [0.25 + s * 0.25, 0], [0.25 + s * 0.25, 0.75], [0.25 + s * 0.21, 0.75]], dark).zip([[0.25 + s * 0.16, 0.45], [0.25 + s * 0.145, 0.75]]);
        d.panel([[0.25 + s * 0.03, 0.745], [0.25 + s * 0.2, 0.725], [0.25 + s * 0.2, 0.75], [0.25 + s * 0.03, 0.77]], '#dfe3e6');
      }
      d.zip([[0.25, 0], [0.25, 1]]).panel([[0.232, 0], [0.246, 0], [0.246, 1], [0.232, 1]], dark).text(p.brand, 0.17, 0.85, 44, ink(dark), {});
      d.panel([[0, 0.345], [1, 0.345], [1, 0.375], [0, 0.375]], dark);
    },
    sleeves: (d) => d.panel([[0.0, 0.16], [1, 0.16], [1, 0.34], [0, 0.34]], shade(p.hex, p.hex < '#333' ? 0.1 : -0.22)).panel([[0.0, 0.42], [1, 0.42], [1, 0.45], [0, 0.45]], '#dfe3e6').seam([[0.25, 0], [0.25, 1]]).panel([[0.5, 0.53], [1, 0.53], [1, 0.72], [0.5, 0.72]], p.accent),
    armour: (f) => [part(pad(f, [0.52, 0.98], [0.12, 0.3], 0.007), fabric('#2b2e32')), part(surface((u, v) => f(0.005)(u, lerp(0.86, 0.9, v)), 48, 4, true), fabric('#202226'))],
  }),
  'jacket-city': (p) => jacket(p, {
    hex: p.hex, accent: p.accent, base: p.rain ? gloss(p.hex) : fabric(p.hex), cut: { hem: p.rain ? -0.1 : -0.05, waist: p.rain ? 0.235 : 0.205, chest: 0.24, upper: p.rain ? 0.1 : 0.083, wrist: 0.05, folds: p.rain ? 0.009 : 0.005, seed: p.seed }, collarHeight: p.rain ? 0.11 : 0.06,
    draw: (d) => {
      for (const s of [-1, 1]) {
        d.zip([[0.25 + s * 0.1, 0.14], [0.25 + s * 0.135, 0.34]], p.rain ? '#222' : '#b9bec4').seam([[0.25 + s * 0.02, 0.72], [0.25 + s * 0.2, 0.66]]).seam([[0.25 + s * 0.24, 0], [0.25 + s * 0.24, 1]]);
        if (p.rain) d.panel([[0.25 + s * 0.02, 0.5], [0.25 + s * 0.26, 0.5], [0.25 + s * 0.26, 0.55], [0.25 + s * 0.02, 0.55]], '#d9dde0');
        else d.zip([[0.25 - 0.06, 0.64], [0.25 - 0.14, 0.64]]);
      }
      d.zip([[0.25, 0], [0.25, 1]], p.rain ? '#1a1a1a' : '#c7a25a').text(p.brand, 0.175, 0.75, p.rain ? 60 : 34, ink(p.hex), {});
      if (!p.rain) d.ribs(0, 1, 0.0, 0.07, 8);
    },
    sleeves: (d) => (p.rain ? d.panel([[0, 0.5], [1, 0.5], [1, 0.55], [0, 0.55]], '#d9dde0') : d.ribs(0, 1, 0.9, 1, 7).seam([[0, 0.55], [1, 0.5]])).seam([[0.25, 0], [0.25, 1]]),
  }),
  trousers: (p) => {
    const hips = bodyAt([[0, 0.165, 0.11, 0.98], [0, 0.172, 0.118, 0.9], [-0.008, 0.19, 0.128, 0.8], [-0.008, 0.188, 0.122, 0.72]].map(([x, a, b, y]) => ({ c: [x, y, 0], a, b, n: 2.4 })), { axis: 'y', ends: 0 });
    const top = new Pattern(p.hex, { height: 512 }).zip([[0.25, 0.4], [0.25, 1]]).panel([[0, 0.0], [1, 0.0], [1, 0.16], [0, 0.16]], shade(p.hex, 0.08)).zip([[0.12, 0.3], [0.16, 0.75]]).zip([[0.38, 0.3], [0.34, 0.75]]);
    const legs = mirrored((s) => {
      const f = limb([[-0.005, 0.76, s * 0.092], [0.0, 0.6, s * 0.1], [0.02, 0.44, s * 0.105], [0.012, 0.26, s * 0.11], [-0.005, 0.02, s * 0.115]], [0.104, 0.099, 0.085, 0.078, 0.074], { folds: 0.006, seed: p.seed + s, across: [1, 0, 0] });
      const dark = shade(p.hex, p.hex < '#333' ? 0.09 : -0.2);
      const art = new Pattern(p.hex, { width: 1024 }).panel([[0, 0.3], [0.28, 0.3], [0.28, 0.62], [0, 0.62]], dark).panel([[0.72, 0.3], [1, 0.3], [1, 0.62], [0.72, 0.62]], dark).panel([[0, 0.72], [1, 0.72], [1, 0.75], [0, 0.75]], '#dfe3e6').zip([[0.5, 0.7], [0.5, 1]]).seam([[0.25, 0], [0.25, 1]]).ribs(0.75, 1, 0.14, 0.26, 6).ribs(0, 0.25, 0.14, 0.26, 6).text(p.brand, 0.12, 0.2, 40, ink(p.hex), { flip: -1 });
      return [skin(f(), art.material(fabric(p.hex)), 64, 128), part(pad(f, [0.82, 1.18], [0.36, 0.55], 0.012, { channels: 3 }), fabric('#24272b'))];
    });
    return group([skin((u, v) => hips(u, 1 - v), top.material(fabric(p.hex)), 96, 40), legs, part(tube(times(48, (i) => hips(i / 48, 0.06)), 0.012, { closed: true, segments: 160 }), fabric('#16181a')), part(box(0.014, 0.03, 0.045, 0.005), metal('steel'), [0.118, 0.955, 0])]);
  },
  wetsuit: (p) => {
    const t = torso({ hem: -0.05, waist: 0.155, chest: 0.19, shoulder: 0.18, depth: 0.105, folds: 0.0015 });
    const neo = (hex) => rubber(hex);
    const art = new Pattern(p.hex, { cell: 6, relief: 0.3 });
    for (const s of [-1, 1]) art.panel([[0.25 + s * 0.09, 0], [0.25 + s * 0.25, 0], [0.25 + s * 0.25, 0.9], [0.25 + s * 0.12, 0.6]], p.accent).seam([[0.25 + s * 0.05, 0.98], [0.25 + s * 0.14, 0.62]]);
    art.text(p.brand, 0.25, 0.7, 70, ink(p.hex), { italic: true });
    const legs = mirrored((s) => {
      const f = limb([[-0.004, 0.06, s * 0.075], [0, -0.2, s * 0.088], [0.012, -0.42, s * 0.098], [0, -0.62, s * 0.105], [0, -0.86, s * 0.11]], [0.098, 0.085, 0.064, 0.06, 0.044], { folds: 0.0015, seed: s, across: [1, 0, 0] });
      return [skin(f(), new Pattern(p.hex, { width: 1024, cell: 6 }).panel([[0.5, 0], [1, 0], [0.95, 1], [0.55, 1]].map(([u, v]) => [s > 0 ? u : u, v]), p.accent).seam([[0.25, 0], [0.25, 1]]).material(neo(p.hex)), 64, 110), part(pad(f, [0.84, 1.16], [0.42, 0.6], 0.007, { channels: 4 }), neo('#26292d'))];
    });
    const arms = mirrored((s) => {
      const f = sleeve(s, { upper: 0.066, wrist: 0.033, folds: 0.0015 });
      return skin(f(), new Pattern(p.hex, { width: 1024, cell: 6 }).panel([[0.55, 0], [0.95, 0], [0.9, 1], [0.6, 1]], p.accent).material(neo(p.hex)), 64, 100);
    });
    return group([skin(t(), art.material(neo(p.hex)), 128, 96), legs, arms, collar(neo(p.accent), 0.05)], [0, 0.9, 0]);
  },
  'life-vest': (p) => {
    const whole = torso({ hem: 0.06, waist: 0.19, chest: 0.205, shoulder: 0.19, depth: 0.118, folds: 0.001 });
    const t = (grow) => (u, v) => { const [x, y, z] = whole(grow)(u, v), k = 1 - 0.07 * Math.exp(-(((y - 0.22) / 0.08) ** 2)); return [x * k, y, z * k]; };
    const dark = fabric('#16181b');
    // How high the cloth reaches at the turn d from the middle of the chest or back: neck, shoulder, armhole.
    const top = (d, back) => lerp(lerp(back ? 0.74 : 0.58, 0.8, smooth(0.01, 0.075, d)), 0.52, smooth(0.13, 0.205, d));
    const rim = (u) => [u, u < 0.5 ? top(Math.abs(u - 0.25)) : top(Math.abs(u - 0.75), true)];
    // Foam: a from the middle outwards, on the side s of the front or the back.
    const half = (middle, s) => (grow) => (a, v) => t(grow)(middle + s * lerp(lerp(0.009, 0.07, smooth(0.5, 0.78, v)), lerp(0.222, 0.138, smooth(0.47, 0.64, v)), a), v);
    const foam = (f, v0, v1, hex, thick) => part(pad(f, [0, 1], [v0, v1], thick, { sharp: 10, nu: 40, nv: 40 }), fabric(hex));
    const belt = (v, w = 0.034) => [part(surface((u, k) => t(0.012)(u, v + (k - 0.5) * w), 120, 3, true), dark), part(box(0.022, 0.046, 0.08, 0.008), plastic('#0f1012', 0.3), t(0.016)(0.25, v)), part(box(0.01, 0.024, 0.02, 0.004), plastic('#5a5f66', 0.3), [t(0.025)(0.25, v)[0], t(0)(0.25, v)[1], -0.026])];
    const shoulder = (s) => {
      const f = limb([t(0.006)(0.25 + s * 0.1, 0.64), t(0.012)(0.25 + s * 0.103, 0.75), [-0.012, 0.622, -s * 0.108], t(0.012)(0.75 - s * 0.103, 0.75), t(0.006)(0.75 - s * 0.1, 0.64)], [0.01, 0.012, 0.013, 0.012, 0.01], { folds: 0.0004, across: [0, 0, 1], flat: 2.7 });
      return skin(f(), fabric(p.hex), 40, 60);
    };
    return group([
      part(surface((u, v) => t(0)(u, lerp(0, rim(u)[1], v)), 160, 60, true), fabric(shade(p.hex, -0.12))),
      part(tube(times(160, (i) => t(0.001)(...rim(i / 160))), 0.005, { closed: true, segments: 480, sides: 8 }), dark), part(tube(times(60, (i) => t(0.001)(i / 60, 0)), 0.005, { closed: true, segments: 200, sides: 8 }), dark),
      [0.25, 0.75].map((middle) => mirrored((s) => half(middle, s)).map((f) => [foam(f, 0.02, 0.2, p.hex, 0.024), foam(f, 0.26, 0.44, p.hex, 0.028), foam(f, 0.5, 0.745, middle < 0.5 ? p.accent : p.hex, 0.03)])),
      part(surface((u, v) => t(0.005)(0.25 + (u - 0.5) * 0.014, lerp(0.01, 0.56, v)), 4, 60), dark),
      mirrored(shoulder), belt(0.23), belt(0.47, 0.05),
      // The name follows the chest pad, far enough round that it is clear of the buckle and seen whole from the side too.
      part(surface((u, v) => {
        const [a, b] = [lerp(0.425, 0.83, u), lerp(0.558, 0.603, v)];
        const edge = (1 - Math.abs(2 * a - 1) ** 10) * (1 - Math.abs((b - 0.6225) / 0.1225) ** 10);
        return half(0.25, 1)(0.003 + 0.03 * edge ** 0.5)(a, b);
      }, 48, 12), new THREE.MeshStandardMaterial({ map: texture(512, 190, (c, w, h) => write(c, p.brand, w / 2, h / 2, h * 0.66, ink(p.accent))), transparent: true, depthWrite: false, roughness: 0.7, polygonOffset: true, polygonOffsetFactor: -4 })),
    ], [0, -0.055, 0]);
  },
};

export function build({ paint, accent, params }) {
  release();
  return group([GARMENTS[params.shape]({ hex: paint, accent: accent ?? params.accents?.[paint] ?? (ink(paint) === '#14161a' ? '#17181b' : '#c9ced3'), ...params })]);
}
