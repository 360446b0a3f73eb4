const complete = /^(?:https?:\/\/|mailto:)\S+$/i
const withoutScheme = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/u

/** True if a text is the address of a page, or of a mailbox with `mailto:`. */
export function isWebAddress(text: string): boolean {
  return complete.test(text)
}

/** Returns an address as a link needs it: `example.com/help` gets `https://`. Other texts are returned as they are. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  return withoutScheme.test(text) ? `https://${text}` : text
}
