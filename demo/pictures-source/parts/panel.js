// Ways to make shapes: tubes, rods, lofts through sections, curved panels with thickness, bevelled plates.
import * as THREE from 'three';

export const v = (x, y, z = 0) => new THREE.Vector3(x, y, z);
const asVectors = (points) => points.map((p) => (Array.isArray(p) ? v(...p) : p));

export function mesh(geometry, material, { at, turn, scale, name } = {}) {
  const model = new THREE.Mesh(geometry, material);
  if (at) model.position.set(...at);
  if (turn) model.rotation.set(...turn);
  if (scale) Array.isArray(scale) ? model.scale.set(...scale) : model.scale.setScalar(scale);
  if (name) model.name = name;
  return model;
}
export function group(...children) {
  const model = new THREE.Group();
  const all = children.flat().filter(Boolean);
  if (all.length) model.add(...all);
  return model;
}
export function place(object, { at, turn, scale } = {}) {
  if (at) object.position.set(...at);
  if (turn) object.rotation.set(...turn);
  if (scale) Array.isArray(scale) ? object.scale.set(...scale) : object.scale.setScalar(scale);
  return object;
}
// The object and its mirror image across the middle plane z = 0.
export function both(object) {
  const twin = new THREE.Group();
  twin.add(object.clone());
  twin.scale.z = -1;
  return group(object, twin);
}

// A bent tube through points; `radius` a number or a function of 0..1 along it. Ends are closed by domes.
export function tube(points, radius, material, { segments, radial = 14, closed = false, tension = 0.5 } = {}) {
  const path = new THREE.CatmullRomCurve3(asVectors(points), closed, 'catmullrom', tension);
  const steps = segments ?? Math.max(8, points.length * 9);
  const base = new THREE.TubeGeometry(path, steps, 1, radial, closed);
  const { position, normal } = base.attributes;
  for (let i = 0; i <= steps; i++) {
    const r = typeof radius === 'function' ? radius(i / steps) : radius;
    for (let j = 0; j <= radial; j++) {
      const k = i * (radial + 1) + j;
      const n = v(normal.getX(k), normal.getY(k), normal.getZ(k));
      const p = v(position.getX(k), position.getY(k), position.getZ(k)).addScaledVector(n, r - 1);
      position.setXYZ(k, p.x, p.y, p.z);
    }
  }
  if (typeof radius === 'function') base.computeVertexNormals();
  const model = group(mesh(base, material));
  if (!closed) for (const t of [0, 1]) {
    const r = typeof radius === 'function' ? radius(t) : radius;
    const end = path.getPointAt(t);
    model.add(mesh(new THREE.SphereGeometry(r, radial, 8), material, { at: end.toArray() }));
  }
  return model;
}

// A straight cylinder between two points.
export function rod(a, b, radius, material, { end = radius, radial = 20, open = false } = {}) {
  const [from, to] = asVectors([a, b]);
  const model = mesh(new THREE.CylinderGeometry(end, radius, from.distanceTo(to), radial, 1, open), material);
  model.position.copy(from).lerp(to, 0.5);
  model.quaternion.setFromUnitVectors(v(0, 1, 0), to.clone().sub(from).normalize());
  return model;
}

// A body of revolution round the z axis; `profile` is [[radius, z], …].
export function turned(profile, material, { segments = 64, arc = Math.PI * 2, start = 0 } = {}) {
  const geometry = new THREE.LatheGeometry(profile.map(([r, z]) => new THREE.Vector2(r, z)), segments, start, arc);
  geometry.rotateX(Math.PI / 2);
  return mesh(geometry, material);
}

function gridGeometry(rows, wrap) {
  const count = rows[0].length, position = [], index = [], uv = [];
  rows.forEach((row, i) => row.forEach((p, j) => { position.push(p.x, p.y, p.z); uv.push(i / (rows.length - 1), j / count); }));
  const across = wrap ? count : count - 1;
  for (let i = 0; i + 1 < rows.length; i++) for (let j = 0; j < across; j++) {
    const a = i * count + j, b = i * count + ((j + 1) % count), c = a + count, d = b + count;
    index.push(a, c, b, b, c, d);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2));
  geometry.setIndex(index);
  return geometry;
}

