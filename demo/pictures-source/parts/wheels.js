// Wheels stand with their axle along z, centred on the origin.
import * as THREE from 'three';
import { anodised, chrome, metal, paint, rubber } from '../materials.js';
import { bolts, copies, group, loft, matrix, mesh, plate, rod, turned, v } from './panel.js';

const TAU = Math.PI * 2;

function treadTexture(kind) {
  const canvas = new OffscreenCanvas(256, 512), pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, 256, 512);
  pen.strokeStyle = '#000'; pen.lineCap = 'round';
  const stroke = (points, width) => {
    pen.lineWidth = width;
    for (const shift of [-256, 0, 256]) {
      pen.beginPath();
      points.forEach(([x, y], i) => pen[i ? 'lineTo' : 'moveTo'](x + shift, y));
      pen.stroke();
    }
  };
  if (kind === 'road') for (const side of [1, -1]) {
    const y = (d) => 256 + side * d;
    stroke([[20 + (side > 0 ? 128 : 0), y(14)], [70 + (side > 0 ? 128 : 0), y(60)], [110 + (side > 0 ? 128 : 0), y(118)]], 11);
    stroke([[110 + (side > 0 ? 128 : 0), y(52)], [160 + (side > 0 ? 128 : 0), y(104)]], 8);
  } else for (const side of [1, -1]) { // touring, scooter and street tyres: more grooves and one round the middle
    const o = side > 0 ? 64 : 0, y = (d) => 256 + side * d;
    for (const x of [0, 128]) {
      stroke([[x + o, y(22)], [x + 46 + o, y(56)], [x + 70 + o, y(124)]], 13);
      stroke([[x + 70 + o, y(30)], [x + 104 + o, y(84)]], 9);
    }
  }
  if (kind !== 'road') stroke([[0, 256], [256, 256]], 9);
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = THREE.RepeatWrapping;
  texture.anisotropy = 8;
  return texture;
}
const treads = {};
function treadMaterial(kind, repeat) {
  treads[`${kind}${repeat}`] ??= (() => {
    const map = treadTexture(kind);
    map.repeat.set(repeat, 1);
    const colour = map.clone();
    colour.colorSpace = THREE.SRGBColorSpace;
    const material = new THREE.MeshStandardMaterial({ color: '#262729', roughness: 0.78, bumpMap: map, bumpScale: 6, side: THREE.DoubleSide });
    // The groove's floor is darker than the rubber, never black: half of the map's contrast is enough.
    material.onBeforeCompile = (shader) => {
      shader.uniforms.tread = { value: map };
      shader.fragmentShader = `uniform sampler2D tread;\n${shader.fragmentShader}`.replace('#include <color_fragment>', '#include <color_fragment>\n diffuseColor.rgb *= 0.2 + 0.8 * texture2D(tread, vBumpMapUv).r;');
    };
    return material;
  })();
  return treads[`${kind}${repeat}`];
}

// The half-section of a tyre: t from 0 (one bead) to 1 (the other). `square` 1 round … 0.5 flat across.
function section({ radius, width, rim, square }) {
  return (t) => {
    const a = t * Math.PI, s = Math.sin(a), bead = 0.74 + 0.26 * Math.min(1, s / 0.45);
    return [rim + (radius - rim) * s ** square, -Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** square * (width / 2) * bead];
  };
}

// tread: road, touring, scooter, slick; knobby (off-road), trail (blocks closer together), atv (deep chevrons)
export function tyre({ radius, width, rim, tread = 'road', square, knob }) {
  const lugs = ['knobby', 'trail', 'atv'].includes(tread);
  const height = knob ?? { knobby: 0.015, trail: 0.008, atv: 0.02 }[tread] ?? 0;
  const carcass = radius - height;
  const at = section({ radius: carcass, width: width - height * 0.6, rim, square: square ?? (tread === 'atv' ? 0.5 : lugs ? 0.72 : 0.86) });
  const profile = Array.from({ length: 49 }, (_, i) => at(i / 48));
  const body = turned(profile, tread === 'slick' || lugs ? rubber() : treadMaterial(tread, Math.round(radius * 46)), { segments: 110 });
  const model = group(body);
  for (const side of [1, -1]) { // a bead ring and the moulded lines of the sidewall
    const [r, z] = at(0.055);
    model.add(mesh(new THREE.TorusGeometry(r, 0.0022, 8, 90), rubber(), { at: [0, 0, -side * Math.abs(z)] }));
    const [r2, z2] = at(0.14);
    model.add(mesh(new THREE.TorusGeometry(r2, 0.0014, 6, 90), rubber(), { at: [0, 0, -side * Math.abs(z2)] }));
  }
  if (lugs) model.add(...knobs({ at, height, tread, carcass, width }));
  return model;
}

