import { toPercent } from '#domain/money/money.ts';
import { formatNumber } from '#domain/text/format.ts';
import { createRole, listRoles, type RoleRow } from '#server/office/staff/roles.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Money } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/roles.ts';
import { PermissionFields } from './permission-fields.tsx';

export const loader = load((ctx) => listRoles(ctx, {}));

export const action = act({ createRole }, { says: { createRole: 'התפקיד נוסף' } });

const columns: ListColumn<RoleRow>[] = [
  { key: 'name', label: 'תפקיד', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { key: 'people', label: 'אנשים', number: true, cell: ({ people }) => formatNumber(people) },
  { key: 'permissions', label: 'הרשאות', number: true, cell: ({ permissions }) => formatNumber(permissions.length) },
  {
    key: 'refund',
    label: 'זיכוי לבד, עד',
    number: true,
    cell: ({ refund_limit_agorot: limit }) => (limit === null ? 'ללא הגבלה' : <Money agorot={limit} />),
  },
  {
    key: 'discount',
    label: 'הנחה לבד, עד',
    number: true,
    cell: ({ discount_limit_bp: limit }) =>
      limit === null ? 'ללא הגבלה' : <bdi>{formatNumber(toPercent(limit))}%</bdi>,
  },
];

export default function Roles({ loaderData: roles }: Route.ComponentProps) {
  const { permissions } = useShell();
  return (
    <>
      <PageHead
        title="תפקידים והרשאות"
        back={{ to: '/staff', label: 'צוות' }}
        actions={
          permissions.includes('staff.edit') && (
            <ActionDialog
              label="תפקיד חדש"
              call="createRole"
              submit="הוספה"
              variant="primary"
              width="w-full sm:w-[46rem]"
            >
              <PermissionFields />
            </ActionDialog>
          )
        }
      />
      <List
        label="תפקידים"
        columns={columns}
        page={{ rows: roles, next: null, total: roles.length }}
        href={({ uuid }) => `/roles/${uuid}`}
        empty={{ title: 'אין תפקידים', text: 'הוסיפו תפקיד.' }}
      />
    </>
  );
}
