import { Link } from 'react-router';
import { CheckboxField } from '#ui/form/field.tsx';
import { sumText } from '../../../components/edited-fields.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { RowColumn } from '../../../components/rows/cell-field.tsx';
import { RowsForm } from '../../../components/rows/rows-form.tsx';
import { SplitLine } from '../../stock/pieces-by-place.tsx';
import type { ProductData } from '../product.tsx';

const text = (value: number | null): string => (value === null ? '' : String(value));

/** What can be chosen of the product. */
export function VariantsPanel({ data: { variants, product, split, may } }: { data: ProductData }) {
  const prices: RowColumn[] = [
    {
      name: 'price',
      label: 'מחיר',
      kind: may.price ? 'sum' : 'shown',
      width: 6,
      // A variant without a price of its own costs what the product does.
      placeholder: sumText(product.price),
    },
    { name: 'deletedPrice', label: 'מחיר קודם', kind: may.price ? 'sum' : 'shown', width: 6 },
  ];
  const columns: RowColumn[] = [
    { name: 'sku', label: 'מק״ט', dir: 'ltr', width: 9 },
    { name: 'colorName', label: 'שם הצבע', width: 7 },
    { name: 'color', label: 'צבע', kind: 'colour' },
    { name: 'size', label: 'מידה', width: 5 },
    ...(product.onRequest ? [] : prices),
    { name: 'stock', label: 'מלאי', kind: may.stock ? 'number' : 'shown', width: 4, onlyNew: true },
    { name: 'active', label: 'נמכרת', kind: 'tick' },
    { name: 'weight', label: 'משקל, גרם', kind: 'number', width: 5 },
    { name: 'options', label: 'אפשרויות', width: 8 },
  ];
  const rows = variants.rows.map((row) => ({
    uuid: row.uuid,
    sku: row.sku,
    colorName: row.colorName,
    color: row.color,
    size: row.size,
    options: row.options,
    price: sumText(row.price),
    deletedPrice: sumText(row.deletedPrice),
    weight: text(row.weight),
    active: row.active ? 'on' : '',
    stock: String(row.stock),
  }));
  return (
    <Panel title="גרסאות">
      {may.edit ? (
        <RowsForm
          call="variants"
          draftable
          columns={columns}
          rows={rows}
          version={variants.version}
          hidden={['uuid']}
          keepSaved
          fresh={{ active: 'on' }}
          repeats={['colorName', 'color']}
        >
          {may.price && <CheckboxField name="confirmed" label="גם אם מחיר משתנה ביותר מחצי" />}
        </RowsForm>
      ) : (
        <ul className="grid gap-1">
          {rows.map(({ uuid, sku, colorName, size, stock }) => (
            <li key={uuid}>
              <bdi>{sku}</bdi> · <bdi>{[colorName, size].filter(Boolean).join(' · ')}</bdi> · במלאי {stock}
            </li>
          ))}
        </ul>
      )}
      {variants.rows.length > 0 && product.kind !== 'SERVICE' && (
        <p className="text-sm text-ink-3">
          המלאי של גרסה שנשמרה מתעדכן{' '}
          <Link to={`/stock?${new URLSearchParams({ q: product.name })}`} className="text-action-ink underline">
            בדף המלאי
          </Link>
          .
        </p>
      )}
      {split.length > 0 && (
        <section aria-label="איפה המלאי" className="grid gap-1.5 border-t border-line pt-3">
          <h3 className="text-sm font-semibold">איפה המלאי</h3>
          <ul className="grid gap-1.5">
            {split.map((row) => (
              <li key={row.uuid} className="flex flex-wrap gap-x-3">
                <Link to={`/stock/${row.uuid}`} className="text-action-ink underline">
                  <bdi dir="ltr">{row.sku}</bdi>
                </Link>
                <SplitLine row={row} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}

type Costs = NonNullable<ProductData['costs']>;

/** What variants cost the importer, for people who may see it. */
export function CostsPanel({ data: { variants, product }, costs }: { data: ProductData; costs: Costs }) {
  const skuOf = (uuid: string) => variants.rows.find((row) => row.uuid === uuid)?.sku ?? '';
  return (
    <Panel title="עלויות">
      <RowsForm
        call="costs"
        fixed
        hidden={['uuid']}
        columns={[
          { name: 'sku', label: 'מק״ט', kind: 'shown' },
          { name: 'cost', label: 'עלות, בלי מע״מ', kind: 'sum', width: 7 },
          { name: 'price', label: 'מחיר', kind: 'shown' },
        ]}
        rows={costs.rows.map(({ uuid, cost }) => ({
          uuid,
          sku: skuOf(uuid),
          cost: sumText(cost),
          price: product.onRequest
            ? ''
            : sumText(variants.rows.find((row) => row.uuid === uuid)?.price ?? product.price),
        }))}
        version={costs.version}
      />
    </Panel>
  );
}
