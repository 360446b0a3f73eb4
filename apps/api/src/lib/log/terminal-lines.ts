/** A line of the log, as pino writes it. */
type Entry = { level: number; time: number; msg?: string; err?: { stack?: string } } & Record<string, unknown>

const levels = new Map([
  [10, 'trace: '],
  [20, 'debug: '],
  [40, 'warning: '],
  [50, 'error: '],
  [60, 'fatal: ']
])
/** Fields that people at a terminal don't need. */
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'commit'])
const maxListed = 3

/**
 * Returns a line of the log, which is a JSON object, as text for people: the local time, the level unless it is
 * `info`, the message, the fields in parentheses, and the stack of an error on lines of its own.
 */
export function terminalLine(json: string): string {
  const entry: Entry = JSON.parse(json)
  const { level, time, msg = '', err } = entry
  const clock = new Date(time).toLocaleTimeString('en-GB')
  const text = msg === 'request' ? describeRequest(entry) : msg + describeFields(entry)
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${clock}  ${levels.get(level) ?? ''}${text}${stack}\n`
}

function describeRequest({ method, path, status, ms }: Entry): string {
  return `${method} ${path} ${status}, ${ms} ms`
}

function describeFields(entry: Entry): string {
  const fields = Object.entries(entry).filter(([name, value]) => !hidden.has(name) && value != null)
  const texts = fields.map(([name, value]) => `${name}: ${describe(value)}`)
  return texts.length > 0 ? ` (${texts.join(', ')})` : ''
}

function describe(value: unknown): string {
  if (Array.isArray(value) && value.length > maxListed) return String(value.length)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
