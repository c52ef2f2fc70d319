import { expect, test } from 'vitest';
import { formatPhone, parseMobile, parsePhone } from './phone.ts';

test.each([
  ['050-1234567', '+972501234567'],
  ['0501234567', '+972501234567'],
  ['+972 50 123 4567', '+972501234567'],
  ['+972-050-123-4567', '+972501234567'],
  ['9725 0123 4567', '+972501234567'],
  ['00972501234567', '+972501234567'],
  ['(058) 765.4321', '+972587654321'],
  ['\u2066055-5555555\u2069', '+972555555555'],
  ['056-1234567', null],
  ['057-1234567', null],
  ['059-1234567', null],
  ['03-5551234', null],
  ['050-123456', null],
  ['050-12345678', null],
  ['501234567', null],
  ['+1 212 555 0100', null],
  ['', null],
  ['שלום', null],
])('a code goes to %s as %s', (input, expected) => expect(parseMobile(input)).toBe(expected));

test.each([
  ['03-555 1234', '+97235551234'],
  ['077-1234567', '+972771234567'],
  ['050-1234567', '+972501234567'],
  ['1-700-555-555', null],
  ['*2421', null],
])('%s can be called back as %s', (input, expected) => expect(parsePhone(input)).toBe(expected));

test.each([
  ['+972501234567', '050-1234567'],
  ['+97235551234', '03-5551234'],
  ['+972771234567', '077-1234567'],
])('%s is shown as %s', (e164, expected) => expect(formatPhone(e164)).toBe(expected));
