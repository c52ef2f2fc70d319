import { createPost, preparePost } from '#server/office/content/posts.ts';
import { chosenStore } from '../../chosen-store.ts';
import { NewRecord } from '../../components/structure/new-record.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-post.ts';
import { postFields } from './page-fields.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { store, choices } = await chosenStore(ctx, request, 'content.edit');
  return { ...(await preparePost(ctx, { store })), choices };
});
export const action = act({ create: createPost });

export default function NewPost({ loaderData: { store, choices, categories } }: Route.ComponentProps) {
  return (
    <NewRecord
      title="כתבה חדשה"
      list={{ to: '/content/posts', label: 'בלוג' }}
      panel="כתבה"
      fields={postFields(categories)}
      submit="שמירה"
      store={store.uuid}
      choices={choices}
    />
  );
}
