/** True for an absolute http or https URL without a user name, password, spaces or control characters. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/(?!\/)[^\s\p{Cc}\\]+$/iu.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
