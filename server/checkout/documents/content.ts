import type { Db } from '#db/client.ts';
import {
  companies,
  type OrderLineRow,
  type OrderRow,
  orderDiscounts,
  orderLines,
  type PaymentRow,
  stores,
} from '#db/schema/index.ts';
import { and, asc, eq, gt } from '#db/sql.ts';
import type { DocumentContent } from '#domain/money/tax-document.ts';
import { addressLine } from '#domain/people/address-line.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { isolate } from '#domain/text/format.ts';

/** What an order's document says, as things stand now. */
export async function contentOf(
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
): Promise<DocumentContent & { companyUid: string }> {
  // One after the other: within a transaction they go over one connection.
  const [seller] = await tx
    .select({ store: stores.name, company: companies })
    .from(stores)
    .innerJoin(companies, eq(companies.uuid, stores.companyUid))
    .where(eq(stores.uuid, order.storeUid));
  const lines = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderUid, order.uuid))
    .orderBy(asc(orderLines.position));
  // A free delivery takes nothing off: what isn't paid for it is in no sum.
  const discounts = await tx
    .select()
    .from(orderDiscounts)
    .where(and(eq(orderDiscounts.orderUid, order.uuid), gt(orderDiscounts.amountAgorot, 0)));
  if (!seller) throw new Error('the order belongs to no store');
  const promotions = discounts.map((row) => ({ name: row.saleName, agorot: row.amountAgorot }));
  const rest = order.discountAgorot - promotions.reduce((sum, { agorot }) => sum + agorot, 0);
  const business = order.business;
  return {
    companyUid: seller.company.uuid,
    store: seller.store,
    seller: {
      name: seller.company.legalName,
      number: seller.company.companyNumber,
      address: seller.company.address,
    },
    customer: {
      name: business?.name ?? `${order.firstName} ${order.lastName}`,
      number: business?.number ?? null,
      address: order.postalAddress ? addressLine(order.postalAddress) : null,
      phone: formatPhone(order.phone),
      email: order.email,
    },
    order: order.number,
    lines: lines.map((line) => ({
      name: line.name,
      sku: line.sku,
      details: detailsOf(line),
      quantity: line.quantity,
      priceAgorot: line.priceAgorot,
    })),
    discounts: rest > 0 ? [...promotions, { name: 'הנחה', agorot: rest }] : promotions,
    delivery: order.deliveryAgorot > 0 ? { name: order.deliveryName, agorot: order.deliveryAgorot } : null,
    payment: {
      wallet: payment.wallet,
      brand: payment.cardBrand,
      last4: payment.last4,
      count: payment.paymentsCount ?? 1,
      approval: payment.approvalNumber,
    },
    original: null,
  };
}

type Sold = Pick<OrderLineRow, 'values' | 'configuration'>;

/**
 * Colour, size and what was chosen in the configurator: `שחור מט · XL`, each isolated, for `XL` would pull its
 * neighbours along.
 */
export function detailsOf({ values, configuration }: Sold): string {
  const names = [
    ...values.map(({ value_name }) => value_name),
    ...(configuration?.choices ?? []).map(({ name }) => name),
  ];
  // The colour is a value of the variant and a choice of the configurator.
  return [...new Set(names)].filter(Boolean).map(isolate).join(' · ');
}

/** The same document about one sum instead of the order's lines. */
export const lineOfSum = (content: DocumentContent, name: string, agorot: number): DocumentContent => ({
  ...content,
  lines: [{ name, sku: '', details: '', quantity: 1, priceAgorot: agorot }],
  discounts: [],
  delivery: null,
});
