// Helmets: an egg-shaped shell with a real opening, comfort lining, chin bar, visor or peak, vents; graphics are painted on the shell.
import * as THREE from 'three';
import { paint as lacquer, plastic, rubber, fabric, glass, metal, carbon, foam } from '../../materials.js';
import { box, group, lerp, part, patch, random, rod, smooth, surface, TAU, times, tube } from './shapes.js';
import { ink, lettering, printed, release, shade, texture, write } from './surfaces.js';

const deg = Math.PI / 180;
// The head's egg: longer than wide, fuller at the back. `yaw` 0 is the face (+x), positive towards −z; `pitch` from the equator.
const shellPoint = (s, yaw, pitch, grow = 0) => {
  const back = smooth(0.2, -1, Math.cos(yaw));
  const rx = s.rx * (1 + 0.07 * back) + grow;
  const low = Math.max(0, -pitch);
  const tuck = 1 - 0.16 * low * low - 0.1 * back * low;
  const spoiler = (s.spoiler ?? 0) * Math.exp(-(((Math.abs(wrapYaw(yaw)) - Math.PI) / 0.5) ** 2)) * Math.exp(-(((pitch - 0.42) / 0.22) ** 2));
  return [(rx + spoiler) * Math.cos(yaw) * Math.cos(pitch) * tuck, (s.ry + grow) * Math.sin(pitch), -(s.rz + grow) * Math.sin(yaw) * Math.cos(pitch) * tuck];
};
const wrapYaw = (a) => Math.atan2(Math.sin(a), Math.cos(a));

/** Lower edge of the shell as a function of yaw: the brow in front, the ears at the sides, the neck behind. */
const edgeOf = (s) => (yaw) => {
  const a = Math.abs(wrapYaw(yaw)) / deg;
  const brow = s.brow ?? 22;
  return lerp(brow, s.ear ?? -46, smooth(s.open?.[0] ?? 52, s.open?.[1] ?? 86, a)) * deg + 6 * deg * smooth(120, 180, a);
};

const PATTERNS = [
  (c, w, h, [a, b], r) => {
    for (const side of [-1, 1]) {
      const x = (f) => w / 2 + side * f * w;
      c.fillStyle = a;
      c.beginPath();
      c.moveTo(x(0.02), h * 0.12);
      c.bezierCurveTo(x(0.12), h * 0.3, x(0.2), h * (0.5 + r() * 0.1), x(0.5), h * 0.44);
      c.lineTo(x(0.5), h * 0.6);
      c.bezierCurveTo(x(0.3), h * 0.62, x(0.16), h * 0.56, x(0.02), h * 0.32);
      c.fill();
      c.strokeStyle = b;
      c.lineWidth = h * 0.018;
      c.beginPath();
      c.moveTo(x(0.03), h * 0.4);
      c.bezierCurveTo(x(0.16), h * 0.64, x(0.3), h * 0.7, x(0.5), h * 0.68);
      c.stroke();
    }
  },
  (c, w, h, [a, b], r) => {
    c.fillStyle = a;
    c.fillRect(w * 0.455, 0, w * 0.09, h);
    c.fillStyle = b;
    c.fillRect(w * 0.435, 0, w * 0.01, h);
    c.fillRect(w * 0.555, 0, w * 0.01, h);
    for (const side of [-1, 1]) for (let i = 0; i < 3; i++) {
      c.fillStyle = i % 2 ? b : a;
      c.beginPath();
      const y = h * (0.34 + i * 0.15 + r() * 0.03);
      c.moveTo(w / 2 + side * w * 0.12, y);
      c.lineTo(w / 2 + side * w * 0.5, y - h * 0.16);
      c.lineTo(w / 2 + side * w * 0.5, y - h * 0.07);
      c.lineTo(w / 2 + side * w * 0.17, y + h * 0.06);
      c.fill();
    }
  },
  (c, w, h, [a, b], r) => {
    for (let i = 0; i < 26; i++) {
      c.fillStyle = i % 3 ? a : b;
      const x = r() * w;
      const y = h * (0.2 + r() * 0.7);
      const size = h * (0.06 + r() * 0.16);
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + size * 2.2, y - size * 0.5);
      c.lineTo(x + size * 1.3, y + size * 0.7);
      c.fill();
    }
  },
];

