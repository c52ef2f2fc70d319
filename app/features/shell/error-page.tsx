import { RotateCw } from 'lucide-react';
import { isRouteErrorResponse, useRouteLoaderData } from 'react-router';
import type { RootData } from '~/root.tsx';
import { Button, ButtonLink } from '~/ui/button.tsx';
import { Shell } from './shell.tsx';

/** 404, 500 and what lies between, inside the store's shell when there is a store. */
export function ErrorPage({ error }: { error: unknown }) {
  const data = useRouteLoaderData<RootData>('root');
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (isRouteErrorResponse(error) && error.statusText === 'STORE_NOT_FOUND') return <StoreNotFound />;
  const page = status === 404 ? <NotFound /> : <Failed status={status} message={messageOf(error)} />;
  if (!data) return <main id="content">{page}</main>;
  return <Shell failed>{page}</Shell>;
}

function NotFound() {
  return (
    <section className="page grid min-h-[60vh] content-center justify-items-center gap-4 py-16 text-center">
      <title>הדף לא נמצא</title>
      <p aria-hidden className="text-[clamp(7rem,30vw,16rem)] leading-none font-black text-line-strong">
        404
      </p>
      <h1 className="text-3xl">אופס, הדף לא נמצא</h1>
      <p className="text-lg text-ink-2">זה קורה לטובים ביותר.</p>
      <ButtonLink to="/" size="lg" className="mt-4">
        קחו אותי חזרה הביתה
      </ButtonLink>
    </section>
  );
}

/** What the server meant for the shopper to read; of its own failures nothing. */
function messageOf(error: unknown): string {
  const meant =
    isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'string' && error.data !== '';
  return meant ? error.data : 'רעננו את הדף או חזרו לדף הבית. מה שבסל נשמר.';
}

function Failed({ status, message }: { status: number; message: string }) {
  return (
    <section className="page grid min-h-[60vh] content-center justify-items-center gap-4 py-16 text-center">
      <title>משהו השתבש</title>
      <p className="text-ink-3">
        שגיאה <bdi>{status}</bdi>
      </p>
      <h1 className="text-3xl">משהו השתבש אצלנו</h1>
      <p className="text-lg text-ink-2">{message}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button size="lg" onClick={() => window.location.reload()}>
          <RotateCw aria-hidden className="size-5" /> רענון הדף
        </Button>
        <ButtonLink to="/" size="lg" variant="secondary">
          חזרה לדף הבית
        </ButtonLink>
      </div>
    </section>
  );
}

/** No store answers to this host. There is nothing to lead on to, so it only says so. */
function StoreNotFound() {
  return (
    <main
      id="content"
      className="on-dark grid min-h-dvh content-center justify-items-center gap-4 bg-dark px-6 text-center text-on-dark"
    >
      <title>החנות לא נמצאה</title>
      <h1 className="text-3xl">החנות לא נמצאה</h1>
      <p role="alert" className="max-w-md text-lg text-on-dark-muted">
        לא נמצאה חנות שמתאימה לדומיין הזה. בדקו שהכתובת הוקלדה נכון.
      </p>
    </main>
  );
}
