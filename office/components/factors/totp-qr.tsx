/** How an authenticator app learns the secret. */
export function TotpQr({ qr, secret }: { qr: string; secret: string }) {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-ink-2">
        סרקו באפליקציית קודים (Google Authenticator,‏ Microsoft Authenticator ודומותיהן):
      </p>
      <img src={qr} alt="תמונה לסריקה באפליקציית הקודים" width={192} height={192} className="rounded-sm" />
      <details className="text-sm">
        <summary className="cursor-pointer text-ink-3">אין אפשרות לסרוק?</summary>
        <p className="mt-2">
          הקלידו באפליקציה: <code dir="ltr">{secret}</code>
        </p>
      </details>
    </div>
  );
}
