import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** The host of a URL. `isDefaultPort` is true if the URL uses the default port of its scheme. */
export type FetchTarget = { host: string; isDefaultPort: boolean }

/** Decides to which addresses the service may connect. */
export type AddressGuard = {
  /**
   * True if the operator allowed this host by name. In this case, all of the host's addresses and ports are
   * allowed.
   */
  isAllowedHost(host: string): boolean
  /** True if the service may connect to this IP address to fetch from the target. */
  allows(address: string, target: FetchTarget): boolean
}

/**
 * IPv4 networks that aren't public unicast (IANA special-purpose registry), and Azure's virtual platform
 * address 168.63.129.16.
 */
const nonPublic4 = networks([
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

/** The IPv6 network of global unicast addresses. */
const global6 = networks(['2000::/3'])
/**
 * Networks in `global6` that are refused: documentation, and protocol assignments such as Teredo and ORCHID.
 */
const nonPublic6 = networks(['2001::/23', '2001:db8::/32', '3fff::/20'])

/**
 * IPv6 networks of gateways that translate to IPv4. `offset` is the position of the IPv4 address in the 16
 * bytes of an IPv6 address.
 */
const translated: { network: Network; offset: number }[] = [
  { network: network('64:ff9b::/96'), offset: 12 },
  { network: network('64:ff9b:1::/96'), offset: 12 },
  { network: network('2002::/16'), offset: 2 }
]

/**
 * Creates a guard that allows public addresses on the default ports, and the entries of `allow` on any port.
 * The entries are host names, IP addresses and networks in CIDR notation (contract 4.4).
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const allowedHosts = new Set<string>()
  const allowedNetworks: Network[] = []
  for (const entry of allow) {
    const [address = ''] = entry.split('/')
    if (ipaddr.isValid(address) && !isShort(address)) allowedNetworks.push(network(entry))
    else allowedHosts.add(hostKey(entry))
  }
  const isAllowedHost = (host: string) => allowedHosts.has(hostKey(host))
  return {
    isAllowedHost,
    allows(text, { host, isDefaultPort }) {
      if (isAllowedHost(host)) return true
      const address = parse(text)
      if (!address) return false
      return isIn(address, allowedNetworks) || (isDefaultPort && isPublic(address))
    }
  }
}

/** Returns the canonical form of a host name: lower case, without a trailing dot. */
export function hostKey(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isIn(address, nonPublic4)
  const translation = translated.find(({ network }) => isIn(address, [network]))
  if (translation) {
    const { offset } = translation
    return isPublic(new ipaddr.IPv4(address.toByteArray().slice(offset, offset + 4)))
  }
  return isIn(address, global6) && !isIn(address, nonPublic6)
}

/**
 * Parses an IP address. IPv4-mapped IPv6 (`::ffff:10.0.0.1`) becomes IPv4. Returns undefined for a text that
 * isn't an IP address.
 */
function parse(text: string): Address | undefined {
  if (text.includes('%') || !ipaddr.isValid(text) || isShort(text)) return undefined
  // ipaddr.js parses `::8.8.8.8` as `::ffff:8.8.8.8`, so the URL parser first rewrites it without dots.
  const plain = text.includes(':') ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : text
  return plain === undefined ? undefined : ipaddr.process(plain)
}

/**
 * True for short IPv4 notations such as `127.1` and `2130706433`. They don't count as IP addresses, since DNS
 * lookups never return them.
 */
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
