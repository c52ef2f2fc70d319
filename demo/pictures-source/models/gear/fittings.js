// Things bolted to a vehicle: screens, guards, bars, mounts, lamps, mirrors, grips, exhaust, winch, plough, roofs, holders.
import * as THREE from 'three';
import { fabric, leather, plastic, rubber, metal, gloss, chrome, lens, light, paint as lacquer, glass, carbon, anodised, foam } from '../../materials.js';
import { along, body, bodyAt, box, circle, extrude, group, helix, lathe, latheZ, lerp, outline, part, rod, roundedRect, surface, TAU, times, tube } from './shapes.js';
import { ink, label, lettering, release, shade, texture, write } from './surfaces.js';

const bolt = (at, r = 0.006, turn = [Math.PI / 2, 0, 0]) => part(lathe([[0, 0.004], [r * 0.5, 0.004], [r * 0.5, 0.002], [r, 0.002], [r, -0.002], [0, -0.002]], 24, 0.0004), metal('steel'), at, turn);
const mirrored = (make) => [make(-1), make(1)];
const coated = (hex) => (hex === '#b9bec4' ? metal('steel') : hex === '#17181b' ? metal('black') : lacquer(hex));

// A word that follows a curved skin.
function painted(f, text, hex, ratio) {
  const map = texture(1024, 1024 / ratio, (c, w, h) => { c.font = '800 100px "Liberation Sans", "DejaVu Sans", Arial, sans-serif'; write(c, text, w / 2, h / 2, Math.min(h * 0.8, (w * 96) / c.measureText(text).width), hex); });
  return part(surface(f, 40, 24), new THREE.MeshStandardMaterial({ map, transparent: true, depthWrite: false, roughness: 0.4, polygonOffset: true, polygonOffsetFactor: -2 }));
}

function windscreen(p) {
  const tall = p.tall ? 0.62 : 0.46;
  const wide = p.tall ? 0.29 : 0.23;
  const f = (g = 0) => (u, v) => {
    const a = u * 2 - 1;
    const w = along(p.tall ? [0.5, 0.72, 0.95, 1, 0.9, 0.55] : [0.86, 1, 0.96, 0.84, 0.66, 0.36], v) * wide;
    const back = 0.6 * v * tall * (1 - 0.35 * v) + a * a * (0.1 + 0.04 * v) * (w / wide);
    return [0.1 - back + g, 0.04 + v * tall * (1 - 0.06 * a * a * v), a * w];
  };
  const edge = [...times(30, (i) => f()(1, i / 30)), ...times(20, (i) => f()(1 - i / 20, 1)), ...times(30, (i) => f()(0, 1 - i / 30)), ...times(20, (i) => f()(i / 20, 0))];
  return [part(surface(f(), 60, 60), glass(p.hex === '#17181b' ? '#0c0d0f' : p.hex === '#b9bec4' ? '#a9b4bd' : '#4a525b', p.hex === '#17181b' ? 0.78 : 0.46)), part(tube(edge, 0.0035, { closed: true, segments: 300, sides: 8 }), plastic('#202327', 0.2)),
    mirrored((s) => [0.1, 0.34].map((v) => [bolt(f(0.004)(0.5 + s * 0.34, v), 0.011, [0, 0, -Math.PI / 2]), part(rod(f(-0.006)(0.5 + s * 0.34, v), f(-0.03)(0.5 + s * 0.34, v), 0.008), rubber())])),
    mirrored((s) => part(tube([f(-0.03)(0.5 + s * 0.34, 0.34), [0.02, 0.12, s * 0.1], [0.0, 0.03, s * 0.07], [-0.03, 0.012, s * 0.06]], 0.007), metal('black'))), part(rod([-0.03, 0.012, -0.14], [-0.03, 0.012, 0.14], 0.011), metal('black')),
    group([lettering(p.brand, 0.07, p.hex === '#b9bec4' ? '#22262b' : '#ffffff', [0, 0, 0])], [f(0.006)(0.5, 0.09)[0], f()(0.5, 0.09)[1], 0], [0, -Math.PI / 2, 0])];
}

