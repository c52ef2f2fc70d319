// Gloves (a pair, fingers up), boots (a pair) and off-road goggles.
import * as THREE from 'three';
import { fabric, leather, plastic, rubber, metal, gloss, carbon, foam, glass } from '../../materials.js';
import { limb, pad, Pattern, skin } from './cloth.js';
import { gogglesFront } from './helmets.js';
import { bodyAt, box, extrude, group, lerp, outline, part, random, rod, smooth, surface, TAU, times, tube } from './shapes.js';
import { ink, lettering, printed, release, shade, texture, write } from './surfaces.js';

const deg = Math.PI / 180;

/** One glove standing on its cuff; the back of the hand looks to −z, the thumb to +x (`side` 1) or −x. */
function glove(p, side) {
  const winter = p.shape === 'gloves-winter';
  const fat = winter ? 1.22 : p.long === false ? 0.95 : 1;
  const base = winter ? fabric(p.hex) : leather(p.hex);
  const dark = shade(p.hex, p.hex < '#333' ? 0.08 : -0.2);
  const palm = bodyAt([[0.0, 0.034, 0.05, 0], [0, 0.031, 0.046, 0.035], [0, 0.03, 0.05, 0.06], [0, 0.029, 0.054, 0.1], [0, 0.026, 0.053, 0.135]].map(([x, a, b, y]) => ({ c: [x, y + 0.06, 0], a: a * fat, b: b * (winter ? 1.08 : 1), n: 2.6 })), { axis: 'y', ends: 0.02 });
  const art = new Pattern(p.hex, { cell: winter ? 6 : 12 });
  art.panel([[0.35, 0.1], [0.65, 0.1], [0.69, 0.75], [0.31, 0.75]], dark).seam([[0.25, 0], [0.27, 1]]).seam([[0.75, 0], [0.75, 1]]).text(p.brand, 0.5, 0.3, 60, ink(dark), { stretch: 1 });
  const finger = (x, length, r, lean, i) => {
    const f = limb([[x, 0.175, 0], [x + lean * 0.3, 0.2 + length * 0.35, -0.004], [x + lean * 0.7, 0.2 + length * 0.7, 0.003], [x + lean, 0.2 + length, 0.014]].map(([a, b, c]) => [a * side, b, c]), [r * 1.04, r * 1.03, r * 0.98, r * 0.9], { folds: 0.0007, closeEnd: 0.1, across: [1, 0, 0], seed: i });
    const d = new Pattern(p.hex, { width: 512, height: 1024 }).ribs(0.55, 0.95, 0.32, 0.44, 3).ribs(0.55, 0.95, 0.6, 0.7, 3).seam([[0.25, 0], [0.25, 1]]).panel([[0.0, 0.86], [0.5, 0.86], [0.5, 1], [0, 1]], p.accent);
    return [skin(f(), d.material(base), 40, 60),
      !winter && part(pad(f, [0.58, 0.92], [0.14, 0.32], 0.0042), p.long === false ? fabric(dark) : p.knuckle === 'rubber' ? rubber(p.accent) : plastic(p.accent, 0.35)), !winter && i < 3 && part(pad(f, [0.6, 0.9], [0.44, 0.58], 0.003), rubber(dark))];
  };
  const fingers = [[0.041, 0.062, 0.0125, 0.008], [0.014, 0.078, 0.0135, 0.003], [-0.014, 0.071, 0.0132, -0.004], [-0.04, 0.05, 0.0118, -0.012]].map(([x, l, r, lean], i) => finger(x, l, r * fat, lean, i));
  // The thumb grows out of the ball of the hand; a web joins it to the palm.
  const bones = [[0.012, 0.086, 0.006], [0.036, 0.104, 0.004], [0.06, 0.128, 0], [0.074, 0.156, -0.002], [0.08, 0.184, 0.003]];
  const thumb = limb(bones.map(([x, y, z]) => [x * side, y, z]), [0.022, 0.026, 0.0205, 0.016, 0.0132].map((r) => r * fat), { folds: 0.0006, closeEnd: 0.1, across: [1, 0, 0] });
  const web = surface((u, v) => {
    const y = lerp(0.09, 0.149, v), top = Math.sqrt(1 - v ** 4);
    const [from, to] = [0.03, lerp(0.042, 0.068, v) - 0.016 * v ** 3];
    const [c, d] = [Math.cos(u * TAU), Math.sin(u * TAU)];
    return [side * (lerp(from, to, 0.5) + (c * (to - from)) / 2), y - 0.006 * v * (1 - c * c), d * lerp(0.021, 0.013, v) * fat * top];
  }, 40, 30, true);
  const cuffLength = winter ? 0.1 : p.cuff ?? 0.06;
  const cuff = bodyAt([[0.066, 0.036, 0.056], [0.06, 0.035, 0.054], [0.04, 0.034, 0.052], [0.03, 0.029, 0.044]].map(([r, a, b], i) => ({ c: [0, lerp(0.09 - cuffLength, 0.09, i / 3), 0], a: a * fat * (winter ? 1.25 : 1.05), b: b * (winter ? 1.2 : 1.04), n: 2.4 })), { axis: 'y', ends: 0 });
  const cuffG = (g) => (u, v) => {
    const [x, y, z] = cuff(u, v);
    return [x * (1 + g * 18), y, z * (1 + g * 26)];
  };
  const knuckles = (f) => !winter && p.long !== false && part(pad(f, [0.34, 0.66], [0.56, 0.83], 0.009, { sharp: 4 }), p.knuckle === 'carbon' ? carbon() : p.knuckle === 'rubber' ? rubber(dark) : plastic('#202327', 0.35));
  const palmG = (g) => (u, v) => {
    const [x, y, z] = palm(u, v);
    return [x + Math.sign(x) * g * 0.3, y, z + (z < 0 ? -g : g)];
  };
  return group([
    skin(palm, art.material(base), 80, 60), fingers, skin(thumb(), new Pattern(p.hex, { width: 512, height: 1024 }).ribs(0.55, 0.95, 0.62, 0.7, 3).seam([[0.75, 0.3], [0.75, 1]]).material(base), 40, 60), part(web, base), knuckles(palmG), cuffLength > 0.03 && [
      skin(cuff, new Pattern(winter ? p.hex : dark, { height: 512 }).panel([[0.36, 0.2], [0.64, 0.2], [0.64, 0.8], [0.36, 0.8]], p.accent).text(p.brand, 0.5, 0.5, winter ? 90 : 60, ink(p.accent)).seam([[0, 0.08], [1, 0.08]]).material(winter ? fabric(p.hex) : leather(p.hex)), 80, 30),
      part(surface((u, v) => cuffG(0)(u, lerp(0.0, 0.03, v)), 60, 2, true), rubber())],
    part(surface((u, v) => { const [x, y, z] = palm(lerp(0.24, 0.76, u), lerp(0.04, 0.12, v)); return [x * 1.05, y, z * 1.1 - 0.002]; }, 40, 4), fabric('#16181b')),
    part(box(0.032, 0.018, 0.006, 0.003), rubber('#26292d'), [-0.02 * side, 0.078, -0.034 * fat]),
    winter && times(4, (i) => part(tube(times(12, (k) => palm(lerp(0.32, 0.68, k / 11), 0.38 + i * 0.14).map((c, n) => (n === 2 ? c - 0.0015 : c))), 0.0022, { sides: 6 }), fabric(dark))),
  ]);
}

