/** The name of the key that `mod` stands for in shortcuts. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** The name of the Alt key. */
export const altKey = modKey === '⌘' ? '⌥' : 'Alt'
