/** In the head of a page about one order. */
export const OrderNumber = ({ children }: { children: string }) => (
  <p className="inline-flex items-baseline gap-2 rounded-full bg-ground-2 px-5 py-2">
    <span className="text-sm text-ink-3">מספר הזמנה</span>
    <bdi dir="ltr" className="tabular font-bold">
      {children}
    </bdi>
  </p>
);
