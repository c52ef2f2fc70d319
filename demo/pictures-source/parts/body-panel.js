import * as THREE from 'three';
import { TessellateModifier } from 'three/addons/modifiers/TessellateModifier.js';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { roundPolygon } from './body-spline.js';

// Which two coordinates a view shows, which one it looks along, and from which end.
const VIEWS = { left: [0, 1, 2, -1], right: [0, 1, 2, 1], front: [2, 1, 0, 1], rear: [2, 1, 0, -1], top: [0, 2, 1, 1], under: [0, 2, 1, -1] };

/** Looks at bodies from one side, like a camera without perspective, and tells where a point of the drawing meets them. */
export function projector(geometries, view) {
  const [a, b, depth, sign] = VIEWS[view];
  const triangles = [];
  for (const geometry of [geometries].flat()) {
    const [p, n] = [geometry.attributes.position.array, geometry.attributes.normal.array];
    const index = geometry.index?.array ?? Array.from({ length: p.length / 3 }, (_, i) => i);
    for (let i = 0; i < index.length; i += 3) triangles.push({ p, n, v: [index[i] * 3, index[i + 1] * 3, index[i + 2] * 3] });
  }
  const cell = 0.04;
  const cells = new Map();
  for (const t of triangles) {
    const xs = t.v.map((v) => Math.floor(t.p[v + a] / cell));
    const ys = t.v.map((v) => Math.floor(t.p[v + b] / cell));
    for (let x = Math.min(...xs); x <= Math.max(...xs); x += 1) {
      for (let y = Math.min(...ys); y <= Math.max(...ys); y += 1) {
        const key = `${x},${y}`;
        if (!cells.has(key)) cells.set(key, []);
        cells.get(key).push(t);
      }
    }
  }
  return (x, y) => {
    let best = null;
    for (const { p, n, v } of cells.get(`${Math.floor(x / cell)},${Math.floor(y / cell)}`) ?? []) {
      const [x1, y1, x2, y2, x3, y3] = v.flatMap((k) => [p[k + a], p[k + b]]);
      const area = (y2 - y3) * (x1 - x3) + (x3 - x2) * (y1 - y3);
      if (Math.abs(area) < 1e-12) continue;
      const w1 = ((y2 - y3) * (x - x3) + (x3 - x2) * (y - y3)) / area;
      const w2 = ((y3 - y1) * (x - x3) + (x1 - x3) * (y - y3)) / area;
      const w = [w1, w2, 1 - w1 - w2];
      if (Math.min(...w) < -1e-4) continue;
      const mix = (array, c) => w[0] * array[v[0] + c] + w[1] * array[v[1] + c] + w[2] * array[v[2] + c];
      const z = mix(p, depth);
      if (best && z * sign <= best.z * sign) continue;
      const point = [0, 0, 0];
      point[a] = x; point[b] = y; point[depth] = z;
      best = { z, point: new THREE.Vector3(...point), normal: new THREE.Vector3(mix(n, 0), mix(n, 1), mix(n, 2)).normalize() };
    }
    return best;
  };
}

/**
 * A panel drawn as an outline in one view and laid over bodies, `lift` metres proud of them, with a bevelled edge.
 * Where the drawing leaves the body the nearest point towards the middle holds.
 */
