// Tyres with cut treads or moulded knobs, inner tubes, rim and hub. The axle is the z axis.
import * as THREE from 'three';
import { rubber, metal, plastic, chrome, paint as lacquer, anodised } from '../../materials.js';
import { around, box, circle, extrude, group, lathe, latheZ, lerp, outline, part, patch, random, rod, surface, TAU, times, tube } from '../gear/shapes.js';
import { printed, release, shade, texture, write } from '../gear/surfaces.js';

const bent = (x, n) => Math.sign(x) * Math.abs(x) ** (2 / n);
/** Cross-section: φ in radians from the crown (0) to the beads (±2.36); returns [radius, z]. */
function section({ d, w, rim, round = 2 }) {
  const hs = (d / 2 - rim / 2) / 1.7;
  const rc = d / 2 - hs;
  return (phi, grow = 0) => [rc + bent(Math.cos(phi), round) * (hs + grow), bent(Math.sin(phi), round) * (w / 2 + grow)];
}

// Groove depth patterns: `a` around in 0..1, `s` across in −1..1.
const near = (x, width) => Math.max(0, 1 - Math.abs(x - Math.round(x)) / width);
const GROOVES = {
  sport: (n) => (a, s) => (Math.abs(s) > 0.12 && Math.abs(s) < 0.8 ? near(a * n + Math.abs(s) ** 1.3 * 2.2 * Math.sign(s) * 0.4 + (s > 0 ? 0.5 : 0) - Math.abs(s) * 0.9, 0.09) : 0),
  touring: (n) => (a, s) => Math.max(Math.abs(s) < 0.86 && Math.abs(s) > 0.06 ? near(a * n + Math.abs(s) * 1.2 + (s > 0 ? 0.5 : 0), 0.12) : 0, Math.abs(s) < 0.5 && Math.abs(s) > 0.2 ? near(a * n * 2 - Math.abs(s) * 0.8, 0.07) * 0.8 : 0),
  adventure: (n) => (a, s) => Math.max(near(a * n + Math.abs(s) * 0.5 + (s > 0 ? 0.5 : 0), 0.2), Math.abs(s) < 0.05 ? 1 : 0, Math.abs(Math.abs(s) - 0.46) < 0.05 ? 1 : 0),
  city: (n) => (a, s) => Math.max(near(a * n + Math.sin(Math.abs(s) * 3) * 0.5 + (s > 0 ? 0.5 : 0), 0.14), Math.abs(Math.abs(s) - 0.22) < 0.04 ? 1 : 0),
  rib: () => (a, s) => Math.max(...[-0.6, -0.2, 0.2, 0.6].map((r) => (Math.abs(s - r - 0.03 * Math.sin(a * TAU * 30)) < 0.05 ? 1 : 0))),
};

function knobs(p, at) {
  const rows = { mx: [[0, 0.02, 0.62], [-0.36, 0.022, 0.5], [0.36, 0.022, 0.5], [-0.74, 0.02, 0.6], [0.74, 0.02, 0.6]], atv: [[-0.2, 0.04, 0.5], [0.2, 0.04, 0.5], [-0.62, 0.05, 0.66], [0.62, 0.05, 0.66], [-0.95, 0.03, 0.4], [0.95, 0.03, 0.4]] }[p.knobs];
  const n = p.count ?? 34;
  const height = p.height ?? 0.014;
  const material = rubber(p.hex);
  return rows.map(([s, across, fill], row) => {
    const phi = s * 1.15;
    const [r0, z0] = at(phi);
    const [r1, z1] = at(phi + 0.02);
    const lean = Math.atan2(r1 - r0, z1 - z0);
    const arc = (TAU * r0) / n;
    const block = new THREE.BoxGeometry(arc * fill, height, p.w * across * (p.knobs === 'atv' ? 4.2 : 8), 1, 1, 1);
    // Blocks taper outwards so that they come out of the mould.
    const q = block.attributes.position;
    for (let i = 0; i < q.count; i++) if (q.getY(i) > 0) q.setXYZ(i, q.getX(i) * 0.84, q.getY(i), q.getZ(i) * 0.86);
    block.computeVertexNormals();
    const mesh = new THREE.InstancedMesh(block, material, n);
    const m = new THREE.Matrix4();
    for (let i = 0; i < n; i++) {
      const a = ((i + (row % 2) * 0.5 + (p.knobs === 'atv' ? Math.abs(s) * 0.4 : 0)) / n) * TAU;
      m.makeRotationZ(a).multiply(new THREE.Matrix4().makeTranslation(0, r0 + Math.cos(lean) * height * 0.35, z0)).multiply(new THREE.Matrix4().makeRotationX(-lean)).multiply(new THREE.Matrix4().makeRotationY(p.knobs === 'atv' ? Math.sign(s) * 0.5 : 0));
      mesh.setMatrixAt(i, m);
    }
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
  });
}

