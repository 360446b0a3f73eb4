import { taxonomy } from './en/taxonomy.ts'
import { inLanguage } from './texts.ts'

export const taxonomyTexts = inLanguage({ en: taxonomy })
