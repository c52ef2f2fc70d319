import { editPost, readPost, removePost } from '#server/office/content/posts.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/post.ts';
import { SearchPreview } from './content-tabs.tsx';
import { postFields } from './page-fields.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readPost(ctx, { post: params.post }));

export const action = act(
  { edit: editPost, remove: removePost },
  { says: { edit: 'הכתבה נשמרה' }, leadsTo: { remove: () => '/content/posts' } },
);

export default function Post({ loaderData: { post, published, categories, store, may } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={post.title}
        back={{ to: '/content/posts', label: 'בלוג' }}
        badges={!published && <Badge tone="wait">מתוזמנת</Badge>}
        actions={
          <>
            {published && <ShopLink to={`${store.url}/blog/${post.slug}`}>לכתבה בחנות</ShopLink>}
            {may.edit && (
              <ActionDialog
                label="הסרה"
                title={`הסרת ״${post.title}״`}
                call="remove"
                submit="להסיר את הכתבה"
                danger
                draftable
              >
                <p>הכתבה תוסר מהבלוג. אפשר להחזיר אותה ביומן השינויים.</p>
              </ActionDialog>
            )}
          </>
        }
      />
      <Panel title={`עריכה · ${store.name}`}>
        <StructureForm
          call="edit"
          draftable={may.edit || 'only'}
          submit="שמירה"
          fields={postFields(categories)}
          value={post}
          store={store.uuid}
          disabled={!may.prepare}
        >
          {({ title, description, slug }) => (
            <SearchPreview
              title={String(title ?? '')}
              description={String(description ?? '')}
              url={store.url}
              path={`/blog/${String(slug ?? '')}`}
            />
          )}
        </StructureForm>
      </Panel>
    </>
  );
}
