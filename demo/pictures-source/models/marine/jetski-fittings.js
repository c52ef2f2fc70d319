// Steering, instruments, mirrors, screen, stern and touring kit of the personal watercraft.
import * as THREE from 'three';
import { plastic, rubber, metal, chrome, glass, light } from '../../materials.js';
import { body, box, group, latheZ, lerp, part, rod, surface, times, tube } from '../gear/shapes.js';
import { label, write } from '../gear/surfaces.js';
import { bothSides } from './hull.js';

function instrument(c, w, h) {
  c.fillStyle = '#07131d';
  c.fillRect(0, 0, w, h);
  write(c, '42', w * 0.5, h * 0.45, h * 0.5, '#dff4ff');
  write(c, 'km/h', w * 0.5, h * 0.8, h * 0.16, '#6fd0ff');
  c.strokeStyle = '#27a6e8';
  c.lineWidth = 12;
  c.beginPath();
  c.arc(w / 2, h * 0.55, h * 0.42, Math.PI, Math.PI * 1.7);
  c.stroke();
}

export function steering(p, { station }, colors) {
  const base = station(0.555);
  const fore = station(0.67);
  const [x, y] = [base.x, base.top];
  const lift = p.barHeight ?? 0;
  // The pod that carries the instruments stands on the hood and is open towards the rider.
  const pod = part(body([[fore.x + 0.06, fore.top - 0.005, 0.1, 0.015], [fore.x - 0.04, fore.top + 0.02, 0.16, 0.045], [lerp(x, fore.x, 0.5), y + 0.05, 0.18, 0.07], [x + 0.06, y + 0.065, 0.165, 0.075], [x + 0.01, y + 0.05, 0.13, 0.06]].map(([cx, cy, a, b]) => ({ c: [cx, cy, 0], a: a * p.width, b, n: 2.8 })), { ends: 0.1 }), colors.dark);
  const visor = part(surface((u, v) => {
    const a = u * 2 - 1;
    const rise = p.screen * (1 - 0.5 * Math.abs(a) ** 3);
    return [fore.x + 0.02 - v * (0.16 + p.screen * 0.5) - a * a * 0.17, fore.top + 0.03 + v * rise + 0.05 * v - a * a * 0.045, a * (0.2 - (0.02 + 0.16 * p.screen) * v) * p.width];
  }, 40, 14), p.screen > 0.2 ? glass('#1a2026', 0.62) : plastic('#101214', 0.12));
  const stripe = part(surface((u, v) => { const a = u * 2 - 1; return [fore.x + 0.028 - a * a * 0.17 - v * 0.03, fore.top + 0.034 - a * a * 0.045 + v * 0.022, a * 0.19 * p.width]; }, 40, 3), colors.accent);
  const dial = group([label(0.17, 0.1, instrument, [0, 0, 0], [0, 0, 0], { emissive: 0.6 })], [x + 0.005, y + 0.085, 0], [0, Math.PI / 2, 0]);
  const barY = y + 0.12 + lift;
  const bar = part(tube([[x - 0.14, barY + 0.035, -0.39], [x - 0.1, barY + 0.04, -0.27], [x - 0.02, barY + 0.02, -0.12], [x, barY, 0], [x - 0.02, barY + 0.02, 0.12], [x - 0.1, barY + 0.04, 0.27], [x - 0.14, barY + 0.035, 0.39]], 0.016, { sides: 20 }), metal('black'));
  const hand = (s) => [
    part(rod([x - 0.105, barY + 0.04, s * 0.275], [x - 0.142, barY + 0.035, s * 0.4], 0.021), rubber()), part(rod([x - 0.095, barY + 0.038, s * 0.245], [x - 0.105, barY + 0.04, s * 0.275], 0.03), plastic('#1d2023', 0.4)),
    part(tube([[x - 0.085, barY + 0.03, s * 0.25], [x - 0.05, barY + 0.025, s * 0.3], [x - 0.075, barY + 0.018, s * 0.39]], 0.0075), metal('alu')), part(box(0.03, 0.02, 0.03, 0.006), plastic(s < 0 ? '#c8102e' : '#2f7d3b', 0.4), [x - 0.1, barY + 0.066, s * 0.25]),
  ];
  const neck = [part(rod([x + 0.05, y - 0.06, 0], [x - 0.0, barY, 0], 0.06, 32, 0.05), colors.dark), part(box(0.13, 0.06, 0.2, 0.026), colors.dark, [x - 0.005, barY + 0.02, 0], [0, 0, -0.2]), part(box(0.07, 0.012, 0.12, 0.005), colors.accent, [x - 0.012, barY + 0.053, 0], [0, 0, -0.2])];
  const mirrors = p.mirrors !== false && [-1, 1].map((s) => {
    const m = station(0.66);
    const z = s * (m.w + 0.12);
    return [part(body([[m.x + 0.11, 0.02, 0.016], [m.x + 0.05, 0.06, 0.042], [m.x - 0.03, 0.082, 0.056], [m.x - 0.075, 0.078, 0.052]].map(([cx, a, b]) => ({ c: [cx, m.top + 0.0, z + s * 0.02], a, b, n: 2.6 })), { ends: 0.06 }), colors.body), part(new THREE.CircleGeometry(0.07, 40).rotateY(-Math.PI / 2), chrome(), [m.x - 0.0775, m.top, z + s * 0.02], [0, 0, 0], [1, 0.66, 1]), part(rod([m.x + 0.03, m.top - 0.1, s * (m.w - 0.01)], [m.x + 0.01, m.top - 0.02, z], 0.022, 20, 0.016), colors.dark)];
  });
  return [pod, visor, stripe, dial, bar, [-1, 1].map(hand), neck, mirrors];
}

