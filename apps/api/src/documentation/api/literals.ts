/** An expression that is inserted into a literal as it is. */
export class Expression {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

const maxLine = 66

/** Returns the value as a literal of TypeScript, on one line if it is short. */
export function literalOf(value: unknown, indent = ''): string {
  if (value instanceof Expression) return value.code
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return String(value)
  const inner = `${indent}  `
  const isArray = Array.isArray(value)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  const pad = isArray ? '' : ' '
  const parts = (to: string) =>
    isArray
      ? value.map((entry) => literalOf(entry, to))
      : Object.entries(value).map(([name, entry]) => `${keyOf(name)}: ${literalOf(entry, to)}`)
  const entries = parts(inner)
  if (entries.length === 0) return `${open}${close}`
  const line = `${open}${pad}${entries.join(', ')}${pad}${close}`
  if (!line.includes('\n') && indent.length + line.length <= maxLine) return line
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return text.includes("'") && !text.includes('"') ? `"${inner}"` : `'${inner.replaceAll("'", "\\'")}'`
}