// A skin over closed rings of equal count, ends closed by a fan.
export function loft(rings, { cap = true } = {}) {
  const rows = rings.map(asVectors);
  const geometry = gridGeometry(rows, true);
  if (cap) {
    const position = [...geometry.attributes.position.array], uv = [...geometry.attributes.uv.array], index = [...geometry.index.array];
    for (const [row, flip] of [[0, false], [rows.length - 1, true]]) {
      const ring = rows[row], centre = ring.reduce((sum, p) => sum.add(p), v(0, 0, 0)).divideScalar(ring.length);
      const first = position.length / 3;
      for (const p of ring) { position.push(p.x, p.y, p.z); uv.push(0, 0); }
      position.push(centre.x, centre.y, centre.z); uv.push(0, 0);
      for (let j = 0; j < ring.length; j++) {
        const a = first + j, b = first + ((j + 1) % ring.length);
        index.push(...(flip ? [a, first + ring.length, b] : [b, first + ring.length, a]));
      }
    }
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
    geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2));
    geometry.setIndex(index);
  }
  geometry.computeVertexNormals();
  return geometry;
}

const spline = (values, t) => {
  const span = values.length - 1, i = Math.min(span - 1, Math.floor(t * span)), f = t * span - i;
  const p0 = values[Math.max(0, i - 1)], p1 = values[i], p2 = values[i + 1], p3 = values[Math.min(span, i + 2)];
  return 0.5 * (2 * p1 + (p2 - p0) * f + (2 * p0 - 5 * p1 + 4 * p2 - p3) * f * f + (3 * p1 - p0 - 3 * p2 + p3) * f * f * f);
};

// Bodywork along x: each station gives the section there. { x, y, z, w (half width), up, down (heights over and under y),
// n (2 ellipse … 5 nearly a box), lean (shear of the section forwards with height), waist (narrows the lower half) }. Splined between stations.
export function shell(stations, { along = 40, around = 40, cap = true } = {}) {
  const rings = [];
  for (let i = 0; i <= along; i++) rings.push(Array.from({ length: around }, (_, j) => shellPoint(stations, i / along, (j / around) * Math.PI * 2)));
  return loft(rings, { cap });
}

// The point of a shell's skin at `t` along it and `angle` round it (0 is its right flank, a quarter turn its top).
export function shellPoint(stations, t, angle) {
  const of = (key, fallback) => spline(stations.map((s) => s[key] ?? fallback), t);
  const power = 2 / Math.max(1.2, of('n', 2.4)), c = Math.cos(angle), d = Math.sin(angle);
  const h = Math.sign(d) * Math.abs(d) ** power * Math.max(0.0005, of(d > 0 ? 'up' : 'down'));
  const narrowing = d < 0 ? 1 - of('waist', 0) * Math.abs(d) ** power : 1;
  return v(of('x') + of('lean', 0) * h, of('y') + h, of('z', 0) + Math.sign(c) * Math.abs(c) ** power * Math.max(0.0005, of('w')) * narrowing);
}

// A row of stitches along points lying on a skin.
export function stitches(points, material, { pitch = 0.009, closed = false } = {}) {
  const path = new THREE.CatmullRomCurve3(asVectors(points), closed), count = Math.floor(path.getLength() / pitch), list = [];
  for (let i = 0; i < count; i++) {
    const u = (i + 0.5) / count, along = path.getTangentAt(u);
    list.push(new THREE.Matrix4().compose(path.getPointAt(u), new THREE.Quaternion().setFromUnitVectors(v(0, 1, 0), along), v(1, 1, 1)));
  }
  return copies(new THREE.CapsuleGeometry(0.0011, pitch * 0.55, 3, 6), material, list);
}

// The point of such a panel at `u` along its curves and `t` across them, moved `out` along x.
export function onSurface(curves, u, t, out = [0, 0, 0]) {
  const stops = curves.map((points) => new THREE.CatmullRomCurve3(asVectors(points), false, 'catmullrom', 0.5).getPoint(u));
  return ['x', 'y', 'z'].map((axis, i) => spline(stops.map((p) => p[axis]), t) + out[i]);
}

// A curved panel through several curves (front-to-rear lists of points, top edge first), splined both ways and given thickness.
export function surface(curves, { along = 28, across = 16, thickness = 0.004, tension = 0.5 } = {}) {
  const lines = curves.map((points) => new THREE.CatmullRomCurve3(asVectors(points), false, 'catmullrom', tension));
  const rows = [];
  for (let i = 0; i <= across; i++) {
    const row = [];
    for (let j = 0; j <= along; j++) {
      const stops = lines.map((line) => line.getPoint(j / along));
      row.push(v(...['x', 'y', 'z'].map((axis) => (stops.length === 1 ? stops[0][axis] : spline(stops.map((p) => p[axis]), i / across)))));
    }
    rows.push(row);
  }
  const outer = gridGeometry(rows, false);
  outer.computeVertexNormals();
  if (!thickness) return outer;
  const normals = outer.attributes.normal, width = along + 1;
  const inner = rows.map((row, i) => row.map((p, j) => {
    const k = i * width + j;
    return p.clone().addScaledVector(v(normals.getX(k), normals.getY(k), normals.getZ(k)), -thickness);
  }));
  const edge = (pick) => gridGeometry([pick(rows), pick(inner)], false);
  const parts = [outer, gridGeometry(inner, false), edge((g) => g[0]), edge((g) => g.at(-1)), edge((g) => g.map((r) => r[0])), edge((g) => g.map((r) => r.at(-1)))];
  for (const part of parts.slice(1)) part.computeVertexNormals();
  return joined(parts);
}

