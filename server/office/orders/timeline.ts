import { OPERATION_COLUMN } from '#db/change-log.ts';
import { sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { orderStateNames, paymentStateNames } from '#domain/orders/states.ts';
import { reasonInWords } from '#domain/orders/system-reasons.ts';
import { fieldName } from '#domain/text/field-names.ts';
import { formatExactPrice, formatMoment } from '#domain/text/format.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { shownBody, TO_STORE } from '../messages/messages.ts';

/** One thing that happened, in Hebrew. `by`: empty where nobody in particular did it. */
export type TimelineEntry = {
  key: string;
  at: string;
  kind: 'state' | 'money' | 'change' | 'note' | 'message' | 'shipment' | 'approval';
  title: string;
  by: string;
  text: string;
};

type Row = {
  key: string;
  at: Date;
  kind: string;
  what: string;
  was: string | null;
  now: string;
  by: string;
  text: string;
};

const MAX_ENTRIES = 500;

/**
 * What happened with an order, the newest first: its history, the change log, refunds, shipments, notes and, for
 * whoever may read them, messages, in one stream.
 */
export async function timelineOf(
  ctx: Allowed,
  order: string,
  { messages }: { messages: boolean },
): Promise<TimelineEntry[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    with happened as (
      select h.uuid::text as key, h.created_at as at, 'history' as kind, h.field as what, h.from_value as was, h.to_value as now, h.actor as by, h.reason as text
        from order_history h where h.order_uid = ${order}
      union all
      select c.id::text, a.created_at, 'change', c.table_name, null, array_to_string(array(select jsonb_object_keys(c.after)), ','), a.actor, a.reason
        from changes c join audit_log a on a.uuid = c.${sql.raw(OPERATION_COLUMN)}
        where c.entity_uid = any(array(select ${order}::uuid union all select r.uuid from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = ${order}))
          and c.table_name in ('orders', 'order_lines', 'refund_lines') and c.operation = 'update'
      union all
      select r.uuid::text, r.created_at, 'refund', r.status::text,
        (select string_agg(case when b.quantity > 1 then b.quantity || ' × ' else '' end || l.name, ', ' order by l.position)
          from refund_lines b join order_lines l on l.uuid = b.order_line_uid where b.refund_uid = r.uuid and b.restocked_at is not null),
        r.amount_agorot::text, r.actor, r.reason
        from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = ${order}
      union all
      select s.uuid::text, s.shipped_at, 'shipment', '', null, concat_ws(' ', s.carrier, s.tracking_number),
        (select a.actor from changes c join audit_log a on a.uuid = c.${sql.raw(OPERATION_COLUMN)}
          where c.entity_uid = s.order_uid and c.table_name = 'shipments' and c.row_key ->> 'uuid' = s.uuid::text and c.operation = 'insert'),
        (select string_agg(case when n.quantity > 1 then n.quantity || ' × ' else '' end || l.name, ', ' order by l.position)
          from shipment_lines n join order_lines l on l.uuid = n.order_line_uid where n.shipment_uid = s.uuid)
        from shipments s where s.order_uid = ${order}
      union all
      select 'asked ' || a.uuid, a.created_at, 'approval', 'asked', null, a.summary, 'staff:' || p.email, a.reason
        from approvals a join staff p on p.uuid = a.requested_by_uid where a.entity_uid = ${order}
      union all
      select 'decided ' || a.uuid, a.decided_at, 'approval', a.status::text, null, a.summary, 'staff:' || p.email, a.decision_note
        from approvals a join staff p on p.uuid = a.decided_by_uid where a.entity_uid = ${order} and a.decided_at is not null
      union all
      select n.uuid::text, n.created_at, 'note', '', null, '', 'staff:' || p.email, n.text
        from notes n join staff p on p.uuid = n.staff_uid where n.entity_uid = ${order}
      union all
      select m.uuid::text, m.created_at, 'message', m.channel, m.about, case when m.sent_at is null then 'waiting' else coalesce(m.delivery, 'sent') end,
        case when ${TO_STORE} then 'store' else '' end, case when m.subject = '' then m.body else m.subject end
        from outbox m where m.order_uid = ${order} and m.channel <> 'webhook' and ${messages}
    )
    select h.key, h.at, h.kind, h.what, h.was, h.now, coalesce(h.text, '') as text, coalesce(p.name, h.by, '') as by
    from happened h left join staff p on h.by = 'staff:' || p.email
    order by h.at desc, h.key limit ${MAX_ENTRIES}`);
  return rows.flatMap((row) => entryOf(row.kind === 'message' ? withShownText(ctx, row) : row) ?? []);
}

/** `was`: what the message is about. */
const withShownText = (ctx: Allowed, row: Row): Row => ({
  ...row,
  text: shownBody(ctx, { about: row.was ?? '', storeUid: ctx.storeUid, body: row.text })?.slice(0, 200) ?? '',
});

const names: Record<string, string> = { shopper: 'הלקוח', gateway: 'חברת האשראי', job: 'המערכת' };
const nameOf = (by: string): string => names[by] ?? by.replace(/^(operator|staff|database|api):/, '');
/** Said by the history already, or of no interest to people. */
const SILENT = [
  'status',
  'payment_status',
  'hold_until',
  'stock_held',
  'paid_at',
  'stock_taken',
  'restocked_at',
  'erased_at',
];
/** What changed is a field of; of the order itself, nothing more is said. */
const changed: Record<string, string> = { order_lines: 'שונה בפריטים', refund_lines: 'תוקן בזיכוי' };

function entryOf(row: Row): TimelineEntry | null {
  const entry = {
    key: `${row.kind} ${row.key}`,
    at: new Date(row.at).toISOString(),
    by: nameOf(row.by),
    text: row.text,
  };
  switch (row.kind) {
    case 'history':
      return { ...entry, text: reasonInWords(row.text), ...historyTitle(row) };
    case 'change': {
      const fields = row.now.split(',').filter((field) => field !== '' && !SILENT.includes(field));
      if (fields.length === 0) return null;
      const what = fields.map((field) => fieldName(row.what as 'orders', field)).join(', ');
      return {
        ...entry,
        kind: 'change',
        title: `${changed[row.what] ?? 'שונו'}: ${what}`,
      };
    }
    case 'refund':
      return {
        ...entry,
        kind: 'money',
        title: `${refundTitles[row.what] ?? 'זיכוי'}: ${sumOf(row.now)}`,
        text: [reasonInWords(row.text), row.was && `חזרו למלאי: ${row.was}`].filter(Boolean).join('\n'),
      };
    case 'approval':
      return { ...entry, kind: 'approval', title: `${approvalTitles[row.what] ?? 'בקשה'}: ${row.now}` };
    case 'shipment':
      return { ...entry, kind: 'shipment', title: row.now ? `נשלח: ${row.now}` : 'נשלח' };
    case 'note':
      return { ...entry, kind: 'note', title: 'הערה' };
    default:
      return {
        ...entry,
        kind: 'message',
        by: '',
        title: `${row.what === 'sms' ? 'מסרון' : 'דוא״ל'} ${row.by === 'store' ? 'לחנות' : 'ללקוח'}${row.now === 'waiting' ? ' (ממתין לשליחה)' : ''}`,
      };
  }
}

/** What a second person is asked for, and decides. */
const approvalTitles: Record<string, string> = {
  asked: 'נשלח לאישור',
  approved: 'אושר',
  declined: 'נדחה',
  withdrawn: 'הבקשה נמשכה',
  failed: 'אושר, ולא התאפשר',
};

const refundTitles: Record<string, string> = {
  due: 'זיכוי שעוד לא התבקש',
  asked: 'זיכוי בבקשה',
  unknown: 'זיכוי שתוצאתו אינה ידועה',
  done: 'זיכוי',
  refused: 'זיכוי שנדחה',
};

const sumOf = (agorot: string): string => formatExactPrice(toShekels(Number(agorot)));

function historyTitle({ what, was, now }: Row): { kind: TimelineEntry['kind']; title: string } {
  const states = what === 'status' ? orderStateNames : paymentStateNames;
  const named = (value: string | null) => (value && (states as Record<string, string>)[value]) || value || '';
  switch (what) {
    case 'status':
      return { kind: 'state', title: was ? `מצב: ${named(was)}, עכשיו ${named(now)}` : `נקלטה: ${named(now)}` };
    case 'payment_status':
      return { kind: 'money', title: was ? `תשלום: ${named(was)}, עכשיו ${named(now)}` : `תשלום: ${named(now)}` };
    case 'hold':
      return { kind: 'state', title: `הפריטים שמורים עד ${formatMoment(now)}` };
    case 'quote':
      return { kind: 'state', title: `הצעת מחיר, בתוקף עד ${formatMoment(now)}` };
    case 'capture':
      return { kind: 'money', title: /^\d+$/.test(now) ? `חיוב דמי השריון: ${sumOf(now)}` : 'חיוב דמי השריון לא בוצע' };
    case 'total':
      return { kind: 'money', title: `סכום ההזמנה: ${was ? `${sumOf(was)}, עכשיו ` : ''}${sumOf(now)}` };
    case 'trade_in':
      return {
        kind: 'change',
        title: now === 'rejected' ? 'לא נרשם זיכוי על הטרייד־אין' : 'צורף טרייד־אין, בכפוף לבדיקה',
      };
    case 'cancellation_notice':
      return { kind: 'change', title: `התקבלה הודעת ביטול ${now}` };
    default:
      return { kind: 'change', title: now };
  }
}
