// Locks, covers, chargers, stands and things for the water.
import * as THREE from 'three';
import { fabric, plastic, rubber, metal, gloss, chrome, light, paint as lacquer, anodised } from '../../materials.js';
import { cradle } from '../marine/cradle.js';
import { hullSkin, LINES, linesAt } from '../marine/hull.js';
import { Pattern } from './cloth.js';
import { along, body, bodyAt, box, circle, clamp, extrude, group, helix, lathe, latheZ, lerp, outline, part, rod, roundedRect, smooth, surface, TAU, times, tube } from './shapes.js';
import { ink, label, lettering, printed, release, shade, texture, write } from './surfaces.js';

const mirrored = (make) => [make(-1), make(1)];
const steel = (hex) => (hex === '#b9bec4' ? metal('steel') : hex === '#17181b' ? metal('black') : lacquer(hex));

/** Cloth that falls over a vehicle: `line` is its top outline [x, y, half width], the hem reaches the ground. */
function drape(line, hex, p, { hem = 0.03, waist = 1, trim = '#dfe3e6', strap = [0.3, 0.05], name = [0.62, 0.3] } = {}) {
  const f = (u, v) => {
    // u goes from the hem on one side over the top to the hem on the other; v from back to front.
    const [x, top, w] = along(line, v);
    const a = u * 2 - 1;
    const s = Math.abs(a);
    const over = smooth(0, 0.45, s);
    const z = Math.sign(a) * w * (s < 0.4 ? s * 1.6 : 0.64 + 0.36 * smooth(0.4, 0.62, s)) * (s > 0.62 ? lerp(1, waist, smooth(0.62, 0.85, s)) + 0.06 * smooth(0.85, 1, s) : 1);
    const y = lerp(top, hem, s < 0.4 ? over * 0.12 : 0.12 + 0.88 * smooth(0.3, 1.02, s) ** 0.9);
    const ripple = 0.018 * Math.sin(v * 46 + Math.sin(s * 5) * 1.5) * smooth(0.45, 1, s) + 0.006 * Math.sin(s * 26 + v * 17);
    const end = Math.min(v, 1 - v);
    return [x * (1 + 0.02 * smooth(0.5, 1, s) * (end < 0.1 ? 1 : 0)) + ripple * (end < 0.06 ? 1.2 : 0), Math.max(y, hem), z + Math.sign(a) * ripple];
  };
  // Above the cloth along its normal, so that no fold swallows a letter.
  const raised = (u, v) => {
    const [here, ahead, across] = [[u, v], [u, v - 0.01], [u + 0.01, v]].map((q) => new THREE.Vector3(...f(...q)));
    return here.clone().addScaledVector(ahead.sub(here).cross(across.sub(here)).normalize(), 0.012).toArray();
  };
  const art = new Pattern(hex, { cell: 8, relief: 0.35 }).seam([[0.32, 0], [0.32, 1]]).seam([[0.68, 0], [0.68, 1]]).seam([[0, 0.34], [1, 0.34]]).seam([[0, 0.68], [1, 0.68]]);
  art.panel([[0.1, 0.02], [0.115, 0.02], [0.115, 0.98], [0.1, 0.98]], trim).panel([[0.885, 0.02], [0.9, 0.02], [0.9, 0.98], [0.885, 0.98]], trim);
  const end = (v, dir) => part(surface((u, w) => { const q = f(u, v); const k = smooth(0, 1, w); return [q[0] + dir * Math.sin(w * Math.PI) * 0.02, lerp(q[1], hem, 0) * 1 - 0, q[2] * (1 - k)]; }, 120, 16), fabric(hex));
  return [part(surface(f, 140, 160), art.material(fabric(hex))), end(0, -1), end(1, 1), part(tube(times(60, (i) => f(0, i / 59)), 0.01, { segments: 160 }), fabric('#17181b')), part(tube(times(60, (i) => f(1, i / 59)), 0.01, { segments: 160 }), fabric('#17181b')),
    mirrored((s) => [part(tube([f(s < 0 ? 0.12 : 0.88, 0.52), [f(0.1, 0.52)[0] + 0.02, strap[0], s * Math.abs(f(0.12, 0.52)[2]) * 1.03], [f(0.1, 0.52)[0], strap[1], s * Math.abs(f(0.05, 0.52)[2]) * 0.98]], 0.012), fabric('#17181b')), part(box(0.05, 0.07, 0.02, 0.006), plastic('#101113', 0.35), [f(0.1, 0.52)[0] + 0.02, strap[0], s * (Math.abs(f(0.12, 0.52)[2]) + 0.02)])]),
    part(surface((u, v) => raised(lerp(0.17, 0.25, v), lerp(...name, u)), 90, 24), new THREE.MeshStandardMaterial({ map: texture(1024, 200, (c, w, h) => write(c, p.brand, w / 2, h / 2, h * 0.8, ink(hex), { spacing: 14 })), transparent: true, depthWrite: false, roughness: 0.8, polygonOffset: true, polygonOffsetFactor: -4 }))];
}
const COVERS = {
  motorbike: [[-1.02, 0.62, 0.12], [-0.85, 0.95, 0.26], [-0.5, 0.93, 0.3], [-0.1, 0.98, 0.31], [0.25, 1.16, 0.36], [0.48, 1.36, 0.42], [0.68, 1.2, 0.36], [0.9, 0.78, 0.22], [1.06, 0.5, 0.1]],
  quad: [[-1.05, 0.5, 0.42], [-0.9, 0.9, 0.54], [-0.5, 0.98, 0.56], [-0.1, 1.0, 0.5], [0.25, 1.22, 0.5], [0.45, 1.24, 0.52], [0.75, 0.98, 0.56], [0.98, 0.84, 0.54], [1.08, 0.5, 0.44]],
  mobility: [[-0.62, 0.5, 0.26], [-0.5, 1.1, 0.3], [-0.36, 1.24, 0.31], [-0.18, 1.0, 0.31], [0.05, 0.78, 0.3], [0.3, 0.92, 0.31], [0.48, 1.08, 0.32], [0.6, 0.8, 0.28], [0.7, 0.42, 0.2]],
  jetski: [[-1.62, 0.42, 0.5], [-1.45, 0.55, 0.58], [-1.0, 0.86, 0.56], [-0.4, 0.84, 0.56], [0.05, 0.98, 0.58], [0.3, 1.14, 0.58], [0.6, 1.0, 0.56], [1.1, 0.86, 0.46], [1.64, 0.66, 0.12]],
  boat: [[-2.5, 0.86, 0.82], [-2.2, 1.1, 0.9], [-1.2, 1.3, 0.94], [-0.4, 1.5, 0.95], [0.2, 1.72, 0.94], [0.8, 1.4, 0.86], [1.5, 1.22, 0.66], [2.1, 1.1, 0.36], [2.5, 0.98, 0.06]],
};
/** What a boat's cover lies over: a hull ashore on its cradle, lower and narrower than the cloth. */
function ashore() {
  const low = { keel: [0.05, 0.02, 0, 0, 0.02, 0.07, 0.18, 0.42, 0.72], chineY: [0.3, 0.29, 0.29, 0.3, 0.32, 0.37, 0.46, 0.6, 0.76], bondY: [0.7, 0.7, 0.71, 0.72, 0.74, 0.76, 0.78, 0.8, 0.82] };
  const at = linesAt({ ...LINES, ...low }, 4.8, 0.82), skin = lacquer('#eceeee');
  return [hullSkin(at, { bottom: skin, side: skin, rail: rubber() }).mesh, cradle(at, [0.17, 0.6], { length: 4.8, ground: -0.3 })];
}
const cover = (p) => [p.vehicle === 'boat' && ashore(), drape(COVERS[p.vehicle ?? 'motorbike'], p.hex, p, { hem: p.vehicle === 'boat' ? 0.5 : p.vehicle === 'jetski' ? 0.36 : 0.04, waist: p.vehicle === 'boat' || p.vehicle === 'jetski' ? 0.97 : 0.92, trim: p.vehicle === 'boat' ? '#17181b' : '#dfe3e6', ...(p.vehicle === 'boat' && { strap: [0.6, 0.5] }), ...(p.vehicle === 'jetski' && { strap: [0.43, 0.37], name: [0.57, 0.29] }) })];

