import { expect, test } from 'vitest';
import { cleanSvg } from '../import/pictures/svg.ts';
import { sanitizeRichText } from './rich-text.ts';

const clean = (source: string): string =>
  sanitizeRichText(source).render((path) => ({ src: `/media/${path.split('/').at(-1)}` }));

test.each([
  ['<p onclick="x()" style="color:red" class="a">טקסט</p>', '<p>טקסט</p>'],
  ['<script>alert(1)</script><p>א</p><style>p{}</style>', '<p>א</p>'],
  ['<h1>כותרת</h1><h4>תת</h4><b>ב</b><i>נ</i>', '<h2>כותרת</h2><h3>תת</h3><strong>ב</strong><em>נ</em>'],
  ['<a href="javascript:alert(1)">א</a>', '<a>א</a>'],
  ['<a href="//evil.example/">א</a>', '<a>א</a>'],
  ['<a href="/page/terms" target="_blank">א</a>', '<a href="/page/terms">א</a>'],
  [
    '<a href="https://guide.example/?a=1&amp;b=2">א</a>',
    '<a href="https://guide.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">א</a>',
  ],
  ['<img src="https://evil.example/x.png"><img src="data:image/png;base64,AA"><p>א</p>', '<p>א</p>'],
  ['<img src="files/a.png" alt="תמונה" onerror="x()">', '<img src="/media/a.png" loading="lazy" alt="תמונה" />'],
  ['<iframe src="https://evil.example"></iframe><form><input></form>א', 'א'],
  ['<p>שוקל 88\n  ק״ג, ו<strong>1,103</strong> סמ״ק</p>', '<p>שוקל 88\u00a0ק״ג, ו<strong>1,103</strong> סמ״ק</p>'],
  ['<table><tr><td colspan="2" width="9">א</td></tr></table>', '<table><tr><td colspan="2">א</td></tr></table>'],
])('%s', (source, expected) => {
  expect(clean(source)).toBe(expected);
});

const film = 'href="https://www.youtube.com/embed/aqz-KE-bpKQ" rel="noopener noreferrer nofollow" target="_blank"';

test.each([
  [
    'א<iframe src="//www.youtube.com/embed/aqz-KE-bpKQ" title="רכיבה" onload="x()"></iframe>',
    `א<p><a ${film}>רכיבה</a></p>`,
  ],
  ['<p><iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe></p>', `<p><a ${film}>סרטון</a></p>`],
  [
    '<figure class="w"><div><iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe></div></figure>',
    `<figure><p><a ${film}>סרטון</a></p></figure>`,
  ],
  [
    '<p>ראו <iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe> כאן</p>',
    `<p>ראו <a ${film}>סרטון</a> כאן</p>`,
  ],
  ['<a data-film="" href="/contact">א</a>', '<a href="/contact">א</a>'],
])('a film: %s', (source, expected) => {
  expect(clean(source)).toBe(expected);
});

test('it tells what was taken out', () => {
  const source =
    '<div><p>א<span>ב</span></p></div><iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe><h1>ג</h1><img src="https://evil.example/x.png"><script>x()</script><iframe src="https://evil.example"></iframe><div></div>';
  expect(sanitizeRichText(source).removedTags).toEqual(['div', 'span', 'img', 'script', 'iframe', 'div']);
});

test('it tells which pictures and pages of the site a text names', () => {
  const html = sanitizeRichText(
    '<p><a href="/category/naked?sort=price&amp;page=2">א</a><img src="pictures/a/b-hero.avif" alt=""></p>',
  );
  expect(html.links).toEqual(['/category/naked?sort=price&page=2']);
  expect(html.pictures).toEqual(['pictures/a/b-hero.avif']);
});

const svg = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inner}</svg>`;

test.each([
  ['<script>alert(1)</script>', ''],
  ['<foreignObject><body>א</body></foreignObject>', ''],
  ['<path d="M0 0" onclick="x()"></path>', '<path d="M0 0"></path>'],
  ['<image href="https://evil.example/x.png"></image>', ''],
  ['<use href="https://evil.example/x.svg#a"></use>', '<use></use>'],
  ['<use xlink:href="#a"></use>', '<use xlink:href="#a"></use>'],
  ['<path fill="url(https://evil.example/#a)"></path>', '<path></path>'],
  ['<path fill="url(#grad)"></path>', '<path fill="url(#grad)"></path>'],
  ['<style>@import url(https://evil.example/x.css);</style>', ''],
  ['<style>.a{background:\\75rl(https://evil.example)}</style>', ''],
  ['<style>.a{fill:#fff}</style>', '<style>.a{fill:#fff}</style>'],
  ['<style>a{}&lt;/style>&lt;script>alert(1)&lt;/script>&lt;style>b{}</style>', ''],
  ['<style><![CDATA[a{}</style><script>alert(1)</script><style>b{}]]></style>', ''],
  ['<style>a{}&lt;/style>&lt;image href="https://evil.example/x.png"/>&lt;style></style>', ''],
  ['<style>&amp;#64;import "https://evil.example/x.css";</style>', ''],
  ['<style>@im<g></g>port "https://evil.example/x.css";</style>', ''],
  ['<style>.a<style>&lt;script></style></style>', '<style>.a</style>'],
  ['<a href="javascript:alert(1)"><path d="M0 0"></path></a>', '<path d="M0 0"></path>'],
  [
    '<linearGradient id="grad"><stop offset="0"></stop></linearGradient>',
    '<linearGradient id="grad"><stop offset="0"></stop></linearGradient>',
  ],
  ['<animate attributeName="href" to="javascript:alert(1)"></animate><set></set>', ''],
])('an SVG with %s', (inner, expected) => {
  // An empty element is written as <path />, which is equivalent in XML.
  const long = cleanSvg(svg(inner)).replace(/<(\w+)([^<>]*?) \/>/g, '<$1$2></$1>');
  expect(long).toBe(svg(expected));
});
