import { beginExport } from '#server/office/imports/prepare.ts';
import { listImports, type TransferRow } from '#server/office/imports/read-imports.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load, queryOf } from '../../load.ts';
import type { Route } from './+types/imports.ts';
import { stateOf } from './import-states.ts';
import { UploadPanel } from './upload.tsx';
import { useRefreshing } from './use-refreshing.ts';

export const loader = load((ctx, { request }: Route.LoaderArgs) => listImports(ctx, queryOf(request)));
export const action = act({ export: beginExport }, { says: { export: 'הייצוא התחיל, והקובץ יופיע ברשימה' } });

const columns: ListColumn<TransferRow>[] = [
  {
    key: 'file',
    label: 'קובץ',
    cell: ({ file_name }) => <bdi className="font-semibold break-all">{file_name}</bdi>,
  },
  { key: 'direction', label: 'פעולה', cell: ({ direction }) => (direction === 'import' ? 'ייבוא' : 'ייצוא') },
  { key: 'supplier', label: 'ספק', cell: ({ supplier }) => <bdi>{supplier || '–'}</bdi> },
  { key: 'by', label: 'מי', cell: ({ by }) => <bdi>{by ?? '–'}</bdi> },
  { key: 'at', label: 'מתי', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: 'state',
    label: 'מצב',
    cell: (row) => {
      const { name, tone } = stateOf(row);
      return <Badge tone={tone}>{name}</Badge>;
    },
  },
];

export default function Imports({ loaderData: { page, suppliers } }: Route.ComponentProps) {
  useRefreshing(page.rows.some(({ state }) => state === 'check' || state === 'apply'));
  return (
    <>
      <PageHead
        title="ייבוא וייצוא"
        actions={
          <>
            <ExportDialog
              what="tables"
              label="ייצוא טבלאות"
              text="כל טבלאות הקטלוג כגיליונות ⁦XLSX⁩, בלי תמונות. אפשר לערוך ולייבא בחזרה."
            />
            <ExportDialog
              what="folder"
              label="ייצוא מלא"
              text="כל החנויות, הקטלוג, התכנים והתמונות כתיקיית ייבוא, שממלאת גם מסד נתונים ריק."
            />
          </>
        }
      />
      <div className="grid gap-5">
        <UploadPanel suppliers={suppliers} />
        <List
          label="ייבוא וייצוא"
          columns={columns}
          page={page}
          href={({ uuid }) => `/import/${uuid}`}
          empty={{
            title: 'עוד לא יובא דבר',
            text: 'כל ייבוא וייצוא נשמר כאן: מי, מתי ואיזה קובץ, ואפשר לבטל ייבוא שלם.',
          }}
        />
      </div>
    </>
  );
}

function ExportDialog({ what, label, text }: { what: 'tables' | 'folder'; label: string; text: string }) {
  return (
    <ActionDialog label={label} call="export" submit="התחלת הייצוא">
      <input type="hidden" name="what" value={what} />
      <p>{text}</p>
      <p className="text-sm text-ink-3">הקובץ מוכן ברקע, ונשמר שלושה ימים.</p>
    </ActionDialog>
  );
}
