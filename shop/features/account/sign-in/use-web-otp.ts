import { useEffect, useRef } from 'react';

type OtpRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };

/** Fills in the code from the SMS where the browser supports WebOTP (docs/rules/phones.md). */
export function useWebOtp(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const ended = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: ended.signal };
    navigator.credentials.get(request).then(
      (found) => found && 'code' in found && typeof found.code === 'string' && latest.current(found.code),
      // Refused, or typed before the message arrived: the field remains.
      () => {},
    );
    return () => ended.abort();
  }, []);
}
