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

// Clear glass throws no shadow on the ground.
const airy = (mesh) => Object.assign(mesh, { userData: { airy: true } });

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
  // A broad stripe over the head and a band round the back; between them the side stays free for the name.
  (c, w, h, [a, b]) => {
    c.fillStyle = a;
    c.fillRect(w * 0.455, 0, w * 0.09, h);
    for (const x of [0.435, 0.555]) {
      c.fillStyle = b;
      c.fillRect(w * x, 0, w * 0.01, h);
    }
    for (const side of [-1, 1]) for (const [from, to, hex] of [[0.56, 0.68, a], [0.7, 0.725, b]]) {
      c.fillStyle = hex;
      c.beginPath();
      for (const [u, v] of [[0.268, to], [0.268 + (to - from) * 0.3, from], [0.5, from - 0.04], [0.5, to - 0.04]]) c.lineTo(w / 2 + side * u * w, h * v);
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
  const [yawOf, pitchOf, wideOf] = s.badgeAt ?? [88, 34, 40];
  const skin = texture(2048, 1024, (c, w, h, r) => {
    c.fillStyle = s.hex;
    c.fillRect(0, 0, w, h);
    if (s.pattern !== undefined) PATTERNS[s.pattern](c, w, h, [s.accent, shade(s.accent, s.accent < '#888' ? 0.25 : -0.25)], r);
    // The drawing leaves a field free for the badge.
    c.fillStyle = s.hex;
    for (const side of [-1, 1]) {
      const low = edge(yawOf * deg) / deg, x = w * (0.5 + (side * yawOf) / 360), y = (h * (90 - pitchOf)) / (90 - low);
      const [a, b, lean] = [(w * wideOf * 0.44) / 360, (h * wideOf * 0.14) / (90 - low), (w * wideOf * 0.04) / 360];
      c.beginPath();
      for (const [i, k] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) c.lineTo(x + i * a - k * lean, y + k * b);
      c.fill();
    }
  }, { seed: s.seed });
  const badge = (yaw, pitch, wide) => {
    const map = texture(768, 192, (c, w, h) => write(c, s.brand, w / 2, h / 2, h * 0.76, s.badge ?? ink(s.hex), { italic: true, spacing: 8 }));
    const material = new THREE.MeshStandardMaterial({ map, transparent: true, roughness: 0.35, polygonOffset: true, polygonOffsetFactor: -2, depthWrite: false });
    return part(surface((u, v) => shellPoint(s, (yaw + (u - 0.5) * wide) * deg, (pitch + (v - 0.5) * wide * 0.27) * deg, 0.001), 24, 8), material);
  };
  const rim = (grow, r, mat) => part(tube(times(96, (i) => {
    const yaw = (i / 96 - 0.5) * TAU;
    return shellPoint(s, yaw, edge(yaw), grow);
  }), r, { closed: true, segments: 300, sides: 10 }), mat);
  const shellSkin = printed(colors.shell, skin);
  // As deep as the chin bar's paint; black has no depth to lose.
  const { l } = new THREE.Color(s.hex).getHSL({});
  shellSkin.color.setScalar(l > 0.8 ? 0.74 : l > 0.12 ? 0.82 : 1);
  Object.assign(shellSkin, { onBeforeCompile: colors.shell.onBeforeCompile, customProgramCacheKey: colors.shell.customProgramCacheKey });
  return [
    part(surface(f(0), 160, 70, true), s.carbon ? colors.shell : shellSkin), part(surface(f(-0.022), 96, 40, true), colors.lining), badge(yawOf, pitchOf, wideOf), badge(-yawOf, pitchOf, wideOf), rim(-0.003, 0.005, rubber()), rim(-0.02, 0.014, colors.lining),
  ];
}

/** Chin bar: an arc in front of the face; `reach` is how far it stands out. */
function chin(s, colors, { reach = 0.012, top = -6, bottom = -48, span = 98, lift = 0, open = false, padded = false } = {}) {
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
  // It covers the shell's rim; closed, its ends dip into the shell instead of stopping on it.
  const dip = (u, by) => (open ? 0 : by) * smooth(0.78, 1, Math.abs(2 * u - 1));
  const out = (u, v) => point(0.0045 - dip(u, 0.007))(u, v);
  const edgeTube = (v) => part(tube(times(41, (i) => point(0.0045 - dip(i / 40, padded ? 0.026 : 0.019))(i / 40, v)), 0.0055, { segments: 160, sides: 10 }), rubber());
  // Metres along the bar and up it; at the joints it is about as tall as at the front.
  const slot = (u, v, w, l, bars) => hollow((a, b, height) => point(0.0045 + height)(u + a / (2 * span * deg * s.rx), v + b / 0.095), w, l, colors, { bars, high: 0.0028 });
  return [
    part(surface(out, 96, 24), shellHex), part(surface(point(-0.024), 80, 16), colors.lining), edgeTube(0), edgeTube(1),
    padded && part(surface((u, v) => { const [x, y, z] = point(lerp(0.003 - dip(u, 0.02), -0.026, v))(u, 1); return [x, y + 0.004 * Math.sin(Math.PI * v), z]; }, 96, 8), colors.lining),
    slot(0.5, 0.5, 0.07, 0.022, 3), slot(0.33, 0.46, 0.034, 0.02), slot(0.67, 0.46, 0.034, 0.02),
  ];
}

function visor(s, colors, { tint = '#15181c', opacity = 0.82, top = 27, bottom = -5, span = 96, grow = 0.005 } = {}) {
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

/** A vent let into a skin: `f(a, b, height)` gives the point a and b metres beside its middle. A low frame with rounded edges round a dark hollow with bars. */
function hollow(f, w, l, colors, { bars = 0, taper = 0, high = 0.0035 } = {}) {
  const at = (turn, out, height) => {
    const [c, d] = [Math.cos(turn), Math.sin(turn)];
    const [a, b] = [Math.sign(c) * Math.abs(c) ** 0.5 * out, Math.sign(d) * Math.abs(d) ** 0.5 * out];
    return f((a * w * (1 - taper * b)) / 2, (b * l) / 2, height);
  };
  const skin = (profile) => surface((u, v) => {
    const i = Math.min(Math.floor(v * (profile.length - 1)), profile.length - 2), t = v * (profile.length - 1) - i;
    return at(u * TAU, lerp(profile[i][0], profile[i + 1][0], t), lerp(profile[i][1], profile[i + 1][1], t));
  }, 96, (profile.length - 1) * 3, true);
  const frame = [[0.66, 0.0006], [0.68, high * 0.7], [0.73, high], [0.82, high], [0.9, high * 0.8], [0.96, high * 0.35], [1, -0.001]];
  return [
    part(skin(frame), colors.trim), part(skin([[0.001, 0.0008], [0.35, 0.0008], [0.72, 0.0008]]), plastic('#060708', 0.9)),
    times(bars, (i) => {
      const a = ((i + 1) / (bars + 1) - 0.5) * w * 1.3;
      return part(surface((u, v) => f(a + (u - 0.5) * w * 0.05, (v - 0.5) * l * 0.66, 0.0012 + high * 0.5 * Math.sin(Math.PI * u)), 6, 10), colors.trim);
    }),
  ];
}

const vent = (s, yaw, pitch, w, l, colors, options) => hollow((a, b, height) => {
  const p = pitch * deg + b / s.ry;
  return shellPoint(s, yaw * deg + a / (s.rz * Math.max(Math.cos(p), 0.2)), p, height);
}, w, l, colors, options);

// One flat plane, a little arched from side to side, from where it meets the shell straight out to its rounded end.
function peak(s, colors, { length = 0.13, rise = 9 } = {}) {
  const [rootX, rootY] = shellPoint(s, 0, 37 * deg);
  const plane = (x, z) => rootY + (x - rootX) * Math.tan(rise * deg) - 0.02 * (z / s.rz) ** 2;
  const root = (yaw) => {
    let [low, high] = [0, 60 * deg];
    for (let i = 0; i < 24; i++) {
      const [x, y, z] = shellPoint(s, yaw, (low + high) / 2, 0.006);
      if (y < plane(x, z)) low = (low + high) / 2; else high = (low + high) / 2;
    }
    return shellPoint(s, yaw, low, 0.002);
  };
  const f = (g) => (u, v) => {
    const a = (u - 0.5) * 2, [x0, , z0] = root(a * 58 * deg);
    const out = v * (1 - Math.abs(a) ** 3), x = x0 + length * out, z = z0 * (1 - 0.1 * out);
    return [x, plane(x, z) + 0.005 * Math.exp(-(((Math.abs(a) - 0.5) / 0.12) ** 2)) * v * (1 - v) * 4 + g, z];
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
  });
  const slots = [-0.42, 0.42].map((a) => part(patch(f(0.0015), [0.5 + a / 2 - 0.05, 0.5 + a / 2 + 0.05], [0.25, 0.55], 8, 8), plastic('#0b0c0d')));
  const rim = part(tube([...times(30, (i) => f(0)(i / 30, 0.99)), f(0)(1, 0.99)], 0.003, { segments: 120, sides: 8 }), colors.trim);
  return [part(surface(f(0), 64, 24), printed(colors.shell, art)), part(surface(f(-0.0025), 64, 24), colors.shell), slots, rim];
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

// The neck is closed near the ground: else the shadow sees up into the crown and is bright beneath the helmet.
const neck = (s, colors) => part(surface((u, v) => {
  const yaw = (u - 0.5) * TAU, low = (s.ear ?? -46) * deg;
  const [x, y, z] = shellPoint(s, yaw, low + 6 * deg * smooth(120, 180, Math.abs(yaw) / deg), -0.015);
  return [x * v, lerp(s.ry * Math.sin(low), y, v), z * v];
}, 96, 8, true), colors.lining);

/** A cushion inside the shell: degrees of yaw and pitch from its middle to its edges, `out` its middle's depth and half its thickness. */
function cushion(s, [yaw, wide], [pitch, tall], [out, thick], colors) {
  const soft = (x, e) => Math.sign(x) * Math.abs(x) ** e;
  const at = (a, b, grow = 0) => shellPoint(s, (yaw + wide * soft(Math.cos(a), 0.55) * soft(Math.cos(b), 0.6)) * deg, (pitch + tall * soft(Math.sin(a), 0.55) * soft(Math.cos(b), 0.6)) * deg, out + (thick + grow) * soft(Math.sin(b), 0.8));
  return [part(surface((u, v) => at(u * TAU, (v - 0.5) * Math.PI), 72, 28, true), colors.pad), part(tube(times(64, (i) => at((i / 64) * TAU, -0.62, 0.0005)), 0.0014, { closed: true, segments: 256, sides: 8 }), colors.piping)];
}
// What an open eye port shows: pads at the brow, the cheeks and the back of the head.
const padding = (s, c) => [cushion(s, [0, 58], [33, 11], [-0.03, 0.016], c), [1, -1].map((k) => cushion(s, [k * 74, 30], [-17, 27], [-0.03, 0.022], c)), cushion(s, [180, 58], [-2, 28], [-0.032, 0.016], c)];

const TYPES = {
  full: (s, c) => [shell(s, c), neck(s, c), chin(s, c), visor(s, c, { tint: s.tint, opacity: s.opacity ?? 0.86 }), vent(s, 0, 56, 0.052, 0.034, c, { bars: 3 }), vent(s, 40, 50, 0.024, 0.046, c, { taper: 0.25 }), vent(s, -40, 50, 0.024, 0.046, c, { taper: 0.25 }), s.spoiler && vent(s, 180, 22, 0.07, 0.018, c, { bars: 3 })],
  modular: (s, c) => [shell({ ...s, brow: 24, badgeAt: [108, 34, 40] }, c), group([chin(s, c, { reach: 0.018, top: -8, open: true })], [0.05, 0.105, 0], [0, 0, 0.72]), visor(s, c, { top: 30, bottom: 2, tint: '#3a4046', opacity: 0.5 }), vent(s, 0, 58, 0.056, 0.034, c, { bars: 3 }),
    [1, -1].map((z) => part(new THREE.CylinderGeometry(0.026, 0.03, 0.012, 48).rotateX(Math.PI / 2), c.trim, shellPoint(s, z * 88 * deg, 4 * deg, 0.006)))],
  jet: (s, c) => [shell({ ...s, badgeAt: [82, 40, 46] }, c), airy(part(surface((u, v) => shellPoint(s, (u - 0.5) * 2 * 80 * deg, lerp(-12, 27, v) * deg - Math.abs(u - 0.5) ** 2 * 0.3 * (v - 0.6), 0.02 - 0.012 * Math.abs(2 * u - 1)), 64, 16), glass('#6f7b84', 0.32))),
    part(tube(times(31, (i) => shellPoint(s, (i / 30 - 0.5) * 2 * 82 * deg, 28 * deg, 0.006)), 0.005), c.trim), [-1, 1].map((z) => part(new THREE.CylinderGeometry(0.011, 0.013, 0.008, 32).rotateX(Math.PI / 2), metal('steel'), shellPoint(s, z * 80 * deg, 24 * deg, 0.006)))],
  cross: (s, c) => [shell(s, c), neck(s, c), chin(s, c, { reach: 0.05, top: -22, bottom: -47, span: 96, padded: true }), peak(s, c, { length: s.peak ?? 0.13 }), padding(s, c),
    [1, -1].map((z) => [vent(s, z * 150, 38, 0.026, 0.044, c, { taper: -0.2 }), vent(s, z * 62, 50, 0.022, 0.04, c, { taper: 0.25 })])],
};

// A pale shell would melt into a pale page: it is shaded where it turns away, a white one more.
function edged(material, hex) {
  const least = new THREE.Color(hex).getHSL({}).l > 0.85 ? 0.22 : 0.62;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <opaque_fragment>', `outgoingLight *= mix(${least}, 1.0, smoothstep(0.0, 0.62, dot(normal, normalize(vViewPosition))));
      #include <opaque_fragment>`);
  };
  material.customProgramCacheKey = () => `edged ${least}`;
  return material;
}

export function build({ paint, accent, params }) {
  release();
  const r = random(params.seed);
  const s = { rx: 0.143, ry: 0.142, rz: 0.122, hex: paint, accent: accent ?? (ink(paint) === '#14161a' ? '#17181b' : '#f3f4f2'), ...params, jaw: params.jaw ?? 0.012 + r() * 0.016 };
  const colors = { shell: s.carbon && s.hex === '#17181b' ? carbon() : lacquer(paint, s.matt ? 'matt' : 'gloss'), lining: foam('#202226'), trim: plastic(s.trimHex ?? '#17191c', 0.4), pad: fabric('#4d525a'), piping: fabric(s.hex) };
  if (ink(s.hex) === '#14161a') colors.shell = edged(colors.shell.clone(), s.hex);
  s.carbon = s.carbon && s.hex === '#17181b';
  const model = group([TYPES[s.type](s, colors)], [0, 0.142, 0], [0, 0, s.tilt ?? 0], s.scale ?? 1);
  return group([model]);
}