const handGuard = (p) => (s) => {
  const bar = [[-0.03, 0.06, s * 0.34], [0.06, 0.06, s * 0.37], [0.12, 0.065, s * 0.3], [0.13, 0.07, s * 0.2], [0.09, 0.075, s * 0.1], [0.02, 0.08, s * 0.07]];
  const f = (g) => (u, v) => {
    const z = lerp(0.08, 0.37, u);
    const swell = Math.sin(u * Math.PI) ** 0.6;
    const x = 0.07 + 0.075 * Math.sin(u * 2.6 + 0.3) - 0.06 * u ** 5;
    return [x + g - (v - 0.5) ** 2 * 0.05 - (v > 0.5 ? (v - 0.5) * 0.05 : 0), 0.065 + (v - 0.42) * 0.145 * (0.35 + 0.65 * swell), s * z];
  };
  return [part(tube(bar, 0.0075), metal('alu')), part(surface(f(0.012), 48, 24), gloss(p.hex)), part(surface((u, v) => f(0.0135)(lerp(0.2, 0.75, u), lerp(0.38, 0.6, v)), 24, 10), plastic(p.hex === '#17181b' ? '#3a3e44' : '#17181b', 0.35)),
    bolt(f(0.014)(0.2, 0.25), 0.008, [0, 0, -1.57]), bolt(f(0.014)(0.8, 0.3), 0.008, [0, 0, -1.57]), part(new THREE.TorusGeometry(0.02, 0.007, 14, 32).rotateY(0), metal('alu'), [0.02, 0.08, s * 0.07], [0, 0, 0]), part(rod([-0.05, 0.06, s * 0.34], [-0.01, 0.06, s * 0.34], 0.009), metal('alu')),
    s < 0 && group([lettering(p.brand, 0.12, ink(p.hex === '#17181b' ? '#3a3e44' : '#17181b'), [0, 0, 0])], [f(0.016)(0.48, 0.49)[0], f(0)(0.48, 0.49)[1], f(0)(0.48, 0)[2]], [0, -1.42, 0])];
};

function crashBars(p) {
  const m = coated(p.hex);
  const half = (s) => [
    [[0.05, 0.02, s * 0.1], [0.2, 0.05, s * 0.3], [0.24, 0.22, s * 0.34], [0.22, 0.42, s * 0.3], [0.1, 0.52, s * 0.2], [-0.06, 0.54, s * 0.1]],
    [[-0.3, 0.04, s * 0.1], [-0.24, 0.06, s * 0.26], [-0.05, 0.08, s * 0.33], [0.12, 0.1, s * 0.33], [0.235, 0.2, s * 0.338]],
    [[-0.05, 0.08, s * 0.33], [-0.02, 0.22, s * 0.32], [0.03, 0.38, s * 0.29], [0.1, 0.515, s * 0.2]],
  ].map((points) => part(tube(points, 0.0135, { tension: 0.4 }), m));
  return [mirrored((s) => [half(s), [[0.05, 0.02, s * 0.1], [-0.06, 0.54, s * 0.1], [-0.3, 0.04, s * 0.1]].map((at) => [part(box(0.05, 0.05, 0.008, 0.004), m, at), bolt([at[0], at[1], at[2] - 0.006], 0.011)]), part(rod([0.243, 0.27, s * 0.338], [0.235, 0.36, s * 0.318], 0.021), rubber()), part(box(0.06, 0.022, 0.01, 0.003), plastic('#c8102e', 0.4), [0.0, 0.095, s * 0.348])]), part(rod([0.05, 0.02, -0.1], [0.05, 0.02, 0.1], 0.0135), m)];
}

function phoneMount(p) {
  const m = p.hex === '#b9bec4' ? anodised('#b9bec4') : anodised('#26282c');
  // A jaw goes round the phone's edge: from the arm behind it past its side to a lip on its front.
  const jaw = (x) => extrude(outline([[0.034, 0.018], [0.045, 0.018], [0.0485, 0.014], [0.0485, -0.008], [0.0455, -0.0115], [0.0335, -0.0115], [0.0325, -0.0085], [0.034, -0.0065], [0.0405, -0.0055], [0.0405, 0.0065], [0.034, 0.0065]].map(([a, z]) => [a * x, z])), 0.022, 0.002).rotateX(Math.PI / 2);
  return [group([group([
    part(box(0.078, 0.158, 0.009, 0.004), plastic('#0b0c0e', 0.25)), label(0.071, 0.15, (c, w, h) => {
      const g = c.createLinearGradient(0, 0, w, h);
      g.addColorStop(0, '#12324a');
      g.addColorStop(1, '#0a1620');
      c.fillStyle = g;
      c.fillRect(0, 0, w, h);
      c.strokeStyle = '#3fb0ff';
      c.lineWidth = 16;
      c.beginPath();
      c.moveTo(w * 0.5, h * 0.95);
      c.bezierCurveTo(w * 0.5, h * 0.6, w * 0.2, h * 0.6, w * 0.4, h * 0.36);
      c.lineTo(w * 0.7, h * 0.2);
      c.stroke();
      c.fillStyle = '#f0641e';
      c.beginPath();
      c.arc(w * 0.5, h * 0.78, w * 0.06, 0, 7);
      c.fill();
      write(c, '1.2 km', w * 0.52, h * 0.09, h * 0.06, '#ffffff');
    }, [0, 0, -0.0055], [0, 0, 0], { emissive: 0.5 }),
    part(box(0.05, 0.09, 0.012, 0.005), m, [0, 0, 0.012]), mirrored((x) => [-1, 1].map((y) => [part(rod([x * 0.012, y * 0.03, 0.012], [x * 0.041, y * 0.056, 0.012], 0.0065), m), part(jaw(x), rubber('#c8102e'), [0, y * 0.058, 0])])),
    part(new THREE.SphereGeometry(0.014, 32, 24), metal('steel'), [0, 0, 0.026]),
  ], [0, 0.13, -0.004], [0.25, 0, 0]),
  // The damper's arm down to the handlebar, which lies on the ground.
  part(rod([0, 0.122, 0.022], [0, 0.03, 0.008], 0.011), m), part(box(0.034, 0.05, 0.026, 0.006), m, [0, 0.066, 0.014]), bolt([0.018, 0.066, 0.014], 0.007, [0, 0, Math.PI / 2]),
  part(lathe([[0.0125, -0.016], [0.0165, -0.016], [0.0165, 0.016], [0.0125, 0.016]], 56).rotateZ(Math.PI / 2), m, [0, 0.0165, 0.004]), part(box(0.026, 0.014, 0.016, 0.003), m, [0, 0.031, -0.008]), bolt([0, 0.031, -0.017], 0.005), part(rod([-0.11, 0.0165, 0.004], [0.11, 0.0165, 0.004], 0.0125, 40), metal('black'))], [0, 0, 0], [0, 0.25, 0])];
}

