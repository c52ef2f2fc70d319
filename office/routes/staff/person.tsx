import { useState } from 'react';
import { disablePerson, grantRole, resetPerson, revokeRole } from '#server/office/staff/change-people.ts';
import { listChoices, readPerson } from '#server/office/staff/list-people.ts';
import { Button } from '#ui/button.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { AskingDialog } from '../../components/dialogs/asking-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/person.ts';
import { OneTimeLink } from './one-time-link.tsx';
import { RoleFields } from './role-fields.tsx';
import { statusNames, statusTones } from './staff-states.ts';

export const loader = load(async (ctx, { params }: Route.LoaderArgs) => ({
  person: await readPerson(ctx, { person: params.person }),
  choices: await listChoices(ctx, {}),
}));

export const action = act(
  { grantRole, revokeRole, disablePerson, resetPerson },
  {
    says: {
      grantRole: 'התפקיד נוסף',
      revokeRole: 'התפקיד הוסר',
      disablePerson: 'הגישה הושבתה וכל המכשירים נותקו',
      resetPerson: 'הקישור מוכן',
    },
  },
);

export default function Person({ loaderData: { person, choices } }: Route.ComponentProps) {
  const { permissions } = useShell();
  const canEdit = permissions.includes('staff.edit') && !person.isSelf;
  return (
    <>
      <PageHead
        title={person.name}
        back={{ to: '/staff', label: 'צוות' }}
        badges={<Badge tone={statusTones[person.status]}>{statusNames[person.status]}</Badge>}
        actions={
          canEdit && (
            <>
              <Reset person={person} />
              {person.status !== 'disabled' && (
                <ActionDialog
                  label="השבתה"
                  title={`השבתת הגישה של ${person.name}`}
                  call="disablePerson"
                  submit="השבתה"
                  danger
                >
                  <p>הכניסה נחסמת מיד, בכל המכשירים. התפקידים נשמרים, ואפשר להחזיר את הגישה בקישור חדש.</p>
                </ActionDialog>
              )}
            </>
          )
        }
      />
      <div className="grid items-start gap-4 xl:@min-[40rem]:grid-cols-2">
        <Panel title="פרטים">
          <Facts
            facts={[
              ['דוא״ל', <bdi key="email">{person.email}</bdi>],
              ['כניסה בסיסמה ובקוד', person.hasPassword ? 'פעילה' : 'לא'],
              ['מפתחות כניסה', person.passkeys],
              ['כניסה אחרונה', person.last_sign_in_at && <Moment key="seen" at={person.last_sign_in_at} />],
            ]}
          />
          {person.isSelf && <p className="text-ink-3">את התפקידים שלכם משנה אדם אחר.</p>}
        </Panel>
        <Panel
          title="תפקידים"
          actions={
            canEdit && (
              <ActionDialog label="הוספת תפקיד" call="grantRole" submit="הוספה">
                <RoleFields {...choices} />
              </ActionDialog>
            )
          }
        >
          {person.grants.length === 0 && <p className="text-ink-2">אין תפקידים: אפשר להיכנס, אבל לא לראות דבר.</p>}
          <ul className="grid divide-y divide-line">
            {person.grants.map(({ uuid, role, store }) => (
              <li key={uuid} className="flex flex-wrap items-center gap-2 py-1">
                <span className="font-semibold">{role}</span>
                <span className="grow text-ink-3">{store ?? 'כל החנויות'}</span>
                {canEdit && (
                  <ActionDialog
                    label="הסרה"
                    title={`הסרת התפקיד ״${role}״`}
                    call="revokeRole"
                    submit="הסרה"
                    danger
                    variant="quiet"
                  >
                    <input type="hidden" name="grant" value={uuid} />
                    <p>
                      {person.name}, {store ?? 'כל החנויות'}.
                    </p>
                  </ActionDialog>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

/** The link stays shown while the page behind it is read again. */
function Reset({ person: { name, status } }: { person: { name: string; status: string } }) {
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState('');
  const label = { invited: 'קישור חדש', active: 'איפוס הכניסה', disabled: 'החזרת הגישה' }[status] ?? '';
  const close = () => {
    setOpen(false);
    setLink('');
  };
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <AskingDialog open={isOpen} onClose={close} title={`${name}: קישור כניסה`}>
        <div className="p-5">
          {link ? (
            <OneTimeLink link={link} onDone={close} />
          ) : (
            <ActionForm
              call="resetPerson"
              submit="יצירת קישור"
              danger={status === 'active'}
              onDone={({ result }) => (result ? setLink((result as { link: string }).link) : close())}
              onCancel={close}
            >
              <p>
                {status === 'active'
                  ? 'הסיסמה, הקודים והמפתחות יימחקו מיד, וכל המכשירים ינותקו. בקישור בוחרים דרך כניסה מחדש.'
                  : 'קישורים קודמים יפסיקו לפעול.'}
              </p>
            </ActionForm>
          )}
        </div>
      </AskingDialog>
    </>
  );
}
