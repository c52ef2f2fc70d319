import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#domain/text/format.ts';
import { applyPaste, type PastePreview, previewPaste } from '#server/office/parts/paste-fitment.ts';
import type { PlannedRow } from '#server/office/parts/paste-plan.ts';
import { TextArea } from '#ui/form/field.tsx';
import { chosenStore } from '../../chosen-store.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Panel, type Tone } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { type ActionReply, act, load } from '../../load.ts';
import type { Route } from './+types/paste.ts';

/** Asks only whether the person may edit anywhere. */
export const loader = load((ctx, { request }: Route.LoaderArgs) => chosenStore(ctx, request, 'products.edit'));
export const action = act({ preview: previewPaste, apply: applyPaste }, { says: { preview: 'הרשימה נבדקה' } });

/** More rows of one kind say no more to the eye. */
const MAX_SHOWN = 300;

type Checked = { text: string; preview: PastePreview };

export default function PasteFitment() {
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [written, setWritten] = useState<ActionReply | null>(null);
  return (
    <>
      <PageHead title="הדבקת רשימה" back={{ to: '/parts/fitment', label: 'התאמה לדגמים' }} />
      <div className="grid grid-cols-1 items-start gap-4">
        <Panel title="הרשימה">
          <p className="text-ink-2">
            העתיקו שורות מגיליון, עם הכותרות: מק״ט, יצרן, דגם, משנה, עד שנה, ואם לא כל כלי הרכב מתאימים גם טווח שלדות:
            ⁦AB10-0001 – AB10-0900⁩. במקום שתי עמודות של שנים אפשר עמודה אחת, ⁦2019-2024⁩. הבדיקה אינה משנה דבר.
          </p>
          <ActionForm
            call="preview"
            submit="בדיקה"
            variant="secondary"
            onDone={({ result }) => {
              setChecked({ text, preview: result as PastePreview });
              setWritten(null);
            }}
          >
            {(reply) => (
              <TextArea
                label="שורות מהגיליון"
                name="text"
                required
                rows={8}
                dir="auto"
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                {...(reply?.errors?.[0] && { error: reply.errors[0].message })}
              />
            )}
          </ActionForm>
        </Panel>
        {written && (
          <p role="status" className="rounded-sm bg-success-wash p-3 text-success">
            {written.message}.
            {!written.isPutOff && (
              <>
                {' '}
                אפשר לבטל את כולה יחד{' '}
                <Link to="/changes" className="underline">
                  ביומן השינויים
                </Link>
                .
              </>
            )}
          </p>
        )}
        {checked && (
          <Preview
            key={checked.preview.version + checked.text.length}
            checked={checked}
            isOld={checked.text !== text}
            onWritten={(reply) => {
              setWritten(reply);
              setChecked(null);
              setText('');
            }}
          />
        )}
      </div>
    </>
  );
}

type Outcome = PlannedRow['outcome'];
const outcomes: Record<Outcome, { name: string; tone: Tone }> = {
  refused: { name: 'נדחו', tone: 'bad' },
  changed: { name: 'ישתנו', tone: 'wait' },
  added: { name: 'יתווספו', tone: 'good' },
  same: { name: 'כבר קיימות', tone: 'neutral' },
};

type PreviewProps = { checked: Checked; isOld: boolean; onWritten: (reply: ActionReply) => void };

function Preview({ checked: { text, preview }, isOld, onWritten }: PreviewProps) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus(), []);
  const { counts, rows, version } = preview;
  const count = counts.added + counts.changed;
  const kinds = (Object.keys(outcomes) as Outcome[]).filter((kind) => counts[kind] > 0);
  return (
    <Panel title="מה ייכתב">
      <div ref={head} tabIndex={-1} className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Badge key={kind} tone={outcomes[kind].tone}>
            {outcomes[kind].name}: {formatNumber(counts[kind])}
          </Badge>
        ))}
      </div>
      {isOld ? (
        <p role="status" className="rounded-sm bg-warning-wash p-3 text-warning">
          הרשימה השתנתה מאז הבדיקה. בדקו אותה שוב.
        </p>
      ) : count > 0 ? (
        <ActionForm call="apply" submit={writeLabel(count)} draftable onDone={onWritten}>
          <input type="hidden" name="text" value={text} />
          <input type="hidden" name="version" value={version} />
          {counts.refused > 0 && (
            <p className="text-warning">
              {counts.refused === 1
                ? 'שורה אחת נדחתה, ולא תיכתב.'
                : `${formatNumber(counts.refused)} שורות נדחו, ולא ייכתבו.`}
            </p>
          )}
        </ActionForm>
      ) : (
        <p className="text-ink-2">אין ברשימה מה לכתוב.</p>
      )}
      {kinds.map((kind) => (
        <Rows key={kind} kind={kind} rows={rows.filter(({ outcome }) => outcome === kind)} />
      ))}
    </Panel>
  );
}

const writeLabel = (count: number): string => (count === 1 ? 'כתיבת התאמה אחת' : `כתיבת ${formatNumber(count)} התאמות`);

function Rows({ kind, rows }: { kind: Outcome; rows: PlannedRow[] }) {
  const { name } = outcomes[kind];
  const bound = rows.some(({ chassis }) => chassis !== '');
  return (
    <div className="grid gap-1">
      <h3 className="text-sm font-medium text-ink-2">
        {name} ({formatNumber(rows.length)})
      </h3>
      <ScrollTable region={name} height="max-h-96">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            <th scope="col">שורה</th>
            <th scope="col">חלק</th>
            <th scope="col">דגם</th>
            <th scope="col">שנים</th>
            {bound && <th scope="col">מספרי שלדה</th>}
            {kind === 'changed' && <th scope="col">היו</th>}
            {kind === 'refused' && <th scope="col">למה</th>}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_SHOWN).map((row) => (
            <tr key={row.row}>
              <td className="tabular">{row.row}</td>
              <td>
                <bdi dir="ltr">{row.part || '–'}</bdi>
              </td>
              <td>
                <bdi>{row.vehicle || '–'}</bdi>
              </td>
              <td>
                <bdi dir="ltr" className="tabular whitespace-nowrap">
                  {row.years || '–'}
                </bdi>
              </td>
              {bound && (
                <td>
                  <bdi dir="ltr">{row.chassis || '–'}</bdi>
                </td>
              )}
              {kind === 'changed' && (
                <td>
                  <bdi dir="ltr" className="tabular whitespace-nowrap">
                    {row.was}
                  </bdi>
                </td>
              )}
              {kind === 'refused' && <td className="min-w-56 text-danger">{row.reason}</td>}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {rows.length > MAX_SHOWN && (
        <p className="text-sm text-ink-3">
          מוצגות {formatNumber(MAX_SHOWN)} הראשונות מתוך {formatNumber(rows.length)}.
        </p>
      )}
    </div>
  );
}