const intercom = (p) => [
  group([part(body([[-0.045, 0.012], [-0.02, 0.023], [0.02, 0.024], [0.046, 0.013]].map(([x, b]) => ({ c: [x, 0.05, 0], a: 0.013, b, n: 2.8 })), { ends: 0.12 }), plastic('#1a1c1f', 0.3)), part(lathe([[0, 0.007], [0.012, 0.006], [0.0135, 0], [0, 0]], 48).rotateX(-Math.PI / 2), metal('gunmetal'), [0.012, 0.05, -0.0125]), times(24, (i) => part(box(0.0012, 0.0018, 0.005), metal('dark'), [0.012 + Math.cos((i / 24) * TAU) * 0.0133, 0.05 + Math.sin((i / 24) * TAU) * 0.0133, -0.0155])),
    part(box(0.008, 0.003, 0.002), light('#34c3ff', 2), [-0.016, 0.058, -0.0128]), lettering(p.brand, 0.026, '#c9ced3', [-0.019, 0.045, -0.0138]), part(tube([[0.046, 0.052, 0], [0.07, 0.06, 0], [0.085, 0.085, 0.0]], 0.0035), rubber())], [0.03, -0.0325, -0.02], [0, 0, 0], 1.25),
  group([part(body([[-0.045, 0.012], [-0.02, 0.023], [0.02, 0.024], [0.046, 0.013]].map(([x, b]) => ({ c: [x, 0.05, 0], a: 0.013, b, n: 2.8 })), { ends: 0.12 }), plastic('#1a1c1f', 0.3)), part(lathe([[0, 0.007], [0.012, 0.006], [0.0135, 0], [0, 0]], 48).rotateX(-Math.PI / 2), metal('gunmetal'), [0.012, 0.05, -0.0125]), part(box(0.008, 0.003, 0.002), light('#34c3ff', 2), [-0.016, 0.058, -0.0128])], [-0.1, -0.0286, 0.06], [0, -0.3, 0], 1.1),
  [-0.055, 0.0].map((x) => [part(lathe([[0, 0.008], [0.016, 0.008], [0.02, 0.005], [0.02, 0], [0, 0]], 48).rotateX(-1.2), foam('#22252a'), [x + 0.02, 0.02, -0.09])]),
  part(tube([[0.02, 0.02, -0.085], [0.06, 0.008, -0.1], [0.11, 0.006, -0.075], [0.118, 0.008, -0.045], [0.084, 0.022, -0.02]], 0.0022), rubber()), part(tube([[-0.035, 0.02, -0.085], [0.0, 0.006, -0.11], [0.05, 0.006, -0.115], [0.1, 0.006, -0.085]], 0.0022), rubber()),
  part(tube([[0.09, 0.006, -0.1], [0.13, 0.01, -0.09], [0.15, 0.05, -0.07], [0.15, 0.09, -0.06]], 0.003), rubber()), part(body([[0.088, 0.008], [0.12, 0.01]].map(([y, r]) => ({ c: [0.15, y, -0.06], a: r, b: r, n: 2 })), { axis: 'y', ends: 0.4 }), foam('#17181b')),
];

