import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Where the link that proves an e-mail ends, in the query and as the place on the page. */
export const EMAIL_PROVED = 'email-proved';

/** Says that the e-mail was proved, above the form of messages that it was proved for. */
export function EmailProved() {
  const isProved = useSearchParams()[0].has(EMAIL_PROVED);
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isProved) return;
    notice.current?.focus();
    // A reload tells it no more.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [isProved]);
  if (!isProved) return null;
  return (
    <p
      ref={notice}
      id={EMAIL_PROVED}
      tabIndex={-1}
      role="status"
      className="mt-12 -mb-6 max-w-2xl scroll-mt-24 rounded-lg bg-success-wash p-5 font-medium text-success"
    >
      כתובת הדוא״ל אומתה, ואפשר לקבל אליה הודעות.
    </p>
  );
}
