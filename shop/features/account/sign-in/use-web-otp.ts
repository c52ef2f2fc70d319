import { useEffect, useRef } from 'react';

type OtpRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };

/** Where the browser can read the message (WebOTP), it fills the code in by itself. */
export function useWebOtp(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const ended = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: ended.signal };
    navigator.credentials.get(request).then(
      (found) => found && 'code' in found && typeof found.code === 'string' && latest.current(found.code),
      // Refused, or typed before the message came: the field is there.
      () => {},
    );
    return () => ended.abort();
  }, []);
}
