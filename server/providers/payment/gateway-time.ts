import { atIsraelTime } from '#domain/calendar/israel-time.ts';

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/**
 * A time as gateways write it, in ISO 8601. CardCom's `CreateDate` (`2025-05-06T10:48:21`) and PayPlus's `date`
 * (`2025-05-06 10:48:21`) bear no offset and are Israel's, as their vendors' books are. `null` for no time, for
 * anything else, and for the hour that comes twice in October.
 */
export function gatewayTime(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  if (WITH_OFFSET.test(trimmed)) {
    const at = new Date(trimmed.replace(' ', 'T'));
    return Number.isNaN(at.getTime()) ? null : at.toISOString();
  }
  const [, day = '', time = '', seconds = '0'] = LOCAL.exec(trimmed) ?? [];
  const minute = day ? atIsraelTime(day, time) : null;
  return minute && new Date(minute.getTime() + Number(seconds) * 1_000).toISOString();
}
