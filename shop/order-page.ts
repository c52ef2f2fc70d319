import type { Order } from '#contract/checkout/orders.ts';
import type { BuyerTasks } from './features/order/tasks/task-summary.tsx';

export type OrderPage = { order: Order; tasks: BuyerTasks; secret: string; title: string };

/** The address holds the secret, so it goes neither to search engines nor to other sites. */
export const orderMeta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export const orderHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders;
