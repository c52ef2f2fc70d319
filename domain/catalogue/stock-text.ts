import { isolate } from '../text/format.ts';
import type { StockPolicy } from './kind-names.ts';

/** From so many pieces down, a page says how many are left (`last_pieces` of the product's reply). */
export const MAX_LAST_PIECES = 3;

/** The text for shoppers on a variant's stock: product page, its announcement, and its page in Markdown. */
export function stockText(
  { stock_policy }: { stock_policy: StockPolicy },
  { available, last_pieces }: { available: boolean; last_pieces: number | null },
): string {
  if (!available) return stock_policy === 'ON_REQUEST' ? 'להזמנה אישית' : 'אזל מהמלאי';
  if (stock_policy === 'PRE_ORDER') return 'הזמנה מוקדמת: המשלוח הבא כבר בדרך';
  if (last_pieces) return `במלאי, ${lastPiecesText(last_pieces)}`;
  return 'במלאי';
}

export const lastPiecesText = (pieces: number): string =>
  pieces === 1 ? 'נותרה יחידה אחרונה' : `נותרו ${pieces} יחידות אחרונות`;

type BranchAvailability = { available: boolean; at_branches: { key: string; name: string }[] | null };

/** So many branches are named; the rest are counted. */
const MAX_NAMED = 3;

/** Whether a variant's branches are known: only those of goods in stock, whose stock is kept by branch. */
export const isByBranch = (
  { stock_policy }: { stock_policy: StockPolicy },
  { available, at_branches }: BranchAvailability,
): boolean => available && stock_policy === 'IN_STOCK' && at_branches !== null;

/**
 * A sentence that names the branches that have a variant now; `null` where they aren't known. A vehicle is handed over
 * by appointment, so its sentence says where it stands and promises no pick-up.
 */
export function branchesText(
  product: { kind: string; stock_policy: StockPolicy },
  variant: BranchAvailability,
): string | null {
  if (!isByBranch(product, variant)) return null;
  const names = (variant.at_branches ?? []).map(({ name }) => isolate(name.replace(/^סניף /, '')));
  if (names.length === 0) return 'בהזמנה לסניף';
  const more = names.length - MAX_NAMED;
  const where = `${names.length === 1 ? 'בסניף' : 'בסניפים'} ${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` ועוד ${more}` : ''}`;
  return product.kind === 'VEHICLE' ? `נמצא ${where}` : `זמין לאיסוף ${where}`;
}

/** The same for one branch. */
export const branchText = (product: { kind: string }, { at_branches }: BranchAvailability, key: string): string =>
  !at_branches?.some((branch) => branch.key === key)
    ? 'בהזמנה לסניף'
    : product.kind === 'VEHICLE'
      ? 'נמצא בסניף'
      : 'זמין לאיסוף בסניף';
