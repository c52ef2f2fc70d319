// Brakes, levers, cables, suspension, handlebar, mirrors, footpegs, stands, seats.
import * as THREE from 'three';
import { rubber, metal, plastic, chrome, paint as lacquer, anodised, leather, lens, light, fabric, foam } from '../../materials.js';
import { along, around, body, bodyAt, box, circle, curve, deform, extrude, group, helix, lathe, latheZ, lerp, loft, outline, part, random, rod, roundedRect, smooth, surface, TAU, times, tube } from '../gear/shapes.js';
import { ink, lettering, release, shade } from '../gear/surfaces.js';

const mirrored = (make) => [make(-1), make(1)];
const nut = (r, h, m = metal('steel')) => part(lathe([[0, h], [r * 0.9, h], [r, h * 0.8], [r, 0], [0, 0]], 6, 0), m);

function disc(p) {
  const R = p.r;
  const wave = p.wave ? times(180, (i) => { const a = (i / 180) * TAU; const r = R - 0.006 * (0.5 + 0.5 * Math.cos(a * p.wave)) ** 0.6; return [Math.cos(a) * r, Math.sin(a) * r]; }) : null;
  const ring = wave ? outline(wave) : new THREE.Shape().absarc(0, 0, R, 0, TAU);
  const inner = R * (p.floating ? 0.74 : p.band ?? 0.72);
  const holes = [circle(0, 0, inner)];
  const n = p.holes;
  for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) {
    const a = ((i + k * 0.31) / n) * TAU;
    const r = lerp(inner + 0.009, R - 0.012, k / 2);
    holes.push(circle(Math.cos(a) * r, Math.sin(a) * r, p.hole ?? 0.0038));
  }
  const carrier = new THREE.Shape();
  carrier.setFromPoints(times(240, (i) => { const a = (i / 240) * TAU; const k = (0.5 + 0.5 * Math.cos(a * p.arms)) ** 2.2; const r = lerp(R * 0.44, inner - (p.floating ? 0.003 : -0.004), k); return new THREE.Vector2(Math.cos(a) * r, Math.sin(a) * r); }));
  const bolts = times(p.bolts, (i) => circle(Math.cos((i / p.bolts) * TAU) * R * 0.4, Math.sin((i / p.bolts) * TAU) * R * 0.4, 0.005));
  return group([
    part(extrude(ring, 0.005, 0.0006, { holes, curveSegments: 90, bevelSegments: 1 }), metal('steel')),
    part(extrude(carrier, 0.006, 0.0012, { holes: [circle(0, 0, R * 0.3), ...bolts], curveSegments: 60 }), p.floating ? anodised(p.carrier ?? '#1d1f23') : metal('steel'), [0, 0, p.floating ? -0.004 : 0]),
    p.floating && times(p.arms, (i) => { const a = (i / p.arms) * TAU; return group([part(latheZ([[0.003, -0.009], [0.009, -0.009], [0.01, -0.006], [0.01, 0.005], [0.003, 0.005]], 32), anodised('#c99a3c'))], [Math.cos(a) * (inner - 0.002), Math.sin(a) * (inner - 0.002), 0]); }),
  ], [0, R, 0], [0, 0, 0.1]);
}