function tyre(p) {
  const at = section(p);
  const groove = p.tread && GROOVES[p.tread](p.repeats ?? 36);
  const depth = p.depth ?? 0.005;
  const skin = surface((u, v) => {
    const phi = lerp(-2.3, 2.3, v);
    const s = phi / 1.15;
    const cut = groove && Math.abs(s) < 1 ? Math.min(1, groove(u, s) * 2.2) * depth : 0;
    const [r, z] = at(phi, -cut);
    return [Math.cos(u * TAU) * r, Math.sin(u * TAU) * r, z];
  }, groove ? 900 : 200, groove ? 110 : 60, true);
  const inside = surface((u, v) => { const [r, z] = at(lerp(-2.3, 2.3, v), -0.008); return [Math.cos(u * TAU) * r, Math.sin(u * TAU) * r, z]; }, 120, 40, true);
  const wall = (side) => {
    const map = texture(4096, 128, (c, w, h) => {
      c.fillStyle = p.hex;
      c.fillRect(0, 0, w, h);
      for (let i = 0; i < 3; i++) {
        write(c, p.brand, w * (i / 3 + 0.08), h * 0.5, h * 0.62, shade(p.hex, 0.42), { italic: true, spacing: 6 });
        write(c, p.size, w * (i / 3 + 0.22), h * 0.5, h * 0.42, shade(p.hex, 0.3), { spacing: 6 });
      }
      for (const y of [0.04, 0.96]) { c.fillStyle = shade(p.hex, 0.12); c.fillRect(0, h * y - 2, w, 4); }
    });
    map.repeat.set(side < 0 ? 1 : -1, 1);
    return part(surface((u, v) => { const [r, z] = at(side * lerp(2.1, 1.42, v), 0.0012); return [Math.cos(u * TAU) * r, Math.sin(u * TAU) * r, z]; }, 240, 10, true), printed(rubber(p.hex), map));
  };
  const bead = [-1, 1].map((s) => { const [r, z] = at(s * 2.3); return part(new THREE.TorusGeometry(r, 0.006, 14, 160), rubber(shade(p.hex, -0.04)), [0, 0, z]); });
  return group([part(skin, rubber(p.hex)), part(inside, rubber(shade(p.hex, -0.05))), wall(-1), wall(1), bead, p.knobs && knobs(p, at)], [0, p.d / 2 + (p.knobs ? (p.height ?? 0.014) * 0.7 : 0), 0]);
}

function innerTube(p) {
  const R = p.d / 2;
  const r = p.w / 2;
  const f = (u, v) => { const a = u * TAU; const b = v * TAU; const soft = 1 + 0.05 * Math.sin(a * 2 + 1) + 0.02 * Math.sin(a * 5); return [Math.cos(a) * (R + Math.cos(b) * r * soft) * (1 + 0.03 * Math.sin(a * 2)), Math.sin(a) * (R + Math.cos(b) * r * soft), Math.sin(b) * r * 0.9 + R * 0.03 * Math.sin(a * 3)]; };
  const stem = p.bent ? part(tube([[0, -0.004, 0], [0, 0.012, 0], [0, 0.02, -0.006], [0, 0.022, -0.016], [0, 0.022, -0.034]], 0.0046, { tension: 0.3 }), metal('brass')) : part(rod([0, -0.004, 0], [0, 0.04, 0], 0.0046), metal('brass'));
  const thread = times(8, (i) => part(new THREE.TorusGeometry(0.0047, 0.0006, 6, 24).rotateX(p.bent ? 0 : Math.PI / 2), metal('brass'), p.bent ? [0, 0.022, -0.014 - i * 0.0026] : [0, 0.012 + i * 0.003, 0]));
  return group([part(surface(f, 240, 40, true), rubber(p.hex)), part(tube(times(80, (i) => f(i / 80, 0)), 0.0012, { closed: true, segments: 240, sides: 8 }), rubber(shade(p.hex, 0.06))), group([part(lathe([[0.018, 0], [0.014, 0.004], [0.0046, 0.006]], 40), rubber(p.hex)), stem, thread], f(0.75, 0.5))], [0, R + r, 0]);
}

