/**
 * The maximum number of steps of the comparison, which takes about 10 ms then. Up to about 12,000 different words
 * of each text can be compared, which is more than a text in English can contain.
 */
const maxSteps = 5_000_000

/** The number of bits of a limb. The sum of two limbs and a carry still is a 32-bit integer. */
const bits = 30
const allBits = 2 ** bits - 1

type Format = { isHtml: boolean }

/**
 * Returns the share of the words that differ between two texts, from 0 to 1: the number of words of the longer text
 * minus those of the longest common subsequence, divided by the number of words of the longer text. 0 if neither
 * text has words.
 *
 * If the texts are HTML, tags are ignored, except the addresses of links and images (the values of `href` and `src`),
 * which count as words. Words are separated by spaces, line breaks or tags. Upper and lower case and punctuation
 * count, because a change of them is a change that customers see.
 *
 * The result is exact, except for pairs of texts with very many short words that have hardly any in common at the
 * start and the end: if comparing them would take longer than about 10 ms, the result is 1.
 */
export function textChange(before: string | null, after: string | null, { isHtml }: Format): number {
  const [a, b] = [wordsOf(before, isHtml), wordsOf(after, isHtml)]
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 0
  const common = commonWords(a, b)
  return common === undefined ? 1 : (longest - common) / longest
}

function wordsOf(text: string | null, isHtml: boolean): string[] {
  if (text === null) return []
  // The pattern excludes `<`, so that a text with many `<` and no `>` takes linear time.
  const plain = isHtml ? text.replaceAll(/<\/?[a-z!][^<>]*>/gi, (tag) => ` ${addressesOf(tag)} `) : text
  return plain.match(/\S+/g) ?? []
}

/** Returns the values of `href` and `src` of a tag, separated by spaces. */
function addressesOf(tag: string): string {
  const values = tag.matchAll(/\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)
  return [...values].map(([, ...quoted]) => quoted.join('')).join(' ')
}

/**
 * Returns the length of the longest common subsequence, or undefined if computing it would take more than
 * `maxSteps`.
 */
function commonWords(a: string[], b: string[]): number | undefined {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const [leftWords, rightWords] = [new Set(left), new Set(right)]
  // Words that only one of the texts contains can't be part of a common subsequence.
  const rows = left.filter((word) => rightWords.has(word))
  const columns = right.filter((word) => leftWords.has(word))
  if (rows.length === 0) return start + end
  if (Math.ceil(columns.length / bits) * rows.length > maxSteps) return undefined
  return start + end + longestSubsequence(rows, columns)
}

/**
 * Returns the length of the longest common subsequence of two lists that contain the same words. Bit-parallel:
 * each bit of `state` is a column, and each step processes `bits` columns of a row (Hyyrö 2004, "Bit-parallel LCS-length
 * computation revisited").
 */
function longestSubsequence(rows: string[], columns: string[]): number {
  const limbs = Math.ceil(columns.length / bits)
  const { numbers, masks } = masksOf(columns, limbs)
  const state = new Int32Array(limbs).fill(allBits)
  for (const word of rows) {
    const offset = (numbers.get(word) ?? 0) * limbs
    let carry = 0
    for (let limb = 0; limb < limbs; limb++) {
      const value = state[limb] ?? 0
      const matching = value & (masks[offset + limb] ?? 0)
      const sum = value + matching + carry
      carry = sum >>> bits
      state[limb] = (sum | (value - matching)) & allBits
    }
  }
  return limbs * bits - state.reduce((count, limb) => count + countBits(limb), 0)
}

/** Returns a number for each word, and for each number, `limbs` limbs with a bit for each column with the word. */
function masksOf(columns: string[], limbs: number): { numbers: Map<string, number>; masks: Int32Array } {
  const numbers = new Map([...new Set(columns)].map((word, number) => [word, number]))
  const masks = new Int32Array(numbers.size * limbs)
  for (const [column, word] of columns.entries()) {
    const limb = (numbers.get(word) ?? 0) * limbs + Math.floor(column / bits)
    masks[limb] = (masks[limb] ?? 0) | (1 << (column % bits))
  }
  return { numbers, masks }
}

function countBits(limb: number): number {
  let rest = limb
  let count = 0
  for (; rest !== 0; count++) rest &= rest - 1
  return count
}