export function panel(bodies, view, outline, { lift = 0.006, bevel = 0.005, radius = 0.02, dome = 0, step = 0.014 } = {}) {
  const look = typeof bodies === 'function' ? bodies : projector(bodies, view);
  const edge = roundPolygon(outline, radius, step);
  if (THREE.ShapeUtils.area(edge.map(([x, y]) => new THREE.Vector2(x, y))) < 0) edge.reverse();
  const n = edge.length;
  const middle = [0, 1].map((c) => edge.reduce((sum, p) => sum + p[c], 0) / n);
  const inward = edge.map((p, i) => {
    const [q, r] = [edge[(i + n - 1) % n], edge[(i + 1) % n]];
    const l = Math.hypot(r[0] - q[0], r[1] - q[1]) || 1;
    return [-(r[1] - q[1]) / l, (r[0] - q[0]) / l];
  });
  const place = ([x, y], height) => {
    let hit = null;
    for (let t = 0; t <= 1 && !hit; t += 0.04) hit = look(x + (middle[0] - x) * t, y + (middle[1] - y) * t);
    return hit ? { at: hit.point.clone().addScaledVector(hit.normal, height), normal: hit.normal } : null;
  };
  const inset = edge.map((p, i) => [p[0] + inward[i][0] * bevel, p[1] + inward[i][1] * bevel]);
  const flat = new THREE.ShapeGeometry(new THREE.Shape(inset.map(([x, y]) => new THREE.Vector2(x, y))));
  const face = mergeVertices(new TessellateModifier(step * 2.6, 8).modify(flat.toNonIndexed()), 1e-5);
  const [points, indices] = [face.attributes.position, face.index.array];
  const [position, normal, uv, index] = [[], [], [], []];
  const [xs, ys] = [edge.map((p) => p[0]), edge.map((p) => p[1])];
  const [x0, y0, sx, sy] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const push = (p, height, slope, i) => {
    const spot = place(p, height);
    if (!spot) throw new Error(`A panel seen from ${view} lies nowhere on its body`);
    let lean = spot.normal;
    if (slope) {
      const out = place([p[0] - inward[i][0] * 0.004, p[1] - inward[i][1] * 0.004], height);
      const away = place([p[0] + inward[i][0] * 0.004, p[1] + inward[i][1] * 0.004], height);
      const side = out.at.clone().sub(away.at);
      if (side.lengthSq() > 1e-10) lean = spot.normal.clone().multiplyScalar(1 - slope).addScaledVector(side.normalize(), slope).normalize();
    }
    position.push(spot.at.x, spot.at.y, spot.at.z);
    normal.push(lean.x, lean.y, lean.z);
    // The left side and the front are seen with the first coordinate running leftwards; words must still read the right way.
    const along = (p[0] - x0) / sx;
    uv.push(view === 'left' || view === 'front' ? 1 - along : along, (p[1] - y0) / sy);
  };
  const reach = Math.min(sx, sy) / 2;
  const swell = (p) => {
    if (!dome) return 0;
    const near = edge.reduce((d, q) => Math.min(d, Math.hypot(q[0] - p[0], q[1] - p[1])), Infinity);
    return dome * Math.sin((Math.min(near / reach, 1) * Math.PI) / 2);
  };
  for (let i = 0; i < points.count; i += 1) { const p = [points.getX(i), points.getY(i)]; push(p, lift + swell(p), 0, 0); }
  const turned = turns(position, normal, indices);
  index.push(...(turned ? flipped(indices) : indices));
  const base = points.count;
  edge.forEach((_, i) => { push(inset[i], lift, 0.15, i); push(edge[i], lift - bevel * 0.7, 0.8, i); push(edge[i], -0.004, 1, i); });
  for (let i = 0; i < n; i += 1) {
    const [a, b] = [base + i * 3, base + ((i + 1) % n) * 3];
    for (const k of [0, 1]) index.push(...(turned ? [a + k, b + k, a + k + 1, b + k, b + k + 1, a + k + 1] : [a + k, a + k + 1, b + k, b + k, a + k + 1, b + k + 1]));
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normal, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2));
  geometry.setIndex(index);
  if (dome) geometry.computeVertexNormals();
  return geometry;
}

const flipped = (index) => Array.from(index, (_, i) => index[i - (i % 3) + [0, 2, 1][i % 3]]);

function turns(position, normal, index) {
  const at = (i) => new THREE.Vector3(position[i * 3], position[i * 3 + 1], position[i * 3 + 2]);
  let sum = 0;
  for (let k = 0; k < index.length; k += 3) {
    const [a, b, c] = [at(index[k]), at(index[k + 1]), at(index[k + 2])];
    sum += b.sub(a).cross(c.sub(a)).dot(new THREE.Vector3(normal[index[k] * 3], normal[index[k] * 3 + 1], normal[index[k] * 3 + 2]));
  }
  return sum < 0;
}

/** A thin line (a gap between panels, a stitch line, a trim) laid over bodies along points of a drawing. */
export function seam(bodies, view, points, { width = 0.0022, lift = 0 } = {}) {
  const look = typeof bodies === 'function' ? bodies : projector(bodies, view);
  const curve2 = new THREE.SplineCurve(points.map(([x, y]) => new THREE.Vector2(x, y)));
  const hits = curve2.getSpacedPoints(Math.max(8, Math.ceil(curve2.getLength() / 0.02))).map((p) => look(p.x, p.y)).filter(Boolean);
  if (hits.length < 3) throw new Error(`A seam seen from ${view} lies nowhere on its body`);
  const curve = new THREE.CatmullRomCurve3(hits.map((h) => h.point.addScaledVector(h.normal, lift)));
  return new THREE.TubeGeometry(curve, hits.length * 2, width, 6);
}