const ledLights = (p) => mirrored((s) => group([
  part(box(0.1, 0.1, 0.05, 0.02), p.hex === '#b9bec4' ? anodised('#b9bec4') : anodised('#1d1f23'), [0, 0.1, 0.01]), times(6, (i) => part(box(0.102, 0.004, 0.03, 0.001), p.hex === '#b9bec4' ? anodised('#9a9fa5') : metal('black'), [0, 0.066 + i * 0.0135, 0.045])),
  part(box(0.088, 0.088, 0.006, 0.014), plastic('#0b0c0e', 0.2), [0, 0.1, -0.016]), [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([x, y]) => [part(new THREE.SphereGeometry(0.0165, 32, 16, 0, TAU, 0, Math.PI / 2).rotateX(-Math.PI / 2), light('#fff6dc', 1.3), [x * 0.02, 0.1 + y * 0.02, -0.019], [0, 0, 0], [1, 1, 0.5]), part(new THREE.TorusGeometry(0.0175, 0.002, 12, 40), chrome(), [x * 0.02, 0.1 + y * 0.02, -0.0195])]),
  part(tube([[-0.058, 0.1, 0.01], [-0.062, 0.05, 0.01], [-0.04, 0.012, 0.01], [0.04, 0.012, 0.01], [0.062, 0.05, 0.01], [0.058, 0.1, 0.01]], 0.005, { tension: 0.3 }), metal('black')), mirrored((k) => bolt([k * 0.06, 0.1, 0.01], 0.008, [0, 0, Math.PI / 2])), part(rod([0, 0, 0.01], [0, 0.012, 0.01], 0.008), metal('steel')), part(tube([[0, 0.1, 0.06], [0.01, 0.06, 0.09], [0.03, 0.01, 0.1], [0.07, 0.005, 0.12]], 0.003), rubber()),
], [s * 0.085, 0, s * 0.02], [0, s > 0 ? -0.25 : 0.1, 0]));

const gripBody = (hex, s, heated) => [part(lathe([[0.0125, 0], [0.024, 0], [0.024, 0.004], [0.0175, 0.008], ...times(14, (i) => [i % 2 ? 0.0165 : 0.0178, 0.012 + i * 0.008]), [0.0175, 0.126], [0.021, 0.13], [0.021, 0.134], [0, 0.134]], 48, 0.0006).rotateZ(-Math.PI / 2), rubber(hex)), heated && part(lathe([[0.0181, 0.045], [0.0181, 0.085]], 48).rotateZ(-Math.PI / 2), plastic('#c8102e', 0.4))];
const heatedGrips = (p) => [
  group([gripBody('#17181b', 1, true)], [-0.02, 0.024, -0.07], [0, 0.5, 0]), group([gripBody('#17181b', 1, true)], [-0.04, 0.024, 0.04], [0, 0.15, 0.0]),
  group([part(box(0.06, 0.036, 0.018, 0.006), plastic('#1a1c1f', 0.35)), times(5, (i) => part(box(0.006, 0.004 + i * 0.0025, 0.003), light(['#34c36b', '#b6d23a', '#f2c21a', '#f0641e', '#e02020'][i], 1.5), [0.02 - i * 0.009, 0.002, -0.0095])), lettering(p.brand, 0.03, '#ffffff', [0, -0.011, -0.0095])], [-0.12, 0.0195, -0.08], [0.2, 0.2, 0]),
  part(tube([[-0.02, 0.024, -0.07], [-0.05, 0.016, -0.05], [-0.09, 0.006, -0.03], [-0.12, 0.014, -0.07]], 0.0028), rubber()), part(tube([[-0.04, 0.024, 0.04], [-0.1, 0.01, 0.05], [-0.14, 0.005, 0.0], [-0.125, 0.014, -0.07]], 0.0028), rubber()),
];

const barEndMirrors = (p) => mirrored((s) => {
  const m = p.hex === '#b9bec4' ? anodised('#c3c7cb') : anodised('#1e2024');
  return group([part(lathe([[0, 0.02], [0.036, 0.017], [0.047, 0.006], [0.048, 0], [0.044, -0.002], [0, -0.002]], 72).rotateX(Math.PI / 2), m, [0, 0.15, 0.01]), part(new THREE.CylinderGeometry(0.0435, 0.0435, 0.002, 64).rotateX(Math.PI / 2), new THREE.MeshStandardMaterial({ color: '#8fb4dc', metalness: 1, roughness: 0.04 }), [0, 0.15, 0.007]),
    part(tube([[0.0, 0.106, 0.01], [0.0, 0.07, 0.016], [-s * 0.012, 0.04, 0.012], [-s * 0.03, 0.02, 0.0]], 0.0065), m), part(lathe([[0.0, -0.02], [0.017, -0.02], [0.019, 0], [0.017, 0.016], [0.011, 0.018], [0.011, 0.045], [0, 0.045]], 48).rotateZ(-Math.PI / 2), m, [-s * 0.03, 0.02, 0], [0, s > 0 ? 0 : Math.PI, 0]), part(new THREE.SphereGeometry(0.0105, 24, 16), metal('steel'), [0, 0.098, 0.012]), bolt([-s * 0.03, 0.02, -0.019], 0.005)], [s * 0.075, 0, 0], [0, s > 0 ? -0.2 : 0.12, 0]);
});

