import { type SyntheticEvent, useState } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PaymentPage } from '../place-order.ts';

/** The gateway's page. Card data is typed there, and never comes here. */
export function PaymentFrame({ page }: { page: PaymentPage }) {
  return (
    <>
      {page.choose && (
        <p className="font-medium">
          בדף התשלום בוחרים ב־<bdi>{page.choose}</bdi>.
        </p>
      )}
      {page.missed && (
        <p role="alert" className="rounded-md bg-warning-wash p-4 text-sm text-warning">
          <bdi className="font-semibold">{page.missed}</bdi> לא זמין כרגע לתשלום הזה, ולכן הדף נפתח על תשלום בכרטיס
          אשראי.
        </p>
      )}
      <Frame url={page.url} />
    </>
  );
}

/** At least as high as the shop's header, which stays above the page. Pixels. */
const HEADER = 96;

function Frame({ url }: { url: string }) {
  const [loaded, setLoaded] = useState('');
  /** A further step within the gateway's page (a refusal) begins at its top, which the shop's header may cover. */
  function onLoad({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
    if (loaded === url && frame.getBoundingClientRect().top < HEADER) frame.scrollIntoView();
    setLoaded(url);
  }
  return (
    <div className="relative overflow-hidden rounded-lg bg-ground-2 shadow-[0_0_0_1px_var(--line)]">
      {loaded !== url && (
        <div className="absolute inset-0 mx-auto grid max-w-md content-start gap-6 p-6 pt-20">
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-14" />
        </div>
      )}
      <iframe
        key={url}
        src={url}
        onLoad={onLoad}
        title="תשלום מאובטח בדף של חברת הסליקה"
        allow="payment"
        height={800}
        className="relative h-[800px] w-full scroll-mt-2"
      />
    </div>
  );
}
