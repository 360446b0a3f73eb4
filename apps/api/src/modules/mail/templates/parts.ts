import type { Block } from './mail-document.ts'
import type { Reader } from './reader.ts'
import { texts } from './texts/texts.ts'

/** Returns the sentence about the members of a team, to which everyone who gets the mail belongs. */
export function memberReason({ vendorName, marketplace }: Reader): string {
  return texts.footer.member(vendorName ?? marketplace)
}

/** Returns why the recipient gets the mail, and in which time zone its times are. */
export function withTimes(reason: string, { timeZone }: Reader): string {
  return `${reason} ${texts.times(timeZone)}`
}

/** Returns the line after a list that doesn't contain all rows. */
export function andMore(count: number, text: (count: number) => string): Block[] {
  return count > 0 ? [{ kind: 'note', text: text(count) }] : []
}