/** One boot: shaft, foot, sole with lugs; the toe points to +x. */
function boot(p) {
  const mx = p.shape === 'boots-mx';
  const base = mx ? gloss(p.hex) : leather(p.hex);
  const h = mx ? 0.38 : 0.31;
  const art = new Pattern(p.hex, { width: 1024, cell: 14, relief: 0.4 });
  if (!mx) art.panel([[0.1, 0.3], [0.4, 0.3], [0.38, 0.85], [0.12, 0.85]], shade(p.hex, 0.07)).zip([[0.55, 0.1], [0.55, 0.9]]).ribs(0.15, 0.35, 0.12, 0.28, 5);
  else art.panel([[0, 0.7], [1, 0.7], [1, 0.86], [0, 0.86]], p.accent).panel([[0.1, 0.1], [0.4, 0.1], [0.4, 0.66], [0.1, 0.66]], shade(p.hex, -0.08));
  const shaft = bodyAt([[0.0, 0.046, 0.062, 0.085], [-0.012, 0.043, 0.05, 0.14], [-0.02, 0.05, 0.058, 0.22], [-0.024, 0.058, 0.066, h - 0.03], [-0.022, 0.061, 0.069, h]].map(([x, a, b, y]) => ({ c: [x, y, 0], a, b, n: 2.3 })), { axis: 'y', ends: 0 });
  const foot = bodyAt([[-0.085, 0.06, 0.03, 0.03], [-0.08, 0.064, 0.038, 0.05], [-0.03, 0.075, 0.043, 0.066], [0.04, 0.066, 0.044, 0.056], [0.11, 0.05, 0.05, 0.04], [0.165, 0.044, 0.046, 0.032], [0.195, 0.036, 0.03, 0.022]].map(([x, y, a, b]) => ({ c: [x, y, 0], a, b, n: 2.4 })), { ends: 0.05 });
  const soleShape = outline([[-0.09, 0], [-0.085, 0.032], [-0.04, 0.038], [0.03, 0.035], [0.1, 0.052], [0.16, 0.05], [0.2, 0.03], [0.208, 0], [0.2, -0.03], [0.16, -0.05], [0.1, -0.052], [0.03, -0.035], [-0.04, -0.038], [-0.085, -0.032]], true);
  const sole = part(extrude(soleShape, 0.018, 0.004).rotateX(Math.PI / 2), rubber(mx ? '#2b2d30' : '#1c1e21'), [0, 0.02, 0]);
  const lugs = times(12, (i) => [-1, 1].map((z) => part(box(0.014, 0.012, 0.026, 0.003), rubber(), [-0.075 + i * 0.0245, 0.007, z * (i > 6 ? 0.03 : 0.022)])));
  const toe = (f) => part(surface((u, v) => { const [x, y, z] = f(u, lerp(0.72, 1, v)); return [x + 0.002, 0.04 + (y - 0.04) * 1.05, z * 1.05]; }, 60, 30, true), mx ? plastic(p.accent, 0.35) : leather(shade(p.hex, p.hex < '#333' ? 0.06 : -0.12)));
  const around = (f, v, grow, w, mat) => part(surface((u, k) => { const [x, y, z] = f(u, v + (k - 0.5) * w); return [x * 1 + Math.sign(x + 0.02) * grow, y, z + Math.sign(z) * grow]; }, 64, 4, true), mat);
  const buckle = (y, x) => [
    part(box(0.03, 0.02, 0.012, 0.004), metal('alu'), [x, y, -0.056], [0, 0, 0.1]), part(box(0.018, 0.028, 0.008, 0.003), plastic(p.accent, 0.35), [x - 0.026, y, -0.055]),
    part(tube([[x + 0.012, y, -0.058], [x + 0.045, y + 0.006, -0.046], [x + 0.07, y + 0.01, -0.01]], 0.005), plastic('#202327', 0.4)),
  ];
  const shin = mx && part(surface((u, v) => { const [x, y, z] = shaft(lerp(0.08, 0.42, u), lerp(0.1, 0.99, v)); return [x + 0.008, y, z * 1.06]; }, 30, 40), plastic(p.accent, 0.35));
  const ankle = [-1, 1].map((z) => part(new THREE.CylinderGeometry(mx ? 0.03 : 0.026, mx ? 0.034 : 0.03, 0.012, 40).rotateX(Math.PI / 2), mx ? plastic(shade(p.hex, -0.15), 0.35) : leather(shade(p.hex, -0.03)), [-0.012, 0.125, z * 0.047]));
  return group([
    skin(shaft, art.material(base), 96, 60), skin(foot, base, 80, 80), sole, lugs, toe(foot), shin, ankle,
    part(surface((u, v) => { const [x, y, z] = shaft(u, lerp(0.94, 1.03, v)); return [x * 1.02, y, z * 1.03]; }, 64, 6, true), fabric('#1d1f22')), around(foot, 0.02, 0, 0.02, rubber()),
    mx ? [buckle(0.335, -0.01), buckle(0.28, -0.008), buckle(0.215, 0.0), buckle(0.15, 0.022), [-1, 1].map((z) => part(new THREE.CylinderGeometry(0.008, 0.008, 0.014, 20).rotateX(Math.PI / 2), metal('alu'), [-0.012, 0.125, z * 0.05]))]
      : [[0.25, 0.19].map((y) => part(box(0.05, 0.022, 0.008, 0.003), leather('#141517'), [0.005, y, -0.059])), part(box(0.02, 0.024, 0.01, 0.003), metal('steel'), [0.02, 0.25, -0.061]), part(box(0.02, 0.024, 0.01, 0.003), metal('steel'), [0.02, 0.19, -0.061]),
        part(surface((u, v) => { const [x, y, z] = foot(lerp(0.05, 0.45, u), lerp(0.55, 0.7, v)); return [x, y + 0.003, z * 1.03]; }, 24, 14), rubber())],
    group([lettering(p.brand, 0.05, ink(p.hex), [0, 0, 0])], [-0.03, mx ? 0.25 : 0.225, mx ? -0.063 : -0.064], [0, 0.05, 0]),
  ]);
}

