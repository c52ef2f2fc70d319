// Every model takes its materials from here, so that paint, rubber and metal look the same over the whole range.
import * as THREE from 'three';
import { randoms } from './random.js';

export { randoms };

const cache = new Map();
function once(key, make) {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key);
}

function textureOf(size, draw, { metres, colour = false }) {
  const canvas = new OffscreenCanvas(size, size);
  const pen = canvas.getContext('2d');
  draw(pen, size);
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.repeat.set(1 / metres, 1 / metres);
  texture.anisotropy = 8;
  if (colour) texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

const speckle = (metres, cell, seed) => once(`speckle${metres}/${cell}`, () => textureOf(256, (pen, size) => {
  const random = randoms(seed);
  pen.fillStyle = '#808080';
  pen.fillRect(0, 0, size, size);
  for (let i = 0; i < (size * size) / (cell * cell) * 1.6; i++) {
    const shade = 80 + Math.floor(random() * 150);
    pen.fillStyle = `rgba(${shade},${shade},${shade},0.7)`;
    const x = random() * size, y = random() * size, r = cell * (0.3 + random() * 0.5);
    for (const dx of [0, size, -size]) for (const dy of [0, size, -size]) {
      pen.beginPath();
      pen.ellipse(x + dx, y + dy, r, r * (0.6 + random() * 0.4), random() * 3, 0, 7);
      pen.fill();
    }
  }
}, { metres }));

const weave = () => once('weave', () => textureOf(128, (pen, size) => {
  const cell = size / 8;
  for (let i = 0; i < 8; i++) for (let j = 0; j < 8; j++) {
    const warp = (i + j) % 2 === 0;
    const ramp = pen.createLinearGradient(i * cell, j * cell, i * cell + (warp ? cell : 0), j * cell + (warp ? 0 : cell));
    ramp.addColorStop(0, '#222'); ramp.addColorStop(0.5, warp ? '#fff' : '#aaa'); ramp.addColorStop(1, '#222');
    pen.fillStyle = ramp;
    pen.fillRect(i * cell, j * cell, cell, cell);
  }
}, { metres: 0.02 }));

const twill = () => once('twill', () => textureOf(128, (pen, size) => {
  const cell = size / 8;
  for (let i = 0; i < 8; i++) for (let j = 0; j < 8; j++) {
    pen.fillStyle = (i + j) % 4 < 2 ? '#26282b' : '#0d0e10';
    pen.fillRect(i * cell, j * cell, cell, cell);
  }
}, { metres: 0.03, colour: true }));

// Marks a material whose texture is measured in metres: the studio lays it on by the surface's direction.
const inMetres = (material) => Object.assign(material, { userData: { inMetres: true } });
const physical = (options) => new THREE.MeshPhysicalMaterial(options);

// Clearcoat over a base; `finish`: gloss, metallic, pearl, matt. Without one, the colour chooses.
export function paint(hex, finish) {
  const hsl = new THREE.Color(hex).getHSL({});
  const kind = finish ?? (hsl.l > 0.85 || hsl.l < 0.12 ? 'gloss' : hsl.s < 0.35 ? 'metallic' : 'pearl');
  return once(`paint${hex}${kind}`, () => physical({
    color: new THREE.Color(hex).multiplyScalar(hsl.l > 0.8 ? 0.72 : 0.82), side: THREE.DoubleSide, specularIntensity: 0.3, // the gloss is the clearcoat's, a second one beneath it only greys the colour
    metalness: { gloss: 0, pearl: 0.18, metallic: 0.55, matt: 0.1 }[kind],
    roughness: { gloss: 0.4, pearl: 0.38, metallic: 0.34, matt: 0.55 }[kind],
    clearcoat: kind === 'matt' ? 0.15 : 1, clearcoatRoughness: kind === 'matt' ? 0.5 : 0.035,
  }));
}

const METALS = {
  steel: ['#a9adb2', 0.28], alu: ['#c3c6ca', 0.34], cast: ['#8e9297', 0.5], dark: ['#54575c', 0.42], black: ['#2a2b2e', 0.36],
  gold: ['#c99a3c', 0.26], titanium: ['#8d8680', 0.3], brass: ['#b8923f', 0.32], copper: ['#b06a45', 0.34], gunmetal: ['#55595f', 0.36], magnesium: ['#6d6453', 0.45],
};
export function metal(kind = 'steel') {
  const [color, roughness] = METALS[kind];
  return once(`metal${kind}`, () => new THREE.MeshStandardMaterial({ color, roughness, metalness: kind === 'black' ? 0.3 : 1, side: THREE.DoubleSide }));
}
export const chrome = () => once('chrome', () => new THREE.MeshStandardMaterial({ color: '#e4e6e8', roughness: 0.06, metalness: 1, side: THREE.DoubleSide }));
export const anodised = (hex) => once(`anodised${hex}`, () => new THREE.MeshStandardMaterial({ color: hex, roughness: 0.27, metalness: 0.95, side: THREE.DoubleSide }));
export const rubber = (hex = '#2c2d2f') => once(`rubber${hex}`, () => inMetres(new THREE.MeshStandardMaterial({
  color: hex, roughness: 0.68, bumpMap: speckle(0.05, 3, 5), bumpScale: 0.3, side: THREE.DoubleSide })));
export const plastic = (hex = '#2a2b2e', roughness = 0.5) => once(`plastic${hex}${roughness}`, () => inMetres(new THREE.MeshStandardMaterial({
  color: hex, roughness, bumpMap: speckle(0.03, 3, 9), bumpScale: roughness > 0.45 ? 0.35 : 0.05, side: THREE.DoubleSide })));
// Moulded-in colour, as on off-road bodywork: glossy, no clearcoat.
export const gloss = (hex) => once(`gloss${hex}`, () => physical({ color: new THREE.Color(hex).multiplyScalar(0.76), roughness: 0.32, clearcoat: 0.6, clearcoatRoughness: 0.15, side: THREE.DoubleSide }));
// No transmission: a transparent picture has nothing behind the glass to refract.
export const glass = (tint = '#15181c', opacity = 0.42) => once(`glass${tint}${opacity}`, () => physical({
  color: tint, roughness: 0.03, metalness: 0, transparent: true, opacity, clearcoat: 1, clearcoatRoughness: 0.02,
  envMapIntensity: 1.5, side: THREE.DoubleSide, depthWrite: false }));
// A windscreen: what stands behind keeps its colour under a thin tint; of what the pane mirrors only the brightest lies over both, softly.
export const pane = (tint = '#25303a', opacity = 0.1) => once(`pane${tint}${opacity}`, () => Object.assign(new THREE.MeshStandardMaterial({
  color: tint, roughness: 0.24, transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false }), {
  onBeforeCompile: (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <opaque_fragment>', `
      float shine = 0.2 * smoothstep(0.05, 0.4, max(totalSpecular.r, max(totalSpecular.g, totalSpecular.b)));
      float cover = mix(diffuseColor.a, 1.0, shine);
      outgoingLight = (totalDiffuse * diffuseColor.a + vec3(shine)) / cover;
      diffuseColor.a = cover;
      #include <opaque_fragment>`);
  },
}));
export const lens = (hex = '#8f1018') => once(`lens${hex}`, () => physical({
  color: hex, roughness: 0.12, clearcoat: 1, clearcoatRoughness: 0.02, emissive: hex, emissiveIntensity: 0.35, side: THREE.DoubleSide }));
// Brighter than this only makes jagged edges: samples are averaged before the tone curve.
export const light = (hex = '#ffffff', strength = 1.2) => once(`light${hex}${strength}`, () => new THREE.MeshStandardMaterial({
  color: hex, emissive: hex, emissiveIntensity: Math.min(strength, 1.25), roughness: 0.4, side: THREE.DoubleSide }));
export const leather = (hex = '#242426') => once(`leather${hex}`, () => inMetres(physical({
  color: hex, roughness: 0.58, sheen: 0.25, sheenRoughness: 0.6, bumpMap: speckle(0.05, 7, 3), bumpScale: 1.2, side: THREE.DoubleSide })));
export const fabric = (hex = '#2a2c30') => once(`fabric${hex}`, () => inMetres(physical({
  color: hex, roughness: 0.92, sheen: 0.5, sheenRoughness: 0.7, sheenColor: new THREE.Color(hex).offsetHSL(0, 0, 0.2), bumpMap: weave(), bumpScale: 1.4, side: THREE.DoubleSide })));
export const carbon = () => once('carbon', () => inMetres(physical({
  color: '#ffffff', map: twill(), roughness: 0.4, metalness: 0.3, clearcoat: 1, clearcoatRoughness: 0.05, side: THREE.DoubleSide })));
export const foam = (hex = '#2b2b2e') => once(`foam${hex}`, () => inMetres(new THREE.MeshStandardMaterial({
  color: hex, roughness: 1, bumpMap: speckle(0.02, 5, 11), bumpScale: 2, side: THREE.DoubleSide })));

// Lays texture coordinates in metres by the direction each triangle faces.
export function boxUv(geometry) {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  const { position, normal } = flat.attributes;
  const uv = new Float32Array(position.count * 2);
  for (let i = 0; i < position.count; i += 3) {
    let nx = 0, ny = 0, nz = 0;
    for (let k = 0; k < 3; k++) { nx += normal.getX(i + k); ny += normal.getY(i + k); nz += normal.getZ(i + k); }
    const ax = Math.abs(nx), ay = Math.abs(ny), az = Math.abs(nz);
    for (let k = 0; k < 3; k++) {
      const x = position.getX(i + k), y = position.getY(i + k), z = position.getZ(i + k);
      uv.set(az >= ax && az >= ay ? [x, y] : ay >= ax ? [x, z] : [z, y], (i + k) * 2);
    }
  }
  flat.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
  return flat;
}
