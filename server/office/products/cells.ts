import { z } from 'zod';
import { sumOf, WRONG_SUM } from '#domain/catalogue/price-rules.ts';
import { isolateRanges } from '#domain/text/format.ts';

/**
 * A field by the importer's own rule of such a cell, refused in Hebrew; a range in it is isolated, as there. Empty is
 * `null`.
 */
export const cell = <S extends z.ZodType>(rule: S, message: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform((typed, issues): NonNullable<z.output<S>> | null => {
      if (typed === '') return null;
      const parsed = rule.safeParse(isolateRanges(typed.normalize('NFC')));
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
    const agorot = sumOf(typed);
    if (agorot !== undefined) return agorot;
    issues.addIssue({ code: 'custom', message: WRONG_SUM });
    return z.NEVER;
  });

export const longText = (max: number) =>
  z.string().trim().max(max, `עד ${max} תווים`).default('').transform(isolateRanges);
export const neededText = (max: number, message: string) =>
  z.string(message).trim().min(1, message).max(max, `עד ${max} תווים`).transform(isolateRanges);

/** Rows of a form. */
export const rowsOf = <S extends z.ZodType>(row: S) => z.array(row).max(400, 'עד 400 שורות').default([]);
