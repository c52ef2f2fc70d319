import { describe, expect, test } from 'vitest';
import { lint } from './all.mjs';
import { readSource } from './files.mjs';

/** The names of the rules that a project of these files breaks. */
const broken = (files) =>
  lint(Object.entries(files).map(([path, text]) => readSource(path, text))).map(({ rule, warning }) =>
    warning ? `${rule} (warning)` : rule,
  );

/** The circles among them; files of one line are short as well. */
const circles = (files) => broken(files).filter((rule) => rule.endsWith('-cycle'));

describe('words that the glossary replaces', () => {
  test.each([
    'const shelf = 1;',
    'const productShelf = 1;',
    '// The row is mended.',
    '/** Let go of by the clock. */',
    'export const letGo = () => 1;',
  ])('%s', (text) => expect(broken({ 'domain/money/money.ts': text })).toEqual(['wording']));
  test.each(['const recommended = 1;', 'sql`select deed_uid`;', "const setting = 'storefront.deed';", '// Indeed.'])(
    'allows %s',
    (text) => expect(broken({ 'domain/money/money.ts': text })).toEqual([]),
  );
});

describe('imports', () => {
  test.each([
    ['domain/money/money.ts', `import { db } from '#db/client.ts';`],
    ['server/catalogue/products/product.ts', `import { priceCart } from '../../checkout/pricing/calc-cart.ts';`],
    ['server/stores/stores.ts', `import type { Card } from '../catalogue/products/product.ts';`],
    ['domain/money/money.ts', `import fs from 'node:fs';`],
    ['contract/checkout/orders.ts', `import { orders } from '#db/schema/index.ts';`],
    ['db/client.ts', `import { contract } from '#contract/index.ts';`],
    ['server/checkout/orders/read.ts', `import { productRoutes } from '../../catalogue/products/routes.ts';`],
    ['server/checkout/orders/read.ts', `import { startJobs } from '#server/jobs/jobs.ts';`],
    ['server/providers/sms/local.ts', `import { orders } from '#db/schema/index.ts';`],
    ['server/jobs/outbox.ts', `import { productRoutes } from '../catalogue/products/routes.ts';`],
    ['ui/button.tsx', `import { Cart } from '~/features/cart/cart.tsx';`],
    ['shop/features/product/gallery/gallery.tsx', `import { Filter } from '../../category/filter.tsx';`],
    [
      'shop/features/product/gallery/gallery.tsx',
      `import { getProduct } from '#server/catalogue/products/product.ts';`,
    ],
    ['shop/features/product/gallery/gallery.tsx', `import { product } from '#contract/catalogue/products.ts';`],
    ['shop/routes/catalogue/product.tsx', `import { products } from '#db/schema/index.ts';`],
    ['shop/routes/catalogue/product.tsx', `import { buildApp } from '#server/app.ts';`],
    ['shop/routes/catalogue/product.tsx', `const { connect } = await import('#db/client.ts');`],
    ['shop/routes/catalogue/product.tsx', `import {\n  products,\n} from '#db/schema/index.ts';`],
    ['shop/routes/catalogue/product.tsx', `export { products } from '#db/schema/index.ts';`],
    ['server/catalogue/engine/filter.ts', `import type { RequestContext } from '../../context.ts';`],
    ['server/catalogue/engine/filter.ts', `import type { Catalogue } from '../snapshot/catalogue.ts';`],
    ['server/catalogue/engine/filter.ts', `import type { ProductsFilter } from '#contract/catalogue/products.ts';`],
    ['server/catalogue/engine/filter.ts', `import { products } from '#db/schema/index.ts';`],
    ['server/catalogue/engine/filter.ts', `import { sql } from '#db/sql.ts';`],
    ['server/catalogue/engine/filter.ts', `import { performance } from 'node:perf_hooks';`],
    ['server/checkout/pricing/calc-cart.ts', `import { applyFilters } from '../../catalogue/engine/filter.ts';`],
  ])('%s: %s', (path, text) => expect(broken({ [path]: text })).toEqual(['imports']));

  test.each([
    ['db/schema/orders.ts', `import type { Order } from '#contract/checkout/orders.ts';`],
    ['server/checkout/orders/read.ts', `import { getProduct } from '../../catalogue/products/product.ts';`],
    ['shop/features/product/gallery/gallery.tsx', `import type { Product } from '#contract/catalogue/products.ts';`],
    ['shop/features/product/buy.tsx', `import { addToCart } from '../cart/cart-store.ts';`],
    ['shop/routes/catalogue/product.tsx', `import type { Route } from './+types/product.ts';`],
    ['server/checkout/orders/read.test.ts', `import { startApp } from '../../../tests/support/app.ts';`],
    ['server/app.ts', `import fastify from 'fastify';`],
    ['server/catalogue/engine/matching.ts', `import { nearTerms } from '#domain/search/search-terms.ts';`],
    ['server/catalogue/listing/listing.ts', `import { applyFilters } from '../engine/filter.ts';`],
    ['server/catalogue/listing/listing.ts', `import { sql } from '#db/sql.ts';`],
  ])('allows %s: %s', (path, text) => expect(broken({ [path]: text })).toEqual([]));

  test('a circle, but not one of types alone', () => {
    const a = `import { b } from './b.ts';`;
    expect(circles({ 'domain/a.ts': a, 'domain/b.ts': `import { a } from './a.ts';` })).toEqual(['import-cycle']);
    expect(circles({ 'domain/a.ts': a, 'domain/b.ts': `import type { A } from './a.ts';` })).toEqual([]);
  });
});

