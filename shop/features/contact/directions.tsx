import { MapPin, Navigation } from 'lucide-react';
import type { ReactNode } from 'react';

export const outsideLook = 'inline-flex min-h-11 items-center gap-1.5 font-semibold text-action-ink hover:underline';

type Place = { name: string; lat: number | null; lng: number | null };

/** Links that lead to a branch by Waze and Google Maps; none where its place isn't known. */
export function Directions({ branch: { name, lat, lng } }: { branch: Place }) {
  if (lat === null || lng === null) return null;
  const place = `${lat},${lng}`;
  return (
    <>
      <Outside href={`https://waze.com/ul?ll=${place}&navigate=yes`} name="Waze" branch={name}>
        <Navigation aria-hidden className="size-4" />
      </Outside>
      <Outside href={`https://www.google.com/maps/search/?api=1&query=${place}`} name="Google Maps" branch={name}>
        <MapPin aria-hidden className="size-4" />
      </Outside>
    </>
  );
}

type OutsideProps = { href: string; name: string; branch: string; children: ReactNode };

const Outside = ({ href, name, branch, children }: OutsideProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={outsideLook}>
    {children} <bdi>{name}</bdi>
    <span className="sr-only"> – ניווט אל {branch} (נפתח בלשונית חדשה)</span>
  </a>
);
