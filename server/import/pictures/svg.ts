import sanitizeHtml from 'sanitize-html';

const shapes = [
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
];
const paint = ['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'text', 'tspan', 'style'];
const effects = [
  'filter',
  'feGaussianBlur',
  'feOffset',
  'feMerge',
  'feMergeNode',
  'feFlood',
  'feComposite',
  'feColorMatrix',
  'feBlend',
];

/** Whether a style or an attribute refers outside the file: anything but `url(#…)`. A backslash could hide it. */
const reachesOut = (value: string): boolean => /@import|url\(\s*(?!["']?#)|javascript:|expression\(|\\/i.test(value);

/** An SVG of shapes and paint only: no script, foreign object, event attribute or external reference. */
export function cleanSvg(source: string): string {
  const clean = sanitizeHtml(source.replace(/^\uFEFF/, ''), {
    allowedTags: [...shapes, ...paint, ...effects],
    // The sanitiser calls style elements vulnerable because they may load external files; the last line prevents
    // that.
    allowVulnerableTags: true,
    allowedAttributes: false,
    nonTextTags: ['script', 'foreignObject', 'textarea', 'option', 'noscript'],
    parseStyleAttributes: false,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: {
      '*': (tagName, attributes) => {
        const safeAttributes = Object.entries(attributes).filter(([name, value]) => {
          if (/^on/i.test(name)) return false;
          if (/(?:^|:)href$/i.test(name)) return value.startsWith('#');
          return !reachesOut(value);
        });
        return { tagName, attribs: Object.fromEntries(safeAttributes) };
      },
    },
  });
  return clean
    .replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (style, css: string) => (reachesOut(css) ? '' : style))
    .trim();
}
