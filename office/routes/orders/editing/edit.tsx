import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { toShekels } from '#domain/money/money.ts';
import { isolate } from '#domain/text/format.ts';
import { changeLines, readForEditing } from '#server/office/editing/edit-order.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { useToast } from '#ui/toasts.tsx';
import { OriginalValue } from '../../../components/edited-fields.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RefusedReply } from '../../../components/refused-reply.tsx';
import { Money } from '../../../components/shown-values.tsx';
import { useUnsavedForm } from '../../../components/unsaved.tsx';
import { useCall } from '../../../components/use-call.ts';
import { type ActionReply, act, load } from '../../../load.ts';
import type { Route } from './+types/edit.ts';
import { type DraftLine, LineEditor } from './line-editor.tsx';

type Edited = Awaited<ReturnType<typeof changeLines>>;

export const loader = load((ctx, { params }: Route.LoaderArgs) => readForEditing(ctx, params));
export const action = act({ edit: changeLines }, { says: { edit: 'ההזמנה עודכנה' } });

/** Lines of a placed order: what would happen is shown before it does. */
export default function EditOrder({ loaderData: order }: Route.ComponentProps) {
  const [lines, setLines] = useState<DraftLine[]>(order.lines);
  const form = useRef<HTMLFormElement>(null);
  const settled = useUnsavedForm(form);
  const preview = useCall();
  const save = useCall();
  const [previewedEdit, setPreviewedEdit] = useState<Edited | null>(null);
  const navigate = useNavigate();
  const toast = useToast();
  const error = useRef<HTMLDivElement>(null);
  const turn = useRef(0);
  const askedAt = useRef(0);
  const change = () => {
    turn.current += 1;
    setPreviewedEdit(null);
  };
  // Of the last press alone.
  const [refused, setRefused] = useState<ActionReply | null>(null);
  useEffect(() => {
    if (refused) error.current?.focus();
  }, [refused]);
  useEffect(() => {
    if (preview.data && !preview.data.ok) setRefused(preview.data);
    // An answer about other lines than there are by now isn't shown.
    else if (preview.data && askedAt.current === turn.current) setPreviewedEdit(preview.data.result as Edited);
  }, [preview.data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (!save.data) return;
    if (!save.data.ok) return setRefused(save.data);
    toast({ kind: 'success', title: save.data.message ?? 'ההזמנה עודכנה' });
    settled();
    navigate(`/orders/${order.uuid}`);
  }, [save.data]);
  const send = (fetcher: typeof save, dryRun: boolean) => {
    if (!form.current?.reportValidity()) return;
    const fields = new FormData(form.current);
    fields.set('dryRun', String(dryRun));
    askedAt.current = turn.current;
    setRefused(null);
    void fetcher.submit(fields, { method: 'post' });
  };
  return (
    <>
      <PageHead
        title={`עריכת הזמנה ${isolate(order.number)}`}
        back={{ to: `/orders/${order.uuid}`, label: `הזמנה ${isolate(order.number)}` }}
      />
      {!order.possible && <p className="panel p-4">אפשר לערוך רק הזמנה שלא נמסרה ולא בוטלה.</p>}
      {order.possible && (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            send(preview, true);
          }}
          className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-[minmax(0,1fr)_22rem]"
        >
          <input type="hidden" name="_call" value="edit" />
          <OriginalValue name="edition" value={order.edition} />
          <Panel title="פריטים">
            <div onChange={change}>
              <LineEditor
                store={order.storeUid}
                lines={lines}
                onLines={(next) => {
                  setLines(next);
                  change();
                }}
                agreed
              />
            </div>
          </Panel>
          <Panel title="שמירה">
            {refused && <RefusedReply ref={error} reply={refused} />}
            <TextField label="סיבת השינוי" name="reason" required minLength={3} maxLength={300} autoComplete="off" />
            <div role="status">{previewedEdit && <Outcome edited={previewedEdit} />}</div>
            <div className="flex flex-wrap gap-2">
              <Button
                type="submit"
                size="sm"
                variant={previewedEdit ? 'secondary' : 'primary'}
                busy={preview.state !== 'idle'}
              >
                מה ישתנה
              </Button>
              {previewedEdit && (
                <Button size="sm" busy={save.state !== 'idle'} onClick={() => send(save, false)}>
                  שמירת השינוי
                </Button>
              )}
              <ButtonLink to={`/orders/${order.uuid}`} size="sm" variant="quiet">
                ביטול
              </ButtonLink>
            </div>
          </Panel>
        </form>
      )}
    </>
  );
}

/** Money, stock and documents after the change. */
function Outcome({ edited: { before, after, stock, balanceAgorot, creditAgorot } }: { edited: Edited }) {
  const rows: [string, number, number][] = [
    ['פריטים', before.linesAgorot, after.linesAgorot],
    ['הנחות', -before.discountAgorot, -after.discountAgorot],
    ['מסירה', before.deliveryAgorot, after.deliveryAgorot],
    ['סה״כ', before.totalAgorot, after.totalAgorot],
  ];
  return (
    <div className="grid gap-3">
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">סכום</span>
            </th>
            <th scope="col" className="number">
              לפני השינוי
            </th>
            <th scope="col" className="number">
              אחרי השינוי
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, was, now]) => (
            <tr key={name} className={was === now ? '' : 'font-semibold'}>
              <th scope="row" className="font-normal">
                {name}
              </th>
              <td className="number">
                <Money agorot={was} />
              </td>
              <td className="number">
                <Money agorot={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {stock.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {stock.map(({ sku, name, change }) => (
            <li key={sku}>
              מלאי <bdi>{name}</bdi>: <bdi dir="ltr">{change > 0 ? `+${change}` : change}</bdi>
            </li>
          ))}
        </ul>
      )}
      {balanceAgorot > 0 && (
        <p className="rounded-sm bg-warning-wash p-3 text-warning">
          הלקוח יקבל קישור לתשלום של <Money agorot={balanceAgorot} />. עד אז ההזמנה לא תימסר, ואחריו תופק חשבונית על
          ההפרש.
        </p>
      )}
      {creditAgorot > 0 && (
        <p className="rounded-sm bg-warning-wash p-3 text-warning">
          שולמו <Money agorot={creditAgorot} /> יותר מהסכום החדש. ההחזר וחשבונית הזיכוי נעשים בזיכוי, בדף ההזמנה: סכום
          מוצע <bdi>{toShekels(creditAgorot)}</bdi>.
        </p>
      )}
    </div>
  );
}
