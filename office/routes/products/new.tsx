import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { kindNames } from '#domain/catalogue/kind-names.ts';
import { createProduct } from '#server/office/products/create-product.ts';
import { listProducts } from '#server/office/products/list-products.ts';
import { CheckboxField, SelectField, SumField, TextField } from '#ui/form/field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { fieldError } from '../../components/refused-reply.tsx';
import { StoredForm } from '../../components/stored-form.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/new.ts';

export const loader = load(async (ctx) => ({ brands: (await listProducts(ctx, {})).brands }));

/** A new product opens at once: what is missing is filled in there. */
export const action = act(
  { create: createProduct },
  {
    says: { create: 'המוצר נוצר' },
    leadsTo: { create: (made?: { product: string }) => made && `/products/${made.product}` },
  },
);

export default function NewProduct({ loaderData: { brands } }: Route.ComponentProps) {
  const { stores, permissions, chosenStore } = useShell();
  const initialStore = useSearchParams()[0].get('store') ?? chosenStore;
  const [onRequest, setOnRequest] = useState(false);
  return (
    <>
      <PageHead title="מוצר חדש" back={{ to: '/products', label: 'מוצרים' }} />
      <div className="max-w-3xl">
        <Panel title="מה צריך כדי להתחיל">
          <p className="text-ink-2">
            המוצר נשמר מוסתר. את שאר הפרטים, הגרסאות והתמונות מוסיפים בדף שלו, ואז מציגים אותו.
          </p>
          <StoredForm stored={initialStore ?? ''} call="create" submit="יצירה">
            {(reply) => {
              const errorOf = (name: string) => fieldError(reply?.errors, name);
              return (
                <div className="grid gap-3 sm:grid-cols-2">
                  <TextField label="שם" name="name" required maxLength={200} {...errorOf('name')} />
                  <TextField
                    label="כתובת באתר"
                    name="slug"
                    required
                    dir="ltr"
                    hint="אותיות קטנות וספרות, מחוברות במקפים: raam-barak-500"
                    {...errorOf('slug')}
                  />
                  <SelectField label="סוג" name="kind" required defaultValue="ACCESSORY" {...errorOf('kind')}>
                    {Object.entries(kindNames).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </SelectField>
                  <SelectField label="מותג" name="brand" {...errorOf('brand')}>
                    <option value="">לא נקבע</option>
                    {brands.map(({ uuid, name }) => (
                      <option key={uuid} value={uuid}>
                        {name}
                      </option>
                    ))}
                  </SelectField>
                  <TextField label="מק״ט של הגרסה הראשונה" name="sku" required dir="ltr" {...errorOf('sku')} />
                  {permissions.includes('stock.edit') && (
                    <TextField label="מלאי" name="stock" inputMode="numeric" {...errorOf('stock')} />
                  )}
                  {!onRequest && <SumField label="מחיר, כולל מע״מ" name="price" required {...errorOf('price')} />}
                  <CheckboxField
                    label="מחיר לפי פנייה"
                    name="onRequest"
                    checked={onRequest}
                    onChange={(event) => setOnRequest(event.currentTarget.checked)}
                    className="self-end"
                  />
                  <fieldset className="sm:col-span-2">
                    <legend className="text-sm font-medium text-ink-2">נמכר בחנויות</legend>
                    <div className="flex flex-wrap gap-x-6">
                      {stores.map(({ uuid, name }) => (
                        <CheckboxField
                          key={uuid}
                          label={name}
                          name="stores[]"
                          value={uuid}
                          defaultChecked={uuid === initialStore}
                        />
                      ))}
                    </div>
                  </fieldset>
                </div>
              );
            }}
          </StoredForm>
        </Panel>
      </div>
    </>
  );
}
