// The content security policy lets scripts make HTML and workers only of what this policy accepts, so that no text of
// anyone becomes code. DOMPurify has a policy of its own for the HTML that it sanitises, and ProseMirror for the HTML that
// is pasted, which `cleanPasted` has sanitised before.

type Policy = {
  createHTML(text: string): string
  createScriptURL(address: string): string | null
}
type Factory = { createPolicy(name: string, policy: Policy): unknown }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

// Policies of the name `default` are asked about texts that a library uses as HTML, or as the address of a worker.
trustedTypes?.createPolicy('default', {
  // Mantine sets its style sheets as HTML. Without `<`, HTML has no elements.
  createHTML(text) {
    // ProseMirror uses its own policy only if this one throws. It would take null for an empty text.
    if (text.includes('<')) throw new TypeError('A text with elements is no trusted HTML')
    return text
  },
  createScriptURL: (address) => (address.startsWith(`${location.origin}/app/`) ? address : null)
})