function pads(p) {
  const shapes = {
    radial: [[-0.045, 0.004], [0.045, 0.004], [0.05, 0.02], [0.044, 0.05], [0.03, 0.058], [0.02, 0.072], [0.008, 0.072], [0.004, 0.06], [-0.004, 0.06], [-0.008, 0.072], [-0.02, 0.072], [-0.03, 0.058], [-0.044, 0.05], [-0.05, 0.02]],
    'two-pot': [[-0.05, 0], [0.036, 0], [0.05, 0.012], [0.062, 0.036], [0.052, 0.046], [0.03, 0.044], [-0.044, 0.044], [-0.056, 0.03]],
    enduro: [[-0.034, 0], [0.034, 0], [0.04, 0.016], [0.036, 0.044], [0.052, 0.05], [0.05, 0.062], [-0.014, 0.056], [-0.038, 0.044], [-0.042, 0.016]],
    scooter: [[-0.03, 0.0], [0.03, 0.0], [0.036, 0.03], [0.026, 0.044], [0.012, 0.046], [0.008, 0.06], [-0.008, 0.06], [-0.012, 0.046], [-0.026, 0.044], [-0.036, 0.03]],
    quad: [[-0.044, 0.0], [0.044, 0.0], [0.044, 0.034], [0.06, 0.034], [0.06, 0.05], [-0.06, 0.05], [-0.06, 0.034], [-0.044, 0.034]],
  };
  const plate = shapes[p.pad];
  const friction = plate.filter(([, y]) => y < 0.052).map(([x, y]) => [Math.max(-0.044, Math.min(0.044, x)) * 0.93, 0.004 + y * 0.86]);
  const one = (flip) => [part(extrude(outline(plate), 0.005, 0.0008, { holes: [circle(plate[4][0] * 0.9, plate[4][1] - 0.004, 0.0028)] }), p.pad === 'enduro' ? metal('steel') : metal('dark')), part(extrude(outline(friction), 0.006, 0.0012), new THREE.MeshStandardMaterial({ color: p.hex, roughness: 0.75, metalness: 0.5 }), [0, 0, -0.0055]), (p.grooves ?? [0]).map((x) => part(box(0.0028, 0.05, 0.002, 0.0003), plastic('#0d0e10'), [x, 0.024, -0.0079], [0, 0, 0.12])),
    flip && lettering(p.brand, 0.04, '#e8e8e8', [0, 0.03, 0.0031], [0, Math.PI, 0])];
  return group([group([one(false)], [0.035, 0, -0.04], [-0.12, 0.25, 0]), group([one(false)], [-0.05, 0, 0.02], [0.0, -0.3, 0.05]), p.pad !== 'radial' && group([part(rod([-0.035, 0, 0], [0.03, 0, 0], 0.0028), metal('steel')), part(rod([-0.04, 0, 0], [-0.035, 0, 0], 0.005), metal('steel'))], [-0.01, 0.006, -0.085], [0, 0.3, 0]), p.pad === 'radial' && [group([one(false)], [0.12, 0, 0.0], [-0.05, 0.1, 0]), group([one(false)], [-0.14, 0, -0.03], [-0.05, 0.35, 0])]]);
}

function lever(p) {
  const m = p.hex === '#b9bec4' ? metal('alu') : p.hex === '#17181b' ? anodised('#1f2125') : anodised(p.hex);
  const blade = (k) => {
    const rows = times(12, (i) => { const t = i / 11; return { c: [0.02 + t * 0.165, 0.02 - Math.sin(t * 2.6) * 0.02 + t * 0.012, 0], a: (t > 0.92 ? 0.0085 : 0.0075 - 0.0025 * t), b: (t > 0.92 ? 0.0095 : 0.0105 - 0.005 * t), n: 3 }; });
    return part(body(rows, { ends: 0.05 }), m);
  };
  return group([group([
    blade(), part(extrude(outline([[-0.022, -0.012], [0.02, -0.016], [0.034, 0.008], [0.03, 0.032], [0.004, 0.034], [-0.012, 0.02]], true), 0.016, 0.003, { holes: [circle(-0.006, 0.003, 0.0045)] }), m), part(latheZ([[0.0045, -0.01], [0.0085, -0.01], [0.0085, 0.01], [0.0045, 0.01]], 40), metal('brass'), [-0.006, 0.003, 0]),
    p.adjust && [part(latheZ([[0, -0.012], [0.0105, -0.012], [0.0115, -0.009], [0.0115, -0.004], [0, -0.004]], 24), anodised(p.accentHex ?? '#c8102e'), [0.018, 0.014, 0]), times(6, (i) => part(box(0.0016, 0.0034, 0.002), plastic('#ffffff'), [0.018 + Math.cos(i) * 0.008, 0.014 + Math.sin(i) * 0.008, -0.0122]))],
    p.folding && [part(latheZ([[0, -0.01], [0.007, -0.01], [0.007, 0.01], [0, 0.01]], 32), metal('steel'), [0.058, 0.004, 0]), part(box(0.012, 0.002, 0.02), plastic('#0d0e10'), [0.062, 0.006, 0], [0, 0, 1.2])],
    p.perch && [part(extrude(outline([[-0.05, -0.03], [0.0, -0.02], [0.004, 0.012], [-0.02, 0.02], [-0.052, 0.01]]), 0.024, 0.004), metal('black'), [-0.01, 0, 0.004]), part(new THREE.TorusGeometry(0.014, 0.006, 16, 40).rotateY(Math.PI / 2), metal('black'), [-0.062, -0.01, 0.004])], group([lettering(p.brand, 0.036, ink(p.hex), [0, 0, 0])], [0.09, 0.0078, -0.0078], [0, 0, -0.09], [p.mirror ? -1 : 1, 1, 1]),
  ], [-0.07, 0.06, 0], [0.15, 0.1, p.mirror ? -0.35 : 0.25], [p.mirror ? -1 : 1, 1, 1])]);
}