function knobs({ at, height, tread, carcass, width }) {
  const pitch = { knobby: 0.047, trail: 0.04, atv: 0.075 }[tread], count = Math.round((TAU * carcass) / pitch / 2) * 2;
  const rows = { // place across (0.5 is the middle), length round, width across, twist, and the half-pitch shift
    knobby: [[0.5, 0.5, 0.2, 0, 0], [0.385, 0.42, 0.13, 0.14, 0.5], [0.615, 0.42, 0.13, -0.14, 0.5], [0.285, 0.5, 0.1, 0.2, 0], [0.715, 0.5, 0.1, -0.2, 0]],
    trail: [[0.46, 0.62, 0.1, 0.3, 0], [0.54, 0.62, 0.1, -0.3, 0.5], [0.37, 0.6, 0.12, -0.25, 0.4], [0.63, 0.6, 0.12, 0.25, 0.9], [0.275, 0.5, 0.1, 0.1, 0], [0.725, 0.5, 0.1, -0.1, 0.5]],
    atv: [[0.45, 0.34, 0.19, 0.55, 0], [0.55, 0.34, 0.19, -0.55, 0.5], [0.3, 0.36, 0.2, 0.25, 0.15], [0.7, 0.36, 0.2, -0.25, 0.65], [0.2, 0.4, 0.1, 0, 0.15], [0.8, 0.4, 0.1, 0, 0.65]],
  }[tread];
  return rows.map(([t, long, wide, twist, shift]) => {
    const [r, z] = at(t), [r1, z1] = at(t + 0.01), [r0, z0] = at(t - 0.01);
    const lean = Math.atan2(r1 - r0, z1 - z0);
    const lug = plate([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], 1, { smooth: false, bevel: 0.07, rounds: 1 });
    const size = [pitch * long, (width * wide), height * 2];
    const list = [];
    for (let i = 0; i < count; i += 1) {
      const a = ((i + shift) / count) * TAU;
      const m = matrix({ turn: [0, 0, a] })
        .multiply(matrix({ at: [r - height * 0.05, 0, z], turn: [0, -lean, 0] }))
        .multiply(matrix({ turn: [0, Math.PI / 2, 0] }))
        .multiply(matrix({ turn: [0, 0, Math.PI / 2 + twist], scale: size }));
      list.push(m);
    }
    return copies(lug, rubber(), list);
  });
}

function barrel(rim, width, material, { lip = 0.012, well = 0.03 } = {}) {
  const h = width / 2;
  return turned([[rim - lip * 0.6, -h], [rim + lip, -h - 0.002], [rim + lip, -h + 0.006], [rim - 0.002, -h + 0.01], [rim - well, -h * 0.35], [rim - well, h * 0.35], [rim - 0.002, h - 0.01],
    [rim + lip, h - 0.006], [rim + lip, h + 0.002], [rim - lip * 0.6, h], [rim - lip, h - 0.01], [rim - well - 0.005, h * 0.36], [rim - well - 0.005, -h * 0.36], [rim - lip, -h + 0.01], [rim - lip * 0.6, -h]], material, { segments: 110 });
}
function hub(radius, width, material) {
  const h = width / 2;
  return group(turned([[0.014, -h], [radius * 0.72, -h], [radius * 0.8, -h + 0.006], [radius, -h * 0.55], [radius * 0.86, 0], [radius, h * 0.55], [radius * 0.8, h - 0.006], [radius * 0.72, h], [0.014, h]], material, { segments: 40 }),
    rod([0, 0, -h - 0.012], [0, 0, h + 0.012], 0.014, metal('steel')), bolts([[0, 0, h + 0.012]], 0.017, metal('steel')), bolts([[0, 0, -h - 0.012]], 0.017, metal('steel'), -1));
}

