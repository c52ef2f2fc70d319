/** Colour arithmetic in OKLCH (Björn Ottosson, https://bottosson.github.io/posts/oklab/) and contrast by WCAG 2.2. */
export type Oklch = { l: number; c: number; h: number };

const toLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const fromLinear = (v: number): number => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** `#rrggbb` → linear light, 0–1 each. @throws RangeError for anything else. */
function linearOf(hex: string): [number, number, number] {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!digits) throw new RangeError(`not a colour: ${hex}`);
  return digits.slice(1).map((pair) => toLinear(Number.parseInt(pair, 16) / 255)) as [number, number, number];
}

export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

function linearFromOklch({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ];
}

/** Nearest `#rrggbb`: chroma is reduced until the colour is inside sRGB. */
export function toHex(colour: Oklch): string {
  let { c } = colour;
  let rgb = linearFromOklch(colour);
  while (c > 0 && rgb.some((v) => v < -0.001 || v > 1.001)) {
    c -= 0.004;
    rgb = linearFromOklch({ ...colour, c: Math.max(c, 0) });
  }
  const pair = (v: number) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, v))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(pair).join('')}`;
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1–21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `hex` made darker or lighter until its contrast with every ground is at least `ratio`. */
export function readableOn(hex: string, grounds: string[], direction: 'darker' | 'lighter', ratio = 4.5): string {
  const colour = toOklch(hex);
  const enough = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= ratio);
  let candidate = hex;
  while (!enough(candidate) && colour.l > 0 && colour.l < 1) {
    colour.l += direction === 'darker' ? -0.01 : 0.01;
    candidate = toHex(colour);
  }
  return enough(candidate) ? candidate : direction === 'darker' ? '#000000' : '#ffffff';
}

/**
 * Near-black or white, whichever has more contrast. One of them always reaches 4.5:1, which a lighter black would not
 * guarantee.
 */
export const inkOn = (ground: string): string =>
  contrast(ground, '#ffffff') >= contrast(ground, '#050506') ? '#ffffff' : '#050506';

/** The same colour, lighter by `amount` (darker when negative), 0–1 of OKLCH lightness. */
export function shade(hex: string, amount: number): string {
  const colour = toOklch(hex);
  return toHex({ ...colour, l: Math.min(1, Math.max(0, colour.l + amount)) });
}
