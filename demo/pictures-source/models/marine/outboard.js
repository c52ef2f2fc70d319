// Outboard motor: cowl, leg, gearcase, propeller, clamp bracket. Its origin is the top of the transom; the skeg hangs below.
import { paint as lacquer, plastic, rubber, metal, chrome } from '../../materials.js';
import { around, body, bodyAt, box, extrude, group, lathe, lerp, outline, part, patch, rod, surface, times, tube } from '../gear/shapes.js';
import { ink, printed, release, shade, texture, write } from '../gear/surfaces.js';

/** A propeller around x, thrust towards +x. */
export function propeller(r, blades, material, { hub = r * 0.3, pitch = 0.55, rake = 0.12 } = {}) {
  const blade = (u, v) => {
    // u across the blade, v from root to tip: an ear shape, twisted less the farther out.
    const radius = lerp(hub * 0.9, r, v);
    const chord = r * 0.95 * Math.sin(lerp(0.55, 3.0, v) ** 1) ** 0.6 * (1 - 0.1 * v);
    const along = (u - 0.5) * chord;
    const twist = Math.atan2(pitch * r, radius * 1.25);
    const angle = (along * Math.cos(twist)) / radius;
    return [along * Math.sin(twist) - rake * v * r - 0.08 * r * (u - 0.5) ** 2, Math.cos(angle) * radius, Math.sin(angle) * radius];
  };
  const thick = (offset) => surface((u, v) => {
    const [x, y, z] = blade(u, v);
    return [x + offset * (1 - (2 * u - 1) ** 2) * (1 - v * 0.6), y, z];
  }, 24, 32);
  const set = times(blades, (i) => group([part(thick(r * 0.045), material), part(thick(-r * 0.012), material)], [0, 0, 0], [(i / blades) * 6.2832, 0, 0]));
  const boss = part(lathe([[0, -r * 0.42], [hub * 0.95, -r * 0.42], [hub * 1.05, -r * 0.3], [hub, r * 0.3], [hub * 0.8, r * 0.36], [0, r * 0.36]], 64).rotateZ(-Math.PI / 2), material);
  const ring = part(lathe([[hub * 0.45, -r * 0.425], [hub * 0.75, -r * 0.425]], 48).rotateZ(-Math.PI / 2), metal('dark'));
  return group([set, boss, ring]);
}

function cowl(s, hex, accentHex, name) {
  const k = s.cowl;
  const rows = (k.shape ?? [[0, 0.0, 0.8, 0.86], [0.01, 0.18, 0.96, 1], [0.0, 0.42, 1, 1.02], [-0.02, 0.66, 0.98, 1], [-0.05, 0.86, 0.9, 0.9], [-0.07, 1, 0.72, 0.72]])
    .map(([x, y, a, b]) => ({ c: [-k.length * 0.42 + x * k.length, k.base + y * k.height, 0], a: (a * k.width) / 2, b: (b * k.length) / 2, n: k.square ?? 3 }));
  const skin = bodyAt(rows, { axis: 'y', ends: 0.16, grow: 0.003 });
  const art = (flip) => printed(lacquer(hex), texture(1024, 768, (c, w, h) => {
    c.fillStyle = hex;
    c.fillRect(0, 0, w, h);
    c.fillStyle = accentHex;
    c.beginPath();
    const x = (f) => (flip ? w - f * w : f * w);
    c.moveTo(x(0.0), h * 0.62);
    c.lineTo(x(1), h * 0.3);
    c.lineTo(x(1), h * 0.42);
    c.lineTo(x(0.0), h * 0.8);
    c.fill();
    c.fillStyle = shade(hex, hex > '#888888' ? -0.25 : 0.25);
    c.beginPath();
    c.moveTo(x(0.0), h * 0.84);
    c.lineTo(x(1), h * 0.47);
    c.lineTo(x(1), h * 0.49);
    c.lineTo(x(0.0), h * 0.87);
    c.fill();
    write(c, 'GAL', w * 0.5, h * 0.26, h * 0.17, ink(hex), { italic: true, spacing: 14 });
    write(c, name, flip ? w * 0.4 : w * 0.6, h * 0.77, h * 0.22, ink(hex), { italic: true });
  }));
  const intake = bodyAt(rows, { axis: 'y', ends: 0.16, grow: 0.006 });
  return [
    part(body(rows, { axis: 'y', ends: 0.16, nu: 96, nv: 96 }), lacquer(hex)),
    part(patch(skin, [0.31, 0.68], [0.2, 0.78], 48, 48), art(false)),
    part(patch(skin, [-0.18, 0.19], [0.2, 0.78], 48, 48), art(true)),
    s.gills && [0.642, -0.178].map((u) => times(3, (i) => part(patch(intake, [u + i * 0.016, u + 0.009 + i * 0.016], [0.3 + i * 0.012, 0.6 - i * 0.012], 4, 24), plastic('#131518')))),
    part(patch(intake, [0.69, 0.81], [0.62, 0.8], 24, 12), plastic('#131518')),
    times(4, (i) => part(patch(bodyAt(rows, { axis: 'y', ends: 0.16, grow: 0.011 }), [0.7, 0.8], [0.635 + i * 0.042, 0.65 + i * 0.042], 20, 3), plastic('#25282c'))),
    part(body([0, 0.5, 1].map((t) => ({ c: [-k.length * 0.42, k.base - s.pan + t * (s.pan + 0.05), 0], a: (k.width * lerp(0.36, 0.47, t)), b: k.length * lerp(0.3, 0.46, t), n: 3 })), { axis: 'y', ends: 0.12 }), plastic('#1a1c1f', 0.4)),
    part(body([0, 1].map((t) => ({ c: [-k.length * 0.42, k.base + 0.01 + t * 0.022, 0], a: k.width * 0.492, b: k.length * 0.492, n: 3 })), { axis: 'y', ends: 0.3 }), rubber()),
    part(box(0.03, 0.05, 0.07, 0.01), metal('steel'), [-k.length * 0.9, k.base + 0.03, 0]),
  ];
}

