import { editBranch, readBranch } from '#server/office/settings/branches.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/branch.ts';
import { branchFields } from './branch-fields.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readBranch(ctx, { branch: params.branch }));
export const action = act({ edit: editBranch }, { says: { edit: 'הסניף נשמר' } });

export default function Branch({ loaderData: { name, branch, choices, store, may } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={name} back={{ to: `/settings/stores/${store}#branches`, label: 'סניפים' }} />
      <Panel title="הסניף">
        <StructureForm
          call="edit"
          submit="שמירה"
          draftable
          fields={branchFields(choices)}
          value={branch}
          store={store}
          disabled={!may.edit}
        />
      </Panel>
    </>
  );
}
