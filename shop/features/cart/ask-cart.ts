import type { CalcCartBody } from '#contract/checkout/sales.ts';
import type { CallReply } from '#contract/index.ts';
import { call } from '../../api.ts';
import { signedInUid } from '../../signed-in.ts';
import { readKnownOrder } from '../order/known-order.ts';

let storeUid: string | undefined;
export function setStore(uuid: string | undefined): void {
  storeUid = uuid;
}

/** The server's calculation, with what the shopper's own open order holds. @throws ApiError */
export const askCart = (
  body: Omit<CalcCartBody, 'store_uid' | 'customer_uid' | 'open_order'>,
): Promise<CallReply<'POST /api/sales/calc-cart'>> =>
  call('POST /api/sales/calc-cart', {
    body: { ...body, store_uid: storeUid, customer_uid: signedInUid(), open_order: readKnownOrder()?.secret ?? null },
  });
