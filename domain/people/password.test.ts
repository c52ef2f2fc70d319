import { expect, test } from 'vitest';
import { passwordProblem } from './password.ts';

const personal = ['נועה', 'לוי', 'noa.levi@example.com', '0501234567', 'Raam'];

test.each([
  'correct horse battery',
  'סוס כחול אוכל מרק',
  'Zk3!vue9-plq',
  'גשם על חלון ישן',
  'tw8#mRq2!kd',
  'נועה רוכבת בלילה על ירח',
])('%s will do', (password) => expect(passwordProblem(password, personal)).toBeNull());

test.each<[string, string]>([
  ['short', 'קצרה'],
  ['אבגדהוזחט', 'קצרה'],
  ['👍👍👍👍👍', 'קצרה'],
  ['x'.repeat(201), 'ארוכה'],
  ...[
    '1234567890',
    '0987654321',
    '1111111111',
    'abcabcabcabc',
    'password123',
    'P@ssw0rd2024!',
    'qwertyuiop',
    'Qwerty12345!',
    '1qaz2wsx3edc',
    'asdfghjkl;',
    'iloveyou2023',
    'israel1948!',
    'שלוםשלום123',
    'סיסמה123456',
    'xhxnv123456',
    'akuoakuo2020',
    'שדגכעיחלךף',
    '/׳קראטוןםפ',
    'noalevi1990',
    'נועה0501234567',
    'raamraam2026',
    'Yamaha2024!!',
    'aaaaabbbbb1',
    'zyxwvutsrq',
    'asdfzxcvhjkluiop',
  ].map((password) => [password, 'נפוצה'] as [string, string]),
])('%s will not: it is %s', (password, reason) => expect(passwordProblem(password, personal)).toContain(reason));