function wheelRim(p) {
  const m = lacquer(p.hex);
  const spoke = (i) => {
    const shape = outline([[-0.024, 0.045], [0.024, 0.045], [0.014, 0.12], [0.03, 0.2], [0.018, 0.2], [0.0, 0.13], [-0.018, 0.2], [-0.03, 0.2], [-0.014, 0.12]]);
    return part(extrude(shape, 0.026, 0.005), m);
  };
  return group([
    part(latheZ([[0.205, -0.052], [0.218, -0.056], [0.222, -0.048], [0.21, -0.04], [0.203, -0.012], [0.203, 0.012], [0.21, 0.04], [0.222, 0.048], [0.218, 0.056], [0.205, 0.052], [0.196, 0.02], [0.194, 0], [0.196, -0.02], [0.205, -0.052]], 160), m), around(6, spoke),
    part(latheZ([[0.016, -0.045], [0.04, -0.045], [0.052, -0.03], [0.055, 0], [0.052, 0.03], [0.04, 0.045], [0.016, 0.045]], 96), m), part(latheZ([[0.016, -0.046], [0.03, -0.046], [0.03, -0.042]], 64), metal('steel')), part(new THREE.TorusGeometry(0.023, 0.0045, 12, 60), rubber(), [0, 0, -0.046]),
    around(6, () => part(latheZ([[0, -0.042], [0.007, -0.042], [0.007, -0.03]], 24), metal('steel'), [0, 0.046, 0])), part(new THREE.TorusGeometry(0.22, 0.0022, 8, 200), lacquer('#c8102e'), [0, 0, -0.054]), part(rod([0, -0.197, 0], [0, -0.168, -0.004], 0.004), metal('brass')),
  ], [0, 0.222, 0]);
}

const hub = (p) => group([
  part(latheZ([[0.024, -0.05], [0.05, -0.05], [0.052, -0.024], [0.085, -0.018], [0.088, -0.006], [0.085, 0.004], [0.05, 0.01], [0.046, 0.06], [0.024, 0.06]], 96), metal('cast')), around(4, () => [part(latheZ([[0, -0.06], [0.0065, -0.06], [0.0065, 0]], 24), metal('steel'), [0, 0.07, 0]), part(latheZ([[0, -0.022], [0.014, -0.022], [0.016, -0.018], [0, -0.018]], 32), metal('steel'), [0, 0.07, 0]), times(8, (i) => part(new THREE.TorusGeometry(0.0067, 0.0008, 6, 20), metal('steel'), [0, 0.07, -0.028 - i * 0.004]))]),
  part(latheZ([[0.012, -0.056], [0.024, -0.056], [0.026, -0.05], [0.012, -0.05]], 48), metal('steel')), times(24, (i) => part(box(0.0022, 0.003, 0.05, 0.0005), metal('steel'), [Math.cos(i * 0.2618) * 0.0125, Math.sin(i * 0.2618) * 0.0125, -0.02])), part(new THREE.TorusGeometry(0.036, 0.004, 12, 64), rubber(), [0, 0, -0.051]), around(4, () => part(extrude(outline([[-0.012, 0.03], [0.012, 0.03], [0.009, 0.078], [-0.009, 0.078]]), 0.02, 0.003), metal('cast'), [0, 0, 0.006]), TAU / 8),
], [0, 0.088, 0]);

// Compounds differ by a breath of tint, never so far that they stop being black rubber.
const compound = (hex) => `#${new THREE.Color('#191a1c').lerp(new THREE.Color(hex), 0.3).getHexString()}`;
const KINDS = { 'inner-tube': innerTube, 'wheel-rim': wheelRim, hub };
export function build({ paint, params }) {
  release();
  return group([group([(KINDS[params.shape] ?? tyre)({ hex: params.shape.startsWith('tyre') && !params.grey ? compound(paint) : paint, ...params })], [0, 0, 0], [0, params.turn ?? 0, 0])]);
}
