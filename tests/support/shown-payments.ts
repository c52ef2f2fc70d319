import { instalmentsText } from '#domain/money/instalments.ts';
import { toAgorot } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import type { TestApp } from './app.ts';
import type { CardcomFake } from './cardcom-fake.ts';
import type { PayplusFake } from './payplus-fake.ts';
import { CARDS, pay } from './purchase.ts';

/** A figure that was shown, asked for or written, and what it has to be. */
export type Figure = { where: string; is: unknown; wanted: unknown };
type Note = (figure: Figure) => void;
/** In agorot, and in how many payments. */
type Due = { due: number; payments: number };

/** Notes what a gateway is asked for and what its page says, and pays there. */
export function payerOf(app: TestApp, { cardcom, payplus }: { cardcom: CardcomFake; payplus: PayplusFake }) {
  async function paySandbox(path: string, { due, payments }: Due, note: Note): Promise<void> {
    const { text } = await app.call({ host: 'pay.localhost', path });
    note({ where: 'payment page prints the sum', is: text.includes(formatExactPrice(due / 100)), wanted: true });
    if (payments > 1)
      note({
        where: 'payment page prints the payments',
        is: text.includes(instalmentsText(due / 100, payments)),
        wanted: true,
      });
    const { rows } = await app.connection.pool.query(
      'select amount_agorot::int sum, max_payments payments from sandbox.pages where uuid = $1',
      [path.split('/').at(-1)],
    );
    note({ where: 'asked of the sandbox', is: rows, wanted: [{ sum: due, payments }] });
    await pay(app.port, path, CARDS.approved);
  }

  async function payCardcom(url: string, { due, payments }: Due, note: Note): Promise<void> {
    const created = cardcom.calls.filter(({ path }) => path === 'LowProfile/Create').at(-1)?.request ?? {};
    const { MinNumOfPayments, MaxNumOfPayments, SelectedNumOfPayments } = Object(created.AdvancedDefinition);
    const counts = [MinNumOfPayments, SelectedNumOfPayments, MaxNumOfPayments];
    note({ where: 'asked of CardCom', is: toAgorot(Number(created.Amount)), wanted: due });
    note({ where: 'payments asked of CardCom', is: counts, wanted: [payments, payments, payments] });
    const products: { TotalLineCost: number }[] = Object(created.Document).Products ?? [];
    if (created.Document)
      note({
        where: 'document of CardCom',
        is: products.reduce((sum, { TotalLineCost }) => sum + toAgorot(TotalLineCost), 0),
        wanted: due,
      });
    await cardcom.act(refOf(url), 'approve');
  }

  async function payPayplus(url: string, { due, payments }: Due, note: Note): Promise<void> {
    const request = payplus.calls.findLast(({ path }) => path === 'PaymentPages/generateLink')?.request ?? {};
    note({ where: 'asked of PayPlus', is: toAgorot(Number(request.amount)), wanted: due });
    const counts = [request.payments, request.payments_selected];
    note({ where: 'payments asked of PayPlus', is: counts, wanted: [payments, payments] });
    await payplus.act(refOf(url), 'approve');
  }

  return (url: string, due: Due, note: Note): Promise<void> => {
    const { hostname, pathname } = new URL(url);
    if (hostname === 'pay.localhost') return paySandbox(pathname, due, note);
    return hostname === 'payments.payplus.co.il' ? payPayplus(url, due, note) : payCardcom(url, due, note);
  };
}

const refOf = (url: string): string => /[0-9a-f-]{36}/.exec(url)?.[0] ?? '';