function slipOn(p) {
  const sleeve = p.hex === '#17181b' ? carbon() : metal('titanium');
  const tip = p.hex === '#17181b' ? metal('black') : carbon();
  const at = (y) => { const s = 1 - 0.05 * Math.abs(y); return { a: 0.052 * s, b: 0.066 * s }; };
  const can = (y0, y1, grow) => part(body([0, 1].map((t) => ({ c: [lerp(y0, y1, t), 0.2, 0], a: at(0).a + grow, b: at(0).b + grow, n: 3.2 })), { ends: 0.004, nu: 96 }), sleeve);
  const band = (x) => part(body([0, 1].map((t) => ({ c: [x + t * 0.012, 0.2, 0], a: 0.054, b: 0.068, n: 3.2 })), { ends: 0.02, nu: 96 }), metal('steel'));
  return [group([
    can(-0.2, 0.16, 0), band(-0.19), band(0.145),
    part(body([[0.155, 0.053, 0.067], [0.19, 0.046, 0.058], [0.23, 0.03, 0.032]].map(([x, a, b]) => ({ c: [x, 0.2, 0], a, b, n: 2.8 })), { ends: 0 }), metal('titanium')), part(tube([[0.22, 0.2, 0], [0.28, 0.195, 0], [0.34, 0.17, 0.005], [0.4, 0.12, 0.01], [0.44, 0.06, 0.012]], 0.026, { sides: 32, segments: 80 }), metal('titanium')), [0.26, 0.32].map((x) => part(new THREE.TorusGeometry(0.0265, 0.0015, 8, 48).rotateY(Math.PI / 2), metal('gold'), [x, x === 0.26 ? 0.198 : 0.181, 0.002], [0, 0, x === 0.26 ? -0.06 : -0.4])),
    part(body([[-0.195, 0.053, 0.067], [-0.24, 0.05, 0.062], [-0.285, 0.042, 0.046]].map(([x, a, b]) => ({ c: [x, 0.2 + (x + 0.195) * 0.12, 0], a, b, n: 3 })), { ends: 0 }), tip), part(lathe([[0.024, 0], [0.03, 0], [0.03, 0.07], [0.026, 0.07], [0.024, 0.002]], 48).rotateZ(Math.PI / 2), metal('dark'), [-0.225, 0.192, 0]),
    part(tube([[-0.02, 0.27, -0.02], [-0.03, 0.3, 0.0], [-0.04, 0.33, 0.0]], 0.008), metal('black')), band(-0.03), part(rod([0.17, 0.24, -0.03], [0.25, 0.225, -0.015], 0.005), metal('steel')), part(helix(0.008, 0.05, 9, 0.0016).rotateZ(-1.75), metal('steel'), [0.185, 0.237, -0.028]),
    part(box(0.11, 0.05, 0.001, 0.0004), metal('steel'), [-0.08, 0.2, -0.0525]), lettering(p.brand, 0.1, '#15171a', [-0.08, 0.206, -0.0535]), lettering(p.name, 0.06, '#c8102e', [-0.08, 0.187, -0.0535]),
  ], [0, 0, 0], [0, 0, 0.132])];
}

// A plate with clips and a cup for two canes, one of them there, on a piece of the seat's tube; the cane is shorter than a real one, so that the holder is seen.
function caneHolder(p) {
  const m = plastic(p.hex, 0.45);
  const wood = plastic(p.hex === '#17181b' ? '#9a5f2c' : '#4b2c1a', 0.3);
  const [near, far] = [-0.046, 0.046];
  const arc = (r, from, to) => times(25, (i) => { const a = lerp(from, to, i / 24); return [Math.sin(a) * r, Math.cos(a) * r]; });
  // Open to the front, with lips that lead the cane in.
  const clip = extrude(outline([...arc(0.022, -2.35, 2.35), [0.0245, -0.024], [0.021, -0.027], ...arc(0.0135, 2.2, -2.2), [-0.021, -0.027], [-0.0245, -0.024]]), 0.034, 0.0025).rotateX(Math.PI / 2);
  const cup = roundedRect(0.172, 0.08, 0.036);
  return [
    part(extrude(roundedRect(0.17, 0.29, 0.035), 0.014, 0.004, { holes: [roundedRect(0.03, 0.13, 0.0145, 0, 0.03)] }), m, [0, 0.155, 0.036]),
    part(extrude(cup, 0.075, 0.004, { holes: [near, far].map((x) => circle(x, 0, 0.026)) }).rotateX(Math.PI / 2), m, [0, 0.0395, 0.003]), part(extrude(roundedRect(0.16, 0.07, 0.032), 0.006, 0.001).rotateX(Math.PI / 2), rubber(), [0, 0.003, 0.003]),
    [near, far].map((x) => [0.155, 0.255].map((y) => [part(clip, plastic(p.hex === '#17181b' ? '#33373d' : p.hex, 0.45), [x, y, 0]), part(box(0.02, 0.03, 0.014, 0.003), m, [x, y, 0.026])])), lettering(p.brand, 0.1, ink(p.hex), [0, 0.039, -0.0376]),
    // The cane: its crook turns away from the holder.
    part(rod([near, 0.03, 0], [near, 0.4, 0], 0.0122), wood), part(tube([[near, 0.39, 0], ...arc(0.047, -Math.PI / 2, Math.PI / 2).map(([x, y]) => [near - 0.047 - x, 0.425 + y, 0]), [near - 0.095, 0.408, 0]], 0.0123, { segments: 120, sides: 24 }), wood), part(new THREE.SphereGeometry(0.0123, 24, 16), wood, [near - 0.095, 0.408, 0]), part(lathe([[0.0126, 0], [0.0134, 0.002], [0.0134, 0.014], [0.0126, 0.016]], 40), metal('brass'), [near, 0.36, 0]),
    // The tube and the clamp around it.
    part(rod([0.135, 0.004, 0.05], [0.135, 0.36, 0.05], 0.0145, 40), metal('steel')), [0.006, 0.36].map((y) => part(lathe([[0, -0.006], [0.0165, -0.006], [0.0165, 0.006], [0, 0.006]], 40), rubber(), [0.135, y, 0.05])),
    [0.11, 0.25].map((y) => [part(lathe([[0.0145, -0.018], [0.024, -0.018], [0.024, 0.018], [0.0145, 0.018]], 48), m, [0.135, y, 0.05]), part(box(0.07, 0.03, 0.022, 0.005), m, [0.085, y, 0.05]), part(rod([0.135, y, 0.03], [0.135, y, 0.012], 0.006), metal('steel')), part(lathe([[0, 0], [0.013, 0], [0.015, 0.004], [0.013, 0.012], [0, 0.013]], 10, 0.001).rotateX(-Math.PI / 2), plastic('#17181b', 0.4), [0.135, y, 0.014])]),
  ];
}

