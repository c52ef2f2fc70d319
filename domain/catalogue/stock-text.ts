import { isolate } from '../text/format.ts';
import type { StockPolicy } from './product-names.ts';

/** The text for shoppers on a variant's stock: product page, its announcement, and its page in Markdown. */
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

type Held = { available: boolean; at_branches: { key: string; name: string }[] | null };

/** So many branches are named; the rest are counted. */
const NAMED = 3;

/** Whether it is known at which branches it is: only of goods that are in stock, and whose stock is kept by branch. */
export const isByBranch = (
  { stock_policy }: { stock_policy: StockPolicy },
  { available, at_branches }: Held,
): boolean => available && stock_policy === 'IN_STOCK' && at_branches !== null;

/**
 * At which branches it is to be had now, in a sentence; `null` where that isn't known. A vehicle is handed over by
 * appointment, so it only is there.
 */
export function branchesText(product: { kind: string; stock_policy: StockPolicy }, variant: Held): string | null {
  if (!isByBranch(product, variant)) return null;
  const names = (variant.at_branches ?? []).map(({ name }) => isolate(name.replace(/^סניף /, '')));
  if (names.length === 0) return 'בהזמנה לסניף';
  const more = names.length - NAMED;
  const where = `${names.length === 1 ? 'בסניף' : 'בסניפים'} ${names.slice(0, NAMED).join(', ')}${more > 0 ? ` ועוד ${more}` : ''}`;
  return product.kind === 'VEHICLE' ? `נמצא ${where}` : `זמין לאיסוף ${where}`;
}

/** The same of one branch. */
export const branchText = (product: { kind: string }, { at_branches }: Held, key: string): string =>
  !at_branches?.some((branch) => branch.key === key)
    ? 'בהזמנה לסניף'
    : product.kind === 'VEHICLE'
      ? 'נמצא בסניף'
      : 'זמין לאיסוף בסניף';
