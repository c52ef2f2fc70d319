import { expect, test } from 'vitest';
import { chassisText, holdsChassis, isChassisNumber, readChassisRange } from './chassis.ts';

test.each([
  ['ZX1100-0012345 – ZX1100-0020000', ['ZX1100-', '0012345', '0020000']],
  ['zx1100-0012345–0020000', ['ZX1100-', '0012345', '0020000']],
  ['ZX1100-0012345 –', ['ZX1100-', '0012345', '']],
  ['ZX1100-0012345+', ['ZX1100-', '0012345', '']],
  ['החל מ־ZX1100-0012345', ['ZX1100-', '0012345', '']],
  ['from ZX1100-0012345', ['ZX1100-', '0012345', '']],
  ['ZX1100-0012345 ואילך', ['ZX1100-', '0012345', '']],
  ['מ־ZX1100-0012345', ['ZX1100-', '0012345', '']],
  ['החל מ ZX1100-0012345 ומעלה', ['ZX1100-', '0012345', '']],
  ['משלדה ZX1100-0012345 and up', ['ZX1100-', '0012345', '']],
  ['up to ZX1100-0020000', ['ZX1100-', '', '0020000']],
  ['to ZX1100-0020000', ['ZX1100-', '', '0020000']],
  ['TO1100-0012345+', ['TO1100-', '0012345', '']],
  ['– ZX1100-0020000', ['ZX1100-', '', '0020000']],
  ['עד ZX1100-0020000', ['ZX1100-', '', '0020000']],
  ['ZX1100-0012345 עד ZX1100-0020000', ['ZX1100-', '0012345', '0020000']],
  ['RUA100-RUA900', ['RUA', '100', '900']],
  ['PC40*', ['PC40', '', '']],
  // The running number of a VIN is its last six characters, and the check digit is any.
  ['JH2PC40*7M100001 – JH2PC40*7M123456', ['JH2PC40*7M', '100001', '123456']],
  ['JH2PC40A771000010 – 000020', ['JH2PC40A771', '000010', '000020']],
  ['', ['', '', '']],
])('%s', (text, [prefix, from, to]) => {
  expect(readChassisRange(text)).toEqual({ prefix, from, to });
  expect(readChassisRange(chassisText({ prefix: prefix ?? '', from: from ?? '', to: to ?? '' }))).toEqual({
    prefix,
    from,
    to,
  });
});

test.each([
  'ZX1100-0012345',
  'TO1100-0012345',
  'ZX1100 – ABC',
  'ZX100 – AB200',
  'כל השלדות',
  'A1–A2–A3',
  'עד A1 – A2',
  'ZX1100-0012345 – 00000000000020000',
  '*',
  // Whoever means "none" by it must not find the part on every vehicle.
  '–',
  '-',
  '+',
  'עד',
])('%s is no range', (text) => {
  expect(readChassisRange(text)).toBeNull();
});

test('which numbers a range holds', () => {
  const range = { prefix: 'ZX1100-', from: '0012345', to: '0020000' };
  for (const number of ['ZX1100-0012345', 'zx1100 0020000', 'ZX110015000'])
    expect(holdsChassis(range, number)).toBe(true);
  for (const number of [
    'ZX1100-0012344',
    'ZX1100-0020001',
    'ZX1101-0015000',
    'ZX1100-',
    'ZX11000015000X',
    'ZX1100-00015000',
  ])
    expect(holdsChassis(range, number)).toBe(false);
  expect(holdsChassis({ prefix: 'ZX', from: '1', to: '' }, 'ZX1100-0012345')).toBe(false);
  expect(holdsChassis({ prefix: 'JH2PC40*7M', from: '', to: '' }, 'JH2PC40A7M100001')).toBe(true);
  expect(holdsChassis({ prefix: '', from: '', to: '' }, 'anything')).toBe(true);
  expect([isChassisNumber('JH2PC40A7M1000012'), isChassisNumber('12'), isChassisNumber('שלדה')]).toEqual([
    true,
    false,
    false,
  ]);
});