export function stern(at, colors) {
  const { x } = at(0);
  return [
    part(latheZ([[0.0, 0], [0.11, 0], [0.105, 0.1], [0.075, 0.2], [0.068, 0.2], [0.06, 0.02]], 48), metal('steel'), [x, 0.18, 0], [0, -Math.PI / 2, 0]),
    part(box(0.1, 0.1, 0.26, 0.03), colors.dark, [x - 0.05, 0.17, 0]), part(box(0.05, 0.03, 0.62, 0.012), rubber(), [x - 0.015, 0.412, 0]),
    part(new THREE.TorusGeometry(0.035, 0.009, 12, 28), metal('steel'), [x - 0.02, 0.32, 0]),
    part(tube([[x - 0.01, 0.2, -0.2], [x - 0.06, 0.06, -0.2], [x - 0.06, 0.06, 0.2], [x - 0.01, 0.2, 0.2]], 0.012, { tension: 0.1 }), metal('black')),
    [-0.32, 0.32].map((z) => part(box(0.01, 0.05, 0.12, 0.004), light('#c8102e', 0.8), [x - 0.003, 0.33, z])),
  ];
}

export function touring(at, colors) {
  const { x, bondZ } = at(0.16);
  const bag = () => group([
    part(body([[x - 0.3, 0.05, 0.06], [x - 0.2, 0.09, 0.12], [x + 0.1, 0.095, 0.13], [x + 0.24, 0.05, 0.07]].map(([cx, a, b]) => ({ c: [cx, 0.55, bondZ - 0.23], a, b, n: 3.4 })), { ends: 0.08 }), colors.dark),
    part(body([[x - 0.22, 0.07, 0.015], [x + 0.1, 0.075, 0.018]].map(([cx, a, b]) => ({ c: [cx, 0.665, bondZ - 0.23], a, b, n: 3 })), { ends: 0.2 }), colors.body), part(box(0.06, 0.04, 0.012, 0.005), metal('steel'), [x - 0.05, 0.62, bondZ - 0.135]),
  ]);
  const pole = part(tube([[x - 0.1, 0.48, -0.14], [x - 0.12, 1.0, -0.12], [x - 0.14, 1.13, 0], [x - 0.12, 1.0, 0.12], [x - 0.1, 0.48, 0.14]], 0.017), metal('steel'));
  const ladder = part(tube([[at(0).x, 0.36, 0.12], [at(0).x - 0.05, 0.34, 0.12], [at(0).x - 0.06, 0.1, 0.12], [at(0).x - 0.06, 0.1, 0.38], [at(0).x - 0.05, 0.34, 0.38], [at(0).x, 0.36, 0.38]], 0.013, { tension: 0.1 }), metal('steel'));
  return [bothSides(bag), pole, ladder];
}