/** A bowden cable in loose coils with its end fittings; brake hoses have banjos instead. */
function cable(p) {
  const r = random(p.seed);
  const coils = p.coils ?? 3;
  const points = times(coils * 16, (i) => { const t = i / (coils * 16 - 1); const a = t * coils * TAU + 0.6; const R = 0.125 + 0.012 * Math.sin(i * 0.7) - t * 0.008; return [Math.cos(a) * R * 1.2, 0.008 + Math.floor(t * coils) * 0.0075, Math.sin(a) * R]; });
  const start = points[0];
  points.unshift([start[0] + 0.03, 0.008, start[2] - 0.1], [start[0] + 0.015, 0.008, start[2] - 0.05]);
  const end = points.at(-1);
  points.push([end[0] + 0.05, end[1], end[2] + 0.05], [end[0] + 0.12, 0.012, end[2] + 0.06]);
  const path = curve(points);
  const fitting = (t, kind) => {
    const q = path.getPointAt(t);
    const d = path.getTangentAt(t);
    const angle = -Math.atan2(d.z, d.x) + (t < 0.5 ? Math.PI : 0);
    const bits = kind === 'barrel' ? [part(rod([-0.005, 0, 0], [0.022, 0, 0], 0.005), metal('steel')), part(rod([0.02, 0, 0], [0.05, 0, 0], 0.0012), metal('steel')), part(rod([0.05, 0, -0.006], [0.05, 0, 0.006], 0.004), metal('steel')), [0.004, 0.012].map((x) => part(lathe([[0, 0], [0.008, 0], [0.008, 0.004], [0, 0.004]], 6, 0).rotateZ(-Math.PI / 2), metal('steel'), [x, 0, 0]))]
      : kind === 'boot' ? [part(lathe([[0, 0], [0.006, 0], [0.009, 0.008], [0.007, 0.011], [0.0095, 0.018], [0.007, 0.022], [0.0085, 0.03], [0.004, 0.034], [0, 0.034]], 32).rotateZ(-Math.PI / 2), rubber()), part(rod([0.03, 0, 0], [0.075, 0, 0], 0.0012), metal('steel')), part(new THREE.SphereGeometry(0.005, 20, 14), metal('steel'), [0.075, 0, 0])]
      : [part(rod([-0.012, 0, 0], [0.016, 0, 0], 0.0056), metal('steel')), part(rod([0.012, 0, 0], [0.024, 0, 0], 0.004), metal('steel')), part(lathe([[0.006, -0.006], [0.0105, -0.006], [0.0105, 0.006], [0.006, 0.006]], 40), metal('steel'), [0.034, 0, 0])];
    return group(bits, q.toArray(), [0, angle, 0]);
  };
  const kinds = p.ends ?? ['barrel', 'boot'];
  return group([part(new THREE.TubeGeometry(path, 700, p.thick ?? 0.0036, 14), p.braided ? lacquer(p.hex) : rubber(p.hex)), fitting(0, kinds[0]), fitting(1, kinds[1]), p.second && group([part(new THREE.TubeGeometry(path, 700, p.thick ?? 0.0036, 14), p.braided ? metal('steel') : rubber('#26282c')), fitting(0, kinds[0]), fitting(1, kinds[1])], [0.04, 0.03, -0.05], [0, 2.2, 0], 0.82), p.braided && [times(3, (i) => group([part(lathe([[0.006, 0], [0.0085, 0], [0.0085, 0.0016], [0.006, 0.0016]], 40), metal('copper'))], [-0.05 + i * 0.022, 0.001, -0.16], [0.1, 0, 0])), group([nut(0.008, 0.006), part(rod([0, -0.018, 0], [0, 0.001, 0], 0.005), metal('steel'))], [0.05, 0.019, -0.17], [0, 0, 1.3])]]);
}

