import { CheckboxField } from '#ui/form/field.tsx';
import { ActionForm } from '../../../components/action-form.tsx';
import { EditedFields, sumText } from '../../../components/edited-fields.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RowsForm } from '../../../components/rows/rows-form.tsx';
import { Money } from '../../../components/shown-values.tsx';
import type { ProductData } from '../product.tsx';

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
      <ActionForm call="price" submit="שמירה" variant="secondary" draftable>
        {(reply) => (
          <>
            <EditedFields
              fields={[
                { name: 'price', label: 'מחיר, כולל מע״מ', kind: 'sum' },
                { name: 'deletedPrice', label: 'מחיר קודם', kind: 'sum' },
                { name: 'deposit', label: 'דמי שריון', kind: 'sum' },
                { name: 'onRequest', label: 'מחיר לפי פנייה', kind: 'tick' },
              ]}
              values={{
                price: sumText(onRequest ? null : price),
                deletedPrice: sumText(deletedPrice),
                deposit: sumText(deposit),
                onRequest: onRequest ? 'yes' : 'no',
              }}
            />
            {reply?.errors?.some(({ path }) => path === 'confirmed') && (
              <CheckboxField name="confirmed" label="כן, המחיר משתנה ביותר מחצי" />
            )}
          </>
        )}
      </ActionForm>
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
            <CheckboxField name="confirmed" label="גם אם מחיר משתנה ביותר מחצי" />
          </RowsForm>
        </details>
      )}
    </Panel>
  );
}

/** In which of the person's stores the product is sold, and where it is shown. */
export function PlacesPanel({ data: { places, hiddenLinks, stores, mine } }: { data: ProductData }) {
  const ownStores = stores.filter(({ uuid }) => mine.includes(uuid));
  const rowOf = (store: string) => places.rows.find((row) => row.store === store);
  if (ownStores.length === 0)
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
        rows={ownStores.map(({ uuid, name }) => {
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
      {hiddenLinks && <p className="mt-3 text-sm text-warning">{hiddenLinks}</p>}
    </Panel>
  );
}
