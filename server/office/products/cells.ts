import { z } from 'zod';
import { parseNumber } from '#domain/text/typed-number.ts';

/** A field by the importer's own rule of such a cell, refused in Hebrew. Empty is `null`. */
export const cell = <S extends z.ZodType>(rule: S, message: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform((typed, issues): NonNullable<z.output<S>> | null => {
      if (typed === '') return null;
      const parsed = rule.safeParse(typed.normalize('NFC'));
      if (parsed.success) return parsed.data ?? null;
      issues.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** Shekels as typed, as agorot; empty is `null`. */
export const sum = z
  .string()
  .trim()
  .default('')
  .transform((typed, issues): number | null => {
    if (typed === '') return null;
    const shekels = parseNumber(typed);
    if (
      shekels !== undefined &&
      shekels >= 0 &&
      shekels < 100_000_000 &&
      Number.isInteger(Number((shekels * 100).toFixed(6)))
    )
      return Math.round(shekels * 100);
    issues.addIssue({ code: 'custom', message: 'הזינו סכום בשקלים, לכל היותר עם שתי ספרות אחרי הנקודה' });
    return z.NEVER;
  });

export const longText = (max: number) => z.string().trim().max(max, `עד ${max} תווים`).default('');
export const neededText = (max: number, message: string) =>
  z.string(message).trim().min(1, message).max(max, `עד ${max} תווים`);

/** Rows of a form. */
export const rowsOf = <S extends z.ZodType>(row: S) => z.array(row).max(400, 'עד 400 שורות').default([]);
