import { RotateCw } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { Button, ButtonLink, buttonLook } from '#ui/button.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { MessagePage } from '#ui/message-page.tsx';
import { failedRequestId, RequestId } from '~/request-id.ts';
import { track } from '~/track.ts';
import { SearchForm } from '../search/search-form.tsx';

/** The URL of the document; the current page may have been reached by client navigation. */
const documentUrl = () => performance.getEntriesByType('navigation')[0]?.name.split('#')[0];

/** Content of a page that could not be shown. */
export default function ErrorState({ error }: { error: unknown }) {
  const isOffline = useCameOffline(error);
  const status = isRouteErrorResponse(error) ? error.status : isOffline ? 0 : 500;
  useEffect(() => {
    if (status > 0) track('failure', { status });
    // The server keeps whole pages for an unavailable database (`page-cache.ts`), not single pages' data.
    if (status === 503 && documentUrl() !== window.location.href.split('#')[0]) window.location.reload();
  }, [status]);
  if (!isRouteErrorResponse(error)) return isOffline ? <Offline /> : <Failed status={500} message={messageOf(error)} />;
  if (error.statusText === 'STORE_NOT_FOUND') return <StoreNotFound list={error.data} />;
  return error.status === 404 ? <NotFound /> : <Failed status={error.status} message={messageOf(error)} />;
}

const TRY_AGAIN_MS = 4_000;

/**
 * Whether the page failed without a connection, which the browser may know only after the request has failed. It is
 * loaded again by itself once there is one, and stays the same failure until that has ended.
 */
function useCameOffline(error: unknown): boolean {
  const online = useOnline();
  const { revalidate } = useRevalidator();
  const [offline, setOffline] = useState<{ error: unknown }>();
  const isKnown = offline !== undefined && offline.error === error;
  if (!online && !isKnown) setOffline({ error });
  const isOffline = isKnown && !isRouteErrorResponse(error);
  useEffect(() => {
    if (!isOffline || !online) return;
    void revalidate();
    // The first request after a connection has come back may never be answered. Each further one ends what is on its
    // way: a slow network gets longer.
    let wait = TRY_AGAIN_MS;
    let timer: ReturnType<typeof setTimeout>;
    const retry = () => {
      void revalidate();
      wait *= 2;
      timer = setTimeout(retry, wait);
    };
    timer = setTimeout(retry, wait);
    return () => clearTimeout(timer);
  }, [isOffline, online, revalidate]);
  return isOffline;
}

const NotFound = () => (
  <MessagePage
    drawing="signpost"
    title="הדף לא נמצא"
    heading="אופס, הדף לא נמצא"
    action={
      <>
        <ButtonLink to="/" size="lg">
          לדף הבית
        </ButtonLink>
        <ButtonLink to="/category" size="lg" variant="secondary">
          לכל הקטלוג
        </ButtonLink>
        <ButtonLink to="/order" size="lg" variant="quiet">
          איפה ההזמנה שלי?
        </ButtonLink>
      </>
    }
  >
    <p>זה קורה לטובים ביותר. ייתכן שהכתובת השתנתה, או שהוקלדה לא נכון.</p>
    <SearchForm search="" className="mt-6" />
  </MessagePage>
);

/** A refusal's message for the shopper; nothing for internal errors. */
function messageOf(error: unknown): string {
  const isRefusal =
    isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'string' && error.data !== '';
  return isRefusal ? error.data : 'רעננו את הדף או חזרו לדף הבית. מה שבסל נשמר.';
}

const reload = () => window.location.reload();

const Failed = ({ status, message }: { status: number; message: string }) => (
  <MessagePage
    drawing="tools"
    title="משהו השתבש"
    heading="משהו השתבש אצלנו"
    above={
      <>
        שגיאה <bdi>{status}</bdi>
      </>
    }
    action={
      <>
        <Button size="lg" onClick={reload}>
          <RotateCw aria-hidden className="size-5" /> רענון הדף
        </Button>
        <ButtonLink to="/" size="lg" variant="secondary">
          חזרה לדף הבית
        </ButtonLink>
      </>
    }
  >
    <p>{message}</p>
    {status >= 500 && <FailureNumber />}
  </MessagePage>
);

/** The request id, by which support finds the error in the logs. */
function FailureNumber() {
  const requestId = use(RequestId);
  const id = requestId ?? (typeof document === 'undefined' ? null : failedRequestId());
  return (
    id && (
      <p className="mt-4 text-base">
        לפנייה אלינו, מספר התקלה:{' '}
        <bdi dir="ltr" className="tabular block text-sm [overflow-wrap:anywhere] select-all">
          {id}
        </bdi>
      </p>
    )
  );
}

function Offline() {
  const { revalidate } = useRevalidator();
  return (
    <MessagePage
      drawing="offline"
      heading="אין חיבור לאינטרנט"
      action={
        <Button size="lg" onClick={() => void revalidate()}>
          <RotateCw aria-hidden className="size-5" /> ניסיון נוסף
        </Button>
      }
    >
      הדף ייפתח מעצמו כשהחיבור יחזור. מה שבסל נשמר.
    </MessagePage>
  );
}

/** No store has this host. Demo mode lists those that exist; otherwise the address has to be checked. */
function StoreNotFound({ list }: { list: string }) {
  return (
    <MessagePage
      drawing="map"
      heading="החנות לא נמצאה"
      action={
        list ? (
          <a href={list} className={buttonLook({ size: 'lg' })}>
            לרשימת החנויות
          </a>
        ) : (
          <Button size="lg" onClick={reload}>
            <RotateCw aria-hidden className="size-5" /> בדיקה נוספת
          </Button>
        )
      }
    >
      <p role="alert">לא נמצאה חנות שמתאימה לדומיין הזה. בדקו שהכתובת הוקלדה נכון.</p>
    </MessagePage>
  );
}
