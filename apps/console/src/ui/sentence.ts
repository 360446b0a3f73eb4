/** Returns a message as a sentence. The messages of the service continue after the name of the field. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
