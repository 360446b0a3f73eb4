import type { Me } from '@purveyor/client'

const keyOf = ({ user }: Me) => `purveyor-carrier ${user?.id}`

/** The carrier that a person has used last. It is stored in the browser, and is the first choice the next time. */
export const lastCarrier = {
  read(me: Me): string {
    try {
      return localStorage.getItem(keyOf(me)) ?? ''
    } catch {
      return ''
    }
  },
  write(me: Me, carrier: string): void {
    try {
      localStorage.setItem(keyOf(me), carrier)
    } catch {
      // The storage is full or forbidden. The person chooses again the next time.
    }
  }
}