test('a circle of folders, one of types too; a folder and those inside it are one part', () => {
  const money = { 'domain/money/a.ts': `import type { B } from '../text/b.ts';`, 'domain/money/c.ts': '' };
  expect(circles({ ...money, 'domain/text/b.ts': '' })).toEqual([]);
  expect(circles({ ...money, 'domain/text/b.ts': `import { c } from '../money/c.ts';` })).toEqual(['folder-cycle']);
  const parts = { 'domain/money/a.ts': `import { b } from './parts/b.ts';`, 'domain/money/c.ts': '' };
  expect(circles({ ...parts, 'domain/money/parts/b.ts': `import { c } from '../c.ts';` })).toEqual([]);
});

test('file length: a warning from 300 lines, an error from 400', () => {
  expect(broken({ 'domain/a.ts': 'x;\n'.repeat(299) })).toEqual([]);
  expect(broken({ 'domain/a.ts': 'x;\n'.repeat(300) })).toEqual(['file-length (warning)']);
  expect(broken({ 'domain/a.ts': 'x;\n'.repeat(400) })).toEqual(['file-length']);
});

test('a comment is as wide as code at most, unless it is an escape', () => {
  const wide = 'word '.repeat(25);
  for (const text of [`// ${wide}`, `/** ${wide}*/`, `/**\n * ${wide}\n */`])
    expect(broken({ 'domain/a.ts': text })).toEqual(['comment-width']);
  expect(broken({ 'domain/a.ts': `// ${'word '.repeat(20)}` })).toEqual([]);
  expect(broken({ 'domain/a.ts': `// biome-ignore rule: ${wide}` })).toEqual([]);
  expect(broken({ 'domain/a.ts': `const text = '${wide}';` })).toEqual([]);
});

describe('physical sides', () => {
  test.each([
    ['shop/a.css', '.a { margin-left: 1rem; }'],
    ['shop/a.css', '.a { left: 0; }'],
    ['shop/a.css', '.a { text-align: right; }'],
    ['shop/a.css', '.a { border-top-left-radius: 4px; }'],
    ['shop/a.css', '.a { @apply ml-4; }'],
    ['shop/a.tsx', '<p className="ml-4" />'],
    ['shop/a.tsx', '<p className="flex md:pr-2.5 gap-1" />'],
    ['shop/a.tsx', '<p className="-left-px" />'],
    ['shop/a.tsx', '<p className="hover:left-[3px]" />'],
    ['shop/a.tsx', '<p className="text-left" />'],
    ['shop/a.tsx', '<p className="rounded-tl-lg" />'],
    ['shop/a.tsx', `<p className={classNames('border-l', x)} />`],
    ['shop/a.tsx', '<p style={{ marginLeft: 4 }} />'],
    ['shop/a.tsx', '<p style={{ left: 0 }} />'],
  ])('%s: %s', (path, text) => expect(broken({ [path]: text })).toEqual(['physical-side']));

  test.each([
    ['shop/a.css', '.a { margin-inline-start: 1rem; inset-inline-end: 0; text-align: start; }'],
    ['shop/a.tsx', '<p className="ms-4 pe-2 start-0 text-start rounded-ss-lg border-s" />'],
    ['shop/a.tsx', `if (event.key === 'ArrowLeft') move(rect.left);`],
    ['shop/a.tsx', '// The chevron points left in Hebrew.'],
    ['shop/a.tsx', `<button aria-label="right-to-left" className="play-lr" />`],
  ])('allows %s: %s', (path, text) => expect(broken({ [path]: text })).toEqual([]));
});

