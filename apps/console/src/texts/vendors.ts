import { vendors } from './en/vendors.ts'
import { inLanguage } from './texts.ts'

/** The texts of the operator's screens of vendors, their statements and imports, which only these screens load. */
export const vendorTexts = inLanguage({ en: vendors })