function shell(s, colors) {
  const edge = edgeOf(s);
  const f = (grow, from = 0) => (u, v) => {
    const yaw = (u - 0.5) * TAU;
    return shellPoint(s, yaw, lerp(edge(yaw) + from, Math.PI / 2, v), grow);
  };
  const skin = texture(2048, 1024, (c, w, h, r) => {
    c.fillStyle = s.hex;
    c.fillRect(0, 0, w, h);
    if (s.pattern !== undefined) PATTERNS[s.pattern](c, w, h, [s.accent, shade(s.accent, s.accent < '#888' ? 0.25 : -0.25)], r);
  }, { seed: s.seed });
  const badge = (yaw, pitch, wide) => {
    const map = texture(768, 192, (c, w, h) => write(c, s.brand, w / 2, h / 2, h * 0.86, s.badge ?? ink(s.hex), { italic: true, spacing: 8 }));
    const material = new THREE.MeshStandardMaterial({ map, transparent: true, roughness: 0.35, polygonOffset: true, polygonOffsetFactor: -2, depthWrite: false });
    return part(surface((u, v) => shellPoint(s, (yaw + (u - 0.5) * wide) * deg, (pitch + (v - 0.5) * wide * 0.27) * deg, 0.001), 24, 8), material);
  };
  const rim = (grow, r, mat) => part(tube(times(96, (i) => {
    const yaw = (i / 96 - 0.5) * TAU;
    return shellPoint(s, yaw, edge(yaw), grow);
  }), r, { closed: true, segments: 300, sides: 10 }), mat);
  return [
    part(surface(f(0), 160, 70, true), s.carbon ? colors.shell : printed(colors.shell, skin)), part(surface(f(-0.022), 96, 40, true), colors.lining), badge(118, s.badgeAt ?? 30, 46), badge(-118, s.badgeAt ?? 30, 46), rim(-0.003, 0.005, rubber()), rim(-0.02, 0.014, colors.lining),
  ];
}

/** Chin bar: an arc in front of the face; `reach` is how far it stands out. */
function chin(s, colors, { reach = 0.012, top = -6, bottom = -48, span = 98, lift = 0 } = {}) {
  const point = (grow) => (u, v) => {
    const yaw = (u - 0.5) * 2 * span * deg;
    const front = Math.cos(yaw * 0.9) ** 2;
    const upper = lerp(s.joint ?? 2, top, smooth(0, 0.5, front)) * deg;
    const lower = lerp(s.ear ?? -46, bottom, smooth(0, 0.5, front)) * deg;
    const pitch = lerp(lower, upper, v);
    const [x, y, z] = shellPoint(s, yaw, pitch, grow + reach * front * (1 - 0.35 * Math.abs(2 * v - 1)));
    const push = (s.jaw ?? 0.02) * front * (1 - 0.5 * v);
    return [x + push, y + lift, z];
  };
  const shellHex = colors.chin ?? colors.shell;
  const out = point(0.0015);
  const edgeTube = (v) => part(tube(times(41, (i) => out(i / 40, v)), 0.0055, { segments: 160, sides: 10 }), rubber());
  const slot = (u0, u1, v0, v1) => part(patch(point(0.0035), [u0, u1], [v0, v1], 24, 8), plastic('#0e0f11'));
  return [
    part(surface(out, 96, 24), shellHex), part(surface(point(-0.024), 80, 16), colors.lining), edgeTube(0), edgeTube(1),
    slot(0.43, 0.57, 0.42, 0.62), slot(0.3, 0.37, 0.34, 0.56), slot(0.63, 0.7, 0.34, 0.56),
    times(5, (i) => part(patch(point(0.0055), [0.44 + i * 0.026, 0.45 + i * 0.026], [0.42, 0.62], 3, 6), plastic('#2b2e32'))),
  ];
}

