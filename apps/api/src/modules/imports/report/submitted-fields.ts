const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN = [0x5b, 0x7b]
const CLOSE = [0x5d, 0x7d]

/** Names that begin with `_`, plain or escaped: those of a report that was sent again. */
const ownName = /^\s*"(?:_|\\u005[fF])/
const anyOwnName = /"(?:_|\\u005[fF])/

/**
 * The members of a submitted object, as they were written: without those whose name begins with `_`, and without the
 * braces. Undefined where the line is no JSON object.
 */
export function submittedMembers(line: string): string | undefined {
  const text = line.trim()
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  const members = text.slice(1, -1).trim()
  if (!anyOwnName.test(members)) return members
  return splitMembers(members)
    .filter((member) => !ownName.test(member))
    .join(',')
}

/** The submitted fields by name: texts as they are, numbers as they were written, other values as JSON. */
export function submittedFields(line: string): Map<string, string> | undefined {
  const members = submittedMembers(line)
  if (members === undefined) return undefined
  return new Map(
    splitMembers(members)
      .filter((member) => member.trim() !== '')
      .map((member) => {
        const end = endOfString(member, member.indexOf('"')) + 1
        return [
          JSON.parse(member.slice(0, end)),
          valueText(member.slice(member.indexOf(':', end) + 1).trim())
        ]
      })
  )
}

function valueText(written: string): string {
  if (written.startsWith('"')) return JSON.parse(written)
  return written === 'null' ? '' : written
}

/** What a line that is no JSON object was: it is kept as a JSON string. */
export function lineText(line: string): string {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'string' ? value : line
  } catch {
    return line
  }
}

/** The text of an object's members at its commas. */
function splitMembers(text: string): string[] {
  const members: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (OPEN.includes(code)) depth++
    else if (CLOSE.includes(code)) depth--
    else if (code === COMMA && depth === 0) {
      members.push(text.slice(start, at))
      start = at + 1
    }
  }
  members.push(text.slice(start))
  return members
}

/** Where the string that opens at `start` is closed. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}
