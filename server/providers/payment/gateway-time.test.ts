import { expect, test } from 'vitest';
import { gatewayTime } from './gateway-time.ts';

test.each([
  ['2026-12-31T23:52:07', '2026-12-31T21:52:07.000Z'],
  ['2026-12-31 23:52:07', '2026-12-31T21:52:07.000Z'],
  ['2026-07-01T00:03:07.123', '2026-06-30T21:03:07.000Z'],
  ['2026-12-31T21:52:07Z', '2026-12-31T21:52:07.000Z'],
  ['2026-12-31T23:52:07+02:00', '2026-12-31T21:52:07.000Z'],
  // The hour that comes twice, and one that never does.
  ['2026-10-25T01:30:00', null],
  ['2026-03-27T02:30:00', null],
  ['2026-13-01T10:00:00', null],
  ['2026-12-31', null],
  ['0001-01-01T00:00:00', null],
  ['yesterday', null],
  ['', null],
  [null, null],
])('%s is %s', (written, at) => expect(gatewayTime(written)).toBe(at));
