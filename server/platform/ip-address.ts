import { isIPv6 } from 'node:net';

/** An IPv6 network (/64) counts as one: a household's addresses share it. */
export function networkKey(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1];
  if (mapped || !isIPv6(ipAddress)) return mapped ?? ipAddress;
  const [head = '', tail] = ipAddress.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** This machine's own address. Behind a proxy that `TRUST_PROXY` doesn't include, all visitors have it. */
export const isLoopback = (ipAddress: string): boolean => /^(?:127\.|::1$|::ffff:127\.)/.test(ipAddress);
