/** What a mail says, independent of how it looks. `renderHtml` and `renderText` make the two parts of a mail of it. */
export type MailDocument = {
  /** The subject line. */
  subject: string
  /** The line that lists of mails show after the subject. */
  preview: string
  title: string
  blocks: Block[]
  action?: Link
  /** Why the recipient gets the mail. */
  reason: string
}

/** A link. The path begins with `/`. */
export type Link = { label: string; path: string }

export type Block =
  | { kind: 'text'; text: string }
  /** Small text, such as the number of rows that aren't listed. */
  | { kind: 'note'; text: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  | { kind: 'list'; rows: Row[] }

export type Tone = 'good' | 'bad' | 'neutral'

/** A row of a list. `path` is the page that the title links to, `value` is at the right. */
export type Row = {
  title: string
  path?: string
  badge?: { text: string; tone: Tone }
  value?: string
  details: string[]
}

/** What all mails to a person have in common. */
export type Frame = {
  marketplace: string
  /** The `src` of the logo, or undefined if there is none. */
  logo: string | undefined
  /** A colour such as `#0f7a68`. */
  color: string
  /** The origin of links, without a trailing slash. Undefined: links are left out. */
  origin: string | undefined
  /** Null: the mail has no settings. */
  settingsPath: string | null
  /** The path with which the recipient stops mails about the subject, or null if these are always sent. */
  unsubscribePath: string | null
}
