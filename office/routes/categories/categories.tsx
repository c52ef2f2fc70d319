import { createCategory, moveCategories } from '#server/office/categories/change-categories.ts';
import { listCategories } from '#server/office/categories/read-categories.ts';
import { Empty } from '#ui/empty.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { chosenStore } from '../../chosen-store.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { fieldError } from '../../components/refused-reply.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import { useAdopted } from '../../components/use-adopted.ts';
import { act, load } from '../../load.ts';
import type { Route } from './+types/categories.ts';
import { CategoryTree, fromTreeRows, toTreeRows } from './tree.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { store, choices } = await chosenStore(ctx, request, 'products.read');
  return { ...(await listCategories(ctx, { store })), choices };
});
export const action = act({ create: createCategory, move: moveCategories });

type Data = Route.ComponentProps['loaderData'];

export default function Categories({ loaderData: data }: Route.ComponentProps) {
  const { categories, store, choices, may } = data;
  return (
    <>
      <PageHead
        title="קטגוריות"
        back={{ to: '/products', label: 'מוצרים' }}
        actions={may.edit && <NewCategory data={data} />}
      />
      <StoreChoice store={store.uuid} choices={choices} />
      <div className="max-w-5xl">
        <Panel title={`הקטגוריות של ${store.name}`}>
          {categories.length === 0 ? (
            <Empty title="עוד אין קטגוריות">קטגוריה אוספת מוצרים לפי כלל או לפי רשימה, ויש לה דף משלה בחנות.</Empty>
          ) : (
            // Moves among others than there are by now can't be saved.
            <Tree key={`${store.uuid} ${categories.length}`} data={data} />
          )}
        </Panel>
      </div>
    </>
  );
}

function NewCategory({ data: { store, categories } }: { data: Data }) {
  return (
    <ActionDialog label="קטגוריה חדשה" call="create" submit="יצירה" variant="primary">
      {(reply) => {
        const errorOf = (name: string) => fieldError(reply?.errors, name);
        return (
          <>
            <input type="hidden" name="store" value={store.uuid} />
            <TextField label="שם" name="name" required maxLength={120} {...errorOf('name')} />
            <TextField label="כתובת" name="slug" hint="מה שאחרי ⁦/category/⁩. בלעדיה, לפי השם" {...errorOf('slug')} />
            <SelectField label="בתוך" name="parent">
              <option value="">אף קטגוריה: ברמה הראשונה</option>
              {toTreeRows(categories).map(({ id, name, level }) => (
                <option key={id} value={id}>
                  {`${'– '.repeat(level)}${name}`}
                </option>
              ))}
            </SelectField>
          </>
        );
      }}
    </ActionDialog>
  );
}

function Tree({ data: { categories, version, store, may } }: { data: Data }) {
  const adopted = useAdopted(
    { rows: toTreeRows(categories), version },
    { toHeld: ({ rows }) => rows, toSent: fromTreeRows },
  );
  const categoriesByUid = new Map(categories.map((one) => [one.uuid, one]));
  const shownRows = adopted.held.map((row) => ({ ...row, ...categoriesByUid.get(row.id) }));
  return (
    <>
      <CategoryTree rows={shownRows} onChange={adopted.setHeld} disabled={!may.edit} />
      {may.edit && adopted.isDirty && (
        <ActionForm
          call="move"
          submit="שמירת הסדר"
          draftable
          onDone={(reply, sent) => adopted.done(reply, JSON.parse(String(sent.get('tree'))))}
        >
          <input type="hidden" name="store" value={store.uuid} />
          <input type="hidden" name="version" value={adopted.baseline.version} />
          <input type="hidden" name="tree" value={adopted.text} />
        </ActionForm>
      )}
    </>
  );
}
