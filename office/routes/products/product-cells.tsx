import { ImageOff } from 'lucide-react';
import { type StockPolicy, stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { formatNumber } from '#domain/text/format.ts';
import { mediaUrl } from '#ui/picture.tsx';
import { Badge } from '../../components/panel.tsx';

/** The product's first picture, small; or that it has none. */
export function Thumbnail({ media }: { media: string | null }) {
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-ground">
      {media ? (
        <img
          src={mediaUrl(media, 160)}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          className="size-full object-contain"
        />
      ) : (
        <ImageOff role="img" aria-label="אין תמונה" className="size-5 text-ink-3" />
      )}
    </span>
  );
}

/** From so many pieces on, no reorder is needed. */
const LOW_STOCK = 3;

/** How many pieces are left, where the stock decides; otherwise how it is sold. */
export function StockBadge({ policy, stock }: { policy: StockPolicy; stock: number }) {
  if (policy !== 'IN_STOCK')
    return <Badge tone={policy === 'OUT_OF_STOCK' ? 'bad' : 'info'}>{stockPolicyNames[policy]}</Badge>;
  if (stock === 0) return <Badge tone="bad">אזל</Badge>;
  return <Badge tone={stock <= LOW_STOCK ? 'wait' : 'good'}>{formatNumber(stock)}</Badge>;
}

export function ShownIn({ shown, hidden }: { shown: string[]; hidden: string[] }) {
  return (
    <span className="grid text-sm">
      {shown.length > 0 && <bdi>{shown.join(', ')}</bdi>}
      {hidden.length > 0 && (
        <span className="text-xs text-ink-3">
          מוסתר: <bdi>{hidden.join(', ')}</bdi>
        </span>
      )}
      {shown.length + hidden.length === 0 && <span className="text-ink-3">באף חנות</span>}
    </span>
  );
}
