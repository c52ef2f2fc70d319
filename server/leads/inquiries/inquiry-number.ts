import { type SQLWrapper, sql } from '#db/sql.ts';

/** The number of an inquiry, shown on the page and in its confirmation: the first eight digits of its uuid. */
export const inquiryNumber = (uuid: string): string => uuid.slice(0, 8).toUpperCase();

export const isInquiryNumber = (text: string): boolean => /^[\da-f]{8}$/i.test(text);

/** Whether an inquiry has this number, by the index of its key. @param number as `isInquiryNumber` takes it */
export const isNumbered = (uuid: SQLWrapper, number: SQLWrapper | string) =>
  sql`${uuid} between (${number}::text || '-0000-0000-0000-000000000000')::uuid and (${number}::text || '-ffff-ffff-ffff-ffffffffffff')::uuid`;
