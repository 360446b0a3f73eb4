import { imports } from './en/import.ts'
import { inLanguage } from './texts.ts'

export const importsTexts = inLanguage({ en: imports })
