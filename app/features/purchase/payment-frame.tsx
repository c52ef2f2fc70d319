/** The gateway's page. Card data is typed there, and never comes here. */
export const PaymentFrame = ({ url }: { url: string }) => (
  <iframe
    key={url}
    src={url}
    title="תשלום מאובטח בעמוד של חברת הסליקה"
    allow="payment"
    height={800}
    className="h-[800px] w-full rounded-lg bg-ground-2 shadow-[0_0_0_1px_var(--line)]"
  />
);
