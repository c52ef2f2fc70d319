import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { roundPolygon } from './body-spline.js';

/** Adds a mesh. Position and rotation are plain triples. */
export function put(group, geometry, material, position = [0, 0, 0], rotation = [0, 0, 0]) {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.position.set(...position);
  mesh.rotation.set(...rotation);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  group.add(mesh);
  return mesh;
}

/** Adds what `make` puts into a group, and its mirror image on the other side. */
export function pair(group, make) {
  const one = new THREE.Group();
  make(one);
  const other = one.clone();
  other.scale.z = -1;
  group.add(one, other);
}

export const box = (x, y, z, r = 0.008) => new RoundedBoxGeometry(x, y, z, 2, Math.min(r, x / 2.01, y / 2.01, z / 2.01));

/** Round bar along z, its edges rounded. */
export function bar(radius, length, { r = Math.min(0.004, radius / 3), around = 32, inner = 0 } = {}) {
  const h = length / 2;
  const corner = [0, 0.35, 0.7, 1].map((t) => [Math.sin((t * Math.PI) / 2), 1 - Math.cos((t * Math.PI) / 2)]);
  const profile = [[inner, -h], ...corner.map(([s, c]) => [radius - r + r * s, -h + r * c]), ...corner.reverse().map(([s, c]) => [radius - r + r * s, h - r * c]), [inner, h]];
  return turned(profile, around);
}

/** Turned part around the z axis from [radius, z] points. */
export function turned(profile, around = 44) {
  const geometry = new THREE.LatheGeometry(profile.map(([r, z]) => new THREE.Vector2(Math.max(r, 1e-4), z)), around);
  geometry.rotateX(Math.PI / 2);
  return geometry;
}

export function tube(points, radius, { closed = false, around = 10, smooth = true, tension = 0.5 } = {}) {
  const vectors = points.map((p) => new THREE.Vector3(...p));
  const curve = smooth ? new THREE.CatmullRomCurve3(vectors, closed, 'catmullrom', tension) : bent(vectors);
  const length = curve.getLength();
  const body = new THREE.TubeGeometry(curve, Math.max(12, Math.ceil(length / 0.024)), radius, around, closed);
  if (closed) return body;
  const ends = [vectors[0], vectors.at(-1)].map((p) => new THREE.SphereGeometry(radius, around, 6).translate(p.x, p.y, p.z));
  return mergeGeometries([body, ...ends]);
}

// Straight runs joined by bends, as a pipe bender makes them.
function bent(points) {
  const path = new THREE.CurvePath();
  let from = points[0];
  for (let i = 1; i < points.length; i += 1) {
    if (i === points.length - 1) { path.add(new THREE.LineCurve3(from, points[i])); break; }
    const [p, a, b] = [points[i], from.clone().sub(points[i]), points[i + 1].clone().sub(points[i])];
    const r = Math.min(0.07, a.length() * 0.45, b.length() * 0.45);
    const [start, end] = [p.clone().addScaledVector(a.normalize(), r), p.clone().addScaledVector(b.normalize(), r)];
    path.add(new THREE.LineCurve3(from, start));
    path.add(new THREE.QuadraticBezierCurve3(start, p, end));
    from = end;
  }
  return path;
}

/** Plate cut from an outline in the x-y plane, centred on z, with bevelled edges and holes [x, y, radius]. */
export function plate(outline, thickness, { radius = 0.01, bevel = 0.002, holes = [], step = 0.01, cuts = [], curve = 20 } = {}) {
  const shape = new THREE.Shape(roundPolygon(outline, radius, step).map(([x, y]) => new THREE.Vector2(x, y)));
  for (const [x, y, r] of holes) shape.holes.push(new THREE.Path().absarc(x, y, r, 0, Math.PI * 2, true));
  for (const cut of cuts) shape.holes.push(new THREE.Path(roundPolygon(cut, radius * 0.6, step).map(([x, y]) => new THREE.Vector2(x, y))));
  const depth = Math.max(thickness - bevel * 2, 0.0005);
  const solid = new THREE.ExtrudeGeometry(shape, { depth, bevelEnabled: bevel > 0, bevelSize: bevel, bevelThickness: bevel, bevelSegments: bevel > 0.006 ? 4 : 2, curveSegments: curve }).translate(0, 0, -depth / 2);
  return bevel > 0.004 ? toCreasedNormals(solid, 0.7) : solid;
}

/** Coil spring between two points. */
export function coil(from, to, radius, wire, turns = 7) {
  const [a, b] = [new THREE.Vector3(...from), new THREE.Vector3(...to)];
  const axis = b.clone().sub(a);
  const length = axis.length();
  const points = Array.from({ length: turns * 12 + 1 }, (_, i) => {
    const angle = (i / 12) * Math.PI * 2;
    return new THREE.Vector3(Math.cos(angle) * radius, (i / (turns * 12)) * length, Math.sin(angle) * radius);
  });
  const geometry = new THREE.TubeGeometry(new THREE.CatmullRomCurve3(points), turns * 16, wire, 6);
  geometry.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize()));
  return geometry.translate(a.x, a.y, a.z);
}

/** Rod between two points. */
export function rod(from, to, radius, end = radius) {
  const [a, b] = [new THREE.Vector3(...from), new THREE.Vector3(...to)];
  const axis = b.clone().sub(a);
  const geometry = new THREE.CylinderGeometry(end, radius, axis.length(), 20).translate(0, axis.length() / 2, 0);
  geometry.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize()));
  return geometry.translate(a.x, a.y, a.z);
}

/** Shock absorber with spring, from the lower to the upper eye. */
export function shock(group, from, to, { radius = 0.026, wire = 0.005, turns = 8, spring, body, reservoir } = {}) {
  const mix = (t) => from.map((c, i) => c + (to[i] - c) * t);
  put(group, rod(from, mix(0.5), radius * 0.3), body);
  put(group, rod(mix(0.42), mix(1), radius * 0.62), body);
  put(group, coil(mix(0.12), mix(0.84), radius, wire, turns), spring);
  for (const t of [0.1, 0.85]) put(group, rod(mix(t), mix(t + 0.03), radius * 1.25), body);
  for (const end of [from, to]) put(group, bar(radius * 0.55, radius * 1.3), body, end);
  if (reservoir) put(group, rod(mix(0.6).map((c, i) => c + reservoir[i]), mix(0.95).map((c, i) => c + reservoir[i]), radius * 0.6), body);
}