function shock(p) {
  const L = p.length ?? 0.36;
  const spring = lacquer(p.hex);
  const eye = (y) => [part(latheZ([[0.008, -0.016], [0.02, -0.016], [0.022, -0.012], [0.022, 0.012], [0.02, 0.016], [0.008, 0.016]], 48), metal('alu'), [0, y, 0]), part(latheZ([[0.006, -0.019], [0.012, -0.019], [0.012, 0.019], [0.006, 0.019]], 40), rubber(), [0, y, 0])];
  const turns = p.turns ?? 7;
  return group([
    eye(0.022), eye(L), part(rod([0, 0.04, 0], [0, L * 0.55, 0], 0.0085), chrome()), part(rod([0, L * 0.42, 0], [0, L - 0.012, 0], p.body ?? 0.024), anodised(p.bodyHex ?? '#c99a3c')), part(lathe([[0, 0], [0.016, 0], [0.032, 0.006], [0.036, 0.012], [0.036, 0.018], [0, 0.018]], 56), metal('black'), [0, 0.036, 0]), part(helix(p.coil ?? 0.034, L * 0.62, turns, p.wire ?? 0.0055), spring, [0, 0.054, 0]),
    [0, 0.012].map((dy) => part(lathe([[0.02, 0], [0.037, 0], [0.039, 0.002], [0.039, 0.007], [0.037, 0.009], [0.02, 0.009]], 56), metal('black'), [0, 0.062 + L * 0.62 + dy, 0])), times(24, (i) => part(new THREE.TorusGeometry((p.body ?? 0.024) + 0.0004, 0.0006, 6, 48).rotateX(Math.PI / 2), metal('steel'), [0, L * 0.62 + 0.09 + i * 0.0016 * (L / 0.36), 0])), part(lathe([[0, 0], [0.013, 0], [0.016, 0.012], [0.012, 0.03], [0, 0.03]], 40), foam('#e8b92a'), [0, 0.058, 0]),
    p.reservoir && [part(lathe([[0, 0], [0.02, 0], [0.022, 0.006], [0.022, 0.12], [0.018, 0.128], [0, 0.128]], 56), anodised(p.bodyHex ?? '#c99a3c'), [-0.06, L - 0.14, 0]), part(box(0.05, 0.022, 0.03, 0.006), metal('alu'), [-0.03, L - 0.03, 0]), part(lathe([[0, 0], [0.009, 0], [0.01, 0.01], [0, 0.011]], 20, 0), anodised('#1f4fa3'), [-0.06, L - 0.012, 0])], lettering(p.brand, 0.04, '#17181b', [0, L * 0.9, -(p.body ?? 0.024) - 0.0006], [0, 0, -Math.PI / 2]),
  ], [0, 0.0, 0], [0, 0, 0]);
}

const mirrorHead = (p) => {
  const rows = p.round ? null : [[-0.016, 0.05, 0.036], [0, 0.062, 0.046], [0.016, 0.066, 0.05], [0.022, 0.064, 0.048]];
  const shell = p.round ? part(lathe([[0, -0.024], [0.03, -0.022], [0.05, -0.01], [0.055, 0.006], [0.053, 0.012], [0, 0.012]], 72).rotateX(Math.PI / 2), chrome()) : part(body(rows.map(([z, a, b]) => ({ c: [0, z, 0], a: b, b: a, n: 3 })), { axis: 'y', ends: 0.12 }).rotateX(Math.PI / 2), plastic('#1b1d20', 0.35));
  const pane = p.round ? new THREE.CircleGeometry(0.05, 64) : new THREE.ShapeGeometry(roundedRect(0.122, 0.09, 0.03), 16);
  return [shell, part(pane.rotateY(Math.PI), new THREE.MeshStandardMaterial({ color: '#a9bfd2', metalness: 1, roughness: 0.03 }), [0, 0, p.round ? -0.0125 : -0.0235])];
};

