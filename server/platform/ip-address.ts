import { BlockList, isIPv6 } from 'node:net';

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

/** Addresses that aren't globally reachable: IANA's special-purpose registries for IPv4 and IPv6. */
const internal4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  internal4.addSubnet(net, bits);

/** Global IPv6 space, and the ranges in it that lead elsewhere: Teredo, documentation, 6to4. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const internal6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  internal6.addSubnet(net, bits, 'ipv6');

/** Whether an IP address is on the internet, not of this machine, its network or its cloud. */
export const isPublicIp = (ipAddress: string): boolean =>
  isIPv6(ipAddress)
    ? global6.check(ipAddress, 'ipv6') && !internal6.check(ipAddress, 'ipv6')
    : !internal4.check(ipAddress, 'ipv4');
