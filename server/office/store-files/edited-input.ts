import { z } from 'zod';
import { isolateRanges } from '#domain/text/format.ts';

const MAX_LETTERS = 1_000_000;

/** A part of a store's file as a form sends it: JSON of an object. */
const fileInput = z
  .string()
  .max(MAX_LETTERS, 'יותר מדי טקסט')
  .transform((text, issues): Record<string, unknown> => {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      // Reported below.
    }
    issues.addIssue({ code: 'custom', message: 'הטופס לא נשלח כראוי. טענו את הדף מחדש' });
    return z.NEVER;
  });

/** Values of filters are compared with those of products, so they stay as they were typed. */
const COMPARED = ['rule_meta', 'filters'];

function isolated(file: Record<string, unknown>): Record<string, unknown> {
  const compared = Object.fromEntries(Object.entries(file).filter(([name]) => COMPARED.includes(name)));
  return { ...(JSON.parse(isolateRanges(JSON.stringify(file))) as Record<string, unknown>), ...compared };
}

/**
 * What a form changed, and what it began with (`mergeEdited`). A typed `5–10` is isolated, as the importer does: it
 * would show as 10–5. What the form began with stays as the file has it.
 */
export const edited = {
  was: fileInput,
  now: fileInput.transform(isolated),
};

/** @returns the value with nothing but these names: of a file, a form changes only its own part */
export const only = (value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