describe('raw colours', () => {
  test.each([
    `color: '#d7182a'`,
    `color: '#fff'`,
    `'rgb(0 0 0 / 50%)'`,
    `className="shadow-[0_0_2px_rgb(255_255_255/0.5)]"`,
    `className="text-red-500"`,
  ])('%s', (text) => expect(broken({ 'shop/a.tsx': text })).toEqual(['raw-colour']));
  test.each([
    `href="#main"`,
    `from '#domain/money/money.ts'`,
    `'url(#fade)'`,
    `className="bg-ground text-white"`,
    `'var(--clr1)'`,
  ])('allows %s', (text) => expect(broken({ 'shop/a.tsx': text })).toEqual([]));
  test('are at home in ui/styles', () =>
    expect(broken({ 'ui/styles/tokens.css': ':root { --ink: #14161a; }' })).toEqual([]));
});

describe('names of stores', () => {
  test.each([
    `if (store.key === 'raam') x();`,
    `fetch('http://ofek.localhost:3000/')`,
    `const title = 'רעם';`,
    `'/files/gal/logo.svg'`,
  ])('%s', (text) => expect(broken({ 'server/stores/stores.ts': text })).toEqual(['store-name']));
  test.each([`gallery('x')`, `// raam is only an example`])('allows %s', (text) =>
    expect(broken({ 'server/stores/stores.ts': text })).toEqual([]),
  );
  test('are at home in tests', () => expect(broken({ 'tests/browser/a.ts': `'raam'` })).toEqual([]));
});

test('the environment is read in two places', () => {
  expect(broken({ 'server/checkout/orders/read.ts': 'process.env.PORT' })).toEqual(['process-env']);
  expect(broken({ 'shop/root.tsx': 'import.meta.env.VITE_KEY' })).toEqual(['process-env']);
  expect(
    broken({ 'server/platform/environment.ts': 'process.env.PORT', 'shop/root.tsx': 'import.meta.env.DEV' }),
  ).toEqual([]);
});

test.each([
  ['sum: toAgorot(total)', []],
  ['Math.round((done / total) * 100)', []],
  ['trim_scale(t.price_agorot / 100.0)', []],
  ['Math.round((agorot * (100 + by)) / 100)', []],
  ['amount: order.dueAgorot / 100', ['money-crossing']],
  ['Math.round(price * 100)', ['money-crossing']],
  ['Math.round(Number(percent) * 100)', ['money-crossing']],
  ['percentText(vatBp / 100)', ['money-crossing']],
])('money by hand: %s', (text, rules) =>
  expect(broken({ 'server/checkout/orders/read.ts': text, 'domain/money/money.ts': text })).toEqual(rules),
);

test.each([
  ['server/checkout/payments/in-doubt.ts', ['english-refusal']],
  ['cli/commands/stores/stores.ts', []],
])('a refusal in English alone: %s', (path, rules) =>
  expect(broken({ [path]: `throw new OperatorError('--until is past');` })).toEqual(rules),
);

test('Intl is used in one place', () => {
  expect(broken({ 'ui/price.tsx': `new Intl.NumberFormat('he')` })).toEqual(['intl']);
  expect(broken({ 'ui/price.tsx': `price.toLocaleString()` })).toEqual(['intl']);
  expect(broken({ 'domain/text/format.ts': `new Intl.NumberFormat('he')` })).toEqual([]);
});

describe('Hebrew typography', () => {
  test.each([
    `const text = 'דוא"ל';`,
    `const text = 'הדגם "ברק" חדש';`,
    `const text = "צ'ק";`,
    `const text = "רח' הרצל";`,
    `const text = 'ברק - אופנוע כביש';`,
    `const text = 'תל אביב-יפו';`,
    `const text = 'החל מ-₪100';`,
    `const text = 'טוענים...';`,
  ])('%s', (text) => expect(broken({ 'shop/a.ts': text })).toEqual(['hebrew-typography']));
  test.each([
    `const text = 'דוא״ל, צ׳ק, ״ברק״ – תל אביב־יפו…';`,
    `const letters = /[א-ת]/;`,
    `<p title="חדש" className={x ? 'ישן' : 'חדש'} />`,
    `// lint-allow hebrew-typography: it is what people type into the search\nconst typed = 'דוא"ל';`,
  ])('allows %s', (text) => expect(broken({ 'shop/a.tsx': text })).toEqual([]));
  test('in the demo stores’ texts, too', () => {
    const page = { path: 'demo/stores/x/pages/about.html', lines: ['<p>טוענים...</p>'], code: ['<p>טוענים...</p>'] };
    expect(lint([], [page]).map(({ rule }) => rule)).toEqual(['hebrew-typography']);
  });
});

