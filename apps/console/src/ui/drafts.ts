import type { Me } from '@purveyor/client'

/** Returns the key of what a person has typed: `kind` names the form, and `id` what it changes, or `new`. */
export function draftKey({ user }: Me, kind: string, id: string): string {
  return `${kind} ${user?.id} ${id}`
}

/**
 * Stores what a person has typed but not sent, so that a reload or a crash of the browser loses nothing. Drafts are
 * deleted with the tab.
 */
export const drafts = {
  read<T>(key: string): T | undefined {
    try {
      const text = sessionStorage.getItem(`purveyor-draft ${key}`)
      return text === null ? undefined : (JSON.parse(text) as T)
    } catch {
      return undefined
    }
  },
  write(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(`purveyor-draft ${key}`, JSON.stringify(value))
    } catch {
      // The storage is full or forbidden. What was typed stays in the page.
    }
  },
  delete(key: string): void {
    try {
      sessionStorage.removeItem(`purveyor-draft ${key}`)
    } catch {
      // See `write`.
    }
  }
}
