import { useRef } from 'react';
import { toShekels } from '#domain/money/money.ts';
import { Button } from '#ui/button.tsx';
import { SumField } from '#ui/form/field.tsx';
import { Panel } from '../../../components/panel.tsx';
import { fieldError } from '../../../components/refused-reply.tsx';
import { RowsForm } from '../../../components/rows/rows-form.tsx';
import { StoredForm } from '../../../components/stored-form.tsx';
import { Money } from '../../../components/texts.tsx';
import type { ActionReply } from '../../../load.ts';
import type { ProductData } from '../product.tsx';

export const sumText = (agorot: number | null): string => (agorot === null ? '' : String(toShekels(agorot)));

type Prices = Pick<ProductData['product'], 'price' | 'deletedPrice' | 'deposit' | 'onRequest'>;

const labels = { price: 'מחיר, כולל מע״מ', deletedPrice: 'מחיר קודם', deposit: 'דמי שריון' };

/** The price in every store, and those of single stores. */
export function PricePanel({ data: { product, prices, stores, may } }: { data: ProductData }) {
  const { price, deletedPrice, deposit, onRequest } = product;
  const nameOf = (store: string) => stores.find(({ uuid }) => uuid === store)?.name;
  if (!may.price)
    return (
      <Panel title="מחיר">
        <p className="text-lg">{onRequest ? 'מחיר לפי פנייה' : <Money agorot={price} />}</p>
      </Panel>
    );
  return (
    <Panel title="מחיר">
      <StoredForm
        stored={JSON.stringify({ price, deletedPrice, deposit, onRequest } satisfies Prices)}
        call="price"
        submit="שמירה"
        variant="secondary"
        draftable
      >
        {(reply, stored) => {
          const began = JSON.parse(stored) as Prices;
          return (
            <>
              <input type="hidden" name="was.onRequest" value={began.onRequest ? 'yes' : 'no'} />
              {(['price', 'deletedPrice', 'deposit'] as const).map((name) => (
                <PriceField
                  key={name}
                  name={name}
                  began={sumText(name === 'price' && began.onRequest ? null : began[name])}
                  reply={reply}
                />
              ))}
              <Tick name="onRequest" label="מחיר לפי פנייה" ticked={began.onRequest} />
              {reply?.errors?.some(({ path }) => path === 'confirmed') && (
                <Tick name="confirmed" label="כן, המחיר משתנה ביותר מחצי" />
              )}
            </>
          );
        }}
      </StoredForm>
      {prices.rows.length > 0 && !onRequest && (
        <details>
          <summary className="cursor-pointer py-2 text-ink-2">מחיר אחר בחנות אחת</summary>
          <RowsForm
            call="priceStores"
            draftable
            fixed
            hidden={['store']}
            columns={[
              { name: 'name', label: 'חנות', kind: 'shown' },
              { name: 'price', label: 'מחיר', kind: 'sum', width: 6 },
              { name: 'deletedPrice', label: 'מחיר קודם', kind: 'sum', width: 6 },
            ]}
            rows={prices.rows.map((row) => ({
              store: row.store,
              name: nameOf(row.store) ?? 'חנות אחרת',
              price: sumText(row.price),
              deletedPrice: sumText(row.deletedPrice),
            }))}
            version={prices.version}
          >
            <Tick name="confirmed" label="גם אם מחיר משתנה ביותר מחצי" />
          </RowsForm>
        </details>
      )}
    </Panel>
  );
}

type PriceFieldProps = { name: keyof typeof labels; began: string; reply: ActionReply | undefined };

/** Where somebody else has saved another sum meanwhile, it can be taken instead of the typed one. */
function PriceField({ name, began, reply }: PriceFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const theirs = conflictOf(reply, name);
  const take = () => {
    const input = box.current?.querySelector<HTMLInputElement>('input:not([type=hidden])');
    if (!input) return;
    input.value = sumText(theirs ?? null);
    input.focus();
  };
  return (
    <div ref={box} className="grid gap-1">
      <input type="hidden" name={`was.${name}`} value={theirs === undefined ? began : sumText(theirs)} />
      <SumField label={labels[name]} name={name} defaultValue={began} {...fieldError(reply?.errors, name)} />
      {theirs !== undefined && (
        <p className="flex flex-wrap items-center gap-2 rounded-sm bg-warning-wash p-2 text-sm text-warning">
          <span>בינתיים נשמר כאן: {theirs === null ? 'ריק' : <Money agorot={theirs} />}</span>
          <Button variant="secondary" size="sm" onClick={take}>
            לקבל אותו
          </Button>
        </p>
      )}
    </div>
  );
}

export function Tick({ name, label, ticked = false }: { name: string; label: string; ticked?: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name={name} defaultChecked={ticked} className="size-5 accent-action-ink" />
      {label}
    </label>
  );
}

function conflictOf(reply: ActionReply | undefined, name: string): number | null | undefined {
  const conflicts = (reply?.details as { conflicts?: { field: string; theirs: number | null }[] } | undefined)
    ?.conflicts;
  return conflicts?.find(({ field }) => field === name)?.theirs;
}

/** In which of the person's stores the product is sold, and where it is shown. */
export function PlacesPanel({ data: { places, stores, mine } }: { data: ProductData }) {
  const own = stores.filter(({ uuid }) => mine.includes(uuid));
  const rowOf = (store: string) => places.rows.find((row) => row.store === store);
  if (own.length === 0)
    return (
      <Panel title="חנויות">
        <ul>
          {stores.map(({ uuid, name }) => {
            const row = rowOf(uuid);
            return row && <li key={uuid}>{`${name}: ${row.published ? 'מוצג' : 'מוסתר'}`}</li>;
          })}
        </ul>
      </Panel>
    );
  return (
    <Panel title="חנויות">
      <RowsForm
        call="place"
        draftable
        fixed
        hidden={['store']}
        columns={[
          { name: 'name', label: 'חנות', kind: 'shown' },
          { name: 'sold', label: 'נמכר', kind: 'tick' },
          { name: 'published', label: 'מוצג', kind: 'tick' },
          { name: 'home', label: 'ראשית', kind: 'tick' },
          { name: 'position', label: 'מקום ברשימה', kind: 'number', width: 5 },
        ]}
        rows={own.map(({ uuid, name }) => {
          const row = rowOf(uuid);
          return {
            store: uuid,
            name,
            sold: row ? 'on' : '',
            published: row?.published ? 'on' : '',
            home: row?.home ? 'on' : '',
            position: String(row?.position ?? ''),
          };
        })}
        version={places.version}
      />
    </Panel>
  );
}
