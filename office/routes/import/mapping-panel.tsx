import { useState } from 'react';
import { Link } from 'react-router';
import { columnName, type SheetKind, sheetKinds } from '#domain/catalogue/import-columns.ts';
import { kindNames } from '#domain/catalogue/kind-names.ts';
import { toPercent } from '#domain/money/money.ts';
import { formatDecimal } from '#domain/text/format.ts';
import type { ImportPage } from '#server/office/imports/read-imports.ts';
import { CheckboxField, SelectField, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { Panel } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';

/** Of the sheet, beside each of its columns. */
const SHOWN_ROWS = 3;

const NAMED_BY_SKU: SheetKind[] = ['prices', 'stock'];
const COUNTS: SheetKind[] = ['stock', 'branch-stock'];

/** What the sheet is and which column is which, with the first rows beside it. Whatever is changed is checked anew. */
export function MappingPanel({ row }: { row: ImportPage }) {
  const { mapping, report } = row;
  const [kind, setKind] = useState<SheetKind>(mapping?.kind ?? 'prices');
  if (!mapping) return null;
  const sample = report?.kind === 'import' ? report.sample.slice(0, SHOWN_ROWS) : [];
  const isSame = kind === mapping.kind;
  const { columns, required } = sheetKinds[kind];
  const missing = required.filter((column) => !mapping.columns.includes(column));
  return (
    <Panel title="התאמת העמודות">
      <ActionForm call="map" submit="בדיקה מחדש" variant="secondary">
        <input type="hidden" name="import" value={row.uuid} />
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="מה יש בקובץ"
            name="kind"
            required
            value={kind}
            onChange={(event) => setKind(event.target.value as SheetKind)}
          >
            {Object.entries(sheetKinds).map(([key, { name }]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="שורת הכותרות"
            name="headingRow"
            inputMode="numeric"
            required
            defaultValue={String(mapping.headingRow)}
          />
          <TextField label="ספק" name="supplier" maxLength={80} defaultValue={row.supplier} />
          {row.owners.companies.length > 1 && (
            <SelectField label="של איזו חברה הסחורה" name="fixed.company" defaultValue={mapping.fixed?.company ?? ''}>
              <option value="">{kind === 'goods' ? 'לפי החנות' : 'לא נבחרה'}</option>
              {row.owners.companies.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        {NAMED_BY_SKU.includes(kind) && (
          <p className="text-sm text-ink-2">
            פריטים שאינם בקטלוג הם שגיאה כאן. כדי להוסיף אותם, בחרו ״{sheetKinds.goods.name}״.
          </p>
        )}
        {kind === 'goods' && <ForNewGoods row={row} />}
        {columns.some((column) => column === 'price') && (
          <CheckboxField
            key={kind}
            name="withoutVat"
            label={
              mapping.vatBp
                ? `המחירים בקובץ הם בלי מע״מ (נוסף להם ${formatDecimal(toPercent(mapping.vatBp))}%)`
                : 'המחירים בקובץ הם בלי מע״מ, ויש להוסיף אותו'
            }
            defaultChecked={(mapping.vatBp ?? 0) > 0}
          />
        )}
        {COUNTS.includes(kind) && (
          <OfCount kind={kind} lacksColumn={isSame && !mapping.columns.includes('stock_exported')} />
        )}
        {isSame && missing.length > 0 && (
          <p role="status" className="text-danger">
            חסר: {missing.map(columnName).join(', ')}. בחרו מאיזו עמודה לקרוא.
          </p>
        )}
        {isSame ? (
          <ScrollTable>
            <caption className="sr-only">העמודות בקובץ והשורות הראשונות</caption>
            <thead>
              <tr>
                <th scope="col">הכותרת בקובץ</th>
                <th scope="col">נקראת בתור</th>
                <th scope="col" colSpan={Math.max(1, sample.length)}>
                  השורות הראשונות
                </th>
              </tr>
            </thead>
            <tbody>
              {mapping.headings.map((heading, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
                <tr key={at}>
                  <th scope="row" className="font-normal">
                    <bdi>{heading || '(בלי כותרת)'}</bdi>
                  </th>
                  <td>
                    <select
                      name={`columns.c${at}`}
                      aria-label={`העמודה ${heading || at + 1} נקראת בתור`}
                      defaultValue={mapping.columns[at] ?? ''}
                      className="h-11 min-w-40 rounded-md border border-line-strong bg-ground px-3 pe-9"
                    >
                      <option value="">לא לקרוא</option>
                      {columns.map((column) => (
                        <option key={column} value={column}>
                          {columnName(column)}
                        </option>
                      ))}
                    </select>
                  </td>
                  {sample.map((line, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
                    <td key={index} className="max-w-48 truncate text-ink-2">
                      <bdi>{line[at]}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        ) : (
          <p className="text-ink-2">בסוג אחר יש עמודות אחרות: הן יזוהו לפי הכותרות בבדיקה הבאה.</p>
        )}
      </ActionForm>
    </Panel>
  );
}

/** A count is written only over the stock that it was made of; else what was sold since would be for sale again. */
function OfCount({ kind, lacksColumn }: { kind: SheetKind; lacksColumn: boolean }) {
  const column = columnName('stock_exported');
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {lacksColumn && (
        <p role="status" className="text-base text-danger">
          חסרה העמודה ״{column}״, ולכן המלאי לא ייכתב.
        </p>
      )}
      <p>
        ספירה נכתבת רק בשורות שבהן ״{column}״ הוא עדיין המלאי הקיים: כך מה שנמכר מאז אינו חוזר למכירה.{' '}
        {kind === 'stock' ? (
          <>
            קובץ עם העמודה מורידים ב
            <Link to="/stock" className="text-action-ink underline">
              דף המלאי
            </Link>
            , וכותבים את הספירה בעמודה ״{columnName('stock')}״.
          </>
        ) : (
          <>
            קובץ עם העמודה הוא <bdi>branch-stock</bdi> שב״ייצוא טבלאות״; את הספירה כותבים בעמודה <bdi>stock</bdi>.
          </>
        )}
      </p>
    </div>
  );
}

/** What holds for every new product whose row says nothing of it. */
function ForNewGoods({ row: { mapping, owners } }: { row: ImportPage }) {
  const fixed = mapping?.fixed ?? {};
  const kinds = Object.entries(kindNames).map(([key, name]) => ({ key, name }));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-2">לפריטים חדשים, כשבשורה לא כתוב אחרת</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <Owners label="חנות" name="stores" options={owners.stores} value={fixed.stores} />
        <Owners label="סוג" name="kind" options={kinds} value={fixed.kind} />
        <Owners label="מותג" name="brand" options={owners.brands} value={fixed.brand} />
      </div>
      <p className="text-sm text-ink-2">
        פריט שהמק״ט שלו מוכר מקבל רק את המחיר. שורות של אותו שם ומותג, עם צבע או מידה, הן מוצר אחד. מותג שאינו מוכר
        נוסף.
      </p>
    </fieldset>
  );
}

type OwnersProps = { label: string; name: string; options: { key: string; name: string }[]; value: string | undefined };

const Owners = ({ label, name, options, value = '' }: OwnersProps) => (
  <SelectField label={label} name={`fixed.${name}`} defaultValue={value}>
    <option value="">לפי השורה</option>
    {options.map((option) => (
      <option key={option.key} value={option.key}>
        {option.name}
      </option>
    ))}
  </SelectField>
);
