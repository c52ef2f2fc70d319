import { Link } from '#ui/link.tsx';

type Props = {
  search: string;
  /** The corrected query and where it leads; `partly`: no product has all words. */
  notice: 'partly' | { search: string; to: string };
};

/** The interpreted query, where it differs from the typed one: over a whole store's results and a category's. */
export default function SearchNotice({ search, notice }: Props) {
  return (
    <p className="mt-3 text-lg text-ink-2">
      {notice === 'partly' ? (
        'אין מוצר שמתאים לכל המילים. אלה הקרובים ביותר.'
      ) : (
        <>
          לא מצאנו <bdi>{search}</bdi>. אלה התוצאות עבור{' '}
          <Link to={notice.to} className="font-semibold text-action-ink underline underline-offset-4">
            <bdi>{notice.search}</bdi>
          </Link>
          .
        </>
      )}
    </p>
  );
}
