import type { z } from 'zod';
import type { Problem } from '../../import/problems.ts';
import { refuse } from '../../platform/errors.ts';
import { reasonInHebrew } from './reason-in-hebrew.ts';

/** @throws BAD_REQUEST with the problems at their fields */
export function refuseProblems(
  problems: readonly Problem[],
  fieldOf: (column: string) => string = (column) => column,
): void {
  if (problems.length === 0) return;
  const fields = problems.map(({ column, value, reason }) => ({
    path: fieldPath(fieldOf(column ?? '')),
    message: reasonInHebrew(reason, value),
  }));
  throw refuse('BAD_REQUEST', { message: 'יש מה לתקן לפני השמירה', fields });
}

/** `home.hero[0].link` as forms name it: `home.hero.0.link`; links of a text are the text's. */
const fieldPath = (column: string): string => (column === BODY_LINK ? 'body' : column.replace(/\[(\d+)\]/g, '.$1'));

export const BODY_LINK = 'a[href]';

/** The value as the importer's schema reads it. @throws BAD_REQUEST with the reasons at their fields */
export function parseFile<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  // Without what is not set, as in a file.
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message: reasonInHebrew(message, null),
  }));
  throw refuse('BAD_REQUEST', { message: 'יש מה לתקן לפני השמירה', fields });
}
