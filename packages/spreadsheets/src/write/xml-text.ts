/** Characters that XML doesn't allow, and the carriage return, which XML parsers convert. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const escaped = /[\x00-\x08\x0b-\x0d\x0e-\x1f\ufffe\uffff]/g

/** Returns XML for a text or the value of an attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/**
 * Returns XML for the text of a cell. Characters that XML doesn't allow are written as Excel writes them, such as _x0001_.
 * A half of a surrogate pair is replaced, because it can't be written.
 */
export function escapeCellText(text: string): string {
  const wellFormed = text.toWellFormed()
  const unambiguous = wellFormed.includes('_x')
    ? wellFormed.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    : wellFormed
  return escapeXml(unambiguous.replace(escaped, codeOf))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
