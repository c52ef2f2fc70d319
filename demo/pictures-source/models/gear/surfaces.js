// Drawn surfaces: decals, printed and stitched textures made on a canvas.
import * as THREE from 'three';
import { part, random } from './shapes.js';

// Drawings belong to one picture: the next model gives the memory of the last one's back.
const drawn = new Set();
export function release() {
  for (const t of drawn) t.dispose();
  drawn.clear();
}
export function drawing(element, color = true) {
  const t = new THREE.CanvasTexture(element);
  t.colorSpace = color ? THREE.SRGBColorSpace : THREE.NoColorSpace;
  t.anisotropy = 8;
  t.wrapS = t.wrapT = THREE.RepeatWrapping;
  drawn.add(t);
  return t;
}

export function canvas(width, height, draw, seed = 1) {
  const element = document.createElement('canvas');
  element.width = width;
  element.height = height;
  const c = element.getContext('2d');
  draw(c, width, height, random(seed));
  return element;
}

export function texture(width, height, draw, { seed = 1, color = true } = {}) {
  return drawing(canvas(width, height, draw, seed), color);
}

/** A copy of a material whose colour comes from a drawing, with an optional relief. */
export function printed(material, map, bumpMap, bumpScale = 1) {
  const m = material.clone();
  // The drawing follows the surface's own u and v, so the material must not be laid on in metres.
  m.userData = {};
  m.bumpMap = null;
  if (map) {
    m.map = map;
    m.color.set('#ffffff');
  }
  if (bumpMap) {
    m.bumpMap = bumpMap;
    m.bumpScale = bumpScale;
  }
  return m;
}

export function shade(hex, amount) {
  const c = new THREE.Color(hex);
  const hsl = c.getHSL({});
  return `#${c.setHSL(hsl.h, hsl.s, Math.min(1, Math.max(0, hsl.l + amount))).getHexString()}`;
}
export const ink = (hex) => {
  const c = new THREE.Color(hex).convertLinearToSRGB();
  return c.r * 0.3 + c.g * 0.59 + c.b * 0.11 > 0.55 ? '#14161a' : '#f5f5f2';
};

const FONT = '"Liberation Sans", "DejaVu Sans", Arial, sans-serif';
export function write(c, text, x, y, size, fill, { weight = 800, italic = false, align = 'center', spacing = 0 } = {}) {
  c.font = `${italic ? 'italic ' : ''}${weight} ${size}px ${FONT}`;
  c.textAlign = align;
  c.textBaseline = 'middle';
  c.letterSpacing = `${spacing}px`;
  c.fillStyle = fill;
  c.fillText(text, x, y);
}

/** Flat lettering of the given width, read from −z (the side that the camera stands on). */
export function lettering(text, width, hex, at, turn = [0, 0, 0], options = {}) {
  const px = 1024;
  const ratio = options.ratio ?? 4.5;
  const map = texture(px, px / ratio, (c, w, h) => {
    const { size = 0.8 } = options;
    c.font = `${options.italic ? 'italic ' : ''}800 ${h * size}px ${FONT}`;
    const fit = Math.min(1, (w * 0.96) / c.measureText(text).width);
    write(c, text, w / 2, h / 2, h * size * fit, hex, options);
  });
  const material = new THREE.MeshStandardMaterial({
    map, transparent: true, roughness: 0.4, polygonOffset: true, polygonOffsetFactor: -2, depthWrite: false,
    ...options.material,
  });
  const mesh = part(new THREE.PlaneGeometry(width, width / ratio).rotateY(Math.PI), material, at, turn);
  mesh.castShadow = false;
  return mesh;
}

/** A printed panel (label, instrument, sticker) read from −z. */
export function label(width, height, draw, at, turn = [0, 0, 0], { px = 512, seed = 1, roughness = 0.45, emissive = 0 } = {}) {
  const map = texture(px, Math.round((px * height) / width), draw, { seed });
  const material = new THREE.MeshStandardMaterial({ map, roughness, transparent: true, polygonOffset: true, polygonOffsetFactor: -2 });
  if (emissive) Object.assign(material, { emissive: new THREE.Color('#ffffff'), emissiveMap: map, emissiveIntensity: emissive });
  const mesh = part(new THREE.PlaneGeometry(width, height).rotateY(Math.PI), material, at, turn);
  mesh.castShadow = false;
  return mesh;
}
