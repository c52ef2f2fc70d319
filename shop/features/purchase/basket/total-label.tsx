/** `open`: the way of delivery is still to be chosen, and its price comes on top. */
export const TotalLabel = ({ open = false }: { open?: boolean }) => (
  <>
    {open ? 'סה״כ לפני משלוח' : 'סה״כ'}{' '}
    <span className={`text-xs font-normal text-ink-3 ${open ? 'block' : 'whitespace-nowrap'}`}>כולל מע״מ</span>
  </>
);
