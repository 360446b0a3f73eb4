import { en } from './en.ts'

/** The texts of mails in one language. Another language is a value of this type, in a file like `en.ts`. */
export type MailTexts = typeof en

/** The texts of all mails. */
export const texts: MailTexts = en
