// Final drive and clutch: chains link by link, sprockets, belts, variator, rollers, clutch plates.
import * as THREE from 'three';
import { rubber, metal, plastic, anodised } from '../../materials.js';
import { around, box, circle, curve, extrude, group, lathe, latheZ, lerp, outline, part, rod, surface, TAU, times, tube } from '../gear/shapes.js';
import { ink, lettering, printed, release, shade, texture, write } from '../gear/surfaces.js';

const PITCH = 0.015875;
const finish = (hex) => (hex === '#c9a94a' ? anodised('#c9a24a') : hex === '#a6ce39' ? anodised('#9cc53a') : hex === '#17181b' ? metal('black') : metal('steel'));

function sprocketGeometry(teeth, thickness, { pitch = PITCH, hub = 0.3, windows = 0, bolts = 0, holes = [] } = {}) {
  const r = pitch / 2 / Math.sin(Math.PI / teeth);
  const points = [];
  for (let i = 0; i < teeth; i++) for (const [da, dr] of [[0, -0.0048], [0.12, -0.0042], [0.22, -0.0015], [0.36, 0.0036], [0.45, 0.0052], [0.55, 0.0052], [0.64, 0.0036], [0.78, -0.0015], [0.88, -0.0042]]) {
    const a = ((i + da) / teeth) * TAU;
    points.push([Math.cos(a) * (r + dr), Math.sin(a) * (r + dr)]);
  }
  const cut = [circle(0, 0, r * hub), ...times(bolts, (i) => circle(Math.cos((i / bolts) * TAU) * r * (hub + 0.13), Math.sin((i / bolts) * TAU) * r * (hub + 0.13), 0.0046)), ...holes];
  for (let i = 0; i < windows; i++) {
    const a = ((i + 0.5) / windows) * TAU;
    const w = (TAU / windows) * 0.32;
    const path = new THREE.Path();
    path.absarc(0, 0, r * 0.86, a - w, a + w, false);
    path.absarc(0, 0, r * (hub + 0.24), a + w * 0.5, a - w * 0.5, true);
    path.closePath();
    cut.push(path);
  }
  return extrude(outline(points), thickness, 0.0007, { holes: cut, curveSegments: 40, bevelSegments: 1 });
}
const sprocket = (p, teeth, o = {}) => part(sprocketGeometry(teeth, 0.007, o), finish(p.hex));

/** Links along a closed or open path of points [x, y, z] with the plates across z. */
function chain(points, p, closed = false) {
  const path = curve(points, closed);
  const n = Math.floor(path.getLength() / PITCH / 2) * 2;
  const outer = [];
  const plateShape = (r, waist) => outline(times(48, (i) => { const a = (i / 48) * TAU; const x = Math.cos(a); return [x * r * 0.9 + Math.sign(x) * PITCH * 0.5 * Math.min(1, Math.abs(x) * 3), Math.sin(a) * r * (1 - waist * (1 - Math.abs(x)) ** 2)]; }));
  const plate = extrude(plateShape(0.0068, 0.22), 0.0019, 0.0004, { bevelSegments: 1 });
  const roller = new THREE.CylinderGeometry(0.0051, 0.0051, 0.0098, 20).rotateX(Math.PI / 2);
  const pin = new THREE.CylinderGeometry(0.0027, 0.0027, 0.0205, 14).rotateX(Math.PI / 2);
  const seal = new THREE.TorusGeometry(0.0045, 0.0009, 8, 20);
  const sets = { outerPlate: [plate, finish(p.hex), []], innerPlate: [plate, p.hex === '#b9bec4' ? metal('gunmetal') : metal('steel'), []], roller: [roller, metal('steel'), []], pin: [pin, metal('steel'), []], seal: [seal, rubber(), []] };
  const m = new THREE.Matrix4();
  const frame = (t) => { const q = path.getPointAt(((t % 1) + 1) % 1); return q; };
  for (let i = 0; i < n - (closed ? 0 : 1); i++) {
    const a = frame(i / n);
    const b = frame((i + 1) / n);
    const x = b.clone().sub(a).normalize();
    const z = new THREE.Vector3(0, 0, 1).addScaledVector(x, -x.z).normalize();
    const y = new THREE.Vector3().crossVectors(z, x);
    const at = (o, dz) => m.makeBasis(x, y, z).clone().setPosition(o.clone().addScaledVector(z, dz));
    const mid = a.clone().lerp(b, 0.5);
    for (const s of [-1, 1]) sets[i % 2 ? 'outerPlate' : 'innerPlate'][2].push(at(mid, s * (i % 2 ? 0.0087 : 0.0062)));
    sets.roller[2].push(at(a, 0));
    sets.pin[2].push(at(a, 0));
    for (const s of [-1, 1]) sets.seal[2].push(at(a, s * 0.0075));
  }
  return Object.values(sets).map(([geometry, material, list]) => {
    const mesh = new THREE.InstancedMesh(geometry, material, list.length);
    list.forEach((matrix, i) => mesh.setMatrixAt(i, matrix));
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
  });
}
const loop = (r1, r2, length, n = 60) => times(n, (i) => { const t = i / n; const a = t * TAU; const big = Math.cos(a) < 0; const r = big ? r2 : r1; return [Math.cos(a) * r + (big ? -length / 2 : length / 2), Math.sin(a) * r, 0]; });