const ITEMS = {
  windscreen, 'hand-guards': (p) => mirrored(handGuard(p)), 'crash-bars': crashBars, 'phone-mount': phoneMount, intercom, 'led-lights': ledLights, 'heated-grips': heatedGrips, 'mirror-set': barEndMirrors, 'exhaust-slip-on': slipOn, 'cane-holder': caneHolder,
  'cup-holder': (p) => {
    const m = plastic(p.hex, 0.45);
    return [part(lathe([[0, 0.004], [0.034, 0.004], [0.036, 0.02], [0.042, 0.1], [0.045, 0.1], [0.039, 0.018], [0.037, 0], [0, 0]], 72), m), part(new THREE.TorusGeometry(0.0445, 0.005, 16, 72).rotateX(Math.PI / 2), m, [0, 0.1, 0]), times(6, (i) => part(box(0.003, 0.05, 0.014, 0.001), rubber('#2f6f9f'), [Math.cos(i * 1.047) * 0.038, 0.066, Math.sin(i * 1.047) * 0.038], [0, -i * 1.047, 0])),
      part(new THREE.TorusGeometry(0.055, 0.005, 16, 72).rotateX(Math.PI / 2), metal('black'), [0, 0.082, 0]), mirrored((s) => part(rod([0, 0.082, s * 0.044], [0, 0.082, s * 0.056], 0.004), metal('steel'))), part(tube([[0.055, 0.082, 0], [0.075, 0.075, 0], [0.085, 0.05, 0], [0.085, 0.03, 0]], 0.008), m), part(new THREE.TorusGeometry(0.017, 0.008, 16, 48), m, [0.085, 0.03, 0]), part(rod([0.085, 0.03, -0.06], [0.085, 0.03, 0.06], 0.0125), metal('black')), bolt([0.1, 0.045, -0.009], 0.006),
      part(lathe([[0, 0.008], [0.029, 0.008], [0.04, 0.15], [0.042, 0.152], [0.04, 0.155], [0, 0.155]], 72), plastic('#f3f4f2', 0.35)), part(lathe([[0.0, 0.168], [0.03, 0.168], [0.043, 0.158], [0.043, 0.15]], 72), plastic('#17181b', 0.3)), part(lathe([[0.0366, 0.105], [0.0398, 0.14]], 72), plastic('#8c5a2b', 0.6))];
  },
  winch: (p) => {
    const m = p.hex === '#17181b' ? metal('black') : lacquer(p.hex);
    return [part(lathe([[0, -0.05], [0.06, -0.05], [0.064, -0.03], [0.064, 0.09], [0.058, 0.1], [0, 0.1]], 64).rotateX(Math.PI / 2), m, [0, 0.1, 0.19]), times(9, (i) => part(lathe([[0.064, 0], [0.068, 0.002], [0.068, 0.005], [0.064, 0.007]], 64).rotateX(Math.PI / 2), m, [0, 0.1, 0.16 + i * 0.013])), part(lathe([[0, -0.04], [0.06, -0.04], [0.064, -0.02], [0.064, 0.07], [0, 0.07]], 64).rotateX(Math.PI / 2), m, [0, 0.1, -0.17]),
      part(new THREE.CylinderGeometry(0.038, 0.038, 0.25, 48).rotateX(Math.PI / 2), metal('steel'), [0, 0.1, 0.005]), times(17, (i) => part(new THREE.TorusGeometry(0.047 + (i % 2) * 0.003, 0.007, 12, 48), fabric('#f0641e'), [0, 0.1, -0.09 + i * 0.0118])), [-0.11, 0.12].map((z) => part(box(0.13, 0.14, 0.014, 0.005), metal('dark'), [0, 0.09, z])), [-0.045, 0.045].map((x) => part(rod([x, 0.155, -0.11], [x, 0.155, 0.12], 0.008), metal('steel'))), part(box(0.16, 0.014, 0.5, 0.005), metal('black'), [0, 0.012, 0]),
      part(box(0.016, 0.09, 0.26, 0.006), m, [0.09, 0.07, 0]), part(tube(roundedRect(0.16, 0.04, 0.019).getPoints(8).map((q) => [0.1, 0.075 + q.y, q.x]), 0.009, { closed: true, segments: 120 }), metal('alu')), part(tube([[0.04, 0.12, 0.02], [0.1, 0.078, 0.02], [0.17, 0.06, 0.01]], 0.006), fabric('#f0641e')), part(tube([[0.17, 0.06, 0.01], [0.2, 0.085, 0.01], [0.235, 0.075, 0.01], [0.245, 0.045, 0.01], [0.22, 0.02, 0.01], [0.2, 0.03, 0.01]], 0.0085), metal('steel')), part(box(0.05, 0.03, 0.002), rubber('#c8102e'), [0.175, 0.02, 0.01]),
      part(lathe([[0, 0], [0.02, 0], [0.02, 0.02], [0, 0.02]], 6, 0).rotateX(-Math.PI / 2), metal('alu'), [0, 0.1, -0.215]), part(box(0.014, 0.05, 0.014, 0.004), metal('alu'), [0, 0.12, -0.24]), part(surface((u, v) => { const k = lerp(0.35, 0.8, v); return [Math.cos(k) * 0.0653, 0.1 + Math.sin(k) * 0.0653, lerp(-0.11, -0.188, u)]; }, 8, 12), new THREE.MeshStandardMaterial({ map: texture(512, 190, (c, w, h) => write(c, p.brand, w / 2, h / 2, h * 0.42, p.hex === '#17181b' ? '#f3f4f2' : ink(p.hex), { italic: true })), transparent: true, depthWrite: false, roughness: 0.4 })),
      group([part(box(0.05, 0.11, 0.024, 0.01), rubber('#202327')), [0.024, -0.006].map((y, i) => part(lathe([[0, 0.004], [0.011, 0.003], [0.012, 0], [0, 0]], 32).rotateX(-Math.PI / 2), rubber(i ? '#c8102e' : '#2f7d3b'), [0, y, -0.0125]))], [0.12, 0.06, -0.26], [-0.2, 0.4, 0.2])];
  },
  'snow-plough': (p) => {
    const f = (g) => (u, v) => { const a = (u - 0.5) * 1.37; const k = (v - 0.42) * 2.1; return [0.24 - Math.cos(k) * 0.34 * (1 + 0.08 * u) + g + 0.3, 0.04 + v * 0.46 * (1 + 0.12 * u), a]; };
    const m = lacquer(p.hex);
    return [group([part(surface(f(0), 60, 40), m), part(surface(f(-0.008), 40, 30), metal('dark')), times(5, (i) => part(surface((u, v) => { const q = f(-0.005)(0.04 + i * 0.23, v); return [q[0] - u * 0.07 * Math.sin(v * Math.PI) - 0.01, q[1], q[2]]; }, 4, 30), m)), part(box(0.014, 0.06, 1.38, 0.004), metal('steel'), [f(0)(0.5, 0)[0] + 0.01, 0.045, 0]), times(9, (i) => bolt([f(0)(0.5, 0)[0] + 0.019, 0.055, -0.6 + i * 0.15], 0.011, [0, 0, -1.57])), part(tube(times(20, (i) => f(0)(i / 19, 1)), 0.011), metal('black')), mirrored((s) => part(rod([f(0)(0.5 + s * 0.48, 0.98)[0], 0.5, s * 0.66], [f(0)(0.5 + s * 0.48, 0.98)[0] - 0.02, 0.78, s * 0.66], 0.007), plastic('#f0641e', 0.4))),
      mirrored((s) => part(rod([0.1, 0.12, s * 0.22], [-0.66, 0.2, s * 0.16], 0.025), metal('black'))), part(rod([0.02, 0.14, -0.3], [0.02, 0.14, 0.3], 0.026), metal('black')), part(rod([-0.62, 0.2, -0.2], [-0.62, 0.2, 0.2], 0.022), metal('black')), mirrored((s) => [part(rod([0.06, 0.36, s * 0.18], [-0.1, 0.16, s * 0.18], 0.012), metal('steel')), part(helix(0.022, 0.16, 9, 0.004).rotateZ(0.67), metal('steel'), [-0.06, 0.2, s * 0.18])]), mirrored((s) => part(lathe([[0, 0], [0.05, 0], [0.055, 0.01], [0.02, 0.03], [0.02, 0.1], [0, 0.1]], 40), metal('black'), [0.16, 0.0, s * 0.42])),
      painted((u, v) => f(0.004)(lerp(0.74, 0.26, u), lerp(0.48, 0.77, v)), p.brand, ink(p.hex), 4.6)])];
  },
  'roof-canopy': (p) => {
    const m = p.hex === '#17181b' ? plastic('#1b1d20', 0.5) : plastic(p.hex, 0.5);
    const f = (g) => (u, v) => { const a = u * 2 - 1; const k = v * 2 - 1; return [k * 0.72, 0.06 + g - a ** 4 * 0.05 - k ** 4 * 0.05 + 0.02 * Math.max(0, Math.cos(a * 9.4)) ** 3 * (1 - k ** 6) , a * (0.66 - 0.06 * k ** 2)]; };
    const edge = [...times(30, (i) => f(0)(i / 30, 0)), ...times(30, (i) => f(0)(1, i / 30)), ...times(30, (i) => f(0)(1 - i / 30, 1)), ...times(30, (i) => f(0)(0, 1 - i / 30))];
    return [group([part(surface(f(0.012), 90, 70), m), part(surface(f(-0.012), 40, 30), plastic('#26292d', 0.6)), part(tube(edge, 0.016, { closed: true, segments: 300 }), m), part(surface((u, v) => f(0.0145)(u, lerp(34.6, 35.4, v) / 70), 90, 2), rubber()), times(4, (i) => part(box(0.05, 0.035, 0.03, 0.006), metal('black'), [i % 2 ? 0.6 : -0.6, -0.01, i < 2 ? -0.6 : 0.6])), part(box(0.05, 0.05, 0.86, 0.012), metal('black'), [0.735, 0.055, 0]), times(8, (i) => [part(box(0.008, 0.036, 0.088, 0.004), light('#f4fbff', 1), [0.761, 0.055, -0.36 + i * 0.103])]), painted((u, v) => f(0.0155)(lerp(0.3, 0.4, v), lerp(0.9, 0.54, u)), p.brand, ink(p.hex), 4)], [0, 0.1, 0], [0, 0, 0.02])];
  },
  canopy: (p) => {
    const f = (u, v) => { const a = u * 2 - 1; const k = v * 2 - 1; return [k * 0.56 - 0.05, 1.5 - a * a * 0.08 - k * k * 0.1 + 0.012 * Math.cos(k * 12), a * 0.36]; };
    const valance = (u, v) => { const q = f(u, 0.999); return [q[0] + 0.004, q[1] - v * (0.07 + 0.018 * Math.abs(Math.cos(u * 25))), q[2]]; };
    const side = (s) => (u, v) => { const q = f(s > 0 ? 1 : 0, u); return [q[0], q[1] - v * (0.07 + 0.018 * Math.abs(Math.cos(u * 31))), q[2]]; };
    return [part(surface(f, 50, 60), fabric(p.hex)), part(surface(valance, 100, 4), fabric(p.hex)), mirrored((s) => part(surface(side(s), 120, 4), fabric(p.hex))), [0.0, 0.33, 0.66, 1].map((v) => part(tube(times(13, (i) => f(i / 12, v).map((c, n) => (n === 1 ? c - 0.008 : c))), 0.007), metal('steel'))),
      mirrored((s) => [part(tube([[-0.5, 0.02, s * 0.2], [-0.52, 0.5, s * 0.24], [-0.55, 1.0, s * 0.34], [-0.6, 1.36, s * 0.36]], 0.011), metal('steel')), part(tube([[0.3, 0.02, s * 0.18], [0.36, 0.5, s * 0.3], [0.46, 1.0, s * 0.34], [0.5, 1.36, s * 0.36]], 0.011), metal('steel'))]), part(surface((u, v) => [0.33 + v * 0.17, 0.36 + v * 0.98, (u - 0.5) * (0.56 + v * 0.14)], 20, 20), glass('#c9d6df', 0.28)), part(tube([[0.33, 0.36, -0.28], [0.33, 0.36, 0.28], [0.5, 1.34, 0.35], [0.5, 1.34, -0.35]], 0.009, { closed: true, tension: 0.02, segments: 160 }), fabric(shade(p.hex, -0.1))), part(rod([-0.5, 0.02, -0.2], [-0.5, 0.02, 0.2], 0.011), metal('steel')), part(rod([0.3, 0.02, -0.18], [0.3, 0.02, 0.18], 0.011), metal('steel')), part(lathe([[0, -0.32], [0.03, -0.32], [0.03, 0.32], [0, 0.32]], 32).rotateX(Math.PI / 2), glass('#c9d6df', 0.5), [0.5, 1.34, 0])];
  },
};

export function build({ paint, accent, params }) {
  release();
  return group(ITEMS[params.item ?? params.shape]({ hex: paint, accent, ...params }));
}
