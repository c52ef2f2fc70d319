import { formatProducts } from '#domain/text/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { passFocus } from '#ui/hooks/pass-focus.ts';
import { type Chip, withoutChip, withoutChips } from './filters/chips.ts';
import type { ListedKind, Listing } from './listing-url.ts';

type Props = {
  path: string;
  listing: Listing;
  chips: Chip[];
  kind: ListedKind;
  /** The search has found categories, pages or posts, which stand above. */
  elsewhere: boolean;
};

/** Nothing to show, and where to go on: first of all without the filter that hides most. */
export default function NothingFound({ path, listing, chips, kind, elsewhere }: Props) {
  const [best] = chips.toSorted((a, b) => (b.without ?? 0) - (a.without ?? 0));
  if (best) {
    return (
      <Empty
        drawing="search"
        title="אין מוצרים שמתאימים לכל הסינונים"
        action={
          <div ref={passFocus} className="flex flex-wrap justify-center gap-3">
            {best.without ? (
              <ButtonLink to={withoutChip(path, listing, best)} preventScrollReset>
                <span>
                  הסרת ״<bdi>{best.label}</bdi>״:{' '}
                  <span className="whitespace-nowrap">{formatProducts(best.without, kind)}</span>
                </span>
              </ButtonLink>
            ) : null}
            <ButtonLink
              to={withoutChips(path, listing)}
              preventScrollReset
              variant={best.without ? 'secondary' : 'primary'}
            >
              ניקוי כל הסינונים
            </ButtonLink>
          </div>
        }
      >
        <p>{best.without ? 'הסירו סינון אחד, והתוצאות יחזרו.' : 'נסו פחות סינונים, או התחילו מחדש.'}</p>
      </Empty>
    );
  }
  if (path === '/category' && !listing.search) {
    return (
      <Empty drawing="search" title="המוצרים הראשונים בדרך" action={<ButtonLink to="/contact">דברו איתנו</ButtonLink>}>
        <p>החנות עוד מתמלאת. אפשר לשאול כבר עכשיו.</p>
      </Empty>
    );
  }
  if (elsewhere) {
    return (
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2 text-ink-2">
        אין מוצרים בחיפוש הזה.
        <ButtonLink to="/category" variant="secondary" size="sm">
          לכל הקטלוג
        </ButtonLink>
        <ButtonLink to="/contact" variant="secondary" size="sm">
          שאלו אותנו
        </ButtonLink>
      </p>
    );
  }
  return (
    <Empty
      drawing="search"
      title={listing.search ? 'לא מצאנו מה שחיפשתם' : 'אין כאן מוצרים כרגע'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/category">לכל הקטלוג</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            שאלו אותנו
          </ButtonLink>
        </div>
      }
    >
      <p>
        {listing.search
          ? 'בדקו את הכתיב, נסו מילה אחת פחות, או חפשו לפי שם הדגם.'
          : 'הדגמים יחזרו בקרוב. בינתיים, יש עוד הרבה מה לראות.'}
      </p>
    </Empty>
  );
}
