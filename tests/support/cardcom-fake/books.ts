import { randomUUID } from 'node:crypto';

export type Json = Record<string, unknown>;
export type Deal = {
  id: number;
  amount: number;
  refunded: number;
  refunds: number;
  code: number;
  isRefund: boolean;
  approval: string;
  payments: number;
  document: { type: string; number: number } | null;
  createdAt: Date;
};
export type FakePage = { guid: string; body: Json; deal: Deal | null; token: string | null; notified: number };

/** What the fake gateway knows: pages, deals and documents. Money can't go back that has not come. */
export class Books {
  readonly pages = new Map<string, FakePage>();
  readonly deals = new Map<number, Deal>();
  readonly byExternalId = new Map<string, Deal>();
  /** The gateway's own clock. */
  now = (): Date => new Date();
  #next = 209413394;

  open(body: Json): FakePage {
    const page = { guid: randomUUID(), body, deal: null, token: null, notified: 0 };
    this.pages.set(page.guid, page);
    return page;
  }

  charge(amount: number, given: Partial<Deal> & { documentWanted?: unknown } = {}): Deal {
    const { documentWanted, ...rest } = given;
    const id = this.#next++;
    const { DocumentTypeToCreate: wanted = 'Auto' } = Object(documentWanted) as Json;
    const type = wanted === 'Auto' ? 'TaxInvoiceAndReceipt' : String(wanted);
    const document = documentWanted ? { type, number: id - 209_000_000 } : null;
    const deal = {
      id,
      amount,
      refunded: 0,
      refunds: 0,
      code: 0,
      isRefund: false,
      approval: '12345',
      payments: 1,
      document,
      createdAt: this.now(),
      ...rest,
    };
    this.deals.set(id, deal);
    return deal;
  }

  /** @returns the number of the refund's own deal; `null` when the gateway's rules refuse it */
  refund(id: number, sum: number | undefined, multiple: boolean): number | null {
    const deal = this.deals.get(id);
    const amount = sum ?? deal?.amount ?? 0;
    const fits =
      deal && deal.code === 0 && !deal.isRefund && amount > 0 && deal.refunded + amount <= deal.amount + 1e-9;
    if (!deal || !fits || (deal.refunds > 0 && !multiple)) return null;
    deal.refunded = Math.round((deal.refunded + amount) * 100) / 100;
    deal.refunds += 1;
    return this.charge(amount, { isRefund: true }).id;
  }

  dealOfDocument(number: number): Deal | undefined {
    return [...this.deals.values()].find((deal) => deal.document?.number === number);
  }

  /** All that was charged less all that went back, in agorot. */
  balance(): number {
    const all = [...this.deals.values()].filter((deal) => !deal.isRefund && deal.code === 0);
    return Math.round(all.reduce((sum, deal) => sum + deal.amount - deal.refunded, 0) * 100);
  }
}
