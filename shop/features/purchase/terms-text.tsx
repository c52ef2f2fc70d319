import { Link } from '#ui/link.tsx';

const inText = 'font-medium text-action-ink underline underline-offset-2';

const documents: Record<string, string> = {
  התקנון: '/page/terms',
  'מדיניות הביטולים': '/page/cancellation-policy',
};

/** A sentence as it is kept with the order, its documents as links. */
export const TermsText = ({ text }: { text: string }) =>
  text.split(/(התקנון|מדיניות הביטולים)/).map((part) =>
    documents[part] ? (
      <Link key={part} to={documents[part]} target="_blank" className={inText}>
        {part}
      </Link>
    ) : (
      part
    ),
  );
