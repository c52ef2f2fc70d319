import { Link } from 'react-router';
import { type BulkValue, bulkFields } from '#domain/catalogue/bulk-rows.ts';
import { stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { clearedText } from '#domain/catalogue/price-rules.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, formatNumber } from '#domain/text/format.ts';
import type { BulkConflict, BulkOutcome } from '#server/office/products/bulk/write-rows.ts';
import { Button } from '#ui/button.tsx';

const SHOWN = 100;
const sums: string[] = [bulkFields.price, bulkFields.deletedPrice, bulkFields.storePrice];

function valueText(field: string, value: BulkValue): string {
  if (value === null) return 'ריק';
  if (sums.includes(field)) return formatExactPrice(toShekels(Number(value)));
  if (typeof value === 'boolean') return value ? 'כן' : 'לא';
  return stockPolicyNames[value as keyof typeof stockPolicyNames] ?? String(value);
}

/** The outcome of a save: how much is stored, and what another person has changed meanwhile. */
export function Outcome({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) {
  const { products, formerPrices, hiddenLinks, conflicts } = outcome;
  return (
    <section aria-label="מה נשמר" className="panel mb-4 grid gap-3 p-4">
      <p role="status" className="font-semibold">
        {products === 0 ? 'לא נשמר דבר' : products === 1 ? 'מוצר אחד נשמר' : `${formatNumber(products)} מוצרים נשמרו`}
      </p>
      {formerPrices > 0 && <p>{clearedText(formerPrices)}</p>}
      {hiddenLinks && <p>{hiddenLinks}</p>}
      {conflicts.length > 0 && (
        <>
          <p className="text-warning">
            אלה השתנו בינתיים ולא נשמרו. מה שהקלדתם נשאר בתאים: שמירה נוספת תחליף את מה שכתוב כאן.
          </p>
          <ul className="grid max-h-56 gap-1 overflow-y-auto text-sm">
            {conflicts.slice(0, SHOWN).map((conflict) => (
              <Conflict key={`${conflict.product} ${conflict.field} ${conflict.theirs}`} {...conflict} />
            ))}
          </ul>
          {conflicts.length > SHOWN && (
            <p className="text-sm text-ink-3">ועוד {formatNumber(conflicts.length - SHOWN)}</p>
          )}
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/changes" className="text-sm text-action-ink underline">
          ליומן השינויים, שבו מבטלים את כל העריכה
        </Link>
        <Button size="sm" variant="quiet" onClick={onClose}>
          סגירה
        </Button>
      </div>
    </section>
  );
}

const Conflict = ({ product, name, field, theirs }: BulkConflict) =>
  field === '' ? (
    <li>מוצר שכבר אינו קיים, או שאינו בחנויות שלכם</li>
  ) : (
    <li>
      <Link to={`/products/${product}`} className="font-semibold underline">
        <bdi>{name}</bdi>
      </Link>
      , {field}: עכשיו <bdi>{valueText(field, theirs)}</bdi>
    </li>
  );