export function joined(geometries) {
  const position = [], normal = [], uv = [], index = [];
  for (const one of geometries) {
    const first = position.length / 3, geometry = one.index ? one : one.clone();
    for (const value of geometry.attributes.position.array) position.push(value);
    for (const value of geometry.attributes.normal.array) normal.push(value);
    if (geometry.attributes.uv) for (const value of geometry.attributes.uv.array) uv.push(value);
    else for (let i = 0; i < geometry.attributes.position.count; i++) uv.push(0, 0);
    if (geometry.index) for (const k of geometry.index.array) index.push(first + k);
    else for (let k = 0; k < geometry.attributes.position.count; k++) index.push(first + k);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normal, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2));
  geometry.setIndex(index);
  return geometry;
}

export function outline(points, smooth = true) {
  const shape = new THREE.Shape();
  const list = points.map(([x, y]) => new THREE.Vector2(x, y));
  if (smooth) {
    const curve = new THREE.CatmullRomCurve3(list.map((p) => v(p.x, p.y)), true, 'centripetal');
    shape.setFromPoints(curve.getPoints(points.length * 8).map((p) => new THREE.Vector2(p.x, p.y)));
  } else shape.setFromPoints(list);
  return shape;
}

// A plate in the x–y plane with bevelled edges, centred on z = 0. `holes` are [x, y, radius].
export function plate(points, thickness, { bevel = 0.004, smooth = true, holes = [], rounds = 3 } = {}) {
  const shape = outline(points, smooth);
  for (const [x, y, r] of holes) shape.holes.push(new THREE.Path().absarc(x, y, r, 0, Math.PI * 2, true));
  const b = Math.min(bevel, thickness / 2.2);
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: thickness - 2 * b, bevelSize: b, bevelThickness: b, bevelOffset: -b, bevelSegments: rounds, curveSegments: 20 });
  geometry.translate(0, 0, -(thickness - 2 * b) / 2);
  return geometry;
}

// A box with rounded edges.
export function block(x, y, z, radius = 0.01, material, options) {
  const r = Math.min(radius, x / 2.05, y / 2.05, z / 2.05);
  const shape = new THREE.Shape();
  const [a, b] = [x / 2 - r, y / 2 - r];
  shape.absarc(a, b, r, 0, Math.PI / 2).absarc(-a, b, r, Math.PI / 2, Math.PI).absarc(-a, -b, r, Math.PI, Math.PI * 1.5).absarc(a, -b, r, Math.PI * 1.5, Math.PI * 2);
  const inset = r * 0.6;
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: z - 2 * inset, bevelSize: inset, bevelThickness: inset, bevelOffset: -inset, bevelSegments: 4, curveSegments: 6 });
  geometry.translate(0, 0, -(z - 2 * inset) / 2);
  return mesh(geometry, material, options);
}

// Moves every vertex by a function of its place, then recomputes normals.
export function deform(geometry, move) {
  const { position } = geometry.attributes, p = v(0, 0, 0);
  for (let i = 0; i < position.count; i++) {
    p.fromBufferAttribute(position, i);
    move(p);
    position.setXYZ(i, p.x, p.y, p.z);
  }
  geometry.computeVertexNormals();
  return geometry;
}

// Many copies of one geometry; `matrices` from `matrix()`.
export function copies(geometry, material, matrices) {
  const model = new THREE.InstancedMesh(geometry, material, matrices.length);
  matrices.forEach((m, i) => model.setMatrixAt(i, m));
  return model;
}
export const matrix = ({ at = [0, 0, 0], turn = [0, 0, 0], order = 'XYZ', scale = [1, 1, 1] }) =>
  new THREE.Matrix4().compose(v(...at), new THREE.Quaternion().setFromEuler(new THREE.Euler(...turn, order)), v(...scale));

