import { fullFormats } from 'ajv-formats/dist/formats.js'

/** Most characters that an email address may have. */
export const longestEmail = 254

/** Whether a text is an email address by the rules that requests are checked with. */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && (fullFormats.email as RegExp).test(text)
}
