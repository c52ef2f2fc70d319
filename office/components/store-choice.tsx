import { Link } from 'react-router';

/** Whose home page, menus and so on are shown: one store at a time. */
export function StoreChoice({ store, choices }: { store: string; choices: { uuid: string; name: string }[] }) {
  if (choices.length < 2) return null;
  return (
    <nav aria-label="חנות" className="mb-4 flex flex-wrap gap-2">
      {choices.map(({ uuid, name }) => (
        <Link
          key={uuid}
          to={`?store=${uuid}`}
          aria-current={uuid === store ? 'true' : undefined}
          className="min-h-10 content-center rounded-full border border-line bg-ground px-4 text-sm aria-[current=true]:border-action aria-[current=true]:bg-action-wash aria-[current=true]:font-semibold aria-[current=true]:text-action-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
