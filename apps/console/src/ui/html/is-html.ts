/** True if a text has elements or character references. Others are shown as plain text. */
export function isHtml(text: string): boolean {
  return /<[a-z/!]|&(?:#\d|#x[\da-f]|[a-z]+;)/i.test(text)
}
