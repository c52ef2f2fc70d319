import { z } from 'zod';
import { apiKeyStores, apiKeys, stores } from '#db/schema/index.ts';
import { asc, eq } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';
import type { OfficeContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { type OfficeCall, officeCall } from '../../staff/office-call.ts';
import { listLeads } from '../leads/list-leads.ts';
import { readLead } from '../leads/read-lead.ts';
import { advance, deliver, ship } from '../orders/actions/progress.ts';
import { refund } from '../orders/actions/refund.ts';
import { listOrders } from '../orders/list-orders.ts';
import { readOrder } from '../orders/read-order.ts';
import { listProducts } from '../products/list-products.ts';
import { priceProduct } from '../products/price-product.ts';
import { countStock, receiveStock } from '../stock/change-stock.ts';
import { listStock, readStock } from '../stock/list-stock.ts';
import {
  type ApiReply,
  done,
  keyReply,
  leadReply,
  leadsReply,
  orderReply,
  ordersReply,
  productsReply,
  stockReply,
  stocksReply,
} from './replies.ts';

/** A call of the office that programs make with a key, at an address of its own. */
export type ApiCall = {
  method: 'GET' | 'POST';
  /** Below `API`; `:order` is that field of the call's input. */
  path: string;
  call: OfficeCall;
  reply: z.ZodObject;
  /** Makes the call; a repeat of a write with the same `key` is not carried out again. */
  make: (ctx: OfficeContext, input: Record<string, unknown>, key?: string) => Promise<unknown>;
  summary: string;
  /** The same for the office's page. */
  hebrew: string;
};

export const API = '/api/v1';

function entry<I extends z.ZodObject, R, S extends z.ZodObject>(
  line: `${ApiCall['method']} /${string}`,
  call: OfficeCall<I, R>,
  [summary, hebrew]: [string, string],
  { schema, from }: ApiReply<S, R>,
): ApiCall {
  const [method, path] = line.split(' ') as [ApiCall['method'], string];
  return {
    method,
    path: path === '/' ? '' : path,
    call: call as unknown as OfficeCall,
    reply: schema,
    summary,
    hebrew,
    make: async (ctx, input, key) => schema.parse(from(await call(ctx, input as z.input<I>, key))),
  };
}

/** Of the key that asks: a first call that tells whether it works. */
const describeKey = officeCall(
  { name: 'keys.self', permission: null, input: z.object({}), kind: 'read' },
  async ({ db, staff: key }) => {
    const [row] = key.isKey ? await db.select().from(apiKeys).where(eq(apiKeys.uuid, key.uuid)) : [];
    if (!row) throw refuse('NOT_POSSIBLE', { message: 'הקריאה הזו מיועדת למפתח API' });
    const places = await db
      .select({ uuid: stores.uuid, key: stores.key, name: stores.name })
      .from(apiKeyStores)
      .innerJoin(stores, eq(stores.uuid, apiKeyStores.storeUid))
      .where(eq(apiKeyStores.keyUid, row.uuid))
      .orderBy(asc(stores.position));
    const permitted = [...new Set(key.grants.flatMap(({ permissions }) => permissions))];
    return { name: row.name, permissions: permitted, expires_at: row.expiresAt, stores: places };
  },
);

/** All that a key can do. Each is one of the office's own calls, through the same door. */
export const apiCalls: ApiCall[] = [
  entry(
    'GET /',
    describeKey,
    ['The key itself: its stores, permissions and end', 'המפתח עצמו: החנויות, ההרשאות והתוקף שלו'],
    keyReply,
  ),
  entry(
    'GET /orders',
    listOrders,
    ['Orders, newest first, 50 a page', 'ההזמנות מהחדשה לישנה, 50 בכל קריאה'],
    ordersReply,
  ),
  entry(
    'GET /orders/:order',
    readOrder,
    ['An order with its lines, shipments and payments', 'הזמנה עם השורות, המשלוחים והתשלומים שלה'],
    orderReply,
  ),
  entry(
    'POST /orders/:order/advance',
    advance,
    ['Moves an order to its next stage and tells the customer', 'מקדמת הזמנה לשלב הבא ומעדכנת את הלקוח'],
    done,
  ),
  entry(
    'POST /orders/:order/ship',
    ship,
    [
      'Notes that all or some pieces were sent, and under which number',
      'רושמת שכל הפריטים או חלקם נשלחו, ובאיזה מספר משלוח',
    ],
    done,
  ),
  entry(
    'POST /orders/:order/deliver',
    deliver,
    ['Notes that a shipment, or the whole order, has arrived', 'רושמת שמשלוח או הזמנה שלמה הגיעו'],
    done,
  ),
  entry(
    'POST /orders/:order/refund',
    refund,
    ['Gives money back, up to the key’s limit for an order', 'מזכה לקוח, עד התקרה של המפתח להזמנה'],
    done,
  ),
  entry(
    'GET /products',
    listProducts,
    ['Products with their prices, by name, 50 a page', 'המוצרים והמחירים לפי שם, 50 בכל קריאה'],
    productsReply,
  ),
  entry(
    'POST /products/:product/price',
    priceProduct,
    ['Changes a price that is still what `was` says', 'משנה מחיר, אם הוא עדיין מה שנשלח ב־was'],
    done,
  ),
  entry(
    'GET /stock',
    listStock,
    ['Variants by SKU with their stock, fewest first, 50 a page', 'הווריאנטים והמלאי שלהם, מהמעט להרבה, 50 בכל קריאה'],
    stocksReply,
  ),
  entry('GET /stock/:variant', readStock, ['A variant’s stock', 'המלאי של וריאנט אחד'], stockReply),
  entry(
    'POST /stock/:variant/count',
    countStock,
    [
      'Sets the pieces at a place (`at`; without it the warehouse) that are still what `was` says',
      'קובעת כמה יחידות יש בסניף (at; בלעדיו במחסן), אם המלאי עדיין מה שנשלח ב־was',
    ],
    done,
  ),
  entry('POST /stock/:variant/receive', receiveStock, ['Adds to a stock', 'מוסיפה למלאי'], done),
  entry(
    'GET /leads',
    listLeads,
    ['Inquiries, newest first, 50 a page', 'הפניות מהחדשה לישנה, 50 בכל קריאה'],
    leadsReply,
  ),
  entry('GET /leads/:lead', readLead, ['An inquiry with its answers', 'פנייה עם התשובות שלה'], leadReply),
];

/** What a key can be given. */
export const apiPermissions: Permission[] = [...new Set(apiCalls.flatMap(({ call }) => call.options.permission ?? []))];
