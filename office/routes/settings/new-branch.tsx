import { redirect } from 'react-router';
import { createBranch } from '#server/office/settings/branches.ts';
import { readSettings } from '#server/office/settings/read-store.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-branch.ts';
import { branchFields } from './branch-fields.ts';

export const loader = load(async (ctx, { params }: Route.LoaderArgs) => {
  const { store, companyStores, may } = await readSettings(ctx, { store: params.store });
  return { store, companyStores, may };
});

const calls = act({ create: createBranch });

export async function action(args: Route.ActionArgs) {
  const reply = await calls(args);
  const branchUid = 'result' in reply ? (reply.result as { uuid?: string } | undefined)?.uuid : undefined;
  if (branchUid) throw redirect(`/settings/branches/${branchUid}`);
  return reply;
}

const hours = { sun: '', mon: '', tue: '', wed: '', thu: '', fri: '', sat: '' };

export default function NewBranch({ loaderData: { store, companyStores, may } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="סניף חדש" back={{ to: `/settings/stores/${store.uuid}#branches`, label: 'סניפים' }} />
      <Panel title="הסניף">
        <StructureForm
          call="create"
          submit="הוספת הסניף"
          draftable
          fields={branchFields(companyStores)}
          value={{ stores: [store.key], services: ['SALE'], hours }}
          store={store.uuid}
          disabled={!may.edit}
        />
      </Panel>
    </>
  );
}
