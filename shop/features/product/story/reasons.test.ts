import { expect, test } from 'vitest';
import { splitDescription } from './reasons.ts';

test('a description is its beginning and the parts under its headings', () => {
  expect(splitDescription('<p>א</p><h3>ב <b>ג</b></h3><p>ד<br>ה</p><h3>ו</h3><ul><li>ז</li></ul>')).toEqual({
    lead: '<p>א</p>',
    reasons: [
      { title: 'ב ג', html: '<p>ד<br>ה</p>' },
      { title: 'ו', html: '<ul><li>ז</li></ul>' },
    ],
  });
  expect(splitDescription('')).toEqual({ lead: '', reasons: [] });
});

test.each([
  '<blockquote><p>א</p><h3>ב</h3><p>ג</p></blockquote>',
  '<p>א</p><h3>ב</h3><p>ג</div>',
  '<p>א</p><h3></h3><p>ב</p>',
])('what can’t be taken apart without loss stays whole: %s', (html) => {
  expect(splitDescription(html)).toEqual({ lead: html, reasons: [] });
});
