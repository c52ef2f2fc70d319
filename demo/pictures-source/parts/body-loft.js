import * as THREE from 'three';
import { splineAt } from './body-spline.js';

/** Joins rings of equally many points into one smooth skin. */
export function skin(rings, { closed = true, caps = false } = {}) {
  const m = rings[0].length;
  const position = rings.flat(2);
  const index = [];
  const across = closed ? m : m - 1;
  for (let i = 0; i < rings.length - 1; i += 1) {
    for (let j = 0; j < across; j += 1) {
      const [a, b] = [i * m + j, i * m + ((j + 1) % m)];
      index.push(a, b, a + m, b, b + m, a + m);
    }
  }
  if (caps) {
    for (const [ring, flip] of [[0, false], [rings.length - 1, true]]) {
      const centre = [0, 1, 2].map((c) => rings[ring].reduce((sum, p) => sum + p[c], 0) / m);
      const base = position.length / 3;
      position.push(...rings[ring].flat(), ...centre);
      for (let j = 0; j < m; j += 1) {
        const [a, b] = [base + j, base + ((j + 1) % m)];
        index.push(...(flip ? [a, b, base + m] : [b, a, base + m]));
      }
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
  geometry.setIndex(caps && volume(position, index) < 0 ? index.map((_, i) => index[i - (i % 3) + [0, 2, 1][i % 3]]) : index);
  geometry.computeVertexNormals();
  return geometry;
}

// Six times the enclosed volume; negative when the skin is inside out.
function volume(p, index) {
  let sum = 0;
  for (let k = 0; k < index.length; k += 3) {
    const [a, b, c] = [index[k] * 3, index[k + 1] * 3, index[k + 2] * 3];
    sum += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) + p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) + p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum;
}

const power = (v, e) => Math.sign(v) * Math.abs(v) ** e;

/**
 * Body through stations { x, y, z, w, u, d, n, m }: half-width w, half-heights u (left of the way) and d (right of it), superellipse exponents n and m.
 * Sections stand square to the way. Ends are rounded over `round` metres (a pair sets both), or cut flat where it is 0; `arc` steps their rounding.
 */
export function loft(stations, { round = 0.02, around = 44, steps = 8, upright = false, arc = [0, 0.25, 0.5, 0.72, 0.88, 0.97] } = {}) {
  const [start, end] = Array.isArray(round) ? round : [round, round];
  const rows = stations.map((s) => [s.x, s.y, s.z ?? 0, s.w, s.u, s.d ?? s.u, s.n ?? 2.4, s.m ?? s.n ?? 2.4]);
  const at = (s) => splineAt(rows, s);
  const count = (stations.length - 1) * steps;
  const tangent = (s) => {
    if (upright) return [Math.sign(rows.at(-1)[0] - rows[0][0]) || 1, 0];
    const [a, b] = [at(Math.max(0, s - 0.01)), at(Math.min(1, s + 0.01))];
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(b[0] - a[0]) / l, (b[1] - a[1]) / l];
  };
  const ring = (s, scale, shift) => {
    const [x, y, z, w, u, d, n, m] = at(s);
    const [tx, ty] = tangent(s);
    return Array.from({ length: around }, (_, k) => {
      const a = (k / around) * Math.PI * 2;
      const up = Math.sin(a);
      const e = up >= 0 ? n : m;
      const side = power(Math.cos(a), 2 / e) * w * scale;
      const rise = power(up, 2 / e) * (up >= 0 ? u : d) * scale;
      return [x + tx * shift - ty * rise, y + ty * shift + tx * rise, z + side];
    });
  };
  const rings = [];
  if (start) for (const t of arc) rings.push(ring(0, Math.max(Math.sqrt(1 - (1 - t) ** 2), 0.001), -start * (1 - t)));
  for (let i = 0; i <= count; i += 1) rings.push(ring(i / count, 1, 0));
  if (end) for (const t of [...arc].reverse()) rings.push(ring(1, Math.max(Math.sqrt(1 - (1 - t) ** 2), 0.001), end * (1 - t)));
  return skin(rings, { caps: true });
}

/** Bicubic sheet over a grid of points, with thickness and a rounded rim. Rows may be given as halves (z ≥ 0, centre first) with `mirror`. */
export function sheet(grid, { nu = 28, nv = 32, thickness = 0.004, mirror = false } = {}) {
  const rows = mirror ? grid.map((row) => [...row.slice(1).reverse().map(([x, y, z]) => [x, y, -z]), ...row]) : grid;
  const columns = (u) => rows[0].map((_, j) => splineAt(rows.map((row) => row[j]), u));
  const at = (u, v) => splineAt(columns(u), v);
  const e = 1e-3;
  const normal = (u, v) => {
    const [a, b] = [at(Math.max(0, u - e), v), at(Math.min(1, u + e), v)];
    const [c, d] = [at(u, Math.max(0, v - e)), at(u, Math.min(1, v + e))];
    return new THREE.Vector3(b[0] - a[0], b[1] - a[1], b[2] - a[2]).cross(new THREE.Vector3(d[0] - c[0], d[1] - c[1], d[2] - c[2])).normalize();
  };
  const rings = [];
  for (let i = 0; i <= nu; i += 1) {
    const outer = [];
    const inner = [];
    for (let j = 0; j <= nv; j += 1) {
      const p = at(i / nu, j / nv);
      const n = normal(i / nu, j / nv);
      outer.push([p[0] + (n.x * thickness) / 2, p[1] + (n.y * thickness) / 2, p[2] + (n.z * thickness) / 2]);
      inner.push([p[0] - (n.x * thickness) / 2, p[1] - (n.y * thickness) / 2, p[2] - (n.z * thickness) / 2]);
    }
    rings.push([...outer, ...inner.reverse()]);
  }
  const m = rings[0].length;
  const geometry = skin(rings, { closed: true });
  const index = [...geometry.getIndex().array];
  for (const [row, flip] of [[0, true], [nu, false]]) {
    for (let j = 0; j < nv; j += 1) {
      const [a, b, c, d] = [row * m + j, row * m + j + 1, row * m + m - 1 - j, row * m + m - 2 - j];
      index.push(...(flip ? [a, c, b, b, c, d] : [a, b, c, b, d, c]));
    }
  }
  geometry.setIndex(volume(geometry.attributes.position.array, index) < 0 ? index.map((_, i) => index[i - (i % 3) + [0, 2, 1][i % 3]]) : index);
  geometry.computeVertexNormals();
  return geometry;
}
