import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const HOST_NAME = /^[a-z0-9_][a-z0-9_.-]{0,252}$/i
const ORIGIN = /^https?:\/\/[^/?#@\\\s]+$/i

/** True if the text is an IP address or has the form of a host name. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || HOST_NAME.test(text)
}

/**
 * True for an IP address, a network in CIDR notation, or a host name whose last label isn't a number. URL
 * parsers would read a name such as `127.1` as an IPv4 address.
 */
export function isHostOrNetwork(text: string): boolean {
  return isNetwork(text) || (HOST_NAME.test(text) && !/(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(text))
}

/** True for an http or https origin without a trailing slash, such as `https://market.example:8443`. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text)
}

/** True for an IP address (`10.0.0.1`, `::1`) or a network in CIDR notation (`10.0.0.0/8`, `fd00::/8`). */
export function isNetwork(text: string): boolean {
  if (text.includes('%')) return false
  if (text.includes(':')) return ipaddr.IPv6.isValid(text) || ipaddr.IPv6.isValidCIDR(text)
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
}

/**
 * Returns the text by which the requests of a client are counted: its IPv4 address, or the /64 network of its
 * IPv6 address, because a client usually controls all addresses of a /64. Some proxies write a port after the
 * address in `X-Forwarded-For`. It is different for each connection, so it doesn't count.
 */
export function clientNetwork(text: string): string {
  const address = withoutPort(text)
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address.toLowerCase().slice(0, 64)
  const ipv6 = ipaddr.IPv6.parse(address)
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString()
  return new ipaddr.IPv6([...ipv6.parts.slice(0, 4), 0, 0, 0, 0]).toRFC5952String()
}

/** Returns the address in `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]`, and any other text unchanged. */
function withoutPort(text: string): string {
  const { ipv4, ipv6 } = /^(?:(?<ipv4>[\d.]+):\d+|\[(?<ipv6>[^\]]+)\](?::\d+)?)$/.exec(text)?.groups ?? {}
  return ipv4 ?? ipv6 ?? text
}
