import { columnName } from '#domain/catalogue/import-columns.ts';
import { tableName } from '#domain/text/field-names.ts';
import { formatDecimal, formatNumber } from '#domain/text/format.ts';
import { hebrewReason } from '#domain/text/import-reasons.ts';
import type { ImportResult } from '#server/office/imports/transfers.ts';
import { buttonLook } from '#ui/button.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { Money } from '../../components/texts.tsx';

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
      {report.priceCount > 0 && <Prices report={report} />}
    </Panel>
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
              <td className="number">{before === null ? 'מחיר המוצר' : <Money agorot={before} />}</td>
              <td className="number">{after === null ? 'מחיר המוצר' : <Money agorot={after} />}</td>
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

function shareOf(before: number | null, after: number | null) {
  if (!before || after === null) return '–';
  const share = ((after - before) / before) * 100;
  return <bdi dir="ltr">{`${share > 0 ? '+' : '−'}${formatDecimal(Math.abs(share))}%`}</bdi>;
}

export function ErrorsPanel({ uuid, report, count }: { uuid: string; report: ImportResult; count: number }) {
  if (count === 0 && report.notes.length === 0) return null;
  return (
    <Panel
      title={count > 0 ? 'שגיאות והערות' : 'הערות'}
      actions={
        count > 0 && (
          <a href={`/import/${uuid}/errors`} download className={buttonLook({ variant: 'secondary', size: 'sm' })}>
            הורדת השגיאות כגיליון
          </a>
        )
      }
    >
      {count > 0 && (
        <p className="text-danger">
          {count === 1 ? (
            'שגיאה אחת'
          ) : (
            <>
              <bdi>{formatNumber(count)}</bdi> שגיאות
            </>
          )}
          . שורה שגויה לא נכתבת.
        </p>
      )}
      <ScrollTable region="טבלת השגיאות וההערות" height="max-h-96">
        <thead>
          <tr>
            <th scope="col" className="number">
              שורה
            </th>
            <th scope="col">עמודה</th>
            <th scope="col">ערך</th>
            <th scope="col">מה לא תקין</th>
            <th scope="col">קובץ</th>
          </tr>
        </thead>
        <tbody>
          {[...report.errors, ...report.notes].map(({ file, row, column, value, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that doesn't change
            <tr key={at}>
              <td className="number">{row ?? '–'}</td>
              <td>{column ? <bdi>{columnName(column)}</bdi> : '–'}</td>
              <td className="max-w-56 break-words">
                <bdi>{value ?? '–'}</bdi>
              </td>
              <td>
                <bdi>{hebrewReason(reason)}</bdi>
              </td>
              <td className="text-ink-3">
                <bdi>{file}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Panel>
  );
}
