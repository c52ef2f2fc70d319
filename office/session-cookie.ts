/** Only this host (`__Host-`), only from its own pages (Strict), not for scripts. `seconds`: 0 removes it. */
export const sessionCookie = (token: string, seconds: number): string =>
  `__Host-office=${token}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