const card = (w, h, p, at, turn) => group([part(box(w, h, 0.03, 0.003), plastic(shade(p.hex, -0.04), 0.7)), lettering(p.brand, w * 0.8, ink(p.hex), [0, h * 0.15, -0.0155]), lettering(p.label ?? p.name, w * 0.5, ink(p.hex), [0, -h * 0.2, -0.0155])], at, turn);

/** V-belt with cogs on the inside, printed back. */
function belt(p) {
  const { w, t, R, long, cogs } = p;
  const path = curve(loop(R, R * 1.02, long, 40), true);
  const n = Math.round(path.getLength() / cogs);
  const map = texture(4096, 64, (c, W, H) => { c.fillStyle = p.hex; c.fillRect(0, 0, W, H); for (let i = 0; i < 4; i++) write(c, `${p.brand}  ${p.size}`, W * (i / 4 + 0.1), H / 2, H * 0.6, '#d9dde0', { spacing: 4 }); });
  const at = (u, k, z) => { const q = path.getPointAt(u % 1); const d = path.getTangentAt(u % 1); return [q.x + d.y * k, q.y - d.x * k, z]; };
  const profile = (v) => [[0.5, 1], [0.5, 0.55], [0.36, 0], [-0.36, 0], [-0.5, 0.55], [-0.5, 1], [0.5, 1]][v];
  const skin = surface((u, v) => { const [z, k] = profile(Math.round(v * 6)); const cog = k === 0 ? Math.max(0, Math.sin(u * n * TAU)) ** 0.6 * t * 0.45 : 0; return at(u, k * t - cog, z * w); }, 1400, 6, true);
  return [group([part(skin, rubber(p.hex)), part(surface((u, v) => at(u, t + 0.0004, (v - 0.5) * w * 0.86), 300, 2, true), printed(rubber(p.hex), map))], [0, (p.pose[0] || p.pose[2] ? long * 0.3 : 0) + R * 1.02 + t, 0], p.pose)];
}

