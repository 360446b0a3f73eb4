/** A string of JSON, or a sign that begins, ends or separates values. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{},]/gs
const member = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*(.*?)\s*$/s
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
    splitMembers(members).flatMap((text) => {
      const [, name, value] = member.exec(text) ?? []
      return name === undefined || value === undefined ? [] : [[JSON.parse(name), valueText(value)]]
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
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === '[' || found === '{') depth++
    else if (found === ']' || found === '}') depth--
    else if (found === ',' && depth === 0) {
      members.push(text.slice(start, index))
      start = index + 1
    }
  }
  members.push(text.slice(start))
  return members
}
