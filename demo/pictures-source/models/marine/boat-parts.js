// Fittings of boats: console, wheel, seats, windscreen, rails, cleats, bimini, tubes of a RIB.
import * as THREE from 'three';
import { paint as lacquer, plastic, rubber, leather, metal, chrome, glass, light, fabric } from '../../materials.js';
import { along, box, clamp, extrude, group, lathe, lerp, outline, part, rod, roundedRect, surface, times, tube } from '../gear/shapes.js';
import { label, write } from '../gear/surfaces.js';
import { bothSides } from './hull.js';

export function steeringWheel(r = 0.17) {
  return group([
    part(new THREE.TorusGeometry(r, 0.014, 16, 64), leather('#17181b')),
    times(3, (i) => part(rod([0, 0, 0], [Math.cos(i * 2.094 + 1.57) * r, Math.sin(i * 2.094 + 1.57) * r, 0], 0.01), chrome())),
    part(lathe([[0, 0.012], [0.035, 0.01], [0.04, -0.02], [0, -0.02]], 40).rotateX(Math.PI / 2), chrome()),
  ]);
}

export function cushion(w, h, d, hex, at, turn = [0, 0, 0], piping = '#2a2d31') {
  const r = Math.min(h * 0.42, 0.045);
  const seam = (y) => part(new THREE.TubeGeometry(new THREE.CatmullRomCurve3(
    roundedRect(w - 0.012, d - 0.012, r).getPoints(8).map((p) => new THREE.Vector3(p.x, y, p.y)), true), 120, 0.005, 6, true), leather(piping));
  const quilts = Math.max(2, Math.round(w / 0.16));
  return group([
    part(box(w, h, d, r, 6), leather(hex)), seam(h / 2 - r * 0.35),
    times(quilts - 1, (i) => part(rod([-w / 2 + ((i + 1) * w) / quilts, h / 2 + 0.0005, -d / 2 + 0.06], [-w / 2 + ((i + 1) * w) / quilts, h / 2 + 0.0005, d / 2 - 0.06], 0.003, 8), leather(piping))),
  ], at, turn);
}