const ITEMS = {
  'brake-disc': disc, 'brake-pads': pads, 'brake-lever': lever, 'clutch-lever': lever, 'cable-throttle': cable, 'cable-brake': cable, 'brake-lines': cable,
  shock: (p) => (p.pair ? [group([shock(p)], [0.06, 0, -0.02], [0, 0, -0.08]), group([shock(p)], [-0.06, 0, 0.04], [0, 0, -0.08])] : group([shock(p)], [0, 0.0, 0], [0, 0, -0.1])),
  'fork-seal': (p) => times(4, (i) => group([part(lathe([[0.0205, 0.002], [0.0225, 0], [0.0265, 0], [0.0275, 0.001], [0.0275, 0.009], [0.0255, 0.011], [0.0235, 0.009], [0.022, 0.0115], [0.0205, 0.011]], 96), rubber(i < 2 ? p.hex : '#1b1d20')), part(new THREE.TorusGeometry(0.0232, 0.0011, 10, 96).rotateX(Math.PI / 2), metal('steel'), [0, 0.0085, 0])], [[-0.05, 0, 0], [0.02, 0, -0.035], [0.045, 0.0275, 0.03], [-0.02, 0.0275, 0.045]][i], i < 2 ? [0, 0, 0] : [Math.PI / 2, 0.2 * i, 0.1])),
  'fork-spring': (p) => mirrored((s) => group([part(helix(0.0165, 0.36, 30, 0.0023), metal('steel')), part(lathe([[0.01, 0], [0.019, 0], [0.019, 0.006], [0.01, 0.006]], 40), metal('alu'), [0, -0.007, 0])], [0.18, 0.019 + (s > 0 ? 0 : 0), s * 0.035], [0, s * 0.12, Math.PI / 2])),
  handlebar: (p) => [part(tube([[-0.06, 0.07, -0.39], [-0.02, 0.075, -0.26], [0.03, 0.03, -0.13], [0.035, 0.02, -0.07], [0.035, 0.02, 0.07], [0.03, 0.03, 0.13], [-0.02, 0.075, 0.26], [-0.06, 0.07, 0.39]], 0.0125, { segments: 200, sides: 28, tension: 0.4 }), anodised('#24262a')), part(rod([0.0, 0.082, -0.12], [0.0, 0.082, 0.12], 0.007), anodised('#24262a')), mirrored((s) => part(rod([0.032, 0.026, s * 0.11], [-0.006, 0.086, s * 0.12], 0.009), anodised('#24262a'))), part(lathe([[0, -0.1], [0.022, -0.098], [0.024, -0.09], [0.024, 0.09], [0.022, 0.098], [0, 0.1]], 48).rotateX(Math.PI / 2), rubber('#c8102e'), [0, 0.082, 0]), group([lettering(p.brand, 0.15, '#ffffff', [0, 0, -0.0245])], [0, 0.082, 0], [0, -Math.PI / 2, 0]), times(7, (i) => part(new THREE.TorusGeometry(0.0127, 0.0004, 6, 48), metal('steel'), [0.035, 0.02, -0.03 + i * 0.01]))],
  grips: (p) => mirrored((s) => group([part(lathe([[0.0125, 0], [0.029, 0], [0.029, 0.004], [0.0175, 0.008], ...times(p.soft ? 18 : 26, (i) => [p.soft ? 0.018 + 0.0018 * Math.sin(i * 0.9) : i % 2 ? 0.0158 : 0.0176, 0.012 + i * (p.soft ? 0.0062 : 0.0042)]), [0.0178, 0.126], [0.019, 0.13], [0.019, 0.134], [0, 0.134]], 64, 0.0005).rotateZ(Math.PI / 2), rubber(p.hex)), !p.soft && [[0.004, '#17181b'], [-0.128, '#17181b']].map(([x, c]) => [part(lathe([[0.0125, 0], [0.02, 0], [0.02, 0.009], [0.0125, 0.009]], 48).rotateZ(Math.PI / 2), anodised('#c8102e'), [x, 0, 0]), part(latheZ([[0, -0.021], [0.003, -0.021], [0.003, -0.015]], 16), metal('steel'), [x - 0.004, 0.006, 0])])], [0.06 + s * 0.01, 0.03, s * 0.045], [0, s * 0.18 + 0.15, 0])),
  mirror: (p) => [group([mirrorHead(p)], [0, 0.24, 0], [0.06, 0.15, 0]), part(tube([[p.left ? 0.01 : -0.01, 0.2, 0.012], [p.left ? 0.03 : -0.03, 0.14, 0.015], [p.left ? 0.075 : -0.075, 0.08, 0.012], [p.left ? 0.08 : -0.08, 0.02, 0.01]], 0.0055), p.round ? chrome() : metal('black')), part(lathe([[0, 0], [0.0085, 0], [0.0085, 0.012], [0, 0.012]], 6, 0), metal('steel'), [p.left ? 0.08 : -0.08, 0.012, 0.01]), part(rod([p.left ? 0.08 : -0.08, 0, 0.01], [p.left ? 0.08 : -0.08, 0.014, 0.01], 0.005), metal('steel')), part(lathe([[0.006, 0], [0.0125, 0], [0.01, 0.03], [0.0055, 0.036]], 40), rubber(), [p.left ? 0.0795 : -0.0795, 0.024, 0.01]), part(new THREE.SphereGeometry(0.011, 32, 20), p.round ? chrome() : plastic('#1b1d20', 0.35), [p.left ? 0.01 : -0.01, 0.2, 0.012])],
  footpeg: (p) => mirrored((s) => group([part(extrude(roundedRect(0.11, 0.055, 0.012), 0.02, 0.003, { holes: [roundedRect(0.038, 0.036, 0.008, -0.026, 0), roundedRect(0.04, 0.036, 0.008, 0.022, 0)].map((q) => new THREE.Path(q.getPoints(6))) }).rotateX(Math.PI / 2), metal('steel'), [0, 0.03, 0]), times(11, (i) => mirrored((k) => part(new THREE.ConeGeometry(0.0042, 0.01, 4), metal('steel'), [-0.05 + i * 0.01, 0.0445, k * 0.0245]))), times(4, (i) => mirrored((k) => part(new THREE.ConeGeometry(0.0042, 0.01, 4), metal('steel'), [k * 0.051, 0.0445, -0.015 + i * 0.01]))), part(box(0.04, 0.024, 0.03, 0.006), metal('steel'), [0.07, 0.03, 0]), part(rod([0.085, 0.012, 0], [0.085, 0.05, 0], 0.006), metal('steel')), part(helix(0.0105, 0.022, 4, 0.0016), metal('dark'), [0.085, 0.02, 0])], [s * 0.075, s > 0 ? 0 : 0, s * 0.03], [0, s > 0 ? 0 : Math.PI - 0.25, 0])),
  stand: (p) => [group([part(tube([[0, 0.27, 0], [-0.004, 0.18, 0.0], [-0.02, 0.09, 0], [-0.05, 0.015, 0]], 0.0125, { sides: 24 }), metal('black')), part(extrude(outline([[-0.02, -0.02], [0.02, -0.02], [0.026, 0.015], [0.012, 0.045], [-0.012, 0.045], [-0.024, 0.015]]), 0.024, 0.004, { holes: [circle(0, 0.022, 0.007)] }), metal('black'), [0, 0.28, 0]), part(extrude(roundedRect(0.06, 0.04, 0.016), 0.007, 0.002).rotateX(Math.PI / 2), metal('black'), [-0.052, 0.006, 0]), part(rod([-0.02, 0.1, -0.01], [-0.055, 0.09, -0.03], 0.006), metal('black')), part(rod([0, 0.302, -0.03], [0, 0.302, 0.03], 0.0068), metal('steel')), part(lathe([[0, 0], [0.012, 0], [0.012, 0.008], [0, 0.008]], 6, 0).rotateX(-Math.PI / 2), metal('steel'), [0, 0.302, -0.024]), [0.0075, 0.015].map((r, i) => part(helix(0.008 - i * 0.0025, 0.11, 20, 0.0013).rotateZ(0.12), metal('steel'), [0.03, 0.15, 0])), part(tube([[0.018, 0.26, 0], [0.024, 0.275, 0], [0.034, 0.27, 0]], 0.0016), metal('steel')), part(tube([[0.03, 0.15, 0], [0.026, 0.13, 0], [0.0, 0.13, 0]], 0.0016), metal('steel'))], [0, 0, 0], [0, -0.2, 0])],
  seat: (p) => (p.swivel ? swivelSeat(p) : saddle(p)),
};