function visor(s, colors, { tint = '#15181c', opacity = 0.82, top = 27, bottom = -10, span = 96, grow = 0.005 } = {}) {
  const f = (g) => (u, v) => {
    const a = (u - 0.5) * 2;
    const yaw = a * span * deg;
    const narrow = Math.sqrt(Math.max(1 - Math.abs(a) ** 6, 0));
    const mid = lerp(lerp(bottom, top, 0.5), 6, Math.abs(a) ** 2);
    const half = ((top - bottom) / 2) * lerp(1, 0.42, smooth(0.55, 1, Math.abs(a))) * narrow;
    return shellPoint(s, yaw, (mid + (v - 0.5) * 2 * half) * deg, g + 0.004 * Math.cos(a));
  };
  const outline = [...times(40, (i) => f(grow)(i / 40, 1)), ...times(40, (i) => f(grow)(1 - i / 40, 0))];
  const pivot = (z) => {
    const p = shellPoint(s, z * 92 * deg, 6 * deg, 0.009);
    return part(new THREE.CylinderGeometry(0.017, 0.02, 0.008, 40).rotateX(Math.PI / 2), plastic('#16181b'), p);
  };
  return [part(surface(f(grow), 96, 20), glass(tint, opacity)), part(tube(outline, 0.0022, { closed: true, segments: 240, sides: 8 }), plastic('#0d0e10')), pivot(1), pivot(-1)];
}

const vent = (s, yaw, pitch, w, colors, length = 0.05) => {
  const f = (g) => (u, v) => shellPoint(s, yaw * deg + (u - 0.5) * w, pitch * deg + (v - 0.5) * length * 9, g + 0.008 * Math.sin(Math.PI * u) * Math.sin(Math.PI * v));
  const inside = (u, v) => shellPoint(s, yaw * deg + (u - 0.5) * w * 0.62, pitch * deg + (v - 0.75) * length * 5, 0.0088);
  return [part(surface(f(0.001), 20, 20), colors.trim), part(surface(inside, 10, 10), plastic('#08090a'))];
};

function peak(s, colors, { length = 0.13, rise = 16 } = {}) {
  const f = (g) => (u, v) => {
    const a = (u - 0.5) * 2;
    const base = shellPoint(s, a * 66 * deg, (34 - a * a * 16) * deg, 0.006);
    const out = length * v * (1 - 0.62 * Math.abs(a) ** 2.4);
    const ridge = 0.012 * Math.exp(-((a / 0.16) ** 2)) + 0.008 * Math.exp(-(((Math.abs(a) - 0.62) / 0.12) ** 2));
    return [base[0] + out, base[1] + out * Math.tan(rise * deg) + ridge * (0.4 + v) - 0.016 * a * a * v + g, base[2] * (1 - 0.12 * v)];
  };
  const art = texture(1024, 512, (c, w, h) => {
    c.fillStyle = s.hex;
    c.fillRect(0, 0, w, h);
    c.fillStyle = s.accent;
    c.beginPath();
    c.moveTo(w * 0.3, 0);
    c.lineTo(w * 0.42, h);
    c.lineTo(w * 0.58, h);
    c.lineTo(w * 0.7, 0);
    c.fill();
    write(c, s.brand, w * 0.5, h * 0.66, h * 0.2, ink(s.accent), { italic: true });
  });
  const slots = [-0.42, 0.42].map((a) => part(patch(f(0.0015), [0.5 + a / 2 - 0.05, 0.5 + a / 2 + 0.05], [0.25, 0.55], 8, 8), plastic('#0b0c0d')));
  const rim = part(tube([...times(30, (i) => f(0)(i / 30, 0.99)), f(0)(1, 0.99)], 0.003, { segments: 120, sides: 8 }), colors.trim);
  return [part(surface(f(0), 64, 24), printed(colors.shell, art)), slots, rim];
}