export function console_({ width = 0.72, height = 1.0, depth = 0.75, screen = 0.42, tint = '#23303a' }, colors) {
  const profile = [[-depth / 2, 0], [-depth / 2 + 0.02, height * 0.66], [-depth / 2 + 0.06, height * 0.8], [-0.02, height], [depth * 0.2, height], [depth * 0.44, height * 0.62], [depth / 2, height * 0.42], [depth / 2, 0]];
  const dash = group([
    label(0.34, 0.19, (c, w, h) => {
      c.fillStyle = '#04131d';
      c.fillRect(0, 0, w, h);
      c.fillStyle = '#0d4a66';
      c.beginPath();
      c.moveTo(0, h * 0.3);
      c.bezierCurveTo(w * 0.3, h * 0.1, w * 0.5, h * 0.7, w, h * 0.4);
      c.lineTo(w, h);
      c.lineTo(0, h);
      c.fill();
      c.fillStyle = '#d8c48a';
      c.beginPath();
      c.moveTo(w, h * 0.4);
      c.quadraticCurveTo(w * 0.7, h * 0.6, w * 0.8, h);
      c.lineTo(w, h);
      c.fill();
      write(c, '24.6 kn', w * 0.24, h * 0.16, h * 0.17, '#e8fbff');
    }, [0, 0, 0], [0, 0, 0], { emissive: 0.7 }),
    [-1, 1].map((k) => part(lathe([[0, 0.008], [0.034, 0.008], [0.04, 0], [0, 0]], 40).rotateX(-Math.PI / 2), chrome(), [k * 0.24, 0.03, 0])),
    times(6, (i) => part(box(0.022, 0.03, 0.014, 0.004), plastic('#111316'), [-0.13 + i * 0.05, -0.14, 0])),
  ], [-depth / 2 + 0.12, height * 0.88, 0], [0, 0, 0]);
  // The dash faces the helm, so its labels (read from −z) are turned to −x.
  dash.rotation.set(0, Math.PI / 2, 0);
  const tilt = group([dash], [0, 0, 0]);
  const wind = surface((u, v) => {
    const a = u * 2 - 1;
    return [depth * 0.2 - a * a * 0.26 - v * 0.2, height + v * screen - a * a * 0.03 - 0.02, a * (width / 2 - 0.03 - 0.04 * v)];
  }, 40, 10);
  const edge = tube(times(17, (i) => {
    const a = (i / 16) * 2 - 1;
    return [depth * 0.2 - a * a * 0.26 - 0.2, height + screen - a * a * 0.03 - 0.02, a * (width / 2 - 0.07)];
  }), 0.01);
  return group([
    part(extrude(outline(profile), width, 0.05, { bevelSegments: 6 }), colors.liner), part(wind, glass(tint, 0.5)), part(edge, chrome()), tilt,
    group([steeringWheel()], [-depth / 2 - 0.06, height * 0.8, 0], [0, Math.PI / 2, -0.35]),
    part(box(0.06, 0.16, 0.05, 0.015), plastic('#16181b'), [-depth / 2, height * 0.84, width * 0.36], [0, 0, 0.3]),
    part(tube([[-depth / 2 - 0.02, height * 0.6, width * 0.4], [-depth / 2 - 0.05, height * 0.95, width * 0.42], [0.02, height + 0.08, width * 0.44], [0.05, height - 0.02, width * 0.44]], 0.013), chrome()),
    part(tube([[-depth / 2 - 0.02, height * 0.6, -width * 0.4], [-depth / 2 - 0.05, height * 0.95, -width * 0.42], [0.02, height + 0.08, -width * 0.44], [0.05, height - 0.02, -width * 0.44]], 0.013), chrome()),
    part(box(0.02, height * 0.42, width * 0.55, 0.008), colors.trim, [depth / 2 + 0.045, height * 0.24, 0]),
  ]);
}

export function rail(at, [t0, t1], rise, { inset = 0.06, posts = 5, lift = 0.03 } = {}) {
  const top = (t) => {
    const s = at(t);
    return [s.x, s.bondY + lift + rise, Math.max(s.bondZ - inset, 0.0)];
  };
  const side = () => group([
    part(tube([[at(t0).x - 0.05, at(t0).bondY + lift, at(t0).bondZ - inset], ...times(12, (i) => top(lerp(t0 + 0.02, t1, i / 11)))], 0.014, { segments: 120 }), chrome()),
    times(posts, (i) => {
      const t = lerp(t0 + 0.05, t1 - 0.02, i / (posts - 1));
      const p = top(t);
      return [part(rod([p[0], p[1] - rise, p[2]], p, 0.011), chrome()), part(lathe([[0, 0.012], [0.03, 0.008], [0.032, 0], [0, 0]], 24), chrome(), [p[0], p[1] - rise, p[2]])];
    }),
  ]);
  return bothSides(side);
}

export const cleat = (at) => group([
  part(tube([[-0.09, 0.045, 0], [-0.04, 0.038, 0], [0.04, 0.038, 0], [0.09, 0.045, 0]], 0.011), chrome()),
  part(rod([-0.03, 0, 0], [-0.03, 0.036, 0], 0.012), chrome()), part(rod([0.03, 0, 0], [0.03, 0.036, 0], 0.012), chrome()),
], at);

export function bimini(x, y, halfWidth, length, rise, hex) {
  const roof = surface((u, v) => {
    const a = u * 2 - 1;
    const k = v * 2 - 1;
    return [x + k * length * 0.5, y + rise - a ** 4 * 0.12 - k * k * 0.05 - a * a * 0.05 + Math.cos(k * 9.4) * 0.012, a * halfWidth];
  }, 48, 60);
  const bow = (k) => part(tube([[x, y, -halfWidth], [x + k * length * 0.48, y + rise - 0.2, -halfWidth], [x + k * length * 0.5, y + rise - 0.09, -halfWidth * 0.85], [x + k * length * 0.5, y + rise - 0.06, 0],
    [x + k * length * 0.5, y + rise - 0.09, halfWidth * 0.85], [x + k * length * 0.48, y + rise - 0.2, halfWidth], [x, y, halfWidth]], 0.013, { segments: 120 }), chrome());
  return group([part(roof, fabric(hex)), bow(-0.97), bow(0.97), bow(0)]);
}

