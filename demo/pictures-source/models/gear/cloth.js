// Soft goods: limbs and pads of cloth, and patterns that are cut, sewn and printed on their surface.
import { curve, lerp, part, surface, TAU, V } from './shapes.js';
import { canvas, drawing, shade, write } from './surfaces.js';

/** Sleeve, leg or finger: a skin of changing radius along a path, with creases. Returns f(grow) → (u, v) → point. */
export function limb(points, radii, { flat = 1, folds = 0.004, seed = 1, closeEnd = 0, across = [0, 0, 1] } = {}) {
  const path = curve(points);
  const at = (t) => {
    const n = radii.length - 1;
    const i = Math.min(Math.floor(t * n), n - 1);
    const k = t * n - i;
    return lerp(radii[i], radii[i + 1], k * k * (3 - 2 * k));
  };
  return (grow = 0) => (u, v) => {
    const p = path.getPointAt(v);
    const tangent = path.getTangentAt(v);
    const side = V(...across).addScaledVector(tangent, -tangent.dot(V(...across))).normalize();
    const up = V().crossVectors(side, tangent).normalize();
    const k = u * TAU;
    const crease = folds * Math.sin(v * 34 + seed + Math.sin(k * 2 + seed) * 1.6) * Math.sin(v * Math.PI) ** 0.5 * (0.4 + 0.6 * Math.sin(k + seed) ** 2);
    const close = closeEnd && v > 1 - closeEnd ? Math.sqrt(Math.max(1 - ((v - 1 + closeEnd) / closeEnd) ** 2, 0)) : 1;
    const r = (at(v) + crease) * close + grow;
    return p.addScaledVector(side, Math.cos(k) * r * flat).addScaledVector(up, Math.sin(k) * r).toArray();
  };
}

/** A padded piece on a skin f(grow): thick in the middle, tucked in at its edges. */
export function pad(f, [u0, u1], [v0, v1], thick, { sharp = 6, nu = 32, nv = 32, channels = 0, base = 0.001 } = {}) {
  return surface((u, v) => {
    const edge = (1 - Math.abs(2 * u - 1) ** sharp) * (1 - Math.abs(2 * v - 1) ** sharp);
    const groove = channels ? 1 - 0.35 * Math.abs(Math.cos(v * channels * Math.PI)) ** 10 : 1;
    return f(base + thick * Math.max(edge, 0) ** 0.5 * groove)(lerp(u0, u1, u), lerp(v0, v1, v));
  }, nu, nv);
}

/** Cut and sewn: everything is drawn into the colour and into the relief at once; points are [u, v] in 0..1. */
export class Pattern {
  constructor(hex, { width = 2048, height = 1024, cell = 10, relief = 0.8 } = {}) {
    Object.assign(this, { hex, width, height, relief });
    this.colour = canvas(width, height, (c) => {
      c.fillStyle = hex;
      c.fillRect(0, 0, width, height);
    });
    this.bump = canvas(width, height, (c) => {
      c.fillStyle = '#808080';
      c.fillRect(0, 0, width, height);
      c.fillStyle = 'rgba(255,255,255,0.16)';
      for (let y = 0; y < height; y += cell) for (let x = (y / cell) % 2 ? cell / 2 : 0; x < width; x += cell) c.fillRect(x, y, cell * 0.6, cell * 0.6);
    });
  }
  pens() {
    return [this.colour.getContext('2d'), this.bump.getContext('2d')];
  }
  trace(c, points, close) {
    c.beginPath();
    points.forEach(([u, v], i) => c[i ? 'lineTo' : 'moveTo'](u * this.width, (1 - v) * this.height));
    if (close) c.closePath();
  }
  panel(points, hex, height = 0.6) {
    const [c, b] = this.pens();
    this.trace(c, points, true);
    c.fillStyle = hex;
    c.fill();
    this.trace(b, points, true);
    b.fillStyle = `rgba(${height > 0.5 ? '255,255,255' : '0,0,0'},${Math.abs(height - 0.5)})`;
    b.fill();
    this.seam([...points, points[0]]);
    return this;
  }
  seam(points, width = 5) {
    const [c, b] = this.pens();
    for (const [pen, style, w, dash] of [[c, 'rgba(0,0,0,0.35)', width, []], [b, '#202020', width * 1.4, []], [c, shade(this.hex, 0.16), width * 0.4, [12, 8]], [b, '#ffffff', width * 0.5, [12, 8]]]) {
      this.trace(pen, points);
      pen.strokeStyle = style;
      pen.lineWidth = w;
      pen.setLineDash(dash);
      pen.stroke();
    }
    return this;
  }
  zip(points, hex = '#8d9298') {
    const [c, b] = this.pens();
    for (const [pen, style, w, dash] of [[c, '#0c0d0e', 34, []], [b, '#909090', 34, []], [c, hex, 16, [6, 5]], [b, '#ffffff', 16, [6, 5]], [c, '#22252a', 3, []]]) {
      this.trace(pen, points);
      pen.strokeStyle = style;
      pen.lineWidth = w;
      pen.setLineDash(dash);
      pen.stroke();
    }
    return this;
  }
  text(word, u, v, size, hex, options = {}) {
    const c = this.pens()[0];
    c.save();
    c.translate(u * this.width, (1 - v) * this.height);
    c.scale(options.stretch ?? 1, options.flip ?? 1);
    if (options.turn) c.rotate(options.turn);
    write(c, word, 0, 0, size, hex, options);
    c.restore();
    return this;
  }
  /** Perforated or ribbed area. */
  dots(u0, u1, v0, v1, step = 18, hex = 'rgba(0,0,0,0.55)') {
    for (const [i, pen] of this.pens().entries()) {
      pen.fillStyle = i ? '#000000' : hex;
      for (let y = (1 - v1) * this.height; y < (1 - v0) * this.height; y += step)
        for (let x = u0 * this.width; x < u1 * this.width; x += step) {
          pen.beginPath();
          pen.arc(x + ((y / step) % 2 ? step / 2 : 0), y, step * 0.22, 0, TAU);
          pen.fill();
        }
    }
    return this;
  }
  ribs(u0, u1, v0, v1, count, hex = 'rgba(0,0,0,0.3)') {
    for (let i = 0; i <= count; i++) {
      const v = lerp(v0, v1, i / count);
      const [c, b] = this.pens();
      for (const [pen, style] of [[c, hex], [b, '#101010']]) {
        this.trace(pen, [[u0, v], [u1, v]]);
        pen.strokeStyle = style;
        pen.lineWidth = 6;
        pen.setLineDash([]);
        pen.stroke();
      }
    }
    return this;
  }
  material(base) {
    const m = base.clone();
    m.userData = {};
    m.color.set('#ffffff');
    m.map = drawing(this.colour);
    m.bumpMap = drawing(this.bump, false);
    m.bumpScale = this.relief * 4;
    return m;
  }
}

export const skin = (f, material, nu = 96, nv = 96) => part(surface(f, nu, nv, true), material);