function goggles(p) {
  const s = { rx: 0.105, ry: 0.1, rz: 0.09 };
  // The maker's word stands where the strap faces the eye; inside, the strap is plain.
  const strapMap = texture(2048, 200, (c, w, h) => {
    c.fillStyle = p.hex;
    c.fillRect(0, 0, w, h);
    c.fillStyle = p.accent;
    for (const y of [0.1, 0.82]) c.fillRect(0, h * y, w, h * 0.08);
    for (const x of [0.098, 0.902]) write(c, p.name, w * x, h * 0.515, h * 0.42, ink(p.hex), { italic: true });
  });
  const ring = (yaw, y, out, narrow = 0) => [(0.1 - narrow * 0.7 + out) * Math.cos(yaw), 0.005 + y, -(0.095 - narrow + out) * Math.sin(yaw)];
  const strap = (out) => (u, v) => ring(lerp(61, 299, u) * deg, (v - 0.5) * 0.042, out);
  // From the frame's end to the strap, bent like both; `half` is its half height.
  const arm = (side, from, to, thick, half, material) => part(surface((u, v) => {
    const t = (1 - Math.cos(v * Math.PI)) / 2, close = Math.min(Math.sin(v * Math.PI) * 4, 1) ** 0.5 + 0.001;
    const [a, b] = [Math.cos(u * TAU), Math.sin(u * TAU)];
    const yaw = lerp(from, to, t);
    return ring(side * yaw * deg, Math.sign(b) * Math.abs(b) ** 0.4 * half * lerp(0.8, 1, close), Math.sign(a) * Math.abs(a) ** 0.5 * thick * close, 0.013 * (1 - smooth(46, 60, yaw)));
  }, 48, 40, true), material);
  return group([
    gogglesFront(s, p.hex, p.lensHex ?? '#d98a1f'), part(surface(strap(0.0008), 120, 4), printed(fabric(p.hex), strapMap)), part(surface(strap(-0.0008), 120, 4), fabric(shade(p.hex, -0.08))),
    [0, 1].map((v) => part(tube(times(60, (i) => strap(0)(i / 59, v)), 0.0011, { segments: 180, sides: 8 }), fabric(p.hex))),
    [1, -1].map((side) => [arm(side, 46, 60, 0.005, 0.0205, plastic(p.hex, 0.35)), arm(side, 57, 65, 0.0075, 0.0255, plastic('#1b1d20', 0.35))]),
  ], [0, 0.055, 0]);
}

export function build({ paint, accent, params }) {
  release();
  const p = { hex: paint, accent: accent ?? params.accents?.[paint] ?? (ink(paint) === '#14161a' ? '#17181b' : '#5d636b'), ...params };
  if (p.shape === 'goggles') return group([goggles(p)]);
  if (p.shape.startsWith('boots')) return group([group([boot(p)], [0.03, 0, -0.09], [0, 0.12, 0]), group([boot(p)], [-0.03, 0, 0.11], [0, -0.2, 0])]);
  return group([group([glove(p, 1)], [0.085, 0.03, -0.03], [0, 0, -0.1]), group([glove(p, -1)], [-0.085, 0.03, 0.03], [0, 0.15, 0.12])]);
}
