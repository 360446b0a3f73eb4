import { reasons } from './en/reasons.ts'
import { inLanguage } from './texts.ts'

export const reasonsTexts = inLanguage({ en: reasons })