function variator(p) {
  const R = p.r ?? 0.056;
  const face = (z, dir) => part(latheZ([[0.012, z], [0.02, z], [0.02, z + dir * 0.012], [R, z + dir * 0.028], [R, z + dir * 0.032], [0.022, z + dir * 0.02], [0.012, z + dir * 0.02]], 96), metal('alu'));
  return [group([
    face(-0.004, 1), part(latheZ([[0.012, -0.012], [R * 0.5, -0.01], [R, -0.03], [R, -0.038], [R * 0.94, -0.044], [0.014, -0.044]], 96), metal('cast')), around(6, () => [part(box(0.019, R * 0.5, 0.012, 0.003), metal('cast'), [0, R * 0.58, -0.042]), part(latheZ([[0, -0.008], [0.008, -0.008], [0.0085, -0.007], [0.0085, 0.007], [0, 0.008]], 40).rotateY(Math.PI / 2), plastic(p.rollers ?? '#c9b489', 0.5), [0, R * 0.64, -0.05])]), part(latheZ([[0.008, -0.062], [0.013, -0.062], [0.0135, -0.06], [0.0135, 0.02], [0.008, 0.02]], 64), metal('steel')),
    times(18, (i) => part(box(0.004, 0.016, 0.003, 0.001), metal('alu'), [Math.cos((i / 18) * TAU) * R * 0.82, Math.sin((i / 18) * TAU) * R * 0.82, 0.03], [0, 0, (i / 18) * TAU])),
  ], [0, R, 0.0], [0, 0.35, 0]), p.ramp !== false && group([part(latheZ([[0.014, -0.002], [R * 0.9, -0.004], [R * 0.92, 0.004], [0.014, 0.002]], 6, 0), metal('steel')), around(3, () => part(box(0.014, 0.012, 0.01, 0.002), plastic('#22252a'), [0, R * 0.86, 0]))], [0.115, R * 0.93, 0.03], [0, 0.3, 0])];
}

function plates(p) {
  const R = p.r ?? 0.07;
  const friction = (z, i) => group([
    part(extrude(outline(times(240, (k) => { const a = (k / 240) * TAU; const tab = Math.cos(a * 10) > 0.72 ? 0.006 : 0; return [Math.cos(a) * (R + tab), Math.sin(a) * (R + tab)]; })), 0.0018, 0.0002, { holes: [circle(0, 0, R * 0.74)], bevelSegments: 1 }), metal('alu')),
    times(36, (k) => { const s = new THREE.Shape(); const a = (k / 36) * TAU; const w = (TAU / 36) * 0.42; s.absarc(0, 0, R * 0.985, a - w, a + w, false); s.absarc(0, 0, R * 0.765, a + w, a - w, true); return part(extrude(s, 0.0034, 0.0003, { bevelSegments: 1, curveSegments: 6 }), new THREE.MeshStandardMaterial({ color: p.hex, roughness: 0.9 })); }),
  ], [0, 0, z], [0, 0, i * 0.11]);
  const steel = (z, i) => group([part(extrude(outline(times(160, (k) => [Math.cos((k / 160) * TAU) * R * 0.985, Math.sin((k / 160) * TAU) * R * 0.985])), 0.0016, 0.0002, { holes: [new THREE.Path(times(180, (k) => { const a = (k / 180) * TAU; const r = R * (0.72 - 0.045 * (Math.cos(a * 12) > 0.3 ? 1 : 0)); return new THREE.Vector2(Math.cos(a) * r, Math.sin(a) * r); }))], bevelSegments: 1 }), metal('steel'))], [0, 0, z], [0, 0, i * 0.07]);
  const n = p.count ?? 7;
  return [group([times(n, (i) => [friction(i * 0.0085, i), i < n - 1 && steel(i * 0.0085 + 0.0042, i)])], [0.02, R + 0.006, 0], [0, 0.5, 0]), p.springs && times(p.springs, (i) => part(springGeometry(), metal('steel'), [-0.13 + (i % 2) * 0.024, 0, -0.06 + Math.floor(i / 2) * 0.026]))];
}
const springGeometry = () => new THREE.TubeGeometry(new THREE.CatmullRomCurve3(times(120, (i) => { const a = (i / 120) * 6 * TAU; return new THREE.Vector3(Math.cos(a) * 0.0085, 0.002 + (i / 120) * 0.034, Math.sin(a) * 0.0085); })), 400, 0.0014, 10);

