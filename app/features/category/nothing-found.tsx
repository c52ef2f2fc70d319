import { SearchX } from 'lucide-react';
import { ButtonLink } from '~/ui/button.tsx';
import { Empty } from '~/ui/empty.tsx';

/** Nothing to show, and where to go on. */
export function NothingFound({ search }: { search: string }) {
  return (
    <Empty
      icon={<SearchX />}
      title={search ? 'לא מצאנו מה שחיפשתם' : 'אין כאן מוצרים כרגע'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/category">לכל הקטלוג</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            לשאול אותנו
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