/** The collar of a RIB: two tubes joined at the bow, cones at the stern, seams, rope and handles. */
export function collar(at, r, hex, accentHex) {
  const centre = (t) => {
    const s = at(clamp(t, 0, 1));
    return new THREE.Vector3(s.x + (t < 0 ? t * 5 : 0), s.bondY + 0.05 + r * 0.2, Math.max(s.bondZ - 0.02, 0));
  };
  const path = [];
  for (let i = 0; i <= 26; i++) path.push(centre(-0.06 + (i / 26) * 1.02));
  const port = path.map((p) => new THREE.Vector3(p.x, p.y, -p.z));
  const spine = new THREE.CatmullRomCurve3([...path.slice(0, -1), new THREE.Vector3(path.at(-1).x + 0.03, path.at(-1).y, 0), ...port.reverse().slice(1)], false, 'centripetal');
  const radius = (t) => r * Math.min(1, 0.3 + 0.7 * Math.min(t, 1 - t) / 0.055);
  const frames = (t) => {
    const p = spine.getPointAt(clamp(t, 0, 1));
    const tangent = spine.getTangentAt(clamp(t, 0, 1)).normalize();
    const side = new THREE.Vector3().crossVectors(tangent, new THREE.Vector3(0, 1, 0)).normalize();
    return { p, side };
  };
  const skin = (grow) => (u, v) => {
    const { p, side } = frames(v);
    const k = u * Math.PI * 2;
    const rr = radius(v) + grow;
    return [p.x + side.x * Math.cos(k) * rr, p.y + Math.sin(k) * rr, p.z + side.z * Math.cos(k) * rr];
  };
  const ring = (t, width, mat) => part(surface((u, v) => skin(0.005)(u, t + (v - 0.5) * width), 48, 3, true), mat);
  const band = (a, b, mat, grow) => part(surface((u, v) => skin(grow)(lerp(a, b, u), lerp(0.03, 0.97, v)), 8, 240), mat);
  const body = surface(skin(0), 40, 260, true);
  const handle = (t) => {
    const { p, side } = frames(t);
    const e = frames(t + 0.022).p.clone().sub(p);
    const top = (k, h) => [p.x + e.x * k + side.x * 0.05, p.y + r + h, p.z + e.z * k + side.z * 0.05];
    return [part(tube([top(-1, -0.01), top(-0.7, 0.04), top(0.7, 0.04), top(1, -0.01)], 0.014), rubber())];
  };
  return group([
    part(body, plastic(hex, 0.42)), band(-0.06, 0.0, rubber(), 0.012), band(0.03, 0.06, plastic(accentHex, 0.4), 0.004),
    [0.14, 0.3, 0.42, 0.58, 0.7, 0.86].map((t) => ring(t, 0.008, plastic(accentHex, 0.4))), [0.2, 0.36, 0.64, 0.8].map(handle),
    part(surface((u, v) => skin(0)(u, 0.0001 + v * 0.0001), 40, 2, true), plastic(hex)),
  ]);
}

export const navLight = (at) => group([part(rod([0, 0, 0], [0, 0.9, 0], 0.011), chrome()), part(lathe([[0, 0.95], [0.03, 0.94], [0.03, 0.9], [0, 0.9]], 32), light('#ffffff', 1))], at);
export const hatch = (w, d, at, colors) => group([part(box(w, 0.025, d, 0.012), colors.liner), part(box(w * 0.8, 0.03, d * 0.8, 0.012), plastic('#20262c', 0.2))], at);