function saddle(p) {
  const rows = [[-0.34, 0.16, 0.05, 0.045], [-0.25, 0.17, 0.1, 0.06], [-0.12, 0.155, 0.125, 0.062], [-0.02, 0.13, 0.14, 0.058], [0.08, 0.075, 0.14, 0.05], [0.2, 0.07, 0.11, 0.048], [0.3, 0.09, 0.07, 0.045], [0.36, 0.115, 0.04, 0.03]];
  const f = bodyAt(rows.map(([x, y, a, b]) => ({ c: [x, y, 0], a, b, n: 2.9 })), { ends: 0.06 });
  const top = (u, v) => { const [x, y, z] = f(u, v); return [x, Math.max(y, along(rows.map((r) => r[1] - 0.028), v)), z]; };
  const seam = (u) => part(tube(times(50, (i) => { const q = f(u, 0.06 + (i / 49) * 0.86); return [q[0], q[1] + 0.001, q[2]]; }), 0.0022, { sides: 8, segments: 200 }), leather('#c8102e'));
  const insert = part(surface((u, v) => { const q = f(lerp(0.15, 0.35, u), lerp(0.08, 0.9, v)); return [q[0], q[1] + 0.0025 - 0.0025 * Math.abs(Math.sin(v * 60)) ** 14, q[2]]; }, 24, 400), fabric('#2b2e33'));
  return [part(surface(top, 90, 110, true), leather(p.hex)), seam(0.145), seam(0.355), insert, part(body(rows.map(([x, y, a]) => ({ c: [x, y - 0.034, 0], a: a * 0.96, b: 0.016, n: 3 })), { ends: 0.05 }), plastic('#131417', 0.5)), group([lettering(p.brand, 0.1, '#c9ced3', [0, 0, 0])], [-0.2, 0.16, -0.117], [-0.15, 0, 0])];
}

