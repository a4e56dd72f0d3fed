import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../../contract/identity-providers.ts'
import type { Addresses } from '../kernel/context.ts'

/** Only a portal on this machine (a demo, a test) may talk to an identity provider on this machine. */
export function mayUseLoopback({ portal }: Addresses): boolean {
  return isLoopback(new URL(portal).hostname)
}

/** Networks that are not on the internet: private, local, reserved. A company's settings must not lead the server there. */
const inside = new BlockList()
const subnets: readonly (readonly [string, number])[] = [
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
]
for (const [network, bits] of subnets) inside.addSubnet(network, bits, 'ipv4')

/** The part of IPv6 that is on the internet, except what represents other networks (6to4, Teredo, documentation). */
const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')
const unusable = new BlockList()
unusable.addSubnet('2001::', 32, 'ipv6')
unusable.addSubnet('2001:db8::', 32, 'ipv6')
unusable.addSubnet('2002::', 16, 'ipv6')

/** Returns whether an IP address is on the internet; with `loopback` this machine is allowed too. */
export function isAllowedAddress(address: string, loopback: boolean): boolean {
  const family = isIP(address)
  if (family === 4) return (loopback && address.startsWith('127.')) || !inside.check(address, 'ipv4')
  if (family !== 6) return false
  if (loopback && address === '::1') return true
  return outside.check(address, 'ipv6') && !unusable.check(address, 'ipv6')
}
