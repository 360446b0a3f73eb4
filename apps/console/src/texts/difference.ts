import { difference } from './en/difference.ts'
import { inLanguage } from './texts.ts'

export const differenceTexts = inLanguage({ en: difference })
