export const TotalLabel = () => (
  <>
    סה״כ <span className="text-xs font-normal text-ink-3">כולל מע״מ</span>
  </>
);
