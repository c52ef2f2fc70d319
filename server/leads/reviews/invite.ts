import { outbox } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { whenToSend } from '#domain/calendar/quiet-times.ts';
import { isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import { keepSecrets, orderSecret } from '../../checkout/order-secret.ts';
import { hasOpenNotice } from '../../checkout/orders/cancellation-notices.ts';
import { findOrder } from '../../checkout/orders/read.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { isOpenAt } from '../../stores/stores.ts';
import { HANDED_OVER } from './write.ts';

/** After the handover: enough to have ridden, and not so long ago that it is forgotten. */
const AFTER_DAYS = 7;
const UNTIL_DAYS = 30;
const BATCH = 50;

type Due = {
  uuid: string;
  link_version: number;
  store_uid: string;
  first_name: string;
  email: string;
  number: string;
  store: string;
  key: string;
  public_domain: string | null;
  products: string[];
};

/**
 * Invites buyers to review what was handed over to them, once for an order (docs/rules/disclosure.md): not whoever has
 * declined it, nor whoever has written already, nor while a notice of cancellation is being dealt with. In quiet times,
 * and by a closed store, none is written.
 */
export async function inviteToReview(deps: Pick<Deps, 'db' | 'env' | 'secret' | 'now'>): Promise<void> {
  const now = deps.now();
  if (whenToSend(now).getTime() !== now.getTime()) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<Due>(sql`
      with due as (
        select o.uuid from orders o join stores on stores.uuid = o.store_uid and ${isOpenAt(now)} join lateral (
          select max(h.created_at) as at from order_history h where h.order_uid = o.uuid and h.field = 'status' and h.to_value = 'provided') done on true
        where o.status = 'provided' and o.erased_at is null and o.email <> '' and o.phone <> ''
          and done.at between ${at} - make_interval(days => ${UNTIL_DAYS}) and ${at} - make_interval(days => ${AFTER_DAYS})
          and not exists (select from review_invitations i where i.order_uid = o.uuid) and not ${hasOpenNotice(sql`o.uuid`)}
          and not exists (select from review_invitations i join orders other on other.uuid = i.order_uid
            where i.declined_at is not null and other.store_uid = o.store_uid and other.phone = o.phone)
          and not exists (select from product_reviews r where r.store_uid = o.store_uid and (r.phone = o.phone or r.order_uid = o.uuid)
            and r.product_uid in (select l.product_uid from order_lines l where l.order_uid = o.uuid))
          and exists (select from order_lines l join store_products sp on sp.product_uid = l.product_uid and sp.store_uid = o.store_uid and sp.published
            where l.order_uid = o.uuid and ${HANDED_OVER})
        order by done.at limit ${BATCH} for update of o skip locked),
      claimed as (insert into review_invitations (order_uid, created_at) select uuid, ${at} from due on conflict do nothing returning order_uid)
      select o.uuid, o.link_version, o.store_uid, o.first_name, o.email, o.number, s.name as store, s.key, s.public_domain,
        (select array_agg(distinct l.name) from order_lines l join store_products sp on sp.product_uid = l.product_uid and sp.store_uid = o.store_uid and sp.published
          where l.order_uid = o.uuid and ${HANDED_OVER}) as products
      from claimed c join orders o on o.uuid = c.order_uid join stores s on s.uuid = o.store_uid`);
    if (rows.length === 0) return;
    await keepSecrets(deps.secret, tx, rows.map(linkedOf));
    await tx.insert(outbox).values(rows.map((order) => invitation(deps, order)));
  });
}

const linkedOf = ({ uuid, link_version: linkVersion }: Due) => ({ uuid, linkVersion });

function invitation(deps: Pick<Deps, 'env' | 'secret' | 'now'>, order: Due): typeof outbox.$inferInsert {
  const site = siteUrl(deps.env, { key: order.key, publicDomain: order.public_domain });
  const url = `${site}/review/${orderSecret(deps.secret, linkedOf(order))}`;
  const content: MailContent = {
    heading: 'איך המוצר שקיבלתם?',
    paragraphs: [
      `שלום ${isolate(order.first_name)},`,
      `עבר שבוע מאז שקיבלתם את ${order.products.map((name) => isolate(name)).join(', ')} (הזמנה ${isolate(order.number)}). נשמח לדעת מה דעתכם, לטוב ולרע: כמה מילים שלכם עוזרות לאחרים לבחור, ועוזרות לנו להשתפר.`,
    ],
    button: { label: 'כתיבת ביקורת', url },
    note: 'זו הודעה אחת על ההזמנה שלכם, ואין חובה לענות. אם אינכם רוצים לקבל בקשות כאלה, אפשר לציין זאת בתחתית הדף שהקישור מוביל אליו.',
  };
  return {
    storeUid: order.store_uid,
    orderUid: order.uuid,
    about: 'order review',
    channel: 'email',
    recipient: order.email,
    subject: `${content.heading} ${order.store}`,
    body: plainText(content),
    content,
    createdAt: deps.now(),
    nextAttemptAt: deps.now(),
  };
}

/** No more invitations for the order's buyer in this store. @throws ORDER_NOT_FOUND */
export async function declineInvitations(ctx: RequestContext, secret: string): Promise<void> {
  const order = await findOrder(ctx, { secret });
  const now = ctx.now().toISOString();
  await ctx.db.execute(sql`
    insert into review_invitations (order_uid, declined_at, created_at) values (${order}, ${now}, ${now})
    on conflict (order_uid) do update set declined_at = coalesce(review_invitations.declined_at, excluded.declined_at)`);
}

/** Whether the order's buyer wants none of them. */
export async function hasDeclined(ctx: RequestContext, secret: string): Promise<boolean> {
  const order = await findOrder(ctx, { secret });
  const { rowCount } = await ctx.db.execute(sql`
    select from review_invitations i join orders other on other.uuid = i.order_uid join orders o on o.uuid = ${order}
    where i.declined_at is not null and other.store_uid = o.store_uid and other.phone = o.phone limit 1`);
  return Boolean(rowCount);
}
