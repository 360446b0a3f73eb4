/** A JSON string, or a character that begins, ends or separates values. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{},]/gs
const member = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*(.*?)\s*$/s
/**
 * The beginning of a member whose name begins with `_`, plain or escaped. A report adds members with such
 * names to each item. If a vendor uploads the report again, the submitted items contain these members, which
 * the new report must leave out.
 */
const ownName = /^\s*"(?:_|\\u005[fF])/
const anyOwnName = /"(?:_|\\u005[fF])/

/**
 * Returns the text of a submitted object's members, without the braces and without members whose name begins
 * with `_`. Returns undefined if the line isn't a JSON object.
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

/**
 * Returns the submitted fields by name, or undefined if the line isn't a JSON object. A string becomes its
 * content and null becomes an empty text. All other values remain JSON text.
 */
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

/** Returns the original text of a line that isn't a JSON object. Such a line is stored as a JSON string. */
export function lineText(line: string): string {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'string' ? value : line
  } catch {
    return line
  }
}

/** Splits the text of an object's members at the commas between them. */
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
