/** Calls `change` for each line of Markdown that isn't in a block of code, and returns the changed text. */
export function mapProse(text: string, change: (line: string) => string | undefined): string {
  let isCode = false
  const lines = text.split('\n').flatMap((line) => {
    const isFence = line.startsWith('```')
    if (isFence) isCode = !isCode
    if (isCode || isFence) return [line]
    return change(line) ?? []
  })
  return lines.join('\n')
}

/** Removes the comments that tell the tests of the guides how to run a block. */
export function withoutComments(text: string): string {
  return mapProse(text, (line) => (/^<!--.*-->$/.test(line) ? undefined : line))
}

/**
 * Splits a page at its headings of the second level. Returns the text above the first one, and the text of
 * each part, in which every heading is one level higher.
 */
export function splitPage(text: string): { intro: string; parts: { heading: string; text: string }[] } {
  const [intro = '', ...rest] = text.split(/^(?=## )/m)
  const parts = rest.map((part) => ({
    heading: /^## (.+)$/m.exec(part)?.[1] ?? '',
    text: mapProse(part, (line) => (/^##+ /.test(line) ? line.slice(1) : line))
  }))
  return { intro, parts }
}
