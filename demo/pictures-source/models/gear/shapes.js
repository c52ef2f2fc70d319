// Shapes that gear, spare parts and marine vehicles are built from: every function returns a mesh or a geometry in metres.
import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';

export const V = (x, y, z) => new THREE.Vector3(x, y, z);
export const lerp = THREE.MathUtils.lerp;
export const clamp = THREE.MathUtils.clamp;
export const smooth = (edge0, edge1, x) => THREE.MathUtils.smoothstep(x, edge0, edge1);
export const TAU = Math.PI * 2;

export function random(seed) {
  let state = (Number(seed) || 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function part(geometry, material, at = [0, 0, 0], turn = [0, 0, 0], scale = 1) {
  // Surfaces are open skins, seen from both sides.
  material.side = THREE.DoubleSide;
  const mesh = new THREE.Mesh(geometry, material);
  mesh.position.set(...at);
  mesh.rotation.set(...turn);
  if (Array.isArray(scale)) mesh.scale.set(...scale);
  else mesh.scale.setScalar(scale);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

export function group(parts, at = [0, 0, 0], turn = [0, 0, 0], scale = 1) {
  const g = new THREE.Group();
  for (const p of parts.flat(Infinity)) if (p) g.add(p);
  g.position.set(...at);
  g.rotation.set(...turn);
  if (Array.isArray(scale)) g.scale.set(...scale);
  else g.scale.setScalar(scale);
  return g;
}

export const times = (n, make) => Array.from({ length: n }, (_, i) => make(i, i / n));
/** n copies around the z axis. */
export const around = (n, make, phase = 0) =>
  times(n, (i) => group([make(i)], [0, 0, 0], [0, 0, phase + (i / n) * TAU]));

export const box = (w, h, d, r = Math.min(w, h, d) * 0.12, segments = 4) =>
  new RoundedBoxGeometry(w, h, d, segments, Math.min(r, w / 2.01, h / 2.01, d / 2.01));

export const rod = (from, to, r, sides = 24, r2 = r) => {
  const a = V(...from);
  const b = V(...to);
  const geometry = new THREE.CylinderGeometry(r2, r, a.distanceTo(b), sides);
  geometry.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(V(0, 1, 0), b.clone().sub(a).normalize()));
  return geometry.translate((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
};

export function curve(points, closed = false, tension = 0.5) {
  return new THREE.CatmullRomCurve3(points.map((p) => V(...p)), closed, 'catmullrom', tension);
}
export const tube = (points, r, { closed = false, segments = points.length * 14, sides = 16, tension = 0.5 } = {}) =>
  new THREE.TubeGeometry(curve(points, closed, tension), segments, r, sides, closed);

/** Lathe around y; corners get a small bevel so that edges catch light. */
export function lathe(profile, segments = 96, bevel = 0.0012) {
  const out = [];
  profile.forEach(([r, y], i) => {
    const before = profile[i - 1];
    const after = profile[i + 1];
    if (!before || !after || bevel === 0) return out.push(new THREE.Vector2(r, y));
    const toward = ([r2, y2]) => {
      const length = Math.hypot(r2 - r, y2 - y) || 1;
      const step = Math.min(bevel, length * 0.3);
      return new THREE.Vector2(r + ((r2 - r) / length) * step, y + ((y2 - y) / length) * step);
    };
    out.push(toward(before), toward(after));
  });
  return new THREE.LatheGeometry(out, segments);
}
/** A lathe whose v is the height, so that a printed label keeps its proportions. */
export function labelled(profile, segments = 120, bevel = 0.001) {
  const geometry = lathe(profile, segments, bevel);
  const { position, uv } = geometry.attributes;
  const ys = profile.map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  for (let i = 0; i < uv.count; i++) uv.setY(i, (position.getY(i) - low) / (high - low));
  return geometry;
}
/** The same around z, the axis of wheels and discs. */
export const latheZ = (profile, segments, bevel) => lathe(profile, segments, bevel).rotateX(Math.PI / 2);

export function outline(points, curved = false) {
  const shape = new THREE.Shape();
  if (curved) {
    const path = new THREE.CatmullRomCurve3(points.map(([x, y]) => V(x, y, 0)), true, 'centripetal');
    return shape.setFromPoints(path.getPoints(points.length * 8).map((p) => new THREE.Vector2(p.x, p.y)));
  }
  return shape.setFromPoints(points.map(([x, y]) => new THREE.Vector2(x, y)));
}
export const circle = (x, y, r) => new THREE.Path().absarc(x, y, r, 0, TAU, true);
export function roundedRect(w, h, r, x = 0, y = 0) {
  const s = new THREE.Shape();
  const [l, b] = [x - w / 2, y - h / 2];
  s.absarc(l + w - r, b + r, r, -Math.PI / 2, 0).absarc(l + w - r, b + h - r, r, 0, Math.PI / 2);
  s.absarc(l + r, b + h - r, r, Math.PI / 2, Math.PI).absarc(l + r, b + r, r, Math.PI, Math.PI * 1.5);
  return s;
}
/** Extrusion centred on z = 0. */
export function extrude(shape, depth, bevel = 0.0015, { holes = [], curveSegments = 32, bevelSegments = 3 } = {}) {
  shape.holes.push(...holes);
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: Math.max(depth - bevel * 2, 1e-5), bevelEnabled: bevel > 0, bevelSize: bevel, bevelThickness: bevel,
    bevelOffset: -bevel, bevelSegments, curveSegments,
  });
  return geometry.translate(0, 0, -Math.max(depth - bevel * 2, 1e-5) / 2);
}

/** Parametric skin f(u, v) → [x, y, z], u and v in 0..1; `wrap` joins u = 1 to u = 0 without a seam. */
export function surface(f, nu = 64, nv = 32, wrap = false) {
  const position = [];
  const uv = [];
  const index = [];
  for (let j = 0; j <= nv; j++)
    for (let i = 0; i <= nu; i++) {
      position.push(...f(i / nu, j / nv));
      uv.push(i / nu, j / nv);
    }
  const row = nu + 1;
  for (let j = 0; j < nv; j++)
    for (let i = 0; i < nu; i++) {
      const a = j * row + i;
      index.push(a, a + 1, a + row, a + 1, a + row + 1, a + row);
    }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  if (wrap) {
    const normal = geometry.attributes.normal;
    for (let j = 0; j <= nv; j++) {
      const [a, b] = [j * row, j * row + nu];
      const n = V(normal.getX(a) + normal.getX(b), normal.getY(a) + normal.getY(b), normal.getZ(a) + normal.getZ(b)).normalize();
      normal.setXYZ(a, n.x, n.y, n.z);
      normal.setXYZ(b, n.x, n.y, n.z);
    }
  }
  return geometry;
}

const spline = (p0, p1, p2, p3, t) =>
  0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t * t * t);
/** Value of a smooth curve through evenly spaced `values` (numbers or equal-length arrays) at t in 0..1. */
export function along(values, t) {
  const n = values.length - 1;
  const i = Math.min(Math.floor(clamp(t, 0, 1) * n), n - 1);
  const f = clamp(t, 0, 1) * n - i;
  const at = (k) => values[clamp(k, 0, n)];
  if (typeof values[0] === 'number') return spline(at(i - 1), at(i), at(i + 1), at(i + 2), f);
  return values[0].map((_, k) => spline(at(i - 1)[k], at(i)[k], at(i + 1)[k], at(i + 2)[k], f));
}

/** Skin through cross-sections, each a list of [x, y, z] points of equal number. */
export function loft(sections, { nu = 48, nv = 64, wrap = false } = {}) {
  const f = (u, v) => along(sections.map((points) => along(wrap ? [...points, points[0]] : points, u)), v);
  return surface(f, nu, nv, wrap);
}

/**
 * Closed superellipse body through `stations` [{ c: [x, y, z], a, b, n }]: a is the half width across z, b the other half width.
 * It runs along x, or with axis 'y' upwards; its ends are rounded shut. u goes around from +z, v along.
 */
export function bodyAt(stations, { ends = 0.08, axis = 'x', grow = 0 } = {}) {
  const rows = stations.map((s) => [...s.c, s.a, s.b, s.n ?? 2.4]);
  return (u, v) => {
    const [x, y, z, a, b, n] = along(rows, v);
    const edge = clamp(Math.min(v, 1 - v), 0, 1);
    const close = ends > 0 && edge < ends ? Math.sqrt(Math.max(1 - (1 - edge / ends) ** 2, 0)) : 1;
    const k = u * TAU;
    // Polar form: drawings on the flat sides stay evenly spaced.
    const r = (Math.abs(Math.cos(k)) ** n + Math.abs(Math.sin(k)) ** n) ** (-1 / n);
    const across = Math.cos(k) * r * (a * close + grow);
    const up = Math.sin(k) * r * (b * close + grow);
    return axis === 'y' ? [x + up, y, z + across] : [x, y + up, z + across];
  };
}
export const body = (stations, options = {}) => surface(bodyAt(stations, options), options.nu ?? 64, options.nv ?? 72, true);
/** The piece u0..u1, v0..v1 of a skin, raised by the skin's own `grow`; it takes a drawing of its own. */
export const patch = (f, [u0, u1], [v0, v1], nu = 32, nv = 32) => surface((u, v) => f(lerp(u0, u1, u), lerp(v0, v1, v)), nu, nv);

/** Moves the vertices by f(p) (p is changed in place) and takes new normals. */
export function deform(geometry, f) {
  const position = geometry.attributes.position;
  const p = new THREE.Vector3();
  for (let i = 0; i < position.count; i++) {
    f(p.fromBufferAttribute(position, i), i);
    position.setXYZ(i, p.x, p.y, p.z);
  }
  geometry.computeVertexNormals();
  return geometry;
}

export function helix(r, height, turns, wire, { sides = 12, taper = 0 } = {}) {
  class Coil extends THREE.Curve {
    getPoint(t, target = new THREE.Vector3()) {
      // The ends lie flat, like those of a ground spring.
      const y = height * smooth(0.02, 0.98, t) * 0.25 + height * clamp((t - 0.04) / 0.92, 0, 1) * 0.75;
      const a = t * turns * TAU;
      const rr = r * (1 - taper * t);
      return target.set(Math.cos(a) * rr, y, Math.sin(a) * rr);
    }
  }
  return new THREE.TubeGeometry(new Coil(), Math.round(turns * 48), wire, sides);
}