test('an escape needs a reason, and covers its own rule and line only', () => {
  const line = `const key = 'raam';`;
  const path = 'server/stores/stores.ts';
  expect(broken({ [path]: `// lint-allow store-name: the sandbox gateway signs as this store\n${line}` })).toEqual([]);
  expect(broken({ [path]: `${line} // lint-allow store-name: the sandbox gateway signs as this store` })).toEqual([]);
  expect(broken({ [path]: `// lint-allow store-name\n${line}` })).toEqual(['store-name']);
  expect(broken({ [path]: `// lint-allow store-name: why\n${line}` })).toEqual(['store-name']);
  expect(broken({ [path]: `// lint-allow raw-colour: the sandbox gateway signs as this store\n${line}` })).toEqual([
    'store-name',
  ]);
  expect(broken({ [path]: `// lint-allow store-name: the sandbox gateway signs as this store\n\n${line}` })).toEqual([
    'store-name',
  ]);
});

describe('the machine’s clock', () => {
  test.each([
    ['server/checkout/pricing/read-promotions.ts', 'const at = new Date();'],
    ['server/http/pages/page-cache.ts', 'const age = Date.now() - page.renderedAt;'],
    ['db/replica.ts', 'read(pool, Date.now);'],
    ['cli/commands/stores/stores.ts', 'if (end <= new Date()) fail();'],
  ])('%s: %s', (path, text) => expect(broken({ [path]: text })).toEqual(['wall-clock']));
  test.each([
    ['server/checkout/pricing/read-promotions.ts', 'const at = ctx.now();'],
    ['server/checkout/pricing/read-promotions.ts', 'const until = new Date(at.getTime() + 60_000);'],
    ['server/http/pages/page-cache.ts', 'const age = performance.now() - page.renderedAt;'],
    ['shop/features/contact/opening-hours.tsx', 'setNow(new Date());'],
    ['db/replica.test.ts', 'const began = Date.now();'],
  ])('allows %s: %s', (path, text) => expect(broken({ [path]: text })).toEqual([]));
});

describe('styles', () => {
  const sheet =
    '.rail {\n  color: red;\n}\n.dialog-start,\n.dialog-end {\n  animation: slide 1s;\n}\n@keyframes slide {\n}\n';
  const used = { 'ui/dialog.tsx': `const name = \`dialog-\${from}\`;`, 'ui/rail.tsx': `const name = 'rail';` };
  test('a class that no code names', () =>
    expect(broken({ 'ui/styles/motion.css': sheet, 'ui/dialog.tsx': used['ui/dialog.tsx'] })).toEqual([
      'unused-style',
    ]));
  test('keyframes that nothing moves by', () =>
    expect(broken({ 'ui/styles/motion.css': sheet.replace('animation: slide 1s', 'color: red'), ...used })).toEqual([
      'unused-style',
    ]));
  test('allows what is named whole or by its beginning', () =>
    expect(broken({ 'ui/styles/motion.css': sheet, ...used })).toEqual([]));
});

describe('folders and short files', () => {
  const folder = (count) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`domain/money/file${at}.ts`, 'export const one = 1;']),
    );
  test('a folder of more than 20 files', () => {
    expect(broken(folder(20))).toEqual([]);
    expect(broken({ ...folder(20), 'domain/money/file1.test.ts': '' })).toEqual([]);
    expect(broken(folder(21))).toEqual(['full-folder']);
  });
  const caller = { 'shop/features/cart/bag.tsx': `import { sum } from './sum.ts';` };
  const short = { 'shop/features/cart/sum.ts': 'export const sum = 1;' };
  test('a mutant whose text its file no longer has, or has twice', () => {
    const mutant = { rule: 'a sum', file: 'domain/money/sum.ts', search: 'a + b' };
    const rules = (text) =>
      lint([readSource(mutant.file, text)], [], [], [mutant]).map(({ rule, file }) => [rule, file]);
    expect(rules('export const sum = (a, b) => a + b;')).toEqual([]);
    expect(rules('export const sum = (a, b) => b + a;')).toEqual([['lost-mutant', mutant.file]]);
    expect(rules('export const sums = (a, b) => [a + b, a + b];')).toEqual([['lost-mutant', mutant.file]]);
  });
  test('a short file that one file alone imports', () =>
    expect(broken({ ...caller, ...short })).toEqual(['short-file']));
  test.each([
    ['a second caller', { ...caller, ...short, 'shop/features/cart/total.tsx': `import { sum } from './sum.ts';` }],
    ['a chunk of its own', { ...short, 'shop/features/cart/bag.tsx': `const load = () => import('./sum.ts');` }],
    ['a test of its own', { ...caller, ...short, 'shop/features/cart/sum.test.ts': `import { sum } from './sum.ts';` }],
    [
      'another layer',
      {
        'domain/money/sum.ts': short['shop/features/cart/sum.ts'],
        'ui/price.tsx': `import { sum } from '#domain/money/sum.ts';`,
      },
    ],
    ['30 lines', { ...caller, 'shop/features/cart/sum.ts': 'export const sum = 1;\n'.repeat(30) }],
  ])('allows %s', (_, files) => expect(broken(files)).toEqual([]));
});

