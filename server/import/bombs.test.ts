import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Cell, workbook } from '../../tests/support/workbook.ts';
import { readCsv } from './csv.ts';
import { newProblems } from './problems.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bombs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sheet = {
  schema: z.object({ slug: z.string(), price: z.string().nullish() }),
  subject: 'slug' as const,
  unit: (slug: string) => `product:${slug}` as const,
};

/** Why a file that is small, or allowed by its size, is not read. */
async function reasons(name: string, bytes: Uint8Array | string): Promise<string[]> {
  await writeFile(join(folder, name), bytes);
  const problems = newProblems();
  expect((await readCsv(folder, name, sheet, problems))?.rows ?? []).toEqual([]);
  return problems.list.map(({ reason }) => reason);
}

test.each([
  ['a million columns', () => 'x,'.repeat(500_000), /^has 500001 columns; known are slug, price$/],
  ['lines without end', () => `slug,price\n${'\n'.repeat(1_000_001)}`, /^has more than 1000000 lines/],
  [
    'a million cells in a line',
    () => `slug,price\n${','.repeat(1_000_000)}\n`,
    /^has 1000001 cells, the header has 2$/,
  ],
  ['a quotation mark that nobody closes', () => `slug,price\n"${'a,b\n'.repeat(500_000)}`, /^cannot be read as CSV/],
])('a CSV file with %s is one line of the report', async (_what, text, reason) => {
  const found = await reasons('a.csv', text());
  expect(found).toEqual([expect.stringMatching(reason)]);
});

test('a text that stands in an XLSX file once and in cells by the thousand is refused before it is copied', async () => {
  const shared = workbook(
    [
      ['slug', 'price'],
      ...Array.from({ length: 3_000 }, (_, at): Cell[] => [{ xml: `<c r="A${at + 2}" t="s"><v>0</v></c>` }]),
    ],
    { sharedStrings: ['א'.repeat(30_000)] },
  );
  expect(shared.length).toBeLessThan(200_000);
  expect(await reasons('a.xlsx', shared)).toEqual(['holds more than 64 million letters: divide it']);
});

test('a small XLSX file of millions of cells is refused before its cells are made', async () => {
  const row: Cell[] = [{ xml: '<c><v>1</v></c>'.repeat(190) }];
  const packed = workbook(Array.from({ length: 22_000 }, () => row));
  expect(packed.length).toBeLessThan(1_000_000);
  expect(await reasons('a.xlsx', packed)).toEqual(['has more than 4 million cells: divide it']);
});