const ITEMS = {
  chain: (p) => { const pts = times(90, (i) => { const t = i / 89; const a = t * 2.55 * TAU; const r = 0.045 + t * 0.075; return [Math.cos(a) * r * 1.15, Math.sin(a) * r + 0.128, -0.012 + 0.004 * Math.sin(a)]; }); return [...chain([...pts], p), group([card(0.11, 0.075, p, [0, 0.038, 0])], [0.2, 0, 0.02], [-0.08, 0.15, 0])]; },
  'chain-kit': (p) => [group([sprocket({ hex: p.hex }, p.rear, { hub: 0.34, windows: 6, bolts: 6 })], [0.06, 0.008 + (PITCH / 2) / Math.sin(Math.PI / p.rear), 0.03], [0, 0.2, 0]), group([sprocket({ hex: '#8d949b' }, p.front, { hub: 0.38 }), part(latheZ([[0.0135, -0.008], [0.02, -0.008], [0.021, 0.008], [0.0135, 0.008]], 48), metal('gunmetal'))], [-0.13, 0.005 + (PITCH / 2) / Math.sin(Math.PI / p.front), -0.06], [-0.02, 0.3, 0]), group(chain(times(80, (i) => { const t = i / 79; const a = -0.4 + t * 1.9 * TAU; const r = 0.038 + t * 0.04; return [Math.cos(a) * r * 1.3, Math.sin(a) * r, 0]; }), { hex: p.chainHex ?? p.hex }), [-0.02, 0.011, -0.105], [-Math.PI / 2, 0, 0])],
  sprocket: (p) => [group([p.teeth < 20 ? [part(sprocketGeometry(p.teeth, 0.0075, { hub: 0.4, holes: times(6, (i) => circle(Math.cos(i * 1.047) * 0.0195, Math.sin(i * 1.047) * 0.0195, 0.0026)) }), finish(p.hex)), part(latheZ([[0.0128, -0.009], [0.0165, -0.009], [0.0172, 0.009], [0.0128, 0.009]], 64), finish(p.hex)), times(13, (i) => part(box(0.0022, 0.0026, 0.016, 0.0004), metal('gunmetal'), [Math.cos((i / 13) * TAU) * 0.0128, Math.sin((i / 13) * TAU) * 0.0128, 0]))] : sprocket(p, p.teeth, { hub: 0.42, windows: 6, bolts: 6 }), lettering(`${p.teeth}T`, p.teeth < 20 ? 0.014 : 0.03, '#15171a', [0, p.teeth < 20 ? 0.0245 : 0.098, p.teeth < 20 ? -0.0041 : -0.0039], [0, 0, 0])], [0, (PITCH / 2) / Math.sin(Math.PI / p.teeth) + 0.005, 0], [0, 0.15, 0.06])],
  belt, variator, 'clutch-plates': plates,
  'roller-set': (p) => times(6, (i) => group([part(latheZ([[0.0045, -0.0085], [0.0092, -0.0085], [0.0098, -0.0075], [0.0098, 0.0075], [0.0092, 0.0085], [0.0045, 0.0085]], 64, 0.0006), plastic(p.hex, 0.5)), part(latheZ([[0.0035, -0.0087], [0.0062, -0.0087], [0.0062, 0.0087], [0.0035, 0.0087]], 48), metal('brass')), lettering('6.5', 0.005, '#5a4a2a', [0, 0.0078, -0.0087])], [[-0.03, 0.0098, 0], [-0.008, 0.0098, -0.012], [0.016, 0.0098, 0.004], [-0.019, 0.0268, -0.005], [0.005, 0.0268, -0.004], [0.036, 0.0085, -0.016]][i], i === 5 ? [Math.PI / 2, 0, 0] : [0, 0.3 - i * 0.12, i])),
};

export function build({ paint, params }) {
  release();
  return group([ITEMS[params.shape]({ hex: paint, ...params })]);
}
