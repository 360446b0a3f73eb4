import type { MailSubject } from '../subjects.ts'
import type { Contents } from './contents.ts'
import type { MailDocument } from './mail-document.ts'

/** What a mail's text depends on besides its content. */
export type Reader = {
  email: string
  timeZone: string
  /** The name of the vendor, or null for the operator's people. */
  vendorName: string | null
  marketplace: string
  /** The path of the console of the reader's side. */
  home: '/vendor' | '/operator'
  /** The token of the link of an invitation or password reset. */
  token?: string
}

/** Makes the mail of one subject. */
export type DocumentOf<S extends MailSubject> = (content: Contents[S], reader: Reader) => MailDocument
