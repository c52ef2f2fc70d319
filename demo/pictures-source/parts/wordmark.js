import * as THREE from 'three';

const cache = new Map();

/** Material that shows a word and is clear elsewhere, to lie on a panel whose uv runs 0..1. */
export function wordmark(word, colour = '#ffffff', { weight = 800, italic = true, aspect = 4, spacing = 0.06 } = {}) {
  const key = [word, colour, weight, italic, aspect].join();
  if (cache.has(key)) return cache.get(key);
  const canvas = new OffscreenCanvas(Math.round(192 * aspect), 192);
  const pen = canvas.getContext('2d');
  pen.font = `${italic ? 'italic ' : ''}${weight} 132px "DejaVu Sans", sans-serif`;
  pen.letterSpacing = `${Math.round(132 * spacing)}px`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = colour;
  const fit = Math.min(1, (canvas.width * 0.94) / pen.measureText(word).width);
  pen.translate(canvas.width / 2, 100);
  pen.scale(fit, Math.min(1, fit * 1.25));
  pen.fillText(word, 0, 0);
  const map = new THREE.CanvasTexture(canvas);
  map.colorSpace = THREE.SRGBColorSpace;
  map.anisotropy = 8;
  const material = new THREE.MeshPhysicalMaterial({ map, transparent: true, roughness: 0.4, clearcoat: 0.6, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2, side: THREE.DoubleSide, depthWrite: false });
  cache.set(key, material);
  return material;
}

const luminance = (hex) => { const c = new THREE.Color(hex); return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; };

/** Ink that can be read on a paint. */
const inkOn = (hex, dark = '#1b1d20', light = '#f4f5f6') => (luminance(hex) > 0.3 ? dark : light);

/** Word in an ink that suits the body's paint; it changes with it when the vehicle is painted again. */
export function inked(word, paint, { dark, light, ...options } = {}, material) {
  const printed = wordmark(word, inkOn(paint, dark, light), options);
  const ownMaterial = material ?? printed.clone();
  ownMaterial.map = printed.map;
  ownMaterial.userData = { ink: { word, options: { dark, light, ...options } } };
  return ownMaterial;
}
