import { type Filters, withFilter } from './listing.ts';

/** `soon`: while a thumb moves or a word is typed, the list waits for a pause. */
export type Change = (filters: Filters, soon?: boolean) => void;

/** A number as it is typed: its digits. */
export const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 9);

export const setNumber = (filters: Filters, name: string, value: number | string): Filters =>
  withFilter(filters, name, String(value));
