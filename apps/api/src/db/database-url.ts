/** An address of a database server. A `host` that begins with a slash is the folder of a Unix socket. */
export type Host = Readonly<{ host: string; port: number }>

/** The hosts of a PostgreSQL URL, and a URL with only the first of them, for the driver. */
export type DatabaseUrl = Readonly<{ url: string; hosts: readonly [Host, ...Host[]] }>

/** The only kinds of sessions that the service can use, because it writes. */
const accepted = ['read-write', 'primary']

const form = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#\s]*@)?)(?<hosts>[^@/?#\s]+)(?<rest>\/\S*|\?\S*)?$/
const hostForm = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/

/**
 * Splits a PostgreSQL URL such as `postgres://user:password@a:5432,b:5432/purveyor`. Returns undefined if the
 * text isn't such a URL. Removes `target_session_attrs`, because the service always uses a host that accepts
 * writes.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | undefined {
  const { start = '', hosts: list = '', rest = '' } = form.exec(text)?.groups ?? {}
  const hosts = list.split(',').map(parseHost)
  const [first, ...others] = hosts.filter((host) => host !== undefined)
  const url = URL.parse(`${start}${list.split(',')[0]}${rest}`)
  if (!first || !url || others.length + 1 !== hosts.length) return undefined
  url.searchParams.delete('target_session_attrs')
  return { url: url.href, hosts: [first, ...others] }
}

/** Returns the `target_session_attrs` of a URL if the service can't use such sessions. */
export function unusableSessions(text: string): string | undefined {
  const wanted = new URLSearchParams(text.split('?')[1]).get('target_session_attrs')
  return wanted === null || accepted.includes(wanted) ? undefined : wanted
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
