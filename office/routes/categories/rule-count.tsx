import { useEffect, useState } from 'react';
import { formatNumber } from '#domain/text/format.ts';
import { fetchJson } from '../../fetch-json.ts';

type Values = Record<string, unknown>;

/** How many products the rule in the form selects, before it is saved. */
export function RuleCount({ store, values }: { store: string; values: Values }) {
  const [count, setCount] = useState<number | null>(null);
  const pairs = (values.rule_meta ?? []) as { key?: string; value?: string }[];
  const query = new URLSearchParams({ store });
  if (values.rule_kind) query.set('kind', String(values.rule_kind));
  if (values.rule_brand) query.set('brand', String(values.rule_brand));
  for (const { key, value } of pairs) if (key && value) query.append('meta', `${key}=${value}`);
  const queryText = query.toString();
  const isEmpty = query.size === 1;
  useEffect(() => {
    setCount(null);
    if (isEmpty) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void fetchJson<{ count: number }>(`/categories/count?${queryText}`, stop.signal).then(
        (reply) => reply && setCount(reply.count),
      );
    }, 300);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [queryText, isEmpty]);
  return (
    <p role="status" className="text-ink-2">
      {isEmpty
        ? 'בלי כלל: רק המוצרים שנבחרו אחד אחד, ושל הקטגוריות שבתוכה.'
        : count === null
          ? 'סופרים…'
          : `הכלל בוחר עכשיו ${count === 1 ? 'מוצר אחד' : `${formatNumber(count)} מוצרים`}`}
    </p>
  );
}
