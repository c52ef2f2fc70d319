// Luggage: hard cases, soft bags, boxes and baskets. The side that one sees first looks to −z, the front to +x.
import * as THREE from 'three';
import { fabric, leather, plastic, rubber, metal, gloss, chrome, lens, paint as lacquer, glass } from '../../materials.js';
import { limb, pad, Pattern, skin } from './cloth.js';
import { body, bodyAt, box, deform, extrude, group, lathe, lerp, outline, part, random, rod, roundedRect, surface, times, tube } from './shapes.js';
import { ink, lettering, release, shade } from './surfaces.js';

const buckle = (at, turn = [0, 0, 0]) => group([part(box(0.034, 0.024, 0.01, 0.004), plastic('#101113', 0.35)), part(box(0.014, 0.03, 0.012, 0.004), plastic('#26292d', 0.35))], at, turn);
const strap = (points, w = 0.026, hex = '#1a1c1f') => {
  const f = limb(points, [w / 2, w / 2], { folds: 0, flat: 1 });
  return part(surface((u, v) => { const c = f(-w / 2)(0, v); return [c[0], c[1], c[2] + (u - 0.5) * w]; }, 2, 60), fabric(hex));
};
/** A soft bag: a rounded box with sagging sides and sewn edges. */
function pouch(w, h, d, material, { n = 5, sag = 0.02, seed = 1 } = {}) {
  const f = bodyAt([0, 0.12, 0.5, 0.88, 1].map((t, i) => ({ c: [0, t * h, 0], a: (d / 2) * [0.9, 1, 1.03, 1, 0.92][i], b: (w / 2) * [0.94, 1, 1.02, 0.99, 0.9][i], n })), { axis: 'y', ends: 0.06 });
  return part(surface((u, v) => {
    const [x, y, z] = f(u, v);
    const s = sag * Math.sin(y * 40 + seed + Math.sin(x * 18) * 2) * Math.sin(v * Math.PI) * 0.25;
    return [x * (1 + s * 0.5), y + s * 0.2, z * (1 + s)];
  }, 120, 80, true), material);
}

