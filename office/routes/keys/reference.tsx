import { permissions as permissionNames } from '#domain/people/permissions.ts';
import { prose } from '#domain/text/format.ts';
import { Panel } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { Code } from '../../components/shown-values.tsx';
import type { KeysData } from './keys.tsx';

/** What programs can call, for developers who connect one. */
export function Reference({ calls, origin, aMinute }: Pick<KeysData, 'calls' | 'origin' | 'aMinute'>) {
  return (
    <Panel title="מה אפשר לקרוא במפתח">
      <div className="grid max-w-3xl gap-2 text-ink-2">
        <p>
          כל קריאה נושאת את המפתח בכותרת <Code>Authorization: Bearer</Code>. גוף הקריאה הוא JSON, סכומים בשקלים, והתשובה
          ב־JSON. לכל מפתח <bdi>{aMinute}</bdi> קריאות בדקה.
        </p>
        <p>
          כדי שכתיבה שנשלחה פעמיים לא תתבצע פעמיים, שלחו איתה כותרת <Code>Idempotency-Key</Code> עם ערך אקראי משלה.
        </p>
        <p>
          התיאור המלא לתוכנות (OpenAPI), גם הוא במפתח: <Code>{`${origin}/api/v1/openapi.json`}</Code>
        </p>
      </div>
      <ScrollTable region="טבלת הקריאות">
        <thead>
          <tr>
            <th scope="col">קריאה</th>
            <th scope="col">הרשאה</th>
            <th scope="col">מה היא עושה</th>
            <th scope="col">שדות</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ method, path, permission, hebrew, fields }) => (
            <tr key={`${method} ${path}`}>
              <th scope="row" className="font-normal">
                <Code>{`${method} ${path}`}</Code>
              </th>
              <td>{permission ? permissionNames[permission] : 'כל מפתח'}</td>
              <td>{prose(hebrew)}</td>
              <td>
                <Code>{fields.map(({ name, required }) => (required ? name : `${name}?`)).join(', ') || '–'}</Code>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Panel>
  );
}
