import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { handoverSteps } from '../orders/handover-steps.ts';

const settingsOf = (store: string) =>
  JSON.parse(fs.readFileSync(new URL(`../../../demo/stores/${store}/store.json`, import.meta.url), 'utf8'));
const place = { branch: 'זיק תל אביב', days: '7–12 ימי עסקים' };
const titles = (store: string, ...vehicles: { brand: string; licenceClass: string | null }[]) =>
  handoverSteps(settingsOf(store), vehicles, place).map(({ title }) => title);

describe.each(['zik', 'ofek'])('handover of a closed-track motorbike at %s', (store) => {
  const kid = { brand: 'zik', licenceClass: 'none' };
  const enduro = { brand: 'zik', licenceClass: 'A2' };
  const road = ['רישיון נהיגה', 'ייפוי כוח', 'רישום ורישיון רכב', 'ביטוח חובה'];

  test('asks for no licence, registration or insurance', () => {
    const kidTitles = titles(store, kid);
    for (const title of road) expect(kidTitles).not.toContain(title);
    expect(kidTitles).toEqual(['תעודה מזהה', 'ציוד מגן', 'הובלה', 'תיאום ומסירה']);
  });

  test('and one for the road asks for all of them, also beside it', () => {
    expect(titles(store, enduro)).toEqual([...road, 'תיאום ומסירה']);
    expect(titles(store, kid, enduro)).toEqual(expect.arrayContaining([...road, 'ציוד מגן']));
  });
});

test('a vehicle of no known class gets only the steps that are for all', () => {
  const settings = {
    handover: [
      { title: 'לכולם', text: '' },
      { title: 'לדרגה', text: '', licence_classes: ['A' as const] },
    ],
  };
  const steps = handoverSteps(settings, [{ brand: null, licenceClass: null }], { branch: null, days: null });
  expect(steps.map(({ title }) => title)).toEqual(['לכולם', 'תיאום ומסירה']);
});
