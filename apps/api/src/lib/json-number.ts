import { significand } from './decimal.ts'

const WRITTEN_ZERO = /^-?[0.]+(?:e|$)/i

/** Whether the double that a JSON number stands for has, printed back, the value that was written. */
export function isExactNumber(written: string): boolean {
  const number = Number(written)
  if (number === 0) return WRITTEN_ZERO.test(written)
  if (!Number.isFinite(number)) return false
  const printed = String(number)
  if (printed === written) return true
  const held = significand(printed)
  const wanted = significand(written)
  return held.digits === wanted.digits && held.exponent === wanted.exponent
}
