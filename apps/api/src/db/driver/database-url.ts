/** An address of a database server. A `host` that begins with a slash is the folder of a Unix socket. */
export type Host = Readonly<{ host: string; port: number }>

/**
 * When connections use TLS: never, if the server supports it, or always. `verified` also checks the server's
 * certificate and its name.
 */
export type Tls = 'off' | 'preferred' | 'required' | 'verified'

/** What a PostgreSQL URL says. Without a user or database, the driver uses its defaults. */
export type DatabaseUrl = Readonly<{
  url: string
  hosts: readonly [Host, ...Host[]]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  tls: Tls
}>

/** The only kinds of sessions that the service can use, because it writes. */
const accepted = ['read-write', 'primary']

const form = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#\s]*@)?)(?<hosts>[^@/?#\s]+)(?<rest>\/\S*|\?\S*)?$/
const hostForm = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/

/** What each `sslmode` means. Unlike in libpq, `verify-ca` also checks the name of the server. */
const tlsOfMode: Record<string, Tls> = {
  disable: 'off',
  allow: 'preferred',
  prefer: 'preferred',
  require: 'required',
  'verify-ca': 'verified',
  'verify-full': 'verified'
}

/**
 * Splits a PostgreSQL URL such as `postgres://user:password@a:5432,b:5432/purveyor`. Returns undefined if the
 * text isn't such a URL. Ignores `target_session_attrs`, because the service always uses a host that accepts
 * writes.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | undefined {
  const { start = '', hosts: list = '', rest = '' } = form.exec(text)?.groups ?? {}
  const hosts = list.split(',').map(parseHost)
  const [first, ...others] = hosts.filter((host) => host !== undefined)
  const url = URL.parse(`${start}${list.split(',')[0]}${rest}`)
  if (!first || !url || others.length + 1 !== hosts.length) return undefined
  return {
    url: text,
    hosts: [first, ...others],
    user: decode(url.username),
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
    tls: tlsOfMode[url.searchParams.get('sslmode') ?? 'disable'] ?? 'off'
  }
}

function decode(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text)
}

/** Returns the `target_session_attrs` of a URL if the service can't use such sessions. */
export function unusableSessions(text: string): string | undefined {
  const wanted = new URLSearchParams(text.split('?')[1]).get('target_session_attrs')
  return wanted === null || accepted.includes(wanted) ? undefined : wanted
}

/** The values of `sslmode`, as in libpq. */
export const sslModes: readonly string[] = Object.keys(tlsOfMode)

/** Returns the `sslmode` of a URL if there is no such mode. */
export function unknownSslMode(text: string): string | undefined {
  const mode = new URLSearchParams(text.split('?')[1]).get('sslmode')
  return mode === null || sslModes.includes(mode) ? undefined : mode
}

/** Formats a host for messages, such as `db1:5432`. */
export function formatHost({ host, port }: Host): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

function parseHost(text: string): Host | undefined {
  const { host, port = '5432' } = hostForm.exec(text)?.groups ?? {}
  if (host === undefined || Number(port) > 65_535 || Number(port) === 0) return undefined
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: Number(port) }
}
