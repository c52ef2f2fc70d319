import { useNavigate } from 'react-router';
import { createPost, preparePost } from '#server/office/content/posts.ts';
import { chosenStore } from '../../chosen-store.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-post.ts';
import { postFields } from './page-fields.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { store, choices } = await chosenStore(ctx, request, 'content.edit');
  return { ...(await preparePost(ctx, { store })), choices };
});
export const action = act({ create: createPost });

export default function NewPost({ loaderData: { store, choices, categories } }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="כתבה חדשה" back={{ to: '/content/posts', label: 'בלוג' }} />
      <StoreChoice store={store.uuid} choices={choices} />
      <Panel title="כתבה">
        <StructureForm
          key={store.uuid}
          call="create"
          submit="שמירה"
          fields={postFields(categories)}
          value={{}}
          store={store.uuid}
          onDone={({ result }) => navigate(`/content/posts/${(result as { uuid: string } | undefined)?.uuid ?? ''}`)}
        />
      </Panel>
    </>
  );
}