describe('fields for numbers', () => {
  const field = (text) => broken({ 'office/a.tsx': text });
  test.each([
    '<input inputMode="numeric" name="a" />',
    '<PlainField label="a" onBlur={() => a > b} inputMode="decimal" />',
    '<input type="number" min={0} />',
    '<TextField type="number" min={0} />',
  ])('%s', (text) => expect(field(text)).toEqual(['number-bound']));
  test.each([
    '<input inputMode="numeric" maxLength={4} />',
    '<TextField inputMode="numeric" />',
    '<input inputMode="search" />',
    '<input type="number" max={9} />',
    '<input type="number" {...input} />',
  ])('allows %s', (text) => expect(field(text)).toEqual([]));
});

describe('doc comments', () => {
  const doc = (text) => broken({ 'domain/a.ts': text });
  test.each([
    '/** Rates. */\n/** Documents. */\nexport const a = 1;',
    '/**\n * Rates.\n */\n  /** Documents. */\nexport const a = 1;',
    '/** Rules about people. */\n\nexport const a = 1;',
    '/** Bytes of pages, */\nexport const a = 1;',
    '/**\n * Bytes of pages;\n */\nexport const a = 1;',
    '/** and of the rest. */\nexport const a = 1;',
  ])('%j', (text) => expect(doc(text)).toEqual(['doc-comment']));
  test.each([
    '/** Rates. */\nexport const a = 1;\n/** Documents. */\nexport const b = 2;',
    '// Rules about people.\n\nexport const a = 1;',
    'type A = {\n  /** Anything; in bytes. */\n  a: number;\n};',
    'f(/** as written */ a);\n\nexport const a = 1;',
  ])('allows %j', (text) => expect(doc(text)).toEqual([]));
});

describe('migrations', () => {
  const broken = (text) =>
    lint([], [], [{ path: 'db/migrations/0099_x.sql', text }]).map(({ rule, line }) => [rule, line]);
  test.each([
    'DROP TABLE "orders";',
    'ALTER TABLE "orders" DROP COLUMN "remarks";',
    'ALTER TABLE "orders" RENAME COLUMN "remarks" TO "notes";',
    'ALTER TABLE "orders" ALTER COLUMN "remarks" SET DATA TYPE jsonb;',
    'ALTER TABLE "orders" ALTER COLUMN "remarks" SET NOT NULL;',
    'ALTER TABLE "orders" ALTER COLUMN "remarks" DROP DEFAULT;',
    'ALTER TABLE "orders" ADD COLUMN "gift" boolean NOT NULL;',
    'ALTER TABLE "orders" ADD CONSTRAINT "x" CHECK (total_agorot > 0);',
    'CREATE UNIQUE INDEX "x" ON "orders" USING btree ("number");',
    '-- contract: why\nDROP TABLE "orders";',
  ])('%s', (text) => expect(broken(text)).toHaveLength(1));
  test.each([
    'CREATE TABLE "gifts" ("uuid" uuid NOT NULL);--> statement-breakpoint\nALTER TABLE "gifts" ADD CONSTRAINT "x" FOREIGN KEY ("uuid") REFERENCES "orders"("uuid");',
    'ALTER TABLE "orders" ADD COLUMN "gift" boolean DEFAULT false NOT NULL;',
    'ALTER TABLE "orders" ADD COLUMN "gift" text;',
    'ALTER TABLE "orders" ADD CONSTRAINT "x" CHECK (total_agorot > 0) NOT VALID;',
    'CREATE INDEX "x" ON "orders" USING btree ("number");',
    '-- contract: since 0002 nothing reads this column\nALTER TABLE "orders" DROP COLUMN "remarks";',
    "COMMENT ON TABLE orders IS 'nobody may DROP TABLE orders';",
  ])('allows %s', (text) => expect(broken(text)).toEqual([]));
  test('the line of the statement is told', () =>
    expect(broken('ALTER TABLE "a" ADD COLUMN "b" text;--> statement-breakpoint\n\nDROP TABLE "c";')).toEqual([
      ['migration', 3],
    ]));
});
