import { catalog } from './en/catalog.ts'
import { inLanguage } from './texts.ts'

export const catalogTexts = inLanguage({ en: catalog })
