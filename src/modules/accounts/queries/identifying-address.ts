import { BlockList, isIP } from "node:net";

/** Addresses of this machine and of private networks: anybody behind a proxy can have them, so they identify nobody. */
const silent = new BlockList();
const v4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const;
for (const [net, bits] of v4) silent.addSubnet(net, bits);
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  silent.addSubnet(net, bits, "ipv6");

/** Whether an address says anything about who uses it. */
export const isIdentifying = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && !silent.check(address, version === 6 ? "ipv6" : "ipv4");
};