function swivelSeat(p) {
  const pad_ = (w, h, d, at, turn) => { const n = 4; return group([part(box(w, h, d, Math.min(w, h, d) * 0.35, 8), leather(p.hex)), times(n, (i) => part(box(w * 1.004, h * 0.9, 0.004, 0.002), leather(shade(p.hex, -0.1)), [0, 0, -d * 0.3 + i * d * 0.2]))], at, turn); };
  return [pad_(0.44, 0.1, 0.46, [0, 0.42, 0]), pad_(0.1, 0.46, 0.44, [-0.24, 0.68, 0], [0, 0, 0.14]), pad_(0.08, 0.13, 0.26, [-0.3, 0.99, 0], [0, 0, 0.14]), mirrored((s) => [part(tube([[-0.22, 0.46, s * 0.27], [-0.2, 0.6, s * 0.28], [-0.1, 0.63, s * 0.28], [0.14, 0.63, s * 0.28]], 0.014, { tension: 0.3 }), metal('black')), part(box(0.28, 0.04, 0.06, 0.018), rubber(), [0.03, 0.655, s * 0.28]), part(box(0.08, 0.05, 0.06, 0.01), metal('black'), [-0.2, 0.42, s * 0.25])]), part(lathe([[0, 0], [0.035, 0], [0.035, 0.3], [0.1, 0.32], [0.14, 0.325], [0.14, 0.35], [0, 0.35]], 56), metal('black'), [0, 0.02, 0]), part(box(0.26, 0.025, 0.26, 0.01), metal('black'), [0, 0.0125, 0]), part(tube([[0.05, 0.34, 0.1], [0.12, 0.33, 0.2], [0.2, 0.36, 0.29]], 0.009), metal('steel')), part(new THREE.SphereGeometry(0.017, 24, 16), plastic('#c8102e', 0.4), [0.2, 0.36, 0.29])];
}

export function build({ paint, params }) {
  release();
  return group([ITEMS[params.item ?? params.shape]({ hex: paint, ...params })]);
}