// A row of hexagon bolts; each place is [x, y, z], heads facing +z (or −z with `face` −1).
export function bolts(places, size, material, face = 1) {
  const head = new THREE.CylinderGeometry(size, size * 1.06, size * 0.9, 6).rotateX(Math.PI / 2);
  return copies(head, material, places.map(([x, y, z]) => matrix({ at: [x, y, z + face * size * 0.3], turn: [0, 0, x * 40] })));
}

// Text on transparent ground; laid a hair above a panel. Height is the letter height in metres.
export function decal(text, height, colour, { font = 'italic 900', family = 'sans-serif', stretch = 1, outline } = {}) {
  const size = 128, probe = new OffscreenCanvas(8, 8).getContext('2d');
  probe.font = `${font} ${size}px ${family}`;
  const width = Math.ceil(probe.measureText(text).width + size * 0.3);
  const canvas = new OffscreenCanvas(width, size * 1.3), pen = canvas.getContext('2d');
  pen.font = probe.font; pen.textBaseline = 'middle'; pen.textAlign = 'center'; pen.fillStyle = colour;
  if (outline) { pen.lineJoin = 'round'; pen.lineWidth = size * 0.07; pen.strokeStyle = outline; pen.strokeText(text, width / 2, size * 0.68); }
  pen.fillText(text, width / 2, size * 0.68);
  const map = new THREE.CanvasTexture(canvas);
  map.colorSpace = THREE.SRGBColorSpace; map.anisotropy = 8;
  const material = new THREE.MeshPhysicalMaterial({ map, transparent: true, roughness: 0.5, clearcoat: 0.2, side: THREE.FrontSide, polygonOffset: true, polygonOffsetFactor: -4 });
  const tall = height / 0.72 * 1.3;
  return mesh(new THREE.PlaneGeometry(tall * (width / (size * 1.3)) * stretch, tall, 24, 4), material, { name: 'decal' });
}

// Lays a decal onto the nearest of some meshes (all in the same parent's space): every vertex is cast along the decal's back.
// One that hangs over an edge would be cut there, so it moves towards what it meets and shrinks until all of it lies on the panel.
export function lay(sticker, targets, lift = 0.0008) {
  const still = [targets].flat().map((target) => {
    target.updateMatrix();
    const model = new THREE.Mesh(target.geometry, target.material);
    model.matrixWorld.copy(target.matrix);
    return model;
  });
  const { position } = sticker.geometry.attributes, cast = new THREE.Raycaster();
  for (let attempt = 0; ; attempt++) {
    sticker.updateMatrix();
    const from = sticker.matrix, back = from.clone().invert(), direction = v(0, 0, -1).transformDirection(from);
    const flat = Array.from({ length: position.count }, (_, i) => v(0, 0, 0).fromBufferAttribute(position, i).applyMatrix4(from));
    const hits = flat.map((p) => {
      cast.set(p.clone().addScaledVector(direction, -0.4), direction);
      return cast.intersectObjects(still)[0]?.point;
    });
    const met = flat.filter((_, i) => hits[i]);
    if (met.length > 0 && met.length < flat.length && attempt < 8) {
      sticker.position.lerp(met.reduce((sum, p) => sum.add(p), v(0, 0, 0)).divideScalar(met.length), 0.6);
      sticker.scale.multiplyScalar(0.93);
      continue;
    }
    for (const [i, p] of flat.entries()) position.setXYZ(i, ...(hits[i]?.addScaledVector(direction, -lift) ?? p).applyMatrix4(back).toArray());
    sticker.geometry.computeVertexNormals();
    return sticker;
  }
}

// A printed field on a curved panel: between two strokes given in the panel's own (along, across) measure, lifted along its normal.
export function printed(curves, from, to, material, out = 0.0035) {
  // So many points that it never dips below the panel's bulge between two of them.
  const [first, last] = [from, to].map((stroke) => new THREE.CatmullRomCurve3(stroke.map(([u, t]) => v(u, t, 0)), false, 'catmullrom', 0.5).getPoints(stroke.length * 4).map(({ x, y }) => [x, y]));
  const on = (u, t) => v(...onSurface(curves, Math.min(1, Math.max(0, u)), Math.min(0.9999, Math.max(0, t)))), step = 0.02;
  const rows = Array.from({ length: 7 }, (_, k) => first.map(([u0, t0], i) => {
    const u = u0 + (last[i][0] - u0) * (k / 6), t = t0 + (last[i][1] - t0) * (k / 6);
    const normal = on(u + step, t).sub(on(u - step, t)).cross(on(u, t + step).sub(on(u, t - step))).normalize();
    return on(u, t).addScaledVector(normal, out * (normal.z < 0 ? -1 : 1)).toArray();
  }));
  return mesh(surface(rows, { along: 24, across: 12, thickness: 0.0015 }), material);
}
