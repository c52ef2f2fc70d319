import { Scale, X } from 'lucide-react';
import { IconButton } from '~/ui/button.tsx';
import { Link } from '~/ui/link.tsx';
import { Picture } from '~/ui/picture.tsx';
import { comparePath, setCompared, useCompared } from './chosen.ts';

/** What is to be compared, at hand while one looks around. */
export default function CompareTray() {
  const compared = useCompared();
  return (
    <>
      <p role="status" className="sr-only">
        {compared.length > 0 && (compared.length === 1 ? 'דגם אחד להשוואה' : `${compared.length} דגמים להשוואה`)}
      </p>
      {compared.length > 0 && (
        <section
          aria-label="השוואת דגמים"
          className="fixed start-4 bottom-20 z-30 flex items-center rounded-full bg-ground ps-1.5 shadow-floating md:bottom-6"
        >
          <Link
            to={comparePath(compared.map(({ slug }) => slug))}
            className="flex min-h-12 items-center gap-2 rounded-full ps-3 pe-1 font-semibold"
          >
            <Scale aria-hidden className="size-5" />
            <span>
              השוואה <span className="tabular">({compared.length})</span>
            </span>
            <span aria-hidden className="hidden md:flex">
              {compared.map(({ slug, image }) => (
                <span
                  key={slug}
                  className="-ms-2 grid h-10 w-13 place-items-center rounded-full bg-ground-2 first:ms-1"
                >
                  {image && (
                    <Picture image={{ image_url: image }} alt="" sizes="52px" className="w-11 object-contain" />
                  )}
                </span>
              ))}
            </span>
          </Link>
          <IconButton label="ניקוי ההשוואה" onClick={() => setCompared([])}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </section>
      )}
    </>
  );
}
