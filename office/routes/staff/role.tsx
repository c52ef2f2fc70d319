import { useNavigate } from 'react-router';
import { permissions as permissionNames } from '#domain/people/permissions.ts';
import { editRole, type RoleMeanwhile, readRole, removeRole } from '#server/office/staff/roles.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { ListConflicts } from '../../components/rows/rows-form.tsx';
import { StoredForm } from '../../components/stored-form.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/role.ts';
import { PermissionFields } from './permission-fields.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readRole(ctx, { role: params.role }));

export const action = act({ editRole, removeRole }, { says: { removeRole: 'התפקיד הוסר' } });

export default function Role({ loaderData: role }: Route.ComponentProps) {
  const { permissions } = useShell();
  const navigate = useNavigate();
  const canEdit = permissions.includes('staff.edit') && !role.isFixed;
  return (
    <>
      <PageHead title={role.name} back={{ to: '/roles', label: 'תפקידים והרשאות' }} />
      <Panel title="הרשאות">
        {role.isFixed && <p className="text-ink-2">תפקיד הבעלים קבוע: יש לו תמיד כל הרשאה, בלי הגבלת סכום.</p>}
        {canEdit ? (
          <StoredForm key={role.uuid} stored={role.version} call="editRole" submit="שמירה">
            {(reply, initialVersion) => {
              const meanwhile = reply?.ok === false ? (reply.details as RoleMeanwhile | undefined) : undefined;
              return (
                <>
                  <input type="hidden" name="version" value={meanwhile?.version ?? initialVersion} />
                  <ListConflicts conflicts={meanwhile?.conflicts} />
                  <p className="text-ink-2">השינוי חל מיד על כל מי שבתפקיד ({role.people}).</p>
                  <PermissionFields role={role} />
                </>
              );
            }}
          </StoredForm>
        ) : (
          <ul className="grid list-inside list-disc gap-x-6 sm:grid-cols-2">
            {role.permissions.map((name) => (
              <li key={name}>{permissionNames[name]}</li>
            ))}
          </ul>
        )}
      </Panel>
      {canEdit && !role.isBuiltIn && role.people === 0 && (
        <div className="mt-4 w-fit">
          <ActionForm call="removeRole" submit="הסרת התפקיד" danger onDone={() => navigate('/roles')} />
        </div>
      )}
    </>
  );
}
