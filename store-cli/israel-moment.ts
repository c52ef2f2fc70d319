import { formatTime } from '#domain/format.ts';
import { israelDay } from '#domain/israel-time.ts';

/** `2026-11-22 09:30` in Israel; `''` for none. */
export const israelMoment = (at: Date | null): string => (at ? `${israelDay(at)} ${formatTime(at)}` : '');
