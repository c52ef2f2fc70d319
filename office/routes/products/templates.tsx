import { Form } from 'react-router';
import { specKinds } from '#domain/catalogue/product-page/spec-kinds.ts';
import { editSpecTemplate, readSpecTemplate } from '#server/office/products/spec-templates.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { chosenStore } from '../../chosen-store.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import type { RowColumn } from '../../components/rows/cell-field.tsx';
import { RowsForm } from '../../components/rows/rows-form.tsx';
import { act, load, queryOf } from '../../load.ts';
import type { Route } from './+types/templates.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { store } = await chosenStore(ctx, request, 'products.read');
  return readSpecTemplate(ctx, { ...queryOf(request), store });
});
export const action = act({ edit: editSpecTemplate });

const columns: RowColumn[] = [
  { name: 'group', label: 'קבוצה', width: 11 },
  { name: 'name', label: 'שם', width: 13 },
  { name: 'unit', label: 'יחידה', width: 7 },
];

/** What the specification of each kind of product names, and in which order. */
export default function Templates({ loaderData: { kind, rows, isOwn, store, version, may } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="תבניות מפרט" back={{ to: '/products', label: 'מוצרים' }} />
      <div className="grid gap-4">
        <Panel title="לאיזה סוג">
          <Form method="get" className="flex max-w-md items-end gap-2">
            <input type="hidden" name="store" value={store} />
            <div className="grow">
              <SelectField
                key={kind}
                label="סוג המוצר"
                name="kind"
                required
                defaultValue={kind}
                onChange={(event) => event.currentTarget.form?.requestSubmit()}
              >
                {Object.entries(specKinds).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
            </div>
            <Button type="submit" size="sm" variant="secondary" className="min-h-12">
              הצגה
            </Button>
          </Form>
        </Panel>
        <Panel title={specKinds[kind]}>
          <p className="text-ink-2">
            {isOwn
              ? 'בדף של מוצר אפשר להוסיף בלחיצה את השורות של התבנית, בסדר הזה, ולמלא ערכים.'
              : rows.length > 0
                ? 'עוד אין תבנית שמורה. אלה השורות שרוב המוצרים מהסוג הזה כוללים. שמירה הופכת אותן לתבנית.'
                : 'עוד אין תבנית, ואין מוצרים ללמוד מהם. הוסיפו שורות.'}
          </p>
          {may.edit ? (
            <RowsForm key={kind} call="edit" columns={columns} rows={rows} version={version}>
              <input type="hidden" name="store" value={store} />
              <input type="hidden" name="kind" value={kind} />
            </RowsForm>
          ) : (
            <ul className="grid gap-1">
              {rows.map(({ group, name, unit }) => (
                <li key={`${group} ${name}`}>
                  <bdi>{[group, name, unit].filter(Boolean).join(' · ')}</bdi>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}
