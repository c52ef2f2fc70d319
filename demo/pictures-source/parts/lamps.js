import * as THREE from 'three';
import { panel } from './body-panel.js';
import { put, turned } from './body-solids.js';

const grown = (outline, by) => {
  const c = [0, 1].map((k) => outline.reduce((sum, p) => sum + p[k], 0) / outline.length);
  return outline.map((p) => { const l = Math.hypot(p[0] - c[0], p[1] - c[1]); return [...c.map((m, k) => m + (p[k] - m) * (1 + by / l)), ...p.slice(2)]; });
};

/**
 * Lamp laid into bodywork: frame, dark housing, projector `pods` [a, b, radius], a light strip along the outline's corners `strip` = [from, to], a clear cover.
 */
export function lampEye(group, M, look, outline, { view = 'front', radius = 0.016, pods = [], strip, colour, cover = true, frame = true, glow } = {}) {
  if (frame) put(group, panel(look, view, grown(outline, 0.009), { lift: 0.004, radius: radius * 1.25, bevel: 0.003, step: 0.01 }), M.piano);
  put(group, panel(look, view, outline, { lift: 0.0055, radius, bevel: 0.001, step: 0.01 }), glow ?? M.piano);
  const sign = view === 'rear' ? -1 : 1;
  for (const [a, b, size] of pods) {
    const r = size * 1.18;
    const hit = look(a, b);
    if (!hit) continue;
    const pod = new THREE.Group();
    put(pod, turned([[r * 1.12, 0.001], [r * 1.12, 0.009], [r * 1.02, 0.012], [r * 0.98, 0.006]], 40), M.chrome);
    put(pod, turned([[0.0001, 0.013], [r * 0.4, 0.0125], [r * 0.75, 0.0095], [r * 0.98, 0.003]], 40), colour ?? M.lamp);
    put(pod, turned([[r * 0.34, 0.0136], [r * 0.38, 0.0142], [r * 0.42, 0.0136]], 32), M.chrome);
    pod.position.copy(hit.point);
    pod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), hit.normal.clone().lerp(new THREE.Vector3(sign, 0, 0), 0.72).normalize());
    group.add(pod);
  }
  if (strip) {
    const inner = grown(outline, -0.006);
    const line = [];
    for (let i = strip[0]; i <= strip[1]; i += 1) line.push(inner[i % inner.length]);
    const c = [0, 1].map((k) => outline.reduce((sum, p) => sum + p[k], 0) / outline.length);
    const band = [...line, ...[...line].reverse().map((p) => p.map((v, k) => (k < 2 ? v + (c[k] - v) * Math.min(0.5, 0.0115 / Math.hypot(p[0] - c[0], p[1] - c[1])) : v)))];
    put(group, panel(look, view, band, { lift: 0.009, radius: 0.003, bevel: 0.0015, step: 0.006 }), colour ?? M.drl);
  }
  if (cover) put(group, panel(look, view, grown(outline, 0.002), { lift: 0.013, radius, bevel: 0.005, step: 0.012 }), M.lens);
}
