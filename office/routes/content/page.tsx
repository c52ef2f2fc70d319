import { editPage, readPage, removePage } from '#server/office/content/pages.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { Facts, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/page.ts';
import { SearchPreview } from './content-tabs.tsx';
import { pageFields } from './page-fields.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readPage(ctx, { page: params.page }));

export const action = act(
  { edit: editPage, remove: removePage },
  { says: { edit: 'הדף נשמר ומוצג בחנות' }, leadsTo: { remove: () => '/content/pages' } },
);

export default function Page({ loaderData: { page, former, store, may, updatedAt } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={page.title}
        back={{ to: '/content/pages', label: 'דפי תוכן' }}
        actions={
          <>
            <ShopLink to={`${store.url}/page/${page.slug}`}>לדף בחנות</ShopLink>
            {may.edit && (
              <ActionDialog
                label="הסרה"
                title={`הסרת ״${page.title}״`}
                call="remove"
                submit="להסיר את הדף"
                danger
                draftable
              >
                <p>הדף יוסר מהחנות. אפשר להחזיר אותו ביומן השינויים.</p>
              </ActionDialog>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 @min-[60rem]:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <Panel title="עריכה">
          <StructureForm
            call="edit"
            submit="שמירה"
            draftable={may.edit || 'only'}
            fields={pageFields}
            value={page}
            store={store.uuid}
            disabled={!may.prepare}
          >
            {({ title, description, slug }) => (
              <SearchPreview
                title={`${String(title ?? '')} | ${store.name}`}
                description={String(description ?? '')}
                url={store.url}
                path={`/page/${String(slug ?? '')}`}
              />
            )}
          </StructureForm>
        </Panel>
        <Panel title="פרטים">
          <Facts
            facts={[
              ['חנות', store.name],
              ['עודכן', <Moment key="at" at={updatedAt} />],
              [
                'כתובות קודמות',
                former.length > 0 && (
                  <ul>
                    {former.map((slug) => (
                      <li key={slug}>
                        <bdi dir="ltr">/page/{slug}</bdi>
                      </li>
                    ))}
                  </ul>
                ),
              ],
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