// One spoke arm from the hub to the rim; `sweep` bends it round, `fat` sets its thickness.
function arm({ inner, outer, start, end, fat = [0.03, 0.018], deep = [0.04, 0.024] }) {
  const rings = [];
  for (let i = 0; i <= 10; i++) {
    const t = i / 10, r = inner + (outer - inner) * t, a = start + (end - start) * t * t * (3 - 2 * t);
    const w = fat[0] + (fat[1] - fat[0]) * t, d = deep[0] + (deep[1] - deep[0]) * t, flare = t > 0.85 ? 1 + (t - 0.85) * 3 : 1;
    const ring = [];
    for (let j = 0; j < 16; j++) {
      const b = (j / 16) * TAU, c = Math.cos(b), s = Math.sin(b);
      const x = Math.sign(c) * Math.abs(c) ** 0.55 * w * 0.5 * flare, z = Math.sign(s) * Math.abs(s) ** 0.55 * d * 0.5;
      ring.push(v(Math.cos(a) * r - Math.sin(a) * x, Math.sin(a) * r + Math.cos(a) * x, z));
    }
    rings.push(ring);
  }
  return loft(rings);
}

// A cast wheel. style: 'y' (forked spokes), 'five', 'ten', 'swirl', 'six', 'disc' (scooter), 'twin' (pairs)
export function castWheel({ radius, width, rim, rimWidth = width * 0.8, style = 'y', count, material = metal('black'), tread, square, knob, stripe, hubRadius = 0.045, hubWidth }) {
  const model = group(tyre({ radius, width, rim, tread, square, knob }), barrel(rim, rimWidth, material), hub(hubRadius, hubWidth ?? Math.max(0.08, rimWidth * 0.9), material));
  const inner = hubRadius * 0.9, outer = rim - 0.022, add = (options) => model.add(mesh(arm({ inner, outer, ...options }), material));
  const n = count ?? { y: 5, five: 5, ten: 10, swirl: 7, six: 6, disc: 5, twin: 5 }[style];
  for (let i = 0; i < n; i++) {
    const a = (i / n) * TAU + 0.2, step = TAU / n;
    if (style === 'y') {
      add({ start: a, end: a, outer: inner + (outer - inner) * 0.45, fat: [0.044, 0.032], deep: [0.05, 0.036] });
      for (const side of [1, -1]) add({ start: a, end: a + side * step * 0.2, inner: inner + (outer - inner) * 0.38, fat: [0.026, 0.02], deep: [0.036, 0.026] });
    } else if (style === 'twin') for (const side of [1, -1]) add({ start: a + side * 0.05, end: a + side * step * 0.16, fat: [0.022, 0.018], deep: [0.045, 0.028] });
    else if (style === 'swirl') add({ start: a, end: a + 0.42, fat: [0.04, 0.022], deep: [0.05, 0.03] });
    else if (style === 'ten') add({ start: a, end: a + (i % 2 ? 0.1 : -0.1), fat: [0.026, 0.017], deep: [0.045, 0.026] });
    else if (style === 'disc') add({ start: a, end: a + 0.1, fat: [0.075, 0.06], deep: [0.05, 0.035] });
    else add({ start: a, end: a, fat: [0.05, 0.032], deep: [0.05, 0.03] });
  }
  if (stripe) for (const side of [1, -1]) model.add(mesh(new THREE.TorusGeometry(rim + 0.006, 0.0035, 8, 100), paint(stripe), { at: [0, 0, side * (rimWidth / 2 + 0.001)] }));
  return model;
}

