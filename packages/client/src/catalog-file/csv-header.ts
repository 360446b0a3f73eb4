const delimiters = [',', ';', '\t', '|'] as const
/**
 * Guesses the delimiter from the beginning of a file: the one that occurs most often in the first row, outside
 * of quotes. A comma if there is none.
 */
export function guessDelimiter(start: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of start.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const [best = [',', 0]] = [...counts].sort(([, one], [, other]) => other - one)
  return best[1] > 0 ? best[0] : ','
}

/** The first line of files for spreadsheets, which names the delimiter. It isn't the header. */
const SEPARATOR_LINE = /^\s*sep=(.)\s*$/i

/** Returns the delimiter that the first line `sep=;` names. */
export function namedDelimiter(start: string): string | undefined {
  return SEPARATOR_LINE.exec(start.split(/[\r\n]/, 1)[0] ?? '')?.[1]
}

/**
 * Returns a name for each column: the text of the header cell, `column 3` for an empty one, and `Size (2)` for
 * the second column with the name `Size`. Empty header cells at the end are left out.
 */
export function columnNames(header: readonly string[]): string[] {
  const used = new Map<string, number>()
  const last = header.findLastIndex((cell) => !isBlank(cell))
  return header.slice(0, last + 1).map((cell, index) => {
    const name = cell.trim().replace(/\s+/g, ' ') || `column ${index + 1}`
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** False for a blank row, and for a first row such as `sep=;`, which is for spreadsheets. */
export function isRow(cells: string[], number: number, delimiter: string): boolean {
  if (cells.every(isBlank)) return false
  return number > 1 || namedDelimiter(cells.join(delimiter)) === undefined
}

function isBlank(cell: string): boolean {
  return cell.trim() === ''
}
