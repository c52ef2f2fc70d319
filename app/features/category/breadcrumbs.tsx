import { ChevronLeft } from 'lucide-react';
import { categoryPath } from '#domain/links.ts';
import { Link } from '~/ui/link.tsx';

type Step = { name: string; slug: { name: string } };

/** From home down to the page itself, which is not a link. */
export function Breadcrumbs({ steps, here }: { steps: Step[]; here: string }) {
  const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline';
  return (
    <nav aria-label="מיקום באתר">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-3">
        <li>
          <Link to="/" className={link}>
            דף הבית
          </Link>
        </li>
        {steps.map((step) => (
          <li key={step.slug.name} className="flex items-center gap-1.5">
            <ChevronLeft aria-hidden className="size-4" />
            <Link to={categoryPath(step.slug.name)} className={link}>
              <bdi>{step.name}</bdi>
            </Link>
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <ChevronLeft aria-hidden className="size-4" />
          <bdi aria-current="page" className="text-ink">
            {here}
          </bdi>
        </li>
      </ol>
    </nav>
  );
}
