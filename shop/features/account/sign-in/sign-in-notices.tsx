import { Ban, CircleCheck, MailCheck, Smartphone, TimerOff, UserPlus } from 'lucide-react';
import { formatPhone, parseMobile } from '#domain/people/phone.ts';
import { getFavorites } from '../../favorites/favorites.ts';
import { type Notice, NoticeDialog } from '../notice-dialog.tsx';
import type { SignIn } from './use-sign-in.ts';

/** Dialogs of the sign-in. Closing one leads to where the next step can be taken. */
export function SignInNotices({ signIn }: { signIn: SignIn }) {
  const close = () => closeNotice(signIn);
  return <NoticeDialog notice={noticeOf(signIn, close)} onClose={close} />;
}

export function closeNotice(signIn: SignIn): void {
  if (signIn.notice === 'welcome') signIn.goOn();
  else if (signIn.notice === 'not-registered') signIn.toPhone();
  else if (signIn.notice === 'check-mail' && signIn.mode !== 'forgot') signIn.toPassword();
  else signIn.show(null);
}

export function noticeOf(signIn: SignIn, close: () => void): Notice | null {
  const back = { label: 'חזרה', onPress: close };
  const canResend = signIn.remaining > 0 && signIn.resendAt <= Date.now();
  const resend = canResend
    ? {
        label: 'שליחת קוד חדש',
        onPress: () => {
          signIn.show(null);
          void signIn.send(signIn.phone);
        },
      }
    : back;
  const next = canResend
    ? 'בקשו קוד חדש ונמשיך מכאן.'
    : signIn.remaining > 0
      ? 'עוד רגע אפשר יהיה לבקש קוד חדש.'
      : 'אפשר לבקש קוד חדש מאוחר יותר, או להיכנס בדרך אחרת.';
  switch (signIn.notice) {
    case 'invalid-phone':
      return {
        title: 'מספר הטלפון אינו תקין',
        icon: Smartphone,
        text: (
          <p>
            קוד נשלח רק לטלפון נייד ישראלי, למשל{' '}
            <bdi dir="ltr" className="whitespace-nowrap">
              050-1234567
            </bdi>
            . בדקו את המספר ונסו שוב.
          </p>
        ),
        action: { label: 'תיקון המספר', onPress: close },
      };
    case 'expired':
      return {
        title: 'פג תוקף הקוד',
        icon: TimerOff,
        text: <p>קוד תקף לחמש דקות ולשימוש אחד, ואולי כבר נעשה בו שימוש. {next}</p>,
        action: resend,
      };
    case 'used-up':
      return {
        title: 'הקוד נחסם',
        icon: Ban,
        text: <p>הוזנו יותר מדי קודים שגויים, ולכן הקוד הזה כבר אינו תקף. {next}</p>,
        action: resend,
      };
    case 'not-registered':
      return {
        title: 'המספר עדיין לא רשום',
        icon: UserPlus,
        text: (
          <p>
            אין אצלנו חשבון למספר{' '}
            <bdi dir="ltr" className="whitespace-nowrap">
              {formatPhone(parseMobile(signIn.phone) ?? signIn.phone)}
            </bdi>
            . ההרשמה קצרה: שם, וזהו.
          </p>
        ),
        action: { label: 'להרשמה', onPress: signIn.toDetails },
        other: { label: 'התחברות במספר אחר', onPress: signIn.toPhone },
      };
    case 'check-mail':
      return {
        title: 'בדקו את תיבת הדוא״ל',
        icon: MailCheck,
        text: (
          <p>
            <bdi dir="ltr" className="mb-2 block text-end font-semibold break-words text-ink">
              {signIn.email}
            </bdi>
            אם יש אצלנו חשבון עם הכתובת הזו, קישור לבחירת סיסמה כבר בדרך אליה. הוא תקף לשעה אחת. לא הגיע? חפשו גם בדואר
            הזבל.
          </p>
        ),
        action: { label: 'הבנתי', onPress: close },
        other: { label: 'כתובת אחרת', onPress: () => signIn.show(null) },
      };
    case 'welcome':
      return {
        title: 'נרשמתם בהצלחה',
        icon: CircleCheck,
        good: true,
        text: (
          <p>
            החשבון מוכן.
            {getFavorites().length > 0 && ' רשימת המשאלות מהמכשיר הזה נשמרה בו.'}
            {signIn.ordersAdded > 0 && ' הזמנות קודמות שלכם נוספו אליו.'}
          </p>
        ),
        action: { label: 'המשך', onPress: signIn.goOn },
      };
    default:
      return null;
  }
}
