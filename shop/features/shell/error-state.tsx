import { RotateCw } from 'lucide-react';
import { use, useEffect } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { Button, ButtonLink, buttonLook } from '#ui/button.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { MessagePage } from '#ui/message-page.tsx';
import { failedRequestId, RequestId } from '~/request-id.ts';
import { track } from '~/track.ts';

/** The address that the document was loaded from; what is shown may have come since by a link. */
const documentUrl = () => performance.getEntriesByType('navigation')[0]?.name.split('#')[0];

/** What a page says in place of what it should have shown. */
export default function ErrorState({ error }: { error: unknown }) {
  const online = useOnline();
  const status = isRouteErrorResponse(error) ? error.status : online ? 500 : 0;
  useEffect(() => {
    if (status > 0) track('failure', { status });
    // The server keeps whole pages for when its database is away (`page-cache.ts`), not the data of single ones.
    if (status === 503 && documentUrl() !== window.location.href.split('#')[0]) window.location.reload();
  }, [status]);
  if (!isRouteErrorResponse(error)) return online ? <Failed status={500} message={messageOf(error)} /> : <Offline />;
  if (error.statusText === 'STORE_NOT_FOUND') return <StoreNotFound list={error.data} />;
  return error.status === 404 ? <NotFound /> : <Failed status={error.status} message={messageOf(error)} />;
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
      </>
    }
  >
    זה קורה לטובים ביותר.
  </MessagePage>
);

/** What the server meant for the shopper to read; of its own failures nothing. */
function messageOf(error: unknown): string {
  const meant =
    isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'string' && error.data !== '';
  return meant ? error.data : 'רעננו את הדף או חזרו לדף הבית. מה שבסל נשמר.';
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

/** By it the service finds in the logs what went wrong. */
function FailureNumber() {
  const known = use(RequestId);
  const id = known ?? (typeof document === 'undefined' ? null : failedRequestId());
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

/** The next page could not come for want of a connection. It comes by itself as soon as there is one. */
function Offline() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const retry = () => void revalidate();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [revalidate]);
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

/** No store answers to this host. In demo mode there is a list of those that would; else only the address can be looked at again. */
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