// A wire-spoked wheel: crossed steel spokes between a hub with flanges and an alloy rim.
export function spokeWheel({ radius, width, rim, rimWidth = width * 0.72, count = 36, tread = 'knobby', square, knob, rimMaterial = anodised('#1b1c1f'), hubMaterial = metal('dark'), hubRadius = 0.05, hubWidth = 0.1 }) {
  const model = group(tyre({ radius, width, rim, tread, square, knob }), barrel(rim, rimWidth, rimMaterial, { well: 0.014 }), hub(hubRadius * 0.8, hubWidth, hubMaterial));
  const spokes = [], nipples = [];
  for (const side of [1, -1]) model.add(mesh(new THREE.CylinderGeometry(hubRadius, hubRadius, 0.007, 40).rotateX(Math.PI / 2), hubMaterial, { at: [0, 0, side * hubWidth * 0.4] }));
  for (let i = 0; i < count; i++) {
    const side = i % 2 ? 1 : -1, cross = (i >> 1) % 2 ? 1 : -1, a = (i / count) * TAU, b = a + cross * 0.62;
    const from = v(Math.cos(b) * hubRadius * 0.92, Math.sin(b) * hubRadius * 0.92, side * hubWidth * 0.4), to = v(Math.cos(a) * (rim - 0.012), Math.sin(a) * (rim - 0.012), side * rimWidth * 0.08);
    const along = to.clone().sub(from), quaternion = new THREE.Quaternion().setFromUnitVectors(v(0, 1, 0), along.clone().normalize());
    spokes.push(new THREE.Matrix4().compose(from.clone().lerp(to, 0.5), quaternion, v(1, along.length(), 1)));
    nipples.push(new THREE.Matrix4().compose(to.clone().addScaledVector(along.clone().normalize(), -0.006), quaternion, v(1, 1, 1)));
  }
  model.add(copies(new THREE.CylinderGeometry(0.0018, 0.0018, 1, 6), metal('steel'), spokes), copies(new THREE.CylinderGeometry(0.0034, 0.0034, 0.018, 6), chrome(), nipples));
  return model;
}

// A drilled brake disc on an aluminium carrier. wave gives the petal edge.
export function disc({ radius = 0.15, wave = false, carrier = 0.55, carrierMaterial = anodised('#2a2b2e'), holes = 3 } = {}) {
  const shape = new THREE.Shape(), steps = 240, lobes = wave ? 12 : 0;
  for (let i = 0; i <= steps; i++) {
    const a = (i / steps) * TAU, r = radius - (lobes ? radius * 0.035 * (1 - Math.cos(a * lobes)) : 0);
    shape[i ? 'lineTo' : 'moveTo'](Math.cos(a) * r, Math.sin(a) * r);
  }
  shape.holes.push(new THREE.Path().absarc(0, 0, radius * 0.7, 0, TAU, true));
  const per = 20;
  for (let i = 0; i < per; i++) for (let k = 0; k < holes; k++) {
    const a = ((i + k * 0.3) / per) * TAU, r = radius * (0.76 + k * (wave ? 0.06 : 0.075));
    shape.holes.push(new THREE.Path().absarc(Math.cos(a) * r, Math.sin(a) * r, radius * 0.022, 0, TAU, true));
  }
  const model = group(mesh(new THREE.ExtrudeGeometry(shape, { depth: 0.0045, bevelEnabled: false, curveSegments: 8 }).translate(0, 0, -0.0022), metal('steel')));
  for (let i = 0; i < 6; i++) {
    const a = (i / 6) * TAU;
    model.add(mesh(arm({ inner: radius * carrier * 0.55, outer: radius * 0.74, start: a, end: a + 0.3, fat: [0.022, 0.018], deep: [0.006, 0.006] }), carrierMaterial));
    model.add(rod([Math.cos(a + 0.3) * radius * 0.72, Math.sin(a + 0.3) * radius * 0.72, -0.005], [Math.cos(a + 0.3) * radius * 0.72, Math.sin(a + 0.3) * radius * 0.72, 0.005], 0.007, metal('alu')));
  }
  model.add(turned([[radius * carrier * 0.45, -0.004], [radius * carrier * 0.6, -0.004], [radius * carrier * 0.6, 0.004], [radius * carrier * 0.45, 0.004]], carrierMaterial));
  return model;
}

