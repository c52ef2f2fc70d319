import { fieldReasons } from '#domain/text/field-reasons.ts';

/** The importer's reason as a form says it beside its field. */
export function reasonInHebrew(reason: string, value: string | null): string {
  for (const [pattern, hebrew] of fieldReasons) {
    const match = pattern.exec(reason);
    if (match) return withValue(hebrew.replace('$1', match[1] ?? ''), value);
  }
  // A rule without a Hebrew sentence is told as the importer tells it, rather than not at all.
  return withValue(reason, value);
}

const withValue = (text: string, value: string | null): string => (value ? `${text}: \u2068${value}\u2069` : text);
