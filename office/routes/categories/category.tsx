import { editCategory, orderCategory, removeCategory } from '#server/office/categories/change-categories.ts';
import { readCategory } from '#server/office/categories/read-categories.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/category.ts';
import { categoryFields } from './category-fields.ts';
import { OrderPanel } from './order-panel.tsx';
import { RuleCount } from './rule-count.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readCategory(ctx, { category: params.category }));

export const action = act(
  { edit: editCategory, order: orderCategory, remove: removeCategory },
  { leadsTo: { remove: () => '/categories' } },
);

const SHOWN_LINKS = 10;

export type CategoryData = Route.ComponentProps['loaderData'];

export default function Category({ loaderData: data }: Route.ComponentProps) {
  const { uuid, file, store, may, former, ledBy, parent, children, total, filterChoices } = data;
  return (
    <>
      <PageHead
        title={file.name}
        back={{ to: `/categories?store=${store.uuid}`, label: 'קטגוריות' }}
        badges={total === 0 && <Badge tone="wait">אין מוצרים, לא מוצגת</Badge>}
        actions={
          <>
            {total > 0 && <ShopLink to={`${store.url}/category/${file.slug}`}>בחנות</ShopLink>}
            {may.edit && (
              <ActionDialog
                label="הסרה"
                title={`הסרת הקטגוריה ״${file.name}״`}
                call="remove"
                submit="להסיר את הקטגוריה"
                danger
                draftable
              >
                <p>
                  הדף שלה ירד מהחנות, ו־{total} המוצרים שבה נשארים בחנות.{' '}
                  {children.length > 0 && (
                    <>
                      הקטגוריות שבתוכה יעברו {parent ? `אל ״${parent}״` : 'לרמה הראשונה'}: {children.join(', ')}.{' '}
                    </>
                  )}
                  {former.length > 0 && <>גם הכתובות הקודמות שלה יפסיקו לעבוד. </>}
                  אפשר להחזיר אותה ביומן השינויים.
                </p>
                {ledBy.length > 0 && (
                  <p>
                    לפני ההסרה יש להסיר את מה שמוביל אליה או חל עליה: {ledBy.slice(0, SHOWN_LINKS).join(', ')}
                    {ledBy.length > SHOWN_LINKS && ` ועוד ${ledBy.length - SHOWN_LINKS}`}.
                  </p>
                )}
              </ActionDialog>
            )}
          </>
        }
      />
      <div key={uuid} className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title="עריכה">
          <StructureForm
            call="edit"
            submit="שמירה"
            draftable
            fields={categoryFields(filterChoices)}
            value={file}
            store={store.uuid}
            disabled={!may.edit}
          >
            {(values) => <RuleCount store={store.uuid} values={values} />}
          </StructureForm>
          <Facts
            facts={[
              ['חנות', store.name],
              ['בתוך', parent],
              ['כתובות קודמות', former.length > 0 && <bdi key="former">{former.join(', ')}</bdi>],
            ]}
          />
        </Panel>
        <OrderPanel data={data} />
      </div>
    </>
  );
}