const ITEMS = {
  cover, 'boat-cover': cover,
  'lock-disc': (p) => {
    const m = p.hex === '#17181b' ? metal('black') : lacquer(p.hex);
    return [
      part(extrude(outline([[-0.06, 0.0], [0.05, 0.0], [0.062, 0.012], [0.062, 0.03], [-0.012, 0.03], [-0.018, 0.036], [-0.018, 0.046], [-0.012, 0.052], [0.062, 0.052], [0.062, 0.074], [0.045, 0.09], [-0.045, 0.09], [-0.066, 0.07], [-0.066, 0.01]]), 0.046, 0.006), m), part(rod([0.036, 0.028, 0], [0.036, 0.054, 0], 0.0055), metal('steel')), part(lathe([[0, 0.006], [0.014, 0.005], [0.0155, 0], [0, 0]], 48).rotateX(-Math.PI / 2), metal('steel'), [-0.036, 0.062, -0.023]), part(box(0.0028, 0.012, 0.003), plastic('#08090a'), [-0.036, 0.062, -0.0292]),
      times(5, (i) => part(box(0.03, 0.003, 0.003, 0.001), plastic('#0c0d0e'), [-0.028, 0.012 + i * 0.0065, -0.0232])), part(rod([0.0445, 0.071, -0.022], [0.0445, 0.071, -0.0238], 0.0055), plastic('#0c0d0e')), part(new THREE.SphereGeometry(0.0036, 20, 14), light('#ff1818', 1.2), [0.0445, 0.071, -0.0236]), lettering(p.brand, 0.05, ink(p.hex), [0.009, 0.071, -0.0236]), part(rod([0.036, 0.085, 0], [0.036, 0.094, 0], 0.007, 40), metal('steel')),
      reminder(), keys()];
  },
  'lock-chain': (p) => {
    const links = 15;
    const path = new THREE.CatmullRomCurve3(times(links * 2, (i) => { const a = (i / (links * 2)) * TAU * 0.86 + 0.5; const r = 0.16 + 0.02 * Math.sin(a * 3); return new THREE.Vector3(Math.cos(a) * r * 1.25, 0.018 + 0.004 * Math.sin(a * 5), Math.sin(a) * r * 0.8); }));
    const hexLink = (i) => {
      const t = (i + 0.5) / links;
      const q = path.getPointAt(t);
      const d = path.getTangentAt(t);
      const shape = roundedRect(0.064, 0.038, 0.0189).getPoints(6).map((v) => [v.x, v.y, 0]);
      return group([part(tube(shape, 0.0072, { closed: true, sides: 6, segments: 90, tension: 0.4 }), metal(p.hex === '#17181b' ? 'gunmetal' : 'steel'))], [q.x, q.y, q.z], [i % 2 ? Math.PI / 2 : 0.25, 0, 0].map((r, n) => (n === 1 ? -Math.atan2(d.z, d.x) : r)));
    };
    const sleeve = new THREE.CatmullRomCurve3(times(30, (i) => path.getPointAt(0.4 + (i / 29) * 0.42)));
    return [times(links, hexLink).filter((_, i) => i < 6 || i > 11), part(new THREE.TubeGeometry(sleeve, 200, 0.031, 24), new Pattern(p.hex, { cell: 6 }).material(fabric(p.hex === '#17181b' ? '#1b1d20' : p.hex))), [0, 1].map((k) => part(new THREE.TorusGeometry(0.029, 0.005, 12, 40), rubber(), path.getPointAt(k ? 0.82 : 0.4).toArray(), [0, -Math.atan2(path.getTangentAt(k ? 0.82 : 0.4).z, path.getTangentAt(k ? 0.82 : 0.4).x) + Math.PI / 2, 0])),
      group([part(box(0.09, 0.062, 0.046, 0.012), p.hex === '#17181b' ? metal('black') : lacquer(p.hex), [0, 0.031, 0]), part(tube([[-0.028, 0.055, 0], [-0.028, 0.085, 0], [-0.018, 0.1, 0], [0.018, 0.1, 0], [0.028, 0.085, 0], [0.028, 0.055, 0]], 0.0085, { tension: 0.3 }), metal('steel')), part(lathe([[0, 0.004], [0.012, 0.003], [0.013, 0], [0, 0]], 40).rotateX(-Math.PI / 2), metal('steel'), [0, 0.022, -0.023]), part(box(0.0024, 0.01, 0.003), plastic('#08090a'), [0, 0.022, -0.0275]), lettering(p.brand, 0.07, ink(p.hex), [0, 0.047, -0.0236])], [0.17, 0, -0.1], [-0.5, 0.4, 0])];
  },
  charger: (p) => [
    part(box(0.17, 0.056, 0.085, 0.016), plastic(p.home ? '#33373d' : '#1b1d20', 0.4), [0, 0.03, 0]), p.home ? [times(8, (i) => part(box(0.004, 0.04, 0.087, 0.001), plastic('#22252a', 0.5), [-0.06 + i * 0.008, 0.03, 0])), label(0.08, 0.032, (c, w, h) => { c.fillStyle = '#f3f4f2'; c.fillRect(0, 0, w, h); write(c, p.brand, w / 2, h * 0.34, h * 0.34, '#1b2a4a'); write(c, '24V  5A', w / 2, h * 0.72, h * 0.26, '#5d636b'); }, [0.03, 0.032, -0.0432]), part(new THREE.SphereGeometry(0.004, 20, 14), light('#2fe06a', 2.5), [-0.065, 0.05, -0.043])]
      : [label(0.14, 0.042, (c, w, h) => { c.fillStyle = '#0f1114'; c.fillRect(0, 0, w, h); write(c, p.brand, w * 0.22, h * 0.4, h * 0.3, '#f2c21a', { italic: true }); write(c, '12V SMART', w * 0.22, h * 0.74, h * 0.16, '#c9ced3'); for (let i = 0; i < 8; i++) { c.fillStyle = i < 6 ? '#34e07a' : '#2a2e33'; c.fillRect(w * (0.46 + i * 0.063), h * (0.7 - i * 0.055), w * 0.045, h * (0.12 + i * 0.055)); } }, [0, 0.032, -0.0432], [0, 0, 0], { emissive: 0.25 }), mirrored((s) => part(box(0.018, 0.06, 0.09, 0.01), rubber('#f2c21a'), [s * 0.08, 0.03, 0]))],
    part(tube([[0.085, 0.03, 0], [0.13, 0.02, 0.02], [0.17, 0.008, 0.07], [0.13, 0.006, 0.13], [0.03, 0.006, 0.14], [-0.06, 0.006, 0.12]], 0.0038), rubber()), part(tube([[-0.085, 0.03, 0], [-0.12, 0.015, -0.02], [-0.16, 0.006, -0.08], [-0.1, 0.006, -0.14], [0.0, 0.006, -0.13], [0.07, 0.012, -0.11]], 0.0038), rubber()),
    p.home ? [part(lathe([[0, 0], [0.011, 0], [0.012, 0.05], [0.008, 0.07], [0, 0.07]], 32).rotateZ(-Math.PI / 2), plastic('#17181b', 0.35), [0.07, 0.014, -0.11]), part(lathe([[0.0, 0.06], [0.0125, 0.06], [0.0125, 0.1], [0.009, 0.1], [0.009, 0.062]], 32).rotateZ(-Math.PI / 2), metal('steel'), [0.07, 0.014, -0.11])]
      : [-1, 1].map((s) => group([part(extrude(outline([[0, 0.005], [0.03, 0.013], [0.062, 0.008], [0.068, 0.0], [0.05, 0.002], [0.0, 0.001]]), 0.014, 0.002), plastic(s < 0 ? '#c8102e' : '#17181b', 0.4)), part(extrude(outline([[0, -0.005], [0.03, -0.013], [0.062, -0.008], [0.068, 0.0], [0.05, -0.002], [0.0, -0.001]]), 0.014, 0.002), plastic(s < 0 ? '#c8102e' : '#17181b', 0.4)), part(box(0.014, 0.006, 0.01), metal('copper'), [0.062, 0, 0])], [0.075, 0.022, -0.11 + s * 0.022], [0.4 * s, s * 0.25, 0])),
    part(box(0.05, 0.03, 0.028, 0.008), plastic('#17181b', 0.4), [-0.08, 0.016, 0.12]), mirrored((s) => part(rod([-0.105, 0.016, 0.12 + s * 0.008], [-0.125, 0.016, 0.12 + s * 0.008], 0.0022), metal('brass'))),
  ],
  'stand-paddock': (p) => {
    const m = p.hex === '#17181b' ? metal('black') : lacquer(p.hex);
    return [mirrored((s) => [part(tube([[-0.34, 0.28, 0], [-0.28, 0.09, s * 0.06], [-0.16, 0.075, s * 0.15], [0.1, 0.075, s * 0.17]], 0.016, { tension: 0.3 }), m), part(rod([0.06, 0.075, s * 0.17], [0.1, 0.31, s * 0.165], 0.016), m), part(rod([0.1, 0.31, s * 0.165], [0.1, 0.31, s * 0.11], 0.012), metal('steel')), part(lathe([[0.012, 0], [0.024, 0], [0.024, 0.012], [0.016, 0.016], [0.016, 0.024], [0.024, 0.028], [0.024, 0.04], [0, 0.04]], 32).rotateX(Math.PI / 2), rubber('#17181b'), [0.1, 0.31, s * 0.115 - 0.02]),
      part(lathe([[0.012, -0.018], [0.045, -0.018], [0.05, -0.012], [0.05, 0.012], [0.045, 0.018], [0.012, 0.018]], 56).rotateX(Math.PI / 2), rubber(), [0.1, 0.05, s * 0.205]), part(lathe([[0, -0.02], [0.026, -0.02], [0.026, 0.02], [0, 0.02]], 40).rotateX(Math.PI / 2), plastic('#f3f4f2', 0.4), [0.1, 0.05, s * 0.205]), part(rod([0.1, 0.05, s * 0.14], [0.1, 0.05, s * 0.235], 0.008), metal('steel'))]), part(rod([0.02, 0.075, -0.165], [0.02, 0.075, 0.165], 0.016), m), part(rod([-0.34, 0.28, 0], [-0.37, 0.37, 0], 0.02), rubber()), part(tube([[-0.37, 0.37, -0.05], [-0.375, 0.385, 0], [-0.37, 0.37, 0.05]], 0.016), rubber()), lettering(p.brand, 0.12, ink(p.hex), [-0.03, 0.077, -0.1795], [0, 0.02, 0])];
  },
  'tow-tube': (p) => {
    const f = (u, v) => { const a = u * TAU; const b = v * TAU; const R = 0.62; const r = 0.235; return [Math.cos(a) * (R + Math.cos(b) * r) * 1.1, 0.25 + Math.sin(b) * r * 0.95, Math.sin(a) * (R + Math.cos(b) * r)]; };
    const other = p.accent ?? '#17181b';
    const map = texture(2048, 512, (c, w, h) => { c.fillStyle = p.hex; c.fillRect(0, 0, w, h); for (let i = 0; i < 8; i++) { c.fillStyle = i % 2 ? other : '#f3f4f2'; c.beginPath(); c.moveTo((i / 8) * w, 0); c.lineTo(((i + 0.3) / 8) * w, h); c.lineTo(((i + 0.5) / 8) * w, h); c.lineTo(((i + 0.2) / 8) * w, 0); c.fill(); } c.fillStyle = '#17181b'; c.fillRect(0, 0, w, h * 0.5); });
    const handle = (a) => { const q = f(a, 0.23); const n = a * TAU; return group([part(tube([[-0.07, 0, 0], [-0.06, 0.05, 0], [0.06, 0.05, 0], [0.07, 0, 0]], 0.015), rubber()), mirrored((s) => part(box(0.05, 0.012, 0.07, 0.005), fabric('#17181b'), [s * 0.07, 0.0, 0]))], q, [0, -n + Math.PI / 2, 0]); };
    return [part(surface(f, 160, 60, true), printed(gloss(p.hex), map)), part(surface((u, v) => { const a = u * TAU; return [Math.cos(a) * v * 0.5, 0.16 + v ** 4 * 0.08, Math.sin(a) * v * 0.46]; }, 80, 24, true), fabric('#1b1d20')), [0.08, 0.2, 0.32, 0.58, 0.7, 0.82].map(handle), times(8, (i) => part(tube(times(24, (k) => f(i / 8 + 0.02, k / 24).map((c, n) => (n === 1 ? c : c * 1.001))), 0.006, { closed: true, segments: 120, sides: 6 }), fabric('#17181b'))), part(box(0.16, 0.05, 0.1, 0.02), fabric('#17181b'), [0.95, 0.25, 0]), part(new THREE.TorusGeometry(0.05, 0.01, 14, 40).rotateX(Math.PI / 2), metal('steel'), [1.06, 0.25, 0]), lettering(p.brand, 0.4, ink(p.hex), [0.1, 0.3, -0.868], [0.1, 0, 0])];
  },
  anchor: (p) => [group([part(rod([0, 0.1, 0], [0, 0.5, 0], 0.016), metal('cast')), part(new THREE.TorusGeometry(0.03, 0.008, 16, 40), metal('cast'), [0, 0.53, 0]), part(lathe([[0, 0], [0.034, 0], [0.04, 0.03], [0.03, 0.07], [0, 0.07]], 48), metal('cast'), [0, 0.05, 0]), part(lathe([[0.016, 0], [0.026, 0], [0.026, 0.04], [0.016, 0.04]], 48), metal('steel'), [0, 0.19, 0]),
    times(4, (i) => group([part(tube([[0.02, 0.08, 0], [0.1, 0.06, 0], [0.18, 0.1, 0], [0.225, 0.19, 0]], 0.013), metal('cast')), part(extrude(outline([[-0.042, -0.04], [0.042, -0.04], [0.05, 0.02], [0, 0.09], [-0.05, 0.02]]), 0.008, 0.003).rotateY(Math.PI / 2), metal('cast'), [0.215, 0.18, 0], [0, 0, -0.3])], [0, 0, 0], [0, (i / 4) * TAU + 0.4, 0]))], [-0.08, 0.0, -0.02], [0, 0, 0.06]),
    times(9, (i) => part(tube(times(40, (k) => { const a = (k / 40) * TAU; const r = 0.13 + (i % 3) * 0.022; return [0.26 + Math.cos(a) * r, 0.014 + Math.floor(i / 3) * 0.022 + 0.003 * Math.sin(a * 3), 0.1 + Math.sin(a) * r]; }), 0.0105, { closed: true, segments: 160, sides: 8 }), fabric('#f3f4f2'))), part(tube([[-0.105, 0.53, -0.01], [-0.02, 0.44, 0.05], [0.06, 0.2, 0.1], [0.1, 0.06, 0.12]], 0.0105), fabric('#f3f4f2')), part(box(0.1, 0.03, 0.05, 0.01), fabric('#1f4fa3'), [0.26, 0.08, -0.05], [0, 0.6, 0])],
  fender: (p) => mirrored((s) => group([part(lathe([[0, 0.05], [0.03, 0.05], [0.06, 0.06], [0.1, 0.1], [0.105, 0.14], ...times(9, (i) => [0.105 - (i % 2) * 0.0025, 0.17 + i * 0.035]), [0.105, 0.49], [0.1, 0.53], [0.06, 0.57], [0.03, 0.58], [0, 0.58]], 72, 0.006), gloss(p.hex)), [0.0, 0.58].map((y) => part(lathe([[0, 0], [0.03, 0], [0.032, 0.02], [0.024, 0.05], [0, 0.05]], 40), gloss(p.hex === '#f3f4f2' ? '#1f4fa3' : '#6fb1e0'), [0, y, 0])), part(new THREE.TorusGeometry(0.016, 0.006, 12, 32), fabric('#17181b'), [0, 0.64, 0]), part(tube([[0, 0.64, 0], [0.03, 0.74, 0.02], [0.1, 0.72, 0.04], [0.13, 0.4, 0.02], [0.15, 0.06, -0.02], [0.19, 0.012, -0.06], [0.12, 0.01, -0.13]], 0.007), fabric('#1f4fa3')), lettering(p.brand, 0.13, ink(p.hex), [0, 0.34, -0.1075])], [s * 0.17, 0, s * 0.06], [0, 0, 0])),
  wakeboard: (p) => {
    const f = (g) => (u, v) => { const a = u * 2 - 1; const k = v * 2 - 1; const w = 0.215 * (1 - Math.abs(k) ** 5.5) ** 0.62 * (0.92 + 0.08 * Math.cos(k * 3)); return [a * w, k * 0.69, 0.03 - 0.13 * k * k + g * (1 - Math.abs(a) ** 6)]; };
    const map = texture(768, 2048, (c, w, h, r) => { c.fillStyle = p.hex; c.fillRect(0, 0, w, h); for (let i = 0; i < 7; i++) { c.strokeStyle = [ '#17181b', shade(p.hex, -0.18), '#f3f4f2', shade(p.hex, 0.16)][i % 4]; c.lineWidth = w * (0.05 + r() * 0.08); c.beginPath(); c.moveTo(-w * 0.2, h * (0.1 + i * 0.13)); c.bezierCurveTo(w * 0.4, h * (i * 0.13 - 0.02), w * 0.5, h * (0.3 + i * 0.13), w * 1.2, h * (0.12 + i * 0.13)); c.stroke(); } write(c, p.name, w * 0.5, h * 0.15, w * 0.17, '#f3f4f2', { italic: true }); }, { seed: p.seed });
    map.repeat.set(-1, 1);
    const binding = (y, t) => group([part(box(0.2, 0.3, 0.02, 0.01), plastic('#17181b', 0.4)), part(body([[0.0, 0.05, 0.12], [0.05, 0.05, 0.12], [0.1, 0.05, 0.07]].map(([z, a, b]) => ({ c: [0, 0, 0], a, b, n: 2.6 })).map((q, i) => ({ ...q, c: [0, [0, 0.045, 0.09][i], 0] })), { axis: 'y', ends: 0.1 }).rotateX(-Math.PI / 2), rubber('#22252a'), [0, 0.03, -0.01]), [-0.03, 0.05].map((dy) => part(tube([[-0.085, dy, -0.02], [-0.05, dy, -0.09], [0.05, dy, -0.09], [0.085, dy, -0.02]], 0.014), fabric('#33373d'))), part(box(0.03, 0.03, 0.02, 0.006), plastic(p.hex, 0.4), [0.03, 0.05, -0.103])], [0, y, -0.0], [0, 0, t]);
    return [group([part(surface((u, v) => f(-0.02)(u, v), 60, 120), printed(gloss(p.hex), map)), part(surface(f(0.008), 60, 100), gloss('#17181b')), part(tube([...times(60, (i) => f(0)(0, 0.004 + (i / 60) * 0.992)), ...times(60, (i) => f(0)(1, 0.996 - (i / 60) * 0.992))], 0.008, { closed: true, segments: 400, sides: 8 }), plastic('#17181b', 0.35)), binding(0.22, -0.15), binding(-0.22, 0.15)], [0, 0.7, 0], [-0.16, 0, 0.06])];
  },
};
// The reminder cable: from a loop round the lock's bolt along the ground, coiled in the middle, to the loop for the handlebar.
function reminder() {
  const cord = plastic('#ffd21f', 0.35), wire = 0.0024, r = 0.0105, turns = 8;
  const coil = times(turns * 16 + 1, (i) => { const t = i / (turns * 16), a = t * turns * TAU - Math.PI / 2; return [0.083 + t * 0.052, r + wire + Math.sin(a) * r, -0.034 - t * 0.024 + Math.cos(a) * r]; });
  const ring = ([x, y, z], a, b) => part(tube(times(24, (i) => { const k = (i / 24) * TAU; return [x + Math.cos(k) * a, y, z + Math.sin(k) * b]; }), wire, { closed: true, segments: 120 }), cord);
  const clamp = (at) => part(rod([-0.008, 0, 0], [0.008, 0, 0], 0.0045), plastic('#17181b', 0.4), at, [0, 0.4, 0]);
  return [part(tube([[0.0445, 0.0335, -0.004], [0.057, 0.0335, -0.012], [0.069, 0.026, -0.019], [0.074, 0.01, -0.026], [0.079, wire, -0.03], ...coil, [0.141, wire, -0.052], [0.15, wire, -0.056]], wire, { segments: 700, sides: 10 }), cord), ring([0.036, 0.0335, 0], 0.0095, 0.0095), ring([0.172, wire, -0.064], 0.018, 0.013), clamp([0.151, 0.0045, -0.0565])];
}
// Two keys on a ring, flat on the ground.
const keys = () => group([part(new THREE.TorusGeometry(0.011, 0.0012, 10, 48).rotateX(Math.PI / 2), metal('steel'), [0.0, 0.0025, 0]), [-0.5, 0.35].map((turn, i) => group([part(extrude(roundedRect(0.026, 0.022, 0.009), 0.004, 0.001, { holes: [circle(0.008, 0, 0.0035)] }).rotateX(Math.PI / 2), plastic('#17181b', 0.4), [-0.019, 0.0022, 0]), part(extrude(outline([[0, 0.0035], [-0.032, 0.0035], [-0.036, 0], [-0.034, -0.002], [-0.03, -0.0035], [-0.026, -0.0018], [-0.021, -0.0035], [-0.016, -0.0018], [-0.011, -0.0035], [0, -0.0035]]), 0.002, 0.0004).rotateX(Math.PI / 2), metal('steel'), [-0.031, 0.0022, 0])], [0, i * 0.002, 0], [0, turn, 0]))], [-0.022, 0, -0.072]);

export function build({ paint, accent, params }) {
  release();
  return group(ITEMS[params.shape]({ hex: paint, accent, ...params }));
}
