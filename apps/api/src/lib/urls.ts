/**
 * Whether a text is an absolute http or https URL as a person would copy it: with a host, without user or password,
 * blanks and control characters.
 */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/(?!\/)[^\s\p{Cc}\\]+$/iu.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
