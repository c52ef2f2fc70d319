import { useState } from 'react';
import { invitePerson } from '#server/office/staff/change-people.ts';
import { listChoices, listPeople, type PersonRow } from '#server/office/staff/list-people.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { AskingDialog } from '../../components/dialogs/asking-dialog.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/people.ts';
import { OneTimeLink } from './one-time-link.tsx';
import { RoleFields } from './role-fields.tsx';
import { statusNames, statusTones } from './staff-states.ts';

export const loader = load(async (ctx) => ({
  people: await listPeople(ctx, {}),
  choices: await listChoices(ctx, {}),
}));

export const action = act({ invitePerson }, { says: { invitePerson: 'ההזמנה מוכנה' } });

const columns: ListColumn<PersonRow>[] = [
  {
    key: 'name',
    label: 'שם',
    cell: ({ name, email }) => (
      <div className="grid">
        <span className="font-semibold">{name}</span>
        <bdi className="text-xs text-ink-3">{email}</bdi>
      </div>
    ),
  },
  {
    key: 'status',
    label: 'מצב',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
  },
  {
    key: 'roles',
    label: 'תפקידים',
    cell: ({ grants }) => grants.map(({ role, store }) => `${role} (${store ?? 'כל החנויות'})`).join(', ') || '–',
  },
  { key: 'factors', label: 'כניסה', cell: (person) => waysIn(person) },
  {
    key: 'seen',
    label: 'כניסה אחרונה',
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? <Moment at={last_sign_in_at} /> : '–'),
  },
];

const waysIn = ({ hasPassword, passkeys }: PersonRow): string =>
  [hasPassword && 'סיסמה וקוד', passkeys > 0 && (passkeys === 1 ? 'מפתח' : `${passkeys} מפתחות`)]
    .filter(Boolean)
    .join(', ') || '–';

export default function People({ loaderData: { people, choices } }: Route.ComponentProps) {
  const { permissions } = useShell();
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHead
        title="צוות"
        actions={
          <>
            <ButtonLink to="/roles" variant="secondary" size="sm">
              תפקידים והרשאות
            </ButtonLink>
            {permissions.includes('staff.edit') && (
              <Button size="sm" onClick={() => setInviting(true)}>
                הזמנה לצוות
              </Button>
            )}
          </>
        }
      />
      <List
        label="אנשי הצוות"
        columns={columns}
        page={{ rows: people, next: null, total: people.length }}
        href={({ uuid }) => `/staff/${uuid}`}
        empty={{ title: 'אין עדיין אנשי צוות', text: 'הזמינו את הראשונים.' }}
      />
      <AskingDialog open={isInviting} onClose={() => setInviting(false)} title="הזמנה לצוות">
        <div className="p-5">{isInviting && <Invite choices={choices} onDone={() => setInviting(false)} />}</div>
      </AskingDialog>
    </>
  );
}

function Invite({ choices, onDone }: { choices: Route.ComponentProps['loaderData']['choices']; onDone: () => void }) {
  const [link, setLink] = useState('');
  if (link) return <OneTimeLink link={link} onDone={onDone} />;
  return (
    <ActionForm
      call="invitePerson"
      submit="יצירת קישור"
      onDone={({ result }) => (result ? setLink((result as { link: string }).link) : onDone())}
      onCancel={onDone}
    >
      <TextField label="שם" name="name" autoComplete="off" required maxLength={80} />
      <TextField label="דוא״ל" name="email" type="email" autoComplete="off" required maxLength={200} />
      <RoleFields {...choices} />
    </ActionForm>
  );
}
