import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';

let shop: TestImport;
const assemblies =
  'slug,name,picture,vehicles,position\nengine,מנוע,diagrams/engine.png,one-500=2024-2026|one-800=2025,10\n';
const callouts =
  'assembly,number,name,parts,quantity,x,y\nengine,1,מסנן שמן,filter,,25.5,40\nengine,2,גוש מנוע,,,60.25,70\n';

beforeEach(async () => {
  shop = await startImport();
  await mkdir(join(shop.sample.path, 'pictures/diagrams'), { recursive: true });
  await copyFile(
    join(shop.sample.path, 'pictures/one-500/red-side.png'),
    join(shop.sample.path, 'pictures/diagrams/engine.png'),
  );
  await shop.sample.put('catalogue/assemblies.csv', assemblies);
  await shop.sample.put('catalogue/callouts.csv', callouts);
});
afterEach(() => shop.end());

const numbers = () =>
  shop.query(`select c.number, c.name, c.x, c.y, c.quantity, p.slug from assembly_callouts c
    left join callout_parts cp on cp.assembly_uid = c.assembly_uid and cp.number = c.number
    left join products p on p.uuid = cp.part_uid order by 1`);

describe('diagrams', () => {
  test('come in with their picture, vehicles, numbers and parts, and a second run changes nothing', async () => {
    expect((await shop.load()).errors).toEqual([]);
    expect(await shop.query('select slug, name, width, height, media ~ $$\\.png$$ from assemblies')).toEqual([
      ['engine', 'מנוע', 16, 12, true],
    ]);
    expect(
      await shop.query(`select p.slug, year_from, year_to from assembly_vehicles v
        join products p on p.uuid = v.vehicle_uid order by 1`),
    ).toEqual([
      ['one-500', 2024, 2026],
      ['one-800', 2025, 2025],
    ]);
    expect(await numbers()).toEqual([
      [1, 'מסנן שמן', 25.5, 40, 1, 'filter'],
      [2, 'גוש מנוע', 60.25, 70, 1, null],
    ]);
    expect((await shop.load()).changed).toBe(0);
  });

  test('have exactly the numbers of the last file, and keep their own uuid', async () => {
    await shop.load();
    const before = await shop.query('select uuid from assemblies');
    await shop.sample.put('catalogue/callouts.csv', callouts.replace(/engine,1.*\n/, ''));
    await shop.load();
    expect(await numbers()).toEqual([[2, 'גוש מנוע', 60.25, 70, 1, null]]);
    expect(await shop.query('select uuid from assemblies')).toEqual(before);
  });

  const wrong: [string, file: string, text: string, reason: RegExp][] = [
    ['a part that is no spare part', 'callouts', callouts.replace('filter', 'helmet'), /is not a spare part/],
    ['an unknown part', 'callouts', callouts.replace('filter', 'no-such'), /unknown product/],
    ['a number that is there twice', 'callouts', callouts.replace('engine,2', 'engine,1'), /is there twice/],
    ['a number outside the picture', 'callouts', callouts.replace('25.5', '125.5'), /is not a number from 0 to 100/],
    ['a number of an unknown assembly', 'callouts', `${callouts}gearbox,1,גל,,,1,1\n`, /unknown assembly/],
    ['no number at all', 'callouts', 'assembly,number,name,parts,quantity,x,y\n', /has no number/],
    ['a vehicle that is none', 'assemblies', assemblies.replace('one-800=', 'helmet='), /is not a vehicle/],
    ['years the wrong way round', 'assemblies', assemblies.replace('2024-2026', '2026-2024'), /with its years/],
    ['a picture that is missing', 'assemblies', assemblies.replace('engine.png', 'none.png'), /missing|no such/i],
    ['a picture outside the folder', 'assemblies', assemblies.replace('diagrams/', '../'), /below pictures/],
    ['a slug that is there twice', 'assemblies', assemblies + (assemblies.split('\n')[1] ?? ''), /duplicate slug/],
  ];
  test.each(wrong)('are refused with %s, and nothing is written', async (_, file, text, reason) => {
    await shop.sample.put(`catalogue/${file}.csv`, text);
    const { errors, written } = await shop.load();
    expect(written).toBe(false);
    expect(errors.map((error) => error.reason).join('\n')).toMatch(reason);
    expect(errors.every((error) => error.file.startsWith(`catalogue/`) && error.row !== 1)).toBe(true);
  });

  test('are left out alone in a partial import', async () => {
    await shop.sample.put('catalogue/callouts.csv', callouts.replace('filter', 'helmet'));
    const { written } = await shop.load({ mode: 'partial' });
    expect(written).toBe(true);
    expect(await shop.query('select count(*)::int from assemblies')).toEqual([[0]]);
    expect(await shop.query('select count(*)::int from products')).toEqual([[4]]);
  });
});
