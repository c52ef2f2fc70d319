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
  return sanitizeHtml(source.replace(/^\uFEFF/, ''), {
    allowedTags: [...shapes, ...paint, ...effects],
    // The sanitiser calls style elements vulnerable because they may load external files, and writes their text as it
    // reads it, with entities and CDATA resolved: a `<` of it would be a tag, an `&` could hide what reaches out.
    allowVulnerableTags: true,
    exclusiveFilter: ({ tag, text }) => tag === 'style' && (/[<&]/.test(text) || reachesOut(text)),
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
  }).trim();
}
