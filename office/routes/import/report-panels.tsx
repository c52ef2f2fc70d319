import { columnName } from '#domain/catalogue/import-columns.ts';
import { tableName } from '#domain/text/field-names.ts';
import { formatDecimal, formatNumber, isolate } from '#domain/text/format.ts';
import { hebrewReason } from '#domain/text/import-reasons.ts';
import type { ImportPage } from '#server/office/imports/read-imports.ts';
import type { ExportResult, ImportResult, Listed, ShownPrice } from '#server/office/imports/transfers.ts';
import { buttonLook } from '#ui/button.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { Money } from '../../components/shown-values.tsx';

/** What a check or an import changes, by table, and each price that becomes another. */
export function ChangesPanel({ report, isDone }: { report: ImportResult; isDone: boolean }) {
  const tables = Object.entries(report.changes).filter(([, one]) => one.inserted + one.updated + one.deleted > 0);
  return (
    <Panel title={isDone ? 'מה השתנה' : 'מה ישתנה'}>
      <p>
        {report.rows === 1 ? (
          'נקראה שורה אחת.'
        ) : (
          <>
            נקראו <bdi>{formatNumber(report.rows)}</bdi> שורות.
          </>
        )}
        {report.skipped === 1 && ' דולגה שורה אחת של כותרת או סיכום.'}
        {report.skipped > 1 && (
          <>
            {' '}
            דולגו <bdi>{formatNumber(report.skipped)}</bdi> שורות של כותרת או סיכום.
          </>
        )}
        {tables.length === 0 && ' דבר לא משתנה.'}
      </p>
      {tables.length > 0 && (
        <ScrollTable>
          <caption className="sr-only">שורות לפי טבלה</caption>
          <thead>
            <tr>
              <th scope="col">מה</th>
              <th scope="col" className="number">
                חדשות
              </th>
              <th scope="col" className="number">
                משתנות
              </th>
              <th scope="col" className="number">
                נמחקות
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.map(([table, { inserted, updated, deleted }]) => (
              <tr key={table}>
                <th scope="row" className="font-normal">
                  {tableName(table)}
                </th>
                <td className="number">{formatNumber(inserted)}</td>
                <td className="number">{formatNumber(updated)}</td>
                <td className="number">{formatNumber(deleted)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      <Names list={report.newProducts} one="מוצר חדש אחד" many="מוצרים חדשים" />
      <Names list={report.offSale} one="פריט אחד יוצא ממכירה" many="פריטים יוצאים ממכירה" />
      {report.priceCount > 0 && <Prices report={report} />}
    </Panel>
  );
}

type NamesProps = { list: Listed | undefined; one: string; many: string };

function Names({ list, one, many }: NamesProps) {
  if (!list?.count) return null;
  const rest = list.count - list.names.length;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer">{countText(list.count, one, many)}</summary>
      <ul className="mt-2 grid gap-1 text-sm text-ink-2">
        {list.names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: products may have the same name
          <li key={at}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {rest > 0 && <li>ועוד {isolate(formatNumber(rest))}</li>}
      </ul>
    </details>
  );
}

function Prices({ report: { prices, priceCount, jumps } }: { report: ImportResult }) {
  return (
    <>
      <p>
        {priceCount === 1 ? (
          'מחיר אחד משתנה'
        ) : (
          <>
            <bdi>{formatNumber(priceCount)}</bdi> מחירים משתנים
          </>
        )}
        {jumps > 0 ? (
          <>
            , מהם <bdi>{formatNumber(jumps)}</bdi> ביותר מ־<bdi>20%</bdi>: הם מסומנים, וראשונים ברשימה.
          </>
        ) : (
          '.'
        )}
      </p>
      <ScrollTable region="טבלת המחירים שמשתנים" height="max-h-96">
        <thead>
          <tr>
            <th scope="col">פריט</th>
            <th scope="col" className="number">
              היה
            </th>
            <th scope="col" className="number">
              יהיה
            </th>
            <th scope="col">שינוי</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ row, before, after, isJump }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed once for each store
            <tr key={at}>
              <th scope="row" className="font-normal">
                <bdi>{row}</bdi>
              </th>
              <td className="number">{priceView(before)}</td>
              <td className="number">{priceView(after)}</td>
              <td>{isJump ? <Badge tone="wait">{shareOf(before, after)}</Badge> : shareOf(before, after)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {prices.length < priceCount && (
        <p className="text-sm text-ink-3">
          מוצגים <bdi>{formatNumber(prices.length)}</bdi> הראשונים.
        </p>
      )}
    </>
  );
}

const priceView = (price: ShownPrice) =>
  price === null ? 'מחיר המוצר' : price === 'on request' ? 'לפי פנייה' : <Money agorot={price} />;

function shareOf(before: ShownPrice, after: ShownPrice) {
  if (!before || typeof before !== 'number' || typeof after !== 'number') return '–';
  const share = ((after - before) / before) * 100;
  return <bdi dir="ltr">{`${share > 0 ? '+' : '−'}${formatDecimal(Math.abs(share))}%`}</bdi>;
}

type Found = Pick<ImportPage, 'uuid' | 'file_name' | 'errorCount' | 'noteCount'> & { report: ImportResult };

/** Errors of the file's rows, then notes on them; a sheet has all of it. */
export function ErrorsPanel({ uuid, file_name, report: { errors, notes }, errorCount, noteCount }: Found) {
  if (errorCount + noteCount === 0) return null;
  const lines = [
    ...errors.map((problem) => ({ ...problem, isError: true })),
    ...notes.map((problem) => ({ ...problem, isError: false })),
  ];
  // Of a single sheet, each line would name the sheet.
  const ofFolder = lines.some(({ file }) => file !== file_name);
  return (
    <Panel
      title={errorCount > 0 ? 'שגיאות והערות' : 'הערות'}
      actions={<SheetLink uuid={uuid}>הורדת הכול כגיליון</SheetLink>}
    >
      {errorCount > 0 && (
        <p className="text-danger">{countText(errorCount, 'שגיאה אחת', 'שגיאות')}. שורה שגויה לא נכתבת.</p>
      )}
      {noteCount > 0 && <p>{countText(noteCount, 'הערה אחת', 'הערות')}.</p>}
      {lines.length < errorCount + noteCount && (
        <p className="text-ink-2">
          מוצגות{' '}
          {[partText(errors.length, errorCount, 'השגיאות'), partText(notes.length, noteCount, 'ההערות')]
            .filter(Boolean)
            .join(' ו־')}
          . כולן בגיליון.
        </p>
      )}
      <ScrollTable region="טבלת השגיאות וההערות" height="max-h-96">
        <thead>
          <tr>
            <th scope="col">סוג</th>
            <th scope="col" className="number">
              שורה
            </th>
            <th scope="col">עמודה</th>
            <th scope="col">ערך</th>
            <th scope="col">פירוט</th>
            {ofFolder && <th scope="col">קובץ</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ isError, file, row, column, value, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that doesn't change
            <tr key={at}>
              <td>{isError ? <Badge tone="bad">שגיאה</Badge> : <Badge tone="info">הערה</Badge>}</td>
              <td className="number">{row ?? '–'}</td>
              <td>{column ? <bdi>{columnName(column)}</bdi> : '–'}</td>
              <td className="max-w-56 break-words">
                <bdi>{value ?? '–'}</bdi>
              </td>
              <td>
                <bdi>{hebrewReason(reason)}</bdi>
              </td>
              {ofFolder && (
                <td className="text-ink-3">
                  <bdi>{file}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Panel>
  );
}

const SheetLink = ({ uuid, children }: { uuid: string; children: string }) => (
  <a href={`/import/${uuid}/errors`} download className={buttonLook({ variant: 'secondary', size: 'sm' })}>
    {children}
  </a>
);

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${isolate(formatNumber(count))} ${many}`;

/** `100 השגיאות הראשונות`, where there are more. */
const partText = (count: number, all: number, many: string): string =>
  count < all ? `${isolate(formatNumber(count))} ${many} הראשונות` : '';

type Exported = { uuid: string; report: ExportResult; noteCount: number };

export function ExportedPanel({ uuid, report: { written, files, missing, notes }, noteCount }: Exported) {
  const rows = Object.values(written).reduce((sum, count) => sum + count, 0);
  return (
    <Panel
      title="מה יש בקובץ"
      actions={noteCount > notes.length && <SheetLink uuid={uuid}>כל מה שהושמט כגיליון</SheetLink>}
    >
      <p>
        <bdi>{formatNumber(rows)}</bdi> שורות, <bdi>{formatNumber(files)}</bdi> תמונות וסרטונים.
      </p>
      {missing > 0 && (
        <p className="text-warning">
          <bdi>{formatNumber(missing)}</bdi> תמונות חסרות באחסון.
        </p>
      )}
      <Names list={{ names: notes.map(hebrewReason), count: noteCount }} one="דבר אחד הושמט" many="דברים הושמטו" />
    </Panel>
  );
}