const ITEMS = {
  'top-case': (p) => {
    const shellOf = (rows, mat) => part(body(rows.map(([y, a, b]) => ({ c: [0, y, 0], a, b, n: 3.6 })), { axis: 'y', ends: 0.14, nu: 96 }), mat);
    return [
      shellOf([[0.02, 0.19, 0.16], [0.07, 0.215, 0.185], [0.125, 0.22, 0.192]], plastic('#1b1d20', 0.5)),
      shellOf([[0.115, 0.222, 0.194], [0.2, 0.216, 0.188], [0.28, 0.19, 0.16], [0.325, 0.14, 0.11]], lacquer(p.hex)),
      part(tube(times(60, (i) => bodyAt([{ c: [0, 0.1, 0], a: 0.222, b: 0.194, n: 3.6 }, { c: [0, 0.14, 0], a: 0.222, b: 0.194, n: 3.6 }], { axis: 'y', ends: 0 })(i / 60, 0.5)), 0.006, { closed: true, segments: 240 }), rubber()),
      part(surface((u, v) => bodyAt([[0.115, 0.225, 0.197], [0.2, 0.219, 0.191], [0.28, 0.193, 0.163]].map(([y, a, b]) => ({ c: [0, y, 0], a, b, n: 3.6 })), { axis: 'y', ends: 0 })(lerp(0.02, 0.98, u), lerp(0.14, 0.42, v)), 120, 10), lens('#a3121c')),
      part(box(0.03, 0.05, 0.12, 0.01), plastic('#131417', 0.35), [0.19, 0.11, 0]), part(box(0.02, 0.03, 0.03, 0.006), metal('steel'), [0.206, 0.1, 0]),
      part(box(0.34, 0.02, 0.3, 0.008), plastic('#101113'), [0, 0.012, 0]), lettering(p.brand, 0.13, ink(p.hex), [0.02, 0.24, -0.2], [0.26, 0, 0]),
      part(box(0.1, 0.016, 0.24, 0.006), plastic('#1b1d20'), [-0.02, 0.333, 0]),
    ];
  },
  'side-case': (p) => [-1, 1].map((s) => group([
    part(extrude(outline([[-0.225, 0], [0.225, 0], [0.225, 0.3], [-0.225, 0.3]]), 0.22, 0.012), p.hex === '#17181b' ? metal('black') : metal('alu')),
    part(box(0.462, 0.05, 0.232, 0.014), p.hex === '#17181b' ? metal('black') : metal('alu'), [0, 0.325, 0]), part(box(0.464, 0.006, 0.234), rubber(), [0, 0.3, 0]),
    [-1, 1].flatMap((x) => [-1, 1].map((z) => [part(box(0.03, 0.3, 0.03, 0.008), plastic('#17181b', 0.5), [x * 0.216, 0.17, z * 0.103]), [0.013, 0.33].map((y) => part(box(0.05, 0.03, 0.05, 0.01), plastic('#17181b', 0.5), [x * 0.214, y, z * 0.1]))])),
    times(3, (i) => part(box(0.26, 0.012, 0.006, 0.003), metal('alu'), [0.01, 0.1 + i * 0.06, -0.113])), [-0.12, 0.12].map((x) => [part(box(0.036, 0.06, 0.012, 0.004), metal('steel'), [x, 0.3, -0.12]), part(box(0.02, 0.02, 0.016, 0.004), plastic('#17181b'), [x, 0.3, -0.125])]),
    part(tube([[-0.08, 0.352, 0], [-0.07, 0.378, 0], [0.07, 0.378, 0], [0.08, 0.352, 0]], 0.009, { tension: 0.2 }), plastic('#17181b')), lettering(p.brand, 0.12, p.hex === '#17181b' ? '#c9ced3' : '#2a2d31', [0.02, 0.25, -0.113]),
    times(8, (i) => part(new THREE.CylinderGeometry(0.004, 0.004, 0.004, 12).rotateX(Math.PI / 2), metal('steel'), [(i % 2 ? 1 : -1) * 0.216, 0.06 + Math.floor(i / 2) * 0.07, -0.118])),
  ], [s * 0.08, 0, s * 0.2], [0, s * 0.18 - 0.1, 0])),
  'tank-bag': (p) => [
    pouch(0.32, 0.15, 0.22, new Pattern(p.hex, { cell: 8 }).zip([[0, 0.72], [1, 0.72]]).seam([[0, 0.2], [1, 0.2]]).material(fabric(p.hex))),
    part(surface((u, v) => [(u - 0.5) * 0.22, 0.152 + 0.004 * Math.sin(u * Math.PI), (v - 0.5) * 0.15], 20, 10), glass('#56616b', 0.45)), part(tube(roundedRect(0.235, 0.165, 0.02).getPoints(6).map((q) => [q.x, 0.153, q.y]), 0.005, { closed: true, segments: 160 }), fabric('#17181b')),
    part(tube([[-0.1, 0.11, -0.112], [-0.08, 0.15, -0.135], [0.08, 0.15, -0.135], [0.1, 0.11, -0.112]], 0.008, { tension: 0.3 }), rubber()),
    [-1, 1].map((x) => [strap([[x * 0.14, 0.03, -0.09], [x * 0.2, 0.01, -0.1], [x * 0.26, 0.005, -0.12]], 0.03), buckle([x * 0.2, 0.018, -0.1])]),
    part(box(0.2, 0.055, 0.02, 0.01), fabric(shade(p.hex, p.hex < '#333' ? 0.06 : -0.12)), [0, 0.05, -0.113]), lettering(p.brand, 0.1, ink(p.hex), [0, 0.053, -0.125]), part(box(0.17, 0.004, 0.01), metal('steel'), [0, 0.082, -0.12]),
  ],
  backpack: (p) => {
    const dark = '#1b1d20';
    return [group([
      pouch(0.25, 0.44, 0.13, new Pattern(dark, { cell: 8 }).seam([[0, 0.5], [1, 0.5]]).material(fabric(dark)), { n: 3 }),
      group([pouch(0.2, 0.24, 0.07, new Pattern(p.hex, { cell: 8 }).zip([[0.28, 0.76], [0.72, 0.76]]).material(fabric(p.hex)), { n: 3.4 })], [0, 0.03, -0.07]),
      group([pouch(0.17, 0.11, 0.06, fabric(p.hex), { n: 3 })], [0, 0.295, -0.05]),
      [-1, 1].map((x) => [strap([[x * 0.08, 0.42, -0.03], [x * 0.1, 0.38, -0.08], [x * 0.1, 0.24, -0.115], [x * 0.1, 0.06, -0.09]], 0.02), buckle([x * 0.1, 0.27, -0.117])]),
      [-1, 1].map((x) => part(surface((u, v) => limb([[x * 0.07, 0.43, 0.05], [x * 0.1, 0.46, 0.11], [x * 0.12, 0.34, 0.15], [x * 0.13, 0.16, 0.13], [x * 0.13, 0.04, 0.06]], [0.02, 0.028, 0.028, 0.024, 0.012], { folds: 0, flat: 0.4, across: [0, 0, 1] })()(u, v), 24, 60, true), fabric('#22252a'))),
      part(tube([[0.06, 0.43, 0.0], [0.13, 0.46, 0.03], [0.15, 0.36, -0.03], [0.135, 0.22, -0.08], [0.128, 0.17, -0.085]], 0.006), rubber('#2a6fb0')), part(lathe([[0, 0], [0.012, 0], [0.013, 0.03], [0.008, 0.045], [0, 0.046]], 24), plastic('#17181b'), [0.126, 0.12, -0.087]),
      part(tube([[-0.03, 0.43, 0.02], [-0.025, 0.475, 0.02], [0.025, 0.475, 0.02], [0.03, 0.43, 0.02]], 0.008), fabric(dark)), times(3, (i) => part(tube([[-0.08, 0.1 + i * 0.05, -0.112], [0, 0.125 + i * 0.05, -0.118], [0.08, 0.1 + i * 0.05, -0.112]], 0.0025), rubber('#0d0e10'))),
      lettering(p.brand, 0.12, ink(p.hex), [0, 0.345, -0.083]),
    ], [0, 0, 0], [-0.06, 0, 0])];
  },
  'saddle-bag': (p) => {
    const bag = (s) => group([
      pouch(0.36, 0.25, 0.16, new Pattern(p.hex, { cell: 8 }).seam([[0, 0.12], [1, 0.12]]).seam([[0, 0.88], [1, 0.88]]).material(fabric(p.hex)), { n: 4, seed: s }),
      part(surface((u, v) => { const w = 0.18 * (1 - 0.08 * v); return [(u - 0.5) * 2 * w, 0.262 - Math.max(0, v - 0.35) * 0.2 - v * v * 0.01, 0.05 - Math.min(v, 0.36) * 0.39 - Math.max(0, v - 0.36) * 0.01]; }, 30, 40), fabric(shade(p.hex, p.hex < '#333' ? 0.05 : -0.1))),
      [-0.1, 0.1].map((x) => [strap([[x, 0.25, -0.088], [x, 0.16, -0.096], [x, 0.05, -0.09], [x, 0.02, -0.08]], 0.024), buckle([x, 0.115, -0.099])]),
      part(surface((u, v) => [(u - 0.5) * 0.3, 0.07 + v * 0.025, -0.0875], 4, 2), fabric('#dfe3e6')), lettering(p.brand, 0.1, ink(p.hex), [0, 0.19, -0.1]),
    ], [0, 0, s * 0.16], [0, s > 0 ? 0.25 : 0, 0]);
    return [bag(-1), bag(1), [-0.1, 0.1].map((x) => strap([[x, 0.25, -0.14], [x, 0.27, -0.05], [x, 0.27, 0.05], [x, 0.25, 0.14]], 0.05))];
  },
  'seat-bag': (p) => [
    pouch(0.34, 0.3, 0.13, new Pattern(p.hex, { cell: 8 }).zip([[0, 0.8], [1, 0.8]]).seam([[0.25, 0.1], [0.75, 0.1]]).material(fabric(p.hex)), { n: 4 }),
    group([pouch(0.26, 0.15, 0.05, new Pattern(shade(p.hex, -0.04), { cell: 8 }).zip([[0.28, 0.78], [0.72, 0.78]]).material(fabric(p.hex)), { n: 4 })], [0, 0.03, -0.075]),
    [-0.11, 0.11].map((x) => [strap([[x, 0.27, 0.03], [x, 0.4, 0.05], [x, 0.46, 0.08], [x, 0.42, 0.12]], 0.03), buckle([x, 0.34, 0.03])]),
    part(tube([[-0.05, 0.3, -0.01], [-0.04, 0.345, -0.01], [0.04, 0.345, -0.01], [0.05, 0.3, -0.01]], 0.008), fabric('#17181b')), part(surface((u, v) => [(u - 0.5) * 0.25, 0.205 + v * 0.02, -0.0725], 4, 2), fabric('#dfe3e6')), lettering(p.brand, 0.12, ink(p.hex), [0, 0.095, -0.106]),
  ],
  'atv-box': (p) => [
    part(body([[0, 0.32, 0.22], [0.1, 0.36, 0.25], [0.24, 0.37, 0.26]].map(([y, a, b]) => ({ c: [0, y, 0], a, b, n: 5 })), { axis: 'y', ends: 0.06, nu: 96 }), plastic(p.hex, 0.5)),
    part(body([[0.235, 0.385, 0.272], [0.29, 0.38, 0.268], [0.32, 0.34, 0.24]].map(([y, a, b]) => ({ c: [0, y, 0], a, b, n: 5 })), { axis: 'y', ends: 0.2, nu: 96 }), plastic(shade(p.hex, 0.02), 0.5)),
    times(7, (i) => part(box(0.012, 0.16, 0.02, 0.005), plastic(p.hex, 0.5), [0.26, 0.13, -0.24 + i * 0.08])), times(4, (i) => part(box(0.02, 0.16, 0.012, 0.005), plastic(p.hex, 0.5), [-0.15 + i * 0.1, 0.13, -0.372])),
    part(box(0.1, 0.24, 0.56, 0.045), leather('#1b1d20'), [-0.22, 0.44, 0], [0, 0, 0.12]), times(3, (i) => part(box(0.104, 0.006, 0.5, 0.002), leather('#0f1012'), [-0.2 - i * 0.006, 0.38 + i * 0.06, 0], [0, 0, 0.12])),
    [-1, 1].map((z) => part(box(0.34, 0.1, 0.09, 0.035), leather('#1b1d20'), [-0.02, 0.35, z * 0.3], [0, z * 0.08, 0])), [-0.16, 0.16].map((z) => [part(box(0.024, 0.09, 0.05, 0.008), plastic('#101113', 0.35), [0.275, 0.235, z]), part(box(0.01, 0.03, 0.026, 0.003), metal('steel'), [0.288, 0.23, z])]),
    lettering(p.brand, 0.22, ink(p.hex), [0.01, 0.272, -0.386], [0.05, 0, 0]), part(box(0.2, 0.03, 0.012, 0.004), lens('#c8102e'), [0.01, 0.2, -0.374]),
  ],
  'dry-bag': (p) => {
    const f = bodyAt([[0, 0.105, 0.105], [0.02, 0.112, 0.112], [0.24, 0.114, 0.113], [0.36, 0.118, 0.085], [0.43, 0.135, 0.03], [0.46, 0.14, 0.014]].map(([y, a, b]) => ({ c: [0, y, 0], a: b, b: a, n: 2.1 })), { axis: 'y', ends: 0.015 });
    const mat = new Pattern(p.hex, { cell: 5, relief: 0.25 }).panel([[0.34, 0.25], [0.6, 0.25], [0.6, 0.6], [0.34, 0.6]], shade(p.hex, -0.05)).text(p.brand, 0.47, 0.47, 104, ink(p.hex)).text('20 L', 0.47, 0.35, 64, ink(p.hex)).material(gloss(p.hex));
    return [part(surface((u, v) => { const [x, y, z] = f(u, v); const c = 0.005 * Math.sin(y * 50 + u * 20) * Math.sin(v * 3) * (0.3 + v); return [x + Math.sign(x) * c, y, z + Math.sign(z) * c]; }, 120, 120, true), mat),
      part(lathe([[0, 0], [0.014, 0], [0.014, 0.28], [0, 0.28]], 32).rotateZ(Math.PI / 2).scale(1, 1.2, 1.6), fabric(shade(p.hex, -0.06)), [0.14, 0.47, 0]), part(box(0.29, 0.026, 0.01, 0.004), plastic('#17181b'), [0, 0.47, -0.022]), 
      part(tube([[0.14, 0.47, 0], [0.17, 0.5, -0.02], [0.1, 0.56, -0.02], [0, 0.575, 0], [-0.1, 0.56, -0.02], [-0.17, 0.5, -0.02], [-0.14, 0.47, 0]], 0.008), fabric('#17181b')), buckle([0, 0.575, -0.005]),
      part(tube([[-0.1, 0.34, -0.05], [-0.105, 0.22, -0.075], [-0.09, 0.06, -0.085]], 0.01), fabric('#17181b')), part(new THREE.TorusGeometry(0.016, 0.004, 10, 24), metal('steel'), [0.06, 0.12, -0.11])];
  },
  basket: (p) => {
    const wire = (pts, r = 0.0032) => part(tube(pts, r, { closed: true, segments: 120, sides: 8 }), p.hex === '#17181b' ? metal('black') : metal('steel'));
    const rect = (y, s) => roundedRect(0.38 * s, 0.27 * s, 0.05).getPoints(5).map((q) => [q.x, y, q.y]);
    const rod3 = (a, b, r = 0.0026) => part(rod(a, b, r, 8), p.hex === '#17181b' ? metal('black') : metal('steel'));
    const at = (u, y) => { const pts = roundedRect(0.38, 0.27, 0.05).getSpacedPoints(56); const q = pts[Math.round(u * 56) % 56]; const s = 0.82 + (y / 0.25) * 0.18; return [q.x * s, y, q.y * s]; };
    return [wire(rect(0.25, 1), 0.006), wire(rect(0.005, 0.82), 0.005), [0.06, 0.12, 0.18].map((y) => wire(rect(y, 0.82 + (y / 0.25) * 0.18))), times(56, (i) => rod3(at(i / 56, 0.004), at(i / 56, 0.25))), times(9, (i) => rod3([-0.14 + i * 0.035, 0.004, -0.11], [-0.14 + i * 0.035, 0.004, 0.11])), times(6, (i) => rod3([-0.155, 0.005, -0.09 + i * 0.036], [0.155, 0.005, -0.09 + i * 0.036])),
      part(tube([[0, 0.25, -0.135], [0, 0.36, -0.12], [0, 0.4, -0.06], [0, 0.4, 0.06], [0, 0.36, 0.12], [0, 0.25, 0.135]], 0.006), metal('steel')), part(rod([0, 0.4, -0.06], [0, 0.4, 0.06], 0.014), rubber()),
      part(box(0.12, 0.06, 0.008, 0.004), plastic('#101113', 0.35), [0.0, 0.15, -0.133], [0.1, 0, 0]), lettering(p.brand, 0.1, '#f3f4f2', [0, 0.15, -0.139], [0.1, 0, 0])];
  },
};

export function build({ paint, accent, params }) {
  release();
  return group(ITEMS[params.item ?? params.shape]({ hex: paint, accent, ...params }));
}
