import { rules } from './en/rules.ts'
import { inLanguage } from './texts.ts'

export const rulesTexts = inLanguage({ en: rules })
