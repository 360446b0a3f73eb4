import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** Where a connection is wanted: the host of a URL, and whether its port is the usual one of its scheme. */
export type Target = { host: string; usualPort: boolean }

/** Decides which addresses may be connected to. */
export type AddressGuard = {
  /** Whether the operator named this host: then all of its addresses and ports are open. */
  isOwn(host: string): boolean
  allows(address: string, target: Target): boolean
}

/** What is not public unicast (IANA's registry of special addresses), and the platform address of Azure's machines. */
const closed4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4'
])

const open6 = networks(['2000::/3'])
/** Protocol assignments with Teredo and ORCHID, and documentation. */
const closed6 = networks(['2001::/23', '2001:db8::/32', '3fff::/20'])

/** Forms that a gateway turns into the IPv4 address inside: from which of the 16 bytes on it stands. */
const wrapped: { network: Network; from: number }[] = [
  { network: network('64:ff9b::/96'), from: 12 },
  { network: network('64:ff9b:1::/96'), from: 12 },
  { network: network('2002::/16'), from: 2 }
]

/**
 * A guard that lets public addresses through at the usual ports, and on any port the hosts and networks in `allow`:
 * host names, IP addresses, networks in CIDR form (contract 8).
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const own = new Set<string>()
  const opened: Network[] = []
  for (const entry of allow) {
    const [address = ''] = entry.split('/')
    if (ipaddr.isValid(address) && !isShort(address)) opened.push(network(entry))
    else own.add(hostKey(entry))
  }
  const isOwn = (host: string) => own.has(hostKey(host))
  return {
    isOwn,
    allows(text, { host, usualPort }) {
      if (isOwn(host)) return true
      const address = parse(text)
      if (!address) return false
      return isIn(address, opened) || (usualPort && isPublic(address))
    }
  }
}

/** One form of a host name: lower case, without the dot at its end. */
export function hostKey(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isIn(address, closed4)
  const form = wrapped.find(({ network }) => isIn(address, [network]))
  if (form) {
    const inside = address.toByteArray().slice(form.from, form.from + 4)
    return isPublic(new ipaddr.IPv4(inside))
  }
  return isIn(address, open6) && !isIn(address, closed6)
}

/** The address, an IPv4 one also where it stands as IPv6 (`::ffff:10.0.0.1`); undefined for any other text. */
function parse(text: string): Address | undefined {
  if (text.includes('%') || !ipaddr.isValid(text) || isShort(text)) return undefined
  // ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`: it gets the form without dots.
  const plain = text.includes(':') ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : text
  return plain === undefined ? undefined : ipaddr.process(plain)
}

/** `127.1`, `2130706433` and the like, which no look-up answers. */
function isShort(text: string): boolean {
  return !text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)
}

function isIn(address: Address, list: readonly Network[]): boolean {
  return list.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

function networks(texts: string[]): Network[] {
  return texts.map(network)
}

function network(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
