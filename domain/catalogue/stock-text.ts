import type { StockPolicy } from './product-names.ts';

/** What a shopper is told of a variant's stock: product page, its announcement, and its page in Markdown. */
export function stockText(
  { stock_policy }: { stock_policy: StockPolicy },
  { available, last_pieces }: { available: boolean; last_pieces: number | null },
): string {
  if (!available) return stock_policy === 'ON_REQUEST' ? 'להזמנה אישית' : 'אזל מהמלאי';
  if (stock_policy === 'PRE_ORDER') return 'הזמנה מוקדמת: המשלוח הבא כבר בדרך';
  if (last_pieces === 1) return 'במלאי, נותרה יחידה אחרונה';
  if (last_pieces) return `במלאי, נותרו ${last_pieces} יחידות אחרונות`;
  return 'במלאי';
}
