import { formatItems } from '#domain/format.ts';
import { ButtonLink } from '~/ui/button.tsx';
import { Empty } from '~/ui/empty.tsx';
import type { Chip } from './chips.ts';

type Props = { search: string; chips: Chip[]; clear: string };

/** Nothing to show, and where to go on: first of all without the filter that hides most. */
export default function NothingFound({ search, chips, clear }: Props) {
  const [best] = chips.toSorted((a, b) => (b.without ?? 0) - (a.without ?? 0));
  if (best) {
    return (
      <Empty
        drawing="search"
        title="אין מוצרים שמתאימים לכל הסינונים"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {best.without ? (
              <ButtonLink to={best.to} preventScrollReset>
                <span>
                  בלי <bdi>{best.label}</bdi>: {formatItems(best.without)}
                </span>
              </ButtonLink>
            ) : null}
            <ButtonLink to={clear} preventScrollReset variant={best.without ? 'secondary' : 'primary'}>
              ניקוי כל הסינונים
            </ButtonLink>
          </div>
        }
      >
        <p>{best.without ? 'ויתור על סינון אחד יחזיר תוצאות.' : 'נסו פחות סינונים, או התחילו מחדש.'}</p>
      </Empty>
    );
  }
  return (
    <Empty
      drawing="search"
      title={search ? 'לא מצאנו מה שחיפשתם' : 'אין כאן מוצרים כרגע'}
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
        {search
          ? 'בדקו את הכתיב, נסו מילה אחת פחות, או חפשו לפי שם הדגם.'
          : 'הדגמים יחזרו בקרוב. בינתיים, יש עוד הרבה מה לראות.'}
      </p>
    </Empty>
  );
}
