import { Download } from 'lucide-react';
import { useState } from 'react';
import { type MetaDescriptor, useRevalidator } from 'react-router';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { getConsents } from '#server/customers/account/consents.ts';
import { ownPassword } from '#server/customers/sign-in/password-reset.ts';
import { isFresh } from '#server/identity/tokens.ts';
import { Button, ButtonLink, buttonLook } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { ApiError, call, messageOf } from '~/api.ts';
import { forgetAccount, logOutEverywhere } from '~/features/account/log-out.ts';
import { NoticeDialog } from '~/features/account/notice-dialog.tsx';
import { personalContext, privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { SignInAgain } from '~/features/account/sign-in-again.tsx';
import { useChange } from '~/features/account/use-change.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/privacy.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

const PATH = '/personal-area/privacy';

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const [consents, password] = await Promise.all([getConsents(ctx), ownPassword(ctx)]);
  return {
    consents,
    hasPassword: password.exists,
    fresh: isFresh(ctx, ctx.customer.uuid),
    head: headOf(ctx.store, { title: 'פרטיות ואבטחה', path: PATH, noindex: true }),
  };
}

export const action = sameAgain;

const leave = (): void => window.location.assign('/');

export default function PrivacyPage({ loaderData: { consents, hasPassword, fresh } }: Route.ComponentProps) {
  const { busy, change } = useChange();
  /** What is asked before the account is erased. */
  const [question, setQuestion] = useState<'sure' | 'sign-in'>();
  const [isErased, setErased] = useState(false);
  const [isLoggingOut, setLoggingOut] = useState(false);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const agreed = consents.find(({ kind }) => kind === 'marketing')?.given ?? false;
  const [wish, setWish] = useState(agreed);

  async function erase() {
    setQuestion(undefined);
    try {
      await call('POST /customer/customers/delete-account', { body: { confirm: true } });
      forgetAccount();
      setErased(true);
    } catch (error) {
      if (!(error instanceof ApiError && error.reply.error_code === 'SIGN_IN_AGAIN'))
        return toast({ kind: 'danger', title: messageOf(error) });
      // The page was open for long: it asks for a sign-in now.
      setQuestion('sign-in');
      void revalidate();
    }
  }

  return (
    <div className="grid gap-12">
      <h1 className="text-3xl font-black">פרטיות ואבטחה</h1>
      <section aria-labelledby="consents-title">
        <h2 id="consents-title" className="text-xl">
          הסכמות
        </h2>
        <CheckboxField
          className="mt-2"
          label="קבלת מבצעים ועדכונים בדוא״ל וב־SMS"
          checked={busy.length > 0 ? wish : agreed}
          onChange={(event) => {
            const checked = event.target.checked;
            setWish(checked);
            void change(
              'consent',
              () => call('POST /customer/customers/set-consent', { body: { kind: 'marketing', given: checked } }),
              checked ? 'ההסכמה נשמרה' : 'ההסכמה הוסרה',
            );
          }}
        />
        {consents.length > 0 && (
          <details className="mt-2">
            <summary className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4">
              מה נרשם ומתי
            </summary>
            <ul className="mt-2 grid gap-3">
              {consents.map((one) => (
                <li key={one.created_at} className="rounded-md bg-ground-2 p-4 text-sm">
                  <p className="font-semibold">
                    {one.given ? 'ניתנה' : 'הוסרה'} ב־<bdi dir="ltr">{formatDate(one.created_at)}</bdi>,{' '}
                    <bdi dir="ltr">{formatTime(one.created_at)}</bdi>
                  </p>
                  <p className="text-ink-2">״{one.text}״</p>
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
      <section aria-labelledby="password-title">
        <h2 id="password-title" className="text-xl">
          סיסמה
        </h2>
        <p className="mt-2 max-w-prose text-ink-2">
          {hasPassword
            ? 'נכנסים גם עם דוא״ל וסיסמה, חוץ מהקוד לטלפון.'
            : 'הכניסה היא עם קוד לטלפון. אפשר להוסיף סיסמה ולהיכנס גם עם דוא״ל.'}
        </p>
        <ButtonLink className="mt-4" variant="secondary" to="/personal-area/privacy/password">
          {hasPassword ? 'החלפת הסיסמה' : 'בחירת סיסמה'}
        </ButtonLink>
      </section>
      <section aria-labelledby="devices-title">
        <h2 id="devices-title" className="text-xl">
          מכשירים מחוברים
        </h2>
        <p className="mt-2 max-w-prose text-ink-2">
          התחברתם במכשיר שאינו שלכם, או שאבד? התנתקות מכל המכשירים תסיים את כל החיבורים לחשבון, גם כאן.
        </p>
        <Button
          className="mt-4"
          variant="secondary"
          busy={isLoggingOut}
          onClick={() => {
            setLoggingOut(true);
            void logOutEverywhere(toast).finally(() => setLoggingOut(false));
          }}
        >
          התנתקות מכל המכשירים
        </Button>
      </section>
      <section aria-labelledby="data-title">
        <h2 id="data-title" className="text-xl">
          המידע שלי
        </h2>
        <p className="mt-2 max-w-prose text-ink-2">
          קובץ עם כל מה ששמור עליכם: פרטים, כתובות, הזמנות, מסמכים, הסכמות והודעות. עוד ב
          <Link to="/page/privacy" className="underline">
            מדיניות הפרטיות
          </Link>
          .
        </p>
        <a
          href="/customer/customers/download-my-data"
          download
          className={`${buttonLook({ variant: 'secondary' })} mt-4`}
        >
          <Download aria-hidden className="size-5" />
          הורדת המידע שלי
        </a>
      </section>
      <section aria-labelledby="delete-title" className="border-t border-line pt-10">
        <h2 id="delete-title" className="text-xl">
          מחיקת החשבון
        </h2>
        <p className="mt-2 max-w-prose text-ink-2">
          הפרטים, הכתובות, רשימת המשאלות, המוסך וכל מה ששמרתם יימחקו מיד ולא יהיה אפשר לשחזר אותם. תורים שנקבעו יבוטלו.
          הזמנות ששולמו או שבטיפול והחשבוניות שלהן נשמרות כנדרש בחוק, בלי קשר לחשבון.
        </p>
        <Button
          className="mt-4 text-danger!"
          variant="secondary"
          onClick={() => setQuestion(fresh ? 'sure' : 'sign-in')}
        >
          מחיקת החשבון
        </Button>
      </section>
      <NoticeDialog
        notice={
          question === 'sure'
            ? {
                title: 'למחוק את החשבון?',
                text: <p>המחיקה מיידית וסופית. כדאי להוריד קודם את המידע שלכם.</p>,
                action: { label: 'מחיקה לצמיתות', destroys: true, onPress: () => void erase() },
                other: { label: 'השארת החשבון', onPress: () => setQuestion(undefined) },
              }
            : null
        }
        onClose={() => setQuestion(undefined)}
      />
      <Dialog
        open={question === 'sign-in'}
        onClose={() => setQuestion(undefined)}
        title="מחיקת החשבון"
        width="w-full sm:w-[28rem]"
      >
        {question === 'sign-in' && (
          <div className="grid gap-5 p-5 sm:p-6">
            <SignInAgain to={PATH} focused>
              המחיקה סופית.
            </SignInAgain>
          </div>
        )}
      </Dialog>
      {/* Said before the page is left: nothing on the next one knows of the account. */}
      <NoticeDialog
        notice={
          isErased
            ? {
                title: 'החשבון נמחק',
                text: <p>הפרטים וכל מה ששמרתם נמחקו, גם מהמכשיר הזה.</p>,
                action: { label: 'לדף הבית', onPress: leave },
              }
            : null
        }
        onClose={leave}
      />
    </div>
  );
}
