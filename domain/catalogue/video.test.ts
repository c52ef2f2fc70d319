import fc from 'fast-check';
import { expect, test } from 'vitest';
import { videoOf, withFilms } from './video.ts';

const hosts = ['player.example', '*.films.example'];
const embed = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0&hl=he';

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=4s', { kind: 'youtube', src: embed }],
  ['https://youtu.be/aqz-KE-bpKQ', { kind: 'youtube', src: embed }],
  ['https://m.youtube.com/shorts/aqz-KE-bpKQ', { kind: 'youtube', src: embed }],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', { kind: 'youtube', src: embed }],
  ['https://www.youtube.com/@someone', { kind: 'link', src: 'https://www.youtube.com/@someone' }],
  [
    'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
    { kind: 'link', src: 'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ' },
  ],
  ['https://player.example/360/barak', { kind: 'frame', src: 'https://player.example/360/barak' }],
  ['https://a.films.example/ride.MP4?x=1', { kind: 'file', src: 'https://a.films.example/ride.MP4?x=1' }],
  ['https://films.example/ride.mp4', { kind: 'link', src: 'https://films.example/ride.mp4' }],
  ['/media/00112233445566778899aabbccddeeff.mp4', { kind: 'file', src: '/media/00112233445566778899aabbccddeeff.mp4' }],
  ['/media/../x.mp4', null],
  ['http://player.example/x', null],
  ['javascript:alert(1)', null],
])('%s', (address, video) => {
  expect(videoOf(address, hosts)).toEqual(video);
});

const link = (address: string, text = 'רכיבה') => `<p><a href="${address}" rel="nofollow">${text}</a></p>`;
const film = { kind: 'youtube', src: embed };

test.each([
  ['<p>א</p>', [{ html: '<p>א</p>' }]],
  [
    `<p>א</p>${link('https://youtu.be/aqz-KE-bpKQ')}<h2>ב</h2>`,
    [{ html: '<p>א</p>' }, { film, title: 'רכיבה' }, { html: '<h2>ב</h2>' }],
  ],
  [
    `${link('https://www.youtube.com/watch?v=aqz-KE-bpKQ&amp;t=4s', 'א &amp; ב')}${link('https://youtu.be/aqz-KE-bpKQ', 'https://youtu.be/aqz-KE-bpKQ')}`,
    [
      { film, title: 'א & ב' },
      { film, title: '' },
    ],
  ],
  [
    `<figure>${link('https://youtu.be/aqz-KE-bpKQ')}<figcaption>בגשם</figcaption></figure><p>סוף</p>`,
    [{ film, title: 'בגשם' }, { html: '<p>סוף</p>' }],
  ],
  [
    link('https://player.example/360'),
    [{ film: { kind: 'frame', src: 'https://player.example/360' }, title: 'רכיבה' }],
  ],
  ...[
    link('https://elsewhere.example/film'),
    link('/contact'),
    `<blockquote>${link('https://youtu.be/aqz-KE-bpKQ')}</blockquote>`,
    `<figure><img src="/media/a.png" alt="" />${link('https://youtu.be/aqz-KE-bpKQ')}</figure>`,
    `<figure>${link('https://youtu.be/aqz-KE-bpKQ')}<img src="/media/a.png" alt="" /></figure>`,
    '<p>ראו <a href="https://youtu.be/aqz-KE-bpKQ">כאן</a></p>',
  ].map((html): [string, object[]] => [html, [{ html }]]),
])('the films of %s', (html, parts) => {
  expect(withFilms(html, hosts)).toEqual(parts);
});

test('a frame only ever shows a host that the store allows', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (address) => {
      const video = videoOf(address, hosts);
      if (video?.kind === 'frame') expect(new URL(video.src).hostname).toMatch(/(^|\.)(player|films)\.example$/);
      if (video) expect(video.src).toMatch(/^(https:\/\/|\/media\/)/);
    }),
  );
});
