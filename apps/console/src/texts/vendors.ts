import { vendors } from './en/vendors.ts'
import { language } from './texts.ts'

const languages: Record<string, typeof vendors> = { en: vendors }

/** The texts of the operator's screens of vendors, their statements and imports, which only these screens load. */
export const vendorTexts = languages[language] ?? vendors
