import { Link } from 'react-router';
import { toPercent } from '#domain/money/money.ts';
import { formatDecimal, formatNumber, isolate } from '#domain/text/format.ts';
import { undoChange } from '#server/office/changes/undo-change.ts';
import { applyImport, mapImport } from '#server/office/imports/prepare.ts';
import { type ImportPage, readImport } from '#server/office/imports/read-imports.ts';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import { Conflicts } from '../changes/conflicts.tsx';
import type { Route } from './+types/import.ts';
import { stateOf } from './import-states.ts';
import { MappingPanel } from './mapping-panel.tsx';
import { ChangesPanel, ErrorsPanel, ExportedPanel } from './report-panels.tsx';
import { useRefreshing } from './use-refreshing.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readImport(ctx, params));
export const action = act(
  { map: mapImport, apply: applyImport, undo: undoChange },
  { says: { map: 'הקובץ נבדק שוב', apply: 'הייבוא התחיל', undo: 'הייבוא בוטל, והערכים הקודמים חזרו' } },
);

export default function Import({ loaderData: row }: Route.ComponentProps) {
  const { permissions } = useShell();
  const isWorking = row.state === 'check' || row.state === 'apply';
  useRefreshing(isWorking);
  const { report, change, undone_by } = row;
  const { name, tone } = stateOf(row);
  return (
    <>
      <PageHead
        title={row.direction === 'import' ? `ייבוא: ⁨${row.file_name}⁩` : `ייצוא: ⁨${row.file_name}⁩`}
        back={{ to: '/import', label: 'ייבוא וייצוא' }}
        badges={<Badge tone={tone}>{name}</Badge>}
        actions={
          row.state === 'done' &&
          change &&
          !undone_by &&
          permissions.includes('changes.undo') && (
            <ActionDialog
              label="ביטול הייבוא"
              title="ביטול הייבוא כולו"
              call="undo"
              submit="לבטל את הייבוא"
              danger
              width="w-full sm:w-[44rem]"
            >
              {(reply) => (
                <>
                  <Conflicts reply={reply} />
                  <input type="hidden" name="change" value={change} />
                  <p>כל הערכים שהייבוא שינה יחזרו לקדמותם. אם אחד מהם השתנה מאז, לא יבוטל דבר ותוצג רשימה.</p>
                  <TextField label="למה מבטלים?" name="reason" required maxLength={500} />
                </>
              )}
            </ActionDialog>
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-5">
        {isWorking && <Working row={row} />}
        <About row={row} />
        {report?.kind === 'failed' && (
          <p role="alert" className="rounded-sm bg-danger-wash p-4 text-danger">
            {report.message}
          </p>
        )}
        {report?.kind === 'export' && <ExportedPanel uuid={row.uuid} report={report} noteCount={row.noteCount} />}
        {row.state !== 'check' && row.mapping && row.state !== 'done' && row.state !== 'apply' && (
          <MappingPanel key={JSON.stringify(row.mapping)} row={row} />
        )}
        {report?.kind === 'import' && row.state !== 'check' && (
          <>
            <ChangesPanel report={report} isDone={row.state === 'done'} />
            <ErrorsPanel {...row} report={report} />
            {row.state === 'checked' && <Apply row={row} />}
          </>
        )}
      </div>
    </>
  );
}

const steps: Record<string, string> = {
  'reading files': 'קריאת הקובץ',
  'reading pictures': 'קריאת תמונות',
  writing: 'כתיבה',
  exporting: 'כתיבת הקבצים',
};

function Working({ row }: { row: ImportPage }) {
  const what =
    row.direction === 'export' ? 'הקובץ מוכן ברקע' : row.state === 'check' ? 'הקובץ בבדיקה' : 'הייבוא רץ ברקע';
  return (
    <div role="status" className="panel grid gap-2 p-4">
      <p className="font-semibold">{what}</p>
      <progress max={100} value={row.progress} aria-label={what} className="w-full max-w-md" />
      <p className="text-sm text-ink-3">
        {row.state === 'check' && row.step === 'writing' ? 'בירור מה ישתנה' : (steps[row.step] ?? 'ממתין לתורו')}. אפשר
        לעזוב את הדף ולחזור אליו.
      </p>
    </div>
  );
}

function About({ row }: { row: ImportPage }) {
  return (
    <Panel title="הקובץ">
      <Facts
        facts={[
          ['הועלה על ידי', row.by && <bdi key="by">{row.by}</bdi>],
          ['מתי', <Moment key="at" at={row.created_at} />],
          ['ספק', row.supplier && <bdi key="supplier">{row.supplier}</bdi>],
          ['גודל', row.bytes !== null && <bdi key="size">{sizeOf(row.bytes)}</bdi>],
          [
            'ביומן השינויים',
            row.change && (
              <Link key="change" to={`/changes/${row.change}`} className="text-action-ink underline">
                מה השתנה
              </Link>
            ),
          ],
          [
            'הורדה',
            row.has_file && row.state !== 'uploading' && (
              <a key="file" href={`/import/${row.uuid}/file`} download className="break-all text-action-ink underline">
                <bdi>{row.file_name}</bdi>
              </a>
            ),
          ],
        ]}
      />
    </Panel>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 2
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB`
    : `${formatNumber(Math.round(bytes / 1024 ** 2))} MB`;

function Apply({ row }: { row: ImportPage }) {
  if (row.report?.kind !== 'import') return null;
  const { changes } = row.report;
  const changed = Object.values(changes).reduce((sum, one) => sum + one.inserted + one.updated + one.deleted, 0);
  if (changed === 0 && row.priceJumps === 0) return <p className="text-ink-2">{whyNothing(row)}</p>;
  return (
    <Panel title="כתיבה לקטלוג">
      <ActionForm call="apply" submit="ייבוא">
        <input type="hidden" name="import" value={row.uuid} />
        <p>{pricesText(row)}אפשר לבטל את הייבוא כולו גם אחר כך.</p>
        {row.priceJumps > 0 && (
          <CheckboxField
            name="acceptPriceChanges"
            value="on"
            label={`המחירים שמשתנים ביותר מחצי (${isolate(formatNumber(row.priceJumps))}) נכונים: לכתוב גם אותם`}
          />
        )}
        {row.errorCount > 0 && (
          <CheckboxField
            name="partial"
            value="on"
            label="לכתוב רק את השורות התקינות. מוצר שאחת משורותיו שגויה נשאר כולו כפי שהוא"
          />
        )}
      </ActionForm>
    </Panel>
  );
}

function whyNothing({ errorCount, noteCount }: ImportPage): string {
  if (errorCount > 0) return 'לא ייכתב דבר: ראו את השגיאות וההערות.';
  return noteCount > 0 ? 'לא ייכתב דבר: ראו את ההערות.' : 'אין בקובץ דבר ששונה מהקטלוג.';
}

/** How the file's prices are read, where it has any; those of a folder include VAT. */
function pricesText({ mapping }: ImportPage): string {
  if (mapping && !mapping.columns.includes('price')) return '';
  return mapping?.vatBp
    ? `למחירים בקובץ נוסף מע״מ של ${isolate(`${formatDecimal(toPercent(mapping.vatBp))}%`)}, והם נכתבים כמחירים לצרכן. `
    : 'המחירים בקובץ נקראים כמחירים לצרכן, כולל מע״מ. ';
}