export function outboard(size, hex, accentHex) {
  const s = size;
  const leg = lacquer(s.legHex ?? hex);
  const x = -s.cowl.length * 0.42;
  const y = -s.leg;
  const foil = (w, back, front, at, material) => part(body([0, 1].map((t) => ({ c: [0, t, 0], a: w, b: (back + front) / 2, n: 2 })), { axis: 'y', ends: 0 }), material, at);
  const column = part(body([[0, 0.075, 0.2], [0.25, 0.05, 0.16], [0.6, 0.042, 0.15], [0.85, 0.045, 0.17], [1, 0.05, 0.2]].map(([t, a, b]) => ({
    c: [x - 0.02 * t, lerp(s.cowl.base - s.pan, y + 0.02, t), 0], a: a * s.k, b: b * s.k, n: 2.2 })), { axis: 'y', ends: 0.02 }), leg);
  const plate = part(extrude(outline([[0.2, 0.02], [0.12, 0.1], [-0.1, 0.13], [-0.3, 0.1], [-0.32, 0], [-0.3, -0.1], [-0.1, -0.13], [0.12, -0.1]].map(([a, b]) => [a * s.k, b * s.k]), true), 0.012, 0.004).rotateX(Math.PI / 2), leg, [x, y, 0]);
  const spray = part(extrude(outline([[0.16, 0], [0.05, 0.09], [-0.16, 0.085], [-0.2, 0], [-0.16, -0.085], [0.05, -0.09]].map(([a, b]) => [a * s.k, b * s.k]), true), 0.01, 0.003).rotateX(Math.PI / 2), leg, [x, y + 0.14 * s.k, 0]);
  const torpedo = part(body([[0.3, 0.008], [0.25, 0.05], [0.12, 0.075], [-0.08, 0.078], [-0.2, 0.066], [-0.25, 0.058]].map(([dx, r]) => ({ c: [x + dx * s.k, y - 0.17 * s.k, 0], a: r * s.k, b: r * s.k, n: 2 })), { ends: 0.01 }), leg);
  const strut = part(body([[0, 0.036, 0.17], [0.5, 0.03, 0.14], [1, 0.04, 0.17]].map(([t, a, b]) => ({ c: [x, lerp(y, y - 0.13 * s.k, t), 0], a: a * s.k, b: b * s.k, n: 2 })), { axis: 'y', ends: 0 }), leg);
  const skeg = part(extrude(outline([[0.14, -0.2], [0.04, -0.3], [-0.06, -0.42], [-0.12, -0.43], [-0.1, -0.32], [-0.12, -0.22]].map(([a, b]) => [a * s.k, b * s.k])), 0.018 * s.k, 0.006 * s.k), leg, [x, y, 0]);
  const screw = group([propeller(0.175 * s.k, s.blades ?? 3, s.steelProp ? chrome() : metal('black'))], [x - 0.31 * s.k, y - 0.17 * s.k, 0]);
  const anode = part(box(0.1, 0.018, 0.03, 0.006), metal('cast'), [x - 0.23 * s.k, y - 0.02, 0]);
  const intakes = [-1, 1].map((z) => times(4, (i) => part(box(0.045 * s.k, 0.006, 0.004), plastic('#0c0d0e'), [x + 0.06 * s.k, y - (0.06 + i * 0.014) * s.k, z * 0.033 * s.k])));
  const bracket = [-1, 1].map((z) => [
    part(extrude(outline([[-0.09, 0.05], [0.07, 0.05], [0.08, 0.02], [0.02, 0], [0.015, -0.3], [-0.04, -0.33], [-0.12, -0.1]]), 0.026, 0.004), metal('dark'), [0, 0, z * 0.1 * s.k]),
    part(rod([0.02, -0.09, z * 0.1 * s.k], [0.1, -0.09, z * 0.1 * s.k], 0.011), metal('steel')),
    s.clamps ? part(box(0.012, 0.012, 0.1, 0.005), metal('steel'), [0.105, -0.09, z * 0.1 * s.k], [0.5 * z, 0, 0]) : part(lathe([[0, 0.01], [0.018, 0.01], [0.018, 0], [0, 0]], 6, 0).rotateZ(-Math.PI / 2), metal('steel'), [0.02, -0.2, z * 0.1 * s.k]),
  ]);
  const swivel = [
    part(rod([-0.055, 0.04, 0], [-0.07, -0.36, 0], 0.045 * s.k, 32), leg), part(rod([-0.03, 0.02, -0.12 * s.k], [-0.03, 0.02, 0.12 * s.k], 0.02), metal('steel')),
    part(box(0.14, 0.06, 0.09, 0.02), leg, [x * 0.5 - 0.03, s.cowl.base - s.pan + 0.05, 0]), part(box(0.12, 0.05, 0.08, 0.02), leg, [x * 0.6 - 0.03, -0.33, 0]),
  ];
  const tiller = s.tiller && [
    part(tube([[-0.02, s.cowl.base - 0.02, 0], [0.16, s.cowl.base, 0.0], [0.34, s.cowl.base + 0.02, 0]], 0.022, { sides: 20 }), plastic('#1a1c1f', 0.4)),
    part(lathe([[0, 0], [0.026, 0], [0.03, 0.02], [0.027, 0.12], [0.031, 0.15], [0, 0.155]], 40).rotateZ(-Math.PI / 2), rubber(), [0.34, s.cowl.base + 0.02, 0]),
    part(box(0.04, 0.03, 0.02, 0.008), plastic('#c8102e', 0.4), [0.28, s.cowl.base + 0.045, 0]),
    part(box(0.04, 0.035, 0.12, 0.012), plastic('#17181b', 0.4), [-s.cowl.length * 0.42 + s.cowl.length * 0.5, s.cowl.base + s.cowl.height * 0.3, 0]),
  ];
  const hoses = !s.tiller && [0.03, -0.03].map((z) => part(tube([[x + s.cowl.length * 0.45, s.cowl.base, z], [0.1, s.cowl.base - 0.02, z * 1.6], [0.26, -0.06, z * 2.4]], 0.014), rubber()));
  return group([cowl(s, hex, accentHex, s.name), column, plate, spray, strut, torpedo, skeg, screw, anode, intakes, bracket, swivel, tiller, hoses]);
}

export const SIZES = {
  20: { name: '20', k: 0.82, leg: 0.44, pan: 0.12, tiller: true, clamps: true, cowl: { base: 0.14, width: 0.27, length: 0.44, height: 0.29, square: 2.6 } },
  60: { name: '60', k: 1, leg: 0.52, pan: 0.16, cowl: { base: 0.16, width: 0.36, length: 0.6, height: 0.42, square: 3 } },
  150: { name: '150', gills: true, k: 1.18, leg: 0.6, pan: 0.2, steelProp: true, cowl: { base: 0.2, width: 0.46, length: 0.74, height: 0.6, square: 3.4,
    shape: [[0, 0, 0.84, 0.84], [0.015, 0.2, 0.98, 0.98], [0.02, 0.45, 1, 1.03], [-0.015, 0.68, 0.95, 1], [-0.075, 0.88, 0.8, 0.86], [-0.12, 1, 0.58, 0.62]] } },
};

export function build({ paint, accent = '#1f4fa3', params }) {
  release();
  const size = { ...SIZES[params.power], ...params };
  const model = outboard(size, paint, accent);
  model.position.y = size.leg + 0.43 * size.k;
  return group([model]);
}