export function gogglesFront(s, hex, lensHex, at = [0, 0, 0]) {
  const f = (g, k) => (u, v) => {
    const a = (u - 0.5) * 2;
    const nose = 12 * Math.exp(-((a / 0.16) ** 2)) * (1 - v);
    return shellPoint(s, a * 52 * deg * k, (lerp(-16 * k + nose, 24 * k, v) - Math.abs(a) ** 4 * (v - 0.5) * 14) * deg, g);
  };
  const ring = (g, k) => [...times(40, (i) => f(g, k)(i / 40, 1)), ...times(40, (i) => f(g, k)(1 - i / 40, 0))];
  return group([
    part(surface(f(-0.01, 0.9), 48, 24), glass(lensHex, 0.9)), part(tube(ring(-0.012, 0.95), 0.0085, { closed: true, segments: 240 }), plastic(hex, 0.35)), part(tube(ring(-0.028, 0.98), 0.014, { closed: true, segments: 240 }), foam('#1f2124')),
  ], at);
}

const TYPES = {
  full: (s, c) => [shell(s, c), chin(s, c), visor(s, c, { tint: s.tint, opacity: s.opacity ?? 0.86 }), vent(s, 0, 58, 0.34, c), vent(s, 34, 52, 0.2, c), vent(s, -34, 52, 0.2, c), s.spoiler && vent(s, 180, 30, 0.4, c, 0.03)],
  modular: (s, c) => [shell({ ...s, brow: 24 }, c), group([chin(s, c, { reach: 0.018, top: -8 })], [0.05, 0.105, 0], [0, 0, 0.72]), visor(s, c, { top: 30, bottom: 2, tint: '#3a4046', opacity: 0.5 }), vent(s, 0, 62, 0.5, c),
    [1, -1].map((z) => part(new THREE.CylinderGeometry(0.026, 0.03, 0.012, 48).rotateX(Math.PI / 2), c.trim, shellPoint(s, z * 88 * deg, 4 * deg, 0.006)))],
  jet: (s, c) => [shell(s, c), part(surface((u, v) => shellPoint(s, (u - 0.5) * 2 * 80 * deg, lerp(-12, 27, v) * deg - Math.abs(u - 0.5) ** 2 * 0.3 * (v - 0.6), 0.02 - 0.012 * Math.abs(2 * u - 1)), 64, 16), glass('#6f7b84', 0.32)),
    part(tube(times(31, (i) => shellPoint(s, (i / 30 - 0.5) * 2 * 82 * deg, 28 * deg, 0.006)), 0.005), c.trim), [-1, 1].map((z) => part(new THREE.CylinderGeometry(0.011, 0.013, 0.008, 32).rotateX(Math.PI / 2), metal('steel'), shellPoint(s, z * 80 * deg, 24 * deg, 0.006)))],
  cross: (s, c) => [shell(s, c), chin(s, c, { reach: 0.05, top: -22, bottom: -47, span: 96 }), peak(s, c, { length: s.peak ?? 0.13 }), gogglesFront(s, shade(s.accent, -0.05), s.lensHex ?? '#d98a1f'),
    vent(s, 150, 40, 0.3, c), vent(s, -150, 40, 0.3, c), vent(s, 95, 34, 0.2, c), vent(s, -95, 34, 0.2, c),
    part(surface((u, v) => shellPoint(s, lerp(52, 182, u) * deg, (4 + (v - 0.5) * 17) * deg, 0.003), 40, 6), fabric(s.accent)), part(surface((u, v) => shellPoint(s, -lerp(52, 182, u) * deg, (4 + (v - 0.5) * 17) * deg, 0.003), 40, 6), fabric(s.accent))],
};

export function build({ paint, accent, params }) {
  release();
  const r = random(params.seed);
  const s = { rx: 0.143, ry: 0.142, rz: 0.122, hex: paint, accent: accent ?? (ink(paint) === '#14161a' ? '#17181b' : '#f3f4f2'), ...params, jaw: params.jaw ?? 0.012 + r() * 0.016 };
  const colors = { shell: s.carbon && s.hex === '#17181b' ? carbon() : lacquer(paint, s.matt ? 'matt' : 'gloss'), lining: foam('#202226'), trim: plastic(s.trimHex ?? '#17191c', 0.4) };
  s.carbon = s.carbon && s.hex === '#17181b';
  const model = group([TYPES[s.type](s, colors)], [0, 0.142, 0], [0, 0, s.tilt ?? 0], s.scale ?? 1);
  return group([model]);
}
