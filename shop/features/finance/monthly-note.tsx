/** Lender, terms and warning of the payments on cards (docs/rules/finance.md). */
export default function MonthlyNote({ monthly }: { monthly: { note: string } | undefined }) {
  if (!monthly) return null;
  return (
    <p className="mt-6 max-w-[90ch] text-xs text-ink-3">
      <span aria-hidden>* </span>
      {monthly.note}.
    </p>
  );
}