// A calliper hugging the disc's edge at `angle`; radial ones are longer. `side` +1 stands out towards +z.
export function calliper({ radius = 0.15, angle = 0, long = 0.13, tall = 0.056, deep = 0.07, material = metal('dark'), side = 1, label } = {}) {
  const r = radius - tall * 0.2, half = long / radius / 2;
  const arc = (rr, from, to, n) => Array.from({ length: n + 1 }, (_, i) => [Math.cos(from + ((to - from) * i) / n) * rr, Math.sin(from + ((to - from) * i) / n) * rr]);
  const points = [...arc(r + tall * 0.62, angle - half * 0.9, angle + half * 0.9, 8), ...arc(r - tall * 0.42, angle + half * 0.8, angle - half * 0.8, 8)];
  const model = group(mesh(plate(points, deep, { smooth: false, bevel: 0.008 }), material));
  const pistons = long > 0.1 ? [-0.45, 0.45] : [0];
  for (const p of pistons) {
    const a = angle + half * p, x = Math.cos(a) * (r + tall * 0.05), y = Math.sin(a) * (r + tall * 0.05);
    for (const face of [1, -1]) model.add(rod([x, y, 0], [x, y, face * (deep / 2 + 0.004)], tall * 0.34, material));
  }
  for (const p of [-0.82, 0.82]) {
    const a = angle + half * p, x = Math.cos(a) * (r + tall * 0.35), y = Math.sin(a) * (r + tall * 0.35);
    model.add(rod([x, y, -deep / 2 - 0.002], [x, y, deep / 2 + 0.002], 0.007, metal('steel')));
  }
  return model;
}

// Chain ring and sprocket with real teeth.
export function sprocket({ radius = 0.1, teeth = 42, thickness = 0.007, material = metal('dark'), windows = 6 } = {}) {
  const shape = new THREE.Shape();
  for (let i = 0; i <= teeth * 6; i++) {
    const a = (i / (teeth * 6)) * TAU, k = i % 6, r = radius + [0, 0.2, 0.85, 1, 0.85, 0.2][k] * 0.007;
    shape[i ? 'lineTo' : 'moveTo'](Math.cos(a) * r, Math.sin(a) * r);
  }
  for (let i = 0; i < windows; i++) {
    const a = (i / windows) * TAU;
    shape.holes.push(new THREE.Path().absellipse(Math.cos(a) * radius * 0.67, Math.sin(a) * radius * 0.67, radius * 0.13, radius * 0.22, 0, TAU, true, a));
  }
  shape.holes.push(new THREE.Path().absarc(0, 0, radius * 0.28, 0, TAU, true));
  return mesh(new THREE.ExtrudeGeometry(shape, { depth: thickness, bevelEnabled: false }).translate(0, 0, -thickness / 2), material);
}

// A chain round two circles [x, y, r] in the plane z; links alternate.
export function chain(front, rear, z, material = metal('gunmetal')) {
  const [fx, fy, fr] = front, [rx, ry, rr] = rear, base = Math.atan2(fy - ry, fx - rx), span = Math.hypot(fx - rx, fy - ry);
  const open = Math.acos((rr - fr) / span), points = [];
  const arc = (cx, cy, r, from, to, n) => { for (let i = 0; i <= n; i++) { const a = from + ((to - from) * i) / n; points.push(v(cx + Math.cos(a) * r, cy + Math.sin(a) * r, z)); } };
  arc(fx, fy, fr, base - open, base + open, 12);
  arc(rx, ry, rr, base + open, base + TAU - open, 24);
  const path = new THREE.CurvePath();
  points.forEach((p, i) => path.add(new THREE.LineCurve3(p, points[(i + 1) % points.length])));
  const count = Math.round(path.getLength() / 0.0159 / 2) * 2, plates = [], rollers = [];
  for (let i = 0; i < count; i++) {
    const a = path.getPointAt(i / count), b = path.getPointAt(((i + 1) % count) / count), turn = Math.atan2(b.y - a.y, b.x - a.x), m = a.clone().lerp(b, 0.5);
    for (const side of [1, -1]) plates.push(matrix({ at: [m.x, m.y, z + side * (i % 2 ? 0.0075 : 0.0055)], turn: [0, 0, turn] }));
    rollers.push(matrix({ at: [a.x, a.y, z], turn: [Math.PI / 2, 0, 0] }));
  }
  const link = plate([[-0.0135, 0], [-0.0115, 0.0045], [-0.007, 0.006], [0, 0.0042], [0.007, 0.006], [0.0115, 0.0045], [0.0135, 0], [0.0115, -0.0045], [0.007, -0.006], [0, -0.0042], [-0.007, -0.006], [-0.0115, -0.0045]], 0.0018, { bevel: 0.0004, smooth: false, rounds: 1 });
  return group(copies(link, material, plates), copies(new THREE.CylinderGeometry(0.005, 0.005, 0.016, 10), metal('steel'), rollers));
}
